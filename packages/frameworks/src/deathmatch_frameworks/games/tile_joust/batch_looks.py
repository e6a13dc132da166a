"""What the seats of a batch see, over the rows of `batch.py`: the fields of the rule book as numbers, only those of the seat's own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathmatch.games.tile_joust.values import GROUPS, MOST
from deathmatch.solve.kernel import inner, kernel
from deathmatch_frameworks.games.tile_joust.batch import (
    ACTOR,
    AGAIN,
    AGAIN_NUMBER,
    ASKED,
    BID,
    CHIPS,
    CONCEAL,
    EQUALISER,
    FEWER,
    GIVEN,
    GONE,
    GROUP,
    HELD,
    HOLDER,
    INVERSION,
    KEEP,
    LOT_OF,
    LOTS,
    NOBODY,
    NOTHING,
    NUMBERS,
    OVER,
    OWED,
    POINTS,
    PREVIEW,
    RECOLOUR,
    ROUND,
    SEEN,
    SET,
    SETS,
    SHOWN_ALL,
    SIZE,
    SOLD,
    TURNED,
    TURNED_LOT,
    TURNED_NUMBER,
    TURNED_SEAT,
    TURNED_SET,
    UNSOLD,
    UP,
    UPS,
    USED,
    Ints,
    Rows,
    group_of,
    hand,
    hidden,
    number_of,
    ones,
    span,
)

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Observations

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
