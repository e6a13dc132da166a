"""Colours, stones, the board and the options: the values of Even Groups, frozen and without play of their own.

Cells are indices in board order (`core/hexes.py`); sets of cells are bit masks, bit `i` for cell `i`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from deathmatch.core.hexes import Hexagon, hexagon

BOOK: Final = "even-groups"


class Colour(IntEnum):
    """The two colours, White first as in the book's State. Its `name` in lower case is the word of the notation."""

    WHITE = 0
    ORANGE = 1

    __hash__ = int.__hash__

    @property
    def word(self) -> str:
        """`white` or `orange`."""
        return self.name.lower()

    @property
    def other(self) -> Colour:
        """The other colour."""
        return Colour(1 - self)


COLOURS: Final = (Colour.WHITE, Colour.ORANGE)


class Stone(NamedTuple):
    """A stone on a cell; tuples of them sort in board order."""

    cell: int
    colour: Colour


Stones: TypeAlias = tuple[Stone, ...]
"""The stones of one opening (one) or place (two), in board order."""

Groups: TypeAlias = tuple[int, ...]
"""The groups of one colour: masks of cells that share none, ascending."""


@dataclass(frozen=True, slots=True)
class Board:
    """What lies where (R3). The groups are kept, not only the stones: one stone more changes few of them.

    Attributes:
        side: cells along each edge.
        white, orange: the groups of each colour.
    """

    side: int
    white: Groups = ()
    orange: Groups = ()

    @property
    def hexagon(self) -> Hexagon:
        """The cells."""
        return hexagon(self.side)

    def groups(self, colour: Colour) -> Groups:
        """The groups of a colour."""
        return self.orange if colour else self.white

    def stones(self, colour: Colour) -> int:
        """The mask of a colour's stones."""
        return sum(self.groups(colour))

    @property
    def empty(self) -> int:
        """The mask of the empty cells."""
        return self.hexagon.all & ~(self.stones(Colour.WHITE) | self.stones(Colour.ORANGE))

    @property
    def total(self) -> int:
        """The number of groups of both colours together (R6)."""
        return len(self.white) + len(self.orange)

    def touching(self, cell: int, colour: Colour) -> Groups:
        """The groups of a colour adjacent to a cell: *S(x, c)* of R6."""
        around = self.hexagon.around[cell]
        return tuple([group for group in self.groups(colour) if group & around])

    def put(self, stone: Stone) -> Board:
        """The board with one stone more: it joins what it touches (R3)."""
        joined, apart = 1 << stone.cell, []
        around = self.hexagon.around[stone.cell]
        for group in self.groups(stone.colour):
            if group & around:
                joined |= group
            else:
                apart.append(group)
        groups = tuple(sorted([*apart, joined]))
        return Board(self.side, self.white, groups) if stone.colour else Board(self.side, groups, self.orange)
