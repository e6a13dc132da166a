"""Which remarks a review makes: the turning point first, and no more than five."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deathmatch.core import reviewing
from deathmatch.core.game import Over
from deathmatch.core.reviewing import MOST_REMARKS, AnyMatchHistory, Chart, MatchHistory, Moment, Remark, Verdict
from deathmatch.core.seats import Seat


def history(actors: str, winner: Seat | None = Seat.A) -> AnyMatchHistory:
    """A match of these actors; `-` is a deal."""
    moments = [Moment(n + 1, n, "deal" if one == "-" else one, "move", None, None, None) for n, one in enumerate(actors)]  # type: ignore[arg-type]
    return MatchHistory(tuple(moments), None, Over(winner, "points"))


CHART = Chart("Chance", ((0, 0.5), (2, 0.6), (4, 0.9), (6, 0.3), (8, 1.0)))


def test_the_turning_point_is_the_largest_step_towards_the_winner() -> None:
    assert reviewing.turn(history("ABABABAB"), CHART, {}) == reviewing.Turn(8, 1.0, Seat.A)
    found = reviewing.turn(history("ABABABAB", Seat.B), CHART, {})
    assert found is not None
    assert found.event == 6
    assert found.after == pytest.approx(0.7)


def test_it_is_laid_to_the_loser_s_decision_that_gave_much_of_it_away() -> None:
    assert reviewing.turn(history("ABABABBA"), CHART, {7: 0.5, 5: 0.9}) == reviewing.Turn(7, 1.0, Seat.A)
    small = reviewing.turn(history("ABABABBA"), CHART, {7: 0.1})
    assert small is not None
    assert small.event == 8, "a small loss is no reason for a large step"


@pytest.mark.parametrize(("chart", "winner"), [(None, Seat.A), (CHART, None), (Chart("Chance", ((0, 0.5),)), Seat.A)])
def test_there_is_none_without_a_winner_or_a_step(chart: Chart | None, winner: Seat | None) -> None:
    assert reviewing.turn(history("ABABABAB", winner), chart, {}) is None


def remarks(*events: int) -> list[Remark]:
    return [Remark(event, Seat.A, Verdict.MISTAKE, f"Event {event}.") for event in events]


def test_the_turning_point_comes_first_and_then_those_that_cost_most_in_order() -> None:
    turn = reviewing.Turn(8, 1.0, Seat.A)
    weights = {event: event / 10 for event in range(1, 8)}
    made = reviewing.chosen(history("ABABABAB"), remarks(*range(1, 8)), weights, turn, "Because.")
    assert [remark.event for remark in made] == [8, 4, 5, 6, 7]
    assert len(made) == MOST_REMARKS
    assert made[0].words == "Because."
    assert [remark.turning for remark in made] == [True, False, False, False, False]


def test_the_remark_on_the_same_event_is_taken_in_and_says_why() -> None:
    turn = reviewing.Turn(2, 1.0, Seat.A)
    (only,) = reviewing.chosen(history("AB"), remarks(2), {2: 0.5}, turn, "Because.")
    assert (only.verdict, only.turning) == (Verdict.MISTAKE, True)
    assert only.words == "Event 2."


def test_without_a_turning_point_there_are_five_in_order() -> None:
    made = reviewing.chosen(history("ABABABAB"), remarks(*range(1, 8)), {1: 0.5}, None)
    assert [remark.event for remark in made] == [1, 2, 3, 4, 5]


def test_of_the_remarks_of_another_package_the_gravest_are_shown() -> None:
    many = [*remarks(1, 2), *[Remark(event, None, Verdict.NOTE, "Note.") for event in range(3, 9)], *remarks(9)]
    assert [remark.event for remark in reviewing.few(many)] == [1, 2, 3, 4, 9]


def test_a_chart_has_the_value_of_the_last_point_up_to_an_event() -> None:
    chart = Chart.of("Chance", {0: (0.5, 0.4, 0.6), 3: (0.7, 0.6, 0.8)}, "The error.")
    assert [chart.at(event) for event in (0, 2, 3, 9)] == [(0.5, 0.4, 0.6), (0.5, 0.4, 0.6), (0.7, 0.6, 0.8), (0.7, 0.6, 0.8)]
    assert Chart("Chance", ((0, 0.5),)).at(1) == (0.5, 0.5, 0.5), "exact if there is no band"


def test_a_history_says_what_followed_and_who_has_won() -> None:
    made = history("ABA", None)
    assert (made.after(0), made.after(3)) == (None, None)
    assert [[moment.event for moment in question] for question in made.questions()] == [[1], [2], [3]]
    assert (made.result(), made.last_point()) == (0.5, (0.5, 0.5, 0.5))
    assert [history("A", seat).result() for seat in Seat] == [1.0, 0.0]


def test_a_verdict_goes_with_the_cost_of_a_decision() -> None:
    assert [reviewing.graded(given) for given in (0.3, 0.15, 0.03)] == [Verdict.BLUNDER, Verdict.MISTAKE, Verdict.DOUBTFUL]
    assert (reviewing.graded(0.02), reviewing.graded(0.02, least=0.01)) == (Verdict.GOOD, Verdict.DOUBTFUL)


def test_a_resignation_is_no_turning_point_and_leaves_none_where_it_gave_more_than_any_step() -> None:
    moments = history("ABABABAB").moments
    given_up = MatchHistory((*moments[:7], replace(moments[7], text="resign")), None, Over(Seat.A, "resign"))
    assert reviewing.turn(given_up, CHART, {}) is None
    assert reviewing.turn(given_up, Chart("Chance", (*CHART.points[:3], CHART.points[4])), {}) == reviewing.Turn(4, 0.9, Seat.A)
