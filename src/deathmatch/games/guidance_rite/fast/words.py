"""Pieces, turns and positions as the kernels have them: words of bits, and the places of an array.

A **piece** is a word: black arrows (bits 0 to 7), grey ones (8 to 15), character (16 to 18, by `fixed.KINDS`), owner (19), mark (20), and
a bit that says that there is one (21). An empty space is 0.

A **turn** is a word too: origin (bits 0 to 5), end (6 to 11), direction (12 to 14), two spaces (15), over the edge (16), manner (17, 18: 0
move or capture, 1 take, 2 change places with a guardian), the character of its power (19 to 21, 0 without one; a guardian's power is the
manner), its source (22 to 27), how many arrows it is about (28, 29), and these, from bit 30: space and direction, 9 bits each. 0 is a pass.

A **position** is an array, shape (SIZE,): the piece on each space, numbered as in `values.grid`, then the places named below.
"""

from __future__ import annotations

from typing import Final

from deathmatch.games.guidance_rite.fast.fixed import MOST

# --- Pieces

ARROWS: Final = 0xFF
GREYS: Final = 8  # shift
KIND: Final = 16
OWNER: Final = 19
MARKED: Final = 1 << 20
THERE: Final = 1 << 21
NO_ARROWS: Final = ~0xFFFF
NO_KIND: Final = ~(7 << KIND)

# --- Turns

PASS: Final = 0
END: Final = 6
WAY: Final = 12
TWO: Final = 15
OVER: Final = 16
MANNER: Final = 17
POWER: Final = 19
SOURCE: Final = 22
AIMS: Final = 28
AIM: Final = 30
AIM_BITS: Final = 9
TAKE: Final = 1
SWAP: Final = 2

MOVEMENT: Final = (1 << POWER) - 1  # mask of a turn without its power
CAPACITY: Final = 4 * 8 * MOST  # more movements than any position has

# --- Positions

OWN: Final = 36  # + seat: the spaces of its pieces, as a mask
SIDE: Final = 38  # whose turn it is; without meaning at once
QUIET: Final = 39  # + seat: turns since a piece last left the board (R52)
SMALL: Final = 41  # + seat: turns since both first had few pieces; -1 before
LEADER: Final = 43  # who had more pieces most recently (R53): 0 A, 1 B, 2 nobody
HASH: Final = 44  # of the board
WORTH: Final = 45  # + seat: its pieces, by the weights
LEFT: Final = 47  # whether a piece has left the board in this turn
SIZE: Final = 48

# --- What a turn has changed: a row of this length for each turn that is to be taken back

TAIL: Final = SIZE - OWN
CHANGED: Final = TAIL  # how many spaces
ROW: Final = TAIL + 1 + 2 * 20
