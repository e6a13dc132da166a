"""The worth of boards that are too empty to be solved, by their shape (`fast.py`).

The seat that does not place last wins if things are settled: its colour cut apart, and one group of the other that every empty cell joins.
The weights say how much each feature counts. `research/fit_even_groups.py` fits them to boards that are solved with 20 empty cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from deathmatch.core.chance import RandomSource
from deathmatch.core.hexes import bits, hexagon
from deathmatch.games.even_groups import fast, rules
from deathmatch.games.even_groups.fast import Floats, Ints
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Kind, Stone, Stones

LISTED: Final = 60  # empty cells, up to which all moves are listed; on larger boards some are taken at random
COMPARED: Final = 800  # moves of those that are listed, at most
TAKEN: Final = 300  # moves that are taken at random

OTHER: Final[dict[str, tuple[float, float]]] = {
    "groups": (-0.030, -0.116),
    "open": (-0.024, -0.082),
    "reach": (-0.013, -0.004),
    "widest": (0.048, 0.112),
    "untouched": (0.055, 0.038),
    "touched": (-0.016, -0.042),
    "meeting": (0.005, 0.020),
    "apart": (-0.177, 0.506),
    "stones": (0.056, -0.056),
}
"""The gain of the seat that does not place last, in log-odds, from one more of each: of the colour that places last, and of its own."""


def ranked(board: Board, colour: Colour, source: RandomSource) -> list[Stones]:
    """Legal moves, the best for the owner of this colour first."""
    moves = some_moves(board, source)
    order = np.argsort(-worths(board, colour, moves), kind="stable")
    return [moves[number] for number in order]


def worths(board: Board, colour: Colour, moves: Sequence[Stones]) -> Floats:
    """The worth of each of these moves to the owner of this colour, who is to move: their differences are log-odds.

    Args:
        board: before the move.
        colour: of the mover.
        moves: legal ones.
    """
    last = places_last(board)
    worth = np.empty(len(moves))
    stones = np.array([(*first, *second) for first, second in moves], dtype=np.int64)
    fast.rate(_cells(board), _near(board.side), stones, _weights(colour if last else colour.other), worth)
    return -worth if last else worth


def ratings(board: Board, moves: Sequence[Stones]) -> Floats:
    """What these moves make of a board: the log-odds of the seat that does not place last, shape (moves,)."""
    made = worths(board, last_colour(board) if places_last(board) else last_colour(board).other, moves)
    return -made if places_last(board) else made


def weights(board: Board) -> Floats:
    """What each feature of White and of Orange gives the seat that does not place last, shape (2, kinds), as `features`."""
    return _weights(last_colour(board)).reshape(2, -1)


def last_colour(board: Board) -> Colour:
    """The colour that places last on a full board (R1)."""
    return COLOURS[(len(board.hexagon) - Kind.OPENING.value) // Kind.MOVE.value % 2]


def places_last(board: Board) -> bool:
    """Whether the seat that is to move places last on a full board."""
    return board.empty.bit_count() % (2 * Kind.MOVE.value) == Kind.MOVE.value


def some_moves(board: Board, source: RandomSource) -> list[Stones]:
    """The legal moves, or many of them, in an order by chance."""
    if board.empty.bit_count() > LISTED:
        return list(dict.fromkeys(rules.sample(board, source) for _ in range(TAKEN)))
    moves = list(rules.reach(board).moves())
    return source.sample(moves, min(COMPARED, len(moves)))


def _cells(board: Board) -> Ints:
    """The content of each cell, for the kernels."""
    cells = np.full(len(board.hexagon), fast.EMPTY, dtype=np.int64)
    for colour in COLOURS:
        cells[bits(board.stones(colour))] = colour
    return cells


def features(board: Board) -> Floats:
    """The features of a board: shape (2, kinds), White's and Orange's."""
    out = np.empty(2 * fast.KINDS)
    fast.measure(_cells(board), _near(board.side), out)
    return out.reshape(2, -1)


@cache
def _weights(last: Colour) -> Floats:
    """The weights of White's features and of Orange's if this colour places last: the worth to the other."""
    assert tuple(OTHER) == fast.NAMES
    table = np.array(list(OTHER.values()), dtype=np.float64).T  # of the colour that places last, and of the other
    return np.ascontiguousarray(table if last is Colour.WHITE else table[::-1]).ravel()


@cache
def _near(side: int) -> Ints:
    """The neighbours of each cell, then -1."""
    neighbours = hexagon(side).neighbours
    table = np.full((len(neighbours), fast.AROUND), -1, dtype=np.int64)
    for cell, others in enumerate(neighbours):
        table[cell, : len(others)] = others
    return table


def warm() -> None:
    """Compile or load the kernels."""
    features(Board(2).put(Stone(0, Colour.ORANGE)))
    moves = np.array([[1, 0, 2, 1]])
    fast.rate(_cells(Board(2)), _near(2), moves, _weights(Colour.WHITE), np.empty(1))
