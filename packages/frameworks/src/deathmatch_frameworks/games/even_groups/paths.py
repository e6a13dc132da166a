"""Whether a match is settled (R14), for batches: every way to play on from a board with few empty cells, by kernels.

Number the empty cells from 0. A position is the set of cells that became white and the set of those that became orange.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, kernel

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

MOST: Final = 6  # empty cells
_ALL: Final = 1 << MOST
_NEAR: Final = 6


class Room(NamedTuple):
    """Room to work in.

    Attributes:
        cells: shape (MOST,), the empty cells.
        joined: shape (7 * MOST,), a forest of the empty cells and of the groups beside them.
        groups: shape (6 * MOST,), the labels of these groups.
        parity: shape (2, 64), the number of groups of a colour modulo 2, by the set of empty cells that get a stone of it.
        reached: shape (64, 64), the positions that can be reached.
    """

    cells: Ints
    joined: Ints
    groups: Ints
    parity: Ints
    reached: Flags


@inner
def room() -> Room:
    """Room for one thread."""
    return Room(
        np.empty(MOST, dtype=np.int64),
        np.empty((1 + _NEAR) * MOST, dtype=np.int64),
        np.empty(_NEAR * MOST, dtype=np.int64),
        np.empty((2, _ALL), dtype=np.int64),
        np.empty((_ALL, _ALL), dtype=np.bool_),
    )


@kernel
def settled(rows: NDArray[np.int16], match: int, near: Ints, here: Room) -> int:
    """The colour that is even at the end of every way to play on; -1 if there are both.

    Args:
        rows: as in `batch.py`.
        match: which; it has 1 to `MOST` empty cells, and a legal move.
        near: shape (cells, 6), the neighbours of each cell, then -1.
        here: changes.
    """
    number = 0
    for cell in range(near.shape[0]):
        if rows[match, cell] < 0:
            here.cells[number] = cell
            number += 1
    for colour in range(2):
        _count(rows, match, near, here, number, colour)
    everything = (1 << number) - 1
    for white in range(everything + 1):
        for orange in range(everything + 1):
            here.reached[white, orange] = False
    here.reached[0, 0] = True
    winner = -1
    # A position is worked out after all positions with fewer stones, for these have smaller sets of filled cells.
    for filled in range(everything + 1):
        for white in range(filled + 1):
            orange = filled ^ white
            if white & ~filled or not here.reached[white, orange]:
                continue
            if not _go_on(here, number, white, orange):
                even = here.parity[0, white]
                if winner >= 0 and winner != even:
                    return -1
                winner = even
    return winner


@inner
def _go_on(here: Room, number: int, white: int, orange: int) -> bool:
    """Mark all positions after one move; returns whether there are any."""
    goes = False
    for x in range(number):
        for y in range(x):
            if (white | orange) & (1 << x | 1 << y):
                continue
            for colours in range(4):
                w = white | (colours & 1) << x | (colours >> 1) << y
                o = orange | (1 - (colours & 1)) << x | (1 - (colours >> 1)) << y
                if (here.parity[0, w] + here.parity[1, o]) & 1:
                    here.reached[w, o] = True
                    goes = True
    return goes


@inner
def _root(joined: Ints, node: int) -> int:
    """The root of a node's tree."""
    while joined[node] != node:
        node = joined[node]
    return node


@kernel
def _count(rows: NDArray[np.int16], match: int, near: Ints, here: Room, number: int, colour: int) -> None:
    """The parities of one colour. A group that no empty cell touches is the same in all, so all groups together give the start."""
    joined, groups = here.joined, here.groups
    total = int(rows[match, near.shape[0] + 4 + colour])  # `batch.COUNT`
    for mask in range(1 << number):
        count, known = total, 0
        for k in range(MOST):
            joined[k] = k
        for x in range(number):
            if not mask >> x & 1:
                continue
            count += 1
            for k in range(near.shape[1]):
                other = near[here.cells[x], k]
                if other < 0:
                    break
                node, label = -1, int(rows[match, other])
                if label < 0:
                    for y in range(number):
                        if here.cells[y] == other and mask >> y & 1:
                            node = y
                elif label & 1 == colour:
                    place = 0
                    while place < known and groups[place] != label:
                        place += 1
                    if place == known:
                        groups[known] = label
                        joined[MOST + known] = MOST + known
                        known += 1
                    node = MOST + place
                if node >= 0:
                    one, two = _root(joined, x), _root(joined, node)
                    if one != two:
                        joined[one] = two
                        count -= 1
        here.parity[colour, mask] = count & 1
