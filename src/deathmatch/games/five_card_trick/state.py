"""The state of a match of Five-Card Trick. It has no secrets: submissions that wait sealed are the referee's."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.game import Over
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.five_card_trick.values import Round, Side


@dataclass(frozen=True, slots=True)
class State:
    """Between two decisions.

    Attributes:
        round: the round being played; during `priority` the round just resolved; when over the last one.
        ends_after: the round after which chips are compared next (R25).
        replays: how often this round has been replayed (R12).
        pot: chips in the pot, never below 1.
        sides: the side of each seat.
        last: the last round that counted.
        answering: who decides about Claim Priority now (R11); None while both seats owe cards.
        outcome: how the match ended, once it has.
    """

    round: int
    ends_after: int
    replays: int
    pot: int
    sides: BySeat[Side]
    last: Round | None = None
    answering: Seat | None = None
    outcome: Over | None = None
