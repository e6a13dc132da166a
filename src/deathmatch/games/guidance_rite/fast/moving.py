"""The options of a seat: movements (R23 to R32, R38), powers after them (R34 to R37, R39), and whole turns (R21, R22)."""

from __future__ import annotations

from deathmatch.games.guidance_rite.fast.fixed import (
    ALL_REMOVALS,
    ANY,
    BESIDE,
    CROW,
    EXACT,
    FINAL,
    GUARDIAN,
    LIZARD,
    LOOP,
    MONSTER,
    PLAIN,
    RAT,
    STEP,
    WAYS,
    ZERO,
    Ints,
)
from deathmatch.games.guidance_rite.fast.play import bits, loses, move, remember, unmake
from deathmatch.games.guidance_rite.fast.words import (
    AIM,
    AIM_BITS,
    AIMS,
    ARROWS,
    END,
    GREYS,
    KIND,
    MANNER,
    MARKED,
    OVER,
    OWN,
    OWNER,
    PASS,
    POWER,
    ROW,
    SOURCE,
    SWAP,
    TAKE,
    TWO,
    WAY,
)
from deathmatch.solve.kernel import kernel

FULL_LIZARD = 6  # arrows, with which a lizard's power is of no use (R37)


@kernel
def arrive(ground: Ints, here: Ints, turn: int, targets: int, out: Ints, at: int) -> int:
    """Add the options at the end of a movement (R24, R32, R38) to `out` from place `at` on; returns the place after the last one."""
    if not targets >> (turn >> END & 63) & 1:
        return at
    mover, there = here[turn & 63], here[turn >> END & 63]
    if not there:
        out[at] = turn
        return at + 1
    own = not (mover ^ there) >> OWNER & 1
    if not own or not ground[FINAL]:
        out[at] = turn
        at += 1
    elif not (mover | there) & MARKED:
        out[at] = turn
        at += 1
        if there >> KIND & 7:
            out[at] = turn | TAKE << MANNER
            at += 1
    kind = mover >> KIND & 7
    if (
        there >> KIND & 7 == GUARDIAN
        and kind != GUARDIAN
        and (own or ground[ANY])
        and not (ground[ALL_REMOVALS] and loses(turn, kind, False))
    ):
        out[at] = turn | SWAP << MANNER
        at += 1
    return at


@kernel
def movements(ground: Ints, here: Ints, pieces: int, targets: int, out: Ints) -> int:
    """Every legal movement of some pieces of one seat.

    Args:
        pieces: the spaces of the pieces, as a mask.
        targets: the spaces where movements may end, as a mask: -1 for all, the other seat's pieces for captures.
        out: receives the turns; no position has more than `words.CAPACITY`.

    Returns: how many there are.
    """
    at, final = ground[ZERO], ground[FINAL]
    while pieces:
        origin = bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        piece = here[origin]
        kind = piece >> KIND & 7
        ways = piece & ARROWS
        if final:
            ways |= piece >> GREYS & ARROWS
        while ways:
            way = bits((ways & -ways) - 1)
            ways &= ways - 1
            end = int(ground[STEP + WAYS * origin + way])
            turn = origin | way << WAY
            if end < 0:
                if kind == GUARDIAN:
                    end = int(ground[LOOP + WAYS * origin + way])
                    at = arrive(ground, here, turn | end << END | 1 << OVER, targets, out, at)
                continue
            at = arrive(ground, here, turn | end << END, targets, out, at)
            if kind in (CROW, MONSTER):
                far = int(ground[STEP + WAYS * end + way])
                if far < 0:
                    continue
                if (kind == MONSTER and not here[end]) or (kind == CROW and piece >> way & 1 and not here[far]):
                    at = arrive(ground, here, turn | far << END | 1 << TWO, targets, out, at)
    return int(at)


@kernel
def stuck(ground: Ints, here: Ints, spare: Ints) -> bool:
    """R52: whether neither seat has a legal movement. `spare` is written to, at most 32 places."""
    everywhere = ~ground[ZERO]
    for seat in range(2):
        pieces = here[OWN + seat]
        while pieces:
            if movements(ground, here, pieces & -pieces, everywhere, spare):
                return False
            pieces &= pieces - 1
    return True


@kernel
def add(turn: int, out: Ints, at: int) -> int:
    """Add a turn, if there is room for it; it is counted in any case."""
    if at < out.size:
        out[at] = turn
    return at + 1


@kernel
def crow_spendings(ground: Ints, here: Ints, seat: int, turn: int, out: Ints, at: int) -> int:
    """Every power of a crow in `final` (R36): up to three grey arrows of one own piece, or one of each of two."""
    exact = ground[EXACT]
    for one in range(WAYS * ground[0]):
        if not (here[OWN + seat] >> (one >> 3) & 1 and here[one >> 3] >> (GREYS + (one & 7)) & 1):
            continue
        first = turn | (one >> 3 | (one & 7) << 6) << AIM
        if not exact:
            at = add(first | 1 << AIMS, out, at)
        for two in range(one + 1, WAYS * ground[0]):
            if not (here[OWN + seat] >> (two >> 3) & 1 and here[two >> 3] >> (GREYS + (two & 7)) & 1):
                continue
            second = first | (two >> 3 | (two & 7) << 6) << (AIM + AIM_BITS)
            if two >> 3 != one >> 3:
                at = add(second | 2 << AIMS, out, at)
                continue
            if not exact:
                at = add(second | 2 << AIMS, out, at)
            for three in range(two + 1, (one | 7) + 1):
                if here[three >> 3] >> (GREYS + (three & 7)) & 1:
                    at = add(second | (three >> 3 | (three & 7) << 6) << (AIM + 2 * AIM_BITS) | 3 << AIMS, out, at)
    return at


@kernel
def spendings(ground: Ints, here: Ints, seat: int, turn: int, kind: int, out: Ints, at: int) -> int:
    """Every turn with a power that goes with a movement which has been carried out on `here` (R34), but for a guardian's.

    Args:
        turn: the movement; it did not change places, nor used up the turn's power.
        kind: the character that the mover set out with.
        out: receives the turns as far as there is room.

    Returns: the place after the last one, also if there was no room.
    """
    sources = (here[OWN] | here[OWN + 1] if ground[ANY] else here[OWN + seat]) & ~(1 << (turn >> END & 63))
    while sources:
        source = bits((sources & -sources) - 1)
        sources &= sources - 1
        piece = here[source]
        spent = piece >> KIND & 7
        if spent in (kind, PLAIN, GUARDIAN):
            continue
        word = turn | spent << POWER | source << SOURCE
        black, grey = piece & ARROWS, piece >> GREYS & ARROWS
        if spent == RAT:
            if black | grey:
                at = add(word, out, at)
        elif spent == LIZARD:
            if bits(black | grey) < FULL_LIZARD:
                for way in range(WAYS):
                    if not black >> way & 1:
                        at = add(word | 1 << AIMS | (source | way << 6) << AIM, out, at)
        elif spent == MONSTER:
            targets = ground[BESIDE + source] & (here[OWN] | here[OWN + 1])
            while targets:
                target = bits((targets & -targets) - 1)
                targets &= targets - 1
                arrows = here[target] | here[target] >> GREYS
                for way in range(WAYS):
                    if arrows >> way & 1:
                        at = add(word | 1 << AIMS | (target | way << 6) << AIM, out, at)
        elif spent == CROW:
            if ground[FINAL]:
                at = crow_spendings(ground, here, seat, word, out, at)
            elif grey:
                at = add(word, out, at)
    return at


@kernel
def powered(ground: Ints, here: Ints, log: Ints, ply: int, seat: int, turn: int, out: Ints, at: int) -> int:
    """Every turn that is this movement with a power; `out` as with `spendings`. Row `ply` of the log is written to."""
    kind = here[turn & 63] >> KIND & 7
    there = here[turn >> END & 63]
    if turn == PASS or turn >> MANNER & 3 == SWAP or (ground[ALL_REMOVALS] and loses(turn, kind, there != 0)):
        return at
    remember(here, log, ply * ROW)
    move(ground, here, log, ply * ROW, turn)
    at = spendings(ground, here, seat, turn, kind, out, at)
    unmake(here, log, ply)
    return at


@kernel
def turns(ground: Ints, here: Ints, log: Ints, ply: int, seat: int, powers: bool, out: Ints) -> int:
    """Every turn that a seat may submit without an item, at once as if the other did nothing (R45); its movements come first.

    Args:
        ply: a row of the log that may be written to.
        seat: 0 or 1; in turn the seat to move.
        powers: whether turns with powers are asked for too; a change of places with a guardian is there in any case.
        out: receives the turns as far as there is room, which movements need (`words.CAPACITY`).

    Returns: how many there are.
    """
    at = number = movements(ground, here, here[OWN + seat], ~ground[ZERO], out)
    if not number:
        out[0] = PASS
        return 1
    if powers:
        for which in range(number):
            at = powered(ground, here, log, ply, seat, out[which], out, at)
    return at
