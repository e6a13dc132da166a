"""The shape of a board as numbers: how far the groups of each colour are settled, long before the end can be solved."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, maker

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

EMPTY: Final = 2  # on a cell; 0 is a white stone, 1 an orange one
AROUND: Final = 6  # cells around a cell, at most
KINDS: Final = 9  # of features, each for both colours: those of White first
GROUPS, OPEN, REACH, WIDEST, UNTOUCHED, TOUCHED, MEETING, APART, STONES = range(KINDS)
NAMES: Final = ("groups", "open", "reach", "widest", "untouched", "touched", "meeting", "apart", "stones")


@inner
def _flood(start: int, label: int, first: int, second: int, board: Ints, near: Ints, labels: Ints, queue: Ints) -> int:
    """Label the cells connected with one, of either of two contents; returns how many there are, and leaves them in the queue."""
    labels[start] = label
    queue[0] = start
    size = 1
    done = 0
    while done < size:
        cell = queue[done]
        done += 1
        for k in range(near.shape[1]):
            other = near[cell, k]
            if other < 0:
                break
            if labels[other] < 0 and (board[other] == first or board[other] == second):
                labels[other] = label
                queue[size] = other
                size += 1
    return size


@maker
def measure(board: Ints, near: Ints, out: Floats) -> None:
    """The features of a board.

    Args:
        board: shape (cells,), what lies on each.
        near: shape (cells, 6), the neighbours of each, then -1.
        out: shape (2 * KINDS,), receives for each colour the groups; those that touch an empty cell; how many empty cells groups touch,
            counted for each group; the most that one touches; the empty cells that no group touches, that exactly one does, and how many
            touch the others beyond the first; the parts in which the groups stay if all empty cells become theirs; and the stones.
    """
    cells = board.size
    labels, queue = np.empty(cells, dtype=np.int64), np.empty(cells, dtype=np.int64)
    touched, met = np.empty(cells, dtype=np.int64), np.empty(cells, dtype=np.int64)
    out[:] = 0.0
    for colour in range(2):
        at = colour * KINDS
        labels[:] = -1
        met[:] = -1
        touched[:] = 0
        for start in range(cells):
            if board[start] != colour:
                continue
            out[at + STONES] += 1
            if labels[start] >= 0:
                continue
            size = _flood(start, start, colour, colour, board, near, labels, queue)
            reach = 0
            for number in range(size):
                for k in range(near.shape[1]):
                    other = near[queue[number], k]
                    if other < 0:
                        break
                    if board[other] == EMPTY and met[other] != start:
                        met[other] = start
                        touched[other] += 1
                        reach += 1
            out[at + GROUPS] += 1
            out[at + OPEN] += reach > 0
            out[at + REACH] += reach
            out[at + WIDEST] = max(out[at + WIDEST], reach)
        labels[:] = -1
        for start in range(cells):
            if board[start] == EMPTY:
                out[at + UNTOUCHED] += touched[start] == 0
                out[at + TOUCHED] += touched[start] == 1
                out[at + MEETING] += max(0, touched[start] - 1)
            if board[start] != 1 - colour and labels[start] < 0:
                _flood(start, start, colour, EMPTY, board, near, labels, queue)
                out[at + APART] += 1


@maker
def rate(board: Ints, near: Ints, moves: Ints, weights: Floats, out: Floats) -> None:
    """What each of some moves makes of a board: the sum of its features by their weights.

    Args:
        board, near: as for `measure`; the board is changed and changed back.
        moves: shape (moves, 4), the cells and the colours of two stones: cell, colour, cell, colour.
        weights: shape (2 * KINDS,).
        out: shape (moves,), receives the sums.
    """
    features = np.empty(2 * KINDS, dtype=np.float64)
    for number in range(moves.shape[0]):
        board[moves[number, 0]], board[moves[number, 2]] = moves[number, 1], moves[number, 3]
        measure(board, near, features)
        total = 0.0
        for k in range(2 * KINDS):
            total += features[k] * weights[k]
        out[number] = total
        board[moves[number, 0]] = board[moves[number, 2]] = EMPTY
