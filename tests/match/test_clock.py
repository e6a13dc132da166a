from __future__ import annotations

import pytest

from deathmatch.core.game import Clock
from deathmatch.core.options import Values
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.match.clock import NO_CLOCKS, Clocks, Face

VALUES: Values = {"time_turn": 20, "time_look": 10, "time_bid": 30, "bank": 15}
TURN = Clock(("time_turn", "time_look"), bank=True)
AGAIN = Clock(("time_turn", "time_look"), bank=True, continues=True)
BID = Clock(("time_bid",))


def opened(clock: Clock, seat: Seat = Seat.A, now: int = 0) -> Clocks:
    return Clocks.full(VALUES).opened({seat: clock}, VALUES, now)


def test_the_banks_are_full_and_nothing_runs_at_first() -> None:
    clocks = Clocks.full(VALUES)
    assert clocks.faces(5) == BySeat(Face(0, 15_000, False), Face(0, 15_000, False))
    assert clocks.deadline() is None
    assert Clocks.full({}).faces(5) == BySeat(Face(0, 0, False), Face(0, 0, False))


def test_the_times_of_a_decision_add_up() -> None:
    assert opened(TURN).faces(1_000).a == Face(29_000, 15_000, True)
    assert opened(BID).faces(1_000).a == Face(29_000, 15_000, True)


def test_what_the_times_are_for_shows_from_when_to_when() -> None:
    look = Clock(("time_turn", "time_look"), bank=True, stages=("time to turn", "time to look"))
    stages = ((30_000, "time to turn"), (10_000, "time to look"))
    clocks = opened(look)
    assert clocks.faces(1_000).a == Face(29_000, 15_000, True, stages)
    assert clocks.paused(2_000).resumed(9_000).faces(9_500).a == Face(27_500, 15_000, True, stages)
    assert clocks.closed(Seat.A, 5_000).faces(6_000).a.stages == ()


def test_the_bank_serves_once_the_decisions_own_time_is_spent() -> None:
    clocks = opened(TURN)
    assert clocks.faces(30_000).a == Face(0, 15_000, True)
    assert clocks.faces(34_000).a == Face(0, 11_000, True)
    assert clocks.closed(Seat.A, 34_000).faces(50_000).a == Face(0, 11_000, False)


def test_a_decision_without_the_bank_leaves_it_alone() -> None:
    clocks = opened(BID)
    assert clocks.late(30_000) == ()
    assert clocks.late(30_001) == (Seat.A,)
    assert clocks.faces(40_000).a == Face(0, 15_000, True)


def test_the_very_last_moment_is_in_time() -> None:
    clocks = opened(TURN)
    assert clocks.deadline() == 45_001
    assert clocks.late(45_000) == ()
    assert clocks.late(45_001) == (Seat.A,)


def test_what_is_left_of_a_decision_is_not_kept_but_the_bank_is() -> None:
    clocks = opened(TURN).closed(Seat.A, 40_000).opened({Seat.A: TURN}, VALUES, 50_000)
    assert clocks.faces(50_000).a == Face(30_000, 5_000, True)
    assert clocks.deadline() == 85_001


def test_an_empty_bank_leaves_every_decision_its_own_time() -> None:
    clocks = opened(TURN).closed(Seat.A, 45_000).opened({Seat.A: TURN}, VALUES, 45_000)
    assert clocks.faces(45_000).a == Face(30_000, 0, True)
    assert clocks.deadline() == 75_001


@pytest.mark.parametrize(("spent", "left", "bank"), [(12_000, 18_000, 15_000), (30_000, 0, 15_000), (40_000, 0, 5_000)])
def test_a_decision_that_continues_goes_on_on_the_same_clock(spent: int, left: int, bank: int) -> None:
    clocks = opened(TURN).closed(Seat.A, spent).opened({Seat.A: AGAIN}, VALUES, 60_000)
    assert clocks.faces(60_000).a == Face(left, bank, True)
    assert clocks.deadline() == 60_000 + left + bank + 1
    assert clocks.took(Seat.A, 61_000) == 1_000


def test_two_clocks_run_side_by_side() -> None:
    clocks = Clocks.full(VALUES).opened(dict.fromkeys(SEATS, TURN), VALUES, 0)
    clocks = clocks.closed(Seat.B, 32_000)
    assert clocks.faces(33_000) == BySeat(Face(0, 12_000, True), Face(0, 13_000, False))
    assert clocks.deadline() == 45_001


def test_who_ran_out_first_is_late_first() -> None:
    clocks = Clocks.full(VALUES).opened(dict.fromkeys(SEATS, TURN), VALUES, 0)
    assert clocks.late(50_000) == (Seat.A, Seat.B)
    poorer = clocks.closed(Seat.B, 32_000).closed(Seat.A, 31_000).opened(dict.fromkeys(SEATS, TURN), VALUES, 40_000)
    assert poorer.late(90_000) == (Seat.B, Seat.A)
    assert poorer.deadline() == 40_000 + 30_000 + 13_000 + 1


def test_a_pause_is_charged_to_nobody() -> None:
    clocks = opened(TURN).paused(12_000)
    assert clocks.faces(999_000).a == Face(18_000, 15_000, False)
    assert clocks.deadline() is None
    assert clocks.late(999_000) == ()
    on = clocks.resumed(112_000)
    assert on.faces(112_000).a == Face(18_000, 15_000, True)
    assert on.took(Seat.A, 113_000) == 13_000
    assert on.deadline() == 145_001


def test_the_end_stops_both_clocks() -> None:
    clocks = Clocks.full(VALUES).opened(dict.fromkeys(SEATS, TURN), VALUES, 0).stopped(36_000)
    assert clocks.faces(99_000) == BySeat(Face(0, 9_000, False), Face(0, 9_000, False))
    assert clocks.deadline() is None
    paused = opened(TURN).paused(1_000).stopped(99_000)
    assert paused.faces(99_000).a == Face(0, 15_000, False)
    assert paused.paused_at is None


def test_a_clock_that_does_not_run_took_nothing() -> None:
    with pytest.raises(AssertionError):
        Clocks.full(VALUES).took(Seat.A, 5)
    with pytest.raises(AssertionError):
        Clocks.full(VALUES).resumed(5)


def test_untimed_nobody_is_ever_late_and_no_clock_shows_but_time_is_measured() -> None:
    clocks = Clocks.full(VALUES, untimed=True).opened(dict.fromkeys(SEATS, TURN), VALUES, 1_000)
    assert clocks.late(999_000) == ()
    assert clocks.deadline() is None
    assert clocks.faces(5_000) == NO_CLOCKS
    assert clocks.took(Seat.A, 901_000) == 900_000
    closed = clocks.closed(Seat.A, 901_000).paused(902_000).resumed(903_000)
    assert closed.late(999_000) == ()
    assert closed.took(Seat.B, 904_000) == 902_000
    assert closed.opened({Seat.A: AGAIN}, VALUES, 910_000).late(9_999_000) == ()
