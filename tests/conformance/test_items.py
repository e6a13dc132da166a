"""The law of items: every eye is told the same, and no more than the book's public state says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from deathmatch.core.optional import ItemsGame, items
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from tests.conformance.cases import CASES, match

HAVE = [case for case in CASES if isinstance(case.game, ItemsGame)]


def held(public: Mapping[str, Any], seat: Seat) -> int:
    """How many items a seat holds by the public state, in any of the ways in which the books write them."""
    found: Mapping[str, Any] = public.get("items") or {}
    if seat.value in found:
        return len(found[seat.value])
    return sum(one["seat"] == seat.value and one["used"] is None for one in found.values() if isinstance(one, Mapping))


def test_the_games_with_items_say_so() -> None:
    assert {case.variant.game for case in HAVE} >= {"five-card-trick", "guidance-rite", "tile-joust"}


@pytest.mark.parametrize("game", sorted({case.variant.game for case in HAVE}))
def test_every_eye_is_told_of_the_same_items_as_the_public_state(game: str) -> None:
    seen: set[object] = set()
    for case in [case for case in HAVE if case.variant.game == game and case.id.endswith("/final")][:12]:
        bound = case.game
        for step in match(case):
            public = bound.view(step.state, PUBLIC)
            told = items(bound, public)
            assert all(items(bound, bound.view(step.state, eye)) == told for eye in SEATS)
            assert [len(told[seat]) for seat in SEATS] == [held(bound.public(public), seat) for seat in SEATS]
            seen.add(told)
    assert len(seen) > 2  # items are held and used in these matches
