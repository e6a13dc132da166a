"""Bots that look ahead, by the kernels; `steady` and `strong` are two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot import at_once, deep, opening, warming
from deathmatch.games.guidance_rite.bot.claiming import ByLot, Claiming, Mixture
from deathmatch.games.guidance_rite.bot.deep import SearchLimits
from deathmatch.games.guidance_rite.values.moves import Move, Owed
from deathmatch.games.guidance_rite.values.terms import REPLAYS

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.view import View

BLUR: Final = 0.15  # arrows by which `strong` makes the worth of a piece uncertain: so a claim cannot be foreseen, at no cost


@dataclass(frozen=True, slots=True)
class Looking:
    """Looks ahead, by the kernels.

    Attributes:
        limits: how far it looks in turn.
        plan: how far if both move at once.
        claims: how it claims.
        tries: how often a bout is played out with either seat to begin, to choose who does.
        captures: in a row, that it looks at after a placement.
    """

    limits: SearchLimits
    plan: at_once.SearchPlan
    claims: Claiming
    tries: int
    captures: int = opening.CAPTURES

    def warm(self) -> None:
        """Compile the kernels."""
        warming.warm()

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A move."""
        seat, terms, bout = view.eye, view.terms, view.bout
        assert isinstance(seat, Seat)
        match view.owed:
            case Owed.CLAIM:
                return self.claims.claim(terms, bout, seat, source)
            case Owed.PLACE:
                return opening.place(terms, bout, seat, source, self.captures)
            case Owed.FIRST:
                return opening.first(terms, bout, seat, self.tries, budget)
            case _:
                replays = sum(result.bout == bout.number for result in view.results) < REPLAYS
                if bout.mover is None:
                    return at_once.choose(terms, bout, seat, self.plan, budget, source, replays=replays, holds=view.items[seat])
                return deep.choose(deep.Search(terms, bout, self.limits, budget, replays=replays), seat, view.items[seat], source)


STEADY: Final = Looking(
    SearchLimits(depth=2, positions=30_000, tried=3, kept=20, uses=4), at_once.SearchPlan(answers=3), claims=ByLot(), tries=4
)
STRONG: Final = Looking(
    SearchLimits(depth=30, positions=400_000, tried=12, kept=40, uses=24),
    at_once.SearchPlan(answers=8, kept=10, deeper=((1, 6, 36), (2, 4, 9))),
    claims=Mixture(BLUR),
    tries=40,
)
