"""Hexagonal boards: cells of a hexagon of hexagons in reading order, with their names, neighbours and places.

Rows are lettered from `A` at the top and cells numbered along the row from 1, left to right; an **index** counts all cells in that
order from 0. Cells have their points up: a row is a straight line, the next one is shifted by half a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import sqrt

ROW = sqrt(3) / 2  # how far a row lies below the one before, in widths of a cell


@dataclass(frozen=True, eq=False)
class Hexagon:
    """A board of one side; use `hexagon`, which makes each once.

    Attributes:
        side: cells along each edge.
        lengths: cells of each row, from the top.
        names: of each cell, such as `E5`.
        index: the cell of each name.
        rows: the row of each cell, from 0.
        places: the centre of each cell, in widths of a cell, from the centre of the board; x to the right, y down.
        neighbours: the cells that share an edge with each, ascending.
        around: the same as bit masks of cells.
    """

    side: int
    lengths: tuple[int, ...]
    names: tuple[str, ...]
    index: dict[str, int]
    rows: tuple[int, ...]
    places: tuple[tuple[float, float], ...]
    neighbours: tuple[tuple[int, ...], ...]
    around: tuple[int, ...]

    def __len__(self) -> int:
        """The number of cells, 3n(n - 1) + 1."""
        return len(self.names)

    @property
    def all(self) -> int:
        """The mask of every cell."""
        return (1 << len(self.names)) - 1

    def by_row(self, letters: str) -> list[str]:
        """One letter a cell, cut into rows."""
        ends = list(accumulate(self.lengths))
        return [letters[end - length : end] for end, length in zip(ends, self.lengths, strict=True)]


@cache
def hexagon(side: int) -> Hexagon:
    """The board of this side, 1 to 13 (26 letters name no more than 25 rows)."""
    if not 1 <= side <= 13:
        raise ValueError(f"a hexagon has a side of 1 to 13, not {side}")
    lengths = tuple(2 * side - 1 - abs(row - side + 1) for row in range(2 * side - 1))
    cells = [(row, number) for row, length in enumerate(lengths) for number in range(length)]
    at = {cell: index for index, cell in enumerate(cells)}
    names = tuple(f"{chr(ord('A') + row)}{number + 1}" for row, number in cells)

    def beside(row: int, number: int) -> tuple[int, ...]:
        places = [(row, number - 1), (row, number + 1)]
        for other in (row - 1, row + 1):
            if 0 <= other < len(lengths):
                shift = 0 if lengths[other] > lengths[row] else -1
                places += [(other, number + shift), (other, number + shift + 1)]
        return tuple(sorted(at[cell] for cell in places if cell in at))

    neighbours = tuple(beside(row, number) for row, number in cells)
    return Hexagon(
        side=side,
        lengths=lengths,
        names=names,
        index={name: index for index, name in enumerate(names)},
        rows=tuple(row for row, _ in cells),
        places=tuple((number - (lengths[row] - 1) / 2, (row - side + 1) * ROW) for row, number in cells),
        neighbours=neighbours,
        around=tuple(sum(1 << cell for cell in around_it) for around_it in neighbours),
    )


def bits(mask: int) -> list[int]:
    """The cells of a mask, ascending."""
    numbers: list[int] = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers
