"""The picture of Five-Card Trick, 360 units wide: the viewer's own side below, the other above, pot and played cards between them.

Slots: the viewer's own cards are `hand-score` to `hand-steal`, those across the table `their-score` to `their-steal`; for an onlooker,
who has no side, they are `a-...` and `b-...`. Items are `item-overload`, `item-reset`, `item-priority` on either side; then there
are `pot`, `round`, and by side `...-seat`, `...-light-score`, `...-recent`, `...-played`, `...-played-1` to `-3`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import cached_by_language
from deathmatch.core.wording import name
from deathmatch.games.five_card_trick.picture import side, table, words
from deathmatch.games.five_card_trick.picture.glyphs import signs
from deathmatch.games.five_card_trick.picture.side import PLACES, SideLayout
from deathmatch.games.five_card_trick.view import Moment, View

__all__ = ["picture"]

HEIGHT = 394


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """What this eye sees. `sealed` are the seats whose submission waits; the cards they lay face down say nothing about it.

    Each part is found by the few facts that it shows: a part that looks the same in two pictures is made of the same objects.
    """
    near, far = _places(view.own, isinstance(view.eye, Seat))
    title, middle, seats = _parts(view.at)
    above, below = seats[far.seat], seats[near.seat]
    elements = (
        *middle,
        *above.head.at(far),
        *above.past.at(far),
        *above.row.at(far),
        *_laid(far, above, far.seat in sealed),
        *_laid(near, below, near.seat in sealed),
        *below.head.at(near),
        *below.past.at(near),
        *below.row.at(near),
    )
    return Scene(side.WIDTH, HEIGHT, title, elements, signs=signs())


def _laid(place: SideLayout, parts: _SeatParts, sealed: bool) -> tuple[Element, ...]:
    """The sealed submission of a seat, else its latest cards."""
    return table.sealed(place) if sealed else (*parts.heading.at(place), *parts.laid.at(place))


PartFacts = TypeVar("PartFacts", bound=Hashable)


class _Part(Generic[PartFacts]):
    """A part of the picture with these facts: its elements in each place in which somebody has looked at it."""

    __slots__ = ("_at", "_make", "_of")

    def __init__(self, make: Callable[[SideLayout, PartFacts], tuple[Element, ...]], of: PartFacts) -> None:
        self._make = make
        self._of = of
        self._at: list[tuple[Element, ...] | None] = [None] * PLACES

    def at(self, place: SideLayout) -> tuple[Element, ...]:
        """The elements in one of these few places."""
        made = self._at[place.number]
        if made is None:
            made = self._at[place.number] = self._make(place, self._of)
        return made


@cached_by_language(maxsize=16_384)
def _part(make: Callable[[SideLayout, PartFacts], tuple[Element, ...]], of: PartFacts) -> _Part[PartFacts]:
    """The part with these facts: the same object each time."""
    return _Part(make, of)


class _SeatParts(NamedTuple):
    """The parts of a seat, on whichever side it sits."""

    head: _Part[side.Head]
    past: _Part[side.Past]
    row: _Part[side.Row]
    heading: _Part[table.Heading | None]
    laid: _Part[table.Laid]


@cached_by_language(maxsize=512)  # the eyes of a table ask one right after another
def _parts(now: Moment) -> tuple[str, tuple[Element, ...], BySeat[_SeatParts]]:
    """The title, the middle, and the parts of each seat, the same for every eye: all of a moment is public."""
    return words.title(now), table.middle(now), BySeat(_seat_parts(now, Seat.A), _seat_parts(now, Seat.B))


def _seat_parts(now: Moment, seat: Seat) -> _SeatParts:
    own, laid = side.facts(now, seat), table.facts(now, seat)
    return _SeatParts(
        _part(side.head, own.head),
        _part(side.past, own.past),
        _part(side.row, own.row),
        _part(table.heading, laid.heading),
        _part(table.laid, laid.laid),
    )


@cache
def _places(own: Seat, seated: bool) -> tuple[SideLayout, SideLayout]:
    """The near side and the far one, for somebody who sits at the near one or only looks from there."""
    other = own.other
    number = 4 * seated + 2 * (own is Seat.B)
    near, far = ("hand", "their") if seated else (own.lower(), other.lower())
    return (
        SideLayout(own, near, "" if seated else name(own), near=True, cards=255, head=368, number=number),
        SideLayout(other, far, name(other), near=False, cards=56, head=23, number=number + 1),
    )
