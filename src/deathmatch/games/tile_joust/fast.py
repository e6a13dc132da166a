"""Fast joust phases: the value of a phase if both hands are known, solved backwards over all positions.

Each tile of a seat is spent, in hand or up, so a seat with n tiles has 3**n **codes**: the sum of status times 3**place. A position is a
pair of codes, A's and B's. Each round of a joust is a matrix game (both submit at once), of at most 6 tiles and a pass for each seat
with six; the phase is worth to A its lead in points plus the worth of the tiles that are kept. Most of the matrices have a saddle
point; the others go to the simplex (`solve/matrix.py`).

If that is too much, only one joust of a phase is solved, with 2**n codes a seat (in hand or up), and the tiles in hand after it are
valued by the caller.

The kernels assume that nobody runs out of time. `tests/games/tile_joust/test_fast.py` holds them to the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import UNLIMITED, TimeLeft
from deathmatch.games.tile_joust.values import MOST
from deathmatch.solve.kernel import kernel, maker
from deathmatch.solve.matrix import mix

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Table: TypeAlias = NDArray[np.float32]

SPENT: Final = 0
HAND: Final = 1
UP: Final = 2

_SADDLE: Final = 1e-5  # of a point: closer than this the pure values of a matrix are taken as one


class Codes(NamedTuple):
    """All codes of one seat with n tiles.

    Attributes:
        total, low: the sum and the smallest number of the tiles up, shape (codes,); `low` 0 if none is.
        up, hand: how many tiles are up, and in hand, shape (codes,).
        after: the code once the tiles up are spent, shape (codes,); unused if only one joust is solved.
        worth: of the tiles in hand if they are kept, shape (codes,).
        put: the code once a tile is put up, shape (codes, n); -1 if it is not in hand or five are up.
        order: all codes by how many steps they are from all tiles spent, shape (codes,).
        first: where in `order` those with so many steps begin, shape (2 n + 2,).
    """

    total: Ints
    low: Ints
    up: Ints
    hand: Ints
    after: Ints
    worth: Floats
    put: Ints
    order: Ints
    first: Ints


def codes(numbers: Sequence[int], worths: Sequence[float], *, whole: bool) -> Codes:
    """The codes of a seat that holds these numbers, each with its worth if it is kept.

    Args:
        numbers: of the tiles, in any order; a number may be there twice.
        worths: of each.
        whole: for a whole phase (3**n codes), or for one joust (2**n codes, and the status less 1 counts).
    """
    count, base = len(numbers), 3 if whole else 2
    weights = base ** np.arange(count, dtype=np.int64)
    every = np.arange(base**count, dtype=np.int64)
    status = every[:, None] // weights % base + (0 if whole else HAND)
    held, up = status == HAND, status == UP
    number = np.array(numbers, dtype=np.int64)
    low = np.where(up, number, 99).min(1, initial=99)
    put = np.where(held & (up.sum(1, keepdims=True) < MOST), every[:, None] + weights, -1)
    steps = 2 * held.sum(1) + up.sum(1)
    order = np.argsort(steps, kind="stable")
    first = np.searchsorted(steps[order], np.arange(2 * count + 2))
    after = every - (UP * up) @ weights if whole else every
    kept = held @ np.array(worths, dtype=np.float64) if count else np.zeros(1)
    return Codes(up @ number, np.where(low == 99, 0, low), up.sum(1), held.sum(1), after, kept, put, order, first)


@kernel
def resolved(table: Table, a: Codes, b: Codes, i: int, j: int, whole: bool) -> float:
    """A's gain less B's if the joust resolves at these codes, and the value after it (R22)."""
    if a.total[i] > b.total[j]:
        gain = b.low[j]
    elif a.total[i] < b.total[j]:
        gain = -a.low[i]
    else:
        gain = b.low[j] - a.low[i]
    later = np.float64(table[a.after[i], b.after[j]]) if whole else a.worth[i] - b.worth[j]
    return float(gain + later)


@kernel
def options(side: Codes, code: int, out: Ints) -> int:
    """The codes that a seat may come to in this round, with its own code for a pass if it may pass (R21); returns how many."""
    count = 0
    if side.up[code] > 0:
        out[0] = code
        count = 1
    for tile in range(side.put.shape[1]):
        if side.put[code, tile] >= 0:
            out[count] = side.put[code, tile]
            count += 1
    return count


@kernel
def payoffs(table: Table, a: Codes, b: Codes, i: int, j: int, whole: bool, rows: Ints, columns: Ints, out: Floats) -> tuple[int, int]:
    """The matrix of a round: for each option of A and each of B, A's gain less B's.

    `rows` and `columns` receive the options' codes, `out` the payoffs, in the upper left corner. Returns the shape.
    """
    m, n = options(a, i, rows), options(b, j, columns)
    for row in range(m):
        for column in range(n):
            if rows[row] == i and columns[column] == j:
                out[row, column] = resolved(table, a, b, i, j, whole)
            else:
                out[row, column] = table[rows[row], columns[column]]
    return m, n


@maker
def value(out: Floats, m: int, n: int) -> float:
    """The value of the matrix in the upper left corner: its saddle point, or what the simplex says."""
    high = np.inf
    for column in range(n):
        most = -np.inf
        for row in range(m):
            most = max(most, out[row, column])
        high = min(high, most)
    low = -np.inf
    for row in range(m):
        least = np.inf
        for column in range(n):
            least = min(least, out[row, column])
        low = max(low, least)
    if high - low < _SADDLE:
        return low
    worth, _ = mix(np.ascontiguousarray(out[:m, :n]), np.empty(m), np.empty(n))
    return worth


@maker
def _solve(a: Codes, b: Codes, steps: int, least: int, whole: bool, table: Table) -> None:
    """Fill the positions of the table that have so many steps. A phase ends if a hand has `least` tiles or fewer (R22)."""
    rows, columns = np.empty(a.put.shape[1] + 1, dtype=np.int64), np.empty(b.put.shape[1] + 1, dtype=np.int64)
    out = np.empty((rows.size, columns.size))
    most_a, most_b = a.first.size - 2, b.first.size - 2
    for steps_a in range(max(0, steps - most_b), min(steps, most_a) + 1):
        steps_b = steps - steps_a
        for i in a.order[a.first[steps_a] : a.first[steps_a + 1]]:
            for j in b.order[b.first[steps_b] : b.first[steps_b + 1]]:
                if (a.up[i] > 0) != (b.up[j] > 0) or a.up[i] > MOST or b.up[j] > MOST:
                    continue  # that cannot be
                if a.up[i] == 0 and (a.hand[i] <= least or b.hand[j] <= least):
                    table[i, j] = a.worth[i] - b.worth[j]
                else:
                    m, n = payoffs(table, a, b, i, j, whole, rows, columns, out)
                    table[i, j] = value(out, m, n)


@dataclass(frozen=True, slots=True, eq=False)
class SolvedPhase:
    """A joust phase, or one joust, with every position solved.

    Attributes:
        a, b: the codes.
        whole: whether it goes to the end of the phase.
        table: A's gain less B's from a position on, shape (codes of a, codes of b).
    """

    a: Codes
    b: Codes
    whole: bool
    table: Table

    def round(self, i: int, j: int) -> tuple[Floats, Ints, Ints]:
        """The matrix of the round at a position, and the codes that its rows and columns lead to; the seat's own code is a pass."""
        rows, columns = np.empty(self.a.put.shape[1] + 1, dtype=np.int64), np.empty(self.b.put.shape[1] + 1, dtype=np.int64)
        out = np.empty((rows.size, columns.size))
        m, n = payoffs(self.table, self.a, self.b, i, j, self.whole, rows, columns, out)
        return out[:m, :n].copy(), rows[:m], columns[:n]


def code(status: Sequence[int], *, whole: bool) -> int:
    """The code of tiles with these statuses."""
    base, less = (3, 0) if whole else (2, HAND)
    return sum((one - less) * base**place for place, one in enumerate(status))


def solve(a: Codes, b: Codes, least: int, *, whole: bool, time: TimeLeft = UNLIMITED) -> SolvedPhase:
    """Every position of a phase, or of one joust, from those with few steps to those with many.

    A phase ends if a hand has `least` tiles or fewer. Raises OutOfTime.
    """
    table = np.zeros((a.total.size, b.total.size), dtype=np.float32)
    for steps in range(a.first.size + b.first.size - 3):
        time.check()
        _solve(a, b, steps, least, whole, table)
    return SolvedPhase(a, b, whole, table)
