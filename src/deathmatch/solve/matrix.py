"""Zero-sum matrix games: both players choose at once, one pays the other. Solved exactly, by a dense simplex.

The game with payoffs `p[i, j]` to the row player is moved and scaled to `a = 1 + (p - min) / (max - min)`, so its value lies between
1 and 2, and the column player's problem becomes the linear programme (Dantzig 1951; Chvatal, "Linear Programming", 1983, chapter 15)

    maximise sum(y)  subject to  a y <= 1, y >= 0

which starts feasible at y = 0. Its optimum is 1 / value; y / sum(y) is the column player's mixture, and the dual variables are the row
player's. Whatever the rounding, the two mixtures come with a certificate: what each of them guarantees. Where rounding has spoilt one
(payoffs that differ by next to nothing make pivots out of nothing), the game is solved again from another side, and the better mixture of
each player stays.

Rows of the tableau are padded to whole blocks of `LANES` numbers, which the compiler turns into vector instructions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deathmatch.core.arguments import shown
from deathmatch.solve.kernel import dense, kernel, maker

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

LANES: Final = 8
"""Numbers in a block of the tableau."""

TINY: Final = 1e-11
"""A reduced cost of the scaled tableau (1 to 2 at the start) that is nearer to zero counts as zero."""

PIVOT: Final = 1e-9
"""So does a smaller candidate for a pivot: dividing by it would leave only rounding."""

FINE: Final = 1e-10
"""A gap that is wider, as a part of the range of the payoffs, is one that rounding has spoilt."""

SIDES: Final = 4
"""A game that rounding spoils is solved from so many sides at most."""


@dataclass(frozen=True, slots=True)
class MatrixSolution:
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


class Workspace(NamedTuple):
    """Where a kernel works, so that a million games need no memory of their own; for games of up to `side` rows and columns.

    Attributes:
        tableau: shape (side + 1, width), where `width` holds side + 1 numbers in whole blocks.
        line: shape (width,).
        free, basic: shape (side,), the variables of the tableau's columns and rows.
        other: shape (side, side), a game turned over; row, column: shape (side,), its mixtures.
    """

    tableau: Floats
    line: Floats
    free: Ints
    basic: Ints
    other: Floats
    row: Floats
    column: Floats


@maker
def workspace(side: int) -> Workspace:
    """Room for games of up to so many rows and columns."""
    width = (side + LANES) // LANES * LANES
    return Workspace(
        np.empty((side + 1, width)),
        np.empty(width),
        np.empty(side, dtype=np.int64),
        np.empty(side, dtype=np.int64),
        np.empty((side, side)),
        np.empty(side),
        np.empty(side),
    )


def solve(payoffs: ArrayLike) -> MatrixSolution:
    """The value of a zero-sum game and an optimal mixture for each player.

    Args:
        payoffs: shape (m, n), finite; entry [i, j] is what the row player gains when i meets j.

    Returns: the solution; its gap is rounding only, mostly about 1e-15 of the range of the payoffs.
    Raises: ValueError for anything but a finite matrix with at least one row and one column.
    """
    try:
        matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"payoffs must be rows of numbers, all of the same length, not {shown(payoffs)}") from None
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise ValueError(f"payoffs have the shape (rows, columns), at least 1 each, not {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ValueError("payoffs are finite numbers; there is a nan or an infinity among them")
    row, column = np.empty(matrix.shape[0]), np.empty(matrix.shape[1])
    _, pivots = mix(matrix, row, column)
    low, high = float((row @ matrix).min()), float((matrix @ column).max())
    return MatrixSolution((low + high) / 2, row, column, low, high, pivots)


@maker
def mix(payoffs: Floats, row: Floats, column: Floats) -> tuple[float, int]:
    """Solve a game, for use inside other kernels: no checks.

    Args:
        payoffs: shape (m, n), finite, m and n at least 1; left as it is.
        row: shape (m,), receives the row player's mixture.
        column: shape (n,), receives the column player's.

    Returns: the value, and how many pivots it took.
    """
    m, n = payoffs.shape
    low, high, pivots = certified(payoffs, m, n, row, column, workspace(max(m, n)))
    return 0.5 * (low + high), pivots


@kernel
def certified(payoffs: Floats, m: int, n: int, row: Floats, column: Floats, work: Workspace) -> tuple[float, float, int]:
    """Solve the first m rows and n columns of `payoffs`, as `mix` does, in a given workspace.

    Args:
        payoffs: finite; left as it is.
        m: rows, at least 1.
        n: columns, at least 1.
        row: receives the row player's mixture in its first m places.
        column: receives the column player's in its first n places.
        work: a room for m rows and n columns.

    Returns: what `row` guarantees, what `column` concedes at most, and how many pivots it took.
    """
    least, most = span(payoffs, m, n)
    if most - least <= 1e-300:  # all alike: every mixture is optimal
        for i in range(m):
            row[i] = 1.0 / m
        for j in range(n):
            column[j] = 1.0 / n
        return least, most, 0
    pivots = simplex(payoffs, m, n, least, most, row, column, work)
    low, high = guaranteed(payoffs, m, n, row, work.line), conceded(payoffs, m, n, column, work.line)
    side = 1
    while high - low > FINE * (most - least) and side < SIDES:
        pivots += _turned(payoffs, m, n, least, most, side, work)
        floor, ceiling = guaranteed(payoffs, m, n, work.row, work.line), conceded(payoffs, m, n, work.column, work.line)
        if floor > low:
            low = floor
            for i in range(m):
                row[i] = work.row[i]
        if ceiling < high:
            high = ceiling
            for j in range(n):
                column[j] = work.column[j]
        side += 1
    return low, high, pivots


@kernel
def _turned(payoffs: Floats, m: int, n: int, least: float, most: float, side: int, work: Workspace) -> int:
    """Solve the game seen from another side: its negative, with the players changed (sides 1 and 3), or backwards (2 and 3), which meets
    rows and columns in another order. `work.row` and `work.column` receive the mixtures as seen from the front; returns the pivots."""
    swapped, backwards = side != 2, side > 1
    for i in range(m):
        for j in range(n):
            x, y = (m - 1 - i, n - 1 - j) if backwards else (i, j)
            if swapped:
                work.other[y, x] = -payoffs[i, j]
            else:
                work.other[x, y] = payoffs[i, j]
    if swapped:
        pivots = simplex(work.other, n, m, -most, -least, work.column, work.row, work)
    else:
        pivots = simplex(work.other, m, n, least, most, work.row, work.column, work)
    if backwards:
        _reverse(work.row, m)
        _reverse(work.column, n)
    return pivots


@kernel
def _reverse(mixture: Floats, size: int) -> None:
    """The first entries in reverse, in place."""
    for i in range(size // 2):
        mixture[i], mixture[size - 1 - i] = mixture[size - 1 - i], mixture[i]


@dense
def span(payoffs: Floats, m: int, n: int) -> tuple[float, float]:
    """The least and the greatest of the first m rows and n columns."""
    least, most = payoffs[0, 0], payoffs[0, 0]
    for i in range(m):
        for j in range(n):
            least, most = min(least, payoffs[i, j]), max(most, payoffs[i, j])
    return least, most


@dense
def guaranteed(payoffs: Floats, m: int, n: int, row: Floats, line: Floats) -> float:
    """The guaranteed value of a mixture of the row player; `line` has n places to work in."""
    for j in range(n):
        line[j] = 0.0
    for i in range(m):
        weight = row[i]
        if weight > 0.0:
            for j in range(n):
                line[j] += weight * payoffs[i, j]
    least = line[0]
    for j in range(n):
        least = min(least, line[j])
    return float(least)


@dense
def conceded(payoffs: Floats, m: int, n: int, column: Floats, line: Floats) -> float:
    """The highest cost of a mixture of the column player; `line` has m places to work in."""
    for i in range(m):
        line[i] = 0.0
    for j in range(n):
        weight = column[j]
        if weight > 0.0:
            for i in range(m):
                line[i] += weight * payoffs[i, j]
    most = line[0]
    for i in range(m):
        most = max(most, line[i])
    return float(most)


# --- The simplex


@dense
def simplex(payoffs: Floats, m: int, n: int, least: float, most: float, row: Floats, column: Floats, work: Workspace) -> int:
    """Both mixtures by the simplex, without a certificate; `certified` has one.

    Args:
        payoffs: finite; left as it is.
        m: rows, at least 1.
        n: columns, at least 1.
        least: no payoff of theirs is less.
        most: none is more; more than `least`.
        row: receives the row player's mixture in its first m places.
        column: receives the column player's in its first n places.
        work: a room for m rows and n columns.

    Returns: how many pivots it took.
    """
    tableau, free, basic = work.tableau, work.free, work.basic
    blocks = (n + LANES) // LANES
    # 1. The first column to enter is the one whose greatest payoff is least: it improves most, and may be a saddle already.
    enter = _fill(payoffs, m, n, least, 1.0 / (most - least), blocks, work)
    # 2. Pivot. Degenerate games could cycle; after many steps Bland's rule, which cannot, takes over. The bound only stops rounding.
    pivots, patience = 0, 4 * (m + n)
    while enter >= 0 and pivots < 16 * patience:
        bland = pivots > patience
        leave = _leaving(tableau, basic, m, n, enter, bland)
        if leave < 0:  # impossible with positive payoffs, but for rounding
            break
        _pivot(tableau, work.line, m + 1, blocks, leave, enter)
        free[enter], basic[leave] = basic[leave], free[enter]
        pivots += 1
        enter = _entering(tableau, free, m, n, bland)
    # 3. Read both mixtures off the tableau, without the crumbs of rounding.
    for i in range(m):
        row[i] = 0.0
    for j in range(n):
        column[j] = 0.0
    for j in range(n):
        if free[j] >= n:
            row[free[j] - n] = max(tableau[m, j], 0.0)
    for i in range(m):
        if basic[i] < n:
            column[basic[i]] = max(tableau[i, n], 0.0)
    _normalise(row, m)
    _normalise(column, n)
    return pivots


@dense
def _normalise(mixture: Floats, size: int) -> None:
    """Make the first entries add up to 1, in place."""
    total = 0.0
    for i in range(size):
        total += mixture[i]
    scale = 1.0 / total
    for i in range(size):
        mixture[i] *= scale


@dense
def _fill(payoffs: Floats, m: int, n: int, least: float, scale: float, blocks: int, work: Workspace) -> int:
    """The condensed tableau: payoffs scaled to 1..2, right side 1, costs -1; variables 0..n-1 are y, n.. the slacks. The first to enter."""
    tableau, line = work.tableau, work.line
    base = 1.0 - least * scale
    for j in range(n):
        line[j] = 0.0
    for i in range(m):
        for j in range(n):
            entry = payoffs[i, j] * scale + base
            tableau[i, j] = entry
            line[j] = max(line[j], entry)
        tableau[i, n] = 1.0
        for j in range(n + 1, LANES * blocks):
            tableau[i, j] = 0.0
        work.basic[i] = n + i
    for j in range(n, LANES * blocks):
        tableau[m, j] = 0.0
    enter = 0
    for j in range(n):
        tableau[m, j] = -1.0
        work.free[j] = j
        if line[j] < line[enter]:
            enter = j
    return enter


@dense
def _pivot(tableau: Floats, line: Floats, rows: int, blocks: int, leave: int, enter: int) -> None:
    """Exchange a basic and a free variable in a condensed tableau, in place; `line` takes the new row `leave`."""
    inverse, width = 1.0 / tableau[leave, enter], LANES * blocks
    tableau[leave, enter] = 1.0
    for j in range(width):
        line[j] = tableau[leave, j] * inverse
    for j in range(width):
        tableau[leave, j] = line[j]
    for i in range(rows):
        factor = tableau[i, enter]
        if i != leave and factor != 0.0:
            tableau[i, enter] = 0.0
            for j in range(width):
                tableau[i, j] -= factor * line[j]


@dense
def _entering(tableau: Floats, free: Ints, m: int, n: int, bland: bool) -> int:
    """The column to enter: the steepest, or under Bland's rule the one of the lowest variable; -1 at the optimum."""
    best, chosen = -TINY, -1
    for j in range(n):
        cost = tableau[m, j]
        if bland:
            if cost < -TINY and (chosen < 0 or free[j] < free[chosen]):
                chosen = j
        elif cost < best:
            best, chosen = cost, j
    return chosen


@dense
def _leaving(tableau: Floats, basic: Ints, m: int, n: int, enter: int, bland: bool) -> int:
    """The row that limits the entering column first; ties go to the largest pivot, or under Bland's rule to the lowest variable."""
    ratio, chosen = 1e300, -1
    for i in range(m):
        pivot = tableau[i, enter]
        if pivot > PIVOT:
            right = tableau[i, n]
            if right < ratio * pivot - 1e-12:
                ratio, chosen = right / pivot, i
            elif right <= ratio * pivot + 1e-12:
                better = basic[i] < basic[chosen] if bland else pivot > tableau[chosen, enter]
                if better:
                    ratio, chosen = min(ratio, right / pivot), i
    return chosen
