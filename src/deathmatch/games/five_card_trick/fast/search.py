"""The next few rounds, solved only as far as the round that is to be played asks for it.

A search solves one position, and of those that may follow only those whose chance is asked for: a stage is solved by the submissions that
matter, and the others are followed only until it is sure that they are no better, so most pairs of submissions are never followed. The
result is exact if the search reaches the end of the match. Positions may have anything: items, time-outs, Claim Priority.

A search has **levels**: level 0 is the round to be played, level d the positions d rounds later. A **frame** is a stage that is being
solved; there is one for each level, and it waits for chances of the level after it. Chances that have been found are remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core import plugins
from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import Floats, Ints, Submissions
from deathmatch.games.five_card_trick.fast.worth import LEAD_ZERO, OPEN, Leaves, Worth, gains_key, guessed, key_of, last_key, slot_of
from deathmatch.solve.kernel import inner, kernel
from deathmatch.solve.matrix import FINE, Workspace, certified, simplex

CURVES: Final = plugins.brought("five-card-trick.curves")
"""The module with which the laboratory looks positions up: `look`, a kernel, and `nothing()`, the stand-in for it if nothing is known."""


@inner
def _unknown(_curves: Ints, _next: Ints) -> float:
    """Without the laboratory nothing can be looked up."""
    return OPEN


LOOK: Final[Callable[[Any, Ints], float]] = _unknown if CURVES is None else CURVES.look

Area: TypeAlias = tuple[int, int, int, int]
"""The first row of a stage and that after the last, and likewise the columns."""

CRUMB: Final = 2.0**-25
"""A chance that is so small, or so near to 1, is as good as 0 or 1."""

# --- Room

DEPTH: Final = 4
"""Rounds that a search can solve."""

SOLVED, MORE, FULL = range(3)
"""How a slice of a search ends: all is found, there is more to do, or more room to remember is needed."""

ALL: Final = 2.0  # a margin that leaves out no submission
GOES_ON, OVER = 1, 2  # after a round in which chips are compared: what a tie does


class Round(NamedTuple):
    """The results of a round.

    Attributes:
        all_: the submissions of the variant.
        met: as `stages.Configurations.met`.
    """

    all_: Submissions
    met: NDArray[np.int8]


class Horizon(NamedTuple):
    """How far a search goes, and how the match goes on.

    Attributes:
        depth: rounds that are solved.
        counts: shape (DEPTH,), whether chips are compared after each round: 0, `GOES_ON` or `OVER`.
        left: shape (DEPTH,), rounds after each one up to the next of those counts, -1 if that is further away.
        tie: A's chance in the last tie; with `by_items` if unspent items are equal too.
        by_items: as above.
        pairs: whether the last of the rounds is played by two cards only, for no others are judged after it.
        margin: shape (DEPTH,), at each level but the last: pairs with a submission that seems to give away more are judged by a look right
            after the round; ALL to follow every pair.
        recalled: shape (DEPTH,), the part of a look at a position itself in its chance, which is solved; none at the first level.
    """

    depth: int
    counts: NDArray[np.uint8]
    left: Ints
    tie: float
    by_items: int
    pairs: int
    margin: Floats
    recalled: Floats


class Found(NamedTuple):
    """Chances that have been found.

    Attributes:
        key: shape (N,), a power of two; -1 for none.
        chance: shape (N,).
        counts: shape (3,), chances that are remembered; stages solved; and of these, those of the last level.
        gap: shape (1,), the largest of a stage.
    """

    key: Ints
    chance: Floats
    counts: Ints
    gap: Floats


class Frames(NamedTuple):
    """A stage of each level, that of level d at d.

    Attributes:
        top: shape (1,), the level that is being solved.
        own: shape (DEPTH, 9): forms of A and B, block in force, pot, lead; how many rows and columns; how many of them have mattered.
        ways: shape (DEPTH, 6, side): submissions of A, forms after them, whether they complete all lights; the same of B.
        chance: shape (DEPTH, side, side), chances after pairs of submissions, OPEN if they are not known.
        wanted: shape (DEPTH, 2 * side * side), pairs whose chances are waited for; counts: shape (DEPTH,), how many.
        matter: shape (DEPTH, 2, side + 1), the rows and columns that have mattered so far.
        mixture: shape (DEPTH, 2, side), their mixtures.
        game: shape (DEPTH, side, side), the game that they make.
        against: shape (2, side), room for the worth of each submission.
        skipped: shape (2, side), rows and columns whose chances are not asked for now.
        order: shape (side,), room for an order of submissions.
        value: shape (DEPTH,), of the stage.
        room: shape (6, side), room for one of `ways`.
        next_: shape (6,), the position that is looked at: forms, block, pot, lead and level.
    """

    top: Ints
    own: Ints
    ways: Ints
    chance: Floats
    wanted: Ints
    counts: Ints
    matter: Ints
    mixture: Floats
    game: Floats
    against: Floats
    skipped: NDArray[np.uint8]
    order: Ints
    value: Floats
    room: Ints
    next_: Ints


FORM_A, FORM_B, BLOCK, POT, LEAD, ROWS, COLUMNS, ROWS_USED, COLUMNS_USED = range(9)  # of `own`


class Search(NamedTuple):
    """All that a search works with."""

    round_: Round
    horizon: Horizon
    leaves: Leaves
    worth: Worth
    frames: Frames
    work: Workspace


def found(size: int) -> Found:
    """Room for chances, a power of two."""
    return Found(np.full(size, -1, dtype=np.int64), np.empty(size), np.zeros(3, dtype=np.int64), np.zeros(1))


def frames(side: int) -> Frames:
    """Room for stages of `side` rows and columns."""
    numbers = np.int64
    return Frames(
        np.zeros(1, numbers),
        np.zeros((DEPTH, 9), numbers),
        np.zeros((DEPTH, 6, side), numbers),
        np.empty((DEPTH, side, side)),
        np.empty((DEPTH, 2 * side * side), numbers),
        np.zeros(DEPTH, numbers),
        np.zeros((DEPTH, 2, side + 1), numbers),
        np.zeros((DEPTH, 2, side)),
        np.empty((DEPTH, side, side)),
        np.empty((2, side)),
        np.zeros((2, side), np.uint8),
        np.empty(side, numbers),
        np.zeros(DEPTH),
        np.empty((6, side), numbers),
        np.zeros(6, numbers),
    )


# --- What is remembered


@kernel
def remember(store: Found, key: int, chance: float) -> None:
    """Remember a chance."""
    at = slot_of(store.key, key)
    store.key[at], store.chance[at] = key, chance
    store.counts[0] += 1


@kernel
def moved(old: Found, new: Found) -> None:
    """Move all that is remembered to another place."""
    for at in range(old.key.size):
        if old.key[at] >= 0:
            remember(new, old.key[at], old.chance[at])
    for k in range(1, old.counts.size):
        new.counts[k] = old.counts[k]
    new.gap[0] = old.gap[0]


# --- Forms


@inner
def form_after(all_: Submissions, form: int, k: int) -> int:
    """The form after a submission (R10, R15, R16, R23, R24), with a bit above it if it completes all lights."""
    cards = all_.cards[k]
    still = 0 if all_.items[k] & rounds.RESET else form
    lit = (form >> rounds.LIGHTS_AT | cards) & 31
    rest = cards | ((cards & still) | all_.doubled[k]) << rounds.CARDS | (form >> rounds.ITEMS_AT & ~all_.items[k]) << rounds.ITEMS_AT
    return int(rest | (1 << rounds.FORM_BITS if lit == 31 else lit << rounds.LIGHTS_AT))


@kernel
def listed(all_: Submissions, form: int, two: bool, ways: Ints, seat: int) -> int:
    """A seat's submissions, the forms after them, and whether they complete all lights; how many there are."""
    kept, first = 0, 3 * seat
    size = rounds.allowed(all_, form & 31, form >> rounds.CARDS & 31, form >> rounds.ITEMS_AT, ways[first])
    for x in range(size):
        k = ways[first, x]
        if two and rounds.count(int(all_.cards[k])) + rounds.count(int(all_.doubled[k])) < 2:
            continue
        after = form_after(all_, form, k)
        ways[first, kept], ways[first + 1, kept], ways[first + 2, kept] = (
            k,
            after & ((1 << rounds.FORM_BITS) - 1),
            after >> rounds.FORM_BITS,
        )
        kept += 1
    return kept


# --- Leads that are sure after the round before a count: the gain in chips that a seat can force against any submission


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
    asks_a, asks_b = next_[0] >> rounds.ITEMS_AT & rounds.PRIORITY, next_[1] >> rounds.ITEMS_AT & rounds.PRIORITY
    best, most = -LEAD_ZERO + 1, LEAD_ZERO - 1
    for turned in range(2):
        refuting = 0
        for x in range(n if turned else m):
            worst = LEAD_ZERO
            for k in range(-1, m if turned else n):
                y = refuting if k < 0 else k  # the answer to the submission before this one is tried first
                i, j = (y, x) if turned else (x, y)
                came = met[ways[0, i], ways[3, j], blocking]
                grown, taker, asked = pot + came[rounds.GROW], came[rounds.TAKER], came[rounds.ASKED]
                gain = came[rounds.SCORE] + ways[2, i] - ways[5, j] + taker * grown
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


# --- One position


@inner
def settled(horizon_tie: float, by_items: int, counts: int, left: int, next_: Ints) -> float:
    """A's chance if the match is decided at a position; else OPEN.

    Args:
        horizon_tie: as `Horizon.tie`.
        by_items: as there.
        counts: as there, of the round before the position.
        left: likewise.
        next_: the position.
    """
    lead, chance = next_[4], OPEN
    if counts and lead != 0:
        chance = 1.0 if lead > 0 else 0.0
    elif counts == OVER:
        mine, theirs = rounds.count(next_[0] >> rounds.ITEMS_AT), rounds.count(next_[1] >> rounds.ITEMS_AT)
        chance = horizon_tie
        if by_items and mine != theirs:
            chance = 1.0 if mine > theirs else 0.0
    elif (left > 0 and abs(lead) > next_[3] + rounds.BESIDE * left) or abs(lead) >= LEAD_ZERO:
        # In no round does a seat gain more than the pot and `rounds.BESIDE`; and no match that is open has so great a lead.
        chance = 1.0 if lead > 0 else 0.0
    return chance


@kernel
def averaged(horizon: Horizon, leaves: Leaves, next_: Ints, chance: float) -> float:
    """A chance that was solved from leaf values of later positions, and the looked-up value of its own position, weighed up."""
    part = float(horizon.recalled[next_[5]])
    if part == 0.0 or chance <= CRUMB or chance >= 1.0 - CRUMB:
        return chance
    if horizon.pairs and (rounds.count(next_[0] & rounds.ALL_LIGHTS) < 2 or rounds.count(next_[1] & rounds.ALL_LIGHTS) < 2):
        return chance
    seen = LOOK(leaves.curves, next_)
    return chance if seen == OPEN else chance + part * (seen - chance)


@inner
def follow(met: NDArray[np.int8], own: Ints, ways: Ints, i: int, j: int, next_: Ints) -> int:
    """The position after a pair of submissions of a frame, in `next_`; the seat that is asked for Claim Priority, -1 if none is."""
    came = met[ways[0, i], ways[3, j], own[BLOCK]]
    taker, pot, asked = came[rounds.TAKER], own[POT] + came[rounds.GROW], came[rounds.ASKED]
    next_[0], next_[1] = ways[1, i], ways[4, j]
    next_[2] = rounds.effective(came[rounds.BLOCKING], next_[0], next_[1])
    next_[3] = 1 if taker else pot
    next_[4] = own[LEAD] + came[rounds.SCORE] + ways[2, i] - ways[5, j] + taker * pot
    seat = -1
    if asked & 1 and next_[0] >> rounds.ITEMS_AT & rounds.PRIORITY:
        seat = 0
    elif asked & 2 and next_[1] >> rounds.ITEMS_AT & rounds.PRIORITY:
        seat = 1
    return seat


@kernel
def fill(
    round_: Round, horizon: Horizon, leaves: Leaves, worth: Worth, frames: Frames, store: Found, d: int, area: Area, far: bool
) -> None:
    """Find chances after pairs of submissions of a frame; those that have to be solved first are wanted from now on.

    With `far` the leaf values say them, and `frames.game` receives them. `frames.next_` is the last position that has to be solved.
    """
    own, ways, next_, known, game = frames.own[d], frames.ways[d], frames.next_, frames.chance[d], frames.game[d]
    skipped = frames.skipped
    met, keys, chances = round_.met, store.key, store.chance
    counts, left, tie, by_items = horizon.counts[d], horizon.left[d], horizon.tie, horizon.by_items
    at_leaf = far or d + 1 == horizon.depth
    compared = 0 if at_leaf else horizon.counts[d + 1]
    for i in range(area[0], area[1]):
        if skipped[0, i]:
            continue
        for j in range(area[2], area[3]):
            if skipped[1, j] or (not far and known[i, j] != OPEN):
                continue
            seat = follow(met, own, ways, i, j, next_)
            next_[5] = d + 1
            chance, times = OPEN, 2 if seat >= 0 else 1
            while times > 0:
                here = settled(tie, by_items, counts, left, next_)
                if here == OPEN:
                    if at_leaf:
                        here = LOOK(leaves.curves, next_)
                        if here == OPEN:
                            here = guessed(leaves, worth, d, next_)
                    else:
                        key = last_key(next_) if compared == OVER else key_of(next_)
                        slot = slot_of(keys, key)
                        if keys[slot] == key:
                            here = chances[slot]
                        elif compared:
                            here = surely(round_, frames, store, tie if compared == OVER and not by_items else 0.5, next_)
                if here == OPEN:
                    chance = OPEN
                    break
                if times == 2:  # R11: the seat takes what is better for it; the block stays as it is
                    next_[4] += next_[3] if seat == 0 else -next_[3]
                    next_[3] = 1
                    next_[seat] &= ~(rounds.PRIORITY << rounds.ITEMS_AT)
                    chance = here
                else:
                    chance = here if seat < 0 else max(chance, here) if seat == 0 else min(chance, here)
                times -= 1
            if far:
                game[i, j] = chance
            elif chance != OPEN:
                known[i, j] = chance
            else:
                frames.wanted[d, frames.counts[d]] = i * known.shape[1] + j
                frames.counts[d] += 1


# --- One stage


@kernel
def open_frame(
    round_: Round, horizon: Horizon, leaves: Leaves, worth: Worth, frames: Frames, store: Found, work: Workspace, d: int
) -> None:
    """Begin to solve a position of level `d`, the first five of `frames.own[d]`."""
    own, ways, matter, known = frames.own[d], frames.ways[d], frames.matter[d], frames.chance[d]
    two = horizon.pairs > 0 and d == horizon.depth - 1
    for seat in range(2):
        for x in range(own[ROWS_USED + seat]):  # by their submissions, for those of this position stand elsewhere
            matter[seat, x] = ways[3 * seat, matter[seat, x]]
        own[ROWS + seat] = listed(round_.all_, own[seat], two, ways, seat)
        own[ROWS_USED + seat] = resumed(matter[seat], own[ROWS_USED + seat], ways[3 * seat], own[ROWS + seat])
    frames.counts[d] = 0
    if horizon.margin[d] < ALL and d < horizon.depth - 1:
        fill(round_, horizon, leaves, worth, frames, store, d, (0, own[ROWS], 0, own[COLUMNS]), True)
        leave_out(frames, work, d, horizon.margin[d])
    else:
        for i in range(own[ROWS]):
            for j in range(own[COLUMNS]):
                known[i, j] = OPEN


@kernel
def resumed(matter: Ints, size: int, submissions: Ints, count_: int) -> int:
    """Where the submissions that mattered in the stage before stand now; the first of all if none is left. How many they are."""
    kept = 0
    for x in range(size):
        for i in range(count_):
            if submissions[i] == matter[x]:
                matter[kept] = i
                kept += 1
                break
    if kept == 0:
        matter[0] = 0
        kept = 1
    return kept


@kernel
def leave_out(frames: Frames, work: Workspace, d: int, margin: float) -> None:
    """Let the look after the round, `frames.game`, stand for all pairs with a submission that seems to give away more than a margin."""
    own, matter, known, game, against = frames.own[d], frames.matter[d], frames.chance[d], frames.game[d], frames.against
    m, n = own[ROWS], own[COLUMNS]
    row, column = frames.mixture[d, 0], frames.mixture[d, 1]
    low, high, _ = certified(game, m, n, row, column, work)
    for i in range(m):
        against[0, i] = 0.0
    for j in range(n):
        against[1, j] = 0.0
    for i in range(m):
        for j in range(n):
            against[0, i] += column[j] * game[i, j]
            against[1, j] -= row[i] * game[i, j]
    for seat in range(2):
        least, used = (low if seat == 0 else -high) - margin, 0
        for x in range(own[ROWS + seat]):
            if frames.mixture[d, seat, x] > 0.0:
                matter[seat, used] = x
                used += 1
            against[seat, x] = 1.0 if against[seat, x] < least else 0.0  # whether it is far from the best
        own[ROWS_USED + seat] = used
    for i in range(m):
        for j in range(n):
            known[i, j] = game[i, j] if against[0, i] + against[1, j] > 0.0 else OPEN


@kernel
def solved(round_: Round, horizon: Horizon, leaves: Leaves, worth: Worth, frames: Frames, store: Found, work: Workspace, d: int) -> bool:
    """Solve a frame as far as chances are known; whether that is all the way."""
    own, matter, known, game, skipped = frames.own[d], frames.matter[d], frames.chance[d], frames.game[d], frames.skipped
    row, column, m, n = frames.mixture[d, 0], frames.mixture[d, 1], own[ROWS], own[COLUMNS]
    lazy, first_row, first_column = horizon.counts[d] != OVER, 0, 0  # in the last round every chance is at hand
    while True:
        r, s = own[ROWS_USED], own[COLUMNS_USED]
        if lazy:
            skipped[:] = 1
            for x in range(r):
                skipped[0, matter[0, x]] = 0
            for y in range(s):
                skipped[1, matter[1, y]] = 0
            fill(round_, horizon, leaves, worth, frames, store, d, (0, m, 0, n), False)
            skipped[:] = 0
            if frames.counts[d]:
                return False
        else:
            for x in range(first_row, r):
                fill(round_, horizon, leaves, worth, frames, store, d, (matter[0, x], matter[0, x] + 1, 0, n), False)
            for y in range(first_column, s):
                fill(round_, horizon, leaves, worth, frames, store, d, (0, m, matter[1, y], matter[1, y] + 1), False)
            first_row, first_column = r, s
        for x in range(r):
            for y in range(s):
                game[x, y] = known[matter[0, x], matter[1, y]]
        simplex(game, r, s, 0.0, 1.0, row, column, work)
        high, most = better(round_, horizon, leaves, worth, frames, store, d, 0)
        low, least = better(round_, horizon, leaves, worth, frames, store, d, 1)
        if frames.counts[d]:
            return False
        low = -low
        if high - low > FINE:
            joins_a, joins_b = joins(matter[0], r, most), joins(matter[1], s, least)
            own[ROWS_USED], own[COLUMNS_USED] = r + joins_a, s + joins_b
            if joins_a or joins_b:
                continue
        frames.value[d] = 0.5 * (low + high)
        store.gap[0] = max(store.gap[0], high - low)
        return True


@kernel
def better(
    round_: Round, horizon: Horizon, leaves: Leaves, worth: Worth, frames: Frames, store: Found, d: int, seat: int
) -> tuple[float, int]:
    """The best that a seat can do against the mixture of the other one, and its submission; A's chance, or B's less 1.

    Submissions are followed no further as soon as they cannot be better. If `frames.counts` says that chances are wanted, the best is
    not yet known.
    """
    own, matter, known, game = frames.own[d], frames.matter[d], frames.chance[d], frames.game[d]
    skipped, order, against, mixture = frames.skipped, frames.order, frames.against[seat], frames.mixture[d, 1 - seat]
    mine, theirs, size = own[ROWS_USED + seat], own[ROWS_USED + 1 - seat], own[ROWS + seat]
    against[:] = 0.0
    best, found = -2.0, 0
    for x in range(mine):
        gain = 0.0
        for y in range(theirs):
            gain += mixture[y] * (game[x, y] if seat == 0 else -game[y, x])
        if gain > best:
            best, found = gain, matter[seat, x]
        skipped[seat, matter[seat, x]] = 1
    by_weight(mixture, theirs, order)
    lazy, left = horizon.counts[d] != OVER, 1.0
    for k in range(theirs):
        part, other = mixture[order[k]], matter[1 - seat, order[k]]
        if part == 0.0:
            break
        left -= part
        if lazy:
            where = (0, size, other, other + 1) if seat == 0 else (other, other + 1, 0, size)
            fill(round_, horizon, leaves, worth, frames, store, d, where, False)
        for x in range(size):
            if skipped[seat, x]:
                continue
            chance = known[x, other] if seat == 0 else known[other, x]
            if chance == OPEN:
                skipped[seat, x] = 1
                continue
            against[x] += part * (chance if seat == 0 else -chance)
            if against[x] + (max(left, 0.0) if seat == 0 else 0.0) <= best:
                skipped[seat, x] = 1
    for x in range(size):
        if not skipped[seat, x] and against[x] > best:
            best, found = against[x], x
    skipped[seat] = 0
    return best, found


@kernel
def by_weight(mixture: Floats, size: int, order: Ints) -> None:
    """The places of a mixture, the greatest part first."""
    for k in range(size):
        at = k
        while at > 0 and mixture[order[at - 1]] < mixture[k]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k


@kernel
def joins(matter: Ints, size: int, x: int) -> int:
    """Let a submission join those that matter; 1 if it was not there."""
    for y in range(size):
        if matter[y] == x:
            return 0
    matter[size] = x
    return 1


@kernel
def only_support(frames: Frames, d: int) -> None:
    """Forget the submissions that the mixtures leave out."""
    for seat in range(2):
        kept = 0
        for x in range(frames.own[d, ROWS_USED + seat]):
            if frames.mixture[d, seat, x] > 0.0:
                frames.matter[d, seat, kept] = frames.matter[d, seat, x]
                frames.mixture[d, seat, kept] = frames.mixture[d, seat, x]
                kept += 1
        frames.own[d, ROWS_USED + seat] = kept


# --- The whole search


@kernel
def begin(search: Search, store: Found) -> None:
    """Open the frame of level 0, the first five of `frames.own[0]`."""
    round_, horizon, leaves, worth, frames, work = search
    frames.top[0] = 0
    frames.own[:, ROWS_USED:] = 0
    open_frame(round_, horizon, leaves, worth, frames, store, work, 0)


@kernel
def run(search: Search, store: Found, stages: int, filling: bool) -> int:
    """Go on with a search, for so many stages at most; SOLVED, MORE or FULL.

    Args:
        search: its frame of level 0 is open; in it the result is found.
        store: the chances that have been found.
        stages: to solve.
        filling: whether only the wanted chances of level 0 are asked for.
    """
    round_, horizon, leaves, worth, frames, work = search
    next_ = frames.next_
    while True:
        d = frames.top[0]
        counts = frames.counts[d]
        if counts > 0:
            wanted = frames.wanted[d, counts - 1]
            i, j = wanted // frames.chance.shape[2], wanted % frames.chance.shape[2]
            frames.counts[d] -= 1
            fill(round_, horizon, leaves, worth, frames, store, d, (i, i + 1, j, j + 1), False)
            if frames.counts[d] < counts:
                continue
            if stages <= 0:
                return MORE
            if (store.counts[0] + frames.chance[0].size) * 2 > store.key.size:
                return FULL
            for k in range(5):
                frames.own[d + 1, k] = next_[k]
            frames.top[0] = d + 1
            open_frame(round_, horizon, leaves, worth, frames, store, work, d + 1)
            continue
        if d == 0 and filling:
            return SOLVED
        if not solved(round_, horizon, leaves, worth, frames, store, work, d):
            continue
        only_support(frames, d)
        stages -= 1
        store.counts[1] += 1
        if d == 0:
            return SOLVED
        store.counts[2] += d == horizon.depth - 1
        for k in range(5):
            next_[k] = frames.own[d, k]
        next_[5] = d
        key = last_key(next_) if horizon.counts[d] == OVER else key_of(next_)
        remember(store, key, averaged(horizon, leaves, next_, float(frames.value[d])))
        frames.top[0] = d - 1
