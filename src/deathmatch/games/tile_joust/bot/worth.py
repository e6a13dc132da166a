"""What tiles are worth, in points of a set: by how much it moves the difference of points that a seat has a tile and not the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.tile_joust.values import HIGHEST, SIZES, Colour, Size, Terms

Floats = NDArray[np.float64]

WORTH: Final = (3.2, 3.0, 1.6, 1.5, 1.6, 1.9, 2.2, 2.6, 3.0, 3.4, 3.8, 4.3, 4.9, 5.6)
"""By number, from 0. A tile that is put up with the smallest one loses little, so that one is worth as much as a middling one."""

GAUNTLET: Final = np.array([0.0, 3.55, 2.67, 2.39, 2.51, 3.02, 3.25, 3.89, 4.21, 4.68, 5.32, 5.73, 6.21, 6.73])
"""The same, fitted to the solved joust phases of hands at random in `gauntlet`: a line through them leaves 4 % of the variance."""

FINAL: Final = np.array([3.85, 2.91, 2.04, 2.10, 2.40, 2.82, 3.12, 3.51, 4.11, 4.17, 4.28, 4.84, 5.17, 5.66])
"""Likewise in `final`."""

HALVES: Final = tuple(GAUNTLET / 2)
"""What a tile in hand is worth to who has it, where a phase is not looked at to its end."""

KEPT: Final = tuple(1.4 + 0.1 * number for number in range(HIGHEST + 1))
"""What a tile is worth that is stored for the final joust."""

LAST: Final = (1.0,) * (HIGHEST + 1)
"""What a tile is worth that is left after the final joust (R24)."""


def of(terms: Terms) -> Floats:
    """What tiles are worth in a variant, by number from 0, shape (14,)."""
    return FINAL if terms.items else GAUNTLET


def left_over(terms: Terms) -> float:
    """What a tile is worth less because the seat with fewer tiles gets the left-over one; in `final` each seat gets one (R18)."""
    return 0.0 if terms.items else 1.0


def gain(table: Floats, number: int) -> float:
    """What Tile Inversion adds to a tile, in points."""
    return float(table[HIGHEST - number] - table[number]) / 2


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
