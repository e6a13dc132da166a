from __future__ import annotations

import pytest

from deathmatch.core.game import TIMEOUT, Ask, Deals, Over
from deathmatch.core.seats import BySeat, Seat
from deathmatch.match.record import read
from deathmatch.match.replay import UnfinishedError, match_history
from tests import toy
from tests.match.test_record import DEALT, find

TEXT = DEALT + "A BID 1 @5\nB bid 2\nB say cat\ndeal refill 4\nA resign\n"


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
