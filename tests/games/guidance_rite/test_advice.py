"""What is said about a finished match: the turn that threw a bout away, what the matrix game mixed, and the draft."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.core.chance import chance_of, odds_of
from deathmatch.core.game import AnyGame
from deathmatch.core.reviewing import Review, Verdict
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games import find
from deathmatch.games.guidance_rite import GuidanceRite, fast
from deathmatch.games.guidance_rite.advice import EDGE, LIMITS, Fixed, expected, match_chance, word_of
from deathmatch.games.guidance_rite.bot import Search
from deathmatch.games.guidance_rite.values import Bout, Owed, Terms
from deathmatch.games.guidance_rite.view import State
from deathmatch.match.record import Record, read
from deathmatch.match.replay import match_history

SMALL = {"size": "3x3", "board": "free", "fill": "0", "best_of": "1", "first": "A"}
PLENTY = 10_000  # units of work


def record(*lines: str, **options: str) -> Record:
    given = [f"option {key} {value}" for key, value in {**SMALL, **options}.items()]
    return read("\n".join(["deathmatch 1", "game guidance-rite/guardians", *given, *lines, ""]), find)


def terms_of(game: AnyGame) -> Terms:
    assert isinstance(game, GuidanceRite)
    return game.terms


TERMS = terms_of(find("guidance-rite/guardians").bind({})[1])


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
    assert "B2-B3 wins the bout by force within 2 turns." in remark.words
    assert reviewed.chart is not None
    assert dict(reviewed.chart.points)[1] == 1
    assert reviewed.chart.points[-1][1] == 0
    assert reviewed.summary[0] == "{B} won by 1 : 0 bouts."


def test_a_turn_that_is_as_good_as_any_is_not_remarked_on() -> None:
    reviewed = review(record("deal board . B:P5 . | A:P3 A:P1 . | . . .", "A B2-B3"))
    assert [remark.verdict for remark in reviewed.remarks if not remark.turning] == []
    assert reviewed.summary[:2] == ("{A} won by 1 : 0 bouts.", "Bout 1: {A} captured everything.")


def test_at_once_it_is_said_what_the_matrix_mixes() -> None:
    """B can save either of its pieces beside A's, A can capture either; A moves another piece instead."""
    deal = "deal board . . . | B:P1 A:P37 B:P1 | A:P3 . ."
    reviewed = review(record(deal, "A A1-B1", "B A2-A3", "A resign", turns="simultaneous"))
    (remark,) = [remark for remark in reviewed.remarks if remark.event == 2]
    assert remark.seat is Seat.A
    assert [better.move for better in remark.better] == ["B2-C2", "B2-A2"]
    assert "At once, and against the best mixture of {B}, it wins the bout in" in remark.words
    assert [better.words for better in remark.better] == ["played 50% of the time", "played 50% of the time"]


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


@pytest.mark.parametrize("units", [0, 1])
def test_where_there_is_no_time_it_is_said_how_far_it_went(units: int) -> None:
    match = record("deal board . B:P5 . | A:P3 A:P15 . | . . .", "A A2-B2", "B B3-B2")
    assert f"There was time to look at {units} of 2 turns." in review(match, units).summary


def test_a_played_power_is_compared_with_the_others_and_not_mixed_with_them() -> None:
    """In the final a crow turns grey arrows of another piece black: here there are several ways, and one of them was played."""
    lines = ("deal board . B:P5 . | A:C5 A:P3/157 . | A:P3 . B:P1", "A A1-B1 crow A2 B2 N", "A resign")
    given = [f"option {key} {value}" for key, value in {**SMALL, "size": "3x3"}.items()]
    match = read("\n".join(["deathmatch 1", "game guidance-rite/final", *given, *lines, ""]), find)
    moment = match_history(match).moments[1]
    terms = terms_of(match.header.game())
    looking = Search(terms, moment.state.bout, LIMITS, Counted(PLENTY), replays=False)
    plain = next(option for option in looking.movements(Fixed()) if fast.turn_of(option.word).movement == moment.move.movement)
    played = replace(plain, word=word_of(terms, moment.state.bout.board, Seat.A, moment.move))
    words = [option.word for option in looking.powered(plain)]
    assert played.word in words
    assert len(words) > 1
    assert [option.word for option in looking.powered(played)] == words


def before(number: int, first: Seat | None = None, opener: Seat | None = None, wins: tuple[int, int] = (0, 0)) -> State:
    """A state in a bout of a match by the book in which B chooses who begins."""
    return State(Owed.CLAIM, Bout(number, number > 2, (), first=first), BySeat((), ()), BySeat(*wins), opener=opener)


AHEAD = chance_of(EDGE)


@pytest.mark.parametrize(
    ("state", "bout", "chance"),
    [
        (before(1), 1 - AHEAD, 0.5),
        (before(1), 1.0, (1 + AHEAD) / 2),  # B will have begun the first, so A begins the second
        (before(1, first=Seat.A), 1.0, 1 - AHEAD / 2),
        (before(1, first=Seat.A), 0.0, (1 - AHEAD) / 2),
        (before(2, opener=Seat.B, wins=(1, 0)), 0.0, 0.5),
        (before(2, opener=Seat.B, wins=(1, 0)), 1.0, 1.0),
        (before(3, opener=Seat.B, wins=(1, 1)), 0.3, 0.3),
    ],
)
def test_the_chance_to_win_the_match_counts_who_begins_the_bouts_to_come(state: State, bout: float, chance: float) -> None:
    assert match_chance(TERMS, state, bout) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("options", "state", "first"),
    [
        ({}, before(1), Seat.B),
        ({"dmo": "A"}, before(1), Seat.A),
        ({"first": "A"}, before(1), Seat.A),
        ({}, before(1, first=Seat.A), Seat.A),
        ({}, before(2, opener=Seat.B), Seat.A),
        ({}, before(2), Seat.B),  # bout 1 was over before anybody moved
        ({}, before(3, opener=Seat.B), None),
        ({"turns": "alternate"}, before(3, opener=Seat.B), Seat.B),
        ({"turns": "simultaneous"}, before(1), None),
    ],
)
def test_a_seat_that_is_asked_who_begins_is_expected_to_name_itself(options: dict[str, str], state: State, first: Seat | None) -> None:
    assert expected(terms_of(find("guidance-rite/guardians").bind(options)[1]), state) is first


def test_claims_count_who_begins() -> None:
    """The same draft of a single bout in turn, begun by either seat, and played at once."""
    claims = ("A claim B1 C1", "B claim A3 B3", "A claim A1 A2", "B claim C2 C3")
    shares = []
    for options, turn in (({"first": "A"}, "A B1-B2"), ({"first": "B"}, "B B3-B2"), ({"turns": "simultaneous"}, "A B1-B2")):
        chart = review(record("deal board P5 P5 P5 | P5 . P5 | P1 P1 P1", *claims, turn, "B resign", **options)).chart
        assert chart is not None
        assert dict(chart.points)[0] == pytest.approx({"A": AHEAD, "B": 1 - AHEAD}.get(options.get("first", ""), 0.5))
        shares.append(odds_of(dict(chart.points)[3]))
    begun, waited, at_once = shares
    assert begun - at_once == pytest.approx(EDGE)
    assert at_once - waited == pytest.approx(EDGE)


def test_estimates_have_a_margin_and_what_is_certain_has_none() -> None:
    chart = review(record("deal board . B:P5 . | A:P3 A:P15 . | . . .", "A A2-B2", "B B3-B2")).chart
    assert chart is not None
    assert [event for event, *_ in chart.band] == [event for event, _ in chart.points]
    assert all(0 <= low <= value <= high <= 1 for (_, value), (_, low, high) in zip(chart.points, chart.band, strict=True))
    assert chart.band[-1][1:] == (0.0, 0.0)
    assert chart.margin
