"""Rounds solved by the workers of a pool, in shares of some configurations.

A share travels with the rows of its own configurations. A worker numbers the configurations from the keys that are kept, and reads the
layer before the next round from the kept arrays, so it must see their folder. The digits do not depend on the worker: a share is as large
as the share of a thread, and everything is added up in the order of the configurations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import SavedArrays
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.pooling import Pool, as_they_come
from deathmatch.games.five_card_trick.values import Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch_lab.games.five_card_trick.fast import bounds, layers
from deathmatch_lab.games.five_card_trick.fast.layers import COUNT_AT, MOST, START_AT, Layer, Runs, Tally, Values
from deathmatch_lab.games.five_card_trick.fast.stages import Configurations
from deathmatch_lab.games.five_card_trick.solver.plan import CONFIGURATIONS, RUNS, VALUES, Plan, planned, with_stages
from deathmatch_lab.games.five_card_trick.solver.reachable import Hull
from deathmatch_lab.games.five_card_trick.solver.threads import CHUNK, Threads
from deathmatch_lab.solving import Reporter, Shared

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
