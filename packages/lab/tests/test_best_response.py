"""The best response on a game small enough to be reckoned by hand, and what cannot be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from deathmatch.core.exploiting import ExploitResult
from deathmatch.core.game import Ask, Over
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.solving import SilentReporter, UnsolvableError
from deathmatch.games import find
from deathmatch_lab import best_response as module
from deathmatch_lab.best_response import exploit

BARE = replace(find("five-card-trick/gauntlet"), capabilities={})  # which knows no way but its rules
START, SECOND, AGAIN = "start", "second", "again"


@dataclass(frozen=True)
class Owed:
    listed: tuple[str, ...] | None

    def moves(self) -> tuple[str, ...] | None:
        return self.listed

    def write(self, move: str) -> str:
        return move


@dataclass(frozen=True)
class Pennies:
    """Both choose h or t; if they differ A has won. Else B chooses alone, and wins by `left`. A state is what came last."""

    listed: bool = True
    returns: bool = False

    def start(self) -> str:
        return START

    def essence(self, state: str) -> str:
        return SECOND if state in ("hh", "tt") else state

    def pending(self, state: str) -> Any:
        if state in (START, AGAIN):
            return Ask(SEATS, "side")
        if state == SECOND:
            return Ask((Seat.B,), "way")
        return Over(Seat.B if state == "left" else Seat.A, "won")

    def view(self, state: str, seat: Seat) -> str:
        return state

    def decision(self, view: str) -> Owed:
        return Owed((("left", "right") if view == SECOND else ("h", "t")) if self.listed else None)

    def play(self, state: str, turn: dict[Seat, str]) -> str:
        if self.returns and len(turn) == 1:
            return START
        return "".join(turn[seat] for seat in SEATS if seat in turn)


@dataclass(frozen=True)
class Fixed:
    """Plays h with a probability, and `left` with another."""

    h: float
    left: float = 1.0

    def choose(self, *_: Any) -> Any:
        raise AssertionError

    def mixture(self, view: str, _decision: Owed) -> Sequence[tuple[str, float]]:
        one, other, part = ("left", "right", self.left) if view == SECOND else ("h", "t", self.h)
        return tuple(pair for pair in ((one, part), (other, 1.0 - part)) if pair[1])


def answered(bot: Fixed, game: Pennies | None = None) -> ExploitResult:
    return exploit(BARE, game or Pennies(), bot, SilentReporter())  # type: ignore[arg-type]


def test_who_mixes_as_well_as_can_be_gives_nothing_away() -> None:
    exploited = answered(Fixed(0.5))
    assert exploited.positions == 2
    for seat_result in exploited.seats:
        assert seat_result.value == pytest.approx(0.5)
        assert seat_result.chance == pytest.approx(0.5)
        assert seat_result.worst is None
    assert exploited.seats.a.asked == 1, "B alone is asked the second time"
    assert exploited.seats.b.asked == 2


def test_who_leans_loses_what_the_other_can_make_of_it() -> None:
    a, b = answered(Fixed(0.75)).seats
    assert a.chance == pytest.approx(0.25), "B plays h too"
    assert b.chance == pytest.approx(0.25)
    assert a.worst is not None
    assert a.worst.way == ()
    assert a.worst.mixture == (("h", 0.75), ("t", 0.25))
    assert (a.worst.answer, a.worst.reached) == ("h", 1.0)
    assert a.worst.cost == pytest.approx(0.25)
    assert a.json()["loss"] == pytest.approx(0.25)


def test_the_worst_decision_is_the_one_that_costs_most_with_the_way_there() -> None:
    b = answered(Fixed(0.5, left=0.25)).seats.b
    assert b.chance == pytest.approx(0.125)
    assert b.worst is not None
    assert b.worst.way in ((("A", "h"), ("B", "h")), (("A", "t"), ("B", "t")))
    assert b.worst.mixture == (("right", 0.75), ("left", 0.25))
    assert b.worst.answer == ""
    assert (b.worst.value, b.worst.after, b.worst.reached) == (1.0, 0.25, 0.5)
    assert b.worst.cost == pytest.approx(b.loss)


def test_the_costs_of_several_bad_decisions_add_up() -> None:
    b = answered(Fixed(1.0, left=0.5)).seats.b
    assert (b.chance, b.value) == (0.0, pytest.approx(0.5))
    assert b.worst is not None
    assert b.worst.cost == pytest.approx(0.5), "A wins at once, so what comes after costs nothing"


class Wordless:
    def choose(self, *_: Any) -> Any:
        raise AssertionError


@pytest.mark.parametrize(
    ("bot", "game", "words"),
    [
        (Wordless(), Pennies(), "does not state its mixed strategy"),
        (Fixed(0.5), object(), "has hidden information or deals"),
        (Fixed(0.5), Pennies(listed=False), "the legal moves of A cannot be listed"),
        (Fixed(0.5), Pennies(returns=True), "return to an earlier state"),
    ],
)
def test_what_cannot_be_answered_is_said(bot: Any, game: Any, words: str) -> None:
    with pytest.raises(UnsolvableError, match=words):
        exploit(BARE, game, bot, SilentReporter())


def test_a_match_that_is_too_long_says_how_long_one_could_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 4)
    with pytest.raises(UnsolvableError, match=r"more than 4 turns in .* a match that ends after 1 turns is short enough"):
        answered(Fixed(0.5))
