"""What tiles are worth, in points of a set: by how much it moves the difference of points that a seat has a tile and not the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import Final

from deathmatch.games.tile_joust.values import HIGHEST, SIZES, Colour, Size

WORTH: Final = (3.2, 3.0, 1.6, 1.5, 1.6, 1.9, 2.2, 2.6, 3.0, 3.4, 3.8, 4.3, 4.9, 5.6)
"""By number, from 0. A tile that is put up with the smallest one loses little, so that one is worth as much as a middling one."""


def at_place(numbers: Sequence[int], colour: Colour, size: Size) -> dict[int, float]:
    """The chance of each number to be a tile of that colour and size, where any three of these numbers, ascending, form a group.

    Where none has the colour, all are taken; empty only where there are no numbers.
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


def mean(numbers: Iterable[int]) -> float:
    """What a tile is worth on average that is any of these."""
    worths = [WORTH[number] for number in numbers]
    return sum(worths) / len(worths)


def turned(number: int) -> float:
    """What Tile Inversion adds to a tile."""
    return WORTH[HIGHEST - number] - WORTH[number]
