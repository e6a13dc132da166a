"""Where everything lies in the picture, in its units, from top to bottom."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 360
MARGIN: Final = 4

FAR_TILES: Final = 4  # upper edge of the other hand; its mark lies left of it

STAGE: Final = 57  # upper edge of the table
STAGE_HEIGHT: Final = 97

LEDGER: Final = 158  # upper edge of its first line
LINE: Final = 18  # from one of its lines to the next
LINES: Final = 6  # rounds that it shows

ALPHABET: Final = 271  # upper edge of its first row
ROW: Final = 38  # from one of its rows to the next
COLUMNS: Final = 9

NEAR_HEAD: Final = 397  # middle of the line over the own hand
NEAR_TILES: Final = 410  # upper edge of its tiles

HEIGHT: Final = 460
