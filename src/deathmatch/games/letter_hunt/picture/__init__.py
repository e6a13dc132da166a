"""The picture of Letter Hunt, 360 units wide. From the top: the other hand, the last action, the table of words, the alphabet with the
public knowledge of each letter, and the viewer's own hand.

Slots name places: `hand-1` to `hand-8` are the viewer's own tiles, from the left, `their-hand` the backs across the table; for an onlooker,
who has no hand, they are `a-hand` and `b-hand`. Then there are `hint-1` to `hint-3`, `ledger-1` to `ledger-5` with
`ledger-past-1` and so on for the turns above them, and `letter-a` to `letter-z`. The size is the same at every position.
"""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.scene import Scene, also_at
from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.picture import alphabet, hands, ledger, stage, words
from deathmatch.games.letter_hunt.picture.places import BOOK_UP, COLUMN, HEIGHT, NEAR_UP, WIDE, WIDTH
from deathmatch.games.letter_hunt.view import View

__all__ = ["picture"]


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """What this eye sees. `sealed` are the seats whose submission waits.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    near, far = view.near, view.near.other
    book = [also_at(part, part.at[0] + COLUMN, part.at[1] - BOOK_UP) for part in (*ledger.ledger(view), *alphabet.alphabet(view))]
    own = [also_at(part, part.at[0], part.at[1] - NEAR_UP) for part in hands.side(view, near, sealed=near in sealed)]
    return Scene(
        WIDTH,
        HEIGHT,
        words.title(view),
        (
            *hands.side(view, far, sealed=far in sealed),
            *stage.stage(view),
            *book,
            *own,
        ),
        wide=WIDE,
        scroll=ledger.SCROLL,
    )
