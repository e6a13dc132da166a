"""Non-interference, looked at closely: at random positions of two matches that differ in secrets alone, all that the game makes for an eye
is the same. `tests/leaks` lives through fewer of the same pairs with the whole referee.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

import pytest

from deathmatch.core.game import Ask, Deals, Variant
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.games import find
from deathmatch.games.letter_hunt import VARIANTS
from deathmatch.games.letter_hunt.values import Side
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position, private_state, public_state
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests.games.letter_hunt.leaks import pair

pytestmark = pytest.mark.one_variant

PAIRS, NIGHTLY = 120, 10_000  # a variant

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def gets(position: Position, before: Position, eye: Eye) -> list[Any]:
    """All that the game makes of a position for one eye: the view, fields, words, picture, what may be submitted and why not."""
    game, view = position.game, position.view(eye)
    received: list[Any] = [view, public_state(position, eye if eye not in SEATS else PUBLIC), game.picture(view, position.waiting).svg()]
    received.append(game.narrate(before.view(eye), view))
    if isinstance(eye, Seat):
        received.append(private_state(position, eye))
        if isinstance(position.pending, Ask) and eye in position.owing:
            decision = position.decision(eye)
            received += [decision.count(), decision.words, decision.clock, decision.compose(())]
            received.append([decision.compose((choice.token,)) for choice in decision.compose(()).choices])
    return received


def moments(one: str, other: str, place: int) -> Iterator[tuple[Position, Position]]:
    """In both matches a position, the same by number, after the first event that differs, and the one before it."""
    heads = [line for line in one.splitlines() if line.split()[0] not in ("A", "B", "deal")]
    events = list(zip(one.splitlines(), other.splitlines(), strict=True))[len(heads) :]
    first = next(number for number, (a, b) in enumerate(events, 1) if a != b)
    at = first + place % (len(events) + 1 - first)
    for record in (one, other):
        stops = list(positions(read(record, find)))
        yield stops[at], stops[at - 1]


def compare(variant: Variant, count: int, seed: bytes) -> Counter[Any]:
    """So many pairs, each at one random position; how often each eye was held against."""
    held: Counter[Any] = Counter()
    for number in range(count):
        source = HmacSource(seed, f"{variant.id} {number}")
        one, other, eyes = pair(source, variant)
        (here, before), (there, earlier) = moments(one, other, source.below(1000))
        for eye in eyes:
            assert gets(here, before, eye) == gets(there, earlier, eye), f"{eye} can tell\n{one}\nfrom\n{other}"
            held[eye] += 1
        held["differ"] += (here.state, here.sealed) != (there.state, there.sealed)
        held[here.pending.name if isinstance(here.pending, Ask) else type(here.pending).__name__] += 1
    return held


@each_variant
def test_what_an_eye_may_not_know_changes_nothing_that_it_gets(variant: Variant) -> None:
    held = compare(variant, PAIRS, b"close")
    assert min(held[eye] for eye in (*SEATS, PUBLIC)) > PAIRS // 5
    assert held["differ"] == PAIRS
    assert {"turn", "hint", "lose", "Deals", "Over"} <= set(held), "everywhere in a match"


@pytest.mark.nightly
@each_variant
def test_likewise_ten_thousand_times(variant: Variant) -> None:
    assert compare(variant, NIGHTLY, b"nightly")[PUBLIC] == NIGHTLY


# --- That the comparison can fail


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


def test_no_letter_of_a_hand_is_in_a_picture_or_a_sentence_of_others_before_it_is_shown() -> None:
    """The elements that show hands: across the table there are backs and what is out, whatever lies there."""
    for variant in VARIANTS:
        for one, _, _ in some(variant)[:15]:
            for position in positions(read(one, find)):
                if position.over is not None or isinstance(position.pending, Deals):
                    continue
                for seat in SEATS:
                    scene = position.game.picture(position.view(seat), position.waiting)
                    row = next(element for element in scene.elements if element.slot == "their-hand")
                    shown = {letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if f">{letter}</text>" in row.svg}
                    assert shown == set(position.view(seat).lost[seat.other])
