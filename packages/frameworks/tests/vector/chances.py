"""Deals of a batch held to the exact chances of the encoding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from deathmatch_frameworks.encoding import Encoding


def beginnings(encoding: Encoding, chance: Any, depth: int) -> dict[tuple[str, ...], Fraction]:
    """The chance of each way in which the first factors of a deal may fall, by their tokens."""
    found: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for _ in range(depth):
        found = {
            (*path, outcome): before * part for path, before in found.items() for outcome, part in encoding.chance_outcomes(chance, path)
        }
    return {tuple([encoding.chance_token(outcome) for outcome in path]): part for path, part in found.items()}


def hold_to(fallen: Iterable[Hashable], chances: Mapping[Any, Fraction]) -> None:
    """Fails if something falls that has no chance, or if a number of times is more than 6 standard deviations off."""
    counts = Counter(fallen)
    total = sum(counts.values())
    assert set(counts) <= set(chances)
    for what, chance in chances.items():
        expected = float(total * chance)
        assert abs(counts[what] - expected) < 6 * (expected * float(1 - chance)) ** 0.5 + 1, (what, counts[what], expected)
