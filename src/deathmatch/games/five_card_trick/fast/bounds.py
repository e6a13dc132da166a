"""Which leads can come before a round, and which of them are not decided: the runs that `layers.py` solves.

Chips are bounded twice: by what can still have come (`spread`), and by what is not decided yet (`bound`), exactly: A is sure to win where
some submission wins against all of B's, and a chance of 1 is nothing else.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.layers import FAR, Leads, Runs, asked_of, count_of, gain_of, low_of, taker_of
from deathmatch.games.five_card_trick.fast.stages import TO_AT, Cells, Tables, cells, open_stage, stage_at
from deathmatch.solve.kernel import inner, kernel

Row: TypeAlias = NDArray[np.int16]  # shape (pots + 1,), of one configuration


@kernel
def spread(known: Tables, first: int, last: int, least: Leads, most: Leads, next_least: Leads, next_most: Leads) -> None:
    """Which leads can come in the next round, from those of this one.

    Args:
        known: the configurations.
        first: the first of them to look at.
        last: the first not to look at.
        least: shape (C, pots + 1), the least lead that can come; greater than `most` where none can.
        most: the greatest.
        next_least: shape (C, pots + 2), is lowered to what follows.
        next_most: is raised.
    """
    out, pots = cells(known.met.shape[0]), least.shape[1] - 1
    lows, highs = np.empty(pots + 1, dtype=np.int16), np.empty(pots + 1, dtype=np.int16)
    for c in range(first, last):
        bottom, top = 0, 0
        taken = (FAR, -FAR, FAR, -FAR)  # the least and the greatest leads with the pot, if A takes it and if B does
        for pot in range(1, pots + 1):
            low, high = int(least[c, pot]), int(most[c, pot])
            lows[pot], highs[pot] = 2 * FAR, -2 * FAR  # further than what cannot come, whatever a round adds
            if low <= high:
                bottom, top = bottom or pot, pot
                lows[pot], highs[pot] = low, high
                taken = (min(taken[0], low + pot), max(taken[1], high + pot), min(taken[2], low - pot), max(taken[3], high - pot))
        if top == 0:
            continue
        m, n = stage_at(known, c, out) if known.gathered.at.size else open_stage(known, known.keys[c], out)
        for i in range(m):
            for j in range(n):
                cell = out.cells[i, j]
                if (i > 0 and cell == out.cells[i - 1, j]) or (j > 0 and cell == out.cells[i, j - 1]):
                    continue  # a block with another name, which does not begin, comes to the same
                to, gain, grow, taker = cell >> TO_AT, gain_of(cell), cell & 1, taker_of(cell)
                if taker == 0:
                    widen(next_least[to, grow:], next_most[to, grow:], lows, highs, bottom, top, gain)
                else:
                    low, high = (taken[0], taken[1]) if taker > 0 else (taken[2], taken[3])
                    next_least[to, 1] = min(next_least[to, 1], low + gain + taker * grow)
                    next_most[to, 1] = max(next_most[to, 1], high + gain + taker * grow)
                asked, spent = asked_of(cell), out.used[i, j]
                if asked:
                    for pot in range(bottom, top + 1):
                        here, prize = (1, taker * (pot + grow)) if taker else (pot + grow, 0)
                        prize += gain + (here if asked == 1 else -here)
                        next_least[spent, 1] = min(next_least[spent, 1], lows[pot] + prize)
                        next_most[spent, 1] = max(next_most[spent, 1], highs[pot] + prize)


@kernel
def widen(least: Row, most: Row, lows: Row, highs: Row, bottom: int, top: int, gain: int) -> None:
    """Let the pots of one configuration, from `bottom` up to `top`, have these leads as well, moved by `gain`."""
    for pot in range(bottom, top + 1):
        least[pot] = min(least[pot], np.int16(lows[pot] + gain))
        most[pot] = max(most[pot], np.int16(highs[pot] + gain))


@inner
def limit(runs: Runs, to: int, pot: int, top: bool) -> int:
    """The lead from which on A has won (`top`), or the greatest with which A has lost."""
    found = runs[to, pot]
    return low_of(found) + count_of(found) if top else low_of(found) - 1


@inner
def cell_limit(cell: int, used: int, pot: int, runs: Runs, top: bool) -> int:
    """As `limit`, for the lead before the round whose outcome is this cell."""
    taker, asked = taker_of(cell), asked_of(cell)
    grown = pot + (cell & 1)
    here = 1 if taker else grown
    gain = gain_of(cell) + taker * grown
    found = limit(runs, cell >> TO_AT, here, top) - gain
    if asked == 1:  # the seat that is asked takes what is better for it
        found = min(found, limit(runs, used, 1, top) - gain - here)
    elif asked == 2:
        found = max(found, limit(runs, used, 1, top) - gain + here)
    return found


@kernel
def bound(known: Tables, first: int, last: int, least: Leads, most: Leads, runs: Runs, low: Leads, high: Leads) -> None:
    """Which leads are decided before this round, from the runs before the next.

    Args:
        known: the configurations.
        first: the first of them to look at.
        last: the first not to look at.
        least: shape (C, pots + 1), the least lead that can come; greater than `most` where none can.
        most: the greatest.
        runs: shape (C, pots + 2), of the next layer.
        low: shape (C, pots + 1), receives the greatest lead with which A has lost.
        high: receives the least with which A has won.
    """
    out = cells(known.met.shape[0])
    for c in range(first, last):
        m, n = 0, 0
        won, lost = (0, 0), (0, 0)
        for pot in range(1, least.shape[1]):
            if least[c, pot] > most[c, pot]:
                continue
            if m == 0:
                m, n = stage_at(known, c, out)
            high[c, pot], won = surely_won(out, m, n, pot, runs, won)
            low[c, pot], lost = surely_lost(out, m, n, pot, runs, lost)


@kernel
def surely_won(out: Cells, m: int, n: int, pot: int, runs: Runs, guess: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """The least lead from which some row wins against every column; with it that row, and a column that refuted another.

    Args:
        out: the stage.
        m: its rows.
        n: its columns.
        pot: before the round.
        runs: of the next layer.
        guess: what was found for another pot, which is tried first.
    """
    best, (row, refuting), first = FAR, guess, guess[0]
    for k in range(-1, m):
        i = first if k < 0 else k
        if k == first:
            continue
        worst = cell_limit(out.cells[i, refuting], out.used[i, refuting], pot, runs, True)
        j = 0
        while j < n and worst < best:
            here = cell_limit(out.cells[i, j], out.used[i, j], pot, runs, True)
            if here > worst:
                worst, refuting = here, j
            j += 1
        if worst < best:
            best, row = worst, i
    return best, (row, refuting)


@kernel
def surely_lost(out: Cells, m: int, n: int, pot: int, runs: Runs, guess: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """As `surely_won`: the greatest lead with which some column wins against every row, and that column and a row."""
    best, (column, refuting), first = -FAR, guess, guess[0]
    for k in range(-1, n):
        j = first if k < 0 else k
        if k == first:
            continue
        worst = cell_limit(out.cells[refuting, j], out.used[refuting, j], pot, runs, False)
        i = 0
        while i < m and worst > best:
            here = cell_limit(out.cells[i, j], out.used[i, j], pot, runs, False)
            if here < worst:
                worst, refuting = here, i
            i += 1
        if worst > best:
            best, column = worst, j
    return best, (column, refuting)
