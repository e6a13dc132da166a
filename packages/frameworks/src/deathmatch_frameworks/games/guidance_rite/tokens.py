"""Turns of a batch put together token by token, as `compose.composition`, `spending` and `using` do it.

A function that takes a token returns the mask of the tokens that may follow; 0 if the submission is whole.
"""

from __future__ import annotations

from deathmatch.games.guidance_rite.fast import (
    AIM,
    AIM_BITS,
    AIMS,
    ALL_REMOVALS,
    ARROWS,
    CROW,
    END,
    FINAL,
    GREYS,
    KIND,
    LIZARD,
    MANNER,
    MONSTER,
    OWN,
    PASS,
    POWER,
    ROW,
    SIZE,
    SOURCE,
    SPACES,
    SWAP,
    ZERO,
    Ints,
    loses,
    movements,
)
from deathmatch.solve.kernel import kernel
from deathmatch_frameworks.games.guidance_rite.columns import (
    ANGLES,
    BLOCK,
    FIRST_BY,
    FIRST_SPACE,
    HONOUR,
    ITEMS_AT,
    MANNERS,
    ON,
    ONE,
    PASSING,
    ROTATE,
    SEATS,
    SECOND_BY,
    SECOND_SPACE,
    STAGE,
    TURN,
    TWO,
    USE,
    WAYS_AT,
)
from deathmatch_frameworks.games.guidance_rite.naming import (
    carry,
    crow_tokens,
    free_ways,
    honours,
    item_tokens,
    lacking,
    origins,
    rotations,
    sources,
    still_of,
    swaps,
    targets,
    used,
)

# Stages: what the next token is.
BEGIN, AFTER_ITEM, ENDS, MANNER_OF, SPENDING, LIZARD_WAY, MONSTER_TARGET, MONSTER_WAY, CROW_ARROW = range(9)
HONOUR_OWN, HONOUR_WAY, HONOUR_OTHER, HONOUR_OTHER_WAY, ROTATE_PIECE, ROTATE_BY, SWAP_ONE, SWAP_TWO = range(9, 17)
CLAIM_ONE, CLAIM_TWO, PLACE_SPACE, PLACE_ARROWS, NAME_SEAT, DONE = range(17, 23)

# Parts of the spare room: a position, a row of a log, movements of one piece.
LOG_AT, OUT_AT = SIZE, SIZE + ROW
SPARE = OUT_AT + 64


@kernel
def begin(ground: Ints, row: Ints, spare: Ints, seat: int) -> int:
    """The first tokens of a turn: the pieces that can move, or a pass, and the items."""
    out = spare[OUT_AT:]
    may = origins(ground, row, seat, ground[ZERO], out)
    tokens = may << 1 if may else 1 << (ground[SPACES] + PASSING)
    row[SEATS + BLOCK * seat + STAGE] = BEGIN
    if ground[FINAL]:
        tokens |= item_tokens(ground, row, seat, out)
    return int(tokens)


@kernel
def trial(row: Ints, spare: Ints, at: int) -> None:
    """The position after the item of the submission at `at`, if it has one, into the spare room."""
    for place in range(SIZE):
        spare[place] = row[place]
    if row[at + USE]:
        used(spare, row[at + USE])


@kernel
def after(ground: Ints, row: Ints, spare: Ints, at: int) -> None:
    """The position after the item and the movement, into the spare room."""
    trial(row, spare, at)
    carry(ground, spare, row[at + TURN])


@kernel
def ways_of(ground: Ints, row: Ints, spare: Ints, seat: int, origin: int) -> int:
    """The movements of a piece after the item, if one is used, into the spare room from `OUT_AT` on; returns how many there are."""
    at = SEATS + BLOCK * seat
    out = spare[OUT_AT:]
    if not row[at + USE]:
        return int(movements(ground, row, 1 << origin, ~ground[ZERO], out))
    trial(row, spare, at)
    number = movements(ground, spare, 1 << origin, ~ground[ZERO], out)
    still = still_of(row, seat, row[at + USE])
    kept = 0
    for which in range(number):
        turn = out[which]
        if turn >> MANNER & 3 != SWAP or not still >> (turn >> END & 63) & 1:
            out[kept] = turn
            kept += 1
    return kept


@kernel
def advance(ground: Ints, row: Ints, spare: Ints, seat: int, action: int) -> int:
    """A token of a turn."""
    at, size = SEATS + BLOCK * seat, ground[SPACES]
    stage = row[at + STAGE]
    if stage >= HONOUR_OWN:
        return using(ground, row, spare, seat, action)
    if stage >= SPENDING:
        return spending(ground, row, spare, seat, action)
    if stage <= AFTER_ITEM and action > size:
        if action == size + PASSING:
            row[at + TURN] = PASS
            return 0
        return using(ground, row, spare, seat, action)
    if stage == MANNER_OF:
        row[at + TURN] |= (action - size - MANNERS) << MANNER
        return moved(ground, row, spare, seat)
    if stage == ENDS:
        number, manners = ways_of(ground, row, spare, seat, row[at + ONE]), 0
        for which in range(number):
            turn = spare[OUT_AT + which]
            if turn >> END & 63 == action - 1:
                manners |= 1 << (turn >> MANNER & 3)
                row[at + TURN] = turn
        if not manners & (manners - 1):
            return moved(ground, row, spare, seat)
        row[at + TURN] &= (1 << MANNER) - 1
        row[at + STAGE] = MANNER_OF
        return int(manners << (size + MANNERS))
    row[at + ONE], row[at + STAGE] = action - 1, ENDS
    ends = 0
    for which in range(ways_of(ground, row, spare, seat, action - 1)):
        ends |= 2 << (spare[OUT_AT + which] >> END & 63)
    return ends


@kernel
def moved(ground: Ints, row: Ints, spare: Ints, seat: int) -> int:
    """The movement is whole; a power may follow."""
    at = SEATS + BLOCK * seat
    trial(row, spare, at)
    turn = row[at + TURN]
    kind, captures = int(spare[turn & 63] >> KIND & 7), spare[turn >> END & 63] != 0
    if turn >> MANNER & 3 == SWAP or (ground[ALL_REMOVALS] and loses(turn, kind, captures)):
        return 0
    carry(ground, spare, turn)
    row[at + STAGE] = SPENDING
    able = sources(ground, spare, seat, turn, kind)
    return able << 1 | 1 if able else 0


@kernel
def spending(ground: Ints, row: Ints, spare: Ints, seat: int, action: int) -> int:
    """A token of a power; its end is the token 0."""
    at, size = SEATS + BLOCK * seat, ground[SPACES]
    stage, turn = row[at + STAGE], row[at + TURN]
    if action == 0:
        return 0
    way = action - size - WAYS_AT
    if stage in (LIZARD_WAY, MONSTER_WAY):
        row[at + TURN] = turn | 1 << AIMS | (row[at + TWO] | way << 6) << AIM
        return 0
    after(ground, row, spare, at)
    if stage == MONSTER_TARGET:
        row[at + TWO], row[at + STAGE] = action - 1, MONSTER_WAY
        there = spare[action - 1]
        return int(((there | there >> GREYS) & ARROWS) << (size + WAYS_AT))
    if stage == CROW_ARROW:
        if action <= size:
            row[at + ON] = action - 1
            return int((spare[action - 1] >> GREYS & ARROWS) << (size + WAYS_AT))
        count = turn >> AIMS & 3
        on = row[at + ON] if row[at + ON] >= 0 else turn >> (AIM + AIM_BITS * (count - 1)) & 63
        turn = turn & ~(3 << AIMS) | (count + 1) << AIMS | (on | way << 6) << (AIM + AIM_BITS * count)
        row[at + TURN], row[at + ON] = turn, -1
        return crow_tokens(ground, spare, seat, turn)
    source = action - 1
    piece = spare[source]
    kind = piece >> KIND & 7
    turn |= kind << POWER | source << SOURCE
    row[at + TURN], row[at + TWO], row[at + ON] = turn, source, -1
    if kind == LIZARD:
        row[at + STAGE] = LIZARD_WAY
        return int((~piece & ARROWS) << (size + WAYS_AT))
    if kind == MONSTER:
        row[at + STAGE] = MONSTER_TARGET
        return targets(ground, spare, source) << 1
    if kind == CROW and ground[FINAL]:
        row[at + STAGE] = CROW_ARROW
        return crow_tokens(ground, spare, seat, turn)
    return 0


@kernel
def using(ground: Ints, row: Ints, spare: Ints, seat: int, action: int) -> int:
    """A token of an item (R40 to R43)."""
    at, size = SEATS + BLOCK * seat, ground[SPACES]
    out = spare[OUT_AT:]
    stage, use, space, way = row[at + STAGE], row[at + USE], action - 1, action - size - WAYS_AT
    if stage == BEGIN:
        item = action - size - ITEMS_AT + 1
        row[at + USE] = item
        row[at + STAGE] = HONOUR_OWN if item == HONOUR else ROTATE_PIECE if item == ROTATE else SWAP_ONE
        if item == HONOUR:
            return honours(ground, row, seat, out) << 1
        return (rotations(ground, row, seat, out) if item == ROTATE else swaps(ground, row, seat, ~ground[ZERO], out)) << 1
    row[at + STAGE] = stage + 1
    if stage in (HONOUR_OWN, ROTATE_PIECE, SWAP_ONE):
        row[at + USE] = use | space << FIRST_SPACE
        if stage == HONOUR_OWN:
            return int(free_ways(row, space) << (size + WAYS_AT))
        return int(swaps(ground, row, seat, space, out) << 1 if stage == SWAP_ONE else 0x7F << (size + ANGLES))
    if stage == HONOUR_WAY:
        row[at + USE] = use | way << FIRST_BY
        return lacking(row, row[OWN + 1 - seat]) << 1
    if stage == HONOUR_OTHER:
        row[at + USE] = use | space << SECOND_SPACE
        return int(free_ways(row, space) << (size + WAYS_AT))
    if stage == HONOUR_OTHER_WAY:
        row[at + USE] = use | way << SECOND_BY
    elif stage == ROTATE_BY:
        row[at + USE] = use | (action - size - ANGLES + 1) << FIRST_BY
    elif stage == SWAP_TWO:
        row[at + USE] = use | space << SECOND_SPACE
    trial(row, spare, at)
    may = origins(ground, spare, seat, still_of(row, seat, row[at + USE]), out) << 1
    if not origins(ground, row, seat, ground[ZERO], out):
        may |= 1 << (size + PASSING)
    row[at + STAGE] = AFTER_ITEM
    return int(may)
