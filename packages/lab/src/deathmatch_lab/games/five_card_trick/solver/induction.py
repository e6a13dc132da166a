"""Backward induction, round by round: the layers of a plan, from the last round to the first, solved, kept and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import SavedArrays
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.pooling import Pool, as_they_come
from deathmatch.games.five_card_trick.fast.search import CRUMB
from deathmatch.games.five_card_trick.values import Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch_lab.games.five_card_trick.fast import bounds, layers
from deathmatch_lab.games.five_card_trick.fast.layers import (
    COUNT_AT,
    MOST,
    START_AT,
    Configurations,
    Layer,
    Leads,
    Mirror,
    Runs,
    Tally,
    Values,
)
from deathmatch_lab.games.five_card_trick.fast.stage_simd8 import estimate_runs
from deathmatch_lab.games.five_card_trick.solver.plan import CONFIGURATIONS, PAIR, RUNS, TALLY, VALUES, Plan, planned, with_stages
from deathmatch_lab.games.five_card_trick.solver.reachable import COUNT, Hull, Reachability
from deathmatch_lab.games.five_card_trick.solver.threads import CHUNK, Threads
from deathmatch_lab.solving import Checkpoints, Reporter, Shared

# --- Rounds solved by the workers of a pool, in shares of some configurations
#
# A share travels with the rows of its own configurations. A worker numbers the configurations from the keys that are kept, and reads the
# layer before the next round from the kept arrays, so it must see their folder. The digits do not depend on the worker: a share is as large
# as the share of a thread, and everything is added up in the order of the configurations.


Solved: TypeAlias = "tuple[Runs, Values, Tally]"
"""A share that is solved: its runs, which start at its own first value, its values, and its counts."""


@dataclass(frozen=True, slots=True)
class Task:
    """All that a worker must know of a match to solve a share of it; equal for all shares.

    Attributes:
        terms, roots, counts: of the plan.
        arrays: the kept arrays.
    """

    terms: Terms
    roots: tuple[State, ...]
    counts: tuple[int, ...]
    arrays: SavedArrays


class Elsewhere:
    """Has the shares of rounds solved by a pool.

    Args:
        plan: the plan that is solved.
        work: has the pool, and the arrays that its workers read.
    """

    def __init__(self, plan: Plan, work: Shared) -> None:
        self._pool: Pool = work.pool
        self._size = plan.known.keys.size
        self._task = Task(plan.terms, plan.roots, plan.counts, work.shared)

    @classmethod
    def of(cls, plan: Plan, work: Reporter) -> Elsewhere | None:
        """None if this work has no pool, or if the plan has a horizon: then it is a piece of a search, which takes no time."""
        return cls(plan, work) if isinstance(work, Shared) and plan.ends else None

    def bound(self, round_: int, hull: Hull, low: NDArray[np.int16], high: NDArray[np.int16]) -> None:
        """Find out which leads are decided before a round (`fast/bounds.py`)."""
        given = ((self._task, round_, first, np.stack([part[first:last] for part in hull])) for first, last in self._shares())
        for (_, _, first, rows), (lost, won) in as_they_come(self._pool, bound_share, given):
            low[first : first + rows.shape[1]], high[first : first + rows.shape[1]] = lost, won

    def solve(self, round_: int, runs: Runs, values: Values, told: Callable[[float], None]) -> list[Tally]:
        """Solve the runs of a round (`fast/layers.py`); returns the counts of the shares in order."""
        tallies = [layers.tally() for _ in self._shares()]
        for done, ((_, _, first, rows, size), (solved, part, tally)) in enumerate(
            as_they_come(self._pool, solve_share, self._unsolved(round_, runs)), 1
        ):
            filled, start = _filled(runs[first : first + len(rows)])
            values[start : start + size] = part
            runs[first : first + len(rows)] = np.where(filled, solved + (start << START_AT), solved)
            tallies[first // CHUNK] = tally
            told(done / len(tallies))
        return tallies

    def _shares(self) -> Iterator[tuple[int, int]]:
        for first in range(0, self._size, CHUNK):
            yield first, min(first + CHUNK, self._size)

    def _unsolved(self, round_: int, runs: Runs) -> Iterator[tuple[Task, int, int, Runs, int]]:
        """The shares with a run; their runs count from the first value of the share."""
        for first, last in self._shares():
            here = runs[first:last]
            filled, start = _filled(here)
            if filled.any():
                size = int((here >> START_AT).max()) + int((here[filled] >> COUNT_AT & MOST)[-1]) + 2 - start
                yield self._task, round_, first, np.where(filled, here - (start << START_AT), here), size


def _filled(runs: Runs) -> tuple[NDArray[np.bool_], int]:
    """Which runs have leads, and where the first of them starts among the values; 0 if none has."""
    filled: NDArray[np.bool_] = (runs >> COUNT_AT & MOST) > 0
    return filled, int((runs[filled] >> START_AT).min()) if filled.any() else 0


# --- On a worker


def bound_share(task: Task, round_: int, first: int, rows: NDArray[np.int16]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The leads of some configurations that are decided before a round: the greatest with which A has lost, the least with which A has won.

    Args:
        task: the match.
        round_: the round.
        first: the first of the configurations.
        rows: shape (2, n, pots + 1), the least and the greatest leads that can come.
    """
    known, next_ = _known(task), _layer(task, round_ + 1)
    last = first + rows.shape[1]
    least, most = (_spread(known, first, part) for part in rows)
    low, high = (np.zeros(least.shape, dtype=least.dtype) for _ in range(2))  # takes memory only where it is written, unlike `zeros_like`
    bounds.bound(known, first, last, least, most, next_.runs, low, high, layers.nothing())
    return low[first:last].copy(), high[first:last].copy()


def solve_share(task: Task, round_: int, first: int, rows: Runs, size: int) -> Solved:
    """The values of some configurations' runs.

    Args:
        task: the match.
        round_: the round.
        first: the first of the configurations.
        rows: shape (n, pots + 1), their runs.
        size: how many values they have.
    """
    known, next_ = _known(task), _layer(task, round_ + 1)
    last, tally = first + len(rows), layers.tally()
    runs, values = _spread(known, first, rows), np.zeros(size, dtype=np.float32)
    layers.solve_runs(known, first, last, runs, values, next_, tally)
    return runs[first:last].copy(), values, tally


def _spread(known: Configurations, first: int, rows: NDArray[Any]) -> NDArray[Any]:
    """The rows at their places among all configurations; the system gives memory only for those."""
    whole = np.empty((known.keys.size, rows.shape[1]), dtype=rows.dtype)
    whole[first : first + len(rows)] = rows
    return whole


_ONE: Final = Lock()  # threads of a worker wait for what one of them makes


def _known(task: Task) -> Configurations:
    with _ONE:
        return _read(task)[1]


def _layer(task: Task, round_: int) -> Layer:
    with _ONE:
        return _read_layer(task, round_)


@lru_cache(maxsize=1)
def _read(task: Task) -> tuple[Plan, Configurations]:
    """The plan and its configurations, from the keys that are kept."""
    keys = task.arrays.kept(CONFIGURATIONS)
    plan = planned(task.terms, task.roots, task.counts, keys=None if keys is None else np.array(keys))
    if keys is None or task.arrays.about() != plan.about():
        raise UnsolvableError("the folder of --keep is not here; name one that all workers share under the same path")
    return plan, with_stages(plan, Threads(1))


@lru_cache(maxsize=1)
def _read_layer(task: Task, round_: int) -> Layer:
    """The layer before a round, in memory: kernels are compiled for arrays that may be written."""
    plan, _ = _read(task)
    if round_ > plan.last:
        return Layer(plan.end(), np.array([0.0, 1.0], dtype=np.float32))
    runs, values = (task.arrays.kept(name.format(round_)) for name in (RUNS, VALUES))
    if runs is None or values is None:
        raise UnsolvableError(f"round {round_} is not in the folder of --keep here; name a folder that all workers share")
    return Layer(np.array(runs), np.array(values))


# --- Round by round, from the last one


Beyond: TypeAlias = Callable[[int, Hull], Layer]
"""The estimates of the positions before a round at the horizon."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The effort of a solution and its accuracy.

    Attributes:
        positions: that can come without time-outs, decided or not.
        games: stage games solved, one for each lead of a run: all that is not decided, and the few in between that cannot come.
        pivots: steps of the simplex.
        largest: the largest gap of a stage.
        total: all gaps together.
        error: how far a value of the first round can be from the truth at most.
    """

    positions: int = 0
    games: int = 0
    pivots: int = 0
    largest: float = 0.0
    total: float = 0.0
    error: float = 0.0

    def with_(self, positions: int, tally: NDArray[np.float64]) -> Progress:
        """With one more round. The error of a stage game is at most that of its payoffs plus half its own gap; a
        kept value is off by half a step of a short float below 1, or by a dropped `CRUMB`."""
        games, pivots, largest, total = (float(number) for number in tally)
        return Progress(
            self.positions + positions,
            self.games + int(games),
            self.pivots + int(pivots),
            max(self.largest, largest),
            self.total + total,
            self.error + largest / 2 + CRUMB,
        )


class Induction:
    """Solves the layers of a plan.

    Args:
        plan: the plan that is solved.
        work: hears how far it is, and may keep the layers and say how many threads there are.
        beyond: makes the layer after the plan's horizon, if there is one.

    Attributes:
        plan: the plan that is solved.
        done: the work so far.
        hulls: the least and the greatest leads that can come, by round, of the layers that have been given last, two at most.
    """

    def __init__(self, plan: Plan, work: Reporter, beyond: Beyond | None = None) -> None:
        self.plan = plan
        self.done = Progress()
        self._beyond = beyond
        self._work = work
        self._keep = work if isinstance(work, Checkpoints) else None
        self._threads = Threads.of(work)
        self._elsewhere: Elsewhere | None = None
        self._counts: list[int] = []
        self.hulls: dict[int, Hull] = {}
        self._ahead: list[float] = []

    def layers(self) -> Iterator[tuple[int, Layer]]:
        """Every layer with its round, the last round first.

        Raises: UnsolvableError if the plan is too large, or if something else is kept in the place.
        """
        if self._keep is not None:
            self._keep.begin(self.plan.about())
            if self._keep.kept(CONFIGURATIONS) is None:
                self._keep.keep(CONFIGURATIONS, self.plan.known.keys)
        self._elsewhere = Elsewhere.of(self.plan, self._work)
        hulls = self.reachable_hulls()
        next_ = self.end(hulls[-1])
        del hulls[self.plan.last - self.plan.first + 1 :]
        for round_ in range(self.plan.last, self.plan.first - 1, -1):
            least, most = (np.array(part) for part in hulls.pop())
            self.hulls = {round_: (least, most)} | {key: hull for key, hull in self.hulls.items() if key == round_ + 1}
            layer = self._kept(round_)
            if layer is None:
                layer = self.solve(round_, (least, most), next_)
                self._keep_layer(round_, *layer)
            next_, tally = layer
            self.done = self.done.with_(self._counts[round_ - self.plan.first], tally)
            yield round_, next_

    def end(self, hull: Hull) -> Layer:
        """The layer after the last round; `hull` is the last that was given by `reachability`."""
        if self.plan.ends:
            return Layer(self.plan.end(), np.array([0.0, 1.0], dtype=np.float32))
        assert self._beyond is not None, "a plan with a horizon has a layer beyond it"
        return self._beyond(self.plan.last + 1, hull)

    @cached_property
    def known(self) -> Configurations:
        """The configurations, with their stages if these are looked at often."""
        known = with_stages(self.plan, self._threads, lambda: self._work.report("what each round comes to", None))
        return known._replace(order=self.plan.near)

    # --- What can come

    def reachable_hulls(self) -> list[Hull]:
        """The reachable leads before every round, the first round first; also after the last round, if the plan has a horizon."""
        hulls, self._counts = Reachability(self.plan, self._work, self._threads).hulls()
        rounds = range(self.plan.first, self.plan.last + 1)
        lefts = (min(count for count in self.plan.counts if count >= round_) - round_ for round_ in rounds)
        self._ahead = [_share(hull, left) for hull, left in zip(hulls, lefts, strict=False)]
        return hulls

    @property
    def positions(self) -> int:
        """The number of positions that can come, once `reachable_hulls` has counted them."""
        return sum(self._counts)

    # --- What it is worth

    def pairs(self) -> Configurations:
        """The configurations if both seats submit two cards."""
        known, rows = self.plan.known, self.plan.book.rows
        two = [int(cards).bit_count() + int(doubled).bit_count() >= PAIR for cards, doubled in zip(rows.cards, rows.doubled, strict=True)]
        a, b = (seat._replace(after=np.where(two, seat.after, -1).astype(np.int32)) for seat in (known.a, known.b))
        return with_stages(self.plan, self._threads, known=known._replace(a=a, b=b, order=self.plan.near))

    def solve(self, round_: int, hull: Hull, next_: Layer) -> tuple[Layer, NDArray[np.float64]]:
        """The layer before a round from that before the next, and its tally."""
        layer = self._laid(round_, hull, next_, self.known)

        def told(part: float) -> None:
            self._work.report(f"round {round_}", self._part(round_, part))

        if self._elsewhere is None:
            return layer, _sum(self._solve_runs(*layer, next_, told))
        return layer, _sum(self._elsewhere.solve(round_, *layer, told))

    def estimate(self, round_: int, hull: Hull, next_: Layer, known: Configurations | None = None) -> Layer:
        """As `solve`, to within a millionth and in less than half the time, if nobody is asked for Claim Priority.

        `known` is given if not all submissions count.
        """
        known, mirror = known or self.known, self.mirror(hull, next_)
        layer = self._laid(round_, hull, next_, known, mirror)
        self.each(
            lambda first, last: estimate_runs(known, first, last, *layer, next_, mirror),
            lambda part: self._work.report(f"estimates of round {round_}, {part:.0%}", None),
        )
        self.each(lambda first, last: layers.mirror_runs(*layer, mirror, first, last))
        return layer

    def average(self, layer: Layer, recalled: Layer, hull: Hull, part: float) -> None:
        """Move a layer towards another one before the same round, which has only positions with these leads, by a part of the way."""
        self.each(lambda first, last: layers.average(layer, recalled, *hull, part, first, last))

    def mirror(self, hull: Hull, next_: Layer) -> Mirror:
        """The plan's mirror if a layer with these leads that is solved from this one mirrors itself."""
        mirror, none = self.plan.mirror, layers.nothing()
        open_ = (next_.runs >> layers.COUNT_AT & layers.MOST).any()  # after the last round nothing is, and who wins a tie cannot be seen
        if not mirror.size or not open_ or not np.array_equal(hull[0], -hull[1][mirror]):
            return none
        most: list[float] = []
        self.each(lambda first, last: most.append(layers.uneven(next_, mirror, first, last)))
        return mirror if max(most) <= layers.UNEVEN else none

    def _laid(self, round_: int, hull: Hull, next_: Layer, known: Configurations, mirror: Mirror | None = None) -> Layer:
        """The runs of a round, with room for their values."""
        least, most = hull
        low, high = np.zeros_like(least), np.zeros_like(least)
        runs: Runs = np.empty(least.shape, dtype=np.int64)
        self._work.report(f"decided positions before round {round_}", self._part(round_, 0.0))
        if self._elsewhere is None:
            self._bound(round_, hull, next_, low, high, known, mirror)
        else:
            self._elsewhere.bound(round_, hull, low, high)
        if mirror is not None:
            layers.mirror_leads(low, high, mirror)
        values = np.empty(layers.lay_runs(least, most, low, high, self.plan.tied(round_), runs), dtype=np.float32)
        values[:2] = 0.0, 1.0
        return Layer(runs, values)

    def _bound(self, round_: int, hull: Hull, next_: Layer, low: Leads, high: Leads, known: Configurations, mirror: Mirror | None) -> None:
        """Find out which leads are decided, by the threads of this process; `mirror` may say which configurations need not be looked at."""
        least, most = hull
        copied = layers.nothing() if mirror is None else mirror

        def decided(first: int, last: int) -> None:
            bounds.bound(known, first, last, least, most, next_.runs, low, high, copied)

        self.each(decided, lambda _: self._work.report(f"decided positions before round {round_}", self._part(round_, 0.0)))

    def _solve_runs(self, runs: Runs, values: Values, next_: Layer, told: Callable[[float], None]) -> list[Tally]:
        """Solve the runs of a round by the threads of this process."""
        known = self.known
        tallies = [layers.tally() for _ in range(0, known.keys.size, CHUNK)]

        def chunk(first: int, last: int) -> None:
            layers.solve_runs(known, first, last, runs, values, next_, tallies[first // CHUNK])

        self.each(chunk, told)
        return tallies

    def each(self, task: Callable[[int, int], None], told: Callable[[float], None] = lambda _part: None) -> None:
        """Have the threads do a task for all configurations, from one number up to another at a time; `told` hears what part is done."""
        self._threads.chunks(self.plan.known.keys.size, task, told)

    def _keep_layer(self, round_: int, layer: Layer, tally: NDArray[np.float64]) -> None:
        if self._keep is not None:
            for name, array in ((RUNS, layer.runs), (TALLY, tally), (VALUES, layer.values)):  # the values seal it
                self._keep.keep(name.format(round_), array)

    def _kept(self, round_: int) -> tuple[Layer, NDArray[np.float64]] | None:
        """A layer that was solved before, in memory: kernels are compiled for arrays that may be written."""
        if self._keep is None:
            return None
        runs, tally, values = (self._keep.kept(name.format(round_)) for name in (RUNS, TALLY, VALUES))
        return None if runs is None or tally is None or values is None else (Layer(np.array(runs), np.array(values)), tally)

    def _part(self, round_: int, done: float) -> float:
        """The part of all work that is done, with so much of this round."""
        number = round_ - self.plan.first
        return 1.0 - (sum(self._ahead[:number]) + (1.0 - done) * self._ahead[number]) / max(sum(self._ahead), 1.0)


def counted(solution: SavedArrays, plan: Plan, first: int) -> Progress:
    """The kept counts of the work for the rounds from `first` on."""
    done = Progress()
    for round_ in range(plan.last, first - 1, -1):
        tally, count = solution.kept(TALLY.format(round_)), solution.kept(COUNT.format(round_))
        assert tally is not None
        assert count is not None
        done = done.with_(int(count[0]), tally)
    return done


def _sum(tallies: list[Tally]) -> NDArray[np.float64]:
    """Games, pivots, largest and total gap of all."""
    return np.array(
        [
            sum(int(one.games[0]) for one in tallies),
            sum(int(one.pivots[0]) for one in tallies),
            max(float(one.largest[0]) for one in tallies),
            sum(float(one.total[0]) for one in tallies),
        ]
    )


def _share(hull: Hull, left: int) -> float:
    """About how many positions of a round are undecided, by the number of rounds after it before the next count."""
    width = np.maximum(hull[1].astype(np.int32) - hull[0] + 1, 0)
    return float(np.minimum(width, 4 + 3 * left).sum())
