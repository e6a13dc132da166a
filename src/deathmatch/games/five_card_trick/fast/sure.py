"""Leads that are sure after the round before a count: the gain in chips that a seat can force against any submission."""

from __future__ import annotations

from deathmatch.games.five_card_trick.fast.ahead import PRIORITY, Ints
from deathmatch.games.five_card_trick.fast.frames import LEAD_ZERO, OPEN, Found, Frames, Round, gains_key, listed, remember
from deathmatch.games.five_card_trick.fast.looks import ITEMS_AT, slot_of
from deathmatch.games.five_card_trick.fast.stages import ASKED, GROW, SCORE, TAKER
from deathmatch.solve.kernel import kernel


@kernel
def surely(round_: Round, frames: Frames, store: Found, tie: float, next_: Ints) -> float:
    """A's chance if the round before a count is decided at a position, whatever one of the seats does; else OPEN.

    `tie` is A's chance if that count is a tie; one half if it is not decided then.
    """
    key = gains_key(next_)
    slot = slot_of(store.key, key)
    if store.key[slot] != key:
        least, most = gains(round_, frames.room, next_)
        remember(store, key, float((least + LEAD_ZERO) * 2 * LEAD_ZERO + most + LEAD_ZERO))
    both = int(store.chance[slot])
    least, most = both // (2 * LEAD_ZERO) - LEAD_ZERO, both % (2 * LEAD_ZERO) - LEAD_ZERO
    lead = next_[4]
    if lead + least > 0 or (lead + least == 0 and tie == 1.0):
        return 1.0
    if lead + most < 0 or (lead + most == 0 and tie == 0.0):
        return 0.0
    return OPEN


@kernel
def gains(round_: Round, ways: Ints, next_: Ints) -> tuple[int, int]:
    """The lead that A can be sure to gain in a round, and the most that B can be sure to let it; `ways` is room for submissions."""
    met, blocking, pot = round_.met, next_[2], next_[3]
    m, n = listed(round_.all_, next_[0], False, ways, 0), listed(round_.all_, next_[1], False, ways, 1)
    asks_a, asks_b = next_[0] >> ITEMS_AT & PRIORITY, next_[1] >> ITEMS_AT & PRIORITY
    best, most = -LEAD_ZERO + 1, LEAD_ZERO - 1
    for turned in range(2):
        refuting = 0
        for x in range(n if turned else m):
            worst = LEAD_ZERO
            for k in range(-1, m if turned else n):
                y = refuting if k < 0 else k  # the answer to the submission before this one is tried first
                i, j = (y, x) if turned else (x, y)
                came = met[ways[0, i], ways[3, j], blocking]
                grown, taker, asked = pot + came[GROW], came[TAKER], came[ASKED]
                gain = came[SCORE] + ways[2, i] - ways[5, j] + taker * grown
                if asked & 1 and asks_a:  # R11: the seat that is asked takes the pot, since more chips decide
                    gain += 1 if taker else grown
                elif asked & 2 and asks_b:
                    gain -= 1 if taker else grown
                gain = -gain if turned else gain
                if gain < worst:
                    worst, refuting = gain, y
                    if worst <= (-most if turned else best):
                        break
            if turned:
                most = min(most, -worst)
            else:
                best = max(best, worst)
    return best, most
