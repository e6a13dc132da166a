"""The pieces and arrows that a submission of a batch may name: movers, sources of powers and their targets, items (R23 to R43)."""

from __future__ import annotations

from deathmatch.games.guidance_rite.fast import (
    AIM,
    AIM_BITS,
    AIMS,
    ANY,
    ARROWS,
    BESIDE,
    END,
    EXACT,
    FINAL,
    FULL_LIZARD,
    GREYS,
    GUARDIAN,
    KIND,
    LEADS,
    LEFT,
    LIZARD,
    MANNER,
    MONSTER,
    NO_KIND,
    OWN,
    OWNER,
    PLAIN,
    RAT,
    SPACES,
    STEP,
    SWAP,
    WAYS,
    ZERO,
    Ints,
    arrived,
    bits,
    movements,
    refilled,
    turned,
)
from deathmatch.solve.kernel import kernel
from deathmatch_frameworks.games.guidance_rite.columns import (
    FIRST_BY,
    FIRST_SPACE,
    HONOUR,
    ITEMS,
    ITEMS_AT,
    ROTATE,
    SECOND_BY,
    SECOND_SPACE,
    SWAPS,
    WAYS_AT,
)

ITEM_PIECES = 9  # pieces on the board that an item needs (R40)
CROW_ARROWS = 3  # that a crow's power turns on one piece (R36)


# --- Movers


@kernel
def goes(ground: Ints, here: Ints, origin: int, still: int, out: Ints) -> bool:
    """Whether a piece has a legal movement; a guardian on a space of the mask `still` may not change places."""
    piece = here[origin]
    ways = piece & ARROWS
    near = ground[LEADS + origin]
    if not ground[FINAL]:  # every piece may be captured, also one's own
        return bool(ways & near or (ways and piece >> KIND & 7 == GUARDIAN))
    near &= ways | piece >> GREYS
    own = here[OWN + (piece >> OWNER & 1)]
    while near:
        way = bits((near & -near) - 1)
        near &= near - 1
        if not own >> ground[STEP + WAYS * origin + way] & 1:
            return True
    for which in range(movements(ground, here, 1 << origin, ~ground[ZERO], out)):
        if out[which] >> MANNER & 3 != SWAP or not still >> (out[which] >> END & 63) & 1:
            return True
    return False


@kernel
def origins(ground: Ints, here: Ints, seat: int, still: int, out: Ints) -> int:
    """The pieces of a seat with a legal movement, without those on the spaces of `still` (R40). `out` is room for 64 movements."""
    pieces, able = here[OWN + seat] & ~still, 0
    while pieces:
        origin = bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        if goes(ground, here, origin, still, out):
            able |= 1 << origin
    return able


@kernel
def carry(ground: Ints, here: Ints, turn: int) -> None:
    """Carry out a movement as `play.move` does, without a way back, hash and worth."""
    origin, end = turn & 63, turn >> END & 63
    mover, there, left = here[origin], here[end], ground[ZERO]
    both = ~(1 << origin | 1 << end)
    here[OWN] &= both
    here[OWN + 1] &= both
    if turn >> MANNER & 3 == SWAP:
        left, there = there & NO_KIND, 0
        here[OWN + (left >> OWNER & 1)] |= 1 << origin
    here[origin], here[end] = left, arrived(ground, mover, turn, there)
    here[OWN + (mover >> OWNER & 1)] |= 1 << end
    here[LEFT] = there != 0


# --- Powers


@kernel
def targets(ground: Ints, here: Ints, source: int) -> int:
    """R39: the pieces with arrows beside a monster."""
    beside, able = ground[BESIDE + source] & (here[OWN] | here[OWN + 1]), 0
    while beside:
        target = bits((beside & -beside) - 1)
        beside &= beside - 1
        if here[target] & 0xFFFF:
            able |= 1 << target
    return able


@kernel
def greyed(here: Ints, seat: int, least: int) -> int:
    """The pieces of a seat with at least so many grey arrows."""
    pieces, able = here[OWN + seat], 0
    while pieces:
        space = bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        if bits(here[space] >> GREYS & ARROWS) >= least:
            able |= 1 << space
    return able


@kernel
def crow_first(ground: Ints, here: Ints, seat: int) -> int:
    """R36: the pieces that a crow's power may name first."""
    some = greyed(here, seat, ground[ZERO] + 1)
    if ground[EXACT] and not some & (some - 1):
        return greyed(here, seat, ground[ZERO] + CROW_ARROWS)
    return some


@kernel
def crow_tokens(ground: Ints, here: Ints, seat: int, turn: int) -> int:
    """The tokens after the arrows that a crow's power names so far: pieces, other arrows of the same piece, the end."""
    count = turn >> AIMS & 3
    if not count:
        return crow_first(ground, here, seat) << 1
    space = turn >> AIM & 63
    if count == CROW_ARROWS or (count > 1 and turn >> (AIM + AIM_BITS) & 63 != space):
        return 0
    ways = here[space] >> GREYS & ARROWS
    if ground[EXACT] and bits(ways) < CROW_ARROWS:
        ways = 0
    for number in range(count):
        ways &= ~(1 << (turn >> (AIM + AIM_BITS * number + 6) & 7))
    tokens = ways << (ground[SPACES] + WAYS_AT)
    if count == 1:
        tokens |= (greyed(here, seat, ground[ZERO] + 1) & ~(1 << space)) << 1
    if tokens and not ground[EXACT]:
        tokens |= 1
    return int(tokens)


@kernel
def sources(ground: Ints, here: Ints, seat: int, turn: int, kind: int) -> int:
    """R34: the pieces that have something to be spent on after a movement; `kind` is the character that the mover set out with."""
    pieces = (here[OWN] | here[OWN + 1] if ground[ANY] else here[OWN + seat]) & ~(1 << (turn >> END & 63))
    able = 0
    while pieces:
        source = bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        piece = here[source]
        spent = piece >> KIND & 7
        if spent in (kind, PLAIN, GUARDIAN):
            continue
        if spent == RAT:
            works = piece & 0xFFFF != 0
        elif spent == LIZARD:
            works = bits(piece & 0xFFFF) < FULL_LIZARD
        elif spent == MONSTER:
            works = targets(ground, here, source) != 0
        elif ground[FINAL]:
            works = crow_first(ground, here, seat) != 0
        else:
            works = piece >> GREYS & ARROWS != 0
        if works:
            able |= 1 << source
    return able


# --- Items


@kernel
def used(here: Ints, use: int) -> None:
    """R41 to R43: an item works, or comes to nothing."""
    item, one, other = use & 3, use >> FIRST_SPACE & 63, use >> SECOND_SPACE & 63
    if item == HONOUR:
        for number in range(2):
            space = other if number else one
            arrow = 1 << (use >> (SECOND_BY if number else FIRST_BY) & 7)
            if not (here[space] | here[space] >> GREYS) & arrow:
                here[space] |= arrow
    elif item == ROTATE:
        here[one] = turned(here[one], use >> FIRST_BY & 7)
    else:
        first, second = here[one], here[other]
        here[one] = refilled(first & NO_KIND | second & ~NO_KIND)
        here[other] = refilled(second & NO_KIND | first & ~NO_KIND)


@kernel
def still_of(here: Ints, seat: int, use: int) -> int:
    """R40: the seat's own pieces that its item names."""
    if not use:
        return 0
    spaces = 1 << (use >> FIRST_SPACE & 63)
    if use & 3 == SWAPS:
        spaces |= 1 << (use >> SECOND_SPACE & 63)
    return int(spaces & here[OWN + seat])


@kernel
def free_ways(here: Ints, space: int) -> int:
    """R41: the directions in which a piece has no arrow."""
    return int(~(here[space] | here[space] >> GREYS) & ARROWS)


@kernel
def lacking(here: Ints, pieces: int) -> int:
    """Those of some pieces that have not all arrows."""
    able = 0
    while pieces:
        space = bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        if free_ways(here, space):
            able |= 1 << space
    return able


@kernel
def leaves(ground: Ints, here: Ints, seat: int, still: int, out: Ints) -> bool:
    """Whether a submission goes with an item that names these pieces of the seat: a movement of others or, if it had none before, a pass.

    An item changes nothing about the others' movements: who stands where stays, and a piece that is named changes no places.
    """
    return origins(ground, here, seat, still, out) != 0 or origins(ground, here, seat, ground[ZERO], out) == 0


@kernel
def rotations(ground: Ints, here: Ints, seat: int, out: Ints) -> int:
    """R42: the pieces that Rotate may name."""
    pieces, able = here[OWN + seat], 0
    while pieces:
        one = pieces & -pieces
        pieces &= pieces - 1
        if leaves(ground, here, seat, one, out):
            able |= one
    return int(able)


@kernel
def honours(ground: Ints, here: Ints, seat: int, out: Ints) -> int:
    """R41: the seat's own pieces that Point of Honour may name."""
    if not lacking(here, here[OWN + 1 - seat]):
        return 0
    return int(rotations(ground, here, seat, out) & lacking(here, here[OWN + seat]))


@kernel
def swaps(ground: Ints, here: Ints, seat: int, named: int, out: Ints) -> int:
    """R43: the pieces that Swap may name, with the piece on the space `named` if one is named already, else -1."""
    able = 0
    for whose in range(2):
        pieces = here[OWN + whose]
        for one in range(ground[SPACES]):
            if not pieces >> one & 1 or named not in (-1, one):
                continue
            for other in range(ground[SPACES]):
                if not pieces >> other & 1 or not (here[one] ^ here[other]) & ~NO_KIND:
                    continue
                if whose != seat or leaves(ground, here, seat, 1 << one | 1 << other, out):
                    able |= 1 << other
                    if named < 0:
                        able |= 1 << one
    return able


@kernel
def item_tokens(ground: Ints, row: Ints, seat: int, out: Ints) -> int:
    """R40: the items that a seat may use now, as tokens."""
    held = row[ITEMS + seat]
    if not held or bits(row[OWN] | row[OWN + 1]) < ITEM_PIECES:
        return 0
    able = 0
    if held & 1 and honours(ground, row, seat, out):
        able |= 1
    if held & 2 and rotations(ground, row, seat, out):
        able |= 2
    if held & 4 and swaps(ground, row, seat, ~ground[ZERO], out):
        able |= 4
    return int(able << (ground[SPACES] + ITEMS_AT))
