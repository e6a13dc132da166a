"""Levels for a game that has none yet: all of them play at random, and say how well they would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deathmatch.core.bots import LEVELS, AnyBot
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.simple import RandomBot
from deathmatch.core.speech import say

CAPABILITY = {"levels": f"{__name__}:levels"}


@dataclass(frozen=True, slots=True)
class ToyScale:
    """Eight skills at equal distances."""

    @property
    def skills(self) -> Sequence[float]:
        return [level / LEVELS for level in range(1, LEVELS + 1)]

    def bot(self, skill: float, /) -> AnyBot:
        return RandomBot()

    def about(self, level: int, /) -> str:
        return say("Level {level}", level=level) + " overlooks much."


def levels(game: AnyGame) -> ToyScale:
    """The capability."""
    return ToyScale()


def levelled(variant: Variant) -> Variant:
    """The same variant with these levels."""
    return replace(variant, capabilities={**variant.capabilities, **CAPABILITY})
