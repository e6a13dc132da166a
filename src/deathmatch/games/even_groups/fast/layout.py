"""How the positions of an ending are laid out in memory: the near, the middle and the far cells of `ending.py`."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

NEAR: Final = 3  # cells that number the bits of a lane
MIDDLE: Final = 10  # cells that number the lanes of a table, at most: a table of 236 KB stays in a core's cache


class Sets(NamedTuple):
    """The sets of some cells, by size, and rows of lanes for them, one lane for each colouring of the other cells.

    Attributes:
        masks: shape (2**cells,), the sets as masks, by size and then ascending.
        rank: shape (2**cells,), for each mask its place among those of its size.
        start: shape (cells + 2,), where those of a size begin in `masks`.
        row: shape (2**cells,), where the row of each mask begins.
        lane: shape (cells + 2,), where the rows of a size begin.
        white: shape (3**cells,), for each lane the mask of the white cells.
        light: shape (3**cells,), for each lane the mask of the white and the empty cells.
    """

    masks: NDArray[np.int32]
    rank: NDArray[np.int32]
    start: Ints
    row: Ints
    lane: Ints
    white: NDArray[np.int32]
    light: NDArray[np.int32]


@cache
def sets(cells: int) -> Sets:
    """The sets of `cells` cells, at most `MIDDLE`."""
    masks = np.arange(1 << cells, dtype=np.int32)
    sizes = np.zeros(1 << cells, dtype=np.int64)
    for cell in range(cells):
        sizes += masks >> cell & 1
    order = np.argsort(sizes, kind="stable")
    start = np.concatenate(([0], np.cumsum(np.bincount(sizes, minlength=cells + 1))))
    rank = np.empty(1 << cells, dtype=np.int32)
    rank[order] = np.arange(1 << cells) - start[sizes[order]]
    ends = np.concatenate(([0], np.cumsum(1 << (cells - sizes[order]))))
    row = np.empty(1 << cells, dtype=np.int64)
    row[order] = ends[:-1]
    white = np.concatenate([_whites(cells, int(mask)) for mask in masks[order]])
    empty = np.repeat(masks[order], 1 << (cells - sizes[order]))
    return Sets(masks[order], rank, start, row, ends[start], white, white | empty)


def _whites(cells: int, empty: int) -> NDArray[np.int32]:
    """The masks of the white cells of a row."""
    row = np.zeros(1, dtype=np.int32)
    for cell in range(cells):
        if not empty >> cell & 1:
            row = np.concatenate((row, row | 1 << cell))
    return row


class Folds(NamedTuple):
    """All ways to fill a middle cell in a table: by the size of the set before, then by how many filled cells come before that cell.

    Attributes:
        row, out: the pairs of lanes where the rows begin, with the cell filled and with it empty.
        start: shape (cells + 1, cells + 1), where those of a size and a place begin.
    """

    row: Ints
    out: Ints
    start: Ints


def _folds(all_: Sets) -> Folds:
    """The ways to fill one of these cells."""
    cells = all_.start.size - 2
    ways = []
    for mask in range(1 << cells):
        for cell in range(cells):
            if mask >> cell & 1:
                size, place = mask.bit_count(), (~mask & (1 << cell) - 1).bit_count()
                ways.append((size, place, int(all_.row[mask ^ 1 << cell]) // 2, int(all_.row[mask]) // 2))
    ways.sort()
    start = np.array([[bisect_left(ways, (size, place)) for place in range(cells + 1)] for size in range(cells + 2)], dtype=np.int64)
    row, out = (np.array([way[column] for way in ways], dtype=np.int64) for column in (2, 3))
    return Folds(row, out, start)


class Plan(NamedTuple):
    """How the positions of a number of empty cells are laid out.

    Attributes:
        middle, far: the sets of those cells.
        folds: the ways to fill a middle cell.
        stride: lanes from one table to the next; whole lines of a cache.
    """

    middle: Sets
    far: Sets
    folds: Folds
    stride: int


@cache
def plan(cells: int) -> Plan:
    """The plan for this number of empty cells."""
    middle = min(MIDDLE, max(0, cells - NEAR))
    return Plan(sets(middle), sets(max(0, cells - NEAR - middle)), _folds(sets(middle)), -(-(3**middle) // 16) * 16)


def tables(plan_: Plan, size: int) -> int:
    """The number of tables of a level."""
    far = plan_.far.start
    return int(far[size + 1] - far[size]) << (far.size - 2 - size)
