"""The bots, weakest first: `random`, `steady`, `strong`. They see views only; docs/bots.md says how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot
from deathmatch.games.letter_hunt.bot.plain import Random, Steady
from deathmatch.games.letter_hunt.bot.strong import Strong

if TYPE_CHECKING:
    from deathmatch.games.letter_hunt.game import LetterHunt


def bots(game: LetterHunt) -> Mapping[str, AnyBot]:
    """As the capability has it."""
    return {"random": Random(game.terms), "steady": Steady(game.terms), "strong": Strong(game.terms)}
