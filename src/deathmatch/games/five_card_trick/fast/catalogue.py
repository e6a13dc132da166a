"""From views to the kernels' numbers and back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.seats import SEATS
from deathmatch.games.five_card_trick.fast import ahead
from deathmatch.games.five_card_trick.fast.ahead import NONE, Ints
from deathmatch.games.five_card_trick.values import MASKS, Card, Item, Submission, Terms

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View

BITS: Final = {Item.OVERLOAD: ahead.OVERLOAD, Item.RESET: ahead.RESET, Item.PRIORITY: ahead.PRIORITY}
"""The items as the kernels' bits."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The submissions of a variant as the kernels number them.

    Attributes:
        rows: for the kernels.
        moves: the same as values, by row number.
        book: the options that a round asks for.
    """

    rows: ahead.Submissions
    moves: tuple[Submission, ...]
    book: ahead.RoundOptions

    def open(self, position: Ints, seat: int) -> Ints:
        """The row numbers of the submissions that a seat (0 for A) may make within the restrictions, shape (m,)."""
        masks = np.empty(len(self.moves), dtype=np.int64)
        last, barred, items = (int(position[column + seat]) for column in (ahead.LAST, ahead.BARRED, ahead.ITEMS))
        return masks[: ahead.allowed(self.rows, last, barred, items, masks)]


@lru_cache(maxsize=64)
def catalogue(terms: Terms) -> Catalogue:
    """The submissions under these terms."""
    rows = ahead.submissions(terms.sizes, terms.doubles, any(terms.received))
    moves = submissions_of(rows)
    book = ahead.RoundOptions(int(terms.blocked_collides), int(not terms.steal_any), int(terms.priority_beats_block))
    return Catalogue(rows, moves, book)


def submissions_of(rows: ahead.Submissions) -> tuple[Submission, ...]:
    """The kernels' submissions as values, by row number."""
    return tuple(_move(int(c), int(d), int(n), int(i)) for c, d, n, i in zip(*rows, strict=True))


def _move(cards: int, doubled: int, name: int, items: int) -> Submission:
    hand = tuple(sorted(MASKS[cards] + MASKS[doubled]))
    return Submission(hand, None if name == NONE else Card(name), tuple(item for item, bit in BITS.items() if items & bit))


def position(view: View) -> Ints:
    """What the kernels need of a view, shape (WIDTH,)."""
    row = ahead.opening()
    for seat in SEATS:
        side, barred, k = view.sides[seat], view.barred(seat), SEATS.index(seat)
        row[ahead.LAST + k] = barred.pairs
        row[ahead.BARRED + k] = barred.alone
        row[ahead.LIGHTS + k] = side.lights
        row[ahead.BLOCKED + k] = NONE if side.blocked is None else side.blocked
        row[ahead.ITEMS + k] = sum(BITS[item] for item in side.items)
        row[ahead.CHIPS + k] = side.chips
    row[ahead.POT] = view.pot
    return row
