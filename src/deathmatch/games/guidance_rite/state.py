"""The state of a match of Guidance Rite between two decisions. It has no secrets: what waits sealed is the referee's."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.game import Over
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.guidance_rite.values.moves import NOTHING, Answers, Bout, BoutResult, Item, Owed
from deathmatch.games.guidance_rite.values.terms import Terms


@dataclass(frozen=True, slots=True)
class State:
    """Between two decisions.

    Attributes:
        owed: the decision or deal that is due; when over the last one that was.
        bout: the present one; when over as the last turn left it.
        items: what each seat holds and has not used, in the book's order.
        wins: bouts that each seat has won.
        results: the bouts that have ended.
        opener: who moved first in bout 1; None before, and if nobody did.
        last: the latest submissions; empty at the start, and after a deal.
        outcome: how the match ended, once it has.
    """

    owed: Owed
    bout: Bout
    items: BySeat[tuple[Item, ...]]
    wins: BySeat[int] = NOTHING
    results: tuple[BoutResult, ...] = ()
    opener: Seat | None = None
    last: Answers = ()
    outcome: Over | None = None

    def asked(self, terms: Terms) -> tuple[Seat, ...]:
        """The seats that owe a submission; none while a deal is due."""
        match self.owed:
            case Owed.BOARD:
                return ()
            case Owed.CLAIM:
                return SEATS
            case Owed.PLACE:
                return tuple([seat for seat in SEATS if self.bout.owed[seat]])
            case Owed.FIRST:
                return (terms.chooser,)
            case Owed.TURN:
                return SEATS if self.bout.mover is None else (self.bout.mover,)
