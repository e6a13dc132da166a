"""The parity of the number of groups of a colour, for every way to fill the empty cells of a board."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, maker

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]  # bits

WORD = 64  # bits
SIX = 6  # cells whose colours number the bits of one word
AROUND: Final = 6  # cells around a cell, at most
ZERO, ONE = np.uint64(0), np.uint64(1)


@inner
def _root(parent: Ints, node: int) -> int:
    while parent[node] != node:
        node = parent[node]
    return node


@maker
def parities(near: Ints, count: Ints, groups: int, flip: int, out: Words) -> None:
    """The parity of the number of groups of one colour, for every set of the empty cells that may get that colour.

    Args:
        near: shape (e, 6), the neighbours of each empty cell: other empty cells 0 to e - 1, and from e on groups of the colour.
        count: shape (e,), how many of them there are.
        groups: that the colour has on the board.
        flip: 0, or all cells: then the bits are numbered by the cells that get the other colour.
        out: shape (max(1, 2**e / 64),), receives the bits: 1 for an odd number.

    It goes through the sets by counting, from cell e - 1 outside to cell 0 inside, and takes back what changes: a union-find by size
    without shorter ways.
    """
    cells = count.size
    nodes = cells + AROUND * cells
    parent, size = np.arange(nodes), np.ones(nodes, dtype=np.int64)
    undo, top = np.empty(AROUND * cells, dtype=np.int64), 0
    mark, before = np.zeros(cells, dtype=np.int64), np.zeros(cells, dtype=np.int64)
    odd = groups & 1
    out[:] = ZERO
    chosen = 0
    while True:
        if odd:
            out[(chosen ^ flip) >> SIX] |= ONE << np.uint64((chosen ^ flip) & (WORD - 1))
        chosen += 1
        if chosen >> cells:
            return
        cell = 0
        while not chosen >> cell & 1:  # was chosen, and is not any more
            while top > mark[cell]:
                top -= 1
                size[parent[undo[top]]] -= size[undo[top]]
                parent[undo[top]] = undo[top]
            odd = before[cell]
            cell += 1
        mark[cell], before[cell] = top, odd
        odd ^= 1
        for k in range(count[cell]):
            node = near[cell, k]
            if node < cells and not chosen >> node & 1:
                continue
            a, b = _root(parent, cell), _root(parent, node)
            if a != b:
                if size[a] < size[b]:
                    a, b = b, a
                parent[b] = a
                size[a] += size[b]
                undo[top] = b
                top += 1
                odd ^= 1
