"""The decisions of a seat, made from its view, one for each phase; a move is composed one token at a time."""

from __future__ import annotations

from typing import Final, TypeAlias

from deathmatch.core.seats import asked_seat
from deathmatch.games.tile_joust.compose.auction import Bidding, Choosing, KeepDecision, Picking
from deathmatch.games.tile_joust.compose.jousting import Putting, Using
from deathmatch.games.tile_joust.values import Owed
from deathmatch.games.tile_joust.view import View

__all__ = ["Decision", "decision"]

Decision: TypeAlias = Picking | Bidding | Choosing | KeepDecision | Using | Putting


def decision(view: View) -> Decision:
    """What the seat of this view owes."""
    seat = asked_seat(view.eye, view.owing)
    return _DECISIONS[view.owed](view, seat)


_DECISIONS: Final[dict[Owed, type[Decision]]] = {
    Owed.PICK: Picking,
    Owed.BID: Bidding,
    Owed.CHOOSE: Choosing,
    Owed.KEEP: KeepDecision,
    Owed.ITEMS: Using,
    Owed.FIRST: Putting,
    Owed.MORE: Putting,
}
