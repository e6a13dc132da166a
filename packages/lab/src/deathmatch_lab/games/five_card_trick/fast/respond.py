"""The best response to a bot whose mixtures are known at all positions.

A bot has one of two kinds of **strategy**. It may play each round optimally by its own estimate: then its strategy is a layer (`layers.py`)
of the chances that it expects to follow, right or wrong, and its mixtures are the optimal ones of the stages that this layer makes. Or it
ignores the score, and its mixtures are given (`blind.py`). The true chances, always A's, are computed along with it: once with the bot on
seat A and B answering best, once with the bot on seat B and A answering best. A bot may throw away a sure win, so a position is left out
only if neither seat can change the outcome any more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.rounds import Floats, Ints
from deathmatch.solve.kernel import inner, kernel, maker
from deathmatch.solve.matrix import Workspace, certified, workspace
from deathmatch_lab.games.five_card_trick.fast import layers
from deathmatch_lab.games.five_card_trick.fast.blind import Blind, mixtures_at, nothing
from deathmatch_lab.games.five_card_trick.fast.bounds import cell_limit, limit
from deathmatch_lab.games.five_card_trick.fast.stage_simd8 import EightLeads, eight_leads, fill, new_stage, solve_leads
from deathmatch_lab.solve.simd8 import COLUMN, HIGH, LOW, ROW, SIZE, Blocks, weigh_columns, weigh_rows


class Bench(NamedTuple):
    """Room for one stage.

    Attributes:
        stage: submissions and cells.
        from_: where payoffs come from.
        work: of the simplex.
        row, column: shape (side,), the optimal mixtures.
        game: shape (side, side), the payoffs.
    """

    stage: layers.Cells
    from_: layers.Sources
    work: Workspace
    row: Floats
    column: Floats
    game: Floats


class Strategy(NamedTuple):
    """How a bot decides in one round.

    Attributes:
        estimate: its chances in the next round, as the bot estimates them; unused if it has mixtures.
        blind: its mixtures, if it does not look at the score.
    """

    estimate: layers.Layer
    blind: Blind


def from_estimate(layer: layers.Layer) -> Strategy:
    """The strategy of a bot with this estimate of the next round."""
    return Strategy(layer, nothing())


def from_mixtures(blind: Blind) -> Strategy:
    """The strategy of a bot with these mixtures."""
    return Strategy(layers.Layer(np.empty((0, 0), dtype=np.int64), np.empty(0, dtype=np.float32)), blind)


@maker
def bench(side: int) -> Bench:
    """Room for stages of `side` rows and columns."""
    return Bench(layers.cells(side), layers.sources(side), workspace(side), np.empty(side), np.empty(side), np.empty((side, side)))


@kernel
def optimal(known: layers.Configurations, key: int, pot: int, lead: int, estimate: layers.Layer, out: Bench) -> tuple[int, int]:
    """The optimal mixtures of a stage, of the submissions `out.stage.rows` and `out.stage.columns`; how many those are.

    Args:
        known: the configurations.
        key: of the stage's own.
        pot: before the round.
        lead: before the round.
        estimate: A's chances before the next round.
        out: receives the mixtures.
    """
    m, n = layers.stage(known, key, out.stage)
    layers.find_sources(out.stage, m, n, pot, lead, estimate.runs, out.from_)
    mix_at(out, m, n, 0, estimate.values)
    return m, n


@kernel
def mixed(known: layers.Configurations, place: int, pot: int, lead: int, strategy: Strategy, out: Bench) -> tuple[int, int]:
    """As `optimal`, for the configuration that stands there, but the bot's mixtures by its strategy."""
    if strategy.blind.a.size == 0:
        return optimal(known, known.keys[place], pot, lead, strategy.estimate, out)
    m, n = layers.open_stage(known, known.keys[place], out.stage)
    mixtures_at(strategy.blind, place, pot, m, n, out.row, out.column)
    return m, n


@kernel
def mix_at(out: Bench, m: int, n: int, step: int, estimate: layers.Values) -> None:
    """The optimal mixtures of a stage whose lead is `step` more than that looked at; the first submissions if nothing matters."""
    layers.payoffs(out.from_, m, n, step, estimate, out.game)
    if alike(out.game, m, n):
        out.row[:m], out.column[:n] = 0.0, 0.0
        out.row[0], out.column[0] = 1.0, 1.0
    else:
        certified(out.game, m, n, out.row, out.column, out.work)


@kernel
def alike(game: Floats, m: int, n: int) -> bool:
    """Whether all payoffs are the same."""
    for i in range(m):
        for j in range(n):
            if game[i, j] != game[0, 0]:
                return False
    return True


@inner
def from_at(from_: layers.Sources, k: int, step: int) -> int:
    """Where the payoff of a cell lies."""
    return int(from_.at[k] + min(max(from_.shift[k] + step, -1), from_.top[k]))


@maker
def settled(
    known: layers.Configurations,
    first: int,
    last: int,
    least: layers.Leads,
    most: layers.Leads,
    runs: layers.Runs,
    low: layers.Leads,
    high: layers.Leads,
) -> None:
    """As `bounds.bound`, for leads that decide the match whatever both play."""
    pots, numbers = least.shape[1], np.int64
    limits = np.empty(pots, dtype=numbers), np.empty(pots, dtype=numbers)
    _settled(known, first, last, least, most, runs, low, high, layers.cells(known.met.shape[0]), limits)


@kernel
def _settled(
    known: layers.Configurations,
    first: int,
    last: int,
    least: layers.Leads,
    most: layers.Leads,
    runs: layers.Runs,
    low: layers.Leads,
    high: layers.Leads,
    out: layers.Cells,
    limits: tuple[Ints, Ints],
) -> None:
    """As `settled`, with room for a stage, and for settled leads by pot."""
    pots, (won, lost) = least.shape[1], limits
    for c in known.order[first:last]:
        reachable = False
        for pot in range(1, pots):
            reachable |= least[c, pot] <= most[c, pot]
        if not reachable:
            continue
        m, n = layers.stage_at(known, c, out)
        settled_by_pot(out, m, n, runs, won, lost)
        for pot in range(1, pots):
            if least[c, pot] <= most[c, pot]:
                low[c, pot], high[c, pot] = lost[pot], won[pot]


@kernel
def settled_by_pot(out: layers.Cells, m: int, n: int, runs: layers.Runs, won: Ints, lost: Ints) -> None:
    """The least lead with which A has won whatever both play, for each pot before a stage, and the greatest with which B has.

    Args:
        out: the stage.
        m: its rows.
        n: its columns.
        runs: of the next layer.
        won: shape (pots + 1,), receives the leads for A.
        lost: shape (pots + 1,), receives those for B.
    """
    won[:], lost[:] = -layers.FAR, layers.FAR
    a_won, a_lost, b_won, b_lost = (
        -layers.FAR,
        layers.FAR,
        -layers.FAR,
        layers.FAR,
    )  # the same if A or B takes the pot, but for the chips in it before the round
    for i in range(m):
        for j in range(n):
            cell = out.cells[i, j]
            to, taker, gain, grows = cell >> layers.TO_AT, layers.taker_of(cell), layers.gain_of(cell), cell & 1
            if layers.asked_of(cell):
                for pot in range(1, won.size):
                    won[pot] = max(won[pot], cell_limit(cell, out.used[i, j], pot, runs, True))
                    lost[pot] = min(lost[pot], cell_limit(cell, out.used[i, j], pot, runs, False))
            elif taker > 0:
                a_won, a_lost = max(a_won, limit(runs, to, 1, True) - gain - grows), min(a_lost, limit(runs, to, 1, False) - gain - grows)
            elif taker < 0:
                b_won, b_lost = max(b_won, limit(runs, to, 1, True) - gain + grows), min(b_lost, limit(runs, to, 1, False) - gain + grows)
            else:
                for pot in range(1, won.size):
                    won[pot] = max(won[pot], limit(runs, to, pot + grows, True) - gain)
                    lost[pot] = min(lost[pot], limit(runs, to, pot + grows, False) - gain)
    for pot in range(1, won.size):
        won[pot], lost[pot] = max(won[pot], a_won - pot, b_won + pot), min(lost[pot], a_lost - pot, b_lost + pot)


class Truth(NamedTuple):
    """A's chances before one round against the best answer.

    Attributes:
        runs: shape (C, pots + 1), of both (`layers.py`).
        a: with the bot on seat A and B answering.
        b: with the bot on seat B and A answering.
    """

    runs: layers.Runs
    a: layers.Values
    b: layers.Values


@kernel
def answer(out: Bench, true: layers.Sources, m: int, n: int, step: int, next_: Truth) -> tuple[float, int, float, int]:
    """What the mixtures come to against the best answer: on seat A the chance and the answer's column, on seat B the chance and the row."""
    worst, column = 2.0, 0
    for j in range(n):
        total = 0.0
        for i in range(m):
            if out.row[i] > 0.0:
                total += out.row[i] * next_.a[from_at(true, i * n + j, step)]
        if total < worst:
            worst, column = total, j
    best, row = -1.0, 0
    for i in range(m):
        total = 0.0
        for j in range(n):
            if out.column[j] > 0.0:
                total += out.column[j] * next_.b[from_at(true, i * n + j, step)]
        if total > best:
            best, row = total, i
    return worst, column, best, row


@maker
def respond(
    known: layers.Configurations,
    first: int,
    last: int,
    here: Truth,
    strategy: Strategy,
    next_: Truth,
    columns: NDArray[np.uint8],
    rows: NDArray[np.uint8],
) -> None:
    """The chances of every run of these configurations, and the best answers.

    Args:
        known: the configurations.
        first: the first of them to look at.
        last: the first not to look at.
        here: receives the chances; its runs are laid.
        strategy: the bot's.
        next_: the true chances of the next round.
        columns: shaped like the chances, receives B's answers to a bot on seat A, by their place in the stage.
        rows: receives A's answers to a bot on seat B.
    """
    side = known.met.shape[0]
    _respond(known, first, last, here, strategy, next_, columns, rows, bench(side), layers.sources(side))


@kernel
def _respond(
    known: layers.Configurations,
    first: int,
    last: int,
    here: Truth,
    strategy: Strategy,
    next_: Truth,
    columns: NDArray[np.uint8],
    rows: NDArray[np.uint8],
    out: Bench,
    true: layers.Sources,
) -> None:
    """As `respond`, with room for a stage and for true chances."""
    blind = strategy.blind.a.size > 0
    for c in known.order[first:last]:
        m, n = 0, 0
        for pot in range(1, here.runs.shape[1]):
            start, count, low = begun(here, c, pot)
            if count == 0:
                continue
            if m == 0:
                m, n = (
                    layers.open_stage(known, known.keys[int(c)], out.stage) if blind else layers.stage(known, known.keys[int(c)], out.stage)
                )
            if blind:
                mixtures_at(strategy.blind, c, pot, m, n, out.row, out.column)
            else:
                layers.find_sources(out.stage, m, n, pot, low, strategy.estimate.runs, out.from_)
            layers.find_sources(out.stage, m, n, pot, low, next_.runs, true)
            for step in range(count):
                if not blind:
                    mix_at(out, m, n, step, strategy.estimate.values)
                place = start + 1 + step
                here.a[place], columns[place], here.b[place], rows[place] = answer(out, true, m, n, step, next_)


@kernel
def begun(here: Truth, c: int, pot: int) -> tuple[int, int, int]:
    """A run's start, how many leads it has, and the least; its ends are written."""
    run_ = here.runs[c, pot]
    start, count = layers.start_of(run_), layers.count_of(run_)
    here.a[start], here.b[start], here.a[start + 1 + count], here.b[start + 1 + count] = 0.0, 0.0, 1.0, 1.0
    return start, count, layers.low_of(run_)


class Steps(NamedTuple):
    """Positions, one to a place."""

    place: Ints
    pot: Ints
    lead: Ints
    chance: Floats


@maker
def follow(
    known: layers.Configurations,
    here: Steps,
    strategy: Strategy,
    answers: tuple[layers.Runs, NDArray[np.uint8]],
    bot_is_b: bool,
    next_: layers.Layer,
    out: Steps,
    after: Floats,
) -> int:
    """Where a bot and its best response go on from positions.

    Args:
        known: the configurations.
        here: the positions, with the chances that they come there; P of them.
        strategy: the bot's.
        answers: runs of the best answers and the answers, as `respond` has them.
        bot_is_b: which seat the bot plays.
        next_: what the next round is worth if both play as well as can be.
        out: receives what follows, with room for all submissions of each.
        after: shape (P,), receives A's chance after the round, on average over what the bot plays, if both then played as well as can be.

    Returns: how many positions follow; the same may be among them more than once.
    """
    return _follow(known, here, strategy, answers, bot_is_b, next_, out, after, bench(known.met.shape[0]))


@kernel
def _follow(
    known: layers.Configurations,
    here: Steps,
    strategy: Strategy,
    answers: tuple[layers.Runs, NDArray[np.uint8]],
    bot_is_b: bool,
    next_: layers.Layer,
    out: Steps,
    after: Floats,
    mine: Bench,
) -> int:
    """As `follow`, with room for a stage."""
    count = 0
    for p in range(here.place.size):
        place, pot, lead = int(here.place[p]), int(here.pot[p]), int(here.lead[p])
        m, n = mixed(known, place, pot, lead, strategy, mine)
        run_ = int(answers[0][place, pot])
        answered = answers[1][layers.start_of(run_) + 1 + min(max(lead - layers.low_of(run_), 0), max(layers.count_of(run_) - 1, 0))]
        after[p] = 0.0
        for k in range(n if bot_is_b else m):
            part = mine.column[k] if bot_is_b else mine.row[k]
            if part <= 0.0:
                continue
            cell = mine.stage.cells[answered, k] if bot_is_b else mine.stage.cells[k, answered]
            taker, grown = layers.taker_of(cell), pot + (cell & 1)
            out.place[count], out.pot[count] = cell >> layers.TO_AT, 1 if taker else grown
            out.lead[count] = lead + layers.gain_of(cell) + taker * grown
            out.chance[count] = part * here.chance[p]
            after[p] += part * chance_at(next_, out.place[count], out.pot[count], out.lead[count])
            count += 1
    return count


@kernel
def chance_at(layer: layers.Layer, place: int, pot: int, lead: int) -> float:
    """A's chance at a position, by a layer."""
    run_ = layer.runs[place, pot]
    return float(layer.values[layers.start_of(run_) + 1 + min(max(lead - layers.low_of(run_), -1), layers.count_of(run_))])


# --- The chances against the best response to a bot with an estimate, at eight leads at a time (`stage_simd8.py`), without the answers
#
# As in `respond.py`, but a mixture is optimal by the estimate to within a millionth, and if several are optimal, it may be another one. If
# the estimate mirrors itself (`layers.py`), so do the mixtures: each stage is solved once for two configurations. Where the estimate is the
# same whatever both play, nothing is solved.


@maker
def respond_quickly(
    known: layers.Configurations, first: int, last: int, here: Truth, estimate: layers.Layer, next_: Truth, mirror: layers.Mirror
) -> None:
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
    turned = Bench(layers.cells(side), layers.sources(side), out.work, out.column, out.row, out.game)
    limits = np.empty(pots, dtype=numbers), np.empty(pots, dtype=numbers)
    _respond_quickly(known, first, last, here, estimate, next_, mirror, (out, turned, layers.sources(side), eight_leads(side), limits))


@kernel
def _respond_quickly(
    known: layers.Configurations,
    first: int,
    last: int,
    here: Truth,
    estimate: layers.Layer,
    next_: Truth,
    mirror: layers.Mirror,
    room: tuple[Bench, Bench, layers.Sources, EightLeads, tuple[Ints, Ints]],
) -> None:
    """As `respond_quickly`, with room for a stage and that of the mirror, true chances, eight leads, and settled leads by pot."""
    out, turned, true, eight, (won, lost) = room
    for c in known.order[first:last]:
        if layers.copied(mirror, c):
            continue
        other = int(mirror[c]) if mirror.size > 0 else c
        m, n = 0, 0
        for pot in range(1, here.runs.shape[1]):
            least, most = leads(here, c, other, pot)
            if least > most:
                continue
            if m == 0:
                m, n = layers.stage_at(known, c, out.stage)
                new_stage(eight)
                settled_by_pot(out.stage, m, n, estimate.runs, won, lost)
                if other != c:
                    layers.stage_at(known, other, turned.stage)
            layers.find_sources(out.stage, m, n, pot, least, estimate.runs, out.from_)
            layers.find_sources(out.stage, m, n, pot, least, next_.runs, true)
            if other != c:
                layers.find_sources(turned.stage, n, m, pot, -most, next_.runs, turned.from_)
            open_ = max(least, min(lost[pot], most) + 1), min(most, max(won[pot], least) - 1)
            respond_surely(turned, true, (m, n), (c, other, pot), (least, most), open_, here, next_)
            if open_[0] <= open_[1]:
                respond_run(out, turned, true, eight, (m, n), (c, other, pot), (least, most), open_, here, estimate, next_)


@kernel
def leads(here: Truth, c: int, other: int, pot: int) -> tuple[int, int]:
    """The least and the greatest lead that is not settled with a configuration, or the other way round with the other one."""
    _, count, low = begun(here, c, pot)
    least, most = (low, low + count - 1) if count > 0 else (layers.FAR, -layers.FAR)
    if other != c:
        _, count, low = begun(here, other, pot)
        if count > 0:
            least, most = min(least, 1 - low - count), max(most, -low)
    return least, most


@kernel
def respond_surely(
    turned: Bench,
    true: layers.Sources,
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
def answer_first(true: layers.Sources, m: int, n: int, step: int, next_: Truth) -> tuple[float, float]:
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
    true: layers.Sources,
    eight: EightLeads,
    size: tuple[int, int],
    at: tuple[int, int, int],
    span: tuple[int, int],
    open_: tuple[int, int],
    here: Truth,
    estimate: layers.Layer,
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
    true: layers.Sources,
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
