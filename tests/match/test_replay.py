from __future__ import annotations

import pytest

from deathmatch.core.game import TIMEOUT, Ask, Deals, Over
from deathmatch.core.seats import BySeat, Seat
from deathmatch.match.record import RecordError, read
from deathmatch.match.replay import UnfinishedError, complaint, match_history, replay_steps
from tests import toy
from tests.match.test_record import DEALT, find

TEXT = DEALT + "A BID 1 @5\nB bid 2\nB say cat\ndeal refill 4\nA resign\n"


def test_there_is_a_moment_for_the_start_and_one_after_each_event() -> None:
    header, steps = replay_steps(TEXT, find)
    stops = list(steps)
    assert header.variant.id == "toy/lenient"
    assert [moment.event for moment in stops] == list(range(7))
    lines = [moment.json("x.dm")["line"] for moment in stops]
    assert lines == [None, "deal cards A:3 B:7", "A bid 1", "B bid 2", "B say CAT", "deal refill 4", "A resign"]
    assert [moment.json("x.dm")["legal"] for moment in stops] == [
        {"deal": None},
        {"A": 4, "B": 8},
        {"B": 8},
        {"B": None},
        {"deal": 10},
        {"A": 4, "B": 5},
        {},
    ]


def test_a_course_has_each_event_with_the_state_that_it_met_and_the_value_of_its_move() -> None:
    along = match_history(read(TEXT.replace("B say cat", "B timeout"), find))
    assert [(moment.event, moment.ply, moment.actor, moment.text) for moment in along.moments] == [
        (1, 0, "deal", "cards A:3 B:7"),
        (2, 1, "A", "bid 1"),
        (3, 1, "B", "bid 2"),
        (4, 2, "B", "timeout"),
        (5, 3, "deal", "refill 4"),
        (6, 4, "A", "resign"),
    ]
    assert [moment.move for moment in along.moments] == [toy.Cards(BySeat(3, 7), ()), ("bid", 1), ("bid", 2), TIMEOUT, 4, None]
    assert [moment.seat for moment in along.moments] == [None, Seat.A, Seat.B, Seat.B, None, Seat.A]
    one, two = along.moments[1:3]
    assert one.state == two.state, "the first of two waits sealed, and changes nothing"
    assert [type(moment.pending) for moment in along.moments] == [Deals, Ask, Ask, Ask, Deals, Ask]
    assert along.end.outcome == along.outcome == Over(Seat.B, "resign")


def test_a_match_that_is_not_over_has_no_course() -> None:
    with pytest.raises(UnfinishedError, match="the match is not over"):
        match_history(read(TEXT.replace("A resign\n", ""), find))


def test_a_bad_record_is_found_out_when_its_positions_are_asked_for() -> None:
    _, steps = replay_steps(DEALT + "A bid 9\n", find)
    with pytest.raises(RecordError) as caught:
        list(steps)
    assert complaint("a b.dm", caught.value) == "a b.dm:4: you may bid 3 at most (toy R2)"
    with pytest.raises(RecordError) as caught:
        replay_steps("deathmatch 3\n", find)
    assert complaint("x", caught.value) == "x:1: unknown record format 3; this program reads deathmatch 1"
