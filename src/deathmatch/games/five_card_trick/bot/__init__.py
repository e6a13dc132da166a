"""The bots, weakest first: `random`, `steady`, `strong`, `perfect`. They see views only; docs/bots.md says how they think."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from deathmatch.core import plugins
from deathmatch.core.bots import AnyBot
from deathmatch.games.five_card_trick.bot.plain import Random, Steady
from deathmatch.games.five_card_trick.bot.strong import Strong

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick


PERFECT: Final = "five-card-trick.perfect"
"""The addition that makes the bot `perfect`, which plays by solutions of whole matches: `(terms) -> bot`."""


def bots(game: FiveCardTrick) -> Mapping[str, AnyBot]:
    """The bots of a variant by name, weakest first; `perfect` only with the laboratory, which has it."""
    found: dict[str, AnyBot] = {"random": Random(), "steady": Steady(), "strong": Strong(game.terms)}
    perfect = plugins.brought(PERFECT)
    return found if perfect is None else found | {"perfect": perfect(game.terms)}
