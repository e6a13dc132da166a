"""The bots, weakest first: `random`, `steady`, `strong`, `perfect`. They see views only; docs/bots.md says how they think."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot
from deathmatch.games.five_card_trick.bot.perfect import Perfect
from deathmatch.games.five_card_trick.bot.plain import Random, Steady
from deathmatch.games.five_card_trick.bot.strong import Strong

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick


def bots(game: FiveCardTrick) -> Mapping[str, AnyBot]:
    """The bots of a variant by name, weakest first."""
    return {"random": Random(), "steady": Steady(), "strong": Strong(game.terms), "perfect": Perfect(game.terms)}
