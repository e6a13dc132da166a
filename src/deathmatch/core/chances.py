"""Chances to win for the graphs of reviews: fitted to matches between bots, or counted in playouts; each with the error that it has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from deathmatch.core.chance import RandomSource
from deathmatch.core.speech import mark

NINE_OF_TEN: Final = 1.644854  # standard deviations: 90 % of a normal distribution lie within
SHORT: Final = 1e-6  # by which odds stop short of certainty

FIT_ERROR: Final = mark("The shaded band is the 90 % interval of this chance, fitted to matches between bots.")
"""The meaning of the band of an `OddsLine`, for `say`."""

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
        """See `RandomSource`; for bounds that are small beside 2**64, so that no number is likelier than another by more than a trifle."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return (mixed ^ mixed >> 31) % bound
