"""Solves one matrix game without numba, for short-lived processes in which loading the kernel would take longer.

It is the condensed tableau of `matrix.py`, a whole row at a time. What rounding or a circle of pivots spoils is left to the kernel.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from deathmatch.solve import matrix
from deathmatch.solve.matrix import FINE, PIVOT, TINY, Floats, Ints, MatrixSolution

PIVOTS: Final = 20  # times rows and columns together, after which it goes in circles


def solve(payoffs: ArrayLike) -> MatrixSolution:
    """As `matrix.solve`, which it falls back on; of several optimal mixtures it may find others.

    Raises: ValueError for anything but a finite matrix with at least one row and one column.
    """
    game = np.asarray(payoffs, dtype=np.float64)
    if game.ndim != 2 or 0 in game.shape or not np.isfinite(game).all():
        return matrix.solve(payoffs)  # which says what is wrong
    solution = _simplex(game)
    return matrix.solve(game) if solution is None or solution.gap > FINE * (game.max() - game.min()) else solution


def _simplex(game: Floats) -> MatrixSolution | None:
    """The game solved; None if the pivots do not come to an end."""
    m, n = game.shape
    least, most = float(game.min()), float(game.max())
    if most <= least:
        return MatrixSolution(least, np.full(m, 1.0 / m), np.full(n, 1.0 / n), least, least, 0)
    tableau = np.ones((m + 1, n + 1))
    tableau[:m, :n] += (game - least) / (most - least)
    tableau[m, :n], tableau[m, n] = -1.0, 0.0
    basic, free = np.arange(n, n + m), np.arange(n)
    for pivots in range(PIVOTS * (m + n)):
        enter = int(tableau[m, :n].argmin())
        if tableau[m, enter] >= -TINY:
            return _read(game, tableau, basic, free, pivots)
        column = tableau[:m, enter]
        ratios = np.divide(tableau[:m, n], column, out=np.full(m, np.inf), where=column > PIVOT)
        leave = int(np.where(ratios <= ratios.min() + 1e-12, column, -1.0).argmax())  # of those that limit first the largest pivot
        _exchange(tableau, leave, enter)
        basic[leave], free[enter] = free[enter], basic[leave]
    return None


def _exchange(tableau: Floats, leave: int, enter: int) -> None:
    """Exchange a basic and a free variable, in place."""
    line = tableau[leave] / tableau[leave, enter]
    line[enter] = 1.0 / tableau[leave, enter]
    factors = tableau[:, enter].copy()
    factors[leave] = 0.0
    tableau[:, enter] = 0.0
    tableau -= factors[:, None] * line
    tableau[leave] = line


def _read(game: Floats, tableau: Floats, basic: Ints, free: Ints, pivots: int) -> MatrixSolution:
    """Both mixtures of the last tableau, with their guarantees."""
    m, n = game.shape
    row, column = np.zeros(m), np.zeros(n)
    slack = free >= n
    row[free[slack] - n] = np.maximum(tableau[m, :n][slack], 0.0)
    mine = basic < n
    column[basic[mine]] = np.maximum(tableau[:m, n][mine], 0.0)
    row /= row.sum()
    column /= column.sum()
    low, high = float((row @ game).min()), float((game @ column).max())
    return MatrixSolution((low + high) / 2, row, column, low, high, pivots)
