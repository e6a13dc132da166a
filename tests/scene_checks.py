"""What a picture must hold to, for every game: its markup is clean, and its text fits. Measured with the shipped font itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import combinations
from math import cos, radians, sin
from xml.etree import ElementTree

from PIL import ImageFont

from deathmatch.core import themes
from deathmatch.core.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgb|\bhsl|\bvar\(")
SLOT = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SHAPES = {f"{SVG}{shape}" for shape in ("rect", "circle", "ellipse", "path", "text")}
FILLS = {*themes.THEMES["light"].paints, "bare"}
EM = 1000  # the font is measured at this size, in units


@cache
def font(strong: bool) -> ImageFont.FreeTypeFont:
    data = (files("deathmatch.core") / "data" / themes.FONTS[strong]).read_bytes()
    return ImageFont.truetype(BytesIO(data), EM, layout_engine=ImageFont.Layout.BASIC)


def width(words: str, size: float, strong: bool) -> float:
    """How wide a line of text is, in units."""
    return font(strong).getlength(words) * size / EM


# --- Where things lie, in units of the scene

Matrix = tuple[float, float, float, float, float, float]  # as in SVG: x' = a x + c y + e, y' = b x + d y + f
STILL: Matrix = (1, 0, 0, 1, 0, 0)


def then(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def matrix(transform: str) -> Matrix:
    result = STILL
    for name, given in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(number) for number in given.split()]
        match name:
            case "translate":
                step: Matrix = (1, 0, 0, 1, numbers[0], numbers[1])
            case "scale":
                step = (numbers[0], 0, 0, numbers[0], 0, 0)
            case "rotate":
                turn = radians(numbers[0])
                step = (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
            case _:
                raise AssertionError(f"resvg and the page are only tried with translate, rotate and scale, not {name}")
        result = then(result, step)
    return result


@dataclass(frozen=True)
class Box:
    slot: str
    what: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def holds(self, other: Box) -> bool:
        return self.left <= other.left and other.right <= self.right and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: Box) -> bool:
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom


def box(slot: str, what: str, place: Matrix, left: float, top: float, right: float, bottom: float) -> Box:
    corners = [
        (place[0] * x + place[2] * y + place[4], place[1] * x + place[3] * y + place[5]) for x in (left, right) for y in (top, bottom)
    ]
    xs, ys = zip(*corners, strict=True)
    return Box(slot, what, min(xs), min(ys), max(xs), max(ys))


def shapes(scene: Scene) -> Iterator[Box]:
    """Every text and every rectangle in the picture."""
    signs = defined(scene)
    for element in scene.elements:
        yield from _inside(ElementTree.fromstring(scene_part(element.markup())), element.slot, STILL, signs)


def scene_part(markup: str) -> str:
    return markup.replace("<g ", '<g xmlns="http://www.w3.org/2000/svg" ', 1)


def defined(scene: Scene) -> dict[str, ElementTree.Element]:
    """What `use` may refer to."""
    root = ElementTree.fromstring(f'<g xmlns="http://www.w3.org/2000/svg">{scene.signs}</g>')
    return {sign.get("id", ""): sign for sign in root}


def _inside(node: ElementTree.Element, slot: str, outer: Matrix, signs: Mapping[str, ElementTree.Element]) -> Iterator[Box]:
    if node.get("class") == "past":
        return  # a line of a list that lies on a page's pane alone
    place = then(outer, matrix(node.get("transform", "")))
    if node.tag == f"{SVG}text":
        words, size = "".join(node.itertext()), float(node.get("font-size", "0"))
        wide = width(words, size, "strong" in node.get("class", "").split())
        x, y = float(node.get("x", "0")), float(node.get("y", "0"))
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[node.get("text-anchor", "start")]
        yield box(slot, words, place, left, y - 0.73 * size, left + wide, y)  # Inter's capitals are 0.727 em high
    elif node.tag == f"{SVG}rect":
        x, y = float(node.get("x", "0")), float(node.get("y", "0"))
        yield box(slot, "", place, x, y, x + float(node.get("width", "0")), y + float(node.get("height", "0")))
    elif node.tag == f"{SVG}use":
        yield from _inside(signs[node.get("href", "").removeprefix("#")], slot, place, signs)
    for child in node:
        yield from _inside(child, slot, place, signs)


# --- What must hold


def check_markup(scene: Scene) -> None:
    """Slots are unique words, markup is well formed, classes are known to the themes, and nothing has a colour of its own."""
    slots = [element.slot for element in scene.elements]
    assert len(set(slots)) == len(slots)
    assert all(SLOT.fullmatch(slot) for slot in slots)
    signs = defined(scene)
    parents = [(element.slot, ElementTree.fromstring(scene_part(element.markup()))) for element in scene.elements]
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
        point = Box("", "", *[(one.left + one.right) / 2, (one.top + one.bottom) / 2] * 2)
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
