"""Both seats' turns at once (R45 to R48)."""

from __future__ import annotations

from deathmatch.games.guidance_rite.fast.fixed import ALL_REMOVALS, ANY, CLASH, CROW, EXACT, FINAL, LIZARD, MONSTER, RAT, ZERO, Ints
from deathmatch.games.guidance_rite.fast.moving import FULL_LIZARD
from deathmatch.games.guidance_rite.fast.play import arrived, bits, change, count, loses, refilled, remember, tick, turned
from deathmatch.games.guidance_rite.fast.words import (
    AIM,
    AIM_BITS,
    AIMS,
    ARROWS,
    END,
    GREYS,
    KIND,
    LEFT,
    MANNER,
    NO_KIND,
    OWN,
    OWNER,
    PASS,
    POWER,
    ROW,
    SOURCE,
    SWAP,
)
from deathmatch.solve.kernel import kernel


@kernel
def swapped(here: Ints, turn: int, origins: int) -> int:
    """R47: the guardian that a turn changes places with, plain by now; 0 if there is none, or if it moves away itself."""
    end = turn >> END & 63
    if turn == PASS or turn >> MANNER & 3 != SWAP or origins >> end & 1:
        return 0
    return int(here[end] & NO_KIND)


@kernel
def meet(ground: Ints, here: Ints, log: Ints, row: int, a: int, b: int) -> int:
    """R47: both movements at the same instant.

    Returns: the spaces if somebody has arrived and stands, as a mask; bit 40 + seat: the movement has used up the turn's power.
    """
    from_a, from_b, to_a, to_b = a & 63, b & 63, a >> END & 63, b >> END & 63
    mover_a = here[from_a] if a != PASS else 0
    mover_b = here[from_b] if b != PASS else 0
    origins = (1 << from_a if mover_a else 0) | (1 << from_b if mover_b else 0)
    crossed = ground[CLASH] and mover_a and mover_b and from_a == to_b and from_b == to_a
    guard_a, guard_b = swapped(here, a, origins), swapped(here, b, origins)
    if crossed or (guard_a and guard_b and to_a == to_b):
        guard_a = guard_b = 0
    if mover_a:
        change(ground, here, log, row, from_a, ground[ZERO])
    if mover_b:
        change(ground, here, log, row, from_b, ground[ZERO])
    if crossed:
        return 0
    if guard_a:
        change(ground, here, log, row, to_a, ground[ZERO])
    if guard_b:
        change(ground, here, log, row, to_b, ground[ZERO])
    once = twice = 0
    for number in range(4):
        there = to_a if number == 0 else to_b if number == 1 else from_a if number == 2 else from_b
        if mover_a if number == 0 else mover_b if number == 1 else guard_a if number == 2 else guard_b:
            twice |= once & 1 << there
            once |= 1 << there
    blocked = once & ~twice
    for number in range(2):
        turn, mover, guard = (a, mover_a, guard_a) if number == 0 else (b, mover_b, guard_b)
        origin, end = turn & 63, turn >> END & 63
        if guard and blocked >> origin & 1:
            change(ground, here, log, row, origin, guard)
        if mover and once & ~twice & 1 << end:
            captured = here[end]
            change(ground, here, log, row, end, arrived(ground, mover, turn, captured))
            if ground[ALL_REMOVALS] and loses(turn, mover >> KIND & 7, captured != 0):
                blocked |= 1 << (40 + number)
    for there in range(ground[0]):
        if twice >> there & 1:
            change(ground, here, log, row, there, ground[ZERO])
    return blocked


@kernel
def possible(ground: Ints, here: Ints, seat: int, turn: int, met: int) -> int:
    """R48: a turn with its power as it works after both movements, without a crow's targets that are gone; PASS if it is not used."""
    kind, source = turn >> POWER & 7, turn >> SOURCE & 63
    piece = here[source]
    if not kind or met >> (40 + seat) & 1 or met >> source & 1 or not piece or piece >> KIND & 7 != kind:
        return PASS
    if piece >> OWNER & 1 != seat and not ground[ANY]:
        return PASS
    black, grey, aim = piece & ARROWS, piece >> GREYS & ARROWS, turn >> AIM
    if kind == RAT:
        return turn if black | grey else PASS
    if kind == LIZARD:
        return turn if bits(black | grey) < FULL_LIZARD and not black >> (aim >> 6 & 7) & 1 else PASS
    if kind == MONSTER:
        there = here[aim & 63]
        return turn if (there | there >> GREYS) >> (aim >> 6 & 7) & 1 else PASS
    if not ground[FINAL]:
        return turn if grey else PASS
    works, number, spaces = turn & (1 << AIMS) - 1, 0, 0
    for which in range(turn >> AIMS & 3):
        aim = turn >> (AIM + AIM_BITS * which) & 511
        there = here[aim & 63]
        if there and there >> OWNER & 1 == seat and there >> (GREYS + (aim >> 6)) & 1:
            works |= aim << (AIM + AIM_BITS * number)
            number += 1
            spaces |= 1 << (aim & 63)
    if not number or (ground[EXACT] and number != (3 if bits(spaces) == 1 else 2)):
        return PASS
    return works | number << AIMS


@kernel
def spend_both(ground: Ints, here: Ints, log: Ints, row: int, a: int, b: int) -> None:
    """R48: the powers of both turns at the same instant; PASS if one is not used."""
    for number in range(2):
        turn = a if number == 0 else b
        if turn != PASS:
            source = turn >> SOURCE & 63
            change(ground, here, log, row, source, here[source] & NO_KIND)
    if a != PASS and b != PASS and a >> SOURCE & 63 == b >> SOURCE & 63:
        return
    for step in range(4):  # what monsters remove; what crows and lizards add; rats; lizards that refill
        for number in range(2):
            turn = a if number == 0 else b
            if turn == PASS:
                continue
            kind, source, target, arrow = turn >> POWER & 7, turn >> SOURCE & 63, turn >> AIM & 63, 1 << (turn >> (AIM + 6) & 7)
            if step == 0 and kind == MONSTER:
                change(ground, here, log, row, target, here[target] & ~(arrow | arrow << GREYS))
            elif step == 1 and kind == LIZARD:
                change(ground, here, log, row, source, here[source] & ~(arrow << GREYS) | arrow)
            elif step == 1 and kind == CROW and not ground[FINAL]:
                piece = here[source]
                change(ground, here, log, row, source, piece & ~(ARROWS << GREYS) | (piece >> GREYS & ARROWS))
            elif step == 1 and kind == CROW:
                for which in range(turn >> AIMS & 3):
                    aim = turn >> (AIM + AIM_BITS * which) & 511
                    grey = here[aim & 63] & 1 << (GREYS + (aim >> 6))
                    change(ground, here, log, row, aim & 63, here[aim & 63] & ~grey | grey >> GREYS)
            elif step == 2 and kind == RAT:
                change(ground, here, log, row, source, turned(here[source], 4))
            elif step == 3 and kind == MONSTER:
                change(ground, here, log, row, target, refilled(here[target]))


@kernel
def make_both(ground: Ints, here: Ints, log: Ints, ply: int, a: int, b: int) -> None:
    """Play the turns of A and B at once, remembered in row `ply` of the log: as `play.make`. A time-out is PASS, too.

    Each turn is legal by itself (`moving.turns`). `play.ended` and `moving.stuck` say whether the bout is over.
    """
    row = ply * ROW
    remember(here, log, row)
    before = bits(here[OWN] | here[OWN + 1])
    met = meet(ground, here, log, row, a, b)
    works_a = works_b = ground[ZERO]
    for seat in range(2):
        if seat == 0:
            works_a = possible(ground, here, seat, a, met)
        else:
            works_b = possible(ground, here, seat, b, met)
    if works_a != PASS or works_b != PASS:
        spend_both(ground, here, log, row, works_a, works_b)
    here[LEFT] = bits(here[OWN] | here[OWN + 1]) < before
    for seat in range(2):
        tick(here, seat)
    count(ground, here)
