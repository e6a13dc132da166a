"""Backward induction, round by round: the layers of a plan, from the last round to the first, solved, kept and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import SavedArrays
from deathmatch.games.five_card_trick.fast.search import CRUMB
from deathmatch_lab.games.five_card_trick.fast import bounds, layers
from deathmatch_lab.games.five_card_trick.fast.layers import Layer, Runs, Tally, Values
from deathmatch_lab.games.five_card_trick.solver.plan import CONFIGURATIONS, RUNS, TALLY, VALUES, Plan
from deathmatch_lab.games.five_card_trick.solver.reachable import COUNT, Hull, Reachability
from deathmatch_lab.games.five_card_trick.solver.threads import CHUNK, Threads
from deathmatch_lab.solving import Checkpoints, Reporter


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

    Attributes:
        plan: the plan that is solved.
        done: the work so far.
        hulls: the least and the greatest leads that can come, by round, of the layers that have been given last, two at most.
    """

    def __init__(self, plan: Plan, work: Reporter) -> None:
        self.plan = plan
        self.done = Progress()
        self._work = work
        self._keep = work if isinstance(work, Checkpoints) else None
        self._threads = Threads.of(work)
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
        hulls = self.reachable_hulls()
        next_ = Layer(self.plan.end(), np.array([0.0, 1.0], dtype=np.float32))
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

    # --- What can come

    def reachable_hulls(self) -> list[Hull]:
        """The reachable leads before every round, the first round first."""
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

    def solve(self, round_: int, hull: Hull, next_: Layer) -> tuple[Layer, NDArray[np.float64]]:
        """The layer before a round from that before the next, and its tally."""
        layer = self._laid(round_, hull, next_)
        return layer, _sum(self._solve_runs(*layer, next_, lambda part: self._work.report(f"round {round_}", self._part(round_, part))))

    def _laid(self, round_: int, hull: Hull, next_: Layer) -> Layer:
        """The runs of a round, with room for their values."""
        known, (least, most) = self.plan.known, hull
        low, high = np.zeros_like(least), np.zeros_like(least)
        runs: Runs = np.empty(least.shape, dtype=np.int64)

        def told(_part: float = 0.0) -> None:
            self._work.report(f"decided positions before round {round_}", self._part(round_, 0.0))

        told()
        self._each(lambda first, last: bounds.bound(known, first, last, least, most, next_.runs, low, high), told)
        values = np.empty(layers.lay_runs(least, most, low, high, self.plan.tied(round_), runs), dtype=np.float32)
        values[:2] = 0.0, 1.0
        return Layer(runs, values)

    def _solve_runs(self, runs: Runs, values: Values, next_: Layer, told: Callable[[float], None]) -> list[Tally]:
        """Solve the runs of a round by the threads of this process."""
        known = self.plan.known
        tallies = [layers.tally() for _ in range(0, known.keys.size, CHUNK)]

        def chunk(first: int, last: int) -> None:
            layers.solve_runs(known, first, last, runs, values, next_, tallies[first // CHUNK])

        self._each(chunk, told)
        return tallies

    def _each(self, task: Callable[[int, int], None], told: Callable[[float], None]) -> None:
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
