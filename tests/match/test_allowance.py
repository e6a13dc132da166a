"""A submission is judged by when it came in, and a slow connection gets time back: never more than its decision has taken."""

from __future__ import annotations

import msgspec
import pytest

from deathmatch.core.seats import SEATS, BySeat
from deathmatch.match.journal import KINDS, LateError, Paused, Submitted, TimedOut
from deathmatch.match.record import read, write
from deathmatch.match.replay import positions
from tests.match.test_match import begin, fold, to_turn
from tests.match.test_record import find

A, B = SEATS
END = 31_000  # the last moment of the first question, which opens at 1000 and allows 30 s


def test_a_slow_connection_may_be_late_by_what_is_given_back_and_no_more() -> None:
    match, _ = begin()
    assert match.submit(A, "bid 0", 1, END + 300, 300) == (Submitted(END + 300, A, 1, "bid 0", 300),)
    with pytest.raises(LateError):
        match.submit(B, "bid 0", 1, END + 301, 300)
    with pytest.raises(LateError):
        match.submit(B, "bid 0", 1, END + 1)


@pytest.mark.parametrize(("allowance", "bank"), [(0, 13_000), (400, 13_400), (5_000, 15_000)])
def test_the_bank_pays_what_a_decision_took_less_what_is_given_back(allowance: int, bank: int) -> None:
    match, _ = begin()
    turn, seat = to_turn(match)
    spent = turn[-1].at + match.seen(seat, turn[-1].at).clocks[seat].left + 2_000
    events = match.submit(seat, "say cat", match.ply, spent, allowance)
    assert match.seen(seat, spent).clocks[seat].bank == bank
    again, _ = begin()
    to_turn(again)
    again.replay(events)
    assert again.seen(seat, spent + 9_000) == match.seen(seat, spent + 9_000)


def test_the_record_says_what_was_charged_and_replays_as_any_other() -> None:
    match, journal = begin()
    journal += [*match.submit(A, "bid 0", 1, 21_000, 500), *match.submit(B, "bid 0", 1, END + 200, 400)]
    record = match.record()
    assert "A bid 0 @19.5\nB bid 0 @29.8\n" in record
    assert fold(match, journal).record() == write(read(record, find)) == record
    assert max(position.ply for position in positions(read(record, find))) == match.ply


def test_a_quick_answer_gains_no_more_than_it_took() -> None:
    match, _ = begin()
    assert match.submit(A, "bid 0", 1, 1_100, 500) == (Submitted(1_100, A, 1, "bid 0", 100),)


def test_no_time_out_comes_while_a_seat_may_still_be_late() -> None:
    match, _ = begin()
    allowed = BySeat(500, 0)
    assert match.now.deadline(allowed) == END + 1  # B's
    assert match.now.deadline(BySeat(500, 200)) == END + 201
    assert match.now.expire(END, allowed) == ()
    assert match.now.expire(END + 500, allowed) == (TimedOut(END + 500, B, 1),)
    assert [event.seat for event in match.now.expire(END + 501, allowed) if isinstance(event, TimedOut)] == [A, B]
    assert match.now.pause(END + 500, BySeat(500, 500)) == (Paused(END + 500),)
    assert [type(event) for event in match.now.pause(END + 500, allowed)] == [TimedOut, Paused]


def test_an_answer_that_came_in_before_an_event_that_is_known_is_judged_by_when_it_came_in() -> None:
    match, journal = begin()
    journal += match.submit(B, "bid 0", 1, END + 250, 400)
    journal += match.submit(A, "bid 0", 1, END - 10)  # it was on its way all the while
    assert journal[-1] == Submitted(END + 250, A, 1, "bid 0", 260)
    assert "A bid 0 @29.99\n" in match.record()
    assert fold(match, journal).record() == match.record()


def test_a_journal_of_before_reads_as_it_did() -> None:
    old = {"at": 5, "seat": "A", "ply": 1, "text": "bid 0"}
    assert msgspec.convert(old, KINDS["submitted"]) == Submitted(5, A, 1, "bid 0", 0)
