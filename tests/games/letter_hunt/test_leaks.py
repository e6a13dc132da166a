"""The pairs of worlds that `tests/leaks` lives through: they differ in every secret of the book."""

from __future__ import annotations

from functools import cache

import pytest

from deathmatch.core.game import Variant
from deathmatch.core.seats import Eye
from deathmatch.games import find
from deathmatch.games.letter_hunt import VARIANTS
from deathmatch.match.dealer import HmacSource
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests.games.letter_hunt.leaks import pair

pytestmark = pytest.mark.one_variant

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


@cache
def some(name: str) -> tuple[tuple[str, str, tuple[Eye, ...]], ...]:
    return tuple(pair(HmacSource(b"power", f"{name} {number}"), find(name)) for number in range(60))


@each_variant
def test_whose_secret_it_is_sees_the_difference(variant: Variant) -> None:
    for one, other, eyes in some(variant.id):
        here, there = list(positions(read(one, find))), list(positions(read(other, find)))
        for eye in here[0].game.eyes():
            alike = all(a.view(eye) == b.view(eye) and a.sealed == b.sealed for a, b in zip(here, there, strict=True))
            assert alike <= (eye in eyes), f"{eye} is left out though nothing tells it anything"


@each_variant
def test_every_secret_of_the_book_differs_in_some_pair(variant: Variant) -> None:
    """Hands, holds, redraws, offers, picks, who was late, onlookers' letters."""
    words: set[str] = set()
    for one, other, _ in some(variant.id):
        for a, b in zip(one.splitlines(), other.splitlines(), strict=True):
            if a != b:
                words |= {" ".join(line.split()[:2] if line.startswith("deal") else line.split()[1:2]) for line in (a, b)}
    common = {"timeout"}
    own = {"deal hands", "deal redraw", "deal onlookers", "hold"} if variant.name == "gambit" else {"deal offer", "deal pick", "pick"}
    assert words == common | own
