"""The picture of Guidance Rite, 360 units wide: the board fills the frame, the viewer's side stands below it and the other's above.

Slots name places: `space-b3` whatever stands there, `head-a` and `head-b`, `item-a-rotate` and so on, `sealed-a`, `sealed-b`, `board`,
`strip`. The board lies the same way for everybody: A1 is at the lower left, and up is north for both seats; who would rather look from the
other side may turn it.
"""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.scene import Element, Scene, also_at
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.picture import board, heads, words
from deathmatch.games.guidance_rite.view import View

__all__ = ["picture"]


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """What this eye sees. `sealed` are the seats whose submission waits.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    plan = board.plan(view.terms.columns, view.terms.rows)
    near = view.near
    top = heads.TALL + heads.GAP
    size = (heads.COLUMN + board.WIDTH, plan.height + heads.STRIP)  # in the wide arrangement the heads stand left of the board
    strip = top + plan.height
    low = strip + heads.STRIP
    middle = [board.wood(plan, top), *board.spaces(view, plan, top), heads.strip(words.strip(view), strip)]
    elements: list[Element] = [
        *heads.head(view, near.other, 0, (0, heads.TALL), waits=near.other in sealed),
        *[also_at(element, element.at[0] + heads.COLUMN, element.at[1] - top) for element in middle],
        *heads.head(view, near, low, (size[1] - heads.TALL, size[1] - 2 * heads.TALL), waits=near in sealed),
    ]
    pivot = (board.WIDTH / 2, top + plan.height / 2)
    return Scene(board.WIDTH, low + heads.TALL, words.title(view), tuple(elements), pivot=pivot, wide=size)
