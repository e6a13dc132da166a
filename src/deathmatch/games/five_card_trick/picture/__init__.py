"""The picture of Five-Card Trick, 360 units wide: the viewer's own side below, the other above, pot and played cards between them.

Slots: the viewer's own cards are `hand-score` to `hand-steal`, those across the table `their-score` to `their-steal`; for an onlooker,
who has no side, they are `a-...` and `b-...`. Items are `item-overload`, `item-reset`, `item-priority` on either side; then there
are `pot`, `round`, and by side `...-seat`, `...-light-score`, `...-recent`, `...-played`, `...-played-1` to `-3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import cached_by_language
from deathmatch.core.wording import name
from deathmatch.games.five_card_trick.picture import side, table, words
from deathmatch.games.five_card_trick.picture.glyphs import signs
from deathmatch.games.five_card_trick.picture.side import SideLayout
from deathmatch.games.five_card_trick.view import Moment, View

__all__ = ["picture"]

HEIGHT = 394


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """What this eye sees. `sealed` are the seats whose submission waits; the cards they lay face down say nothing about it.

    Each part comes from a cached function of the few facts that it shows: a part that looks the same in two pictures is made of the same
    objects.
    """
    near, far = _places(view.own, isinstance(view.eye, Seat))
    title, middle, seats = _facts(view.at)
    above, below = seats[far.seat], seats[near.seat]
    elements = (
        *middle,
        *side.head(far, above.side.head),
        *side.past(far, above.side.past),
        *side.row(far, above.side.row),
        *_laid(far, above.table, far.seat in sealed),
        *_laid(near, below.table, near.seat in sealed),
        *side.head(near, below.side.head),
        *side.past(near, below.side.past),
        *side.row(near, below.side.row),
    )
    return Scene(side.WIDTH, HEIGHT, title, elements, signs=signs())


def _laid(place: SideLayout, facts: table.Facts, sealed: bool) -> tuple[Element, ...]:
    """The sealed submission of a seat, else its latest cards."""
    return table.sealed(place) if sealed else (table.heading(place, facts.heading), *table.laid(place, facts.laid))


class _SeatFacts(NamedTuple):
    side: side.Facts
    table: table.Facts


@cached_by_language(maxsize=512)  # the eyes of a table ask one right after another
def _facts(now: Moment) -> tuple[str, tuple[Element, ...], BySeat[_SeatFacts]]:
    """The title, the middle, and the facts of each seat, the same for every eye: all of a moment is public."""
    seats = BySeat.of(lambda seat: _SeatFacts(side.facts(now, seat), table.facts(now, seat)))
    return words.title(now), table.middle(now), seats


@cache
def _places(own: Seat, seated: bool) -> tuple[SideLayout, SideLayout]:
    """The near side and the far one, for somebody who sits at the near one or only looks from there."""
    other = own.other
    return (
        SideLayout(own, "hand" if seated else own.lower(), "" if seated else name(own), near=True, cards=255, head=368),
        SideLayout(other, "their" if seated else other.lower(), name(other), near=False, cards=56, head=23),
    )
