"""Zero-sum matrix games: both players choose at once, one pays the other. Solved exactly, by a dense simplex.

The game with payoffs `p[i, j]` to the row player is moved and scaled to `a = 1 + (p - min) / (max - min)`, so its value lies between
1 and 2, and the column player's problem becomes the linear programme (Dantzig 1951; Chvatal, "Linear Programming", 1983, chapter 15)

    maximise sum(y)  subject to  a y <= 1, y >= 0

which starts feasible at y = 0. Its optimum is 1 / value; y / sum(y) is the column player's mixture, and the dual variables are the row
player's. Whatever the rounding, the two mixtures come with a certificate: what each of them guarantees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deathmatch.solve.kernel import kernel

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

TINY = 1e-11
"""An entry of the scaled tableau (1 to 2 at the start) that is smaller counts as zero."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved matrix game, as it was certified.

    Attributes:
        value: what the game is worth to the row player, the middle of `low` and `high`.
        row: the row player's mixture, shape (m,), non-negative, sums to 1.
        column: the column player's mixture, shape (n,), likewise.
        low: what `row` guarantees against every column.
        high: what `column` concedes at most to any row; the true value lies from `low` to `high`.
        pivots: steps of the simplex that it took.
    """

    value: float
    row: Floats
    column: Floats
    low: float
    high: float
    pivots: int

    @property
    def gap(self) -> float:
        """How far the mixtures may be from optimal, in payoff: `high - low`."""
        return self.high - self.low


def solve(payoffs: ArrayLike) -> Solution:
    """The value of a zero-sum game and an optimal mixture for each player.

    Args:
        payoffs: shape (m, n), finite; entry [i, j] is what the row player gains when i meets j.

    Returns: the solution; its gap is rounding only, about 1e-15 of the range of the payoffs a player.
    Raises: ValueError for anything but a finite matrix with at least one row and one column.
    """
    matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise ValueError(f"payoffs have the shape (rows, columns), at least 1 each, not {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ValueError("payoffs are finite numbers; there is a nan or an infinity among them")
    row, column = np.empty(matrix.shape[0]), np.empty(matrix.shape[1])
    _, pivots = mix(matrix, row, column)
    low, high = float((row @ matrix).min()), float((matrix @ column).max())
    return Solution((low + high) / 2, row, column, low, high, pivots)


@kernel
def _pivot(tableau: Floats, row: int, column: int) -> None:
    """Exchange a basic and a free variable in a condensed tableau, in place; `tableau` is (m + 1, n + 1)."""
    rows, columns = tableau.shape
    inverse = 1.0 / tableau[row, column]
    for j in range(columns):
        tableau[row, j] *= inverse
    for i in range(rows):
        if i != row:
            factor = tableau[i, column]
            if factor != 0.0:
                for j in range(columns):
                    tableau[i, j] -= factor * tableau[row, j]
                tableau[i, column] = -factor * inverse
    tableau[row, column] = inverse


@kernel
def _entering(tableau: Floats, free: Ints, bland: bool) -> int:
    """The column to enter: the steepest, or under Bland's rule the one of the lowest variable; -1 at the optimum."""
    last = tableau.shape[0] - 1
    best, chosen = -TINY, -1
    for j in range(tableau.shape[1] - 1):
        cost = tableau[last, j]
        if cost < -TINY:
            if bland:
                if chosen < 0 or free[j] < free[chosen]:
                    chosen = j
            elif cost < best:
                best, chosen = cost, j
    return chosen


@kernel
def _leaving(tableau: Floats, basic: Ints, column: int, bland: bool) -> int:
    """The row that limits the entering column first; ties go to the largest pivot, or under Bland's rule to the lowest variable."""
    right = tableau.shape[1] - 1
    ratio, chosen = np.inf, -1
    for i in range(tableau.shape[0] - 1):
        pivot = tableau[i, column]
        if pivot > TINY:
            here = tableau[i, right] / pivot
            if here < ratio - TINY:
                ratio, chosen = here, i
            elif here <= ratio + TINY:
                better = basic[i] < basic[chosen] if bland else pivot > tableau[chosen, column]
                if better:
                    ratio, chosen = min(ratio, here), i
    return chosen


@kernel
def _normalise(mixture: Floats) -> None:
    """Clip the crumbs of rounding and make the entries add up to 1, in place."""
    total = 0.0
    for i in range(mixture.size):
        mixture[i] = max(mixture[i], 0.0)
        total += mixture[i]
    for i in range(mixture.size):
        mixture[i] /= total


@kernel
def mix(payoffs: Floats, row: Floats, column: Floats) -> tuple[float, int]:
    """Solve a game, for use inside other kernels: no checks.

    Args:
        payoffs: shape (m, n), finite, m and n at least 1; left as it is.
        row: shape (m,), receives the row player's mixture.
        column: shape (n,), receives the column player's.

    Returns: the value, and how many pivots it took.
    """
    m, n = payoffs.shape
    low, high = payoffs.min(), payoffs.max()
    if high - low <= 1e-300:  # all alike: every mixture is optimal
        row[:] = 1.0 / m
        column[:] = 1.0 / n
        return low, 0
    # 1. The condensed tableau: payoffs scaled to 1..2, right side 1, costs -1. Variables 0..n-1 are y, n.. are the slacks.
    tableau = np.ones((m + 1, n + 1))
    tableau[:m, :n] += (payoffs - low) / (high - low)
    tableau[m, :n] = -1.0
    tableau[m, n] = 0.0
    free, basic = np.arange(n), np.arange(n, n + m)
    # 2. Pivot. Degenerate games could cycle; after many steps Bland's rule, which cannot, takes over. The bound only stops rounding.
    pivots, patience = 0, 4 * (m + n)
    while pivots < 64 * patience:
        bland = pivots > patience
        j = _entering(tableau, free, bland)
        if j < 0:
            break
        i = _leaving(tableau, basic, j, bland)
        if i < 0:  # impossible with positive payoffs, but for rounding
            break
        _pivot(tableau, i, j)
        free[j], basic[i] = basic[i], free[j]
        pivots += 1
    # 3. Read both mixtures off the tableau.
    row[:] = 0.0
    column[:] = 0.0
    for i in range(m):
        if basic[i] < n:
            column[basic[i]] = tableau[i, n]
    for j in range(n):
        if free[j] >= n:
            row[free[j] - n] = tableau[m, j]
    value = low + (high - low) * (1.0 / tableau[m, n] - 1.0)
    _normalise(row)
    _normalise(column)
    return value, pivots
