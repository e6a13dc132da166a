"""The state of a match of Letter Hunt, with all its secrets. Only the rules, the deals and the view look at it."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.game import Over
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.letter_hunt.values import Phase, Side, Terms, Turn

NEW = BySeat(Side(), Side())
NOTHING = BySeat("", "")


@dataclass(frozen=True, slots=True)
class Open:
    """What everybody may know of a match between two decisions.

    Attributes:
        phase: the present decision.
        first: who takes the first turn, once that is known.
        defaulted: whether a time-out has settled that (R2).
        redraws: made so far.
        turn: number of the turn that is being taken, from 1; 0 in the set-up, when over that of the last one.
        turns: all that were taken; the last one may be unfinished.
        lost: the letters removed from each hand, in the order in which they went.
        not_held: the slips of each seat (R14), in order.
        again: whether `lose` is asked once more after a slip.
        outcome: how the match ended, once it has.
    """

    phase: Phase
    first: Seat | None
    defaulted: bool = False
    redraws: int = 0
    turn: int = 0
    turns: tuple[Turn, ...] = ()
    lost: BySeat[str] = NOTHING
    not_held: BySeat[str] = NOTHING
    again: bool = False
    outcome: Over | None = None

    @property
    def active(self) -> Seat | None:
        """Whose turn it is; None in the set-up and when over."""
        if not self.turn or self.first is None or self.outcome is not None:
            return None
        return self.first if self.turn % 2 else self.first.other


@dataclass(frozen=True, slots=True)
class State(Open):
    """Between two decisions, with all secrets.

    Attributes:
        sides: what each seat has.
        onlookers: their letters in order (R6); empty before the deal.
        skipped: turns skipped in a row (R18).
    """

    sides: BySeat[Side] = NEW
    onlookers: str = ""
    skipped: int = 0

    def asked(self, terms: Terms) -> tuple[Seat, ...]:
        """The seats that owe a submission, A first; none while a deal is due or the match is over."""
        if self.outcome is not None:
            return ()
        match self.phase:
            case Phase.HOLD | Phase.PICK:
                return SEATS
            case Phase.FIRST:
                seat = terms.chooser
            case Phase.HINT:
                seat = self.turns[-1].asked
            case Phase.TURN | Phase.LAST | Phase.LOSE:
                seat = self.active
            case _:
                return ()
        assert seat is not None
        return (seat,)
