"""Reviews of finished matches, exact by a kept solution, and held to the solver where they need none."""

from __future__ import annotations

from pathlib import Path

import pytest

from deathmatch.bots import solution_folder, study
from deathmatch.bots.budget import Counted
from deathmatch.core.reviewing import Verdict
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.games import find
from deathmatch.match.record import read
from deathmatch.match.replay import match_history
from deathmatch_lab import solving
from deathmatch_lab.solving import SilentReporter
from packages.lab.tests.games.five_card_trick.folders import Kept
from tests.games.five_card_trick.test_advice import HEAD, ITEMLESS, review

OPTIONS = {"rounds": 2, "max_rounds": 2}


PLAYED = (("score {0}", "claim steal"), ("claim steal", "score {0}"), ("score block:steal", "{0} claim"), ("{0} claim", "score steal"))


@pytest.fixture(scope="module")
def solutions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which matches of two rounds are solved; Ann, who is the EC, wins 3 of 13."""
    folder = tmp_path_factory.mktemp("solutions")
    variant = find("five-card-trick/gauntlet")
    game = variant.bind(OPTIONS)[1]
    solving.solver(variant, game).solve(game.view(game.start(), PUBLIC), Kept(folder / "two"))
    return folder


@pytest.fixture
def unsolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(solution_folder.VARIABLE, str(tmp_path))


@pytest.fixture
def solved(solutions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(solution_folder.VARIABLE, str(solutions))


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
    assert bad.better[0].words == "46 % of the time"
    assert bad.better[0].value == pytest.approx(3 / 13, abs=1e-6)
    assert all(remark.event != 2 for remark in remarks), "B's choice is one of the optimal mixture"


@pytest.mark.parametrize("variant", ["gauntlet", "setna", "final"])
@pytest.mark.parametrize("rounds", [3, pytest.param(4, marks=pytest.mark.nightly)])
@pytest.mark.usefixtures("unsolved")
def test_the_last_four_rounds_are_exact_without_a_solution(variant: str, rounds: int) -> None:
    """The chart has the values of the solver."""
    head = HEAD.replace("rounds 2", f"rounds {rounds}").format(variant) + (ITEMLESS if variant == "final" else "")
    grow = "raise" if variant == "setna" else "grow"
    lines = "".join(f"A {a}\nB {b}\n" for a, b in PLAYED[:rounds]).format(grow)
    record = read(head + lines, find)
    reviewed = study.look_back(record, Counted(1_000_000))
    assert reviewed.summary[-1] == "All of these chances are exact."
    assert reviewed.chart is not None
    points = dict(reviewed.chart.points)
    game = record.header.game()
    for moment in match_history(record).moments:
        if moment.state.round > 2 and moment.seat is Seat.A:
            exact = solving.solver(record.variant, game).solve(game.view(moment.state, PUBLIC), SilentReporter()).json
            assert points[moment.event - 1] == pytest.approx(exact["value"], abs=1e-6)
