"""Many matches at once, by kernels: auctions, left-over tiles, items and jousts (R2 to R25), without time-outs and resignations.

A match is a row of small numbers: the columns below, then a **block** for each set. A pair of columns is seat A, then seat B. The masks of
legal actions stand beside it (`batch_moves.py`).

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
from deathmatch_frameworks.splitmix import below

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Seeds

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
