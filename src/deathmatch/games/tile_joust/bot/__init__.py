"""The bots, weakest first: `random`, `steady`, `strong`. They see views only; docs/bots.md says how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot
from deathmatch.games.tile_joust.bot.plain import Random, Steady
from deathmatch.games.tile_joust.bot.strong import Strong

if TYPE_CHECKING:
    from deathmatch.games.tile_joust.game import TileJoust


def bots(game: TileJoust) -> Mapping[str, AnyBot]:
    """As the capability has it."""
    return {"random": Random(), "steady": Steady(game.terms), "strong": Strong(game.terms)}
