"""Sentence 28 of the hosts' examination: a picture that leaves the page names the match, the players and their roles."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from deathmatch.core import plate, themes
from deathmatch.core.letters import isolated
from deathmatch.core.plate import Plate
from deathmatch.core.scene import Element, Scene
from deathmatch.core.shapes import text
from deathmatch.judging.scenes import outlines, width
from tests import scene_checks

SCENE = Scene(360, 100, "{A} leads", (Element("word", text("{A} leads {B}", 10, 20, 16, "ink"), "{A} leads", (0, 30)),))
NAMES = (
    "Penzo",
    "Wolfeschlegelsteinhausenbergerdorff",
    "M" * 32,
    "WmWmWm WmWmWm @%@%@%",
    "i" * 32,
    "DRAGON HOARDER OF THE NORTH",
    "Grüße aus Köln, viele Grüße",
    "<b>{B}</b>&\"'",
)
FOREIGN = (
    "שלום עולם ועוד הרבה מאוד",
    "مرحبا بالعالم",
    "Иван Иванович Иванов-Петровский",
    "한국어 이름이 아주 길다",
    "👩‍👩‍👧‍👦🏳️‍🌈😀" * 5,
    "e\u0301" * 40,
)


def words_of(scene: Scene) -> str:
    return " ".join("".join(node.itertext()) for node in ElementTree.fromstring(themes.document(scene, "light")).iter() if node.text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ec", ["", "A"])
def test_names_of_every_length_fit_beside_each_other(name: str, ec: str) -> None:
    made = Plate(name * 3, {"A": name, "B": name}, ec).above(SCENE)
    texts = [box for box in outlines(made) if box.slot == "plate" and box.tag == "text" and len(box.what) > 1]
    title, one, other = texts
    assert title.right <= 360 - 8
    for box, edge in ((one, 180), (other, 360)):
        assert (
            box.left + width(re.sub("(EC|DMO)$", "", box.what), box.size, strong=True) + (6 + width("DMO", 13, strong=False) if ec else 0)
            <= edge
        )


@pytest.mark.parametrize("name", [*NAMES, *FOREIGN])
def test_names_of_every_script_are_painted(name: str) -> None:
    made = Plate("Летний турнир", {"A": isolated(name), "B": "Bob"}, "B").above(SCENE)
    assert themes.png(made, "dark", 10 / 3).startswith(b"\x89PNG")  # 1200 pixels wide
    assert "\u2068" not in made.elements[0].svg


def test_the_plate_says_title_names_and_roles_and_the_picture_lies_below_it() -> None:
    made = Plate("Final Match", {"A": "Penzo", "B": "{A}"}, "B").above(SCENE)
    assert made.height == SCENE.height + plate.HEIGHT
    assert made.elements[1].at == (0, 30 + plate.HEIGHT)
    said = words_of(made)
    for words in ("Final Match", "Penzo", "DMO", "{A}EC", "Penzo leads {A}"):
        assert words in said


def test_a_host_can_have_letters_in_the_place_of_names() -> None:
    made = Plate("Final Match", {"A": "Penzo", "B": "Jkitty"}, "A", named=False).above(SCENE)
    assert "Penzo" not in words_of(made)
    assert "A leads B" in words_of(made)
    assert "EC" in words_of(made)
    scene_checks.check_markup(made)


def test_a_name_is_cut_before_a_joiner_and_only_if_it_must() -> None:
    assert plate.fitted("Penzo", 16, 60) == "Penzo"
    assert plate.fitted("👩\u200d👧\u200d👦 Smith", 16, 34) == "👩…"
    assert plate.fitted("Ann and the others", 16, 60) == "Ann…"
