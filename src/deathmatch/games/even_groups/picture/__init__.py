"""The picture of Even Groups, 360 units wide: the board fills the frame, and the corners that it leaves free say how it stands.

The viewer's own colour is counted below, the other's above. Slots: `board`, the rows `row-a` and so on, the cells `cell-e5`, the counts
`count-white` and `count-orange`, `progress` and `last`. Cells say nothing by themselves: their row says what lies in them.
"""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.scene import Scene
from deathmatch.core.seats import Seat
from deathmatch.games.even_groups.picture import board, corners, words
from deathmatch.games.even_groups.values import Colour
from deathmatch.games.even_groups.view import View

__all__ = ["picture"]

HEIGHT = 342
_MIDDLE = HEIGHT / 2


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """What this eye sees. Seats take turns, so nothing ever waits sealed.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    near = view.colour(view.own) or Colour.WHITE
    elements = (
        corners.progress(view),
        corners.count(view, near.other, top=True, height=HEIGHT),
        corners.count(view, near, top=False, height=HEIGHT),
        corners.last(view.last, view.terms.side, HEIGHT),
        board.wood(view.terms.side, _MIDDLE),
        *board.rows(view.board, _MIDDLE),
        *board.cells(view.board, view.last, _MIDDLE),
    )
    return Scene(board.WIDTH, HEIGHT, words.title(view), elements)
