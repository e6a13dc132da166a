"""A move that comes too late: it is told whose time was up and when, and refused in the order of rules/README.md."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.match.errors import LateError
from deathmatch.match.journal import Paused, TimedOut
from tests.match.test_match import begin, to_turn

A, B = Seat.A, Seat.B


def test_a_late_answer_is_told_whose_time_was_up_and_when() -> None:
    match, _ = begin()
    match.submit(A, "bid 0", 1, 2000)
    match.expire(31_020)
    with pytest.raises(LateError, match=r"^the time of B for question 1 was up 2\.5 s before this came in, and the current question is 2$"):
        match.submit(B, "bid 0", 1, 33_500)
    with pytest.raises(LateError, match=r"^this answers question 1, but the current question is 2$"):
        match.submit(A, "bid 1", 1, 33_500)  # who was in time hears nothing of the other's clock
    assert match.submit(A, "bid 0", 1, 33_500) == ()
    with pytest.raises(LateError, match=r"^this answers question 0, but the current question is 2$"):
        match.submit(B, "bid 0", 0, 33_500)


def test_a_late_answer_is_refused_by_the_rule_that_it_breaks_while_the_other_seat_still_owes_and_after_the_end() -> None:
    match, _ = begin()
    match.now = match.now.apply(TimedOut(31_001, B, 1))  # A has an allowance
    for text in ("bid 0", "nonsense"):
        with pytest.raises(Illegal, match=r"^the time of B for question 1 was up 0\.5 s before this came in \(toy R1\)$"):
            match.submit(B, text, 1, 31_500)
    match.now = match.now.apply(Paused(31_600))
    with pytest.raises(LateError, match="paused"):
        match.submit(B, "bid 0", 1, 31_700)
    strict, _ = begin(1)
    _, seat = to_turn(strict)
    strict.expire(50_000)
    assert strict.over is not None
    with pytest.raises(Illegal, match=rf"^the time of {seat} for question 2 was up 3\.0 s before this came in \(toy R1\)$"):
        strict.submit(seat, "nonsense", 2, 51_000)
    with pytest.raises(Illegal, match=r"over"):
        strict.submit(seat, "resign", 2, 51_000)
    with pytest.raises(Illegal, match=r"over"):
        strict.submit(seat.other, "bid 0", 2, 51_000)
