"""Pieces of markup: the few SVG shapes that pictures are made of, and the signs that all games share.

Every function returns markup with classes of `core/themes.py` and no colours. Coordinates are units of the scene. A sign fits a box of
24 by 24 units around the origin; `group` places it. Nothing here moves or measures: the picture that uses a shape does that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Literal, TypeVar, cast
from unicodedata import east_asian_width

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.speech import name, say

READABLE = 14
"""The smallest size of a text, in units: on a phone a unit is a pixel, and smaller words are not read."""

LETTERED = 8.5  # radius from which a seat's mark holds a letter of that size

Anchor = Literal["start", "middle", "end"]
Shape = TypeVar("Shape", bound=Callable[..., str])


def _kept(function: Shape) -> Shape:
    """The same pure function with a cache: a server paints the same few shapes again and again."""
    return cast("Shape", lru_cache(maxsize=4096)(function))


@_kept
def _number(value: float) -> str:
    """As short as two decimals allow; there is no negative zero."""
    return f"{round(value, 2) + 0.0:g}"


def _classes(paint: str) -> str:
    return f' class="{paint}"' if paint else ""


def _width(width: float) -> str:
    return f' stroke-width="{_number(width)}"' if width else ""


@_kept
def rect(x: float, y: float, width: float, height: float, paint: str, *, corner: float = 0, pen: float = 0, dash: str = "") -> str:
    """A rectangle from its upper left corner; `pen` is the width of its line, `dash` a pattern such as `3 3`."""
    rounded = f' rx="{_number(corner)}"' if corner else ""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    size = f'width="{_number(width)}" height="{_number(height)}"'
    return f'<rect x="{_number(x)}" y="{_number(y)}" {size}{rounded}{_classes(paint)}{_width(pen)}{dashed}/>'


@_kept
def circle(x: float, y: float, radius: float, paint: str, *, pen: float = 0, dash: str = "") -> str:
    """A circle around a point."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"{_classes(paint)}{_width(pen)}{dashed}/>'


@_kept
def ellipse(x: float, y: float, across: float, down: float, paint: str, *, pen: float = 0) -> str:
    """An ellipse around a point, by its two radii."""
    return f'<ellipse cx="{_number(x)}" cy="{_number(y)}" rx="{_number(across)}" ry="{_number(down)}"{_classes(paint)}{_width(pen)}/>'


@_kept
def path(outline: str, paint: str = "", *, pen: float = 0) -> str:
    """Any outline in SVG's path language. Where parts overlap an even number of times there is a hole; lines end and join round."""
    round_ends = ' stroke-linecap="round" stroke-linejoin="round"' if pen else ""
    return f'<path d="{outline}" fill-rule="evenodd"{_classes(paint)}{_width(pen)}{round_ends}/>'


@_kept
def text(words: str, x: float, y: float, size: float, paint: str, *, anchor: Anchor = "start") -> str:
    """A line of text on the baseline `y`; `size` in units."""
    anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
    place = f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
    return f"<text {place}{anchored}{_classes(paint)}>{escape(words, quote=False)}</text>"


@_kept
def group(markup: str, x: float = 0, y: float = 0, *, scale: float = 1, turn: float = 0, opacity: float = 1) -> str:
    """Markup moved to a point, turned clockwise by degrees, then scaled."""
    turned = f" rotate({_number(turn)})" if turn else ""
    scaled = f" scale({_number(scale)})" if scale != 1 else ""
    faded = f' opacity="{_number(opacity)}"' if opacity != 1 else ""
    return f'<g transform="translate({_number(x)} {_number(y)}){turned}{scaled}"{faded}>{markup}</g>'


@_kept
def use(sign: str, paint: str = "", x: float = 0, y: float = 0, *, scale: float = 1, opacity: float = 1) -> str:
    """A sign that the scene defines once (`core.scene.Scene.signs`), in a paint, moved to a point and scaled."""
    moved = f"translate({_number(x)} {_number(y)})" if x or y else ""
    scaled = f"scale({_number(scale)})" if scale != 1 else ""
    placed = f' transform="{" ".join(filter(None, (moved, scaled)))}"' if moved or scaled else ""
    faded = f' opacity="{_number(opacity)}"' if opacity != 1 else ""
    return f'<use href="#sign-{sign}"{_classes(paint)}{placed}{faded}/>'


def define(signs: Mapping[str, str]) -> str:
    """`Scene.signs` from the markup of each. A shape in it without a class is filled with the paint that the sign is used in."""
    return "".join(f'<g id="sign-{name}">{markup}</g>' for name, markup in signs.items())


def span(words: str) -> float:
    """How wide words are, in Latin letters: a letter of Korean, Chinese or Japanese takes the place of almost two."""
    return len(words) if words.isascii() else sum([1.85 if east_asian_width(letter) in "WF" else 1 for letter in words])


def pill_width(words: str) -> float:
    """How wide `pill` is."""
    return 12 + 7.4 * span(words)


@_kept
def pill(words: str, paint: str, rim: str, x: float, y: float) -> str:
    """A short text on a rounded ground, around a point; `rim` sets it off from what lies below."""
    wide = pill_width(words)
    ground = rect(x - wide / 2, y - 10, wide, 20, f"{paint} {rim}-line", corner=10, pen=1.5)
    return ground + text(words, x, y + 5, READABLE, "on-fill strong", anchor="middle")


# --- Signs


def seat_paint(seat: Seat) -> str:
    """The paint of a seat."""
    return "seat-a" if seat is Seat.A else "seat-b"


@_kept
def seat_mark(seat: Seat, x: float, y: float, radius: float, *, plain: bool = False) -> str:
    """A seat's letter in its shape: A in a circle, B in a square; a shape too small for a letter that can be read has none.

    `plain`: without its colour, if pieces have that too.
    """
    paint = "ink" if plain else seat_paint(seat)
    side = radius * 0.9  # a square of about the circle's area
    shape = circle(x, y, radius, paint) if seat is Seat.A else rect(x - side, y - side, 2 * side, 2 * side, paint, corner=radius * 0.2)
    size = max(READABLE, radius * 1.2)
    letter = (
        "" if radius < LETTERED else text(seat, x, y + size * 0.364, size, "ground strong" if plain else "on-fill strong", anchor="middle")
    )
    return f'<g class="plain">{shape}{letter}</g>' if plain else shape + letter


def padlock(paint: str, cut: str) -> str:
    """A closed padlock; `cut` paints its keyhole."""
    shackle = path("M-5,-1V-5A5,5 0 0 1 5,-5V-1", f"bare {paint}-line", pen=2.8)
    return (
        shackle
        + rect(-8.5, -2, 17, 12.5, paint, corner=2.5)
        + path("M0,1.6A1.9,1.9 0 0 1 1.1,5L1.5,7.6H-1.5L-1.1,5A1.9,1.9 0 0 1 0,1.6Z", cut)
    )


def crown(paint: str) -> str:
    """A crown with three points: the winner."""
    balls = "".join(circle(x, y, 1.9, paint) for x, y in ((-10, -5.5), (0, -9), (10, -5.5)))
    return balls + path("M-9.5,8L-10.5,-3.5L-4.6,1L0,-6.5L4.6,1L10.5,-3.5L9.5,8Z", paint)


def tick(paint: str) -> str:
    """A tick: it worked."""
    return path("M-6,0.5L-1.8,5L6.5,-5", f"bare {paint}", pen=3.6)


def cross(paint: str) -> str:
    """A cross: it came to nothing."""
    return path("M-5,-5L5,5M5,-5L-5,5", f"bare {paint}", pen=3.6)


def coin(paint: str, cut: str) -> str:
    """A coin with a raised rim; `cut` paints the stamp."""
    return circle(0, 0, 11, paint) + circle(0, 0, 7.8, f"bare {cut}-line", pen=1.5) + path("M0,-4.4L3,0L0,4.4L-3,0Z", cut)


def coins(paint: str, cut: str) -> str:
    """A small stack of coins, seen from the side: a seat's winnings."""
    layers = (8, 3.2, -1.6)
    stack = "".join(path(f"M-10,{y}V{y + 3}A10,4 0 0 0 10,{y + 3}V{y}Z", f"{paint} {cut}-line", pen=1.2) for y in layers)
    return stack + ellipse(0, -2, 10, 4, f"{paint} {cut}-line", pen=1.2)


# --- Parts of pictures that small games share: a head for each seat, and cards in a row
# A part is an `Element` with its words, so anyone who reads the picture aloud hears all of it. Rows are `WIDTH` wide, as a phone is.


WIDTH = 360
"""The width of a picture, in units: that of a phone."""

HEAD_HEIGHT = 44
"""The height of the line of a seat."""

CARD_WIDTH = 46
CARD_HEIGHT = 64
"""The size of a card that stands alone in its line."""

GAP = 10
"""Between parts of a picture, and between cards."""

ON_PIECES = {"glow": "deep", "deep": "pale", "pale": "deep", "wood": "etched", "wood-dark": "etched"}
"""The paint of a text on each paint that has its own light or colour in every theme."""


def head(seat: Seat, y: float, words: str, sealed: Sequence[Seat] = ()) -> Element:
    """The line of a seat: its sign, some words such as its score, and a padlock while its submission waits sealed."""
    waits = seat in sealed
    lock = group(padlock("accent", "on-fill"), WIDTH - 26, 22) if waits else ""
    label = (
        say("{player}: {state}, has submitted", player=name(seat), state=words) if waits else f"{name(seat)}: {words}".removesuffix(": ")
    )
    return Element(f"seat-{seat.lower()}", seat_mark(seat, 24, 22, 14) + text(words, 48, 28, 16, "ink strong") + lock, label, at=(0, y))


def card(
    slot: str,
    x: float,
    y: float,
    words: str,
    label: str,
    *,
    paint: str = "raised",
    used: bool = False,
    down: bool = False,
    empty: bool = False,
    size: tuple[float, float] = (CARD_WIDTH, CARD_HEIGHT),
) -> Element:
    """A card with a short text; without one it shows its back. The page lights those that may be chosen.

    Args:
        slot: its place.
        x: the left edge.
        y: the upper edge.
        words: the text on it.
        label: the same for those who hear the picture.
        paint: of its face; on a piece such as `pale` or `deep` the text stands out by itself.
        used: whether it is used up: it is pale, and its label says so.
        down: whether it lies face down and its owner looks: its rim is broken.
        empty: whether only its place is there, as the label says: it is pale.
        size: width and height.
    """
    width, height = size
    lit = rect(1, 1, width - 2, height - 2, "lit bare gold-line", corner=6, pen=3)
    halo = rect(-2, -2, width + 4, height + 4, "halo bare accent-line", corner=8, pen=3)
    pale = used or empty
    ground = rect(0, 0, width, height, f"{'ground' if pale else paint} line-line", corner=6, pen=1, dash="3 3" if pale else "")
    rim = rect(4, 4, width - 8, height - 8, "bare muted-line", corner=4, pen=1.5, dash="2 3") if down and words else ""
    back = rect(6, 6, width - 12, height - 12, "table line-line", corner=4, pen=1) if not words and not empty else ""
    letters = 24 if span(words) <= 2 else 15  # units
    ink = "muted" if pale else f"{ON_PIECES.get(paint, 'ink')} strong"
    face = text(words, width / 2, height / 2 + letters / 3, letters, ink, anchor="middle") if words else back
    whole = say("{card}, used", card=label) if used else label
    return Element(slot, ground + lit + halo + rim + face, whole, at=(x, y))


def card_width(words: str) -> float:
    """How wide a card with these words is, so that a finger meets it."""
    return max(CARD_WIDTH, 14 + (9.2 * span(words) if span(words) > 2 else 0))


def row(count: int) -> tuple[float, ...]:
    """The left edge of each of `count` cards in a centred row, from left to right; cards overlap if there are many."""
    step = min(CARD_WIDTH + GAP, (WIDTH - 2 * GAP - CARD_WIDTH) / max(1, count - 1))
    left = (WIDTH - CARD_WIDTH - step * (count - 1)) / 2
    return tuple(left + step * number for number in range(count))
