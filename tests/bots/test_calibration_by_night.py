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
from research.calibration import PLANS, Point, tabled

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


@pytest.mark.parametrize(("times", "passes"), [(1.0, True), (2.0, False), (0.5, False)])
def test_graphs_that_are_twice_or_half_as_sure_as_they_should_be_are_noticed(times: float, passes: bool) -> None:
    assert right(tabled(games(times), [BOTH])) == passes


@pytest.mark.nightly
@pytest.mark.parametrize("name", PLANS)
def test_positions_are_won_as_often_as_their_chance_says(name: str) -> None:
    game = name.split("/")[0]
    found = calibration.table(name, replace(PLANS[name], matches=NIGHT[game]))
    assert right(found, OFF.get(game, EXACT), SLOPES.get(game, 1.0)), found
