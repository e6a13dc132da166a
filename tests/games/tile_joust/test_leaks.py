"""The pairs of worlds that `tests/leaks` lives through: they differ in every way that they should, and a leak would show in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from deathmatch.core.optional import Aid, picture
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Seat
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

PAIRS, NIGHTLY = 40, 10_000  # each over all its positions, which are a dozen times as many


@cache
def pairs(count: int) -> list[tuple[str, str, str, tuple[Eye, ...]]]:
    return [pair(HmacSource(b"pairs", f"tile_joust {number}")) for number in range(count)]


def lived(record: str) -> list[Position]:
    return list(positions(read(record, find)))


def gets(position: Position, eye: Eye) -> list[Any]:
    """All that the game makes of a position for one eye."""
    game, seen = position.game, position.view(eye)
    pictures = [picture(game, seen, position.waiting, aid) for aid in Aid]
    received: list[Any] = [seen, game.public(seen), *pictures]
    if isinstance(eye, Seat):
        received.append(game.private(seen))
        if eye in position.owing:
            decision = position.decision(eye)
            received += [decision.words, decision.count(), list(decision.moves() or ()), decision.compose(())]
    return received


@pytest.mark.parametrize("count", [PAIRS, pytest.param(NIGHTLY, marks=pytest.mark.nightly)])
def test_whoever_does_not_know_gets_the_same_and_whoever_does_does_not(count: int) -> None:
    kinds, held = Counter[str](), Counter[Eye]()
    for kind, one, other, eyes in pairs(count):
        kinds[kind] += 1
        here, there = lived(one), lived(other)
        assert len(here) == len(there)
        for place, (a, b) in enumerate(zip(here, there, strict=True)):
            for eye in eyes:
                held[eye] += 1
                assert a.view(eye) == b.view(eye), f"{kind}, event {place}: {eye} sees a difference"
                if place == len(here) - 1:  # all else is made of views
                    assert gets(a, eye) == gets(b, eye)
                    assert a.game.narrate(here[place - 1].view(eye), a.view(eye)) == b.game.narrate(there[place - 1].view(eye), b.view(eye))
        for eye in SEATS:
            if eye not in eyes:
                last = [[position.private(eye) for position in positions] for positions in (here, there)]
                assert last[0] != last[1] or one.splitlines()[-1] != other.splitlines()[-1]  # what is sealed changes no state yet
    assert set(kinds) == {"deal", "later", "invert", "put"}
    assert set(held) == {*SEATS, PUBLIC}


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

    chosen = pairs(PAIRS)
    monkeypatch.setattr(view, "of", leaking)
    for _, one, other, eyes in chosen:
        for a, b in zip(lived(one)[-3:], lived(other)[-3:], strict=True):
            if any(a.view(eye) != b.view(eye) for eye in eyes):
                return
    raise AssertionError(f"{leak} could be shown and no pair would tell")
