"""The bots, weakest first: `random`, `steady`, `strong`. They see views only.

`worth` says what boards are worth, `search` looks ahead where seats move in turn, `at_once` solves what they choose at once, `opening`
has what comes before the battle, `held` the items.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import Source
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot import at_once, held, opening, search
from deathmatch.games.guidance_rite.values.moves import Move, Owed, Turn

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.game import GuidanceRite
    from deathmatch.games.guidance_rite.view import View


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: Source, /) -> Move:
        """A legal move, whatever stands on the board."""
        return decision.sample(source)


@dataclass(frozen=True, slots=True)
class Looking:
    """Looks ahead: at its own turns, and at the captures that follow each.

    Attributes:
        depth: whole turns that it looks at between, as far as its budget goes.
        keep: how many of its turns it looks deeper at.
        powers: how many of its best movements it tries with every power.
        tries: how many of these turns with powers, picked by lot.
        wide: turns of either seat that it weighs where both move at once.
    """

    depth: int
    keep: int
    powers: int
    tries: int
    wide: int

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: Source, /) -> Move:
        """A move; the budget is asked for each turn that is looked at."""
        seat, terms, bout = view.eye, view.terms, view.bout
        assert isinstance(seat, Seat)
        match view.owed:
            case Owed.CLAIM:
                return opening.claim(terms, bout, source)
            case Owed.PLACE:
                return opening.place(terms, bout, seat, source)
            case Owed.FIRST:
                return opening.first(terms, bout, seat)
            case _:
                if bout.mover is None:
                    return at_once.choose(terms, bout, seat, self.wide, budget, source)
                return self._turn(view, seat, budget, source)

    def _turn(self, view: View, seat: Seat, budget: Budget, source: Source) -> Turn:
        """The best turn found; of several as good one by lot."""
        terms, bout = view.terms, view.bout
        options = list(search.options(terms, bout, seat))
        source.shuffle(options)
        found = search.rated(terms, options, seat, budget)
        if budget.spent():
            return found[0][1].turn
        powered = [more for _, option in found[: self.powers] for more in search.spending(terms, bout, seat, option)]
        if powered:
            powered = source.sample(powered, self.tries)
            found = search.best_first(found + search.rated(terms, powered, seat, budget))
        found = search.deepened(terms, found[: self.keep], seat, self.depth, budget)
        return held.better(terms, bout, seat, view.items[seat], found[0], budget, source).turn


STEADY: Final = Looking(depth=0, keep=1, powers=1, tries=16, wide=6)
STRONG: Final = Looking(depth=2, keep=12, powers=3, tries=60, wide=10)


def bots(_game: GuidanceRite) -> Mapping[str, AnyBot]:
    """The bots by name, weakest first."""
    return {"random": Random(), "steady": STEADY, "strong": STRONG}
