"""Stones on a grid, one after another, as fast as random play wants it.

Every group has a bit of its own in a word of 64, and every cell knows for each colour the bits of the groups that **touch** it: S(x, c) of
R6 is one word. So what a stone joins, what two stones join together and by how much the total changes are `and`, `or` and counting bits,
wherever groups may be connected; a stone writes to the six cells around it, and to all only where it makes one group of several.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.hexes import hexagon
from deathmatch.solve.kernel import inner, kernel

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]

NEAR = 6
ZERO, ONE, EVERY = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)

# Places of `Position.counts`.
EMPTY, WHITE, ORANGE = 0, 1, 2  # empty cells; groups of each colour


class Grid(NamedTuple):
    """The cells of a side, n of them; a cell off the board has the number n.

    Attributes:
        near: shape (n, 6), the cells that share an edge with each, then n.
        beside: shape (n, n), whether two cells share an edge.
    """

    near: Ints
    beside: NDArray[np.bool_]


class Position(NamedTuple):
    """What lies where; the kernels change it in place.

    Attributes:
        counts: shape (3,), see EMPTY, WHITE, ORANGE.
        free: shape (n,), the empty cells in any order, in the first `counts[EMPTY]` places.
        where: shape (n,), the place of each empty cell in `free`.
        touch: shape (2, n + 1), for each colour and cell the groups that touch it, as bits; for taken cells it means nothing.
        spare: shape (2,), for each colour the bits that no group has. A board of side 8 has room for 57 groups of a colour.
    """

    counts: Ints
    free: Ints
    where: Ints
    touch: Words
    spare: Words


@cache
def grid(side: int) -> Grid:
    """The cells of a side."""
    board = hexagon(side)
    count = len(board)
    near = np.full((count, NEAR), count, dtype=np.int64)
    beside = np.zeros((count, count), dtype=np.bool_)
    for cell, neighbours in enumerate(board.neighbours):
        near[cell, : len(neighbours)] = neighbours
        beside[cell, neighbours] = True
    return Grid(near, beside)


def start(side: int) -> Position:
    """The empty board."""
    count = len(hexagon(side))
    cells, counts = np.arange(count, dtype=np.int64), np.array([count, 0, 0], dtype=np.int64)
    return Position(counts, cells, cells.copy(), np.zeros((2, count + 1), dtype=np.uint64), np.full(2, EVERY, dtype=np.uint64))


def position(side: int, white: int, orange: int) -> Position:
    """The board with these stones, as masks of cells."""
    here = start(side)
    for cell in range(len(hexagon(side))):
        if (white | orange) >> cell & 1:
            put(grid(side), here, cell, orange >> cell & 1)
    return here


def seeded(number: int) -> Words:
    """What `chance` begins with, from a number of 0 to 2**63 - 1."""
    return np.array([2 * number + 1], dtype=np.uint64)


@inner
def bits(word: np.uint64) -> int:
    """How many bits of a word are set; the compiler knows this loop and makes it one instruction."""
    count = 0
    while word:
        word &= word - ONE
        count += 1
    return count


@inner
def change(board: Grid, here: Position, x: int, c: int, y: int, d: int) -> int:
    """By how much two stones, of colour c on x and of colour d on y, change the number of groups of both colours together (R6)."""
    a, b = here.touch[c, x], here.touch[d, y]
    if c == d and (a & b or board.beside[x, y]):
        return 1 - bits(a | b)
    return 2 - bits(a) - bits(b)


@inner
def put(board: Grid, here: Position, cell: int, colour: int) -> None:
    """Place one stone on an empty cell (R3); `here` changes."""
    counts, touch = here.counts, here.touch[colour]
    counts[EMPTY] -= 1
    last, hole = here.free[counts[EMPTY]], here.where[cell]
    here.free[hole] = last
    here.where[last] = hole
    joined = touch[cell]
    one = joined or here.spare[colour]
    one &= ~one + ONE  # the lowest of the bits
    rest = joined & ~one
    if rest:
        here.spare[colour] |= rest
        for other in range(touch.size):
            both = touch[other]
            touch[other] = (both & ~rest) | (one if both & rest else ZERO)
    here.spare[colour] &= ~one
    for direction in range(NEAR):
        touch[board.near[cell, direction]] |= one
    counts[WHITE + colour] += 1 - bits(joined)


@kernel
def copy(here: Position, there: Position) -> None:
    """Make `there` equal to `here`."""
    for row in range(3):
        there.counts[row] = here.counts[row]
    for cell in range(here.free.size):
        there.free[cell] = here.free[cell]
        there.where[cell] = here.where[cell]
    for colour in range(2):
        there.spare[colour] = here.spare[colour]
        for cell in range(here.touch.shape[1]):
            there.touch[colour, cell] = here.touch[colour, cell]


@inner
def chance(seed: Words) -> np.uint64:
    """64 random bits (xorshift64*); `seed`, shape (1,) and not 0, moves on."""
    word: np.uint64 = seed[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    seed[0] = word
    return word * np.uint64(0x2545F4914F6CDD1D)


@kernel
def movable(board: Grid, here: Position) -> bool:
    """Whether some stones on the last two empty cells leave an odd total (R11)."""
    x, y = here.free[0], here.free[1]
    for c in range(2):
        for d in range(2):
            if not change(board, here, x, c, y, d) & 1:
                return True
    return False


@inner
def step(board: Grid, here: Position, seed: Words) -> bool:
    """Play a random legal place, each as likely as the next (R5, R6); False where there is none. The number of empty cells is even."""
    count = here.counts[EMPTY]
    if count == 0 or (count == 2 and not movable(board, here)):
        return False
    while True:  # with four empty cells or more some move is legal (Q17), and mostly every second one is
        word = chance(seed)
        first = np.int64((word >> np.uint64(40)) * np.uint64(count) >> np.uint64(24))
        second = np.int64((word >> np.uint64(16) & np.uint64(0xFFFFFF)) * np.uint64(count - 1) >> np.uint64(24))
        second += second >= first
        x, y = here.free[first], here.free[second]
        c, d = int(word & ONE), int(word >> ONE & ONE)
        if not change(board, here, x, c, y, d) & 1:
            put(board, here, x, c)
            put(board, here, y, d)
            return True


@kernel
def playouts(board: Grid, here: Position, there: Position, seed: Words, count: int) -> tuple[int, int]:
    """Random play from a position with an even number of empty cells to the end, so many times.

    Args:
        here: stays as it is.
        there: receives the last end.

    Returns: in how many White ended even (R12), and how many stones were placed.
    """
    even = stones = 0
    for _ in range(count):
        copy(here, there)
        while step(board, there, seed):
            stones += 2
        even += 1 - (there.counts[WHITE] & 1)
    return even, stones
