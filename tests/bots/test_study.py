from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.core.game import Variant
from deathmatch.core.reviewing import MatchHistory, Review
from deathmatch.core.speech import speaking
from deathmatch.match.record import read
from deathmatch.match.replay import UnfinishedError
from tests import toy

LENIENT = toy.VARIANTS[0]
MATCH = """deathmatch 1
game toy/lenient
option rounds 1
name A {A} Ann
deal cards A:4 B:5
A bid 4
B bid 1
A guess 4
A again 5
deal refill 3
"""


def bare(variant: Variant, **capabilities: str) -> Variant:
    return replace(variant, capabilities=capabilities)


def test_a_look_back_has_names_in_its_words_and_places_for_its_remarks() -> None:
    lookback = study.look_back(read(MATCH, toy.find), Counted(100))
    assert lookback.summary == ("{A} Ann made 1, B 1 mistakes.",), "a name is a text, whatever stands in it"
    assert lookback.chart is not None
    assert lookback.chart.caption == "Share of the points of {A} Ann"
    assert lookback.chart.points[-1] == (6, 1.0)
    assert [(one.event, one.ply, one.line, one.seat, one.verdict) for one in lookback.remarks] == [
        (1, 0, "deal cards A:4 B:5", None, "note"),
        (2, 1, "A bid 4", "A", "good"),
        (3, 1, "B bid 1", "B", "mistake"),
        (4, 2, "A guess 4", "A", "mistake"),
        (5, 3, "A again 5", "A", "good"),
    ], "five at most, and the lightest is left out"
    decision = lookback.decisions[1]
    assert [one.event for one in lookback.decisions] == [2, 3, 4, 5], "deals are no decisions"
    assert (decision.event, decision.ply, decision.line, decision.seat, decision.given) == (3, 1, "B bid 1", "B", None)
    assert lookback.chart.at(3) == (decision.value, decision.low, decision.high)
    assert lookback.decisions[0].value == decision.value, "both bids answered one question"
    assert [better.move for one in lookback.remarks for better in one.better] == ["bid 5", "guess 5"]
    assert pickle.loads(pickle.dumps(lookback)) == lookback, "it comes from another process"


@pytest.mark.parametrize(("language", "name"), [("en", "Otter"), ("de", "Otter"), ("ko", "수달")])
def test_a_look_back_names_a_level_in_the_readers_language(language: str, name: str) -> None:
    record = MATCH.replace("{A} Ann", "level-3")
    with speaking(language):
        lookback = study.look_back(read(record, toy.find), Counted(100))
    assert name in lookback.summary[0]


def test_a_variant_without_an_advisor_says_so_and_a_match_that_goes_on_has_no_review() -> None:
    variant = bare(LENIENT)
    _, game = variant.bind({})
    with pytest.raises(LookupError, match="matches of toy/lenient cannot be reviewed: the variant has no advisor"):
        study.advisor(variant, game)
    with pytest.raises(UnfinishedError):
        study.look_back(read(MATCH.replace("deal refill 3\n", ""), toy.find), Counted(100))


class Timed:
    """An advisor that says how much time it was given, and wants more for matches with so many events."""

    def lengthy(self, history: MatchHistory[Any], /) -> bool:
        return len(history.moments) > 1

    def review(self, _history: object, budget: Counted, /) -> Review:
        asked = 0
        while not budget.spent():
            asked += 1
        return Review((str(asked),))


def timed(_game: object) -> Timed:
    return Timed()


def test_only_a_match_that_needs_it_gets_the_longer_time() -> None:
    variant = bare(LENIENT, advise="tests.bots.test_study:timed")
    needs, does_not = read(MATCH, lambda _: variant), read("deathmatch 1\ngame toy/lenient\nA resign\n", lambda _: variant)
    assert study.look_back(needs, Counted(3), longer=Counted(7)).summary == ("7",)
    assert study.look_back(does_not, Counted(3), longer=Counted(7)).summary == ("3",)
    assert study.look_back(needs, Counted(3)).summary == ("3",)
