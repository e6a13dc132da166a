"""Adversaries of `strong`: bots that differ from it in bidding alone. They test it in the arena and by night; players are not offered them.

research/notes/bots.md has what each of them wins. None may win more than 55 of 100 matches against `strong`
(`tests/games/tile_joust/test_adversaries.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from deathmatch.core.bots import AnyBot
from deathmatch.games.tile_joust import bidding
from deathmatch.games.tile_joust.bidding import (
    SOLD,
    Auctioned,
    BackwardInduction,
    Bidding,
    FixedPrice,
    model,
)
from deathmatch.games.tile_joust.bot import WORLDS, Strong
from deathmatch.games.tile_joust.values import Size, Terms
from deathmatch.games.tile_joust.view import View

if TYPE_CHECKING:
    from deathmatch.games.tile_joust import TileJoust


def adversaries(game: TileJoust) -> Mapping[str, AnyBot]:
    """The capability `adversaries`."""
    return against(game.terms, WORLDS)


def against(terms: Terms, worlds: int) -> Mapping[str, Strong]:
    """All of them, jousting as a `strong` that looks at so many hands."""
    biddings: Mapping[str, Bidding] = {
        "fixed-price": FixedPrice(),
        "additive": Additive(),
        "searched": SEARCHED,
    }
    return {name: Strong(terms, bidding, worlds) for name, bidding in biddings.items()}


# --- The additive auction


@dataclass(frozen=True, slots=True)
class Additive(BackwardInduction):
    """Solves the auctions as if the worth of tiles just added up: the count of tiles and left-over ones are worth nothing."""

    shown: float = 1.0

    def model(self, terms: Terms) -> Auctioned:
        """The model of `strong` without its ends."""
        return _plain(terms)


@lru_cache(maxsize=4)
def _plain(terms: Terms) -> Auctioned:
    return model(terms)._replace(ends=(0.0,) * (SOLD + 1))


# --- A best response to `strong`, by search


@dataclass(frozen=True, slots=True)
class Tilted(BackwardInduction):
    """Bids as `strong` does, but rates tiles otherwise.

    Attributes:
        by_set: times the worth of the tiles in the first, the later and the last set.
        low, high: times that of a tile that is worth less, and more, than the average.
    """

    by_set: tuple[float, float, float] = (1.0, 1.0, 1.0)
    low: float = 1.0
    high: float = 1.0

    def worth(self, view: View, size: Size, part: float) -> float:
        """The worth of a tile to this bot."""
        plain, mean = BackwardInduction.worth(self, view, size, part), bidding.mean(view.terms)
        times = self.by_set[2 if view.set == view.terms.sets else 0 if view.set == 1 else 1]
        return times * (mean + (plain - mean) * (self.high if plain > mean else self.low))


SEARCHED = Tilted(shown=0.7, mostly=0.7)
"""The `Tilted` that did best against `strong` in a search over auctions alone (research/notes/bots.md)."""
