"""Where things lie in a picture, measured with the shipped font. On a small phone one unit of a scene is one pixel."""

from __future__ import annotations

import re
from cmath import exp
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from math import radians
from xml.etree import ElementTree

from PIL import ImageFont

from deathmatch.core import themes
from deathmatch.core.scene import Scene
from deathmatch.judging.faults import Fault

SVG = "{http://www.w3.org/2000/svg}"
WIDEST = 360  # units, of a phone (core/scene.py)
FINGER = 44  # units, of a place that can be chosen
MANY = 24  # such places; on a board with more of them the page gives a tap to the nearest, and a resting finger a magnifier
SMALLEST = 9.5  # units, of a text
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
PART = re.compile(r"([MLTHVSQCAmlthvsqca])([^A-DF-Za-df-z]*)")  # of the outline of a path
NUMBERS = {"H": 1, "V": 1, "S": 4, "Q": 4, "C": 6, "A": 7}  # of a part; its end is the last two, and two are usual
EM = 1000  # the font is measured at this size, in units


@cache
def _font(strong: bool) -> ImageFont.FreeTypeFont:
    data = (files("deathmatch.core") / "data" / themes.FONTS[strong]).read_bytes()
    return ImageFont.truetype(BytesIO(data), EM, layout_engine=ImageFont.Layout.BASIC)


def width(words: str, size: float, strong: bool) -> float:
    """How wide a line of text is, in units."""
    return _font(strong).getlength(words) * size / EM


@dataclass(frozen=True)
class Box:
    """Where a shape lies.

    Attributes:
        slot: of its element.
        what: the words, if it is a text.
        left, top, right, bottom: its sides.
        tag: `text`, `rect`, `circle`, `ellipse` or `path`.
        size: of a text.
    """

    slot: str
    what: str
    left: float
    top: float
    right: float
    bottom: float
    tag: str = ""
    size: float = 0

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


def outlines(scene: Scene) -> list[Box]:
    """Everything that can be seen in the picture."""
    return [box for element in scene.elements for box in _boxes(element.markup(), element.slot, scene.signs)]


@lru_cache(maxsize=4096)  # most elements come again in many pictures
def _boxes(markup: str, slot: str, signs: str) -> tuple[Box, ...]:
    """Those of one element."""
    return tuple(_inside(parsed(markup), slot, 1, 0, {sign.get("id", ""): sign for sign in parsed(f"<g >{signs}</g>")}))


@lru_cache(maxsize=4096)
def parsed(markup: str) -> ElementTree.Element:
    """The markup of an element as a tree."""
    return ElementTree.fromstring(markup.replace("<g ", '<g xmlns="http://www.w3.org/2000/svg" ', 1))  # noqa: S314 - a game's own markup


def _inside(node: ElementTree.Element, slot: str, turn: complex, at: complex, signs: Mapping[str, ElementTree.Element]) -> Iterator[Box]:
    """The boxes of a node, whose points z lie at `turn * z + at`."""
    if node.get("class") == "past":
        return  # a line of a list that lies on a page's pane alone
    for name, given in re.findall(r"(\w+)\(([^)]*)\)", node.get("transform", "")):
        x, y = [*map(float, NUMBER.findall(given)), 0.0][:2]
        match name:
            case "translate":
                at += turn * complex(x, y)
            case "scale":
                turn *= x
            case "rotate":
                turn *= exp(1j * radians(x))
            case _:
                raise ValueError(f"a transform is translate, scale or rotate, not {name}")
    tag, words, size = node.tag.removeprefix(SVG), "".join(node.itertext()), float(node.get("font-size", "0"))
    points = [turn * point + at for point in _corners(node, tag, words, size)]
    if points:
        xs, ys = [point.real for point in points], [point.imag for point in points]
        yield Box(slot, words * (tag == "text"), min(xs), min(ys), max(xs), max(ys), tag, size * abs(turn))
    if tag == "use":
        yield from _inside(signs[node.get("href", "").removeprefix("#")], slot, turn, at, signs)
    for child in node:
        yield from _inside(child, slot, turn, at, signs)


def _corners(node: ElementTree.Element, tag: str, words: str, size: float) -> list[complex]:
    """Points around a shape."""
    x, y, cx, cy, rx, ry, r = (float(node.get(key, "0")) for key in ("x", "y", "cx", "cy", "rx", "ry", "r"))
    sides = None
    match tag:
        case "text":
            wide = width(words, size, "strong" in node.get("class", "").split())
            x -= {"start": 0, "middle": wide / 2, "end": wide}[node.get("text-anchor", "start")]
            sides = x, y - 0.73 * size, x + wide, y  # Inter's capitals are 0.727 em high
        case "rect":
            sides = x, y, x + float(node.get("width", "0")), y + float(node.get("height", "0"))
        case "circle" | "ellipse":
            sides = cx - (r or rx), cy - (r or ry), cx + (r or rx), cy + (r or ry)
        case "path":
            return list(_points(node.get("d", "")))
    return [complex(x, y) for x in sides[::2] for y in sides[1::2]] if sides is not None else []


def _points(outline: str) -> Iterator[complex]:
    """The points through which a path goes. Its curves reach a little beyond them."""
    here = 0j
    for letter, given in PART.findall(outline):
        numbers, count = [float(number) for number in NUMBER.findall(given)], NUMBERS.get(letter.upper(), 2)
        for end in zip(*[iter(numbers)] * count, strict=False):
            start = 0j if letter.isupper() else here
            across, down = letter in "Hh", letter in "Vv"
            here = complex(here.real if down else start.real + end[-1 if across else -2], here.imag if across else start.imag + end[-1])
            yield here


def shown(scene: Scene, chosen: Iterable[str] = ()) -> Iterator[Fault]:
    """Faults that a reader on a phone would see. `chosen` are the slots that the reader can choose."""
    unknown = {
        name for element in scene.elements for name in " ".join(re.findall('class="([^"]*)"', element.svg)).split()
    } - themes.classes()
    if unknown:
        yield Fault("no theme has this class, so nothing is painted", ", ".join(sorted(unknown)), None, "core/themes.py has the classes.")
    if scene.width > WIDEST:
        yield Fault(f"a picture is wider than {WIDEST} units, a phone", str(scene.width))
    slots = [element.slot for element in scene.elements]
    if len(set(slots)) != len(slots) or not scene.title or not any(element.label for element in scene.elements):
        yield Fault("a picture has a title and labels, and each slot once", scene.title)
    placed, page = outlines(scene), Box("", "", 0, 0, scene.width, scene.height)
    for box in placed:
        if box.area and not (page.holds(box) if box.what else page.meets(box)):
            yield Fault("a text leaves the picture, or a shape lies outside it", f"{box.what or box.tag} at {box.slot}")
        if box.what and box.size < SMALLEST:
            yield Fault(f"a text is smaller than {SMALLEST} units, which nobody reads on a phone", f"{box.what} at {box.slot}")
    wanted = set(chosen)
    for slot in sorted(wanted) if len(wanted) <= MANY else ():
        mine = [box for box in placed if box.slot == slot] or [page]
        across = max(box.right for box in mine) - min(box.left for box in mine)
        down = max(box.bottom for box in mine) - min(box.top for box in mine)
        if min(across, down) < FINGER:
            yield Fault(
                f"a place that can be chosen is smaller than {FINGER} by {FINGER} units",
                f"{slot}: {across:.0f} by {down:.0f}",
                warning=True,
            )
