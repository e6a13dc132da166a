"""What a variant's advisor owes whoever asks it (core/reviewing.py). A variant that has none is not asked."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from functools import lru_cache
from string import Formatter

import pytest

from deathmatch import games
from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.core.game import RESIGN, Ask, Variant
from deathmatch.core.reviewing import MOST_REMARKS, AnyMatchHistory, Moment, Remark, Review, Verdict, few
from deathmatch.core.seats import SEATS
from deathmatch.match.record import Record, read
from deathmatch.match.replay import match_history
from tests.conformance.cases import VARIANTS, Case, compiled_by_night, find, match
from tests.conformance.playthroughs import events

pytestmark = pytest.mark.one_variant

ADVISED = [variant for variant in VARIANTS if variant.has("advise")]
ENOUGH, NIGHTLY_ENOUGH = 40, 300  # units of work for a review
VALUES = (0.0, 1.0)
CODE = re.compile(r"\b[A-Z]\d{3,}|_|\(\d+\.\d+\)|event \d")  # of a piece, a name in the program, a bare figure, a line of the record

each_advised = pytest.mark.parametrize("variant", compiled_by_night(ADVISED, "guidance-rite/"), ids=lambda variant: variant.id)


def played(variant: Variant) -> tuple[Record, AnyMatchHistory]:
    """The match of the golden playthrough."""
    return _played(variant.id)


@lru_cache
def _played(name: str) -> tuple[Record, AnyMatchHistory]:
    variant, case = find(name), Case(name, ())
    lines = [line for step in match(case)[:-1] for line in events(case, step)]
    record = read("\n".join(["deathmatch 1", f"game {variant.id}", *lines]), find)
    return record, match_history(record)


def review(variant: Variant, units: int) -> Review:
    record, along = played(variant)
    return study.advisor(variant, record.header.game()).review(along, Counted(units))


def assert_named(words: str) -> None:
    """Braces stand for players only."""
    assert {name for _, name, _, _ in Formatter().parse(words) if name is not None} <= set(SEATS)


def assert_sentence(words: str) -> None:
    assert_named(words)
    assert re.search(r"[.!?]$", words.format(A="Ann", B="Bob")), words


def assert_legal(variant: Variant, moment: Moment[object], text: str) -> None:
    """The text is a legal move of this moment's seat, in canonical form."""
    game = played(variant)[0].header.game()
    assert isinstance(moment.pending, Ask)
    assert moment.seat is not None
    decision = game.decision(game.view(moment.state, moment.seat))
    move = decision.read(text)
    decision.check(move)
    assert decision.write(move) == text


def assert_holds(variant: Variant, review: Review, along: AnyMatchHistory) -> None:
    """All that `Review` promises."""
    assert review.summary
    assert not CODE.search(review.summary[0]), "a review opens with words"
    for line in review.summary:
        assert_sentence(line)
    if review.chart is not None:
        numbers = [event for event, _ in review.chart.points]
        assert review.chart.caption
        assert review.chart.points
        assert numbers == sorted(set(numbers))
        assert 0 <= numbers[0] <= numbers[-1] <= len(along.moments)
        assert all(VALUES[0] <= value <= VALUES[1] for _, value in review.chart.points)
        top, _, bottom = review.chart.scale
        assert top != bottom, "an axis has a unit"
        assert bool(review.chart.band) == bool(review.chart.margin), "a band says its meaning"
        if variant.game in games.GAMES:
            assert review.chart.scale == ("100 %", "50 %", "0 %")
            assert "{A}" in review.chart.caption, "the graph is A's chance to win"
            assert [event for event, *_ in review.chart.band] in ([], numbers)
        assert all(VALUES[0] <= low <= dict(review.chart.points)[event] <= high <= VALUES[1] for event, low, high in review.chart.band)
    numbers = [remark.event for remark in review.remarks]
    rest = numbers[1:] if review.remarks and review.remarks[0].turning else numbers
    assert rest == sorted(set(rest)), "the turning point first, the others in the order of the events"
    assert len(set(numbers)) == len(numbers)
    assert [remark.turning for remark in review.remarks[1:]] == [False] * len(review.remarks[1:])
    for remark in review.remarks:
        assert_remark(variant, remark, along)
    assert [event for event, _ in review.given] == sorted({event for event, _ in review.given})
    for event, given in review.given:
        assert VALUES[0] <= given <= VALUES[1]
        assert along.moments[event - 1].seat is not None
    if variant.game in games.GAMES:
        assert len(review.remarks) <= MOST_REMARKS
        chosen = [number for number in numbers if along.moments[number - 1].text != RESIGN]
        assert not (review.chart and along.outcome.winner and chosen and not review.remarks[0].turning), "it turned somewhere"


def assert_remark(variant: Variant, remark: Remark, along: AnyMatchHistory) -> None:
    moment = along.moments[remark.event - 1]
    assert moment.event == remark.event
    assert remark.seat == moment.seat
    assert isinstance(remark.verdict, Verdict)
    if remark.words:
        assert_sentence(remark.words)
    assert not CODE.search(remark.words), remark.words
    for value in (remark.value, *(better.value for better in remark.better)):
        assert value is None or VALUES[0] <= value <= VALUES[1]
    for better in remark.better:
        assert_legal(variant, moment, better.move)
        assert better.move != moment.text
        assert not better.words.endswith(".")


@pytest.mark.parametrize("enough", [ENOUGH, pytest.param(NIGHTLY_ENOUGH, marks=pytest.mark.nightly)])
@each_advised
def test_a_review_of_the_playthrough_holds_whether_or_not_there_is_time(variant: Variant, enough: int) -> None:
    record, along = played(variant)
    for units in (0, enough) if enough == ENOUGH else (0, 3, enough):
        reviewed = review(variant, units)
        assert_holds(variant, reviewed, along)
        if units < ENOUGH or enough == NIGHTLY_ENOUGH:  # by day the last one is compared with what is shown of another
            assert review(variant, units) == reviewed, "the same match gets the same review"
    shown = study.look_back(record, Counted(enough))
    written = json.loads(json.dumps(asdict(shown)))
    remarks = few(reviewed.remarks)
    assert [(one.event, one.verdict, one.value, one.turning) for one in shown.remarks] == [
        (one.event, one.verdict, one.value, one.turning) for one in remarks
    ]
    assert [remark["event"] for remark in written["remarks"]] == [remark.event for remark in remarks]
    assert (shown.chart and shown.chart.points) == (reviewed.chart and reviewed.chart.points), "the same match gets the same review"
    seats = [moment for moment in along.moments if moment.seat is not None]
    if reviewed.chart is not None and reviewed.chart.points[-1][0] == len(along.moments):
        assert [one["event"] for one in written["decisions"]] == [moment.event for moment in seats], "every decision has its figures"
    assert all(one["low"] <= one["value"] <= one["high"] for one in written["decisions"])


@each_advised
def test_a_match_that_was_given_up_at_once_has_a_review(variant: Variant) -> None:
    header = played(variant)[0].header
    game = header.game()
    state = match(Case(variant.id, ()))[0].state
    given_up = read(f"deathmatch 1\ngame {variant.id}\nA resign\n", find)
    assert game.pending(game.resign(state, SEATS[0])) == match_history(given_up).outcome
    reviewed = study.advisor(variant, game).review(match_history(given_up), Counted(ENOUGH))
    assert_holds(variant, reviewed, match_history(given_up))


def test_there_is_something_to_judge_here() -> None:
    """The toy game has an advisor, so that this suite is not silent while no other game has."""
    assert ADVISED
