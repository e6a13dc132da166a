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
        """A random whole number.

        Args:
            bound: at least 1; the caller has checked it.

        Returns: a number from 0 to `bound` - 1, each equally likely.
        """

    def unit(self) -> float:
        """A random number from 0 to 1, without 1 itself, in steps of 2**-53."""
        return self.below(_UNIT) / _UNIT

    def choice(self, values: Sequence[T], /) -> T:
        """One of the values, each equally likely. An empty sequence is an error of the caller."""
        return values[self.below(len(values))]

    def shuffle(self, values: MutableSequence[T], /) -> None:
        """Put the values into a random order, in place, each order equally likely (Fisher-Yates, from the end)."""
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]

    def sample(self, values: Sequence[T], count: int, /) -> list[T]:
        """Some of the values, in random order, each at most once.

        Args:
            values: the pool; it stays as it is.
            count: how many, from 0; if the pool is smaller, all of it.

        Returns: a new list. Every selection in every order is equally likely.
        """
        pool = list(values)
        self.shuffle(pool)
        return pool[:count]

    def weighted(self, weights: Sequence[float], /) -> int:
        """A random index, each with a probability in proportion to its weight.

        Args:
            weights: at least 0 each, and not all 0.

        Returns: the index of a weight above 0.
        """
        mark = self.unit() * sum(weights)
        for index, weight in enumerate(weights):
            mark -= weight
            if mark < 0:
                return index
        return max(index for index, weight in enumerate(weights) if weight > 0)  # rounding left a crumb
