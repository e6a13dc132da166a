"""What is said about finished matches: exact where a solution is kept, estimated where none is."""

from __future__ import annotations

from pathlib import Path

import pytest

from deathmatch import load_game, play_match
from deathmatch.bots import solution_folder, study
from deathmatch.bots.budget import Counted
from deathmatch.bots.study import MatchReview
from deathmatch.core.reviewing import Lengthy, Verdict
from deathmatch.games import find
from deathmatch.games.five_card_trick import solver as judging
from deathmatch.match.record import Record, read
from deathmatch.match.replay import match_history

HEAD = "deathmatch 1\ngame five-card-trick/{}\noption rounds 2\noption max_rounds 2\nname A Ann\n"


ITEMLESS = "option overload none\noption priority none\noption reset none\n"


@pytest.fixture
def unsolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(solution_folder.VARIABLE, str(tmp_path))


def review(lines: str, variant: str = "gauntlet", budget: int = 1000) -> MatchReview:
    return study.look_back(read(HEAD.format(variant) + lines, find), Counted(budget))


@pytest.mark.parametrize(
    ("options", "lengthy"),
    [
        ("rounds 4\noption max_rounds 4", True),
        ("rounds 3\noption max_rounds 3", False),  # `strong` solves them too
        ("rounds 6\noption max_rounds 6", False),  # it is over before the third round
        ("rounds 4\noption max_rounds 4\n" + ITEMLESS.strip(), False),
    ],
)
@pytest.mark.usefixtures("unsolved")
def test_a_match_needs_more_time_if_items_are_left_in_the_fourth_round_from_the_end(options: str, lengthy: bool) -> None:
    record = read(f"deathmatch 1\ngame five-card-trick/final\noption {options}\nA score steal\nB score claim\nA resign\n", find)
    advisor = study.advisor(record.variant, record.header.game())
    assert isinstance(advisor, Lengthy)
    assert advisor.lengthy(match_history(record)) == lengthy


@pytest.mark.usefixtures("unsolved", "plain_by_day")
def test_throwing_away_a_sure_win_is_a_blunder() -> None:
    """Though an opponent who has lost may answer anything, and still plays as well as can be."""
    reviewed = review("A score claim\nB score grow\nA claim block:block\nB score steal\n")
    assert reviewed.chart is not None
    (thrown,) = [remark for remark in reviewed.remarks if remark.event == 3]
    assert thrown.verdict is Verdict.BLUNDER


@pytest.mark.parametrize("variant", ["gauntlet", "setna", pytest.param("final", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("rounds", [2, pytest.param(6, marks=pytest.mark.nightly)])
@pytest.mark.usefixtures("unsolved", "plain_by_day")
def test_nothing_that_strong_plays_is_called_a_mistake(variant: str, rounds: int) -> None:
    """The advice looks at least as far as the bot that it cites; where it solves more rounds, with items in hand, it may find a mistake."""
    found = find(f"five-card-trick/{variant}")
    game = load_game(found.id, {"rounds": rounds, "max_rounds": rounds})
    record = play_match(game, "strong", "strong", seed=7, thinking=100_000)
    further = solved_further(record)
    reviewed = study.look_back(record, Counted(100_000))
    assert reviewed.chart is not None
    assert [remark.verdict for remark in reviewed.remarks if not remark.turning and remark.event not in further] == []
    assert all(remark.verdict is Verdict.NOTE for remark in reviewed.remarks if remark.event not in further)
    assert len(further) == (2 if variant == "final" and rounds == 6 else 0)


def solved_further(record: Record) -> set[int]:
    """The events that answered a round of which a review solves more than `strong`."""
    terms = record.header.game().terms
    events = set()
    for moment in match_history(record).moments:
        whole = None if moment.state.answering is not None else judging.whole_effort(terms, moment.state)
        if whole is not None and whole not in judging.efforts(terms, moment.state):
            events.add(moment.event)
    return events
