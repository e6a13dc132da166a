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
from deathmatch_lab.games.five_card_trick.fast.blind import Blind, mixtures_at, nothing
from deathmatch_lab.games.five_card_trick.fast.bounds import cell_limit, limit
from deathmatch_lab.games.five_card_trick.fast.layers import (
    FAR,
    Layer,
    Leads,
    Runs,
    Sources,
    Values,
    asked_of,
    count_of,
    find_sources,
    gain_of,
    low_of,
    payoffs,
    sources,
    start_of,
    taker_of,
)
from deathmatch_lab.games.five_card_trick.fast.stages import TO_AT, Cells, Configurations, cells, open_stage, stage, stage_at


class Bench(NamedTuple):
    """Room for one stage.

    Attributes:
        stage: submissions and cells.
        from_: where payoffs come from.
        work: of the simplex.
        row, column: shape (side,), the optimal mixtures.
        game: shape (side, side), the payoffs.
    """

    stage: Cells
    from_: Sources
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

    estimate: Layer
    blind: Blind


def from_estimate(layer: Layer) -> Strategy:
    """The strategy of a bot with this estimate of the next round."""
    return Strategy(layer, nothing())


def from_mixtures(blind: Blind) -> Strategy:
    """The strategy of a bot with these mixtures."""
    return Strategy(Layer(np.empty((0, 0), dtype=np.int64), np.empty(0, dtype=np.float32)), blind)


@maker
def bench(side: int) -> Bench:
    """Room for stages of `side` rows and columns."""
    return Bench(cells(side), sources(side), workspace(side), np.empty(side), np.empty(side), np.empty((side, side)))


@kernel
def optimal(known: Configurations, key: int, pot: int, lead: int, estimate: Layer, out: Bench) -> tuple[int, int]:
    """The optimal mixtures of a stage, of the submissions `out.stage.rows` and `out.stage.columns`; how many those are.

    Args:
        known: the configurations.
        key: of the stage's own.
        pot: before the round.
        lead: before the round.
        estimate: A's chances before the next round.
        out: receives the mixtures.
    """
    m, n = stage(known, key, out.stage)
    find_sources(out.stage, m, n, pot, lead, estimate.runs, out.from_)
    mix_at(out, m, n, 0, estimate.values)
    return m, n


@kernel
def mixed(known: Configurations, place: int, pot: int, lead: int, strategy: Strategy, out: Bench) -> tuple[int, int]:
    """As `optimal`, for the configuration that stands there, but the bot's mixtures by its strategy."""
    if strategy.blind.a.size == 0:
        return optimal(known, known.keys[place], pot, lead, strategy.estimate, out)
    m, n = open_stage(known, known.keys[place], out.stage)
    mixtures_at(strategy.blind, place, pot, m, n, out.row, out.column)
    return m, n


@kernel
def mix_at(out: Bench, m: int, n: int, step: int, estimate: Values) -> None:
    """The optimal mixtures of a stage whose lead is `step` more than that looked at; the first submissions if nothing matters."""
    payoffs(out.from_, m, n, step, estimate, out.game)
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
def from_at(from_: Sources, k: int, step: int) -> int:
    """Where the payoff of a cell lies."""
    return int(from_.at[k] + min(max(from_.shift[k] + step, -1), from_.top[k]))


@maker
def settled(known: Configurations, first: int, last: int, least: Leads, most: Leads, runs: Runs, low: Leads, high: Leads) -> None:
    """As `bounds.bound`, for leads that decide the match whatever both play."""
    pots, numbers = least.shape[1], np.int64
    limits = np.empty(pots, dtype=numbers), np.empty(pots, dtype=numbers)
    _settled(known, first, last, least, most, runs, low, high, cells(known.met.shape[0]), limits)


@kernel
def _settled(
    known: Configurations,
    first: int,
    last: int,
    least: Leads,
    most: Leads,
    runs: Runs,
    low: Leads,
    high: Leads,
    out: Cells,
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
        m, n = stage_at(known, c, out)
        settled_by_pot(out, m, n, runs, won, lost)
        for pot in range(1, pots):
            if least[c, pot] <= most[c, pot]:
                low[c, pot], high[c, pot] = lost[pot], won[pot]


@kernel
def settled_by_pot(out: Cells, m: int, n: int, runs: Runs, won: Ints, lost: Ints) -> None:
    """The least lead with which A has won whatever both play, for each pot before a stage, and the greatest with which B has.

    Args:
        out: the stage.
        m: its rows.
        n: its columns.
        runs: of the next layer.
        won: shape (pots + 1,), receives the leads for A.
        lost: shape (pots + 1,), receives those for B.
    """
    won[:], lost[:] = -FAR, FAR
    a_won, a_lost, b_won, b_lost = -FAR, FAR, -FAR, FAR  # the same if A or B takes the pot, but for the chips in it before the round
    for i in range(m):
        for j in range(n):
            cell = out.cells[i, j]
            to, taker, gain, grows = cell >> TO_AT, taker_of(cell), gain_of(cell), cell & 1
            if asked_of(cell):
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

    runs: Runs
    a: Values
    b: Values


@kernel
def answer(out: Bench, true: Sources, m: int, n: int, step: int, next_: Truth) -> tuple[float, int, float, int]:
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
    known: Configurations,
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
    _respond(known, first, last, here, strategy, next_, columns, rows, bench(side), sources(side))


@kernel
def _respond(
    known: Configurations,
    first: int,
    last: int,
    here: Truth,
    strategy: Strategy,
    next_: Truth,
    columns: NDArray[np.uint8],
    rows: NDArray[np.uint8],
    out: Bench,
    true: Sources,
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
                m, n = open_stage(known, known.keys[int(c)], out.stage) if blind else stage(known, known.keys[int(c)], out.stage)
            if blind:
                mixtures_at(strategy.blind, c, pot, m, n, out.row, out.column)
            else:
                find_sources(out.stage, m, n, pot, low, strategy.estimate.runs, out.from_)
            find_sources(out.stage, m, n, pot, low, next_.runs, true)
            for step in range(count):
                if not blind:
                    mix_at(out, m, n, step, strategy.estimate.values)
                place = start + 1 + step
                here.a[place], columns[place], here.b[place], rows[place] = answer(out, true, m, n, step, next_)


@kernel
def begun(here: Truth, c: int, pot: int) -> tuple[int, int, int]:
    """A run's start, how many leads it has, and the least; its ends are written."""
    run_ = here.runs[c, pot]
    start, count = start_of(run_), count_of(run_)
    here.a[start], here.b[start], here.a[start + 1 + count], here.b[start + 1 + count] = 0.0, 0.0, 1.0, 1.0
    return start, count, low_of(run_)


class Steps(NamedTuple):
    """Positions, one to a place."""

    place: Ints
    pot: Ints
    lead: Ints
    chance: Floats


@maker
def follow(
    known: Configurations,
    here: Steps,
    strategy: Strategy,
    answers: tuple[Runs, NDArray[np.uint8]],
    bot_is_b: bool,
    next_: Layer,
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
    known: Configurations,
    here: Steps,
    strategy: Strategy,
    answers: tuple[Runs, NDArray[np.uint8]],
    bot_is_b: bool,
    next_: Layer,
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
        answered = answers[1][start_of(run_) + 1 + min(max(lead - low_of(run_), 0), max(count_of(run_) - 1, 0))]
        after[p] = 0.0
        for k in range(n if bot_is_b else m):
            part = mine.column[k] if bot_is_b else mine.row[k]
            if part <= 0.0:
                continue
            cell = mine.stage.cells[answered, k] if bot_is_b else mine.stage.cells[k, answered]
            taker, grown = taker_of(cell), pot + (cell & 1)
            out.place[count], out.pot[count] = cell >> TO_AT, 1 if taker else grown
            out.lead[count] = lead + gain_of(cell) + taker * grown
            out.chance[count] = part * here.chance[p]
            after[p] += part * chance_at(next_, out.place[count], out.pot[count], out.lead[count])
            count += 1
    return count


@kernel
def chance_at(layer: Layer, place: int, pot: int, lead: int) -> float:
    """A's chance at a position, by a layer."""
    run_ = layer.runs[place, pot]
    return float(layer.values[start_of(run_) + 1 + min(max(lead - low_of(run_), -1), count_of(run_))])
