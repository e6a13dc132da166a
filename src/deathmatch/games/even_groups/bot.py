"""The bots, weakest first. They see views only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import Source
from deathmatch.core.game import Decision
from deathmatch.games.even_groups.values import Move

if TYPE_CHECKING:
    from deathmatch.games.even_groups.game import EvenGroups
    from deathmatch.games.even_groups.view import View


class Random:
    """Any legal move, each with the same chance."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: Source, /) -> Move:
        """A legal move."""
        return decision.sample(source)


def bots(_game: EvenGroups) -> Mapping[str, AnyBot]:
    """The bots for the game."""
    return {"random": Random()}
