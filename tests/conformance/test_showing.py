"""Pictures and words of every game: well formed, labelled, for everybody."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from deathmatch.core.game import Ask
from deathmatch.core.optional import Aid, AidedGame, picture
from deathmatch.core.scene import Element, Scene
from deathmatch.games import GAMES
from deathmatch.judging import pictures
from deathmatch.judging.matches import asked
from tests import scene_checks
from tests.conformance.cases import CASES, Case, each_case, match, moments, wrong

pytestmark = pytest.mark.one_variant

STEPS = 4  # of a match
WIDEST = 360  # units, of a phone (core/scene.py)
WORD = re.compile(r"[^\W_]+")
NAME = re.compile(r"\{[AB]\}")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(|\b(?:fill|stroke|style)=")


@cache
def assert_plain(element: Element) -> None:
    """Markup without colours, numbers of its own or names; most elements come again in many scenes."""
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", element.slot)
    assert not COLOUR.search(element.svg.replace('fill="none"', "")), f"markup has classes, no colours: {element.svg}"
    assert not re.search(r'\bid="', element.svg), "the slot is the only id"
    assert not re.search("[{}]", element.svg), "players are named in the title and in labels"
    assert not re.search("[{}]", NAME.sub("", element.label)), "braces stand for players only"
    if element.markable:  # a button while its player marks places: a voice that calls it by the writing on it must find it
        written = " ".join(WORD.findall(" ".join(ElementTree.fromstring(f"<g>{element.svg}</g>").itertext())))
        assert f" {written} " in f" {' '.join(WORD.findall(element.label))} " or not written


@cache
def assert_valid(scene: Scene) -> None:
    root = ElementTree.fromstring(scene.svg())
    assert root.attrib["role"] == "group"
    assert root.attrib["aria-label"] == scene.title
    slots = [element.slot for element in scene.elements]
    assert len(set(slots)) == len(slots)
    assert scene.title
    assert scene.width <= WIDEST
    assert scene.height > 0
    for element in scene.elements:
        assert_plain(element)
    assert not re.search("[{}]", NAME.sub("", scene.title)), "braces stand for players only"
    assert any(element.label for element in scene.elements)


@each_case
def test_scenes_are_valid_for_every_eye_sealed_or_not(case: Case) -> None:
    game = case.game
    for step in match(case)[:: max(1, len(match(case)) // 8)] + match(case)[-1:]:
        pending = game.pending(step.state)
        owed = pending.seats if isinstance(pending, Ask) else ()
        for eye in game.eyes():
            view = game.view(step.state, eye)
            for sealed in ((), *((seat,) for seat in owed)):
                scene = game.picture(view, sealed)
                assert_valid(scene)
                assert scene == game.picture(view, sealed)
            for aid in (Aid.NONE, Aid.DEDUCTION) if isinstance(game, AidedGame) else ():
                helped = picture(game, view, (), aid)
                assert_valid(helped)
                assert (helped.width, helped.height) == (scene.width, scene.height)
                assert type(game.aided(view, aid)) is type(view)


@pytest.mark.parametrize("case", [case for case in CASES if case.variant.game in GAMES], ids=str)
def test_every_picture_is_clean_fits_and_keeps_its_size(case: Case) -> None:
    """Measured with the font itself, at some steps of a match, from the start to the end, and in between as beats show it."""
    game, steps = case.game, match(case)
    scenes = dict[tuple[Element, ...], Scene]()
    for step, after in [*list(pairwise(steps))[:: len(steps) // STEPS + 1], (steps[-1], steps[-1])]:
        for eye in game.eyes()[:3]:
            view, later = game.view(step.state, eye), game.view(after.state, eye)
            shown = [view, *(beat.view for beat in game.narrate(view, later) if beat.view is not None)]
            scenes |= {scene.elements: scene for scene in map(game.picture, shown)}
    assert len({scene.width for scene in scenes.values()}) == 1
    assert case.variant.hosted or len({scene.height for scene in scenes.values()}) == 1, "only a host's own words need room"
    for scene in scenes.values():
        scene_checks.check(scene)


@each_case
def test_everybody_has_pictures_of_what_happens_and_of_what_is_sealed(case: Case) -> None:
    every = moments(case)
    assert not wrong(pictures, (*asked(every)[:1], every[-1]))
