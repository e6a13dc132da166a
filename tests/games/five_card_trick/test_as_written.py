"""Claim Priority until the next round ends (as-written W5; sentence 12 of the host's list)."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch import games
from deathmatch.bots.budget import Counted
from deathmatch.core.errors import Malformed, Refusal
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Seat
from deathmatch.games.five_card_trick.bot import bots
from deathmatch.games.five_card_trick.values import Answer
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.match import Match
from deathmatch.match.position import Position
from deathmatch.match.record import read
from deathmatch.match.rulings import BACK, WantedRuling
from tests.games.five_card_trick.positions import after

FINAL = games.find("five-card-trick/final")
LATE = {"priority_window": "round"}
TIE = ["A grow claim", "B score claim"]


def play(*events: str, **options: Any) -> Position:
    return after("final", events, **LATE | options)


def live(*events: tuple[int, str, str]) -> Match:
    """A live match; each event is sent at so many seconds."""
    match = Match.new(FINAL, LATE, names=BySeat("Ann", "Bob"), dealer=Dealer(b"x" * 32, BySeat(b"", b"")))
    match = match.fold(match.start(0))
    for at, seat, text in events:
        match = match.fold(match.submit(Seat(seat), text, match.ply, at * 1000))
    return match


def test_as_written_the_window_lasts_the_log_is_off_and_a_round_is_replayed_again_and_again() -> None:
    """Sentences 12, 13 and 14."""
    gauntlet = games.find("five-card-trick/gauntlet")
    assert FINAL.as_written["priority_window"].value == "round"
    assert gauntlet.as_written["replay_limit"].value == 99
    assert FINAL.as_written_table == gauntlet.as_written_table == {"aids": "none"}


def test_the_book_asks_in_a_step_of_its_own_and_shows_no_window() -> None:
    tied = after("final", TIE)
    assert "window" not in tied.public(PUBLIC)
    assert (tied.actors, tied.decision(Seat.B).clock.times) == (("B",), ("time_priority",))


@pytest.mark.parametrize("event", ["A priority", "B pass", "B yes please"])
def test_only_the_holder_may_use_it_and_nobody_passes(event: str) -> None:
    with pytest.raises(Malformed, match="R2"):
        play(*TIE, event)


def test_who_has_submitted_cards_lets_the_tie_pass() -> None:
    with pytest.raises(Refusal, match="R1"):
        play(*TIE, "B grow score", "B priority")


# --- The referee: the sealed submission of the other seat


SEALED = ((1, "A", "grow claim"), (2, "B", "score claim"), (10, "A", "score steal"))


def test_the_sealed_cards_of_the_other_seat_are_void_and_both_clocks_begin_again() -> None:
    match = live(*SEALED, (50, "B", "priority"))
    assert match.owing == (Seat.A, Seat.B)
    assert "A score steal" not in match.record()
    assert match.record().splitlines()[-3:] == ["A grow claim @1", "B score claim @2", "B priority @48"]
    assert [(one.seat, one.text) for one in match.withdrawn] == [("A", "score steal")]
    assert {seat: face.left for seat, face in match.seen(PUBLIC, 50_000).clocks.items()} == dict.fromkeys(SEATS, 90_000)
    assert match.turns()[-1].actors == ["B"]
    ended = match.fold(match.resign(Seat.A, 60_000))
    assert read(ended.record(), games.find).entries[-1].text == "resign"


def test_nobody_can_tell_what_was_sealed() -> None:
    """Two worlds that differ in the void submission look alike to all others, and to its seat as well from then on."""
    void = ("score steal", "grow block:claim")
    worlds = [live(*SEALED[:2], (10, "A", text), (50, "B", "priority"), (60, "B", "grow steal")) for text in void]
    for eye in (PUBLIC, *SEATS):
        one, other = (match.seen(eye, 61_000) for match in worlds)
        assert (one.public, one.private, one.sealed, one.view) == (other.public, other.private, other.sealed, other.view)
    assert worlds[0].record() == worlds[1].record()


def test_a_ruling_goes_back_to_before_it() -> None:
    match = live(*SEALED, (50, "B", "priority"), (60, "A", "score grow"))
    match = match.fold(match.rule(WantedRuling(BACK, "a slip", event=3), 70_000))
    assert match.seen(PUBLIC, 70_000).public["window"] == "B"
    assert match.owing == (Seat.A, Seat.B)


# --- Bots and reviews


@pytest.mark.parametrize("bot", ["steady", pytest.param("strong", marks=pytest.mark.nightly)])
def test_a_bot_uses_it_where_it_would_in_the_step_of_the_book(bot: str) -> None:
    tied, asked = play(*TIE, rounds=2, max_rounds=2), after("final", TIE, rounds=2, max_rounds=2)
    late, step = (
        bots(one.game)[bot].choose(one.view(Seat.B), one.decision(Seat.B), Counted(300), HmacSource(b"bot", bot))  # type: ignore[arg-type]
        for one in (tied, asked)
    )
    assert step is Answer.PRIORITY
    assert late is Answer.PRIORITY
