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
| `text last` | a value in words; of hidden things their number |
| `hand 2` | the things that the reader can choose now, on at most 2 lines of cards; without a number on 1 line |
| `svg board 200` | the markup that the method `board` returns, or its elements, 200 units high |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from deathmatch.core import shapes
from deathmatch.core.picking import Picked, Wanted
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.shapes import CARD_HEIGHT, GAP, HEAD_HEIGHT, WIDTH, card, card_width
from deathmatch.core.speech import name, say
from deathmatch.onefile import declaring, values

KINDS = ("head", "cards", "lamps", "chips", "text", "hand", "svg")
TAPPED = ("cards", "lamps", "svg")  # kinds of parts whose things can be chosen there
LOW = 48  # units: the height of a card where there are several lines of them
BETWEEN = 6  # cards
LONGEST = 36  # letters of a line of text; the words for those who hear it are whole
CHIPS = 8  # that are shown one by one


@dataclass(frozen=True)
class Part:
    """One part of the layout: its kind, the value that it shows, the side on which (`A`, `B`, or none), a number, and its height."""

    kind: str
    value: str
    side: str
    number: int
    height: float

    def slot(self, seat: Seat | None) -> str:
        """How the slots of its elements begin."""
        return "-".join(filter(None, (seat.lower() if seat else "", re.sub("[^a-z0-9]+", "-", self.value.lower()))))


def _part(declared: type[declaring.Game], words: list[str]) -> Part:
    """The part that these words name. Raises: ValueError."""
    kind, more = (words[0], words[1:]) if words[0] in KINDS else ("", words)
    number = int(more.pop()) if more and more[-1].isdigit() else 0
    target = more.pop() if more else ""
    side, _, value = target.rpartition(".") if kind != "head" else (target, "", "")
    if more or (kind == "head" and side not in SEATS) or (kind == "svg" and not (number and hasattr(declared, value))):
        raise ValueError("write KIND VALUE, head A, or svg METHOD HEIGHT; the kinds are " + ", ".join(KINDS))
    if kind == "hand":
        return Part(kind, "", "B", max(1, number), _tall(max(1, number)))
    if kind in ("svg", "head"):
        return Part(kind, value, side, number, number or HEAD_HEIGHT)
    item = declared.ITEMS.get(value)
    if item is None or (side in SEATS) != item.seats:
        raise ValueError(f"no value is {target!r}" if item is None else f"write A.{value}" if item.seats else f"{value} belongs to no seat")
    start = item.start()
    kind = kind or ("lamps" if item.of else "text" if not hasattr(start, "__iter__") or isinstance(start, str) else "cards")
    number = number or (0 if isinstance(start, list) else len(item.of)) or (len(start) if hasattr(start, "__len__") else 0)
    if kind in ("cards", "lamps") and not number:
        raise ValueError(f"say how many there are at most: cards {target} 7")
    height = {"chips": 30, "text": 24}.get(kind) or _tall(_lines(number, _widest(item.of)))
    return Part(kind, value, side, number, LOW if kind == "lamps" and height == CARD_HEIGHT else height)


def _parts(declared: type[declaring.Game]) -> Iterator[Part]:
    for line, text in enumerate(declared.picture.split("\n")):
        for words in filter(None, map(str.strip, text.split(","))):
            try:
                yield _part(declared, words.split())
            except ValueError as error:
                raise values.Fault(f"the picture has no part {words!r}: {error}", offset=line) from None


def _widest(things: Sequence[Any]) -> float:
    return max((card_width(str(thing)) for thing in things), default=shapes.CARD_WIDTH)


def _lines(number: int, width: float) -> int:
    return max(1, ceil(number / int((WIDTH - 2 * GAP + BETWEEN) / (width + BETWEEN))))


def _tall(lines: int) -> float:
    return CARD_HEIGHT if lines == 1 else lines * (LOW + BETWEEN) - BETWEEN


def _cells(number: int, width: float) -> Iterator[tuple[float, float]]:
    """The left and the upper edge of each card. The lines are as few as possible, centred, and equally long but for the last."""
    each = ceil(number / _lines(number, width))
    for place in range(number):
        line, at = divmod(place, each)
        left = (WIDTH - min(each, number - line * each) * (width + BETWEEN) + BETWEEN) / 2
        yield left + at * (width + BETWEEN), line * (LOW + BETWEEN)


class Layout:
    """The parts of a game, and the places in them. Raises: Fault."""

    def __init__(self, declared: type[declaring.Game]) -> None:
        self.declared = declared
        self.parts = tuple(_parts(declared))
        self.height = int(sum(part.height + GAP for part in self.parts) + GAP)

    def slots(self, view: Any, seat: Seat, wanted: Wanted) -> tuple[tuple[Any, str], ...]:
        """Where each thing of a question lies in the picture of its seat: in a value or a drawing of the game (`on`), or in the hand."""
        where = TAPPED if wanted.on else ("hand",)
        whose, _, on = wanted.on.rpartition(".")
        part = next((part for part in self.parts if part.value == on and part.kind in where), None)
        if wanted.on and part is None:
            raise TypeError(f"on={wanted.on!r} names no cards, lamps or svg of the picture")
        if part is None or wanted.kind == "number":
            return ()
        if part.kind == "svg":
            return tuple((thing, f"{part.slot(None)}-{thing}") for thing in wanted.things)
        if part.kind == "hand":
            return tuple((thing, f"hand-{place}") for place, thing in enumerate(wanted.things, 1))
        item, value, seat = self.declared.ITEMS[on], view.value(on), seat.other if whose == "other" else seat
        lying = item.of or values.things_in(value[SEATS.index(seat)] if item.seats else value)
        slot = part.slot(seat if item.seats else None)
        return tuple((thing, f"{slot}-{place}") for place, thing in enumerate(lying, 1) if thing is not None)

    def scene(self, look: Any, view: Any, sealed: Sequence[Seat], wanted: Wanted | None) -> Scene:
        """The picture of a view; `wanted` is what its seat can choose now."""
        near = view.eye if isinstance(view.eye, Seat) else Seat.B
        chosen = {slot for thing, slot in self.slots(view, near, wanted) if thing in view.chosen} if wanted is not None else set[str]()
        elements: list[Element] = []
        y = float(GAP)
        for part in self.parts:
            seat = None if not part.side else near if part.side == "B" else near.other
            drawn = self._drawn(part, look, view, seat, sealed, wanted)
            elements += [replace(one, at=(one.at[0], one.at[1] + y), svg=one.svg + _ring(one, chosen)) for one in drawn]
            y += part.height + GAP
        title = say("The match is over") if view.outcome is not None else view.part or self.declared.title
        return Scene(WIDTH, self.height, title, tuple(elements))

    def _drawn(self, part: Part, look: Any, view: Any, seat: Seat | None, sealed: Sequence[Seat], wanted: Wanted | None) -> list[Element]:
        """The elements of a part, as if it lay at the top."""
        if part.kind == "svg":
            drawn = getattr(look, part.value)()
            return [Element(part.slot(None), drawn, getattr(look, part.value).__doc__ or part.value)] if isinstance(drawn, str) else drawn
        if part.kind == "hand":
            return self._hand(part, look, () if wanted is None or wanted.on or wanted.kind == "number" else wanted.things)
        if part.kind == "head" and seat is not None:
            return [shapes.head(seat, 0, look.headline(seat), sealed)]
        value = view.value(part.value)
        value = value if seat is None else value[SEATS.index(seat)]
        if part.kind in ("text", "chips"):
            return [_line(part, seat, values.thaw(value), self.declared.ITEMS[part.value].words or part.value.replace("_", " "))]
        return self._cards(part, look, value, seat, view.chosen if part.value == view.into and seat is view.eye else ())

    def _cards(self, part: Part, look: Any, value: Any, seat: Seat | None, into: Picked) -> list[Element]:
        """The places of a row, the things of a list, or all that a set may hold."""
        of, lying = self.declared.ITEMS[part.value].of, list(values.things_in(value))
        for thing in into:
            lying[lying.index(None)] = thing
        kind = getattr(value, "kind", "")
        shown = of if of and kind == "set" else lying
        if len(shown) > part.number:
            raise values.Fault(f"the picture has room for {part.number} things of {part.value}, and there are {len(shown)}", offset=0)
        width, whose = _widest(of), "" if seat is None else f"{name(seat)}, "
        size = (width, CARD_HEIGHT if part.height == CARD_HEIGHT else LOW)
        elements = []
        for place, (x, y) in enumerate(_cells(part.number, width)):
            slot, where = f"{part.slot(seat)}-{place + 1}", whose + say("place {number}", number=place + 1)
            thing = shown[place] if place < len(shown) else None
            words = "" if thing is None or thing is values.HIDDEN else str(thing)
            if shown is of:
                lit, lamp = thing in lying, part.kind == "lamps"
                state = (f", {say('lit')}" if lamp else "") if lit else f", {say('dark') if lamp else say('not there')}"
                paint = "glow" if lamp and lit else look.paint(thing)
                elements.append(card(slot, x, y, words, f"{whose}{words}{state}", paint=paint, empty=not lit, size=size))
            elif thing is None:
                elements.append(card(slot, x, y, "", say("{place}: empty", place=where), empty=True, size=size))
            else:
                down = kind == "row" and place not in value.up
                label = f"{where}: {words}{', ' if down and words else ''}{say('face down') if down or not words else ''}"
                paint = look.paint(thing) if words else "raised"
                elements.append(card(slot, x, y, words, label, paint=paint, down=down, size=size))
        return elements

    @staticmethod
    def _hand(part: Part, look: Any, things: Picked) -> list[Element]:
        """What the reader can choose, unless it lies elsewhere."""
        width = _widest(things)
        lines = _lines(len(things), width)
        if lines > part.number:
            raise values.Fault(f"{len(things)} things to choose need more lines: write hand {lines} in the picture", offset=0)
        size = (width, CARD_HEIGHT if lines == 1 else LOW)
        cells = zip(enumerate(things, 1), _cells(len(things), width), strict=True)
        return [card(f"hand-{place}", x, y, str(one), str(one), paint=look.paint(one), size=size) for (place, one), (x, y) in cells]


def _ring(element: Element, chosen: set[str]) -> str:
    """What marks a thing that its player has chosen."""
    return shapes.circle(8, 8, 6, "accent ground-line", pen=2) if element.slot in chosen else ""


def _line(part: Part, seat: Seat | None, value: Any, words: str) -> Element:
    """A value in words, or as chips."""
    whose = "" if seat is None else f"{name(seat)}, "
    if part.kind == "chips":
        shown = min(value, CHIPS)
        coins = "".join(shapes.group(shapes.coin("glow", "glow-edge"), 28 + 26 * number, 15) for number in range(shown))
        said = f"{words}: {value}"
        return Element(part.slot(seat), coins + shapes.text(said, 20 + 26 * shown, 21, 16, "ink strong"), whose + said)
    several = isinstance(value, list | tuple | set)
    listed = len(value) if several and values.HIDDEN in value else ", ".join(map(str, value)) if several else value
    said = f"{words}: {say('hidden') if value is values.HIDDEN else say('none') if listed in (None, '') else listed}"
    short = said if shapes.span(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
    return Element(part.slot(seat), shapes.text(short, 16, 17, 16, "ink"), whose + said)
