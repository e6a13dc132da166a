"""What is said about a finished match: the turn that threw a bout away, what the matrix game mixed, and the draft."""

from __future__ import annotations

import re

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


def test_a_win_that_is_not_taken_is_the_blunder_of_its_bout() -> None:
    """A could have captured the last piece on B3; instead it steps before it and is captured."""
    reviewed = review(record("deal board . B:P5 . | A:P3 A:P15 . | . . .", "A A2-B2", "B B3-B2"))
    (remark,) = reviewed.remarks
    assert (remark.event, remark.seat, remark.verdict, remark.value) == (2, Seat.A, Verdict.BLUNDER, 0.0)
    (better,) = remark.better
    assert (better.move, better.value) == ("B2-B3", 1.0)
    assert remark.turning
    assert "{A} could have captured the plain piece with 1 arrow on B3 from B2." in remark.words
    assert "The better turn wins the bout by force within 2 turns." in remark.words
    assert reviewed.chart is not None
    assert dict(reviewed.chart.points)[1] == 1
    assert reviewed.chart.points[-1][1] == 0
    assert reviewed.summary[0] == "{B} won by 1 to 0 bouts."


def test_at_once_it_is_said_what_the_matrix_mixes() -> None:
    """B can save either of its pieces beside A's, A can capture either; A moves another piece instead."""
    deal = "deal board . . . | B:P1 A:P37 B:P1 | A:P3 . ."
    reviewed = review(record(deal, "A A1-B1", "B A2-A3", "A resign", turns="simultaneous"))
    (remark,) = [remark for remark in reviewed.remarks if remark.event == 2]
    assert remark.seat is Seat.A
    assert [better.move for better in remark.better] == ["B2-C2", "B2-A2"]
    assert "Against the best play of {B} it wins the bout in" in remark.words
    assert [better.words for better in remark.better] == ["played 50 % of the time", "played 50 % of the time"]


def test_the_draft_is_told_in_words_without_codes() -> None:
    """Both name A1, which is gone; A gets the one good piece."""
    deal = "deal board P5 P5 . | P5 P12345678 . | P1234 P5 ."
    lines = ("A claim A1 B2", "B claim A1 A2", "A claim A3 B1", "B claim B1 B3", "A resign")
    reviewed = review(record(deal, *lines, fill="0"))
    told = next(line for line in reviewed.summary if "most valuable" in line)
    assert "{A}'s was the plain piece with 8 arrows on B2" in told
    assert "{B}'s was the plain piece with 1 arrow on" in told
    assert not any("P12345678" in line for line in reviewed.summary)
    assert not any(re.search(r"\d\.\d", line) for line in reviewed.summary), "the prices of the pieces are nobody's business"
    assert "2 pieces went to nobody" in next(line for line in reviewed.summary if "the draft" in line)
    claims = [remark for remark in reviewed.remarks if "named" in remark.words]
    assert [(remark.event, remark.seat) for remark in claims] == [(3, Seat.B)]
    assert "B2" in claims[0].better[0].move
    assert "of the chance to win." in claims[0].words
