"""The capability `plots`: what tiles are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from deathmatch.games.tile_joust import bidding
from deathmatch.games.tile_joust.values import Colour, Terms
from deathmatch.games.tile_joust.view import View
from deathmatch_lab.plotting import Bar, Bars, Plot, Plotter
from deathmatch_lab.solving import Reporter

if TYPE_CHECKING:
    from deathmatch.games.tile_joust import TileJoust

PAINTS: Final = {Colour.BLACK: "ink", Colour.WHITE: "gold"}


class Tiles:
    """The worth of each tile, as the bots know it."""

    words = "the worth of each tile, in points of a set"

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def plot(self, _view: View, _work: Reporter, /) -> Plot:
        """The plot, equal for every position."""
        terms = self._terms
        numbers = range(terms.lowest, len(bidding.of(terms)))
        panels = [_bars("points, to hold a tile in a set", bidding.of(terms), numbers)]
        if len(set(bidding.stored(terms))) > 1:
            panels.append(_bars("points, to keep a tile for the final joust", bidding.stored(terms), numbers))
        words = (
            f"{terms.variation.value}: by how much the difference of points moves if one seat has the tile and not the other, fitted to "
            "matches between bots. Dark bars are black tiles, the others white ones."
        )
        return Plot("The worth of tiles", words, tuple(panels))


def _bars(axis: str, values: tuple[float, ...], numbers: range) -> Bars:
    bars = [Bar(str(number), values[number], paint=PAINTS[Colour.of(number)]) for number in numbers]
    return Bars(axis, tuple(bars), upright=True, names="tile")


def plots(game: TileJoust) -> Mapping[str, Plotter[View]]:
    """The capability."""
    return {"tiles": Tiles(game.terms)}
