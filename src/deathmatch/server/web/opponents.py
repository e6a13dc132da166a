"""The bots that pages offer: the levels of a variant, and those with a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.core.bots import LEVEL
from deathmatch.core.game import Variant
from deathmatch.core.speech import cached_by_language

MIDDLE: Final = 3
"""The level that a page proposes to somebody who has chosen none."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """The bots of a variant.

    Attributes:
        bots: those with a name, weakest first.
        levels: a sentence about each level, weakest first; none if the variant has no levels.
    """

    bots: tuple[str, ...]
    levels: tuple[str, ...]

    @property
    def weakest(self) -> str:
        """The bot for a first match; empty if there is none."""
        return f"{LEVEL}1" if self.levels else next(iter(self.bots), "")

    @property
    def middle(self) -> str:
        """The bot for somebody who has chosen none: a middle level, else the second weakest; empty if there is none."""
        return f"{LEVEL}{MIDDLE}" if self.levels else next(iter(self.bots[1:] or self.bots), "")


def levels_of(variant: Variant) -> tuple[str, ...]:
    """A sentence about each level of a variant, weakest first; none if it has no levels."""
    return _told(variant.id) if registry.level_names(variant) else ()


@cached_by_language(maxsize=None)
def _told(variant: str) -> tuple[str, ...]:
    """The sentences about the levels of a variant that has some, kept: making them binds its rules."""
    return registry.told_levels(games.find(variant))


def opponents(variant: Variant, bots: Sequence[str]) -> Opponents:
    """The bots of a variant: these, which have a name, and its levels."""
    return Opponents(tuple(bots), levels_of(variant))
