"""The bots, weakest first: `random`, `steady`, `strong`. They see views only.

`deep` looks ahead if seats move in turn, `at_once` solves simultaneous turns; `opening` plays the phases before the battle, by the worth
of a draft (`drafting`); `held` has the items.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot import at_once, deep, opening, warming
from deathmatch.games.guidance_rite.bot.deep import SearchLimits
from deathmatch.games.guidance_rite.values.moves import Move, Owed
from deathmatch.games.guidance_rite.values.terms import REPLAYS

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.game import GuidanceRite
    from deathmatch.games.guidance_rite.view import View


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move, whatever stands on the board."""
        return decision.sample(source)


@dataclass(frozen=True, slots=True)
class Looking:
    """Looks ahead, by the kernels.

    Attributes:
        limits: how far it looks in turn.
        plan: how far if both move at once.
        solves: whether a claim is chosen as a matrix game, or by lot.
        tries: how often a bout is played out with either seat to begin, to choose who does.
    """

    limits: SearchLimits
    plan: at_once.SearchPlan
    solves: bool
    tries: int

    def warm(self) -> None:
        """Compile the kernels."""
        warming.warm()

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A move."""
        seat, terms, bout = view.eye, view.terms, view.bout
        assert isinstance(seat, Seat)
        match view.owed:
            case Owed.CLAIM:
                return (opening.claim if self.solves else opening.random_claim)(terms, bout, seat, source)
            case Owed.PLACE:
                return opening.place(terms, bout, seat, source)
            case Owed.FIRST:
                return opening.first(terms, bout, seat, self.tries, budget)
            case _:
                replays = sum(result.bout == bout.number for result in view.results) < REPLAYS
                if bout.mover is None:
                    return at_once.choose(terms, bout, seat, self.plan, budget, source, replays=replays, holds=view.items[seat])
                return deep.choose(deep.Search(terms, bout, self.limits, budget, replays=replays), seat, view.items[seat], source)


STEADY: Final = Looking(
    SearchLimits(depth=2, positions=30_000, tried=3, kept=20, uses=4), at_once.SearchPlan(answers=3), solves=False, tries=4
)
STRONG: Final = Looking(
    SearchLimits(depth=30, positions=400_000, tried=12, kept=40, uses=24),
    at_once.SearchPlan(answers=8, kept=10, deeper=((1, 6, 36), (2, 4, 9))),
    solves=True,
    tries=40,
)


def bots(_game: GuidanceRite) -> Mapping[str, AnyBot]:
    """The bots by name, weakest first."""
    return {"random": Random(), "steady": STEADY, "strong": STRONG}
