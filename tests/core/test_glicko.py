"""Glicko-2 is that of the paper."""

from __future__ import annotations

import pytest

from deathmatch.core.glicko import Rating, after_match, after_period


def test_the_papers_example() -> None:
    after = after_period(Rating(1500, 200, 0.06), [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)])
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_volatility_follows_a_surprise() -> None:
    after = after_period(Rating(2200, 350), [(Rating(1500, 60), 0.0)] * 20)
    assert after.volatility == pytest.approx(0.06087, abs=0.00001)


def test_one_match_is_a_period_of_its_own() -> None:
    mine, other = Rating(1500, 200), Rating(1400, 30)
    assert after_match(mine, other, 1) == after_period(mine, [(other, 1)])
