"""Stages at eight leads side by side, solved together in short floats: for estimates, which are less exact than that.

The leads of a run (`layers.py`) are neighbours. So are the places of their payoffs in the next layer, except at the ends of its runs. The
submissions that matter at eight leads are much the same, and much those that mattered there with the pot before, so the search begins with
them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.rounds import Floats
from deathmatch.games.five_card_trick.fast.search import CRUMB
from deathmatch.solve.kernel import kernel, maker
from deathmatch.solve.matrix import Workspace, certified, workspace
from deathmatch_lab.games.five_card_trick.fast import layers
from deathmatch_lab.solve import simd8

SLOTS: Final = 32
"""Groups of eight leads whose submissions are remembered; further ones share the last."""


class EightLeads(NamedTuple):
    """Room for stages at eight leads.

    Attributes:
        few: their games.
        wanted: shape (2 * side * side,), cells to fill.
        rows, columns: shape (SLOTS, MOST), the submissions that mattered at each group of leads with the pot before.
        counts: shape (SLOTS, 2), how many those are; 0 if there was no such group.
        game: shape (side, side), one of the games.
        row, column: shape (side,), its mixtures.
        work: for solving it.
    """

    few: simd8.Few
    wanted: NDArray[np.int64]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    counts: NDArray[np.int64]
    game: Floats
    row: Floats
    column: Floats
    work: Workspace


@maker
def eight_leads(side: int) -> EightLeads:
    """Room for stages of `side` rows and columns."""
    numbers = np.int64
    return EightLeads(
        simd8.few(side),
        np.empty(2 * side * side, numbers),
        np.empty((SLOTS, simd8.MOST), numbers),
        np.empty((SLOTS, simd8.MOST), numbers),
        np.zeros((SLOTS, 2), numbers),
        np.empty((side, side)),
        np.empty(side),
        np.empty(side),
        workspace(side),
    )


# --- Payoffs


@kernel
def fill(blocks: layers.Values, from_: layers.Sources, step: int, values: layers.Values, wanted: NDArray[np.int64], count: int) -> None:
    """The payoffs of some cells at eight leads.

    Args:
        blocks: receives them.
        from_: where they come from (`layers.find_sources`).
        step: how much more the first of the leads is than that looked at.
        values: the layer's.
        wanted: which cells.
        count: how many of those.
    """
    at, shift, top, last = from_.at, from_.shift, from_.top, values.size - simd8.SIZE
    zero, one, lanes = simd8.full(np.float32(0.0)), simd8.full(np.float32(1.0)), simd8.counting()
    for w in range(count):
        k = wanted[w]
        start, leads = at[k], top[k]
        place = min(max(shift[k] + step, -simd8.SIZE), leads)
        here = simd8.plus(lanes, simd8.full(np.float32(place)))
        payoff = simd8.where_less(here, zero, zero, simd8.load_from(values, min(max(start + place, 0), last)))
        simd8.store(blocks, simd8.PAYOFFS + k, simd8.where_less(here, simd8.full(np.float32(leads)), payoff, one))
        if leads > 0 and (start < simd8.SIZE or start + leads >= last):  # at an end of the array the eight may not be those wanted
            for lane in range(simd8.SIZE):
                blocks[simd8.PAYOFFS + k, lane] = values[start + min(max(place + lane, -1), leads)]


@kernel
def fill_few(here: EightLeads, from_: layers.Sources, m: int, n: int, step: int, values: layers.Values) -> None:
    """The payoffs of the rows and columns that matter."""
    mine, wanted, count = here.few, here.wanted, 0
    for x in range(mine.counts[0]):
        for j in range(n):
            wanted[count] = mine.rows[x] * n + j
            count += 1
    for y in range(mine.counts[1]):
        for i in range(m):
            if not mine.has_row[i]:
                wanted[count] = i * n + mine.columns[y]
                count += 1
    fill(mine.blocks, from_, step, values, wanted, count)


@kernel
def fill_all(here: EightLeads, from_: layers.Sources, m: int, n: int, step: int, values: layers.Values) -> None:
    """All payoffs."""
    for k in range(m * n):
        here.wanted[k] = k
    fill(here.few.blocks, from_, step, values, here.wanted, m * n)


@kernel
def fill_row(here: EightLeads, from_: layers.Sources, row: int, n: int, step: int, values: layers.Values) -> None:
    """The payoffs of a row, except in the columns that matter."""
    count = 0
    for j in range(n):
        if not here.few.has_column[j]:
            here.wanted[count] = row * n + j
            count += 1
    fill(here.few.blocks, from_, step, values, here.wanted, count)


@kernel
def fill_column(here: EightLeads, from_: layers.Sources, column: int, m: int, n: int, step: int, values: layers.Values) -> None:
    """The payoffs of a column, except in the rows that matter."""
    count = 0
    for i in range(m):
        if not here.few.has_row[i]:
            here.wanted[count] = i * n + column
            count += 1
    fill(here.few.blocks, from_, step, values, here.wanted, count)


# --- The submissions that matter


@kernel
def forget(mine: simd8.Few) -> None:
    """No submission matters any more."""
    for x in range(mine.counts[0]):
        mine.has_row[mine.rows[x]] = 0
    for y in range(mine.counts[1]):
        mine.has_column[mine.columns[y]] = 0
    mine.counts[0] = mine.counts[1] = 0


@kernel
def recall(here: EightLeads, slot: int) -> None:
    """The submissions of a slot matter."""
    mine = here.few
    forget(mine)
    mine.counts[0], mine.counts[1] = here.counts[slot, 0], here.counts[slot, 1]
    for x in range(mine.counts[0]):
        mine.rows[x] = here.rows[slot, x]
        mine.has_row[mine.rows[x]] = 1
    for y in range(mine.counts[1]):
        mine.columns[y] = here.columns[slot, y]
        mine.has_column[mine.columns[y]] = 1


@kernel
def remember(here: EightLeads, slot: int) -> None:
    """The submissions that have a part in any mixture go to a slot."""
    mine, rows, columns = here.few, 0, 0
    for x in range(mine.counts[0]):
        if simd8.used(mine.blocks, simd8.ROW, x):
            here.rows[slot, rows] = mine.rows[x]
            rows += 1
    for y in range(mine.counts[1]):
        if simd8.used(mine.blocks, simd8.COLUMN, y):
            here.columns[slot, columns] = mine.columns[y]
            columns += 1
    here.counts[slot, 0], here.counts[slot, 1] = rows, columns


@kernel
def begin(here: EightLeads, m: int, n: int, number: int) -> None:
    """Those of the optimal mixtures of one game matter; all payoffs are filled."""
    mine = here.few
    simd8.game(mine.blocks, number, m, n, here.game)
    certified(here.game, m, n, here.row, here.column, here.work)
    forget(mine)
    for i in range(m):
        if here.row[i] > 0.0 and mine.counts[0] < simd8.MOST:
            join_row(mine, i)
    for j in range(n):
        if here.column[j] > 0.0 and mine.counts[1] < simd8.MOST:
            join_column(mine, j)


@kernel
def join_row(mine: simd8.Few, row: int) -> None:
    """A row matters too."""
    mine.rows[mine.counts[0]], mine.has_row[row] = row, 1
    mine.counts[0] += 1


@kernel
def join_column(mine: simd8.Few, column: int) -> None:
    """A column matters too."""
    mine.columns[mine.counts[1]], mine.has_column[column] = column, 1
    mine.counts[1] += 1


@kernel
def joined(here: EightLeads, from_: layers.Sources, m: int, n: int, step: int, values: layers.Values, open_: int) -> bool:
    """Let the submissions join that improve most on the mixtures of the open games; whether any is new."""
    mine, new = here.few, False
    for lane in range(simd8.SIZE):
        if not open_ >> lane & 1:
            continue
        row, column = int(mine.blocks[simd8.GREATEST, lane]), int(mine.blocks[simd8.LEAST, lane])
        if not mine.has_row[row] and mine.counts[0] < simd8.MOST:
            fill_row(here, from_, row, n, step, values)
            join_row(mine, row)
            new = True
        if not mine.has_column[column] and mine.counts[1] < simd8.MOST:
            fill_column(here, from_, column, m, n, step, values)
            join_column(mine, column)
            new = True
    return new


# --- Solutions


@kernel
def solve_leads(here: EightLeads, from_: layers.Sources, m: int, n: int, step: int, lanes: int, slot: int, values: layers.Values) -> int:
    """Solve a stage at eight leads; the first is `step` more than that looked at.

    Args:
        here: receives the mixtures and their guarantees (`solve/simd8.py`).
        from_: where the payoffs come from.
        m: rows.
        n: columns.
        step: the first of the leads.
        lanes: how many of them are of interest.
        slot: the group of leads.
        values: the layer's.

    Returns: those that are not solved, as bits.
    """
    mine, here_slot = here.few, min(slot, SLOTS - 1)
    if here.counts[here_slot, 0] > 0:
        recall(here, here_slot)
    if mine.counts[0] > 0:
        fill_few(here, from_, m, n, step, values)
    else:
        fill_all(here, from_, m, n, step, values)
        begin(here, m, n, lanes // 2)
    while True:
        r, s = int(mine.counts[0]), int(mine.counts[1])
        simd8.solve(mine.blocks, mine.rows, mine.columns, r, s, n)
        open_ = simd8.weigh(mine.blocks, mine.rows, mine.columns, r, s, m, n) & ((1 << lanes) - 1)
        if not open_ or not joined(here, from_, m, n, step, values, open_):
            break
    for lane in range(lanes):
        if open_ >> lane & 1 and mended(here, lane, m, n):
            open_ &= ~(1 << lane)
    remember(here, here_slot)
    return open_


@kernel
def mended(here: EightLeads, lane: int, m: int, n: int) -> bool:
    """Solve one game, whose rounding was too much, in long floats by the submissions that matter; whether no other improves."""
    mine, game_, row, column = here.few, here.game, here.row, here.column
    blocks, r, s = mine.blocks, int(mine.counts[0]), int(mine.counts[1])
    for x in range(r):
        for y in range(s):
            game_[x, y] = blocks[simd8.PAYOFFS + mine.rows[x] * n + mine.columns[y], lane]
    certified(game_, r, s, row, column, here.work)
    low, high = 2.0, -1.0
    for j in range(n):
        total = 0.0
        for x in range(r):
            total += row[x] * blocks[simd8.PAYOFFS + mine.rows[x] * n + j, lane]
        low = min(low, total)
    for i in range(m):
        total = 0.0
        for y in range(s):
            total += column[y] * blocks[simd8.PAYOFFS + i * n + mine.columns[y], lane]
        high = max(high, total)
    if high - low > simd8.CLOSE:
        return False
    blocks[simd8.LOW, lane], blocks[simd8.HIGH, lane] = low, high
    for x in range(r):
        blocks[simd8.ROW + x, lane] = row[x]
    for y in range(s):
        blocks[simd8.COLUMN + y, lane] = column[y]
    return True


@kernel
def new_stage(here: EightLeads) -> None:
    """Forget the submissions of another stage."""
    forget(here.few)
    for slot in range(SLOTS):
        here.counts[slot, 0] = 0


@maker
def estimate_runs(
    known: layers.Configurations,
    first: int,
    last: int,
    runs: layers.Runs,
    values: layers.Values,
    next_: layers.Layer,
    mirror: layers.Mirror,
) -> None:
    """As `layers.solve_runs`, to within a millionth, and nobody is asked for Claim Priority.

    Args:
        known: the configurations.
        first: the first of them to look at.
        last: the first not to look at.
        runs: as `layers.lay_runs` has laid them; lose values that are a crumb.
        values: receives the values.
        next_: the layer before the next round.
        mirror: configurations that are copied (`layers.py`) are left out.
    """
    side = known.met.shape[0]
    _estimate_runs(known, first, last, runs, values, next_, mirror, layers.cells(side), layers.sources(side), eight_leads(side))


@kernel
def _estimate_runs(
    known: layers.Configurations,
    first: int,
    last: int,
    runs: layers.Runs,
    values: layers.Values,
    next_: layers.Layer,
    mirror: layers.Mirror,
    out: layers.Cells,
    from_: layers.Sources,
    here: EightLeads,
) -> None:
    """As `estimate_runs`, with room for a stage, its sources and eight leads."""
    blocks = here.few.blocks
    for c in known.order[first:last]:
        if layers.copied(mirror, c):
            continue
        m, n = 0, 0
        for pot in range(1, runs.shape[1]):
            start, count, low = layers.start_of(runs[c, pot]), layers.count_of(runs[c, pot]), layers.low_of(runs[c, pot])
            if count == 0:
                continue
            if m == 0:
                m, n = layers.stage_at(known, c, out)
                new_stage(here)
            layers.find_sources(out, m, n, pot, low, next_.runs, from_)
            lanes = min(count, simd8.SIZE)
            for slot in range((count + simd8.SIZE - 1) // simd8.SIZE):
                step = min(slot * simd8.SIZE, count - lanes)
                open_ = solve_leads(here, from_, m, n, step, lanes, slot, next_.values)
                for lane in range(lanes):
                    place = start + 1 + step + lane
                    values[place] = 0.5 * (blocks[simd8.LOW, lane] + blocks[simd8.HIGH, lane])
                    if open_ >> lane & 1:
                        layers.payoffs(from_, m, n, step + lane, next_.values, here.game)
                        floor, ceiling, _ = certified(here.game, m, n, here.row, here.column, here.work)
                        values[place] = 0.5 * (floor + ceiling)
            runs[c, pot] = layers.trimmed(values, start, count, low, CRUMB)
