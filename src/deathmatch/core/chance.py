"""Chance as an argument: anyone who needs a random number is handed a `RandomSource`; nobody in `core`, `solve` or `games` makes one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_UNIT = 1 << 53  # steps of a float in [0, 1)


class RandomSource(ABC):
    """Uniform random numbers, all made from one primitive, so that a source is specified by `below` alone."""

    @abstractmethod
    def below(self, bound: int, /) -> int:
        """A whole number from 0 to `bound` - 1, each equally likely; `bound` is at least 1."""

    def unit(self) -> float:
        """A number from 0 up to and without 1, in steps of 2**-53."""
        return self.below(_UNIT) / _UNIT

    def choice(self, values: Sequence[T], /) -> T:
        """One of the values, each equally likely; there must be one."""
        return values[self.below(len(values))]

    def shuffle(self, values: MutableSequence[T], /) -> None:
        """Put the values into a random order, each order equally likely (Fisher-Yates, from the end)."""
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]

    def sample(self, values: Sequence[T], count: int, /) -> list[T]:
        """`count` different members of `values`, in random order."""
        pool = list(values)
        self.shuffle(pool)
        return pool[:count]

    def weighted(self, weights: Sequence[float], /) -> int:
        """An index, each with a chance in proportion to its weight; weights are at least 0 and not all 0."""
        mark = self.unit() * sum(weights)
        for index, weight in enumerate(weights):
            mark -= weight
            if mark < 0:
                return index
        return max(index for index, weight in enumerate(weights) if weight > 0)  # rounding left a crumb
