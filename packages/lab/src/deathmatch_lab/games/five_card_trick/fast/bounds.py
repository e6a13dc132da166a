"""Which leads are not decided before a round: the runs that `layers.py` solves.

`reachability.py` bounds the leads that can come. This module finds exactly which of them are decided: A is sure to win if one of its
submissions wins against all of B's, and only then is its chance 1.
"""

from __future__ import annotations

from deathmatch.solve.kernel import inner, kernel, maker
from deathmatch_lab.games.five_card_trick.fast.layers import (
    FAR,
    TO_AT,
    Cells,
    Configurations,
    Leads,
    Runs,
    asked_of,
    cells,
    count_of,
    gain_of,
    low_of,
    stage,
    taker_of,
)


@inner
def limit(runs: Runs, to: int, pot: int, top: bool) -> int:
    """The lead from which on A has won (`top`), or the greatest with which A has lost."""
    run_ = runs[to, pot]
    return low_of(run_) + count_of(run_) if top else low_of(run_) - 1


@inner
def cell_limit(cell: int, used: int, pot: int, runs: Runs, top: bool) -> int:
    """As `limit`, for the lead before the round whose outcome is this cell."""
    taker, asked = taker_of(cell), asked_of(cell)
    grown = pot + (cell & 1)
    here = 1 if taker else grown
    gain = gain_of(cell) + taker * grown
    bound_ = limit(runs, cell >> TO_AT, here, top) - gain
    if asked == 1:  # the seat that is asked takes what is better for it
        bound_ = min(bound_, limit(runs, used, 1, top) - gain - here)
    elif asked == 2:
        bound_ = max(bound_, limit(runs, used, 1, top) - gain + here)
    return bound_


@maker
def bound(known: Configurations, first: int, last: int, least: Leads, most: Leads, runs: Runs, low: Leads, high: Leads) -> None:
    """Which leads are decided before this round, from the runs before the next.

    Args:
        known: the configurations.
        first: the first of them to look at.
        last: the first not to look at.
        least: shape (C, pots + 1), the least lead that can come; greater than `most` if none can.
        most: the greatest.
        runs: shape (C, pots + 2), of the next layer.
        low: shape (C, pots + 1), receives the greatest lead with which A has lost.
        high: receives the least with which A has won.
    """
    _bound(known, first, last, least, most, runs, low, high, cells(known.met.shape[0]))


@kernel
def _bound(
    known: Configurations, first: int, last: int, least: Leads, most: Leads, runs: Runs, low: Leads, high: Leads, out: Cells
) -> None:
    """As `bound`, with room for a stage."""
    for c in range(first, last):
        m, n = 0, 0
        for pot in range(1, least.shape[1]):
            if least[c, pot] > most[c, pot]:
                continue
            if m == 0:
                m, n = stage(known, known.keys[c], out)
            high[c, pot] = surely_won(out, m, n, pot, runs)
            low[c, pot] = surely_lost(out, m, n, pot, runs)


@kernel
def surely_won(out: Cells, m: int, n: int, pot: int, runs: Runs) -> int:
    """The least lead before a round from which some row of a stage wins against every column."""
    best = FAR
    for i in range(m):
        worst, j = -FAR, 0
        while j < n and worst < best:
            worst = max(worst, cell_limit(out.cells[i, j], out.used[i, j], pot, runs, True))
            j += 1
        best = min(best, worst)
    return best


@kernel
def surely_lost(out: Cells, m: int, n: int, pot: int, runs: Runs) -> int:
    """The greatest lead with which some column of a stage wins against every row."""
    best = -FAR
    for j in range(n):
        worst, i = FAR, 0
        while i < m and worst > best:
            worst = min(worst, cell_limit(out.cells[i, j], out.used[i, j], pot, runs, False))
            i += 1
        best = max(best, worst)
    return best
