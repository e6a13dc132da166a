"""A match of a batch as a row of whole numbers: the position (`words.py`), then these columns. Sets of spaces are masks.

A piece that nobody owns yet has UNOWNED in its word, and its space is in FREE instead of a seat's set. Each seat has a block of columns
for the submission that it puts together, from `SEATS + BLOCK * seat` on.
"""

from __future__ import annotations

from typing import Final

from deathmatch.games.guidance_rite.fast import SIZE

UNOWNED: Final = 1 << 22  # of a word of a piece

OWED: Final = SIZE  # the decision: CLAIM to OVER
BOUT: Final = SIZE + 1  # from 1
AT_ONCE: Final = SIZE + 2
ROUND: Final = SIZE + 3
CLOSED: Final = SIZE + 4  # spaces closed to placing (R17)
DUE: Final = SIZE + 5  # + seat: pieces that it has still to place
FIRST: Final = SIZE + 7  # who moved first; -1 for nobody, here and below
OPENER: Final = SIZE + 8  # who moved first in bout 1
WINS: Final = SIZE + 9  # + seat
AGAIN: Final = SIZE + 11  # how often this bout has been played again (R54)
ITEMS: Final = SIZE + 12  # + seat: the items that it holds, as a mask in the book's order
FREE: Final = SIZE + 14  # the spaces of pieces that nobody owns
SEATS: Final = SIZE + 15

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
