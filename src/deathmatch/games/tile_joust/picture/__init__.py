"""The picture of Tile Joust, 360 units wide: the viewer's own tiles below, what the other has bought above, the block or the joust between.

Slots name places, never numbers. The viewer's own tiles are `hand-SET-GROUP-SIZE` or `hand-SET-left` by their place in the auction, those
across the table `their-...`; for an onlooker, who has no side, they are `a-...` and `b-...`. By side there are also `...-seat`, `...-up-1`
to `-5`, `...-sealed`, `...-total`; then `block-minute` to `block-giant`, `bid`, `group`, `coming`, `offer-1`, `offer-2`, `stand`, and
`item-inversion`, `item-equaliser`, `item-conceal`, no matter who holds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from deathmatch.core.scene import Scene
from deathmatch.core.seats import Seat
from deathmatch.core.wording import name
from deathmatch.games.tile_joust.picture import middle, sides, words
from deathmatch.games.tile_joust.picture.sides import SideLayout
from deathmatch.games.tile_joust.view import View

__all__ = ["picture"]

HEIGHT = 410


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """What this eye sees. `sealed` are the seats whose submission waits; what lies there for it says nothing about it.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    near, far = _places(view.near, isinstance(view.eye, Seat))
    elements = (
        middle.cloth(),
        sides.head(view, far),
        *sides.items(view, far),
        *sides.tiles(view, far),
        *middle.middle(view, far, near, sealed),
        *sides.tiles(view, near),
        sides.head(view, near),
        *sides.items(view, near),
    )
    return Scene(sides.WIDTH, HEIGHT, words.title(view), elements)


@cache
def _places(own: Seat, seated: bool) -> tuple[SideLayout, SideLayout]:
    """The near side and the far one, for somebody who sits at the near one or only looks from there."""
    other, top = own.other, middle.TOP
    mine, theirs = "" if seated else name(own), name(other)
    return (
        SideLayout(own, "hand" if seated else own.lower(), mine, head=386, tiles=274, row=top + middle.NEAR_ROW),
        SideLayout(other, "their" if seated else other.lower(), theirs, head=22, tiles=44, row=top + middle.FAR_ROW),
    )
