"""Every shape and sign is markup with classes that the themes know, and texts are safe."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from deathmatch.core import shapes
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import Seat
from deathmatch.judging.scenes import shown
from tests import scene_checks

SIGNS = {
    "padlock": shapes.padlock("bad", "raised"),
    "crown": shapes.crown("gold"),
    "tick": shapes.tick("good-line"),
    "cross": shapes.cross("bad-line"),
    "coin": shapes.coin("seat-a", "raised"),
    "coins": shapes.coins("glow", "glow-edge"),
    "pill": shapes.pill("+12", "good", "table", 0, 0),
    "seat-a": shapes.seat_mark(Seat.A, 0, 0, 12),
    "seat-b": shapes.seat_mark(Seat.B, 0, 0, 12),
    "ellipse": shapes.ellipse(0, 0, 4, 3, "table"),
    "circle": shapes.circle(0, 0, 4, "table muted-line", pen=1, dash="2 2"),
}


@pytest.mark.parametrize("name", list(SIGNS))
def test_a_sign_is_clean_markup(name: str) -> None:
    scene_checks.check(Scene(60, 60, name, (Element(name, SIGNS[name], at=(30, 30)),)))


def test_numbers_are_short_and_attributes_that_say_nothing_are_left_out() -> None:
    assert shapes.rect(1.005, 2 / 3, 10.0, 4, "ink") == '<rect x="1" y="0.67" width="10" height="4" class="ink"/>'
    assert shapes.group("<g/>", 1, 2) == '<g transform="translate(1 2)"><g/></g>'
    assert (
        shapes.group("", 0, 0, scale=1.5, turn=-20, opacity=0.5)
        == '<g transform="translate(0 0) rotate(-20) scale(1.5)" opacity="0.5"></g>'
    )


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        ('<rect class="neon" width="4" height="4"/>', "no such paint"),
        ('<rect width="4" height="4"/>', "nothing fills"),
        ('<rect class="ink" fill="none" width="4" height="4"/>', "bad"),
        ('<text class="ink" x="20" y="10" font-size="12">Nowhere</text>', "leaves the picture"),
        ('<rect class="raised" width="20" height="14"/><text class="ink" x="4" y="12" font-size="10">Wide</text>', "leaves its box"),
        ('<text class="ink" x="4" y="12" font-size="9">On</text><text class="ink" x="6" y="14" font-size="9">on</text>', "lies over"),
        ('<text class="ink" x="3" y="12" font-size="9">', None),
    ],
)
def test_what_the_checks_are_for_they_find(svg: str, said: str | None) -> None:
    picture = Scene(50, 30, "Bad", (Element("bad", svg),))
    with pytest.raises(AssertionError if said is not None else ElementTree.ParseError, match=said):
        scene_checks.check(picture)


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        ('<rect class="ink neon" width="44" height="44"/>', "no theme has this class"),
        ('<rect class="raised" width="44" height="43"/>', "smaller than 44 by 44"),
        ('<path class="raised" d="M0 0h30v50h-30z"/>', "smaller than 44 by 44"),
        ('<path class="raised" d="M2 2 L46 2 46 46"/>', ""),
        ('<g transform="rotate(-90) translate(-44 0) scale(2)"><circle class="raised" cx="11" cy="11" r="11"/></g>', ""),
        ('<rect class="raised" width="50" height="50"/><text class="ink" x="4" y="12" font-size="9">On</text>', "smaller than 9.5 units"),
        ('<rect class="raised" width="50" height="50"/><text class="ink" x="40" y="12" font-size="10">Wide</text>', "leaves the picture"),
        ('<rect class="raised" width="50" height="50"/><circle class="ink" cx="80" r="4"/>', "outside"),
    ],
)
def test_what_a_reader_of_a_phone_would_see_is_found(svg: str, said: str) -> None:
    picture = Scene(50, 50, "Places", (Element("place", svg, "Place"),))
    causes = {fault.cause for fault in shown(picture, ["place"])}
    assert len(causes) == bool(said)
    assert said in "".join(causes)


def test_what_no_picture_holds_is_an_error() -> None:
    with pytest.raises(ValueError, match="not skewX"):
        list(shown(Scene(50, 50, "Bad", (Element("bad", '<g transform="skewX(3)"/>', "Bad"),))))
