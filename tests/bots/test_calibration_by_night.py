"""Whether the chances in reviews are right: of positions called 70 %, about 70 % are won (docs/calibration.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench import calibration
from bench.calibration import PLANS, Point, line, schedule, share
from deathmatch.core.chances import wilson

NIGHT = 60  # matches of a variant, by night
SURE = 3.3  # standard deviations: one of a thousand right graphs is refused
FEW = 12  # matches in a tenth, from which on it is held to its chance


def test_a_schedule_keeps_to_the_mix_at_any_time_and_swaps_the_seats() -> None:
    first, second = ("steady", "steady"), ("steady", "strong")
    plan = schedule({first: 3, second: 1}, 80)
    assert sum(pair == first for pair, _ in plan) == 60
    assert plan[:40] == schedule({first: 3, second: 1}, 40), "more matches go on from fewer"
    for pair in (first, second):
        assert [number for other, number in plan if other == pair] == list(range(sum(other == pair for other, _ in plan)))


@pytest.mark.parametrize(("said", "won", "slope"), [(0.7, 70, 1.0), (0.6, 70, 2.1), (0.9, 70, 0.39), (0.97, 52, 0.023)])
def test_the_line_says_how_sure_a_graph_is(said: float, won: int, slope: float) -> None:
    """Each seat is called by one chance; the slope is the ratio of the logarithms of the odds."""
    pair = ("steady", "steady")
    points = [Point(number, said if number < 100 else 1 - said, (number % 100 < won) == (number < 100), pair) for number in range(200)]
    found = line(points)
    assert found["slope"] == pytest.approx(slope, rel=0.03)
    assert found["lift"] == pytest.approx(0, abs=0.02)
    assert found["slope_error"] > 0


def test_points_that_are_won_together_weigh_as_little_as_they_should() -> None:
    """Those of a match, and those of two matches with the same deals."""
    pair = ("steady", "steady")
    apart = share([Point(2 * number, 0.7, number < 7, pair) for number in range(10)])
    assert (apart["won"], apart["matches"]) == (0.7, 10)
    assert apart["weight"] == pytest.approx(10)
    together = share([Point(number, 0.7, number < 7, pair) for number in range(10)])
    assert together["weight"] == pytest.approx(0.21 * 100 / (3 * 0.6**2 + 0.4**2 + 1.4**2))
    often = share([Point(0, 0.7, True, pair)] * 99 + [Point(2, 0.7, False, pair)])
    assert often["won"] == pytest.approx(0.99)
    assert often["weight"] <= 100**2 / (99**2 + 1)
    assert often["low"] < 0.3 < 0.99 < often["high"]


@pytest.mark.nightly
@pytest.mark.parametrize("name", PLANS)
def test_positions_are_won_as_often_as_their_chance_says(name: str) -> None:
    found = calibration.table(name, replace(PLANS[name], matches=NIGHT))
    fitted = found["line"]
    assert abs(fitted["slope"] - 1) < 0.35 + SURE * fitted["slope_error"], found
    for tenth in found["tenths"]:
        low, high = wilson(tenth["won"] * tenth["weight"], tenth["weight"], SURE)
        assert tenth["weight"] < FEW or low - 0.1 <= tenth["said"] <= high + 0.1, tenth
