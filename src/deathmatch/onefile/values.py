"""Values of a game in one file: plain and mutable for its rules, frozen in states and views, with places that hide their things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from deathmatch.core import game, seats


class Hidden(Enum):
    """The type of `HIDDEN`."""

    HIDDEN = "hidden"


HIDDEN: Final = Hidden.HIDDEN
"""In a view: something that this eye has not learned. Nothing can be computed with it."""


class Fault(ValueError):
    """Something is wrong with a game in one file.

    Attributes:
        line: of the file; 0 if only the one who plays the game knows it.
        offset: lines below the one of its picture, if the picture is at fault; None if it is not.
    """

    def __init__(self, words: str, line: int = 0, offset: int | None = None) -> None:
        super().__init__(words)
        self.line, self.offset = line, offset


class Row:
    """Places in a row. Each is empty (None) or holds an item, face down or face up. Items are known by their value, so no two are alike."""

    def __init__(self, places: int) -> None:
        self.places: list[Any] = [None] * places
        self.up: set[int] = set()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, place: int) -> Any:
        return self.places[place]

    def add(self, *items: Any) -> None:
        """Lay items face down, each in the first empty place."""
        for item in items:
            self.places[self.places.index(None)] = item

    @property
    def down(self) -> list[Any]:
        """The items that lie face down, from left to right."""
        return [item for place, item in enumerate(self.places) if item is not None and place not in self.up]

    def show(self, item: Any) -> int:
        """Turn an item face up. Returns: its place, counted from 0."""
        place = self.places.index(item)
        self.up.add(place)
        return place

    def swap(self, one: Any, other: Any) -> None:
        """Exchange two items that lie face down."""
        first, second = self.places.index(one), self.places.index(other)
        self.places[first], self.places[second] = other, one


@dataclass(frozen=True, slots=True)
class Frozen:
    """A list, a set (in order, so that equal ones print alike), a dictionary (as pairs) or a row (with the places that lie face up)."""

    kind: str
    items: tuple[Any, ...]
    up: tuple[int, ...] = ()


PLAIN = (int, str, Hidden, type(None))


def freeze(value: Any) -> Any:
    """The frozen form of a value. Raises: TypeError for one that a state cannot hold."""
    match value:
        case tuple():
            return tuple(map(freeze, value))
        case list():
            return Frozen("list", tuple(map(freeze, value)))
        case set() | frozenset():
            return Frozen("set", tuple(sorted(map(freeze, value), key=lambda item: (str(type(item)), item))))
        case dict():
            return Frozen("dict", tuple((key, freeze(one)) for key, one in value.items()))
        case Row():
            return Frozen("row", freeze(tuple(value.places)), tuple(sorted(value.up)))
    if not isinstance(value, PLAIN):
        raise TypeError(f"a value is a number, a text, None, a list, a set, a dictionary or a row of these, not {value!r}")
    return value


def thaw(value: Any) -> Any:
    """A plain copy of a frozen value."""
    if isinstance(value, tuple):
        return tuple(map(thaw, value))
    if not isinstance(value, Frozen):
        return value
    if value.kind == "row":
        row = Row(0)
        row.places, row.up = list(value.items), set(value.up)
        return row
    if value.kind == "dict":
        return {key: thaw(one) for key, one in value.items}
    return (list if value.kind == "list" else set)(map(thaw, value.items))


def things_in(value: Any) -> tuple[Any, ...]:
    """The things in a frozen list, set or row."""
    things: tuple[Any, ...] = value.items if isinstance(value, Frozen) else value
    return things


def masked(value: Any) -> Any:
    """A frozen value as it looks to somebody who may not know it: the number of things is open, and what lies face up."""
    if isinstance(value, tuple):
        return (HIDDEN,) * len(value)
    if not isinstance(value, Frozen):
        return HIDDEN
    if value.kind == "row":
        items = (one if one is None or place in value.up else HIDDEN for place, one in enumerate(value.items))
        return Frozen("row", tuple(items), value.up)
    return Frozen("list", (HIDDEN,) * len(value.items))


def json(value: Any) -> game.Json:
    """A frozen value in JSON; null stands for anything hidden."""
    if isinstance(value, Frozen) and value.kind == "dict":
        return {str(key): json(one) for key, one in value.items}
    if isinstance(value, Frozen | tuple):
        return [json(one) for one in things_in(value)]
    if isinstance(value, seats.Seat):
        return value.value
    return None if value is HIDDEN else value
