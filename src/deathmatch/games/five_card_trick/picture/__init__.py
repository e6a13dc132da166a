"""The picture of Five-Card Trick, 360 units wide: the viewer's own side below, the other above, pot and played cards between them.

Slots: the viewer's own cards are `hand-score` to `hand-steal`, those across the table `their-score` to `their-steal`; for an onlooker,
who has no side, they are `a-...` and `b-...`. Items are `item-overload`, `item-reset`, `item-priority` on either side; then there
are `pot`, `round`, and by side `...-seat`, `...-light-score`, `...-recent`, `...-played`, `...-played-1` to `-3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from deathmatch.core.scene import Scene
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick.picture import table, words
from deathmatch.games.five_card_trick.picture.glyphs import SIGNS
from deathmatch.games.five_card_trick.picture.side import MARGIN, WIDTH, SideLayout, side
from deathmatch.games.five_card_trick.view import View

__all__ = ["picture"]

HEIGHT = 394


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """What this eye sees. `sealed` are the seats whose submission waits; the cards they lay face down say nothing about it.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    near, far = _places(view.own, isinstance(view.eye, Seat))
    elements = (
        table.cloth(WIDTH, MARGIN),
        table.round_line(view),
        table.middle(view),
        *side(view, far),
        *table.played(view, far, sealed=far.seat in sealed),
        *table.played(view, near, sealed=near.seat in sealed),
        *side(view, near),
    )
    return Scene(WIDTH, HEIGHT, words.title(view), elements, signs=SIGNS)


@cache
def _places(own: Seat, seated: bool) -> tuple[SideLayout, SideLayout]:
    """The near side and the far one, for somebody who sits at the near one or only looks from there."""
    other = own.other
    return (
        SideLayout(own, "hand" if seated else own.lower(), words.whose(own, mine=seated), near=True, cards=255, head=368),
        SideLayout(other, "their" if seated else other.lower(), words.whose(other, mine=False), near=False, cards=56, head=23),
    )
