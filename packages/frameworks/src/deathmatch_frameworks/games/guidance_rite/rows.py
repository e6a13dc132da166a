"""A match of a batch as a row of whole numbers: the position (`fast.py` of the game), then these columns. Sets of spaces are masks.

A piece that nobody owns yet has UNOWNED in its word, and its space is in FREE instead of a seat's set. Each seat has a block of columns
for the submission that it puts together, from `SEATS + BLOCK * seat` on.
"""

from __future__ import annotations

from typing import Final

from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.fast import Ints
from deathmatch.solve.kernel import kernel

UNOWNED: Final = 1 << 22  # of a word of a piece

OWED: Final = fast.SIZE  # the decision: CLAIM to OVER
BOUT: Final = fast.SIZE + 1  # from 1
AT_ONCE: Final = fast.SIZE + 2
ROUND: Final = fast.SIZE + 3
CLOSED: Final = fast.SIZE + 4  # spaces closed to placing (R17)
DUE: Final = fast.SIZE + 5  # + seat: pieces that it has still to place
FIRST: Final = fast.SIZE + 7  # who moved first; -1 for nobody, here and below
OPENER: Final = fast.SIZE + 8  # who moved first in bout 1
WINS: Final = fast.SIZE + 9  # + seat
AGAIN: Final = fast.SIZE + 11  # how often this bout has been played again (R54)
ITEMS: Final = fast.SIZE + 12  # + seat: the items that it holds, as a mask in the book's order
FREE: Final = fast.SIZE + 14  # the spaces of pieces that nobody owns
SEATS: Final = fast.SIZE + 15

# Of a seat's block.
STAGE: Final = 0  # of the submission, see `tokens.py`
ONE: Final = 1  # the first space or seat that it names
TWO: Final = 2  # the second one; of a placement whether its arrows are diagonal
USE: Final = 3  # the item: its number from 1 (bits 0, 1), two spaces (2 to 7, 8 to 13), directions or eighths (14 to 17, 18 to 21)
TURN: Final = 4  # the word of the turn (`words.py`)
ON: Final = 5  # the piece of which an arrow comes next; -1 for none
COUNT: Final = 6  # how many tokens there are
TOKENS: Final = 7  # these
LONGEST: Final = 14  # tokens of a submission
BLOCK: Final = TOKENS + LONGEST
WIDTH: Final = SEATS + 2 * BLOCK

CLAIM, PLACE, NAME, BATTLE, OVER = range(5)  # decisions; NAME is who moves first

# Parts of USE.
FIRST_SPACE, SECOND_SPACE, FIRST_BY, SECOND_BY = 2, 8, 14, 18
HONOUR, ROTATE, SWAPS = 1, 2, 3  # items

# Places of the options of a match.
CHOOSER, GIVEN, FILL, BEST_OF, IN_TURN, DMO, EACH_BOUT, HELD, COLUMNS, ROWS = 0, 1, 2, 3, 4, 5, 6, 7, 9, 10
OPTIONS: Final = 11  # IN_TURN: bouts that are played in turn. GIVEN: who moves first in bout 1, or -1. HELD is a pair

# Tokens, counted from the number of spaces; token 0 is the end, 1 the first space.
PLUS, CROSS, SEAT, PASSING, WAYS_AT, MANNERS, ITEMS_AT, ANGLES = 1, 2, 3, 5, 6, 14, 17, 20


# --- The pieces and arrows that a submission of a batch may name: movers, sources of powers and their targets, items (R23 to R43)


ITEM_PIECES = 9  # pieces on the board that an item needs (R40)
CROW_ARROWS = 3  # that a crow's power turns on one piece (R36)


# --- Movers


@kernel
def goes(ground: Ints, here: Ints, origin: int, still: int, out: Ints) -> bool:
    """Whether a piece has a legal movement; a guardian on a space of the mask `still` may not change places."""
    piece = here[origin]
    ways = piece & fast.ARROWS
    near = ground[fast.LEADS + origin]
    if not ground[fast.FINAL]:  # every piece may be captured, also one's own
        return bool(ways & near or (ways and piece >> fast.KIND & 7 == fast.GUARDIAN))
    near &= ways | piece >> fast.GREYS
    own = here[fast.OWN + (piece >> fast.OWNER & 1)]
    while near:
        way = fast.bits((near & -near) - 1)
        near &= near - 1
        if not own >> ground[fast.STEP + fast.WAYS * origin + way] & 1:
            return True
    for which in range(fast.movements(ground, here, 1 << origin, ~ground[fast.ZERO], out)):
        if out[which] >> fast.MANNER & 3 != fast.SWAP or not still >> (out[which] >> fast.END & 63) & 1:
            return True
    return False


@kernel
def origins(ground: Ints, here: Ints, seat: int, still: int, out: Ints) -> int:
    """The pieces of a seat with a legal movement, without those on the spaces of `still` (R40). `out` is room for 64 movements."""
    pieces, able = here[fast.OWN + seat] & ~still, 0
    while pieces:
        origin = fast.bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        if goes(ground, here, origin, still, out):
            able |= 1 << origin
    return able


@kernel
def carry(ground: Ints, here: Ints, turn: int) -> None:
    """Carry out a movement as `play.move` does, without a way back, hash and worth."""
    origin, end = turn & 63, turn >> fast.END & 63
    mover, there, left = here[origin], here[end], ground[fast.ZERO]
    both = ~(1 << origin | 1 << end)
    here[fast.OWN] &= both
    here[fast.OWN + 1] &= both
    if turn >> fast.MANNER & 3 == fast.SWAP:
        left, there = there & fast.NO_KIND, 0
        here[fast.OWN + (left >> fast.OWNER & 1)] |= 1 << origin
    here[origin], here[end] = left, fast.arrived(ground, mover, turn, there)
    here[fast.OWN + (mover >> fast.OWNER & 1)] |= 1 << end
    here[fast.LEFT] = there != 0


# --- Powers


@kernel
def targets(ground: Ints, here: Ints, source: int) -> int:
    """R39: the pieces with arrows beside a monster."""
    beside, able = ground[fast.BESIDE + source] & (here[fast.OWN] | here[fast.OWN + 1]), 0
    while beside:
        target = fast.bits((beside & -beside) - 1)
        beside &= beside - 1
        if here[target] & 0xFFFF:
            able |= 1 << target
    return able


@kernel
def greyed(here: Ints, seat: int, least: int) -> int:
    """The pieces of a seat with at least so many grey arrows."""
    pieces, able = here[fast.OWN + seat], 0
    while pieces:
        space = fast.bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        if fast.bits(here[space] >> fast.GREYS & fast.ARROWS) >= least:
            able |= 1 << space
    return able


@kernel
def crow_first(ground: Ints, here: Ints, seat: int) -> int:
    """R36: the pieces that a crow's power may name first."""
    some = greyed(here, seat, ground[fast.ZERO] + 1)
    if ground[fast.EXACT] and not some & (some - 1):
        return greyed(here, seat, ground[fast.ZERO] + CROW_ARROWS)
    return some


@kernel
def crow_tokens(ground: Ints, here: Ints, seat: int, turn: int) -> int:
    """The tokens after the arrows that a crow's power names so far: pieces, other arrows of the same piece, the end."""
    count = turn >> fast.AIMS & 3
    if not count:
        return crow_first(ground, here, seat) << 1
    space = turn >> fast.AIM & 63
    if count == CROW_ARROWS or (count > 1 and turn >> (fast.AIM + fast.AIM_BITS) & 63 != space):
        return 0
    ways = here[space] >> fast.GREYS & fast.ARROWS
    if ground[fast.EXACT] and fast.bits(ways) < CROW_ARROWS:
        ways = 0
    for number in range(count):
        ways &= ~(1 << (turn >> (fast.AIM + fast.AIM_BITS * number + 6) & 7))
    tokens = ways << (ground[fast.SPACES] + WAYS_AT)
    if count == 1:
        tokens |= (greyed(here, seat, ground[fast.ZERO] + 1) & ~(1 << space)) << 1
    if tokens and not ground[fast.EXACT]:
        tokens |= 1
    return int(tokens)


@kernel
def sources(ground: Ints, here: Ints, seat: int, turn: int, kind: int) -> int:
    """R34: the pieces that have something to be spent on after a movement; `kind` is the character that the mover set out with."""
    pieces = (here[fast.OWN] | here[fast.OWN + 1] if ground[fast.ANY] else here[fast.OWN + seat]) & ~(1 << (turn >> fast.END & 63))
    able = 0
    while pieces:
        source = fast.bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        piece = here[source]
        spent = piece >> fast.KIND & 7
        if spent in (kind, fast.PLAIN, fast.GUARDIAN):
            continue
        if spent == fast.RAT:
            works = piece & 0xFFFF != 0
        elif spent == fast.LIZARD:
            works = fast.bits(piece & 0xFFFF) < fast.FULL_LIZARD
        elif spent == fast.MONSTER:
            works = targets(ground, here, source) != 0
        elif ground[fast.FINAL]:
            works = crow_first(ground, here, seat) != 0
        else:
            works = piece >> fast.GREYS & fast.ARROWS != 0
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
            if not (here[space] | here[space] >> fast.GREYS) & arrow:
                here[space] |= arrow
    elif item == ROTATE:
        here[one] = fast.turned(here[one], use >> FIRST_BY & 7)
    else:
        first, second = here[one], here[other]
        here[one] = fast.refilled(first & fast.NO_KIND | second & ~fast.NO_KIND)
        here[other] = fast.refilled(second & fast.NO_KIND | first & ~fast.NO_KIND)


@kernel
def still_of(here: Ints, seat: int, use: int) -> int:
    """R40: the seat's own pieces that its item names."""
    if not use:
        return 0
    spaces = 1 << (use >> FIRST_SPACE & 63)
    if use & 3 == SWAPS:
        spaces |= 1 << (use >> SECOND_SPACE & 63)
    return int(spaces & here[fast.OWN + seat])


@kernel
def free_ways(here: Ints, space: int) -> int:
    """R41: the directions in which a piece has no arrow."""
    return int(~(here[space] | here[space] >> fast.GREYS) & fast.ARROWS)


@kernel
def lacking(here: Ints, pieces: int) -> int:
    """Those of some pieces that have not all arrows."""
    able = 0
    while pieces:
        space = fast.bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        if free_ways(here, space):
            able |= 1 << space
    return able


@kernel
def leaves(ground: Ints, here: Ints, seat: int, still: int, out: Ints) -> bool:
    """Whether a submission goes with an item that names these pieces of the seat: a movement of others or, if it had none before, a pass.

    An item changes nothing about the others' movements: who stands where stays, and a piece that is named changes no places.
    """
    return origins(ground, here, seat, still, out) != 0 or origins(ground, here, seat, ground[fast.ZERO], out) == 0


@kernel
def rotations(ground: Ints, here: Ints, seat: int, out: Ints) -> int:
    """R42: the pieces that Rotate may name."""
    pieces, able = here[fast.OWN + seat], 0
    while pieces:
        one = pieces & -pieces
        pieces &= pieces - 1
        if leaves(ground, here, seat, one, out):
            able |= one
    return int(able)


@kernel
def honours(ground: Ints, here: Ints, seat: int, out: Ints) -> int:
    """R41: the seat's own pieces that Point of Honour may name."""
    if not lacking(here, here[fast.OWN + 1 - seat]):
        return 0
    return int(rotations(ground, here, seat, out) & lacking(here, here[fast.OWN + seat]))


@kernel
def swaps(ground: Ints, here: Ints, seat: int, named: int, out: Ints) -> int:
    """R43: the pieces that Swap may name, with the piece on the space `named` if one is named already, else -1."""
    able = 0
    for whose in range(2):
        pieces = here[fast.OWN + whose]
        for one in range(ground[fast.SPACES]):
            if not pieces >> one & 1 or named not in (-1, one):
                continue
            for other in range(ground[fast.SPACES]):
                if not pieces >> other & 1 or not (here[one] ^ here[other]) & ~fast.NO_KIND:
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
    if not held or fast.bits(row[fast.OWN] | row[fast.OWN + 1]) < ITEM_PIECES:
        return 0
    able = 0
    if held & 1 and honours(ground, row, seat, out):
        able |= 1
    if held & 2 and rotations(ground, row, seat, out):
        able |= 2
    if held & 4 and swaps(ground, row, seat, ~ground[fast.ZERO], out):
        able |= 4
    return int(able << (ground[fast.SPACES] + ITEMS_AT))


# --- Turns of a batch put together token by token, as `compose.composition`, `spending` and `using` do it
#
# A function that takes a token returns the mask of the tokens that may follow; 0 if the submission is whole.


# Stages: what the next token is.
BEGIN, AFTER_ITEM, ENDS, MANNER_OF, SPENDING, LIZARD_WAY, MONSTER_TARGET, MONSTER_WAY, CROW_ARROW = range(9)
HONOUR_OWN, HONOUR_WAY, HONOUR_OTHER, HONOUR_OTHER_WAY, ROTATE_PIECE, ROTATE_BY, SWAP_ONE, SWAP_TWO = range(9, 17)
CLAIM_ONE, CLAIM_TWO, PLACE_SPACE, PLACE_ARROWS, NAME_SEAT, DONE = range(17, 23)

# Parts of the spare room: a position, a row of a log, movements of one piece.
LOG_AT, OUT_AT = fast.SIZE, fast.SIZE + fast.ROW
SPARE = OUT_AT + 64


@kernel
def begin(ground: Ints, row: Ints, spare: Ints, seat: int) -> int:
    """The first tokens of a turn: the pieces that can move, or a pass, and the items."""
    out = spare[OUT_AT:]
    may = origins(ground, row, seat, ground[fast.ZERO], out)
    tokens = may << 1 if may else 1 << (ground[fast.SPACES] + PASSING)
    row[SEATS + BLOCK * seat + STAGE] = BEGIN
    if ground[fast.FINAL]:
        tokens |= item_tokens(ground, row, seat, out)
    return int(tokens)


@kernel
def trial(row: Ints, spare: Ints, at: int) -> None:
    """The position after the item of the submission at `at`, if it has one, into the spare room."""
    for place in range(fast.SIZE):
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
        return int(fast.movements(ground, row, 1 << origin, ~ground[fast.ZERO], out))
    trial(row, spare, at)
    number = fast.movements(ground, spare, 1 << origin, ~ground[fast.ZERO], out)
    still = still_of(row, seat, row[at + USE])
    kept = 0
    for which in range(number):
        turn = out[which]
        if turn >> fast.MANNER & 3 != fast.SWAP or not still >> (turn >> fast.END & 63) & 1:
            out[kept] = turn
            kept += 1
    return kept


@kernel
def advance(ground: Ints, row: Ints, spare: Ints, seat: int, action: int) -> int:
    """A token of a turn."""
    at, size = SEATS + BLOCK * seat, ground[fast.SPACES]
    stage = row[at + STAGE]
    if stage >= HONOUR_OWN:
        return using(ground, row, spare, seat, action)
    if stage >= SPENDING:
        return spending(ground, row, spare, seat, action)
    if stage <= AFTER_ITEM and action > size:
        if action == size + PASSING:
            row[at + TURN] = fast.PASS
            return 0
        return using(ground, row, spare, seat, action)
    if stage == MANNER_OF:
        row[at + TURN] |= (action - size - MANNERS) << fast.MANNER
        return moved(ground, row, spare, seat)
    if stage == ENDS:
        number, manners = ways_of(ground, row, spare, seat, row[at + ONE]), 0
        for which in range(number):
            turn = spare[OUT_AT + which]
            if turn >> fast.END & 63 == action - 1:
                manners |= 1 << (turn >> fast.MANNER & 3)
                row[at + TURN] = turn
        if not manners & (manners - 1):
            return moved(ground, row, spare, seat)
        row[at + TURN] &= (1 << fast.MANNER) - 1
        row[at + STAGE] = MANNER_OF
        return int(manners << (size + MANNERS))
    row[at + ONE], row[at + STAGE] = action - 1, ENDS
    ends = 0
    for which in range(ways_of(ground, row, spare, seat, action - 1)):
        ends |= 2 << (spare[OUT_AT + which] >> fast.END & 63)
    return ends


@kernel
def moved(ground: Ints, row: Ints, spare: Ints, seat: int) -> int:
    """The movement is whole; a power may follow."""
    at = SEATS + BLOCK * seat
    trial(row, spare, at)
    turn = row[at + TURN]
    kind, captures = int(spare[turn & 63] >> fast.KIND & 7), spare[turn >> fast.END & 63] != 0
    if turn >> fast.MANNER & 3 == fast.SWAP or (ground[fast.ALL_REMOVALS] and fast.loses(turn, kind, captures)):
        return 0
    carry(ground, spare, turn)
    row[at + STAGE] = SPENDING
    able = sources(ground, spare, seat, turn, kind)
    return able << 1 | 1 if able else 0


@kernel
def spending(ground: Ints, row: Ints, spare: Ints, seat: int, action: int) -> int:
    """A token of a power; its end is the token 0."""
    at, size = SEATS + BLOCK * seat, ground[fast.SPACES]
    stage, turn = row[at + STAGE], row[at + TURN]
    if action == 0:
        return 0
    way = action - size - WAYS_AT
    if stage in (LIZARD_WAY, MONSTER_WAY):
        row[at + TURN] = turn | 1 << fast.AIMS | (row[at + TWO] | way << 6) << fast.AIM
        return 0
    after(ground, row, spare, at)
    if stage == MONSTER_TARGET:
        row[at + TWO], row[at + STAGE] = action - 1, MONSTER_WAY
        there = spare[action - 1]
        return int(((there | there >> fast.GREYS) & fast.ARROWS) << (size + WAYS_AT))
    if stage == CROW_ARROW:
        if action <= size:
            row[at + ON] = action - 1
            return int((spare[action - 1] >> fast.GREYS & fast.ARROWS) << (size + WAYS_AT))
        count = turn >> fast.AIMS & 3
        on = row[at + ON] if row[at + ON] >= 0 else turn >> (fast.AIM + fast.AIM_BITS * (count - 1)) & 63
        turn = turn & ~(3 << fast.AIMS) | (count + 1) << fast.AIMS | (on | way << 6) << (fast.AIM + fast.AIM_BITS * count)
        row[at + TURN], row[at + ON] = turn, -1
        return crow_tokens(ground, spare, seat, turn)
    source = action - 1
    piece = spare[source]
    kind = piece >> fast.KIND & 7
    turn |= kind << fast.POWER | source << fast.SOURCE
    row[at + TURN], row[at + TWO], row[at + ON] = turn, source, -1
    if kind == fast.LIZARD:
        row[at + STAGE] = LIZARD_WAY
        return int((~piece & fast.ARROWS) << (size + WAYS_AT))
    if kind == fast.MONSTER:
        row[at + STAGE] = MONSTER_TARGET
        return targets(ground, spare, source) << 1
    if kind == fast.CROW and ground[fast.FINAL]:
        row[at + STAGE] = CROW_ARROW
        return crow_tokens(ground, spare, seat, turn)
    return 0


@kernel
def using(ground: Ints, row: Ints, spare: Ints, seat: int, action: int) -> int:
    """A token of an item (R40 to R43)."""
    at, size = SEATS + BLOCK * seat, ground[fast.SPACES]
    out = spare[OUT_AT:]
    stage, use, space, way = row[at + STAGE], row[at + USE], action - 1, action - size - WAYS_AT
    if stage == BEGIN:
        item = action - size - ITEMS_AT + 1
        row[at + USE] = item
        row[at + STAGE] = HONOUR_OWN if item == HONOUR else ROTATE_PIECE if item == ROTATE else SWAP_ONE
        if item == HONOUR:
            return honours(ground, row, seat, out) << 1
        return (rotations(ground, row, seat, out) if item == ROTATE else swaps(ground, row, seat, ~ground[fast.ZERO], out)) << 1
    row[at + STAGE] = stage + 1
    if stage in (HONOUR_OWN, ROTATE_PIECE, SWAP_ONE):
        row[at + USE] = use | space << FIRST_SPACE
        if stage == HONOUR_OWN:
            return int(free_ways(row, space) << (size + WAYS_AT))
        return int(swaps(ground, row, seat, space, out) << 1 if stage == SWAP_ONE else 0x7F << (size + ANGLES))
    if stage == HONOUR_WAY:
        row[at + USE] = use | way << FIRST_BY
        return lacking(row, row[fast.OWN + 1 - seat]) << 1
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
    if not origins(ground, row, seat, ground[fast.ZERO], out):
        may |= 1 << (size + PASSING)
    row[at + STAGE] = AFTER_ITEM
    return int(may)
