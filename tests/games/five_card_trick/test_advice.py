"""What is said about finished matches: exact where a solution is kept, estimated where none is."""

from __future__ import annotations

from pathlib import Path

import pytest

from deathmatch.bots import solution_folder, study
from deathmatch.bots.budget import Counted
from deathmatch.bots.solution_folder import SolutionFolder
from deathmatch.bots.study import MatchReview
from deathmatch.core.reviewing import Verdict
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.match.record import read

WHOLE = Path(__file__).parents[2] / "records" / "five-card-trick-gauntlet-whole.dm"
HEAD = "deathmatch 1\ngame five-card-trick/{}\noption rounds 2\noption max_rounds 2\nname A Ann\n"
OPTIONS = {"rounds": 2, "max_rounds": 2}


class Kept(SolutionFolder):
    """A solution folder at work (`core.solving.Checkpoints`)."""

    def report(self, words: str, done: float | None = None, /) -> None: ...


@pytest.fixture(scope="module")
def solutions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which matches of two rounds are solved; Ann, who is the EC, wins 3 of 13."""
    folder = tmp_path_factory.mktemp("solutions")
    variant = find("five-card-trick/gauntlet")
    game = variant.bind(OPTIONS)[1]
    study.solver(variant, game).solve(game.view(game.start(), PUBLIC), Kept(folder / "two"))
    return folder


@pytest.fixture
def solved(solutions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(solution_folder.VARIABLE, str(solutions))


@pytest.fixture
def unsolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(solution_folder.VARIABLE, str(tmp_path))


def review(lines: str, variant: str = "gauntlet", budget: int = 100) -> MatchReview:
    return study.look_back(read(HEAD.format(variant) + lines, find), Counted(budget))


@pytest.mark.usefixtures("solved")
def test_with_a_kept_solution_every_chance_is_exact() -> None:
    reviewed = review("A grow claim\nB claim block:claim\nA score steal\nB score steal\n")
    assert reviewed.chart is not None
    assert reviewed.chart.caption == "Chance of Ann to win"
    assert reviewed.chart.points[0] == (0, pytest.approx(3 / 13, abs=1e-6))
    assert reviewed.chart.points[-1] == (4, 0.0)
    assert reviewed.summary[-1] == "All of these chances are exact."


@pytest.mark.usefixtures("solved")
def test_a_choice_costs_what_it_comes_to_against_the_best_mixture_whatever_the_other_played() -> None:
    remarks = review("A block:block steal\nB score steal\nA resign\n").remarks
    bad = next(remark for remark in remarks if remark.event == 1)
    assert bad.verdict is Verdict.BLUNDER
    assert bad.better[0].move == "grow claim"
    assert bad.better[0].words == "46% of the time"
    assert bad.better[0].value == pytest.approx(3 / 13, abs=1e-6)
    assert all(remark.event != 2 for remark in remarks), "B's choice is one of the optimal mixture"


@pytest.mark.usefixtures("solved")
def test_what_time_outs_lead_to_is_estimated_and_said_to_be() -> None:
    reviewed = review("A score grow\nB score steal\nA timeout\nB claim steal\n")
    assert reviewed.summary[-1] == "These chances are exact, but for estimates in round 2, which time-outs led to."
    assert reviewed.chart is not None
    assert "estimated" in reviewed.chart.caption
    (late,) = [remark for remark in reviewed.remarks if remark.event == 3]
    assert late.words.startswith("Running out of time gave away about ")


@pytest.mark.usefixtures("unsolved")
def test_without_one_they_are_estimates_and_the_last_round_is_exact_all_the_same() -> None:
    reviewed = review("A score grow\nB score steal\nA claim steal\nB claim steal\n")
    assert reviewed.summary[0] == "B won the last tie, at 0 chips."
    assert reviewed.summary[-1] == "These chances are estimates by the bot strong; with a solution on disk they are exact."
    assert reviewed.chart is not None
    assert dict(reviewed.chart.points)[2] == pytest.approx(0.5, abs=1e-5)


@pytest.mark.usefixtures("unsolved")
def test_estimates_have_a_margin_and_the_end_has_none() -> None:
    chart = study.look_back(read(WHOLE.read_bytes(), find), Counted(1000)).chart
    assert chart is not None
    assert [event for event, _, _ in chart.band] == [event for event, _ in chart.points]
    for (_, value), (_, low, high) in zip(chart.points, chart.band, strict=True):
        assert 0 <= low <= value <= high <= 1
    margins = [high - low for _, low, high in chart.band]
    assert margins[0] == pytest.approx(max(margins))
    assert 0 < margins[0] < 0.5
    assert margins[-1] == 0


@pytest.mark.usefixtures("solved")
def test_exact_chances_have_no_margin() -> None:
    chart = review("A block:block steal\nB score steal\nA resign\n").chart
    assert chart is not None
    assert chart.band == ()


@pytest.mark.usefixtures("unsolved")
def test_a_card_that_is_struck_is_judged_without_it_and_a_resignation_by_what_it_gave_up() -> None:
    reviewed = review("A raise claim\nB score\nA raise claim\nB score steal\n", "setna")
    assert [better.move for remark in reviewed.remarks if remark.event == 3 for better in remark.better]
    reviewed = review("A score grow\nB score steal\nA resign\n")
    (given,) = [remark for remark in reviewed.remarks if remark.event == 3]
    assert given.words.startswith("Resigning gave away 50.0%")
    assert given.better == ()


@pytest.mark.usefixtures("unsolved")
def test_an_answer_about_claim_priority_is_judged_too() -> None:
    lines = "A score claim\nB score claim\nB pass\nA grow steal\nB grow steal\n"
    reviewed = review(lines, "final")
    passed = [remark for remark in reviewed.remarks if remark.event == 3]
    assert [better.move for remark in passed for better in remark.better] in ([], ["priority"])
    assert reviewed.chart is not None
    assert [event for event, _ in reviewed.chart.points] == [0, 2, 3, 5]


@pytest.mark.usefixtures("unsolved")
def test_a_spent_budget_leaves_a_shorter_review() -> None:
    reviewed = review("A score grow\nB score steal\nA claim steal\nB claim steal\n", budget=1)
    assert reviewed.summary[-1] == "There was time to look at the match up to round 1 only."
    assert review("A resign\n", budget=0).summary[-1] == "There was no time to look at any round."
