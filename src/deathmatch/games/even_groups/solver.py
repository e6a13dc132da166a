"""The winner of a position, exactly, as bots and advice ask near the end of a match.

Everything that can still come of a board with few empty cells is solved at once (`fast.py`); it takes time and memory by the number
of empty cells alone, about nine times as much for two cells more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.hexes import Hexagon, bits
from deathmatch.core.seats import certain
from deathmatch.games.even_groups import fast
from deathmatch.games.even_groups.fast import AROUND, WORD, Solved, Words, parities
from deathmatch.games.even_groups.values import Board, Colour, Stone, Stones

LARGEST: Final = 22  # empty cells at a move that the solver takes on: some seconds and three gigabytes


@dataclass(frozen=True, eq=False)
class SolvedBoard:
    """A solved board, seen from the seat that has to place two stones on it.

    Attributes:
        board: it has an odd total, and an even number of empty cells from 2 on, on which some move is legal.
        colour: the colour of the seat that is to move.
    """

    board: Board
    colour: Colour
    _solved: Solved

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The empty cells, ascending."""
        return tuple(bits(self.board.empty))

    @property
    def wins(self) -> bool:
        """Whether the seat to move wins if both play as well as can be."""
        return bool(self._after[0].any())

    def winning(self) -> Iterable[Stones]:
        """The moves that win, by their first cell in board order, orange before white."""
        for x, y, colours in np.argwhere(self._after[0]):
            yield self._stones(x, y, colours)

    def traps(self) -> dict[Stones, float]:
        """For each legal move the part of the opponent's answers that win for the opponent; from four empty cells on."""
        good, legal = self._after
        answers, winning = np.zeros(legal.shape, dtype=np.int64), np.zeros(legal.shape, dtype=np.int64)
        fast.count_replies(self._solved, legal, answers, winning)
        # Without an answer the board is blocked, and lost if the move is not good.
        parts = np.where(answers > 0, winning / np.maximum(answers, 1), ~good)
        return {self._stones(x, y, colours): float(parts[x, y, colours]) for x, y, colours in np.argwhere(legal)}

    @cached_property
    def _after(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which moves win, and which are legal."""
        good, legal = (np.zeros((len(self.cells), len(self.cells), 4), dtype=np.bool_) for _ in range(2))
        fast.after_moves(self._solved, good, legal)
        return good, legal

    def _stones(self, x: int, y: int, colours: int) -> Stones:
        """The move to the x-th and the y-th of the empty cells; a bit of 1 is white."""
        first, second = (Colour.WHITE if colours >> bit & 1 else Colour.ORANGE for bit in (0, 1))
        return Stone(self.cells[x], first), Stone(self.cells[y], second)


def solve(board: Board, colour: Colour, spent: Callable[[], bool] = lambda: False) -> SolvedBoard | None:
    """A board solved for the owner of this colour, who is to place two stones; None if `spent` ended it."""
    cells = bits(board.empty)
    white, orange = _parities(board, Colour.WHITE), _parities(board, Colour.ORANGE)
    last = colour if len(cells) % 4 == 2 else colour.other  # who places last on a full board
    solved = fast.solve(white, orange, len(cells), last is Colour.WHITE, spent)
    return None if solved is None else SolvedBoard(board, colour, solved)


def _parities(board: Board, colour: Colour) -> Words:
    """The parity of a colour's groups for every colouring of the empty cells, numbered by the white ones."""
    cells = bits(board.empty)
    place = {cell: number for number, cell in enumerate(cells)}
    near = np.zeros((len(cells), AROUND), dtype=np.int64)
    count = np.zeros(len(cells), dtype=np.int64)
    groups, numbers = board.groups(colour), dict[int, int]()
    for cell, number in place.items():
        numbered = [place[other] for other in board.hexagon.neighbours[cell] if other in place]
        numbered += [numbers.setdefault(group, len(cells) + len(numbers)) for group in board.touching(cell, colour)]
        near[number, : len(numbered)] = numbered
        count[number] = len(numbered)
    out = np.empty(max(1, (1 << len(cells)) // WORD), dtype=np.uint64)
    parities(near, count, len(groups), 0 if colour is Colour.WHITE else (1 << len(cells)) - 1, out)
    return out


def warm(cells: int) -> None:
    """Compile or load the kernels, and make the tables for endings of up to `cells` empty cells."""
    small = certain(solve(Board(2).put(Stone(0, Colour.ORANGE)), Colour.ORANGE))
    small.traps()
    for number in range(2, cells + 1, 2):
        fast.plan(number)


# --- Openings


def orbits(cells: Hexagon) -> list[list[int]]:
    """The cells of an empty board, those together that a turn or a reflection of the board brings into each other's place."""
    images: dict[tuple[int, ...], list[int]] = {}
    for cell, (row, (x, _)) in enumerate(zip(cells.rows, cells.places, strict=True)):
        down = row - cells.side + 1
        right = round(x - down / 2)
        images.setdefault(tuple(sorted(map(abs, (down, right, down + right)))), []).append(cell)  # steps along the three axes
    return list(images.values())


def openings(board: Board, spent: Callable[[], bool] = lambda: False) -> list[Stones] | None:
    """The openings with which White wins on a board without a stone; None if `spent` ended it. Cells that look alike are tried once."""
    winning: list[Stones] = []
    for orbit in orbits(board.hexagon):
        answer = solve(board.put(Stone(orbit[0], Colour.ORANGE)), Colour.ORANGE, spent)
        if answer is None:
            return None
        if not answer.wins:
            winning += [(Stone(cell, Colour.ORANGE),) for cell in orbit]
    return sorted(winning)
