"""The bots of Penny Match, and one that plays any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deathmatch.authoring import Bot, Budget, Decision, RandomSource

from .game import COINS, PennyMatch, View


class Guess:
    """Any legal move of any game: without `plays`, a bot is offered everywhere. It is announced in `pyproject.toml`."""

    def choose(self, view: object, decision: Decision[Any], budget: Budget, source: RandomSource, /) -> object:
        """A move by chance."""
        return decision.sample(source)


class Patient:
    """Heads, always. It states that, so `deathmatch exploit patient --game penny-match/standard` can answer it."""

    def choose(self, view: View, decision: Decision[str], budget: Budget, source: RandomSource, /) -> str:
        """Heads."""
        return COINS[0]

    def mixture(self, view: View, decision: Decision[str], /) -> Sequence[tuple[str, float]]:
        """Heads for sure."""
        return [(COINS[0], 1.0)]


def bots(game: PennyMatch) -> Mapping[str, Bot[Any, Any]]:
    """The bot that comes with the game. Every variant has `random` besides."""
    return {"patient": Patient()}
