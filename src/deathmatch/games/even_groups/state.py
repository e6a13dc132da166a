"""The state of a match of Even Groups. Nothing in it is hidden from anybody."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.game import Over
from deathmatch.core.seats import Seat
from deathmatch.games.even_groups.values import Board, Stones


@dataclass(frozen=True, slots=True)
class State:
    """Between two decisions.

    Attributes:
        board: the stones and their groups.
        white: who owns White; None until that is chosen (R2).
        moves: openings and places accepted so far.
        last: the stones of the last of these; none before the first.
        owing: who owes the next decision; None when over.
        outcome: how the match ended, once it has.
        defaulted: whether the DMO is White because time ran out at the choice of colours (R10).
    """

    board: Board
    white: Seat | None
    moves: int = 0
    last: Stones = ()
    owing: Seat | None = None
    outcome: Over | None = None
    defaulted: bool = False
