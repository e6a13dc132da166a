"""The belief of a seat: the chance of each number of a tile, and the possible hands of the other seat.

All ways in which the tiles may lie (`deduction.py`) are as likely as each other. Those of a final joust are never listed: the sets
are independent of each other, except for tiles that are not known to be of one set. So each set has its own list, and a question about all
together is asked likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.tile_joust import deduction
from deathmatch.games.tile_joust.deduction import Ints, PossibleLayouts, rows, rows_for_all
from deathmatch.games.tile_joust.values import HIGHEST
from deathmatch.games.tile_joust.view import View

GATHERED: Final = 400
"""Ways to put the sets of a final joust together that are gone through at most, the likeliest first."""

Hand: TypeAlias = tuple[tuple[int, ...], int]
"""Numbers of the tiles of a seat, ascending, and which of them are up, as a bit mask."""


def number_chances(view: View, group: int, place: int) -> NDArray[np.float64]:
    """How likely each number is for a tile of this set by its place, all of them from 0, shape (14,); the group from 1 is shown."""
    return _counted(rows(view, view.set)[:, group - 1, place])


def public_chances(view: View, group: int, place: int) -> NDArray[np.float64]:
    """The same for somebody who sees only what everybody sees."""
    return _counted(rows_for_all(view)[:, group - 1, place])


def _counted(column: Ints) -> NDArray[np.float64]:
    return np.bincount(column, minlength=HIGHEST + 1) / column.size


# --- The hands of the other seat


class _Held(NamedTuple):
    """What the other seat may have of one set, the likeliest first: as `_keys` packs it, and in how many ways."""

    keys: list[int]
    counts: list[int]


def hands(view: View) -> list[tuple[Hand, float]]:
    """What the other seat may have in hand and up in a joust phase, the likeliest first, each with its chance.

    In a final joust the least likely ones may be missing: `GATHERED` of the ways are put together.
    """
    groups = [[_held(some) for some in each] for each in deduction.together(view)]
    every = sum(prod(sum(held.counts) for held in group) for group in groups)
    weights: dict[Hand, int] = {}
    for keys, ways in _likeliest(groups):
        hand = _hand(keys)
        weights[hand] = weights.get(hand, 0) + ways
    return [(hand, ways / every) for hand, ways in sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))]


def _held(some: Sequence[PossibleLayouts]) -> _Held:
    keys, counts = np.unique(np.concatenate([_keys(lie) for lie in some]), return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return _Held(keys[order].tolist(), counts[order].tolist())


_UP, _TURNED, _TURNED_UP = 14, 28, 32
"""Bits of a key after those of the numbers in hand or up: those that are up, the inverted tile (its number and 1), whether that is up."""


def _keys(lie: PossibleLayouts) -> Ints:
    """For every way the tiles that are not gone, in one number each, shape (ways,)."""
    bits = 1 << lie.numbers
    plain = np.ones(len(lie.places), dtype=np.int64)
    key = np.zeros(len(bits), dtype=np.int64)
    if lie.turned is not None:
        plain[lie.turned] = 0
        key = np.where(lie.gone[:, lie.turned], 0, lie.numbers[:, lie.turned] + 1) << _TURNED
    key += (bits * ~lie.gone) @ plain
    chosen = lie.chosen
    up = ((bits * plain) @ chosen) << _UP
    if lie.turned is not None:
        up += chosen[lie.turned] << _TURNED_UP
    keys: Ints = (key[:, None] + up)[lie.fits]
    return keys


def _hand(keys: Sequence[int]) -> Hand:
    """Of one key of each set."""
    tiles: list[tuple[int, bool]] = []
    for key in keys:
        tiles += [(number, bool(key >> _UP + number & 1)) for number in range(HIGHEST + 1) if key >> number & 1]
        turned = (key >> _TURNED) & 15
        tiles += [(turned - 1, bool(key >> _TURNED_UP & 1))] if turned else []
    tiles.sort()
    return tuple([number for number, _ in tiles]), sum(1 << place for place, (_, up) in enumerate(tiles) if up)


def _likeliest(groups: Sequence[Sequence[_Held]]) -> Iterator[tuple[list[int], int]]:
    """One key of each set, and in how many ways these are held together, by falling likelihood; all of them if there is one set."""
    waiting: list[tuple[int, int, tuple[int, ...]]] = []
    for number, group in enumerate(groups):
        heappush(waiting, (-prod(held.counts[0] for held in group), number, (0,) * len(group)))
    done, most = 0, GATHERED if any(len(group) > 1 for group in groups) else None
    while waiting and (most is None or done < most):
        ways, number, at = heappop(waiting)
        group = groups[number]
        yield [held.keys[one] for held, one in zip(group, at, strict=True)], -ways
        done += 1
        for place, one in enumerate(at):  # each combination is come to from one other: that with its last part that is not 0 put back by 1
            if one + 1 < len(group[place].keys) and not any(at[place + 1 :]):
                later = (*at[:place], one + 1, *at[place + 1 :])
                heappush(waiting, (-prod(held.counts[k] for held, k in zip(group, later, strict=True)), number, later))
