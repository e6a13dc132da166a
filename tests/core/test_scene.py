"""A picture: its elements and shapes, the plate above it, and several as one animation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from deathmatch.core import animation, plate, shapes, themes
from deathmatch.core.letters import isolated
from deathmatch.core.plate import Plate
from deathmatch.core.scene import Change, Element, Scene
from deathmatch.core.seats import PUBLIC, BySeat
from deathmatch.core.shapes import text
from deathmatch.games import find
from deathmatch.judging.scenes import outlines, shown, width
from deathmatch.match.reel import Reel, Shot
from tests import scene_checks

CUP = Element("cup", '<circle class="gold" r="4"/>', "A cup of {A}", (10, 20))
SAUCER = Element("saucer", '<rect class="table" width="9" height="2"/>', layer=-1)
SPOON = Element("spoon", '<path class="ink" d="M0,0H4"/>', 'A "spoon" & <fork>', (1.5, 2.25))


def scene(*elements: Element, title: str = "Tea") -> Scene:
    return Scene(100, 60, title, elements)


def patched(before: Scene, change: Change) -> list[str]:
    """What a page does with a change: the drawing order of the markup afterwards."""
    markup = {element.slot: element.markup() for element in before.drawn()}
    markup.update([*((new.slot, new.markup()) for new in change.put), *((slot, now) for slot, _, now in change.edited)])
    for slot in change.gone:
        del markup[slot]
    return [markup[slot] for slot in (change.order or markup)]


def test_the_document_is_well_formed_whatever_the_words() -> None:
    root = ElementTree.fromstring(scene(CUP, SPOON, title='<Tea> & "more"').svg())
    assert root.get("aria-label") == '<Tea> & "more"'
    assert root.get("viewBox") == "0 0 100 60"
    assert [child.tag.rpartition("}")[2] for child in root] == ["title", "g", "g"]


def test_names_are_filled_in_where_words_leave_room_for_them() -> None:
    named = scene(CUP, SAUCER, title="{B} pours").named(BySeat("{Ann}", "Bob & Co"))
    assert named.text() == "Bob & Co pours\nA cup of {Ann}"
    assert [element.svg for element in named.elements] == [CUP.svg, SAUCER.svg]


def test_a_change_holds_what_is_new_or_differs_and_leads_to_the_new_picture() -> None:
    moved = Element("cup", CUP.svg, CUP.label, (30, 20))
    before, after = scene(SAUCER, CUP), scene(SAUCER, moved, SPOON)
    change = after.change(before)
    assert change.put == (SPOON,)
    assert change.edited == ((CUP.slot, CUP.markup(), moved.markup()),)
    assert change.order == ("saucer", "cup", "spoon")
    assert patched(before, change) == [element.markup() for element in after.drawn()]


def test_a_change_names_what_is_gone_and_the_order_only_where_it_changed() -> None:
    before = scene(SAUCER, CUP, SPOON)
    assert scene(SAUCER, SPOON).change(before) == Change(gone=("cup",))
    swapped = scene(SAUCER, SPOON, CUP)
    assert swapped.change(before) == Change(order=("saucer", "spoon", "cup"))
    assert patched(before, swapped.change(before)) == [element.markup() for element in swapped.drawn()]


def test_signs_are_defined_once_before_the_elements_that_use_them() -> None:
    star = shapes.define({"star": shapes.path("M0,0L1,1", "gold"), "dot": shapes.circle(0, 0, 1, "ink")})
    used = shapes.use("star") + shapes.use("star", "bad", 3, 4, scale=0.5, opacity=0.7)
    svg = Scene(9, 9, "Stars", (Element("sky", used),), signs=star).svg()
    root = ElementTree.fromstring(svg)
    assert [child.tag.rpartition("}")[2] for child in root] == ["defs", "title", "g"]
    assert {sign.get("id") for sign in root[0]} == {"sign-star", "sign-dot"}
    assert [node.attrib for node in root[2]] == [
        {"href": "#sign-star"},
        {"href": "#sign-star", "class": "bad", "transform": "translate(3 4) scale(0.5)", "opacity": "0.7"},
    ]
    assert "<defs>" not in Scene(9, 9, "No stars", (CUP,)).svg()


def test_numbers_are_short_and_attributes_that_say_nothing_are_left_out() -> None:
    assert shapes.rect(1.005, 2 / 3, 10.0, 4, "ink") == '<rect x="1" y="0.67" width="10" height="4" class="ink"/>'
    assert shapes.group("<g/>", 1, 2) == '<g transform="translate(1 2)"><g/></g>'
    assert (
        shapes.group("", 0, 0, scale=1.5, turn=-20, opacity=0.5)
        == '<g transform="translate(0 0) rotate(-20) scale(1.5)" opacity="0.5"></g>'
    )


def test_what_no_picture_holds_is_an_error() -> None:
    with pytest.raises(ValueError, match="not skewX"):
        list(shown(Scene(50, 50, "Bad", (Element("bad", '<g transform="skewX(3)"/>', "Bad"),))))


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


WHOLE = sorted((Path(__file__).parents[1] / "records").glob("*-whole.dm"))


BAR = '<rect class="accent" width="40" height="12"/><circle class="gold" cx="20" cy="6" r="4"/>'
PATCH = '<clipPath id="cut"><rect width="{0}" height="30"/></clipPath><rect class="good" width="30" height="30" clip-path="url(#cut)"/>'


def same(shots: Sequence[Shot], scale: float = 1) -> int:
    """Checks that each picture is the one that is painted alone, and returns how many there are."""
    image = Image.open(BytesIO(animation.gif(shots, "dark", scale)))
    scenes = animation.alike([scene for scene, _ in shots])
    pictures = [picture for picture, _ in groupby(themes.png(scene, "dark", scale) for scene in scenes)]  # those alike are one
    frames = getattr(image, "n_frames", 1)
    assert frames == len(pictures)
    for number, picture in enumerate(pictures):
        image.seek(number)
        alone = Image.open(BytesIO(picture)).convert("RGB")
        difference = ImageChops.difference(image.convert("RGB"), alone).convert("L")
        assert difference.size == alone.size
        counted = difference.histogram()
        assert sum(counted[48:]) < 0.002 * sum(counted), "only edges differ, by the palette"
    return frames


@pytest.mark.parametrize("file", WHOLE[::5], ids=lambda file: file.stem.removesuffix("-whole"))
def test_an_element_that_is_painted_alone_lies_where_it_lies_in_the_whole_picture(file: Path) -> None:
    assert same(Reel.of(file.read_bytes(), find).shots(PUBLIC, 4)) >= 3


@pytest.mark.parametrize("scale", [1, 1.5])
def test_a_shape_that_moves_over_others_and_out_of_the_picture_is_seen_where_it_is(scale: float) -> None:
    def scene(number: int, *elements: Element) -> Scene:
        return Scene(120, 82, f"Picture {number}", (*elements, edge))

    edge = Element("edge", '<rect class="bad" width="20" height="1"/>', at=(90, 81))  # on the last line
    places = [(-20, 10), (30, 10), (30.5, 10), (100, 10), (60, 74), (200, 200), (30, 10)]  # cut off, moved, between pixels, out of sight
    still = Element("still", '<rect class="muted" width="60" height="60"/>', at=(25, 5))
    moving = [scene(number, still, Element("bar", BAR, at=at)) for number, at in enumerate(places)]
    swapped = scene(7, Element("bar", BAR, at=(30, 10)), still)
    named = [scene(8 + number, Element("patch", PATCH.format(width), at=(10, 40)), still) for number, width in enumerate((10, 20))]
    none = scene(10)
    shots = [(one, 100) for one in (*moving, swapped, *named, none, *moving[:1])]
    assert same(shots, scale) == len(shots)
