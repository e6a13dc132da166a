"""Where everything lies in the picture, in its units, from top to bottom."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 360
MARGIN: Final = 4

FAR_HEAD: Final = 18  # middle of the line over the other hand
FAR_TILES: Final = 36  # upper edge of its tiles

STAGE: Final = 92  # upper edge of the table
STAGE_HEIGHT: Final = 104

LEDGER: Final = 202  # upper edge of its first line
LINE: Final = 19  # from one of its lines to the next
LINES: Final = 6  # rounds that it shows

ALPHABET: Final = 324  # upper edge of its first row
ROW: Final = 40  # from one of its rows to the next
COLUMNS: Final = 9

NEAR_HEAD: Final = 462  # middle of the line over the own hand
NEAR_TILES: Final = 480  # upper edge of its tiles

HEIGHT: Final = 538
