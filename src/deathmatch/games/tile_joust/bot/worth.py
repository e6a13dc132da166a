"""What tiles are worth, in points of a set: by how much it moves the difference of points that a seat has a tile and not the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from math import comb
from typing import Final

from deathmatch.games.tile_joust.values import HIGHEST, SIZES, Colour, Size, Terms, Variation

LAST: Final = (1.0,) * (HIGHEST + 1)
"""The worth of a tile that is left after the final joust (R24)."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """What `research/fit_tile_joust.py` has found for a variant.

    Attributes:
        tiles: by number from 0, by how much it moves the difference of points of a set who has it. A tile that is put up with the smallest
            one loses little, so that one is worth as much as a middling one.
        stored: by number, the worth of a tile to the seat that keeps it for the final joust.
        spare: the loss of worth because the buyer may miss a left-over tile (R18).
        uneven: by the number of tiles that a seat has bought of a set, up to half of them: by how much its lead is better than its tiles
            are worth together. A seat with few tiles loses less than they are worth, because each tile more adds less.
        groups: how a group may look when it is opened, for each group of a set: the place of its first tile, the expected worths of its
            tiles by size, and the chance that it looks so.
    """

    tiles: tuple[float, ...]
    stored: tuple[float, ...]
    spare: float
    uneven: tuple[float, ...]
    groups: tuple[tuple[tuple[int, tuple[float, ...], float], ...], ...]


@lru_cache(maxsize=len(Variation))
def fitted(variation: Variation) -> Fitted:
    """The figures of a variant, from its data file."""
    text = resources.files("deathmatch.games.tile_joust").joinpath("data", f"{variation.value}.json").read_text("utf-8")
    data = json.loads(text)
    groups = tuple([tuple([(first, tuple(worths), chance) for first, worths, chance in group]) for group in data["groups"]])
    return Fitted(tuple(data["tiles"]), tuple(data["stored"]), data["spare"], tuple(data["uneven"]), groups)


def of(terms: Terms) -> tuple[float, ...]:
    """What tiles are worth in a variant, by number from 0."""
    return fitted(terms.variation).tiles


def stored(terms: Terms) -> tuple[float, ...]:
    """The worth of a tile that is stored for the final joust."""
    return fitted(terms.variation).stored


def held(terms: Terms) -> tuple[float, ...]:
    """The worth of a tile in hand to its owner, if a phase is not searched to its end."""
    return tuple([tile / 2 for tile in of(terms)])


def spare(terms: Terms) -> float:
    """The loss of a tile's worth because the seat with fewer tiles gets a left-over one, or the better of two (R18)."""
    return fitted(terms.variation).spare


def turned(terms: Terms, number: int) -> float:
    """What Tile Inversion adds to a tile, in points."""
    table = of(terms)
    return (table[HIGHEST - number] - table[number]) / 2


def at_place(numbers: Sequence[int], colour: Colour, size: Size) -> dict[int, float]:
    """The chance of each number to be a tile of that colour and size, if any three of these numbers, ascending, form a group.

    If none has the colour, all are taken; empty only if there are no numbers.
    """
    place, count = SIZES.index(size), len(numbers)
    ways = {
        number: comb(rank, place) * comb(count - 1 - rank, len(SIZES) - 1 - place)
        for rank, number in enumerate(numbers)
        if Colour.of(number) is colour
    }
    total = sum(ways.values())
    if not total:
        ways = dict.fromkeys([number for number in numbers if Colour.of(number) is colour] or numbers, 1)
        total = len(ways)
    return {number: way / total for number, way in ways.items() if way}


def mean(terms: Terms) -> float:
    """The average worth of a tile."""
    return sum(of(terms)[terms.lowest :]) / (HIGHEST + 1 - terms.lowest)


def fewer(terms: Terms) -> float:
    """The gain of a seat that has fewer tiles of a set: one left-over tile more, or the better one of two (R18)."""
    numbers = of(terms)[terms.lowest :]
    if terms.left == 1:
        return mean(terms) / 2
    pairs = [abs(one - other) / 2 for one in numbers for other in numbers]
    return sum(pairs) / (len(numbers) * (len(numbers) - 1))


def counted(terms: Terms) -> tuple[float, ...]:
    """The lead of a seat because of the count of tiles alone, by the tiles that it has bought of a set: the left-over one, and `uneven`."""
    below = [fewer(terms) + more for more in fitted(terms.variation).uneven]
    return (*below, 0.0, *[-more for more in reversed(below)])
