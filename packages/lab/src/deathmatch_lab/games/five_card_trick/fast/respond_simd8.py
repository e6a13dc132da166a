"""The chances against the best response to a bot with an estimate, at eight leads at a time (`stage_simd8.py`), without the answers.

As in `respond.py`, but a mixture is optimal by the estimate to within a millionth, and if several are optimal, it may be another one. If
the estimate mirrors itself (`layers.py`), so do the mixtures: each stage is solved once for two configurations. Where the estimate is
the same whatever both play, nothing is solved.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.rounds import Ints
from deathmatch.solve.kernel import kernel, maker
from deathmatch_lab.games.five_card_trick.fast.layers import FAR, Layer, Mirror, Sources, copied, find_sources, sources
from deathmatch_lab.games.five_card_trick.fast.respond import Bench, Truth, answer, begun, bench, from_at, mix_at, settled_by_pot
from deathmatch_lab.games.five_card_trick.fast.stage_simd8 import EightLeads, eight_leads, fill, new_stage, solve_leads
from deathmatch_lab.games.five_card_trick.fast.stages import Configurations, cells, stage_at
from deathmatch_lab.solve.matrix_simd8 import COLUMN, HIGH, LOW, ROW, weigh_columns, weigh_rows
from deathmatch_lab.solve.simd8 import SIZE, Blocks


@maker
def respond_quickly(known: Configurations, first: int, last: int, here: Truth, estimate: Layer, next_: Truth, mirror: Mirror) -> None:
    """The chances of every run of these configurations, and of those that are copied from them.

    Args:
        known: the configurations.
        first: the first of them to look at.
        last: the first not to look at.
        here: receives the chances; its runs are laid.
        estimate: the bot's, of the next round.
        next_: the true chances of the next round.
        mirror: of the configurations, if the estimate mirrors itself.
    """
    side, pots, numbers = known.met.shape[0], here.runs.shape[1], np.int64
    out = bench(side)
    turned = Bench(cells(side), sources(side), out.work, out.column, out.row, out.game)
    limits = np.empty(pots, dtype=numbers), np.empty(pots, dtype=numbers)
    _respond_quickly(known, first, last, here, estimate, next_, mirror, (out, turned, sources(side), eight_leads(side), limits))


@kernel
def _respond_quickly(
    known: Configurations,
    first: int,
    last: int,
    here: Truth,
    estimate: Layer,
    next_: Truth,
    mirror: Mirror,
    room: tuple[Bench, Bench, Sources, EightLeads, tuple[Ints, Ints]],
) -> None:
    """As `respond_quickly`, with room for a stage and that of the mirror, true chances, eight leads, and settled leads by pot."""
    out, turned, true, eight, (won, lost) = room
    for c in known.order[first:last]:
        if copied(mirror, c):
            continue
        other = int(mirror[c]) if mirror.size > 0 else c
        m, n = 0, 0
        for pot in range(1, here.runs.shape[1]):
            least, most = leads(here, c, other, pot)
            if least > most:
                continue
            if m == 0:
                m, n = stage_at(known, c, out.stage)
                new_stage(eight)
                settled_by_pot(out.stage, m, n, estimate.runs, won, lost)
                if other != c:
                    stage_at(known, other, turned.stage)
            find_sources(out.stage, m, n, pot, least, estimate.runs, out.from_)
            find_sources(out.stage, m, n, pot, least, next_.runs, true)
            if other != c:
                find_sources(turned.stage, n, m, pot, -most, next_.runs, turned.from_)
            open_ = max(least, min(lost[pot], most) + 1), min(most, max(won[pot], least) - 1)
            respond_surely(turned, true, (m, n), (c, other, pot), (least, most), open_, here, next_)
            if open_[0] <= open_[1]:
                respond_run(out, turned, true, eight, (m, n), (c, other, pot), (least, most), open_, here, estimate, next_)


@kernel
def leads(here: Truth, c: int, other: int, pot: int) -> tuple[int, int]:
    """The least and the greatest lead that is not settled with a configuration, or the other way round with the other one."""
    _, count, low = begun(here, c, pot)
    least, most = (low, low + count - 1) if count > 0 else (FAR, -FAR)
    if other != c:
        _, count, low = begun(here, other, pot)
        if count > 0:
            least, most = min(least, 1 - low - count), max(most, -low)
    return least, most


@kernel
def respond_surely(
    turned: Bench,
    true: Sources,
    size: tuple[int, int],
    at: tuple[int, int, int],
    span: tuple[int, int],
    open_: tuple[int, int],
    here: Truth,
    next_: Truth,
) -> None:
    """As `respond_run`, for the leads of the span beside those that are open: the estimate is the same whatever both play."""
    (m, n), (c, other, pot), (least, most) = size, at, span
    for lead in range(least, most + 1):
        if open_[0] <= lead <= open_[1]:
            continue
        put_one(here, c, pot, lead, *answer_first(true, m, n, lead - least, next_))
        if other != c:
            put_one(here, other, pot, -lead, *answer_first(turned.from_, n, m, most - lead, next_))


@kernel
def answer_first(true: Sources, m: int, n: int, step: int, next_: Truth) -> tuple[float, float]:
    """As `answer`, the chances alone, if the bot plays the first submission of either seat (`mix_at`)."""
    worst, best = 2.0, -1.0
    for j in range(n):
        worst = min(worst, next_.a[from_at(true, j, step)])
    for i in range(m):
        best = max(best, next_.b[from_at(true, i * n, step)])
    return worst, best


@kernel
def respond_run(
    out: Bench,
    turned: Bench,
    true: Sources,
    eight: EightLeads,
    size: tuple[int, int],
    at: tuple[int, int, int],
    span: tuple[int, int],
    open_: tuple[int, int],
    here: Truth,
    estimate: Layer,
    next_: Truth,
) -> None:
    """The chances of a run, and of that of the mirror.

    Args:
        out: its stage, and where the estimates come from.
        turned: the mirror's stage, and where its true chances come from; its mixtures are those of `out`, swapped.
        true: where the true chances come from.
        eight: room.
        size: rows and columns.
        at: configuration, mirror and pot.
        span: the least and the greatest lead.
        open_: the least and the greatest at which the submissions matter for the estimate.
        here: receives the chances.
        estimate: of the next round.
        next_: the true chances of the next round.
    """
    mine, blocks, (m, n), (c, other, pot), (least, most) = eight.few, eight.few.blocks, size, at, span
    first, count = open_[0] - least, open_[1] - open_[0] + 1
    lanes = min(count, SIZE)
    for slot in range((count + SIZE - 1) // SIZE):
        step = first + min(slot * SIZE, count - lanes)
        back = most - least + 1 - step - lanes
        again = solve_leads(eight, out.from_, m, n, step, lanes, slot, estimate.values)
        r, s = int(mine.counts[0]), int(mine.counts[1])
        answer_leads(blocks, eight.wanted, mine.rows, mine.columns, (r, s), true, size, step, next_)
        put(here, c, pot, least + step, lanes, blocks)
        if other != c:
            swap(blocks, max(r, s), lanes)
            answer_leads(blocks, eight.wanted, mine.columns, mine.rows, (s, r), turned.from_, (n, m), back, next_)
            put(here, other, pot, back - most, lanes, blocks)
        for lane in range(lanes):
            if again >> lane & 1:
                lead = step + lane
                mix_at(out, m, n, lead, estimate.values)
                worst, _, best, _ = answer(out, true, m, n, lead, next_)
                put_one(here, c, pot, least + lead, worst, best)
                if other != c:
                    lead = most - least - lead
                    worst, _, best, _ = answer(turned, turned.from_, n, m, lead, next_)
                    put_one(here, other, pot, lead - most, worst, best)


@kernel
def answer_leads(
    blocks: Blocks,
    wanted: NDArray[np.int64],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    parts: tuple[int, int],
    true: Sources,
    size: tuple[int, int],
    step: int,
    next_: Truth,
) -> None:
    """The chances of eight games' mixtures against the best answers: `LOW` with the bot on seat A, `HIGH` with the bot on seat B.

    Args:
        blocks: the games with the mixtures; receive the chances.
        wanted: room for the numbers of cells.
        rows: of the row players' mixtures.
        columns: of the column players'.
        parts: how many rows and columns those are.
        true: where the true chances come from.
        size: rows and columns of the stage.
        step: how much more the first lead is than that looked at.
        next_: the true chances of the next round.
    """
    (r, s), (m, n) = parts, size
    count = 0
    for x in range(r):
        for j in range(n):
            wanted[count] = rows[x] * n + j
            count += 1
    fill(blocks, true, step, next_.a, wanted, count)
    weigh_rows(blocks, rows, r, n)
    count = 0
    for y in range(s):
        for i in range(m):
            wanted[count] = i * n + columns[y]
            count += 1
    fill(blocks, true, step, next_.b, wanted, count)
    weigh_columns(blocks, columns, s, m, n)


@kernel
def swap(blocks: Blocks, parts: int, lanes: int) -> None:
    """The mixtures of the mirror: those of the other player, in the order of its leads."""
    for k in range(parts):
        for lane in range(lanes):
            row = blocks[ROW + k, lane]
            blocks[ROW + k, lane] = blocks[COLUMN + k, lanes - 1 - lane]
            blocks[COLUMN + k, lanes - 1 - lane] = row


@kernel
def put(here: Truth, c: int, pot: int, lead: int, lanes: int, blocks: Blocks) -> None:
    """Write the chances at leads from this one on, as far as they are not settled."""
    for lane in range(lanes):
        put_one(here, c, pot, lead + lane, blocks[LOW, lane], blocks[HIGH, lane])


@kernel
def put_one(here: Truth, c: int, pot: int, lead: int, a: float, b: float) -> None:
    """Write the chances at one lead, unless it is settled."""
    start, count, low = begun(here, c, pot)
    step = lead - low
    if 0 <= step < count:
        here.a[start + 1 + step], here.b[start + 1 + step] = a, b
