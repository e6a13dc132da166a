"""Random matches as puzzles begin with: with deals and joint decisions, up to a condition, or to the end."""

from __future__ import annotations

from typing import Any

from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch_lab.puzzling import PuzzleIdea, wander
from tests import toy

VARIANT = toy.find("toy/lenient")


def source() -> HmacSource:
    return HmacSource(b"wander", "1")


def test_a_wander_is_legal_and_ends_at_the_first_state_that_meets_the_condition() -> None:
    game = VARIANT.bind({})[1]
    asked: list[Any] = []

    def third(state: Any) -> bool:
        asked.append(state)
        return len(asked) == 3

    found = wander(game, source(), third)
    assert found is not None
    state, events = found
    position = Position.start(VARIANT, game)
    for event in events:
        actor, _, text = event.partition(" ")
        position, canonical = position.accept(actor, text)
        assert canonical == text
    assert position.state == state == asked[-1]
    assert any(event.startswith("deal ") for event in events)
    assert wander(game, source(), lambda found: found == state) is not None


def test_a_match_that_never_meets_the_condition_ends() -> None:
    assert wander(VARIANT.bind({})[1], source(), lambda _state: False) is None


def test_an_idea_says_where_a_puzzle_begins() -> None:
    assert PuzzleIdea({}, (), Seat.A).say == ""
