"""Whether the chances in reviews are right: of positions called 70 %, about 70 % are won (packages/lab/docs/calibration.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import exp
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from deathmatch.core.chance import odds_of, wilson
from research import calibration
from research.calibration import PLANS, Point, line, schedule, share, tabled

DEAR = 100
NIGHT = {"five-card-trick": 300, "guidance-rite": 200, "tile-joust": 200, "letter-hunt": DEAR, "even-groups": DEAR}
"""Matches of a variant, by night."""

OFF = {"five-card-trick": 0.2}  # that a slope may be off besides two errors; its chances are those of optimal play, and weak levels err
SLOPES = {"guidance-rite": 1.27}
"""Right slopes other than 1: there every match weighs the same, and short ones between unequal levels count more than positions do."""

EXACT = 0.1  # the same for the others: the matches are the same every night, so only a change draws another lot
SURE = 3.3  # standard deviations of a tenth: one of a thousand right ones is refused
FEW = 12  # matches in a tenth, from which on it is held to its chance
BOTH = ("steady", "steady")


def right(found: Mapping[str, Any], off: float = EXACT, slope: float = 1.0) -> bool:
    """Whether a table shows no graph that is too sure or too cautious."""
    for tenth in found["tenths"]:
        low, high = wilson(tenth["won"] * tenth["weight"], tenth["weight"], SURE)
        if tenth["weight"] >= FEW and not low - 0.1 <= tenth["said"] <= high + 0.1:
            return False
    fitted = found["line"]
    return bool(abs(fitted["slope"] - slope) < off + 2 * fitted["slope_error"])


def games(times: float) -> list[Point]:
    """200 matches, won by the sum of 21 steps by lot; the graph has the odds to the power of `times`."""
    lot, found = np.random.default_rng(3), list[Point]()
    for match in range(200):
        sums = np.cumsum(lot.normal(size=21))
        for step, lead in enumerate(sums[:-1], 1):
            odds = times * odds_of(NormalDist().cdf(lead / (21 - step) ** 0.5))
            found.append(Point(match, 1 / (1 + exp(-odds)), bool(sums[-1] > 0), BOTH))
    return found


def test_a_schedule_keeps_to_the_mix_at_any_time_and_swaps_the_seats() -> None:
    first, second = BOTH, ("steady", "strong")
    plan = schedule({first: 3, second: 1}, 80)
    assert sum(pair == first for pair, _ in plan) == 60
    assert plan[:40] == schedule({first: 3, second: 1}, 40), "more matches go on from fewer"
    for pair in (first, second):
        assert [number for other, number in plan if other == pair] == list(range(sum(other == pair for other, _ in plan)))


@pytest.mark.parametrize(("said", "won", "slope"), [(0.7, 70, 1.0), (0.6, 70, 2.1), (0.9, 70, 0.39), (0.97, 52, 0.023)])
def test_the_line_says_how_sure_a_graph_is(said: float, won: int, slope: float) -> None:
    """Each seat is called by one chance; the slope is the ratio of the logarithms of the odds."""
    points = [Point(number, said if number < 100 else 1 - said, (number % 100 < won) == (number < 100), BOTH) for number in range(200)]
    found = line(points)
    assert found["slope"] == pytest.approx(slope, rel=0.03)
    assert found["lift"] == pytest.approx(0, abs=0.02)
    assert found["slope_error"] > 0


def test_points_that_are_won_together_weigh_as_little_as_they_should() -> None:
    """Those of a match, and those of two matches with the same deals."""
    apart = share([Point(2 * number, 0.7, number < 7, BOTH) for number in range(10)])
    assert (apart["won"], apart["matches"]) == (0.7, 10)
    assert apart["weight"] == pytest.approx(10)
    together = share([Point(number, 0.7, number < 7, BOTH) for number in range(10)])
    assert together["weight"] == pytest.approx(0.21 * 100 / (3 * 0.6**2 + 0.4**2 + 1.4**2))
    often = share([Point(0, 0.7, True, BOTH)] * 99 + [Point(2, 0.7, False, BOTH)])
    assert often["won"] == pytest.approx(0.99)
    assert often["weight"] <= 100**2 / (99**2 + 1)
    assert often["low"] < 0.3 < 0.99 < often["high"]


@pytest.mark.parametrize(("times", "passes"), [(1.0, True), (2.0, False), (0.5, False)])
def test_graphs_that_are_twice_or_half_as_sure_as_they_should_be_are_noticed(times: float, passes: bool) -> None:
    assert right(tabled(games(times), [BOTH])) == passes


def test_rows_have_a_cell_for_each_tenth_and_pair() -> None:
    """Also for those that no match came to."""
    found = {"matches": 200, **tabled([Point(number, 0.75, number % 4 > 0, BOTH) for number in range(200)], [BOTH, ("steady", "strong")])}
    tenths, fitted, pairs = calibration.rows("game/variant", found)
    assert tenths.split("|")[1:-1] == [" game/variant ", *["  "] * 7, " 75 (69-80), 200 ", *["  "] * 2]
    assert fitted.startswith("| game/variant | 200 | levels | 0.188 | ")
    assert fitted.count("±") == 2
    assert pairs.count("|") == 4
    assert pairs.endswith("|  |")


@pytest.mark.nightly
@pytest.mark.parametrize("name", PLANS)
def test_positions_are_won_as_often_as_their_chance_says(name: str) -> None:
    game = name.split("/")[0]
    found = calibration.table(name, replace(PLANS[name], matches=NIGHT[game]))
    assert right(found, OFF.get(game, EXACT), SLOPES.get(game, 1.0)), found
