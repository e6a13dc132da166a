from __future__ import annotations

import pytest

from deathmatch.core.game import Clock
from deathmatch.core.options import Values
from deathmatch.core.seats import SEATS, Seat
from deathmatch.match.clock import NO_CLOCKS, Clocks, Face

VALUES: Values = {"time_turn": 20, "time_look": 10, "time_bid": 30, "bank": 15}
TURN = Clock(("time_turn", "time_look"), bank=True)
AGAIN = Clock(("time_turn", "time_look"), bank=True, continues=True)


def opened(clock: Clock, seat: Seat = Seat.A, now: int = 0) -> Clocks:
    return Clocks.full(VALUES).opened({seat: clock}, VALUES, now)


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


def test_an_empty_bank_leaves_every_decision_its_own_time() -> None:
    clocks = opened(TURN).closed(Seat.A, 45_000).opened({Seat.A: TURN}, VALUES, 45_000)
    assert clocks.faces(45_000).a == Face(30_000, 0, True)
    assert clocks.deadline() == 75_001


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
