"""Five-Card Trick by the plain rules, as its batches observe it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick.values import CARDS, ITEMS, Card, Cards, Item
from packages.frameworks.tests.vector.mirror import Whole

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Observations


class FiveCardTrick(Whole):
    """An action is a whole submission, as its canonical text."""

    def look(self, seat: Seat, row: Observations, *, new: bool) -> None:
        """See `Mirror`: every step is a new state."""
        assert new
        view = self.view(seat)
        look: list[float] = [seat is Seat.B, view.round, view.ends_after, view.pot]
        for side in (view.sides[seat], view.sides[seat.other]):
            look.append(side.chips)
            look += _flags(side.lights, side.blocked, side.recent, side.items)
        look += [self.owed == "priority" and whose in self.owing for whose in (seat, seat.other)]
        row[:] = look


@lru_cache(maxsize=65536)
def _flags(lights: int, blocked: Card | None, recent: tuple[Cards, ...], items: tuple[Item, ...]) -> list[bool]:
    """All of a side but its chips, as a batch observes it."""
    last = recent[-1] if recent else ()
    before = recent[-2] if len(recent) > 1 else ()
    look = [bool(lights >> card & 1) for card in CARDS]
    look += [card is blocked for card in CARDS]
    look += [card in last for card in CARDS]
    look += [card in last and (card in before or last.count(card) > 1) for card in CARDS]
    return look + [item in items for item in ITEMS]
