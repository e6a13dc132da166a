"""The numbers that a set may have: all that fit the knowledge of a seat, apart from revelations in jousts.

Found with numpy group by group, from what everybody sees (colours by size, which tile a group starts with, R17) and from the seat's own
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import Seat
from deathmatch.games.tile_joust.values import HIGHEST, SIZES, Colour, Colours, Sale, Tile
from deathmatch.games.tile_joust.view import Own, View

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

_SIZE: Final = len(SIZES)


@dataclass(frozen=True, slots=True)
class SeenNumbers:
    """The numbers of a set that a seat has seen, apart from revealed ones.

    Attributes:
        lowest: number of a tile.
        groups: the colours of those that are shown, from the first one on.
        starts: for each group that has been opened after the first: the place of the tile of the group before that was sold last, and the
            place that came first then (R17).
        fixed: group from 0, place and number of what the seat has.
        out: numbers that are in no group, ascending.
    """

    lowest: int
    groups: tuple[Colours, ...]
    starts: tuple[tuple[int, int], ...]
    fixed: tuple[tuple[int, int, int], ...]
    out: tuple[int, ...]


@lru_cache(maxsize=2)
def _triples(lowest: int) -> tuple[Ints, Ints, Ints]:
    """Every group: its numbers, shape (n, 3), its bit mask, shape (n,), and for each number the place nearest to it, shape (14, n)."""
    every = np.array(list(combinations(range(lowest, HIGHEST + 1), _SIZE)), dtype=np.int64)
    away = np.abs(every - np.arange(HIGHEST + 1)[:, None, None])
    least = away.min(2, keepdims=True)
    nearest = np.where((away == least).sum(2) > 1, 1, away.argmin(2))
    return every, (1 << every).sum(1), nearest


@lru_cache(maxsize=128)
def _numbers(seen: SeenNumbers) -> Ints:
    """All that fits, shape (n, groups, 3); not to be written to."""
    triples, masks, nearest = _triples(seen.lowest)
    known = sum(1 << number for _, _, number in seen.fixed) | sum(1 << number for number in seen.out)
    numbers, taken = np.empty((1, 0, _SIZE), dtype=np.int64), np.zeros(1, dtype=np.int64)
    for group, shown in enumerate(seen.groups):
        mine = [(place, number) for at, place, number in seen.fixed if at == group]
        white = np.array([colour is Colour.WHITE for colour in shown])
        fits = (triples % 2 == white).all(1) & (masks & known & ~sum(1 << number for _, number in mine) == 0)
        for place, number in mine:
            fits &= triples[:, place] == number
        few = np.flatnonzero(fits)
        pairs = taken[:, None] & masks[few] == 0
        if 0 < group <= len(seen.starts):
            sold, first = seen.starts[group - 1]
            pairs &= nearest[:, few][numbers[:, group - 1, sold]] == first
        row, column = np.nonzero(pairs)
        numbers = np.concatenate([numbers[row], triples[few[column]][:, None]], axis=1)
        taken = taken[row] | masks[few[column]]
    return numbers


def own(view: View) -> Own:
    """What the seat knows of itself."""
    assert view.own is not None
    return view.own


def seated(view: View) -> Seat:
    """The seat whose view this is."""
    assert isinstance(view.eye, Seat)
    return view.eye


def sales(view: View, set_: int) -> tuple[Sale, ...]:
    """Those of a set."""
    return tuple([sale for sale in view.sales if sale.set == set_])


def dealt(tile: Tile) -> int:
    """The number that a tile had when it was dealt."""
    return HIGHEST - tile.number if tile.inverted else tile.number


def seen(view: View, set_: int) -> SeenNumbers:
    """The tiles of a set that the seat has seen, apart from revealed ones."""
    sold, mine = sales(view, set_), own(view)
    groups = [_colours(sold[at : at + _SIZE]) for at in range(0, len(sold) - len(sold) % _SIZE, _SIZE)]
    firsts = [SIZES.index(sold[at].size) for at in range(0, len(sold), _SIZE)]
    block = view.block if set_ == view.set else None
    if block is not None:
        groups = [*groups, block.colours, *block.coming]
        if block.tile is not None and len(firsts) < block.group:
            firsts.append(SIZES.index(block.tile))
    lasts = [SIZES.index(sold[at].size) for at in range(_SIZE - 1, len(sold), _SIZE)]
    tiles = [tile for tile in (*mine.hand, *mine.stored, *mine.up) if tile.set == set_]
    fixed = [(tile.group - 1, SIZES.index(tile.size), dealt(tile)) for tile in tiles if tile.size is not None]
    out = {dealt(tile) for tile in tiles if tile.size is None}
    out.update(given.number for given in mine.given if given.set == set_)
    if set_ == view.set:
        out.update(mine.offer)
    return SeenNumbers(
        view.terms.lowest, tuple(groups), tuple(zip(lasts, firsts[1:], strict=False)), tuple(sorted(fixed)), tuple(sorted(out))
    )


def _colours(sold: Sequence[Sale]) -> Colours:
    """The colours of a group whose tiles are all sold."""
    return tuple([next(sale.colour for sale in sold if sale.size is size) for size in SIZES])


def rows(view: View, set_: int) -> Ints:
    """All possible numbers of the shown groups, apart from revelations, shape (n, groups, 3)."""
    return _numbers(seen(view, set_))


def rows_for_all(view: View) -> Ints:
    """All possible numbers of the shown groups of this set for somebody who sees only what everybody sees, shape (n, groups, 3)."""
    return _numbers(replace(seen(view, view.set), fixed=(), out=()))


def number_chances(view: View, group: int, place: int) -> NDArray[np.float64]:
    """How likely each number is for a tile of this set by its place, all of them from 0, shape (14,); the group from 1 is shown."""
    column = rows(view, view.set)[:, group - 1, place]
    return np.bincount(column, minlength=HIGHEST + 1) / column.size


def forget() -> None:
    """Have all found again, for anyone who measures how long that takes."""
    _numbers.cache_clear()
