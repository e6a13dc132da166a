"""Numbers of the table of sizes, each with a mark for how far it can be trusted."""

from __future__ import annotations

from math import floor, log10
from typing import Final

from research.counting.trees import Interval

_PLAIN: Final = 10**6  # numbers from here on are written with an exponent
_HUGE: Final = 1000  # exponents from here on stand alone

EXACT, MOST, LEAST, ESTIMATE = "= ", "≤ ", "≥ ", "≈ "


def number(value: float) -> str:
    """A whole number in full if it is small, else with three digits and an exponent."""
    return f"{value:,}" if value < _PLAIN and isinstance(value, int) else power(log10(value))


def power(log: float) -> str:
    """The number with this logarithm to base 10."""
    exponent = floor(log)
    if log >= _HUGE:
        return f"10^{round(log):,}"
    digits = f"{10 ** (log - exponent):.2f}"
    return f"1.00e{exponent + 1}" if digits == "10.00" else f"{digits}e{exponent}"


def estimated(found: Interval) -> str:
    """An estimate, with the interval of 95 % around it."""
    return f"{ESTIMATE}{found.mean:.2g} ({found.low:.2g} to {found.high:.2g})".replace("e+0", "e").replace("e+", "e")


def mean(found: Interval) -> str:
    """A mean, with half the width of its interval of 95 %."""
    return f"{ESTIMATE}{found.mean:.1f} ± {found.high - found.mean:.1f}"
