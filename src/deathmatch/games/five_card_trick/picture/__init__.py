"""The picture of Five-Card Trick, 360 units wide: the viewer's own side below, the other above, pot and played cards between them.

Slots: the viewer's own cards are `hand-score` to `hand-steal`, those across the table `their-score` to `their-steal`; for an onlooker,
who has no side, they are `a-...` and `b-...`. Items are `item-overload`, `item-reset`, `item-priority` on either side; then there
are `pot`, `round`, and by side `...-seat`, `...-light-score`, `...-recent`, `...-played`, `...-played-1` to `-3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.five_card_trick.picture import side, table, words
from deathmatch.games.five_card_trick.picture.glyphs import SIGNS
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
    facts = _facts(view.at)
    above, below = facts.seats[far.seat], facts.seats[near.seat]
    elements = (
        *facts.middle,
        *side.upper(far, above.line),
        *side.row(far, above.row),
        *table.played(far, above.laid, sealed=far.seat in sealed),
        *table.played(near, below.laid, sealed=near.seat in sealed),
        *side.upper(near, below.line),
        *side.row(near, below.row),
    )
    return Scene(side.WIDTH, HEIGHT, facts.title, elements, signs=SIGNS)


class _SeatFacts(NamedTuple):
    """What a picture shows of a seat, on whichever side it sits."""

    line: side.Line
    row: side.Row
    laid: table.Laid | None


class _Facts(NamedTuple):
    """What a picture shows, whoever looks."""

    title: str
    middle: tuple[Element, ...]
    seats: BySeat[_SeatFacts]


@lru_cache(maxsize=512)  # the eyes of a table ask one right after another
def _facts(now: Moment) -> _Facts:
    """The facts of a moment. All of it is public, so no eye learns them from another one."""
    seats = BySeat.of(lambda seat: _SeatFacts(side.line(now, seat), side.shown(now, seat), table.laid(now, seat)))
    middle = (table.cloth(side.WIDTH, side.MARGIN), table.round_line(now), table.middle(now))
    return _Facts(words.title(now), middle, seats)


@cache
def _places(own: Seat, seated: bool) -> tuple[SideLayout, SideLayout]:
    """The near side and the far one, for somebody who sits at the near one or only looks from there."""
    other = own.other
    return (
        SideLayout(own, "hand" if seated else own.lower(), words.whose(own, mine=seated), near=True, cards=255, head=368),
        SideLayout(other, "their" if seated else other.lower(), words.whose(other, mine=False), near=False, cards=56, head=23),
    )
