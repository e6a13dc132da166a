"""Boards: the names of their spaces, and what lies beside what (R1, R2, R28).

A space is its number: columns from the left, in each from the bottom, so that numbers rise as names do (A1 < A2 < B1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias

from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.guidance_rite.values.pieces import Piece

Board: TypeAlias = tuple[Piece | None, ...]
"""The piece on each space, by its number."""

OFF: Final = -1  # no space

_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # to the right, up; by direction


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Everything that the size of a board decides. There is one for each size.

    Attributes:
        names: of the spaces, `A1` first.
        index: their numbers by name.
        step: for each space and direction the space there, or `OFF`.
        loop: the same on a board that is looped in both ways.
        beside: the spaces orthogonally beside each.
    """

    columns: int
    rows: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    step: tuple[tuple[int, ...], ...]
    loop: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return self.columns * self.rows

    def space(self, column: int, row: int) -> int:
        """The space there, both counted from 0; `OFF` if there is none."""
        return column * self.rows + row if 0 <= column < self.columns and 0 <= row < self.rows else OFF

    def place(self, space: int) -> tuple[int, int]:
        """Column and row of a space, both counted from 0."""
        return divmod(space, self.rows)

    def reading(self) -> list[list[int]]:
        """The rows as they are written: the top one first, each from the left."""
        return [[self.space(column, row) for column in range(self.columns)] for row in reversed(range(self.rows))]

    def named(self, spaces: Iterable[int]) -> list[str]:
        """The names of some spaces."""
        return [self.names[space] for space in spaces]


@cache
def grid(columns: int, rows: int) -> Grid:
    """The board of this size."""
    places = [(column, row) for column in range(columns) for row in range(rows)]
    names = tuple([f"{chr(ord('A') + column)}{row + 1}" for column, row in places])

    def at(column: int, row: int) -> int:
        return column * rows + row if 0 <= column < columns and 0 <= row < rows else OFF

    step = tuple([tuple([at(column + dx, row + dy) for dx, dy in _STEPS]) for column, row in places])
    loop = tuple([tuple([at((column + dx) % columns, (row + dy) % rows) for dx, dy in _STEPS]) for column, row in places])
    beside = tuple([tuple([there for there in steps[::2] if there != OFF]) for steps in step])
    index = MappingProxyType({name: number for number, name in enumerate(names)})
    return Grid(columns, rows, names, index, step, loop, beside)


def put(board: Board, changes: Mapping[int, Piece | None]) -> Board:
    """The board after some spaces have changed."""
    pieces = list(board)
    for space, piece in changes.items():
        pieces[space] = piece
    return tuple(pieces)


def refilled(board: Board) -> Board:
    """R27: after every lizard without black arrows has refilled."""
    changes = {space: full for space, piece in enumerate(board) if piece is not None and (full := piece.refilled()) is not piece}
    return put(board, changes) if changes else board


def pieces(board: Board, seat: Seat) -> list[int]:
    """The spaces of a seat's pieces, in rising order."""
    return [space for space, piece in enumerate(board) if piece is not None and piece.owner is seat]


def unclaimed(board: Board) -> list[int]:
    """The spaces of pieces without an owner, in rising order."""
    return [space for space, piece in enumerate(board) if piece is not None and piece.owner is None]


def numbers_of(board: Board) -> BySeat[int]:
    """How many pieces each seat has."""
    return BySeat.of(lambda seat: len(pieces(board, seat)))


def standing(board: Board) -> int:
    """How many pieces there are."""
    return sum([piece is not None for piece in board])  # `count` would compare each piece with None


def written(board: Board, size: Grid) -> str:
    """R8: the text of a deal, without its keyword."""
    rows = [" ".join(["." if board[space] is None else str(board[space]) for space in row]) for row in size.reading()]
    return " | ".join(rows)
