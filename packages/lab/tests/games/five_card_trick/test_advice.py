"""Reviews of finished matches, exact by a kept solution."""

from __future__ import annotations

import pytest

from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.core.reviewing import Verdict
from deathmatch.games import find
from deathmatch.match.record import read
from deathmatch.match.replay import match_history
from deathmatch_lab.games.five_card_trick.exact import exact_chances
from tests.games.five_card_trick.test_advice import HEAD, review


@pytest.mark.usefixtures("solved")
def test_with_a_kept_solution_every_chance_is_exact() -> None:
    reviewed = review("A grow claim\nB claim block:claim\nA score steal\nB score steal\n")
    assert reviewed.chart is not None
    assert reviewed.chart.caption == "Chance of Ann to win"
    assert reviewed.chart.points[0] == (0, pytest.approx(3 / 13, abs=1e-6))
    assert reviewed.chart.points[-1] == (4, 0.0)
    assert reviewed.summary[-1] == "All of these chances are exact."


def exactly(lines: str, units: int, head: str = HEAD.format("gauntlet")) -> dict[int, float]:
    record = read(head + lines, find)
    made = study.advisor(record.variant, record.header.game())
    return dict(exact_chances(made, match_history(record), Counted(units)))


@pytest.mark.parametrize("kept", ["solved", "unsolved"])
def test_exact_chances_are_those_of_the_review(kept: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(kept)
    lines = "A score steal\nB score steal\nA claim steal\nB score grow\n"
    reviewed = review(lines, budget=1_000_000)
    assert reviewed.chart is not None
    points = dict(reviewed.chart.points)
    found = exactly(lines, 10)
    assert found == {2: pytest.approx(points[2], abs=1e-6), 4: points[4]}
    assert found[2] == pytest.approx(1 / 3, abs=1e-6)
    assert exactly(lines, 0) == {4: points[4]}


@pytest.mark.usefixtures("solved")
def test_a_choice_costs_what_it_comes_to_against_the_best_mixture_whatever_the_other_played() -> None:
    remarks = review("A block:block steal\nB score steal\nA resign\n").remarks
    bad = next(remark for remark in remarks if remark.event == 1)
    assert bad.verdict is Verdict.BLUNDER
    assert bad.better[0].move == "grow claim"
    assert bad.better[0].words == "46 % of the time"
    assert bad.better[0].value == pytest.approx(3 / 13, abs=1e-6)
    assert all(remark.event != 2 for remark in remarks), "B's choice is one of the optimal mixture"
