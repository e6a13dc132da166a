"""What a picture of ours must hold to: its markup is clean, and its text fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from deathmatch.core import themes
from deathmatch.core.scene import Scene
from deathmatch.judging.scenes import SVG, Box, outlines, parsed

COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgb|\bhsl|\bvar\(")
SLOT = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SHAPES = {f"{SVG}{shape}" for shape in ("rect", "circle", "ellipse", "path", "text")}
FILLS = {*themes.THEMES["light"].paints, "bare"}


def shapes(scene: Scene) -> Iterator[Box]:
    """Every text and every rectangle in the picture."""
    return (box for box in outlines(scene) if box.tag in ("text", "rect"))


def check_markup(scene: Scene) -> None:
    """Slots are unique words, markup is well formed, classes are known to the themes, and nothing has a colour of its own."""
    slots = [element.slot for element in scene.elements]
    assert len(set(slots)) == len(slots)
    assert all(SLOT.fullmatch(slot) for slot in slots)
    signs = {sign.get("id", ""): sign for sign in parsed(f"<g >{scene.signs}</g>")}
    parents = [(element.slot, parsed(element.markup())) for element in scene.elements]
    for name, root in (*parents, *signs.items()):
        for node in root.iter():
            used = set(node.get("class", "").split())
            assert used <= themes.classes(), f"{name}: no such paint: {used - themes.classes()}"
            assert not {"fill", "stroke", "style"} & set(node.keys()), name
            if node.tag in SHAPES and name not in signs:
                assert used & FILLS, f"{name}: a {node.tag} that nothing fills would be black"
            if node.tag == f"{SVG}use":
                sign = signs[node.get("href", "").removeprefix("#")]
                inherits = any(not set(part.get("class", "").split()) & FILLS for part in sign.iter() if part.tag in SHAPES)
                assert used & FILLS or not inherits, f"{name}: a sign that nothing fills would be black"
    assert not any(COLOUR.search(markup) for markup in (scene.signs, *(element.svg for element in scene.elements)))


def check_fit(scene: Scene) -> None:
    """No text leaves the picture or the box that it stands in, and no two texts lie over each other."""
    placed = list(shapes(scene))
    frame = Box("", "", 2, 2, scene.width - 2, scene.height - 2)
    texts, boxes = [one for one in placed if one.what], [one for one in placed if not one.what]
    for one in texts:
        assert frame.holds(one), f"{one.what} leaves the picture: {one}"
        x, y = (one.left + one.right) / 2, (one.top + one.bottom) / 2
        point = Box("", "", x, y, x, y)
        around = sorted((b for b in boxes if b.slot == one.slot and b.holds(point)), key=lambda b: b.area)
        if around:
            assert around[0].holds(one), f"{one.what} leaves its box: {one} in {around[0]}"
    for one, other in combinations(texts, 2):
        assert not one.meets(other), f"{one.what} lies over {other.what}"


def check_labels(scene: Scene) -> None:
    """Words name both players only by `{A}` and `{B}`, so that names can be filled in."""
    for words in (scene.title, *(element.label for element in scene.elements)):
        assert words.format(A="Ann", B="Bob").count("{") == 0


def check(scene: Scene) -> None:
    """All of it."""
    check_markup(scene)
    check_fit(scene)
    check_labels(scene)
