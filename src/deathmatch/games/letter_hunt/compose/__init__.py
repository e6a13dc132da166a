"""The decisions of a seat, made from its view, one for each phase; a move is composed one token at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from deathmatch.core.seats import asked_seat
from deathmatch.games.letter_hunt.compose.opening import FirstDecision, Hold, PickDecision
from deathmatch.games.letter_hunt.compose.turns import Hint, Lose, TurnDecision
from deathmatch.games.letter_hunt.values import Phase
from deathmatch.games.letter_hunt.view import View

__all__ = ["Decision", "decision"]

Decision = FirstDecision | Hold | PickDecision | TurnDecision | Hint | Lose

_DECISIONS: Final[dict[Phase, Callable[[View], Decision]]] = {
    Phase.FIRST: FirstDecision,
    Phase.HOLD: Hold,
    Phase.PICK: PickDecision,
    Phase.TURN: TurnDecision,
    Phase.HINT: Hint,
    Phase.LOSE: Lose,
}


def decision(view: View) -> Decision:
    """What the seat of this view owes."""
    asked_seat(view.eye, view.owing)
    return _DECISIONS[view.phase](view)
