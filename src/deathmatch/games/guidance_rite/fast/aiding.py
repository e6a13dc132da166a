"""Powers that the search follows (R34 to R39): those that save a piece which has just captured.

It is under attack if a piece of the other seat beside it has an arrow that leads to it. A monster takes such an arrow; a rat, a lizard or,
in `guardians`, a crow gets an arrow that leads to the piece, and so guards it.
"""

from __future__ import annotations

from typing import Final

from deathmatch.games.guidance_rite.fast.fixed import (
    ALL_REMOVALS,
    BESIDE,
    CROW,
    FINAL,
    LIZARD,
    MONSTER,
    RAT,
    STEP,
    WAYS,
    Ints,
)
from deathmatch.games.guidance_rite.fast.moving import FULL_LIZARD
from deathmatch.games.guidance_rite.fast.play import bits, loses
from deathmatch.games.guidance_rite.fast.words import AIM, AIMS, ARROWS, END, GREYS, KIND, MANNER, OWN, POWER, SOURCE, SWAP
from deathmatch.solve.kernel import kernel

SPENT: Final = (1 << RAT) | (1 << CROW) | (1 << LIZARD) | (1 << MONSTER)  # characters whose powers are looked at


@kernel
def led(ground: Ints, piece: int) -> int:
    """The directions in which a piece may go one space."""
    return int(piece & ARROWS | piece >> GREYS & ARROWS) if ground[FINAL] else int(piece & ARROWS)


@kernel
def able(here: Ints, side: int) -> int:
    """The pieces of a seat whose powers are looked at, as a mask."""
    pieces, found = here[OWN + side], here[OWN + side] & 0
    while pieces:
        space = bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        if SPENT >> (here[space] >> KIND & 7) & 1:
            found |= 1 << space
    return int(found)


@kernel
def guarding(ground: Ints, piece: int, way: int) -> int:
    """The power that gives a piece an arrow in a direction in which it has none, as in `words`, but for its source; 0 if none does."""
    kind, black, grey = piece >> KIND & 7, piece & ARROWS, piece >> GREYS & ARROWS
    if led(ground, piece) >> way & 1:
        return 0
    if kind == RAT and led(ground, piece) >> (way ^ 4) & 1:
        return RAT << POWER
    if kind == LIZARD and bits(black | grey) < FULL_LIZARD:
        return LIZARD << POWER | 1 << AIMS | way << (AIM + 6)
    if kind == CROW and not ground[FINAL] and grey >> way & 1:
        return CROW << POWER
    return 0


@kernel
def saving(ground: Ints, here: Ints, side: int, turn: int, space: int, sources: int, out: Ints, at: int) -> int:
    """Add a movement with each power that saves the piece on a space after it, to `out` from place `at` on.

    Args:
        sources: the pieces whose powers may be spent, as a mask.

    Returns: the place after the last one.
    """
    end, threatened = turn >> END & 63, False
    for back in range(WAYS):
        attacker = ground[STEP + WAYS * space + back]
        way = back ^ 4
        if attacker < 0 or attacker == end or not here[OWN + 1 - side] >> attacker & 1 or not led(ground, int(here[attacker])) >> way & 1:
            continue
        threatened = True
        near = int(ground[BESIDE + attacker]) & sources
        while near:
            source = bits((near & -near) - 1)
            near &= near - 1
            if here[source] >> KIND & 7 == MONSTER and at < out.size:
                out[at] = turn | MONSTER << POWER | source << SOURCE | 1 << AIMS | (attacker | way << 6) << AIM
                at += 1
    if not threatened:
        return at
    for back in range(WAYS):
        source = ground[STEP + WAYS * space + back]
        if source < 0 or source == space or not sources >> source & 1:
            continue
        power = guarding(ground, int(here[source]), back ^ 4)
        if power and at < out.size:
            out[at] = turn | power | source << SOURCE | (source << AIM if power >> AIMS & 1 else 0)
            at += 1
    return at


@kernel
def aided(ground: Ints, here: Ints, side: int, turn: int, sources: int, out: Ints, at: int) -> int:
    """Add a capture with each power that saves the capturing piece.

    Args:
        side: the seat to move.
        turn: a movement of it.
        sources: its pieces whose powers are looked at (`able`), as a mask.
        out: receives the turns as far as there is room, from place `at` on.

    Returns: the place after the last one.
    """
    origin, end = turn & 63, turn >> END & 63
    kind = here[origin] >> KIND & 7
    if not here[end] or turn >> MANNER & 3 == SWAP or (ground[ALL_REMOVALS] and loses(turn, kind, True)):
        return at
    spent, rest = sources & ~(1 << origin | 1 << end), sources & 0
    while spent:
        source = bits((spent & -spent) - 1)
        spent &= spent - 1
        if here[source] >> KIND & 7 != kind:
            rest |= 1 << source
    return saving(ground, here, side, turn, end, rest, out, at) if rest else at


@kernel
def helped(ground: Ints, here: Ints, side: int, turn: int, out: Ints, at: int) -> int:
    """Add a capture with each power of a monster that takes the arrow by which it would be answered (R39): `aided` of one character."""
    end = turn >> END & 63
    origin = turn & 63
    sources = here[OWN + side] & ~(1 << origin | 1 << end)
    kind = here[origin] >> KIND & 7
    if not here[end] or kind == MONSTER or turn >> MANNER & 3 == SWAP or (ground[ALL_REMOVALS] and loses(turn, kind, True)):
        return at
    while sources:
        source = bits((sources & -sources) - 1)
        sources &= sources - 1
        if here[source] >> KIND & 7 != MONSTER:
            continue
        targets = ground[BESIDE + source] & here[OWN + 1 - side] & ~(1 << end)
        while targets:
            target = bits((targets & -targets) - 1)
            targets &= targets - 1
            arrows = here[target] & ARROWS
            if ground[FINAL]:
                arrows |= here[target] >> GREYS & ARROWS
            for way in range(WAYS):
                if arrows >> way & 1 and ground[STEP + WAYS * target + way] == end and at < out.size:
                    out[at] = turn | MONSTER << POWER | source << SOURCE | 1 << AIMS | (target | way << 6) << AIM
                    at += 1
    return at
