"""Thinking in slices: long work of a bot that is kept once it is finished, and broken off if the time is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

from deathmatch.core.bots import Budget

P = ParamSpec("P")
R = TypeVar("R")


class OutOfTime(Exception):
    """The budget is spent, in the middle of work that is of no use unfinished."""


class _Endless:
    """A budget that is never spent."""

    def spent(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """A budget, to be asked after each slice of work.

    All of them are equal, so a function of one can be cached: how much time there is changes nothing of a result that is finished.
    """

    budget: Budget = field(default_factory=_Endless, compare=False)

    def check(self) -> None:
        """Raises OutOfTime if the budget is spent."""
        if self.budget.spent():
            raise OutOfTime


UNLIMITED: Final = TimeLeft()


class _Meter:
    """A budget that counts how often it is asked."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.asked = 0

    def spent(self) -> bool:
        """Whether the budget itself is."""
        self.asked += 1
        return self._budget.spent()


class Remembered(Generic[P, R]):
    """`lru_cache` for a function whose last argument is a TimeLeft.

    A result that is remembered takes as many slices of the budget as it took at first. So a counted budget ends at the same slice, whatever
    was worked out before, and a match can be played again.
    """

    def __init__(self, work: Callable[P, R], size: int) -> None:
        def metered(*given: Any) -> tuple[R, int, TimeLeft]:
            meter = _Meter(given[-1].budget)
            return cast(Callable[..., R], work)(*given[:-1], TimeLeft(meter)), meter.asked, given[-1]

        self._kept = lru_cache(maxsize=size)(metered)

    def __call__(self, *args: P.args, **_none: P.kwargs) -> R:
        """The result for these arguments, all of them positional; without a TimeLeft, however long it takes."""
        last = args[-1]
        time = last if isinstance(last, TimeLeft) else UNLIMITED
        result, slices, first = self._kept(*(args if time is last else (*args, time)))
        if first is not time:
            for _ in range(slices):
                time.check()
        return result

    def cache_clear(self) -> None:
        """Forget all results."""
        self._kept.cache_clear()


def remembered(size: int) -> Callable[[Callable[P, R]], Remembered[P, R]]:
    """Have a function remember its last results, so many of them."""
    return lambda work: Remembered(work, size)
