"""The decisions of a seat, made from its view, one for each phase; a move is composed one token at a time."""

from __future__ import annotations

from typing import Final, TypeAlias

from deathmatch.core.seats import asked_seat
from deathmatch.games.guidance_rite.compose.opening import Beginning, Claiming, Placing
from deathmatch.games.guidance_rite.compose.turning import Turning
from deathmatch.games.guidance_rite.values.moves import Owed
from deathmatch.games.guidance_rite.view import View

__all__ = ["Decision", "decision"]

Decision: TypeAlias = Claiming | Placing | Beginning | Turning


def decision(view: View) -> Decision:
    """What the seat of this view owes."""
    seat = asked_seat(view.eye, view.owing)
    return _DECISIONS[view.owed](view, seat)


_DECISIONS: Final[dict[Owed, type[Decision]]] = {
    Owed.CLAIM: Claiming,
    Owed.PLACE: Placing,
    Owed.FIRST: Beginning,
    Owed.TURN: Turning,
}
