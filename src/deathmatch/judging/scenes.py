"""What a picture must hold to, for every game: its markup is clean, its text fits and can be read, and a finger finds what it may choose.

Measured with the shipped font itself, in units of the scene: on a small phone one unit is one pixel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import combinations
from math import cos, radians, sin
from xml.etree import ElementTree

from PIL import ImageFont

from deathmatch.core import themes
from deathmatch.core.scene import Element, Scene
from deathmatch.judging.faults import Fault

SVG = "{http://www.w3.org/2000/svg}"
WIDEST = 360  # units, of a phone (core/scene.py)
FINGER = 44  # units, of a place that can be chosen
MANY = 24  # such places; on a board with more of them the page gives a tap to the nearest, and a resting finger a magnifier
SMALLEST = 9.5  # units, of a text
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgb|\bhsl|\bvar\(|\b(?:fill|stroke|style)=")
SLOT = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NAME = re.compile(r"\{[AB]\}")
WORD = re.compile(r"[^\W_]+")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
SHAPES = {f"{SVG}{shape}" for shape in ("rect", "circle", "ellipse", "path", "text")}
FILLS = {*themes.THEMES["light"].paints, "bare"}
EM = 1000  # the font is measured at this size, in units


@cache
def font(strong: bool) -> ImageFont.FreeTypeFont:
    """The font of all pictures."""
    data = (files("deathmatch.core") / "data" / themes.FONTS[strong]).read_bytes()
    return ImageFont.truetype(BytesIO(data), EM, layout_engine=ImageFont.Layout.BASIC)


def width(words: str, size: float, strong: bool) -> float:
    """How wide a line of text is, in units."""
    return font(strong).getlength(words) * size / EM


# --- Where things lie, in units of the scene

Matrix = tuple[float, float, float, float, float, float]  # as in SVG: x' = a x + c y + e, y' = b x + d y + f
STILL: Matrix = (1, 0, 0, 1, 0, 0)


def _then(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def matrix(transform: str) -> Matrix:
    """A transform as a matrix. resvg and the page are tried with `translate`, `scale` and `rotate` alone."""
    result = STILL
    for name, given in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(number) for number in NUMBER.findall(given)]
        match name:
            case "translate":
                step: Matrix = (1, 0, 0, 1, numbers[0], numbers[1] if numbers[1:] else 0)
            case "scale":
                step = (numbers[0], 0, 0, numbers[-1], 0, 0)
            case "rotate":
                turn = radians(numbers[0])
                step = (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
            case _:
                raise ValueError(f"a transform is translate, scale or rotate, not {name}")
        result = _then(result, step)
    return result


@dataclass(frozen=True)
class Box:
    """Where a shape lies. `what` is the text, if it is one, and `size` its height; a rectangle has neither, and `other` is all else."""

    slot: str
    what: str
    left: float
    top: float
    right: float
    bottom: float
    size: float = 0
    other: bool = False

    @property
    def area(self) -> float:
        """In square units."""
        return (self.right - self.left) * (self.bottom - self.top)

    def holds(self, other: Box) -> bool:
        """Whether the other one lies inside."""
        return self.left <= other.left and other.right <= self.right and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: Box) -> bool:
        """Whether they share a place."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom


def outlines(scene: Scene) -> Iterator[Box]:
    """Everything that can be seen in the picture."""
    signs = defined(scene)
    for element in scene.elements:
        yield from _inside(_parsed(element.markup()), element.slot, STILL, signs)


def shapes(scene: Scene) -> Iterator[Box]:
    """Every text and every rectangle in the picture."""
    return (box for box in outlines(scene) if not box.other)


def defined(scene: Scene) -> dict[str, ElementTree.Element]:
    """What `use` may refer to."""
    return {sign.get("id", ""): sign for sign in _parsed(f"<g >{scene.signs}</g>")}


@lru_cache(maxsize=4096)  # most elements come again in many pictures
def _parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup.replace("<g ", '<g xmlns="http://www.w3.org/2000/svg" ', 1))  # noqa: S314 - a game's own markup


def _inside(node: ElementTree.Element, slot: str, outer: Matrix, signs: Mapping[str, ElementTree.Element]) -> Iterator[Box]:
    if node.get("class") == "past":
        return  # a line of a list that lies on a page's pane alone
    place = _then(outer, matrix(node.get("transform", "")))

    def number(key: str) -> float:
        return float(node.get(key, "0"))

    def box(what: str, left: float, top: float, right: float, bottom: float, *, size: float = 0, other: bool = False) -> Box:
        corners = [
            (place[0] * x + place[2] * y + place[4], place[1] * x + place[3] * y + place[5]) for x in (left, right) for y in (top, bottom)
        ]
        xs, ys = zip(*corners, strict=True)
        return Box(slot, what, min(xs), min(ys), max(xs), max(ys), size * abs(place[0] * place[3] - place[1] * place[2]) ** 0.5, other)

    x, y = number("x"), number("y")
    match node.tag.removeprefix(SVG):
        case "text":
            words, size = "".join(node.itertext()), number("font-size")
            wide = width(words, size, "strong" in node.get("class", "").split())
            left = {"start": x, "middle": x - wide / 2, "end": x - wide}[node.get("text-anchor", "start")]
            yield box(words, left, y - 0.73 * size, left + wide, y, size=size)  # Inter's capitals are 0.727 em high
        case "rect":
            yield box("", x, y, x + number("width"), y + number("height"))
        case "circle" | "ellipse":
            across, down = number("r") or number("rx"), number("r") or number("ry")
            cx, cy = number("cx"), number("cy")
            yield box("", cx - across, cy - down, cx + across, cy + down, other=True)
        case "path":
            points = list(_points(node.get("d", "")))
            if points:
                xs, ys = zip(*points, strict=True)
                yield box("", min(xs), min(ys), max(xs), max(ys), other=True)
        case "use":
            moved = _then(place, (1, 0, 0, 1, x, y))
            yield from _inside(signs[node.get("href", "").removeprefix("#")], slot, moved, signs)
    for child in node:
        yield from _inside(child, slot, place, signs)


ENDS = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "S": 4, "Q": 4, "C": 6, "A": 7}  # numbers of a part of a path, its end the last of them


def _points(outline: str) -> Iterator[tuple[float, float]]:
    """The points through which a path goes. Curves reach a little beyond them, which is good enough for the size of a place."""
    x = y = 0.0
    for letter, given in re.findall(r"([MLTHVSQCAZmlthvsqcaz])([^A-Za-z]*(?:e-?\d[^A-Za-z]*)*)", outline):
        numbers, count = [float(number) for number in NUMBER.findall(given)], ENDS.get(letter.upper(), 0)
        for at in range(0, len(numbers) - count + 1, count) if count else ():
            end, from_x, from_y = numbers[at : at + count], (x, 0.0)[letter.isupper()], (y, 0.0)[letter.isupper()]
            x = end[-1 if letter in "Hh" else -2] + from_x if letter not in "Vv" else x
            y = end[-1] + from_y if letter not in "Hh" else y
            yield x, y


# --- What must hold


def faults(scene: Scene) -> Iterator[Fault]:
    """All of it, for a picture at which nobody chooses."""
    yield from _markup(scene)
    yield from _fit(scene)


def _markup(scene: Scene) -> Iterator[Fault]:
    """Slots are unique words, markup is well formed, classes are known to the themes, nothing has a colour, an id or a name of its own."""
    slots = [element.slot for element in scene.elements]
    if len(set(slots)) != len(slots):
        yield Fault("two elements of a picture have the same slot", max(slots, key=slots.count))
    if not scene.title or not any(element.label for element in scene.elements):
        yield Fault("a picture has no title, or no label")
    if scene.width > WIDEST or scene.height <= 0:
        yield Fault(f"a picture is wider than {WIDEST} units, a phone", f"{scene.width} by {scene.height}")
    if re.search("[{}]", NAME.sub("", scene.title)):
        yield Fault("a title has braces that stand for no player", scene.title)
    signs = defined(scene)
    parents = [(element.slot, _parsed(element.markup())) for element in scene.elements]
    for element, (_, root) in zip(scene.elements, parents, strict=True):
        yield from _named(element, root)
    for slot, root in (*parents, *signs.items()):
        for node in root.iter():
            yield from _painted(slot, node, signs, sign=slot in signs)
    if COLOUR.search(scene.signs):
        yield Fault("markup has classes, and no colours or ids", scene.signs[:60])


def _named(element: Element, root: ElementTree.Element) -> Iterator[Fault]:
    """Faults of the words of one element."""
    if not SLOT.fullmatch(element.slot):
        yield Fault("a slot is lower-case words joined by -", element.slot)
    if re.search("[{}]", element.svg) or re.search("[{}]", NAME.sub("", element.label)):
        yield Fault("players are named by {A} and {B} in titles and labels, and nowhere else", element.slot)
    if re.search(r'\bid="', element.svg) or COLOUR.search(element.svg):
        yield Fault("markup has classes, and no colours or ids", f"{element.slot}: {element.svg[:60]}")
    written = " ".join(WORD.findall(" ".join(root.itertext())))
    if element.markable and written and f" {written} " not in f" {' '.join(WORD.findall(element.label))} ":
        yield Fault("a place that can be marked is not called by the writing on it", f"{element.slot}: {written}")


def _painted(slot: str, node: ElementTree.Element, signs: Mapping[str, ElementTree.Element], *, sign: bool) -> Iterator[Fault]:
    """Faults of the classes of one shape."""
    used = set(node.get("class", "").split())
    if unknown := used - themes.classes():
        advice = "docs/adding-a-game.md, Pictures; the classes are those of core/themes.py."
        yield Fault("no theme has this class, so nothing is painted", f"{', '.join(sorted(unknown))} at {slot}", advice=advice)
    black = node.tag in SHAPES and not sign and not used & FILLS
    if node.tag == f"{SVG}use":
        parts = signs[node.get("href", "").removeprefix("#")].iter()
        black = not used & FILLS and any(part.tag in SHAPES and not set(part.get("class", "").split()) & FILLS for part in parts)
    if black:
        yield Fault(
            "a shape that no class fills is black", f"{node.tag.removeprefix(SVG)} at {slot}", advice='The class "bare" fills with nothing.'
        )


def _fit(scene: Scene) -> Iterator[Fault]:
    """Nothing leaves the picture, no text the box that it stands in; no two texts lie over each other, and none is too small to read."""
    placed = list(outlines(scene))
    page, frame = Box("", "", 0, 0, scene.width, scene.height), Box("", "", 2, 2, scene.width - 2, scene.height - 2)
    texts, boxes = [one for one in placed if one.what], [one for one in placed if not one.what and not one.other]
    for one in placed:
        if not page.meets(one) and one.area:
            yield Fault("a shape lies outside the picture", f"{one.what} at {one.slot}")
    for one in texts:
        if not frame.holds(one):
            yield Fault("a text leaves the picture", f"{one.what} at {one.slot}")
        if one.size < SMALLEST:
            yield Fault(
                f"a text is smaller than {SMALLEST} units, which nobody reads on a phone", f"{one.what} at {one.slot}: {one.size:.1f}"
            )
        point = Box("", "", *[(one.left + one.right) / 2, (one.top + one.bottom) / 2] * 2)
        around = sorted((b for b in boxes if b.slot == one.slot and b.holds(point)), key=lambda b: b.area)
        if around and not around[0].holds(one):
            yield Fault("a text leaves the box that it stands in", f"{one.what} at {one.slot}")
    for one, other in combinations(texts, 2):
        if one.meets(other):
            yield Fault("two texts lie over each other", f"{one.what} at {one.slot}, {other.what} at {other.slot}")


def touched(scene: Scene, chosen: Iterable[str]) -> Iterator[Fault]:
    """Places that can be chosen are large enough for a finger, unless there are many."""
    wanted = set(chosen)
    if len(wanted) > MANY:
        return
    placed = list(outlines(scene)) if wanted else []
    for slot in sorted(wanted):
        mine = [box for box in placed if box.slot == slot]
        across = max((box.right for box in mine), default=0) - min((box.left for box in mine), default=0)
        down = max((box.bottom for box in mine), default=0) - min((box.top for box in mine), default=0)
        if min(across, down) < FINGER:
            yield Fault(
                f"a place that can be chosen is smaller than {FINGER} by {FINGER} units",
                f"{slot}: {across:.0f} by {down:.0f}",
                warning=True,
            )
