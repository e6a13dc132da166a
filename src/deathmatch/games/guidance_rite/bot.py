"""The bots, weakest first. They see views only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import Source
from deathmatch.core.game import Decision
from deathmatch.games.guidance_rite.values.moves import Move

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.game import GuidanceRite
    from deathmatch.games.guidance_rite.view import View


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: Source, /) -> Move:
        """A legal move, whatever stands on the board."""
        return decision.sample(source)


def bots(game: GuidanceRite) -> Mapping[str, AnyBot]:
    """As the capability has it."""
    return {"random": Random()}
