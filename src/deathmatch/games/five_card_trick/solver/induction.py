"""Backward induction, round by round: the layers of a plan, from the last round to the first, solved, kept and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import BySeat
from deathmatch.core.solving import Handed, Keeping, Kept, Work
from deathmatch.games.five_card_trick.fast import bounds, layers, spread
from deathmatch.games.five_card_trick.fast.layers import CRUMB, Layer, Leads, Runs, Tally
from deathmatch.games.five_card_trick.fast.spread import Ways
from deathmatch.games.five_card_trick.fast.stages import TO_AT, Gathered, Tables, gather
from deathmatch.games.five_card_trick.solver.plan import Plan

CHUNK: Final = 1024  # configurations that a thread takes at a time
LONG: Final = 8  # rounds, from which on stages are gathered: each is looked at twice a round

Hull: TypeAlias = tuple[Leads, Leads]
"""The least and the greatest leads that can come before a round."""

Beyond: TypeAlias = Callable[[int, Hull], Layer]
"""What is thought of the positions before a round that nobody looks beyond."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a solution took and how true it is.

    Attributes:
        positions: that can come without time-outs, decided or not (between the least and the greatest lead of each configuration and pot).
        games: stage games solved, one for each position that is not decided.
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

    def with_(self, positions: int, tally: NDArray[np.float64]) -> Done:
        """With one more round. A stage game is worth at most as much more or less as its payoffs are off, and half its own gap; what is
        kept is off by half a step of a short float below 1, or by what is too small to keep (`CRUMB`)."""
        games, pivots, largest, total = (float(number) for number in tally)
        return Done(
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
        plan: what is solved.
        work: hears how far it is, and may keep the layers and say how many threads there are.
        beyond: the layer after the plan's horizon, where it has one.

    Attributes:
        plan: what is solved.
        done: what has been done so far.
        hulls: the least and the greatest leads that can come, by round, of the layers that have been given last, two at most.
    """

    def __init__(self, plan: Plan, work: Work, beyond: Beyond | None = None) -> None:
        self.plan = plan
        self.done = Done()
        self._beyond = beyond
        self._work = work
        self._keep = work if isinstance(work, Keeping) else None
        self._hands = work.hands if isinstance(work, Handed) else 1
        self.hulls: dict[int, Hull] = {}
        self._ahead: list[float] = []

    def layers(self) -> Iterator[tuple[int, Layer]]:
        """Every layer with its round, the last round first.

        Raises: Unsolved where the plan is too large, or where something else is kept in the place.
        """
        if self._keep is not None:
            self._keep.begin(self.plan.about())
            if self._keep.kept(CONFIGURATIONS) is None:
                self._keep.keep(CONFIGURATIONS, self.plan.known.keys)
        hulls = self.spread()
        next_ = self.end(hulls[-1])
        for round_ in range(self.plan.last, self.plan.first - 1, -1):
            least, most = (np.array(part) for part in hulls.pop())
            self.hulls = {round_: (least, most)} | {key: hull for key, hull in self.hulls.items() if key == round_ + 1}
            found = self._kept(round_)
            if found is None:
                found = self.solve(round_, (least, most), next_)
                self._keep_layer(round_, *found)
            next_, tally = found
            self.done = self.done.with_(positions((least, most)), tally)
            yield round_, next_

    def end(self, hull: Hull) -> Layer:
        """The layer after the last round, from the leads before it."""
        last = self.plan.last
        if last == self.plan.counts[-1]:
            return Layer(self.plan.end(), np.array([0.0, 1.0], dtype=np.float32))
        assert self._beyond is not None, "somebody says what is beyond a horizon"
        return self._beyond(last + 1, self._hull(last + 1, self._after(last, hull)))

    @cached_property
    def _known(self) -> Tables:
        """The configurations, with their stages where these are looked at often, and nobody is asked for Claim Priority in any."""
        known = self.plan.known
        asking = max(int(seat.spent.max()) for seat in self.plan.seats) >= 0
        if asking or self.plan.last - self.plan.first + 1 < LONG or known.keys.size >= 1 << (31 - TO_AT):
            return known
        self._work.report("what each round comes to", None)
        count, parts = known.keys.size, {}
        rows, columns = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int32)

        def chunk(first: int, last: int) -> None:
            parts[first] = gather(known, first, last, rows, columns)

        self.each(chunk)
        at = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(rows.astype(np.int64) * columns)])
        return known._replace(gathered=Gathered(at, rows, np.concatenate([parts[first] for first in sorted(parts)])))

    # --- What can come

    def spread(self) -> list[Hull]:
        """The leads that can come before every round, the first round first."""
        hulls = [hull for _, hull in self.coming()]
        rounds = range(self.plan.first, self.plan.last + 1)
        lefts = (min(count for count in self.plan.counts if count >= round_) - round_ for round_ in rounds)
        self._ahead = [_share(hull, left) for hull, left in zip(hulls, lefts, strict=True)]
        return hulls

    def coming(self) -> Iterator[tuple[int, Hull]]:
        """As `spread`, one round after the other, with its number."""
        hull: Hull | None = None
        for round_ in range(self.plan.first, self.plan.last + 1):
            self._work.report(f"what can come before round {round_}", None)
            kept = None if self._keep is None else self._keep.kept(LEADS.format(round_))
            if kept is not None:
                hull = kept[0], kept[1]
            else:
                hull = self._hull(round_, self.plan.begin() if hull is None else self._after(round_ - 1, hull))
                if self._keep is not None:
                    self._keep.keep(LEADS.format(round_), np.stack(hull))
            yield round_, hull

    def _hull(self, round_: int, hull: Hull) -> Hull:
        """The hull as it is to be used: after a count, only a tie goes on (R25)."""
        if not self.tied(round_):
            return hull
        least, most = self.plan.nowhere(round_)
        tie = (hull[0] <= 0) & (hull[1] >= 0)
        least[tie] = most[tie] = 0
        return least, most

    def _after(self, round_: int, hull: Hull) -> Hull:
        """The hull of the round after."""
        least, most = (np.array(part) for part in hull)
        next_ = self.plan.nowhere(round_ + 1)
        known, (mine, theirs), shares = self.plan.known, self._ways, self._shares

        def share(number: int) -> None:
            spread.can_come(known, mine, theirs, *shares[number], least, most, *next_)

        self._share_out(share, len(shares), lambda _done: None)
        return next_

    @cached_property
    def _ways(self) -> BySeat[Ways]:
        """How the seats come to their forms."""
        return self.plan.seats.map(spread.ways)

    @cached_property
    def _shares(self) -> list[tuple[int, int]]:
        """Ways of A that threads may follow side by side."""
        return spread.shares(self.plan.seats.a, self._ways.a)

    # --- What it is worth

    def solve(self, round_: int, hull: Hull, next_: Layer) -> tuple[Layer, NDArray[np.float64]]:
        """The layer before a round from that before the next, and its tally."""
        known = self._known
        least, most = hull
        low, high = np.zeros_like(least), np.zeros_like(least)
        runs: Runs = np.empty(least.shape, dtype=np.int64)
        self._work.report(f"what is decided before round {round_}", self._part(round_, 0.0))
        self.each(lambda first, last: bounds.bound(known, first, last, least, most, next_.runs, low, high))
        values = np.empty(layers.lay(least, most, low, high, self.tied(round_), runs), dtype=np.float32)
        values[:2] = 0.0, 1.0
        tallies = [layers.tally() for _ in range(0, known.keys.size, CHUNK)]

        def chunk(first: int, last: int) -> None:
            layers.solve_runs(known, first, last, runs, values, next_, tallies[first // CHUNK])

        self.each(chunk, lambda part: self._work.report(f"round {round_}", self._part(round_, part)))
        return Layer(runs, values), _sum(tallies)

    def tied(self, round_: int) -> bool:
        """Whether chips have been compared right before this round (R25)."""
        return round_ - 1 in self.plan.counts and round_ > self.plan.first

    def each(self, task: Callable[[int, int], None], told: Callable[[float], None] = lambda _part: None) -> None:
        """Have the threads do a task for all configurations, from one number up to another at a time; `told` hears what part is done."""
        count = self.plan.known.keys.size
        chunks = -(-count // CHUNK)
        self._share_out(lambda k: task(k * CHUNK, min((k + 1) * CHUNK, count)), chunks, lambda done: told(done / chunks))

    def _keep_layer(self, round_: int, found: Layer, tally: NDArray[np.float64]) -> None:
        if self._keep is not None:
            for name, array in ((RUNS, found.runs), (TALLY, tally), (VALUES, found.values)):  # the values seal it
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

    def _share_out(self, task: Callable[[int], None], count: int, told: Callable[[int], None] = lambda _done: None) -> None:
        """Have the threads do a task for every number below `count`; `told` hears how many are done."""
        if self._hands == 1:
            for number in range(count):
                task(number)
                told(number + 1)
            return
        with ThreadPoolExecutor(self._hands) as pool:
            futures = [pool.submit(task, number) for number in range(count)]
            try:
                for number, future in enumerate(as_completed(futures)):
                    future.result()
                    told(number + 1)
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise


def counted(shelf: Kept, plan: Plan, first: int) -> Done:
    """What was done, as it is kept, for the rounds from `first` on."""
    done = Done()
    for round_ in range(plan.last, first - 1, -1):
        tally, leads = shelf.kept(TALLY.format(round_)), shelf.kept(LEADS.format(round_))
        assert tally is not None
        assert leads is not None
        done = done.with_(positions((leads[0], leads[1])), tally)
    return done


def positions(hull: Hull) -> int:
    """How many positions can come before a round."""
    least, most = hull
    return int(np.maximum(most.astype(np.int32) - least + 1, 0).sum(dtype=np.int64))


# --- Names of what is kept

CONFIGURATIONS: Final = "configurations"
LEADS: Final = "round-{:03}-leads"
RUNS: Final = "round-{:03}-runs"
TALLY: Final = "round-{:03}-tally"
VALUES: Final = "round-{:03}-values"


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
    """About how many positions of a round are not decided, with so many rounds after it before the next count: what they can turn."""
    width = np.maximum(hull[1].astype(np.int32) - hull[0] + 1, 0)
    return float(np.minimum(width, 4 + 3 * left).sum())
