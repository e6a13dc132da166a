"""Every deal of a chance with its exact probability, and whether samples fit exact probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

from deathmatch.core.game import Chance
from deathmatch_frameworks.encoding import Encoding

ONE: Final = Fraction(1)


def every_deal(
    encoding: Encoding, chance: Chance[Any], path: tuple[int, ...] = (), weight: Fraction = ONE
) -> Iterator[tuple[Any, Fraction]]:
    """All deals of a chance with their probabilities, by their factors."""
    outcomes = encoding.chance_outcomes(chance, path)
    if not outcomes:
        yield encoding.deal(chance, path), weight
    for outcome, part in outcomes:
        yield from every_deal(encoding, chance, (*path, outcome), weight * part)


def misfit(expected: dict[Hashable, Fraction], drawn: Iterable[Hashable]) -> tuple[float, int]:
    """Pearson's statistic of a sample and its degrees of freedom; outcomes that are expected fewer than five times go together."""
    counts = Counter(drawn)
    total = sum(counts.values())
    assert not counts.keys() - expected.keys(), "a state that cannot be"
    cells: list[tuple[float, int]] = []
    rare, seen = 0.0, 0
    for outcome, chance in expected.items():
        if chance * total < 5:
            rare, seen = rare + float(chance * total), seen + counts[outcome]
        else:
            cells.append((float(chance * total), counts[outcome]))
    if rare >= 1:
        cells.append((rare, seen))
    return sum((number - mean) ** 2 / mean for mean, number in cells), len(cells) - 1


def fits(expected: dict[Any, Fraction], drawn: Iterable[Any]) -> bool:
    """Whether a sample may come from these chances: one that does fails in fewer than one of 10,000 cases (Wilson and Hilferty, 1931)."""
    statistic, freedom = misfit(expected, drawn)
    if freedom < 1:
        return True
    spread = 2 / (9 * freedom)
    return bool((statistic / freedom) ** (1 / 3) < 1 - spread + 3.72 * spread**0.5)
