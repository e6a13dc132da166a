"""The bots, weakest first: `random`, `steady`, `strong`. They see views only; docs/bots.md says how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot
from deathmatch.games.even_groups.bot.plain import Random, Steady
from deathmatch.games.even_groups.bot.strong import Strong

if TYPE_CHECKING:
    from deathmatch.games.even_groups.game import EvenGroups


def bots(_game: EvenGroups) -> Mapping[str, AnyBot]:
    """The bots by name, weakest first."""
    return {"random": Random(), "steady": Steady(), "strong": Strong()}
