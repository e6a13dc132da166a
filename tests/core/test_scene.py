"""A picture is ordered elements; its words, its SVG and its difference to another follow from them."""

from __future__ import annotations

from xml.etree import ElementTree

from deathmatch.core import shapes
from deathmatch.core.scene import Change, Element, Scene
from deathmatch.core.seats import BySeat

CUP = Element("cup", '<circle class="gold" r="4"/>', "A cup of {A}", (10, 20))
SAUCER = Element("saucer", '<rect class="table" width="9" height="2"/>', layer=-1)
SPOON = Element("spoon", '<path class="ink" d="M0,0H4"/>', 'A "spoon" & <fork>', (1.5, 2.25))


def scene(*elements: Element, title: str = "Tea") -> Scene:
    return Scene(100, 60, title, elements)


def patched(before: Scene, change: Change) -> list[str]:
    """What a page does with a change: the drawing order of the markup afterwards."""
    markup = {element.slot: element.markup() for element in before.drawn()}
    markup.update((element.slot, element.markup()) for element in (*change.put, *(now for _, now in change.edited)))
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
    assert change.edited == ((CUP, moved),)
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


def test_the_words_are_put_into_lines_once() -> None:
    made = scene(Element("a", "<g/>", "One"), Element("b", "<g/>", "Two"))
    assert made.lines() == tuple(made.text().split("\n"))
    assert made.lines() is made.lines()
