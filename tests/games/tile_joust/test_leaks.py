"""The pairs of worlds that `tests/leaks` lives through: they differ in every way that they should, and a leak would show in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from deathmatch.core.seats import SEATS, BySeat, Eye, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import view
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import Terms
from deathmatch.games.tile_joust.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests.games.tile_joust.leaks import pair

PAIRS = 40


@cache
def pairs() -> list[tuple[str, str, str, tuple[Eye, ...]]]:
    return [pair(HmacSource(b"pairs", f"tile_joust {number}")) for number in range(PAIRS)]


def lived(record: str) -> list[Position]:
    return list(positions(read(record, find)))


def test_pairs_differ_in_every_way_and_for_whoever_knows() -> None:
    assert {kind for kind, *_ in pairs()} == {"deal", "later", "invert", "put"}
    for _, one, other, eyes in pairs():
        for eye in {*SEATS} - {*eyes}:
            last = [[position.private(eye) for position in lived(record)] for record in (one, other)]
            assert last[0] != last[1] or one.splitlines()[-1] != other.splitlines()[-1]  # what is sealed changes no state yet


def _all_up(state: State) -> int:
    return 0 if state.joust is None else sum(tile.number for tiles in state.joust.up for tile in tiles)


LEAKS: dict[str, Callable[[State, Eye], int]] = {
    "a number that is left over": lambda state, eye: 0 if state.deal is None else state.deal.left[0],
    "a group that is not open": lambda state, eye: 0 if state.deal is None or state.block is None else sum(state.deal.groups[-1]),
    "a number in the other hand": lambda state, eye: (
        sum(tile.number for tile in state.hands[eye.other][:1]) if isinstance(eye, Seat) else 0
    ),
    "a number that is up": lambda state, eye: _all_up(state),
    "which tile was inverted": lambda state, eye: sum(place for hand in state.hands for place, tile in enumerate(hand) if tile.inverted),
    "the group of a concealed tile": lambda state, eye: sum(
        tile.group for tiles in (state.joust.up if state.joust else ()) for tile in tiles
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_seen(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, secret = view.of, LEAKS[leak]

    def leaking(state: State, eye: Eye, terms: Terms) -> View:
        view_ = honest(state, eye, terms)
        return replace(view_, points=BySeat(view_.points.a + secret(state, eye), view_.points.b))

    chosen = pairs()
    monkeypatch.setattr(view, "of", leaking)
    for _, one, other, eyes in chosen:
        for a, b in zip(lived(one)[-3:], lived(other)[-3:], strict=True):
            if any(a.view(eye) != b.view(eye) for eye in eyes):
                return
    raise AssertionError(f"{leak} could be shown and no pair would tell")
