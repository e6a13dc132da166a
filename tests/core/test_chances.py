"""Chances with their errors: intervals, lines through odds, margins, and numbers that come again."""

from __future__ import annotations

from collections import Counter

import pytest

from deathmatch.core.chance import OddsLine, Repeated, around, chance_of, margin, odds_of, wilson


@pytest.mark.parametrize("chance", [0.0, 0.001, 0.5, 0.9, 1.0])
def test_odds_and_chances_are_one_another_back(chance: float) -> None:
    assert chance_of(odds_of(chance)) == pytest.approx(chance, abs=2e-6)


def test_wilson_is_the_interval_of_the_book() -> None:
    assert wilson(8, 10, 1.959964) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    for wins in range(21):
        low, high = wilson(wins, 20)
        assert 0 <= low <= wins / 20 <= high <= 1
        assert (low, high) == pytest.approx(tuple(1 - end for end in reversed(wilson(20 - wins, 20))))


def test_a_line_is_even_at_nothing_and_its_band_grows_with_the_reading() -> None:
    line = OddsLine(2.0, 0.3, 0.1)
    assert line.chance(0) == 0.5
    assert line.chance(1.0) + line.chance(-1.0) == pytest.approx(1)
    for reading in (-3.0, -0.5, 0.0, 0.5, 3.0):
        low, high = line.between(reading)
        assert 0 <= low < line.chance(reading) < high <= 1
    widths = [odds_of(high) - odds_of(low) for low, high in map(line.between, (0.0, 1.0, 2.0))]
    assert widths == sorted(widths)


def test_a_margin_is_twice_the_usual_step_and_needs_some_steps() -> None:
    assert margin([0.1, -0.1, 0.1], 3) == pytest.approx(0.2)
    assert margin([0.1, -0.1], 3) is None
    assert around(0.05, 0.1) == pytest.approx((0.0, 0.15))
    assert around(0.95, 0.1) == pytest.approx((0.85, 1.0))


def test_repeated_numbers_are_the_same_again_and_even() -> None:
    first, again, other = Repeated(7), Repeated(7), Repeated(8)
    numbers = [first.below(6) for _ in range(6000)]
    assert numbers == [again.below(6) for _ in range(6000)]
    assert numbers != [other.below(6) for _ in range(6000)]
    assert all(900 < count < 1100 for count in Counter(numbers).values())
