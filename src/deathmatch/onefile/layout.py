"""The picture of a game in one file, laid out by words: `head A, cards A.tiles, chips pot, cards B.tiles, head B, hand`.

It is written as seat B and the public see it: seat A sees the sides exchanged, so the reader's own side lies below. Parts stand below each
other, divided by commas or lines. Every part keeps its height, whatever it shows.

| part | shows |
| --- | --- |
| `head A` | the sign of the seat, its points (`headline`), and a padlock while its answer waits |
| `cards A.tiles` | the places of a row, or all that a set may hold (`of`), those in the set bright |
| `cards A.hand 9` | a list, of 9 things at most |
| `lamps A.lamps` | a lamp for all that a set may hold (`of`), those in the set lit |
| `chips pot` | a number, as chips |
| `text last` | a value in words |
| `hand 2` | what the reader can choose now, on 2 lines of cards at most; 1 unless it is said |
| `svg board 200` | the markup that the method `board` returns, or its elements, 200 units high |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from deathmatch.core import shapes
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import CARD_HEIGHT, GAP, HEAD_HEIGHT, WIDTH, card, card_width
from deathmatch.core.speech import name, say
from deathmatch.onefile.answers import Wanted
from deathmatch.onefile.declaring import Game, Item
from deathmatch.onefile.values import HIDDEN, Frozen, thaw

KINDS = ("head", "cards", "lamps", "chips", "text", "hand", "svg")
LOW = 48  # units: the height of a card where there are several lines of them
BETWEEN = 6  # cards
CHIPS = 8  # that are shown one by one
LETTER = 16  # units: the size of a line of text


@dataclass(frozen=True)
class Part:
    """One part of the layout: its kind, the value that it shows, the side on which (`A`, `B`, or none), a number, and its height."""

    kind: str
    value: str
    side: str
    number: int
    height: float


class LayoutError(ValueError):
    """A part that is no part of this game.

    Attributes:
        line: of the layout, from 0.
    """

    def __init__(self, words: str, line: int = 0) -> None:
        super().__init__(words)
        self.line = line


def _parts(declared: type[Game]) -> Iterator[Part]:
    for line, text in enumerate(declared.picture.split("\n")):
        for words in filter(None, map(str.strip, text.split(","))):
            try:
                yield _part(declared, words.split())
            except ValueError as error:
                raise LayoutError(f"the picture has no part {words!r}: {error}", line) from None


def _part(declared: type[Game], words: list[str]) -> Part:
    kind, more = (words[0], words[1:]) if words[0] in KINDS else ("", words)
    target = more[0] if more and not more[0].isdigit() else ""
    number = int(more[-1]) if more and more[-1].isdigit() else 0
    if len(more) > bool(target) + bool(number):
        raise ValueError(f"its kind is one of {', '.join(KINDS)}")
    side, _, value = target.rpartition(".") if kind != "head" else (target, "", "")
    if kind == "hand":
        return Part(kind, "", "B", max(1, number), _tall(max(1, number)))
    if kind == "svg" and number and hasattr(declared, value):
        return Part(kind, value, "", number, number)
    if kind == "head" and side in ("A", "B"):
        return Part(kind, "", side, 0, HEAD_HEIGHT)
    item = declared.ITEMS.get(value)
    if item is None:
        raise ValueError(f"no value has the name {value or target!r}" if kind != "svg" else "write svg METHOD HEIGHT")
    if (side in ("A", "B")) != item.seats:
        raise ValueError(f"{value} has one value for each seat: write A.{value}" if item.seats else f"{value} belongs to no seat")
    start = item.start()
    kind = kind or (
        "lamps" if item.of and isinstance(start, set) else "cards" if isinstance(start, list) or hasattr(start, "places") else "text"
    )
    number = number or len(item.of) or (len(start) if hasattr(start, "__len__") else 0)
    if kind in ("cards", "lamps") and not number:
        raise ValueError(f"say how many there are at most: cards {target} 7")
    height = {"chips": 30, "text": 24, "lamps": LOW}.get(kind) or _tall(_lines(number, _widest(item.of)))
    return Part(kind, value, side, number, height)


def _widest(things: Sequence[Any]) -> float:
    return max((card_width(str(thing)) for thing in things), default=shapes.CARD_WIDTH)


def _lines(number: int, width: float) -> int:
    return ceil(number / int((WIDTH - 2 * GAP + BETWEEN) / (width + BETWEEN)))


def _tall(lines: int) -> float:
    return CARD_HEIGHT if lines == 1 else lines * (LOW + BETWEEN) - BETWEEN


def _cells(number: int, width: float) -> list[tuple[float, float, float]]:
    """The left edge, the upper edge and the height of so many cards: lines of equal length, as few as can be, each in the middle."""
    lines = max(1, _lines(number, width))
    each, height = ceil(number / lines), CARD_HEIGHT if lines == 1 else LOW
    cells = []
    for place in range(number):
        line, at = divmod(place, each)
        left = (WIDTH - min(each, number - line * each) * (width + BETWEEN) + BETWEEN) / 2
        cells.append((left + at * (width + BETWEEN), line * (LOW + BETWEEN), height))
    return cells


class Layout:
    """The parts of a game, and the places in them. Raises: LayoutError."""

    def __init__(self, declared: type[Game]) -> None:
        self.declared = declared
        self.parts = tuple(_parts(declared))
        self.height = int(sum(part.height + GAP for part in self.parts) + GAP)
        self.lines = next((part.number for part in self.parts if part.kind == "hand"), 0)

    # --- Places

    def slots(self, view: Any, seat: Seat, wanted: Wanted) -> tuple[tuple[Any, str], ...]:
        """Where each thing of a question lies in the picture of its seat: in a value (`on`), in an own drawing, or in the hand."""
        if wanted.kind == "number":
            return ()
        if not wanted.on:
            return tuple((thing, f"hand-{place}") for place, thing in enumerate(wanted.things, 1)) if self.lines else ()
        part = next((part for part in self.parts if part.value == wanted.on), None)
        if part is None:
            raise TypeError(f"on={wanted.on!r} names nothing in the picture")
        if part.kind == "svg":
            return tuple((thing, f"{_slug(wanted.on)}-{thing}") for thing in wanted.things)
        item = self.declared.ITEMS[wanted.on]
        value = view.value(wanted.on)
        lying = list(item.of) or list(_items(value[0 if seat is Seat.A else 1] if item.seats else value))
        start = f"{seat.lower()}-{_slug(wanted.on)}" if item.seats else _slug(wanted.on)
        return tuple((thing, f"{start}-{place}") for place, thing in enumerate(lying, 1) if thing is not None)

    # --- The picture

    def scene(self, look: Any, view: Any, sealed: Sequence[Seat], wanted: Wanted | None) -> Scene:
        """The picture of a view."""
        near = view.eye if isinstance(view.eye, Seat) else Seat.B
        elements: list[Element] = []
        y = float(GAP)
        chosen = {slot for thing, slot in self.slots(view, near, wanted) if thing in view.chosen} if wanted is not None else set[str]()
        for part in self.parts:
            seat = None if not part.side else near if part.side == "B" else near.other
            for element in self._drawn(part, look, view, seat, sealed, wanted, chosen):
                elements.append(replace(element, at=(element.at[0], element.at[1] + y)))
            y += part.height + GAP
        title = say("The match is over") if view.outcome is not None else view.part or self.declared.title
        return Scene(WIDTH, self.height, title, tuple(elements))

    def _drawn(
        self, part: Part, look: Any, view: Any, seat: Seat | None, sealed: Sequence[Seat], wanted: Wanted | None, chosen: set[str]
    ) -> list[Element]:
        if part.kind == "svg":
            drawn = getattr(look, part.value)()
            return [Element(_slug(part.value), drawn, _label(look, part.value))] if isinstance(drawn, str) else list(drawn)
        if part.kind == "hand":
            return self._hand(part, look, wanted, chosen)
        if part.kind == "head":
            assert seat is not None
            return [shapes.head(seat, 0, look.headline(seat), sealed)]
        item = self.declared.ITEMS[part.value]
        value = view.value(part.value)
        value = value if seat is None else value[0 if seat is Seat.A else 1]
        whose = "" if seat is None else f"{name(seat)}, "
        slot = _slug(part.value) if seat is None else f"{seat.lower()}-{_slug(part.value)}"
        if part.kind in ("text", "chips"):
            return [_line(part.kind, slot, thaw(value), item.words or part.value.replace("_", " "), whose)]
        return self._cards(
            part, item, look, value, slot, whose, view.chosen if part.value == view.into and seat is view.eye else (), chosen
        )

    def _cards(
        self, part: Part, item: Item, look: Any, value: Any, slot: str, whose: str, into: Sequence[Any], chosen: set[str]
    ) -> list[Element]:
        """The places of a row, a list, or all that a set may hold."""
        lying, up, is_set = list(_items(value)), set(getattr(value, "up", ())), isinstance(value, Frozen) and value.kind == "set"
        for thing in into:
            lying[lying.index(None)] = thing
        shown = list(item.of) if is_set and item.of else lying
        if len(shown) > part.number:
            raise LayoutError(f"the picture has room for {part.number} things of {part.value}, and there are {len(shown)}")
        width = _widest(item.of)
        size = (width, LOW if part.kind == "lamps" else _cells(part.number, width)[0][2])
        elements = []
        for place, (x, y, _) in enumerate(_cells(part.number, width)):
            at = f"{slot}-{place + 1}"
            thing = shown[place] if place < len(shown) else None
            words = "" if thing is None or thing is HIDDEN else str(thing)
            where = say("place {number}", number=place + 1)
            if is_set:
                lit = thing in lying
                state = say("lit") if part.kind == "lamps" and lit else say("dark") if part.kind == "lamps" else ""
                label = f"{whose}{words}{', ' if state else ''}{state}"
                paint = "gold-soft" if lit and part.kind == "lamps" else look.paint(thing)
                elements.append(card(at, x, y, words, label, paint=paint, used=not lit, chosen=at in chosen, size=size))
            elif thing is None:
                elements.append(card(at, x, y, "", say("{place}: empty", place=whose + where), used=True, size=size))
            else:
                down = isinstance(value, Frozen) and value.kind == "row" and place not in up
                state = say("face down") if down or thing is HIDDEN else ""
                label = f"{whose}{where}: {words}{', ' if words and state else ''}{state}"
                paint = look.paint(thing) if words else "raised"
                elements.append(card(at, x, y, words, label, paint=paint, down=down and bool(words), chosen=at in chosen, size=size))
        return elements

    def _hand(self, part: Part, look: Any, wanted: Wanted | None, chosen: set[str]) -> list[Element]:
        """What the reader can choose; nothing while it can choose nothing, or what it can lies elsewhere."""
        things = wanted.things if wanted is not None and wanted.kind != "number" and not wanted.on else ()
        width = _widest(things)
        if things and _lines(len(things), width) > part.number:
            raise LayoutError(f"{len(things)} things to choose need more lines: write hand {_lines(len(things), width)} in the picture")
        size = (width, CARD_HEIGHT if _lines(len(things), width) <= 1 else LOW)
        places = zip(enumerate(things, 1), _cells(len(things), width), strict=True)
        return [
            card(f"hand-{place}", x, y, str(thing), str(thing), paint=look.paint(thing), chosen=f"hand-{place}" in chosen, size=size)
            for (place, thing), (x, y, _) in places
        ]


def _line(kind: str, slot: str, value: Any, words: str, whose: str) -> Element:
    if kind == "chips":
        coins = "".join(shapes.group(shapes.coin("glow", "glow-edge"), 28 + 26 * number, 15) for number in range(min(value, CHIPS)))
        x = 28 + 26 * min(value, CHIPS)
        said = f"{value} {words}"
        return Element(slot, coins + shapes.text(said, x if value else 16, 21, LETTER, "ink strong"), whose + said)
    listed = ", ".join(map(str, value)) if isinstance(value, list | tuple | set) else value
    said = f"{words}: {say('hidden') if value is HIDDEN else say('none') if listed in (None, '') else listed}"
    return Element(slot, shapes.text(said, 16, 17, LETTER, "ink"), whose + said)


def _items(value: Any) -> tuple[Any, ...]:
    return value.items if isinstance(value, Frozen) else value if isinstance(value, tuple) else ()


def _slug(word: str) -> str:
    return re.sub("[^a-z0-9]+", "-", word.lower()).strip("-")


def _label(look: Any, method: str) -> str:
    return " ".join((getattr(look, method).__doc__ or method).split())
