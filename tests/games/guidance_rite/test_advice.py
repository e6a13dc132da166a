"""What is said about a finished match: the turn that threw a bout away, what the matrix game mixed, and the draft."""

from __future__ import annotations

import pytest

from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.core.reviewing import Review, Verdict
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.match.record import Record, read
from deathmatch.match.replay import match_history

SMALL = {"size": "3x3", "board": "free", "fill": "0", "best_of": "1", "first": "A"}
PLENTY = 10_000  # units of work


def record(*lines: str, **options: str) -> Record:
    given = [f"option {key} {value}" for key, value in {**SMALL, **options}.items()]
    return read("\n".join(["deathmatch 1", "game guidance-rite/guardians", *given, *lines, ""]), find)


def review(match: Record, units: int = PLENTY) -> Review:
    return study.advisor(match.variant, match.header.game()).review(match_history(match), Counted(units))


@pytest.mark.nightly
def test_a_win_that_is_not_taken_is_the_blunder_of_its_bout() -> None:
    """A could have captured the last piece on B3; instead it steps before it and is captured."""
    reviewed = review(record("deal board . B:P5 . | A:P3 A:P15 . | . . .", "A A2-B2", "B B3-B2"))
    (remark,) = reviewed.remarks
    assert (remark.event, remark.seat, remark.verdict, remark.value) == (2, Seat.A, Verdict.BLUNDER, 0.0)
    (better,) = remark.better
    assert (better.move, better.value) == ("B2-B3", 1.0)
    assert remark.turning
    assert "From B2, the plain piece with 1 arrow on B3 could be captured." in remark.words
    assert "The better turn wins the bout by force within 2 turns." in remark.words
    assert reviewed.chart is not None
    assert dict(reviewed.chart.points)[1] == 1
    assert reviewed.chart.points[-1][1] == 0
    assert reviewed.summary[0] == "{B} won by 1 to 0 bouts."
