"""Chance as an argument: anyone who needs a random number is handed a `RandomSource`; nobody in `core`, `solve` or `games` makes one."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from deathmatch.core.speech import mark

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


# --- Chances to win for the graphs of reviews: fitted to matches between bots, or counted in playouts; each with the error that it has


NINE_OF_TEN: Final = 1.644854  # standard deviations: 90 % of a normal distribution lie within
SHORT: Final = 1e-6  # by which odds stop short of certainty

FIT_ERROR: Final = mark("The shaded band shows how far the chance may be off.")
"""The meaning of the band of a chart, for `say`."""

_MASK: Final = (1 << 64) - 1


def chance_of(odds: float) -> float:
    """The chance that belongs to a logarithm of odds."""
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, odds))))


def odds_of(chance: float) -> float:
    """The logarithm of the odds of a chance; of a certain one a large number."""
    held = min(max(chance, SHORT), 1 - SHORT)
    return math.log(held / (1 - held))


def wilson(wins: float, tries: float, deviations: float = NINE_OF_TEN) -> tuple[float, float]:
    """Wilson's score interval for the share of wins in independent tries (Wilson 1927); everything if there were none."""
    if not tries:
        return 0.0, 1.0
    share, square = wins / tries, deviations * deviations
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = deviations / (1 + square / tries) * math.sqrt(share * (1 - share) / tries + square / (4 * tries * tries))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))  # rounding must not leave the share outside


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A chance that was fitted to matches: the logarithm of the odds to win as a line over a reading of the position.

    Attributes:
        slope: for each unit of the reading.
        error: the standard error of the slope.
        lift_error: the standard error at the reading 0, where neither seat is ahead and the chance is one half.
    """

    slope: float
    error: float
    lift_error: float

    def chance(self, reading: float) -> float:
        """The chance to win of the seat for which the reading is."""
        return chance_of(self.slope * reading)

    def between(self, reading: float) -> tuple[float, float]:
        """The 90 % interval of the chance, low and high."""
        odds = self.slope * reading
        off = NINE_OF_TEN * math.hypot(self.lift_error, self.error * reading)
        return chance_of(odds - off), chance_of(odds + off)


def margin(steps: Sequence[float], fewest: int) -> float | None:
    """Twice the root of the mean square of some steps; None if there are fewer than `fewest`."""
    if len(steps) < fewest:
        return None
    return 2 * math.sqrt(sum(step * step for step in steps) / len(steps))


def around(value: float, off: float) -> tuple[float, float]:
    """A chance with so much to either side, as far as it stays one."""
    return max(0.0, value - off), min(1.0, value + off)


class Repeated(RandomSource):
    """The same random numbers each time: a review of a match has to say the same whenever it is made (SplitMix64)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, bound: int, /) -> int:
        """A number from 0, below the bound.

        Bounds are small beside 2**64, so that no number is likelier than another by more than a trifle.
        """
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return (mixed ^ mixed >> 31) % bound
