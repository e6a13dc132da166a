"""Ratings by Glicko-2: M. E. Glickman, Example of the Glicko-2 system (2012).

docs/decisions.md says why the arithmetic is here and not in a package.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178  # points of a rating in one unit of the paper's scale
START = 1500.0
DEVIATION = 350.0
VOLATILITY = 0.06
TAU = 0.5  # how much a volatility may change (paper: 0.3 to 1.2)
CLOSE = 1e-6  # of the iteration for the volatility (paper, step 5)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength as far as it is known: with 95 % it lies within two deviations of the rating."""

    rating: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY
    matches: int = 0


def after_match(mine: Rating, other: Rating, score: float) -> Rating:
    """A player's rating after a match with this other player; the score is 1, 0.5 or 0."""
    return after_period(mine, [(other, score)])


def after_period(mine: Rating, results: list[tuple[Rating, float]]) -> Rating:
    """A player's rating after the matches of a period (the paper's steps 2 to 8)."""
    mu, phi = (mine.rating - START) / SCALE, mine.deviation / SCALE
    inverse = gain = 0.0
    for other, score in results:
        g = 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-g * (mu - (other.rating - START) / SCALE)))
        inverse += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    variance = 1 / inverse
    volatility = _volatility(mine.volatility, phi, variance, variance * gain)
    spread = sqrt(phi * phi + volatility * volatility)
    deviation = 1 / sqrt(1 / (spread * spread) + inverse)
    rating = mu + deviation * deviation * gain
    return Rating(START + SCALE * rating, SCALE * deviation, volatility, mine.matches + len(results))


def _volatility(before: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility, by the Illinois algorithm (the paper's step 5)."""
    start = log(before * before)

    def f(x: float) -> float:
        e = exp(x)
        rest = phi * phi + variance + e
        return e * (delta * delta - rest) / (2 * rest * rest) - (x - start) / (TAU * TAU)

    low, beyond = start, delta * delta - phi * phi - variance
    high = log(beyond) if beyond > 0 else start - TAU  # f is positive there: more than 1 / TAU - 1/2
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
