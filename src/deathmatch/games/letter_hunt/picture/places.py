"""Where everything lies in the picture, in its units, from top to bottom."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 360
MARGIN: Final = 4

FAR_TILES: Final = 2  # upper edge of the other hand; its mark lies left of it

STAGE: Final = 54  # upper edge of the table
STAGE_HEIGHT: Final = 97

LEDGER: Final = 154  # upper edge of its first line
LINE: Final = 20  # from one of its lines to the next
LINES: Final = 5  # turns that it shows

ALPHABET: Final = 258  # upper edge of its first row
ROW: Final = 38  # from one of its rows to the next
COLUMNS: Final = 9

NEAR_HEAD: Final = 384  # middle of the line over the viewer's own hand
NEAR_TILES: Final = 396  # upper edge of its tiles

HEIGHT: Final = 446

COLUMN: Final = 364  # in the wide arrangement ledger and alphabet stand in a column of their own, so far to the right
WIDE: Final = (COLUMN + WIDTH, 238)
BOOK_UP: Final = LEDGER - 6  # ledger and alphabet lie so much higher there
NEAR_UP: Final = 217  # and the viewer's own hand so much
