"""The ending of a board, solved whole: the winner of every reachable position, by set operations on 64 positions at a time.

Number the e empty cells 0 to e - 1. A reachable position is given by a set S of cells that stay empty and the colours of the others, the
filled ones F: 3**e positions. For one S they are a row of bits, one for each colouring of F: the bit's number has a 1 for each cell of F
that is white, the lowest cell of F first. Filling one more cell x, the p-th of the cells then filled, in either colour maps row to row:
bit number i comes from the bits i with a 0 or a 1 put in at place p (`fold`). Two such steps are a move; legality (R6) and the winner
(R12) are rows as well, for the number of groups is known for every colouring (`parities`). So a level, the rows of all S of one size,
follows from the level below it without looking at single positions, and all 3**e cost e * 3**(e - 1) / 32 word operations.

Levels below are called by the size of S. A position is **good** when it is legal and the seat that moved there wins.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, kernel

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]  # bits; level k has the shape (sets of size k, words a row)

WORD = 64  # bits
SIX = 6  # cells whose colours number the bits of one word
NEAR = 6  # cells around a cell
ZERO, ALL = np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)

# Bits of a word whose number has a 0 at place p, for p = 0 to 5.
M0, M1, M2 = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
M3, M4, M5 = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF), np.uint64(0x00000000FFFFFFFF)
S0, S1, S2, S3, S4, S5 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(8), np.uint64(16), np.uint64(32)  # 2**p


class Sets(NamedTuple):
    """The sets of e cells, by size.

    Attributes:
        masks: shape (2**e,), the sets as masks, by size and then ascending.
        rank: shape (2**e,), for each mask its place among those of its size.
        start: shape (e + 2,), where those of a size begin in `masks`.
    """

    masks: NDArray[np.int32]
    rank: NDArray[np.int32]
    start: Ints


@cache
def sets(cells: int) -> Sets:
    """The sets of `cells` cells."""
    masks = np.arange(1 << cells, dtype=np.int32)
    sizes = np.zeros(1 << cells, dtype=np.int64)
    for cell in range(cells):
        sizes += masks >> cell & 1
    order = np.argsort(sizes, kind="stable")
    start = np.concatenate(([0], np.cumsum(np.bincount(sizes, minlength=cells + 1))))
    rank = np.empty(1 << cells, dtype=np.int32)
    rank[order] = np.arange(1 << cells) - start[sizes[order]]
    return Sets(masks[order], rank, start)


def blank(all_: Sets, size: int) -> Words:
    """A level without a bit."""
    cells = all_.start.size - 2
    return np.zeros((all_.start[size + 1] - all_.start[size], max(1, (1 << (cells - size)) // WORD)), dtype=np.uint64)


# --- Rows


@inner
def _squeeze4(x: np.uint64) -> np.uint64:
    return (x | x >> S4) & M5


@inner
def _squeeze3(x: np.uint64) -> np.uint64:
    return _squeeze4((x | x >> S3) & M4)


@inner
def _squeeze2(x: np.uint64) -> np.uint64:
    return _squeeze3((x | x >> S2) & M3)


@inner
def _squeeze1(x: np.uint64) -> np.uint64:
    return _squeeze2((x | x >> S1) & M2)


@inner
def _squeeze0(x: np.uint64) -> np.uint64:
    return _squeeze1((x | x >> S0) & M1)


@inner
def _fold0(x: np.uint64, orange: np.uint64, white: np.uint64) -> np.uint64:
    return _squeeze0(((x & orange) | (x >> S0 & white)) & M0)


@inner
def _fold1(x: np.uint64, orange: np.uint64, white: np.uint64) -> np.uint64:
    return _squeeze1(((x & orange) | (x >> S1 & white)) & M1)


@inner
def _fold2(x: np.uint64, orange: np.uint64, white: np.uint64) -> np.uint64:
    return _squeeze2(((x & orange) | (x >> S2 & white)) & M2)


@inner
def _fold3(x: np.uint64, orange: np.uint64, white: np.uint64) -> np.uint64:
    return _squeeze3(((x & orange) | (x >> S3 & white)) & M3)


@inner
def _fold4(x: np.uint64, orange: np.uint64, white: np.uint64) -> np.uint64:
    return _squeeze4(((x & orange) | (x >> S4 & white)) & M4)


@inner
def _fold5(x: np.uint64, orange: np.uint64, white: np.uint64) -> np.uint64:
    return ((x & orange) | (x >> S5 & white)) & M5


@kernel
def fold(row: Words, place: int, orange: np.uint64, white: np.uint64, out: Words) -> None:
    """Add to `out` (by `or`) the bits of a row with one filled cell more, in which that cell is orange or white.

    Args:
        row: of the positions with the cell filled; it has one bit, or one word, more than `out` for each of `out`'s.
        place: how many filled cells come before it.
        orange, white: ALL to take that colour, else ZERO.
        out: receives the bits; those beyond its colourings mean nothing.
    """
    if place >= SIX:
        size = 1 << (place - SIX)
        for block in range(out.size // size):
            at = block * size
            for k in range(size):
                out[at + k] |= (row[2 * at + k] & orange) | (row[2 * at + size + k] & white)
    elif row.size == 1:
        x = row[0]
        if place == 0:
            out[0] |= _fold0(x, orange, white)
        elif place == 1:
            out[0] |= _fold1(x, orange, white)
        elif place == 2:
            out[0] |= _fold2(x, orange, white)
        elif place == 3:
            out[0] |= _fold3(x, orange, white)
        elif place == 4:
            out[0] |= _fold4(x, orange, white)
        else:
            out[0] |= _fold5(x, orange, white)
    elif place == 0:
        for k in range(out.size):
            out[k] |= _fold0(row[2 * k], orange, white) | _fold0(row[2 * k + 1], orange, white) << S5
    elif place == 1:
        for k in range(out.size):
            out[k] |= _fold1(row[2 * k], orange, white) | _fold1(row[2 * k + 1], orange, white) << S5
    elif place == 2:
        for k in range(out.size):
            out[k] |= _fold2(row[2 * k], orange, white) | _fold2(row[2 * k + 1], orange, white) << S5
    elif place == 3:
        for k in range(out.size):
            out[k] |= _fold3(row[2 * k], orange, white) | _fold3(row[2 * k + 1], orange, white) << S5
    elif place == 4:
        for k in range(out.size):
            out[k] |= _fold4(row[2 * k], orange, white) | _fold4(row[2 * k + 1], orange, white) << S5
    else:
        for k in range(out.size):
            out[k] |= _fold5(row[2 * k], orange, white) | _fold5(row[2 * k + 1], orange, white) << S5


# --- Levels


@kernel
def fill(all_: Sets, size: int, below: Words, out: Words) -> None:
    """A level from the one below: a bit is set if filling one of the empty cells in some colour leads to a bit that is.

    Args:
        size: of the sets of this level.
        below: the level of size - 1.
        out: receives the bits, added by `or`.
    """
    for number in range(out.shape[0]):
        empty = all_.masks[all_.start[size] + number]
        row = out[number]
        seen = cell = 0
        rest = empty
        while rest:
            if rest & 1:
                fold(below[all_.rank[empty ^ 1 << cell]], cell - seen, ALL, ALL, row)
                seen += 1
            rest >>= 1
            cell += 1


@kernel
def restrict(all_: Sets, size: int, parity: Words, orange: np.uint64, white: np.uint64, out: Words) -> None:
    """Add to a level (by exclusive or) the parity of one colour's groups, the cells that stay empty having stones of neither colour.

    Args:
        parity: shape (words,), `parities` of that colour, numbered by the white cells.
        orange, white: what the empty cells count as: ALL for the other colour, ZERO for this one.
        out: the level of this size; changes.

    Empty cells are taken away one after another, from the highest, so that what many sets have in common is done once.
    """
    cells = all_.start.size - 2
    path = np.full(size + 1, cells, dtype=np.int64)  # the cells taken away, descending; above them, which one is next
    rows = np.zeros((size + 1, parity.size), dtype=np.uint64)
    rows[0] = parity
    depth = 0
    while depth >= 0:
        length = max(1, (1 << (cells - depth)) // WORD)
        if depth == size:
            mask = 0
            for k in range(size):
                mask |= 1 << path[k]
            row = out[all_.rank[mask]]
            for k in range(length):
                row[k] ^= rows[depth, k]
            depth -= 1
            continue
        path[depth] -= 1
        cell = path[depth]
        if cell < size - depth - 1:  # too few cells below it
            depth -= 1
            continue
        below = rows[depth + 1, : max(1, length // 2)]
        below[:] = ZERO
        fold(rows[depth, :length], cell, orange, white, below)
        depth += 1
        path[depth] = cell


# --- Groups


@inner
def _root(parent: Ints, node: int) -> int:
    while parent[node] != node:
        node = parent[node]
    return node


@kernel
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
    nodes = cells + NEAR * cells
    parent, size = np.arange(nodes), np.ones(nodes, dtype=np.int64)
    undo, top = np.empty(NEAR * cells, dtype=np.int64), 0
    mark, before = np.zeros(cells, dtype=np.int64), np.zeros(cells, dtype=np.int64)
    odd = groups & 1
    out[:] = ZERO
    chosen = 0
    while True:
        if odd:
            out[(chosen ^ flip) >> SIX] |= S0 << np.uint64((chosen ^ flip) & (WORD - 1))
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


# --- All of it


def solve(white: Words, orange: Words, cells: int, last_white: bool, spent: Callable[[], bool]) -> tuple[Words, Words] | None:
    """The winner of every position that can follow from `cells` empty cells, at least 2 and an even number.

    Args:
        white, orange: `parities` of both colours, numbered by the white cells.
        last_white: whether White places last on a full board.
        spent: asked before each level.

    Returns: the good positions after one move and after two (none with two cells empty): the levels of cells - 2 and of max(0, cells - 4);
        None if `spent` said so.
    """
    all_ = sets(cells)
    lost = white if last_white else ~white  # by R12, for the seat that places last
    movable = legal(all_, 0, white, orange)
    good = two_before = movable & ~lost
    for size in range(2, cells, 2):
        if spent():
            return None
        wins = _move(all_, size, good)
        if size == 2:  # R11: a blocked board is counted as it stands
            movable = _move(all_, size, movable)
            standing = blank(all_, size)
            restrict(all_, size, white, ALL, ZERO, standing)
            wins |= ~movable & (standing if not last_white else ~standing)
        two_before, good = good, legal(all_, size, white, orange)
        np.invert(wins, out=wins)
        good &= wins
    return good, two_before


def _move(all_: Sets, size: int, good: Words) -> Words:
    """Where some move leads to a good position: the level of this size, from that two below."""
    half = blank(all_, size - 1)
    fill(all_, size - 1, good, half)
    out = blank(all_, size)
    fill(all_, size, half, out)
    return out


def legal(all_: Sets, size: int, white: Words, orange: Words) -> Words:
    """Which positions of a level have an odd total (R6)."""
    out = blank(all_, size)
    restrict(all_, size, white, ALL, ZERO, out)
    restrict(all_, size, orange, ZERO, ALL, out)
    return out


@kernel
def count_replies(all_: Sets, size: int, after: Words, out: Ints) -> None:
    """For each position of a level the number of moves that lead into a set of positions.

    Args:
        size: of the level; few cells are filled, six at most.
        after: the level of size - 2; the moves counted are those that lead to a bit.
        out: shape (sets of this size, 2**(filled cells)), receives the numbers.
    """
    cells = all_.start.size - 2
    filled = cells - size
    for number in range(out.shape[0]):
        empty = all_.masks[all_.start[size] + number]
        for y in range(cells):
            for x in range(y):
                pair = 1 << x | 1 << y
                if empty & pair != pair:
                    continue
                word = after[all_.rank[empty ^ pair], 0]
                low = high = 0  # the filled cells before x and before y, those that the move fills included
                for cell in range(y):
                    low += cell < x and not empty >> cell & 1
                    high += not empty >> cell & 1
                high += 1
                for colours in range(1 << filled):
                    bits = colours >> low << (low + 1) | colours & ((1 << low) - 1)
                    bits = bits >> high << (high + 1) | bits & ((1 << high) - 1)
                    for move in range(4):
                        out[number, colours] += np.int64(word >> np.uint64(bits | (move & 1) << low | (move >> 1) << high) & S0)
