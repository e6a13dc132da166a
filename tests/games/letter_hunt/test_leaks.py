"""The pairs of worlds that `tests/leaks` lives through: they differ in every secret of the book and in nothing else.

A view has no place for another's secret.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache

import pytest

from deathmatch.core.game import Variant
from deathmatch.core.seats import PUBLIC, SEATS, Eye
from deathmatch.games import find
from deathmatch.games.letter_hunt import VARIANTS
from deathmatch.games.letter_hunt.values import Side
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests.games.letter_hunt.leaks import pair

pytestmark = pytest.mark.one_variant

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


@cache
def _some(name: str) -> tuple[tuple[str, str, tuple[Eye, ...]], ...]:
    return tuple(pair(HmacSource(b"power", f"{name} {number}"), find(name)) for number in range(60))


def some(variant: Variant) -> tuple[tuple[str, str, tuple[Eye, ...]], ...]:
    return _some(variant.id)


@each_variant
def test_whose_secret_it_is_sees_the_difference(variant: Variant) -> None:
    for one, other, eyes in some(variant):
        here, there = list(positions(read(one, find))), list(positions(read(other, find)))
        for eye in here[0].game.eyes():
            alike = all(a.view(eye) == b.view(eye) and a.sealed == b.sealed for a, b in zip(here, there, strict=True))
            assert alike <= (eye in eyes), f"{eye} is left out though nothing tells it anything"


@each_variant
def test_every_secret_of_the_book_differs_in_some_pair(variant: Variant) -> None:
    """Hands, holds, redraws, offers, picks, who was late, onlookers' letters."""
    words: set[str] = set()
    for one, other, _ in some(variant):
        for a, b in zip(one.splitlines(), other.splitlines(), strict=True):
            if a != b:
                words |= {" ".join(line.split()[:2] if line.startswith("deal") else line.split()[1:2]) for line in (a, b)}
    common = {"timeout"}
    own = {"deal hands", "deal redraw", "deal onlookers", "hold"} if variant.name == "gambit" else {"deal offer", "deal pick", "pick"}
    assert words == common | own


@each_variant
def test_what_is_public_is_the_same_in_both_worlds(variant: Variant) -> None:
    secret = ("hold", "pick", "deal hands", "deal redraw", "deal offer", "deal pick", "deal onlookers")
    for one, other, _ in some(variant):
        for a, b in zip(one.splitlines(), other.splitlines(), strict=True):
            assert a == b or any(word in line for line in (a, b) for word in secret)


# --- That a view has no place for another's secret


def test_a_view_holds_letters_of_its_own_seat_alone() -> None:
    """Every field of a view, named: a new one is to be thought about here."""
    open_to_all = {
        "eye",
        "terms",
        "phase",
        "first",
        "defaulted",
        "redraws",
        "turn",
        "turns",
        "lost",
        "not_held",
        "again",
        "outcome",
        "owing",
        "cards",
    }
    assert {field.name for field in fields(View)} == open_to_all | {"onlookers", "own", "hands", "aid"}
    assert {field.name for field in fields(Side)} == {"hand", "dealt", "kept", "late"}
    for variant in VARIANTS:
        for one, _, _ in some(variant)[:20]:
            for position in positions(read(one, find)):
                assert position.view(PUBLIC).own is None
                assert (position.view(PUBLIC).hands is None) == (position.over is None)
                for seat in SEATS:
                    assert position.view(seat).own == position.state.sides[seat]


@pytest.mark.nightly
@each_variant
def test_ten_thousand_pairs_give_the_same_views(variant: Variant) -> None:
    """All else that an eye gets is made of its view; `tests/leaks` compares it in fewer pairs."""
    for number in range(10_000):
        one, other, eyes = pair(HmacSource(b"nightly", f"{variant.id} {number}"), variant)
        for here, there in zip(positions(read(one, find)), positions(read(other, find)), strict=True):
            assert [here.view(eye) for eye in eyes] == [there.view(eye) for eye in eyes], f"{one}\n{other}"
