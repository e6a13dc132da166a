"""Caches of pictures, narrations and frames tell no eye anything: from warm caches it gets the same bytes as from cold ones.

The caches are shared by all eyes of all matches. So each eye is shown a match three times: with caches that are empty, then with those
that the other eyes of the match and other matches with other secrets have filled, and once more with its own.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

import pytest

from deathmatch.core.game import HostLine, Variant
from deathmatch.core.optional import any_line
from deathmatch.core.scene import Scene
from deathmatch.core.seats import SEATS, BySeat, Eye, Seat
from deathmatch.core.speech import speaking, spoken
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.server.wire import frames
from deathmatch.server.wire.frames import NOBODY, Picture
from tests import toy
from tests.conformance import cases
from tests.leaks.pairs import options
from tests.live import LiveMatch as Match
from tests.pseudo import pseudo

pytestmark = pytest.mark.one_variant

NAMES = {"A": "Ann", "B": "Bob"}
SHOWING = (".picture", ".narration", "core.shapes", "wire.frames", "tests.leaks.test_caches")
Cache = type(lru_cache(lambda: None))


def caches() -> list[Any]:
    """All that the showing of matches has."""
    gc.collect()
    gc.unfreeze()  # the suite sets all aside that was there before its tests
    everything = gc.get_objects()
    gc.freeze()
    found = [one for one in everything if type(one) is Cache]  # `isinstance` asks a weak proxy, and its object may be gone
    those = [one for one in found if any(name in one.__module__ for name in SHOWING)]
    assert any(one.__module__ == "deathmatch.core.shapes" for one in those), "caches were overlooked"
    return those


def play(variant: Variant, number: int, submissions: int) -> Iterator[Match]:
    """A match of random moves, as it is after each of them; the same for the same number."""
    source = HmacSource(b"caches", f"{variant.id} {number}")
    given = options(variant, HmacSource(b"caches", variant.id))  # the same for all, so that they may have the same facts
    match = Match(variant, given, names=BySeat("Ann", "Bob"), dealer=Dealer(bytes([number]) * 32, BySeat(b"", b"")))
    match.start(0)
    yield match
    for now in range(1, submissions + 1):
        if isinstance(match.now._position.pending, HostLine):
            match.line(any_line(match.game, match.now._position.state, source)[0], match.ply, now)
            yield match
            continue
        owed = [(seat, decision) for seat in SEATS if (decision := match.seen(seat, now).decision) is not None]
        if not owed:
            return
        seat, decision = source.choice(owed)
        match.submit(seat, decision.write(decision.sample(source)), match.ply, now)
        yield match


def shown(variant: Variant, number: int, eyes: Sequence[Eye], submissions: int) -> list[bytes]:
    """All that these eyes are shown of a match: each picture whole, in words and as a change, and each beat with its own."""
    before = dict.fromkeys(eyes, Picture(NOBODY, {}))
    told = dict.fromkeys(eyes, 0)
    found: list[bytes] = []

    def show(eye: Eye, scene: Scene) -> None:
        picture = Picture(scene, NAMES)
        found.extend((picture.svg().encode(), picture.text().encode(), frames.encode(picture.change(before[eye]))))
        before[eye] = picture

    for match in play(variant, number, submissions):
        for eye in eyes:
            with speaking(spoken(), to=eye if isinstance(eye, Seat) else None):  # as the server does
                story, seen = match.story(eye, told[eye]), match.seen(eye, submissions)
                found.append(frames.encode(frames.seen(seen, variant, NAMES)))
            for beat in story:
                told[eye] += 1
                found.append(frames.encode(frames.beat(beat, NAMES)))
                if beat.view is not None:
                    show(eye, match.game.picture(beat.view))
            show(eye, match.game.picture(seen.view, seen.sealed))
    return found


def told_by_caches(variant: Variant, submissions: int = 6, others: int = 1) -> list[Eye]:
    """The eyes that get something else from warm caches than from cold ones; `others` are the matches that warm them."""
    eyes = variant.bind(options(variant, HmacSource(b"caches", variant.id)))[1].eyes()
    shown(variant, 0, eyes, submissions)  # everything is loaded
    kept = caches()
    assert kept
    found: list[Eye] = []
    for eye in eyes:
        for one in kept:
            one.cache_clear()
        cold = shown(variant, 0, [eye], submissions)
        assert len(cold) > 10
        for one in kept:
            one.cache_clear()
        for number in range(1, others + 1):
            shown(variant, number, eyes, submissions)
        shown(variant, 0, [other for other in eyes if other != eye], submissions)
        if any(shown(variant, 0, [eye], submissions) != cold for _ in range(2)):
            found.append(eye)
    return found


@pytest.mark.parametrize(("submissions", "others"), [(6, 1), pytest.param(14, 3, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", cases.VARIANTS, ids=lambda variant: variant.id)
def test_caches_that_others_have_filled_change_no_byte(variant: Variant, submissions: int, others: int) -> None:
    assert told_by_caches(variant, submissions, others) == []


SPEAKING = [variant for variant in cases.VARIANTS if variant.game != "toy"]  # which speaks English alone
BY_DAY = ("five-card-trick/gauntlet", "tile-joust/gauntlet")


@pytest.mark.parametrize(
    "variant", [pytest.param(one, id=one.id, marks=[] if one.id in BY_DAY else pytest.mark.nightly) for one in SPEAKING]
)
def test_caches_that_another_language_has_filled_change_no_byte(variant: Variant) -> None:
    eyes = variant.bind(options(variant, HmacSource(b"caches", variant.id)))[1].eyes()
    english = shown(variant, 0, eyes, 4)
    for one in caches():
        one.cache_clear()
    with pseudo():
        brackets = shown(variant, 0, eyes, 4)
    assert shown(variant, 0, eyes, 4) == english
    with pseudo():
        assert shown(variant, 0, eyes, 4) == brackets != english


class Careless(toy.Toy):
    """A game that keeps a picture by too little: the number in it is the eye's own."""

    def picture(self, view: toy.View, sealed: Sequence[Seat] = (), /) -> Scene:
        return _by_round(view.round, _Hidden(super().picture(view, sealed)))


class _Hidden:
    """A scene that is equal to every other one."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hidden)

    def __hash__(self) -> int:
        return 0


@cache
def _by_round(_round: int, hidden: _Hidden) -> Scene:
    return hidden.scene


def test_a_cache_that_mixes_up_eyes_is_found() -> None:
    variant = next(variant for variant in cases.VARIANTS if variant.game == "toy")
    assert told_by_caches(replace(variant, make=Careless))
