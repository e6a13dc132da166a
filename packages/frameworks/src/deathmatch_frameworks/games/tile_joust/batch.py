"""Many matches at once, by kernels: auctions, left-over tiles, items and jousts (R2 to R25), without time-outs and resignations.

A match is a row of small numbers: the columns below, then a **block** for each set. A pair of columns is seat A, then seat B. The masks of
legal actions stand beside it.

The tiles of a set that a seat holds, in hand or stored, are a mask: bit N for the number N, and bit `TURNED` for the inverted tile, whose
present number stands in a column of its own. A tile up is 16 times its set, from 0, and its bit. A lot is a place in the auction: 3 times
the group, from 0, and the size; those left over come last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.tile_joust.values import GROUPS, HIGHEST, MOST
from deathmatch.solve.kernel import inner, kernel
from deathmatch_frameworks.offered import BITS, ZERO
from deathmatch_frameworks.offered import Words as Masks
from deathmatch_frameworks.splitmix import below

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds


Rows: TypeAlias = NDArray[np.int16]
Ints: TypeAlias = NDArray[np.int64]

# Columns of a match.
OWED, ASKED, SET, ACTOR, GROUP, SIZE, BID, UNSOLD, ROUND = range(9)
CHIPS, POINTS, UPS = 9, 11, 13  # pairs; UPS counts the tiles up
HOLDER, USED = 15, 18  # by item: the seat, `NOBODY` before the pick; the set of its use, from 1, 0 for none
TURNED_NUMBER, TURNED_SET, TURNED_LOT, TURNED_SEAT = 21, 22, 23, 24  # of the inverted tile: the number is -1 before there is one
UP = 25  # MOST tiles of A, then those of B
AGAIN = UP + 2 * MOST  # pairs of a set from 1 and what `SEEN` says, for a number that a seat has revealed twice in a set
AGAIN_NUMBER: Final = AGAIN + 4
HEAD: Final = AGAIN_NUMBER + 2

# Places in the block of a set, from `HEAD + SPAN * set` on.
NUMBERS: Final = HIGHEST + 1
LOTS: Final = 3 * GROUPS
DEALT, LOT_OF, SOLD, HELD, SEEN = 0, NUMBERS, 2 * NUMBERS, 2 * NUMBERS + LOTS, 2 * NUMBERS + LOTS + 2
"""The number of each lot; the lot of each number; the sale of each lot, 2 * price + seat or -1; masks of A and B;
the numbers revealed by A and B."""
FEWER: Final = SEEN + 2 * NUMBERS  # the seat with fewer tiles, `NOBODY` if the counts are equal or not known yet
GIVEN: Final = FEWER + 1  # the number that this seat gave away and 1; 0 for none
SPAN: Final = GIVEN + 1

# The decisions, in OWED. The last two are steps on the way to one.
PICK, BIDDING, CHOOSE, KEEP, ITEMS, FIRST, MORE, OVER = range(8)
DEALING, AUCTION, PHASE, JOUST, ENDING, STOP = range(8, 14)

INVERSION, EQUALISER, CONCEAL = range(3)
NOBODY: Final = 2
NOTHING: Final = -1
TURNED: Final = NUMBERS  # the bit of the inverted tile
GONE: Final = 6  # in SEEN: the group is hidden; else 1 and the group, 0 for a number not revealed
RECOLOURED: Final = 8  # added to it if the colour is not that of the number

# Places of the options; from FOLD on the first action of each kind.
START, SETS, OPENING, DMO, PICKER, LOWEST, BOTH_HIDDEN, RECOLOUR, SHOWN_ALL, PREVIEW = range(10)
FOLD, PASS, SIZES, PICKS, KEEPS, CONCEALS, INVERTS, BOTH_ITEMS, PUTS, LATER, EACH, BIDS = range(10, 22)
"""PUTS: `put` of each number, then in `final` of the inverted tile by its number. LATER: the tiles of set 1 in the final joust; each set
has EACH actions: as PUTS, then in `final` `invert`."""
OPTIONS: Final = BIDS + 1


@inner
def span(number: int) -> int:
    """Where the block of a set begins, from set 1."""
    return HEAD + SPAN * (number - 1)


@inner
def ones(mask: int) -> int:
    """How many tiles a mask has."""
    mask = (mask & 0x5555) + (mask >> 1 & 0x5555)
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = (mask & 0x0F0F) + (mask >> 4 & 0x0F0F)
    return (mask & 0x1F) + (mask >> 8)


@kernel
def hand(rows: Rows, match: int, seat: int, sets: int) -> int:
    """How many tiles a seat has in hand: those of the set, in the final joust those of all sets."""
    if rows[match, SET] <= sets:
        return ones(int(rows[match, span(rows[match, SET]) + HELD + seat]))
    count = 0
    for number in range(1, sets + 1):
        count += ones(int(rows[match, span(number) + HELD + seat]))
    return count


# --- A match goes on


@kernel
def dealt(rows: Rows, match: int, options: Ints, seeds: Seeds) -> None:
    """R14: a full set of tiles in a random order; those of a group and those left over ascend."""
    block, lowest = span(rows[match, SET]), options[LOWEST]
    count = NUMBERS - lowest
    for place in range(count):
        other = below(seeds, match, place + 1)
        rows[match, block + place] = rows[match, block + other]
        rows[match, block + other] = lowest + place
    for first in range(0, count, 3):
        last = min(first + 3, count)
        for place in range(first + 1, last):
            number, at = rows[match, block + place], place
            while at > first and rows[match, block + at - 1] > number:
                rows[match, block + at] = rows[match, block + at - 1]
                at -= 1
            rows[match, block + at] = number
    for place in range(count):
        rows[match, block + LOT_OF + rows[match, block + place]] = place
    rows[match, GROUP], rows[match, SIZE], rows[match, UNSOLD], rows[match, BID] = 0, 1, 7, NOTHING
    rows[match, ACTOR] = rows[match, HOLDER + EQUALISER]


@kernel
def sold(rows: Rows, match: int, sets: int) -> int:
    """R16, R17: the seat to act folds; the next step of the match."""
    block, buyer, size = span(rows[match, SET]), 1 - rows[match, ACTOR], rows[match, SIZE]
    lot, price = 3 * rows[match, GROUP] + size, max(0, rows[match, BID])
    number = int(rows[match, block + lot])
    rows[match, CHIPS + buyer] -= price
    rows[match, block + SOLD + lot] = 2 * price + buyer
    rows[match, block + HELD + buyer] |= 1 << number
    rows[match, UNSOLD] &= ~(1 << size)
    rows[match, ACTOR], rows[match, BID] = buyer, NOTHING
    unsold = int(rows[match, UNSOLD])
    if unsold & (unsold - 1):
        rows[match, OWED], rows[match, ASKED], rows[match, SIZE] = CHOOSE, 1 << buyer, NOTHING
        return STOP
    if unsold:
        rows[match, SIZE] = unsold >> 1
        return AUCTION
    if rows[match, GROUP] < GROUPS - 1:
        rows[match, GROUP] += 1
        rows[match, UNSOLD] = 7
        first = block + 3 * rows[match, GROUP]
        low = abs(rows[match, first] - number)
        middle, high = abs(rows[match, first + 1] - number), abs(rows[match, first + 2] - number)
        nearest = min(low, middle, high)
        rows[match, SIZE] = 0 if low == nearest < min(middle, high) else 2 if high == nearest < min(low, middle) else 1
        return AUCTION
    return left_over(rows, match, block)


@kernel
def left_over(rows: Rows, match: int, block: int) -> int:
    """R18: the next step after the twelfth sale."""
    a, b = ones(int(rows[match, block + HELD])), ones(int(rows[match, block + HELD + 1]))
    rows[match, GROUP] = NOTHING
    if a == b:
        return PHASE
    fewer = 0 if a < b else 1
    rows[match, block + FEWER] = fewer
    if rows[match, HOLDER + INVERSION] != NOBODY:
        rows[match, OWED], rows[match, ASKED] = KEEP, 1 << fewer
        return STOP
    rows[match, block + HELD + fewer] |= 1 << int(rows[match, block + LOTS])
    return PHASE


@inner
def usable(rows: Rows, match: int, seat: int, item: int, sets: int) -> bool:
    """R8: whether a seat holds an item and may use it now; Conceal in a set only."""
    held = rows[match, HOLDER + item] == seat and rows[match, USED + item] == 0
    return held and (item == INVERSION or rows[match, SET] <= sets)


@kernel
def phase(rows: Rows, match: int, sets: int) -> int:
    """R19: the next step once all tiles of a hand are there."""
    final = rows[match, SET] > sets
    if min(hand(rows, match, 0, sets), hand(rows, match, 1, sets)) <= (0 if final else 1):
        return ENDING
    asked = 0
    for seat in range(2):
        if usable(rows, match, seat, INVERSION, sets) or usable(rows, match, seat, CONCEAL, sets):
            asked |= 1 << seat
    if asked == 0:
        return JOUST
    rows[match, OWED], rows[match, ASKED] = ITEMS, asked
    return STOP


@kernel
def go_on(rows: Rows, match: int, options: Ints, seeds: Seeds, then: int) -> int:
    """The steps until a seat owes something; the winner if the match is over, else -1."""
    sets = options[SETS]
    while then != STOP:
        if then == DEALING:
            dealt(rows, match, options, seeds)
            then = AUCTION
        elif then == AUCTION:  # R15: a seat whose chips do not reach the lowest bid folds
            actor, bid = rows[match, ACTOR], rows[match, BID]
            if rows[match, CHIPS + actor] >= (options[OPENING] if bid == NOTHING else bid + 1):
                rows[match, OWED], rows[match, ASKED] = BIDDING, 1 << actor
                return -1
            then = sold(rows, match, sets)
        elif then == PHASE:
            then = phase(rows, match, sets)
        elif then == JOUST:
            rows[match, OWED], rows[match, ASKED], rows[match, ROUND] = FIRST, 3, 1
            return -1
        elif rows[match, SET] <= sets:  # R23
            rows[match, SET] += 1
            then = DEALING if rows[match, SET] <= sets else PHASE
        else:  # R24, R25
            rows[match, OWED], rows[match, ASKED] = OVER, 0
            for seat in range(2):
                rows[match, POINTS + seat] += hand(rows, match, seat, sets)
            lead = rows[match, POINTS] - rows[match, POINTS + 1]
            return int(rows[match, HOLDER + EQUALISER]) if lead == 0 else 0 if lead > 0 else 1
    return -1


# --- Items and jousts


@kernel
def use(rows: Rows, match: int, seat: int, options: Ints, action: int) -> None:
    """R20: the items that a seat uses."""
    present, lowest, sets = rows[match, SET], options[LOWEST], options[SETS]
    count = NUMBERS - lowest
    number, whose = -1, present
    if action == options[CONCEALS] or options[BOTH_ITEMS] <= action < options[BOTH_ITEMS] + count:
        rows[match, USED + CONCEAL] = present
    if present > sets and action >= options[LATER]:
        place = action - options[LATER]
        whose = place // options[EACH] + 1
        number = place % options[EACH] - 2 * count + lowest
    elif options[BOTH_ITEMS] <= action < options[BOTH_ITEMS] + count:
        number = action - options[BOTH_ITEMS] + lowest
    elif options[INVERTS] <= action < options[INVERTS] + count:
        number = action - options[INVERTS] + lowest
    if number >= 0:
        block = span(whose)
        held = int(rows[match, block + HELD + seat])
        rows[match, block + HELD + seat] = held & ~(1 << number) | 1 << TURNED
        rows[match, TURNED_NUMBER], rows[match, TURNED_SET], rows[match, TURNED_SEAT] = HIGHEST - number, whose, seat
        rows[match, TURNED_LOT] = rows[match, block + LOT_OF + number]
        rows[match, USED + INVERSION] = present


@kernel
def put(rows: Rows, match: int, seat: int, options: Ints, action: int) -> None:
    """R21: a tile goes from the hand onto the table."""
    count, whose, place = NUMBERS - options[LOWEST], rows[match, SET] - 1, action - options[PUTS]
    if rows[match, SET] > options[SETS]:
        place = action - options[LATER]
        whose = place // options[EACH]
        place -= options[EACH] * whose
    bit = place + options[LOWEST] if place < count else TURNED
    block = HEAD + SPAN * whose
    rows[match, block + HELD + seat] &= ~(1 << bit)
    rows[match, UP + MOST * seat + rows[match, UPS + seat]] = 16 * whose + bit
    rows[match, UPS + seat] += 1


@inner
def number_of(rows: Rows, match: int, tile: int) -> int:
    """The number of a tile that is up."""
    return int(rows[match, TURNED_NUMBER]) if tile & 15 == TURNED else tile & 15


@inner
def group_of(rows: Rows, match: int, tile: int) -> int:
    """The group of a tile that is up, from 1; 0 for a left-over one."""
    bit = tile & 15
    lot = rows[match, TURNED_LOT] if bit == TURNED else rows[match, HEAD + SPAN * (tile >> 4) + LOT_OF + bit]
    return 0 if lot >= LOTS else int(lot) // 3 + 1


@inner
def hidden(rows: Rows, match: int, seat: int, options: Ints) -> bool:
    """R20: whether Conceal hides the groups of the tiles that a seat puts up."""
    used = rows[match, USED + CONCEAL]
    shown = options[BOTH_HIDDEN] == 0 and rows[match, HOLDER + CONCEAL] != seat
    return bool(used > 0 and used == rows[match, SET] and not shown)


@kernel
def reveal(rows: Rows, match: int, seat: int, options: Ints, tile: int) -> None:
    """R22: everybody sees a tile."""
    number = number_of(rows, match, tile)
    shown = GONE if hidden(rows, match, seat, options) else 1 + group_of(rows, match, tile)
    if tile & 15 == TURNED and options[RECOLOUR] == 0:
        shown += RECOLOURED
    place = HEAD + SPAN * (tile >> 4) + SEEN + NUMBERS * seat + number
    if rows[match, place] == 0:
        rows[match, place] = shown
    else:
        rows[match, AGAIN + seat], rows[match, AGAIN + 2 + seat] = (tile >> 4) + 1, shown
        rows[match, AGAIN_NUMBER + seat] = number


@kernel
def resolved(rows: Rows, match: int, options: Ints) -> int:
    """R22: the joust is counted, its tiles are spent; the next step."""
    a, b, low_a, low_b = 0, 0, HIGHEST, HIGHEST
    for place in range(rows[match, UPS]):
        tile = int(rows[match, UP + place])
        number = number_of(rows, match, tile)
        a, low_a = a + number, min(low_a, number)
        reveal(rows, match, 0, options, tile)
    for place in range(rows[match, UPS + 1]):
        tile = int(rows[match, UP + MOST + place])
        number = number_of(rows, match, tile)
        b, low_b = b + number, min(low_b, number)
        reveal(rows, match, 1, options, tile)
    rows[match, POINTS] += 0 if a < b else low_b
    rows[match, POINTS + 1] += 0 if b < a else low_a
    rows[match, UPS] = rows[match, UPS + 1] = rows[match, ROUND] = 0
    sets = options[SETS]
    fewest = min(hand(rows, match, 0, sets), hand(rows, match, 1, sets))
    return ENDING if fewest <= (0 if rows[match, SET] > sets else 1) else JOUST


@kernel
def jousted(rows: Rows, match: int, options: Ints, actions: Actions) -> int:
    """R21: a round of a joust; the next step."""
    asked, added = int(rows[match, ASKED]), False
    for seat in range(2):
        if asked >> seat & 1 and actions[match, seat] != options[PASS]:
            put(rows, match, seat, options, actions[match, seat])
            added = True
    if not added:
        return resolved(rows, match, options)
    asked = 0
    for seat in range(2):
        if rows[match, UPS + seat] < MOST and hand(rows, match, seat, options[SETS]) > 0:
            asked |= 1 << seat
    if asked == 0:
        return resolved(rows, match, options)
    rows[match, OWED], rows[match, ASKED] = MORE, asked
    rows[match, ROUND] += 1
    return STOP


@kernel
def alone(rows: Rows, match: int, options: Ints, action: int) -> int:
    """A decision that one seat owes (R2, R4 to R7); the next step."""
    owed, seat = rows[match, OWED], rows[match, ASKED] >> 1
    if owed == BIDDING:
        if action == options[FOLD]:
            return sold(rows, match, options[SETS])
        rows[match, BID], rows[match, ACTOR] = action - options[BIDS], 1 - seat
        return AUCTION
    if owed == CHOOSE:
        rows[match, SIZE] = action - options[SIZES]
        return AUCTION
    if owed == KEEP:
        block = span(rows[match, SET])
        kept, away = int(rows[match, block + LOTS]), int(rows[match, block + LOTS + 1])
        if action - options[KEEPS] + options[LOWEST] != kept:
            kept, away = away, kept
        rows[match, block + HELD + seat] |= 1 << kept
        rows[match, block + HELD + 1 - seat] |= 1 << away
        rows[match, block + GIVEN] = away + 1
        return PHASE
    for item in range(3):
        rows[match, HOLDER + item] = seat if action - options[PICKS] == item else 1 - seat
    return DEALING


# --- What the seats of a batch may do, and the steps of its matches, over the rows of `batch.py`
#
# The legal actions of both seats are masks (`solve/offered.py`), written at the end of each step.


@inner
def spread(masks: Masks, match: int, seat: int, first: int, bits: int) -> None:
    """Allow the actions from `first` on whose bits are on, 63 at most."""
    word, shift = first // BITS, first % BITS
    masks[match, seat, word] |= np.uint64(bits) << np.uint64(shift)
    if shift and word + 1 < masks.shape[2]:
        masks[match, seat, word + 1] |= np.uint64(bits) >> np.uint64(BITS - shift)


@kernel
def bids(rows: Rows, masks: Masks, match: int, seat: int, options: Ints) -> None:
    """R4, R5."""
    spread(masks, match, seat, options[FOLD], 1)
    low = options[OPENING] if rows[match, BID] == NOTHING else rows[match, BID] + 1
    first, left = int(options[BIDS] + low), int(rows[match, CHIPS + seat] - low + 1)
    while left > 0:
        some = min(left, BITS - 2)
        spread(masks, match, seat, first, (1 << some) - 1)
        first += some
        left -= some


@kernel
def puts(rows: Rows, masks: Masks, match: int, seat: int, options: Ints) -> None:
    """R9: each tile of the hand."""
    lowest, present, sets = options[LOWEST], rows[match, SET], options[SETS]
    low, high = (present, present) if present <= sets else (1, sets)
    for whose in range(low, high + 1):
        first = options[PUTS] if present <= sets else options[LATER] + options[EACH] * (whose - 1)
        held = int(rows[match, span(whose) + HELD + seat])
        spread(masks, match, seat, first, (held & (1 << TURNED) - 1) >> lowest)
        if held >> TURNED:
            spread(masks, match, seat, first + NUMBERS - 2 * lowest + rows[match, TURNED_NUMBER], 1)


@kernel
def uses(rows: Rows, masks: Masks, match: int, seat: int, options: Ints) -> None:
    """R8."""
    lowest, present, sets = options[LOWEST], rows[match, SET], options[SETS]
    plain = (1 << TURNED) - 1
    conceals = usable(rows, match, seat, CONCEAL, sets)
    if conceals:
        spread(masks, match, seat, options[CONCEALS], 1)
    if not usable(rows, match, seat, INVERSION, sets):
        return
    if present <= sets:
        held = (int(rows[match, span(present) + HELD + seat]) & plain) >> lowest
        spread(masks, match, seat, options[INVERTS], held)
        if conceals:
            spread(masks, match, seat, options[BOTH_ITEMS], held)
        return
    for whose in range(1, sets + 1):
        first = options[LATER] + options[EACH] * (whose - 1) + 2 * (NUMBERS - lowest)
        spread(masks, match, seat, first, (int(rows[match, span(whose) + HELD + seat]) & plain) >> lowest)


@kernel
def offer(rows: Rows, masks: Masks, match: int, options: Ints) -> None:
    """Write the masks of a match."""
    owed = rows[match, OWED]
    for seat in range(2):
        for word in range(masks.shape[2]):
            masks[match, seat, word] = ZERO
        if not rows[match, ASKED] >> seat & 1:
            continue
        if owed in (ITEMS, MORE):
            spread(masks, match, seat, options[PASS], 1)
        if owed == BIDDING:
            bids(rows, masks, match, seat, options)
        elif owed >= FIRST:
            puts(rows, masks, match, seat, options)
        elif owed == ITEMS:
            uses(rows, masks, match, seat, options)
        elif owed == CHOOSE:
            spread(masks, match, seat, options[SIZES], int(rows[match, UNSOLD]))
        elif owed == PICK:
            spread(masks, match, seat, options[PICKS], 7)
        else:
            block, first = span(rows[match, SET]), options[KEEPS] - options[LOWEST]
            spread(masks, match, seat, first + rows[match, block + LOTS], 1)
            spread(masks, match, seat, first + rows[match, block + LOTS + 1], 1)


# --- The matches of a batch


@kernel
def start(rows: Rows, masks: Masks, options: Ints, which: Bools, seeds: Seeds) -> None:
    """Set-up of these matches."""
    for match in range(rows.shape[0]):
        if not which[match]:
            continue
        for place in range(rows.shape[1]):
            rows[match, place] = 0
        for number in range(1, options[SETS] + 1):
            block = span(number)
            rows[match, block + FEWER] = NOBODY
            for lot in range(LOTS):
                rows[match, block + SOLD + lot] = NOTHING
        rows[match, CHIPS] = rows[match, CHIPS + 1] = options[START]
        rows[match, SET] = 1
        rows[match, GROUP] = rows[match, SIZE] = rows[match, BID] = rows[match, TURNED_NUMBER] = NOTHING
        rows[match, HOLDER] = rows[match, HOLDER + 1] = rows[match, HOLDER + 2] = rows[match, TURNED_SEAT] = NOBODY
        if options[DMO] == NOBODY:
            rows[match, OWED], rows[match, ASKED] = PICK, 1 << options[PICKER]
        else:
            rows[match, HOLDER + EQUALISER] = options[DMO]
            go_on(rows, match, options, seeds, DEALING)
        offer(rows, masks, match, options)


@kernel
def step(rows: Rows, masks: Masks, options: Ints, actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools) -> None:
    """A decision of each match."""
    for match in range(rows.shape[0]):
        rewards[match, 0] = rewards[match, 1] = 0.0
        ended[match] = False
        owed, asked = rows[match, OWED], int(rows[match, ASKED])
        if owed == OVER:
            continue
        if owed >= FIRST:
            then = jousted(rows, match, options, actions)
        elif owed == ITEMS:  # R20: both take effect together
            for whose in range(2):
                if asked >> whose & 1 and actions[match, whose] != options[PASS]:
                    use(rows, match, whose, options, int(actions[match, whose]))
            then = JOUST
        else:
            then = alone(rows, match, options, int(actions[match, asked >> 1]))
        winner = go_on(rows, match, options, seeds, then)
        if winner >= 0:
            rewards[match, winner], rewards[match, 1 - winner] = 1.0, -1.0
            ended[match] = True
        offer(rows, masks, match, options)


# --- What the seats of a batch see, over the rows of `batch.py`: the fields of the rule book as numbers, only those of the seat's own view


DECISIONS: Final = OVER  # of which an observation has a column each
UP_FACETS: Final = 4  # of an own tile up: number, colour, group, set; one fewer of the other seat's
FIXED: Final = 1 + DECISIONS + 2 + 2 + 8 + 5 + 9 + 1 + (2 * UP_FACETS - 1) * MOST + 3 + NUMBERS + 6
PER_SET: Final = 4 * LOTS + 3 * NUMBERS + 2


@inner
def side(whose: int, seat: int) -> int:
    """1 for the seat itself, -1 for the other one, 0 for nobody."""
    return 0 if whose == NOBODY else 1 if whose == seat else -1


@inner
def white(number: int) -> int:
    """The colour of a number: 1 for white, -1 for black."""
    return 1 if number & 1 else -1


@kernel
def stored(rows: Rows, match: int, seat: int, sets: int) -> int:
    """How many tiles a seat has stored; they are its hand in the final joust."""
    count = 0
    if rows[match, SET] <= sets:
        for number in range(1, rows[match, SET]):
            count += ones(int(rows[match, span(number) + HELD + seat]))
    return count


@kernel
def auction(rows: Rows, match: int, seat: int, out: Observations, place: int) -> int:
    """The columns `auction`; returns the place after them."""
    if rows[match, GROUP] != NOTHING:
        out[match, place] = rows[match, GROUP] + 1
        for size in range(3):
            out[match, place + 1 + size] = rows[match, UNSOLD] >> size & 1
            out[match, place + 4 + size] = rows[match, SIZE] == size
        if rows[match, BID] != NOTHING:
            out[match, place + 7] = rows[match, BID] + 1
            out[match, place + 8] = side(1 - rows[match, ACTOR], seat)
    return place + 9


@kernel
def tiles_up(rows: Rows, match: int, seat: int, options: Ints, out: Observations, place: int) -> int:
    """The columns `up` of both seats, the other's as they are shown (R21); returns the place after them."""
    for other in range(2):
        whose = seat ^ other
        shown = rows[match, UPS + whose] if other == 0 or options[SHOWN_ALL] else min(1, rows[match, UPS + whose])
        for number in range(shown):
            tile = int(rows[match, UP + MOST * whose + number])
            value = number_of(rows, match, tile)
            at = place + number
            if other == 0:
                out[match, at] = value + 1
                at += MOST
            out[match, at] = white(value + (tile & 15 == TURNED and options[RECOLOUR] == 0))
            out[match, at + MOST] = GONE if other == 1 and hidden(rows, match, whose, options) else 1 + group_of(rows, match, tile)
            out[match, at + 2 * MOST] = (tile >> 4) + 1
        place += MOST * (UP_FACETS - other)
    return place


@kernel
def of_set(rows: Rows, match: int, seat: int, number: int, options: Ints, out: Observations, place: int) -> None:
    """The columns of a set."""
    block = span(number)
    open_ = rows[match, GROUP] if rows[match, SET] == number else NOTHING
    last = GROUPS - 1 if options[PREVIEW] and open_ != NOTHING else open_
    for lot in range(LOTS):
        sale, dealt = rows[match, block + SOLD + lot], int(rows[match, block + lot])
        if sale != NOTHING or lot < 3 * (last + 1):
            out[match, place + lot] = white(dealt)
        if sale != NOTHING:
            out[match, place + LOTS + lot] = side(sale & 1, seat)
            out[match, place + 2 * LOTS + lot] = sale >> 1
            if sale & 1 == seat:
                out[match, place + 3 * LOTS + lot] = dealt + 1
    place += 4 * LOTS
    held = int(rows[match, block + HELD + seat])
    for value in range(NUMBERS):
        if held >> value & 1:
            lot = rows[match, block + LOT_OF + value]
            out[match, place + value] = 1 if lot >= LOTS else lot // 3 + 2
        out[match, place + NUMBERS + value] = rows[match, block + SEEN + NUMBERS * seat + value]
        out[match, place + 2 * NUMBERS + value] = rows[match, block + SEEN + NUMBERS * (1 - seat) + value]
    place += 3 * NUMBERS
    out[match, place] = side(rows[match, block + FEWER], seat)
    if rows[match, block + FEWER] == seat:
        out[match, place + 1] = rows[match, block + GIVEN]


@kernel
def fixed(rows: Rows, match: int, seat: int, options: Ints, out: Observations) -> int:
    """The columns before those of the sets; returns the place after them."""
    sets = options[SETS]
    out[match, 0] = seat
    if rows[match, OWED] != OVER:
        out[match, 1 + rows[match, OWED]] = 1
    place = 1 + DECISIONS
    out[match, place] = rows[match, ASKED] >> seat & 1
    out[match, place + 1] = rows[match, ASKED] >> 1 - seat & 1
    out[match, place + 2] = rows[match, SET]
    out[match, place + 3] = rows[match, SET] > sets
    place += 4
    for other in range(2):
        whose = seat ^ other
        out[match, place + other] = rows[match, CHIPS + whose]
        out[match, place + 2 + other] = rows[match, POINTS + whose]
        out[match, place + 4 + other] = hand(rows, match, whose, sets)
        out[match, place + 6 + other] = stored(rows, match, whose, sets)
    place += 8
    out[match, place] = side(rows[match, HOLDER + EQUALISER], seat)
    out[match, place + 1] = side(rows[match, HOLDER + INVERSION], seat)
    out[match, place + 2] = side(rows[match, HOLDER + CONCEAL], seat)
    out[match, place + 3], out[match, place + 4] = rows[match, USED + INVERSION], rows[match, USED + CONCEAL]
    place = auction(rows, match, seat, out, place + 5)
    out[match, place] = rows[match, ROUND]
    place = tiles_up(rows, match, seat, options, out, place + 1)
    if rows[match, TURNED_SEAT] == seat and int(rows[match, span(rows[match, TURNED_SET]) + HELD + seat]) >> TURNED:
        lot = rows[match, TURNED_LOT]
        out[match, place], out[match, place + 1] = rows[match, TURNED_NUMBER] + 1, rows[match, TURNED_SET]
        out[match, place + 2] = 1 if lot >= LOTS else lot // 3 + 2
    place += 3
    if rows[match, OWED] == KEEP and rows[match, ASKED] >> seat & 1:
        block = span(rows[match, SET])
        out[match, place + rows[match, block + LOTS]] = out[match, place + rows[match, block + LOTS + 1]] = 1
    place += NUMBERS
    for other in range(2):
        whose = seat ^ other
        if rows[match, AGAIN + whose]:
            out[match, place] = rows[match, AGAIN_NUMBER + whose] + 1
            out[match, place + 1], out[match, place + 2] = rows[match, AGAIN + whose], rows[match, AGAIN + 2 + whose]
        place += 3
    return place


@kernel
def observe(rows: Rows, seat: int, options: Ints, out: Observations) -> None:
    """The observation of a seat."""
    for match in range(rows.shape[0]):
        for place in range(out.shape[1]):
            out[match, place] = 0
        place = fixed(rows, match, seat, options, out)
        for number in range(1, options[SETS] + 1):
            of_set(rows, match, seat, number, options, out, place)
            place += PER_SET
