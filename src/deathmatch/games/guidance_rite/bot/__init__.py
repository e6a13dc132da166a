"""The bots, weakest first: `random`, `steady`, `strong`. They see views only.

`looking` puts together a bot that looks ahead: `claiming` claims pieces by the worth of a draft (`drafting`), `opening` places pieces and
says who begins, `deep` searches if seats move in turn, `at_once` solves simultaneous turns, and `held` has the items. `levels` are bots
that overlook some of this (`overlooking`); `adversaries` test `strong`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.games.guidance_rite.bot.looking import STEADY, STRONG
from deathmatch.games.guidance_rite.values.moves import Move

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.game import GuidanceRite
    from deathmatch.games.guidance_rite.view import View


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move, whatever stands on the board."""
        return decision.sample(source)


def bots(_game: GuidanceRite) -> Mapping[str, AnyBot]:
    """The bots by name, weakest first."""
    return {"random": Random(), "steady": STEADY, "strong": STRONG}
