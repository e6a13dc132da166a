"""A random state that fits a seat's view: the other seat's tiles, and the deal of the present set.

Every way in which the tiles may lie (`picture/deduction.py`) is as likely as any other: the book deals them so. The other seat is taken to
choose with equal chances among its legal moves, and their number does not depend on the numbers of its tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.tile_joust import deduction
from deathmatch.games.tile_joust.deduction import PossibleLayouts, dealt, own, rows, sales, seated
from deathmatch.games.tile_joust.state import Joust, State
from deathmatch.games.tile_joust.values import (
    GROUPS,
    HIGHEST,
    LEFT,
    SIZES,
    Colour,
    Deal,
    FaceDown,
    Given,
    Owed,
    Terms,
    Tile,
    Tiles,
)
from deathmatch.games.tile_joust.view import View


class _Lie(NamedTuple):
    """The tiles of one set as they may lie.

    Attributes:
        set: which one.
        deal: the numbers as they were dealt.
        kept: the other seat's tiles that are not gone and do not lie face down.
        up: those that lie face down, each with its shown properties.
        gone: those that jousts have revealed.
        spare: the left-over number that the other seat got; None if none.
    """

    set: int
    deal: Deal
    kept: Tiles
    up: tuple[tuple[FaceDown, Tile], ...] = ()
    gone: Tiles = ()
    spare: int | None = None


def resample(view: View, source: RandomSource) -> State:
    """A state that looks like this to the seat."""
    seat, mine = seated(view), own(view)
    lies = _lies(view, source)
    now = {lie.set: lie for lie in lies}.get(view.set)
    held = [tile for lie in lies for tile in lie.kept if view.final or lie.set == view.set]
    stored = [tile for lie in lies for tile in lie.kept if not view.final and lie.set != view.set]
    given = tuple([Given(lie.set, number) for lie in lies for number in _given(view, lie)])

    def both(own_part: Tiles, theirs: Sequence[Tile]) -> BySeat[Tiles]:
        tiles = tuple(theirs)
        return BySeat(own_part, tiles) if seat is Seat.A else BySeat(tiles, own_part)

    joust = None
    if view.table is not None:
        joust = Joust(view.table.round, both(mine.up, _in_order(view.table.up[seat.other], lies, source)))
    return State(
        owed=view.owed,
        set=view.set,
        chips=view.chips,
        points=view.points,
        hands=both(mine.hand, sorted(held)),
        stored=both(mine.stored, sorted(stored)),
        deal=None if now is None else now.deal,
        block=view.block,
        sales=view.sales,
        leftovers=view.leftovers,
        given=BySeat(mine.given, given) if seat is Seat.A else BySeat(given, mine.given),
        joust=joust,
        jousts=view.jousts,
        items=view.items,
        outcome=view.outcome,
        spent=both(mine.spent, sorted([tile for lie in lies for tile in lie.gone])),
    )


def _given(view: View, lie: _Lie) -> list[int]:
    """R18: the left-over number that the other seat saw and gave away."""
    chose = lie.set <= len(view.leftovers) and view.leftovers[lie.set - 1] is seated(view).other
    return [number for number in lie.deal.left if number != lie.spare] if chose and lie.spare is not None else []


def _in_order(faces: Sequence[FaceDown], lies: Sequence[_Lie], source: RandomSource) -> Tiles:
    """The tiles face down in the order in which they were put up; those that look alike in any order."""
    up = [pair for lie in lies for pair in lie.up]
    source.shuffle(up)
    tiles = []
    for wanted in faces:
        at = next(number for number, (face, _) in enumerate(up) if face == wanted)
        tiles.append(up.pop(at)[1])
    return tuple(tiles)


# --- The sets


def _lies(view: View, source: RandomSource) -> list[_Lie]:
    """Each set that has been dealt."""
    groups, weights = _possible(view)
    lies = [_one_of(each, source) for each in groups[_any(weights, source)]]
    return [*lies, _auctioned(view, source)] if view.block is not None else lies


@lru_cache(maxsize=8)  # a search samples the same view again and again
def _possible(view: View) -> tuple[Sequence[Sequence[Sequence[PossibleLayouts]]], Sequence[int]]:
    """The ways in which the tiles of each sold set may lie, in groups; one group is true. And the weight of each group."""
    if view.final:
        groups = [[_remembered(view, each) for each in group] for group in deduction.together(view)]
    else:
        last = view.set - (view.owed in (Owed.PICK, Owed.TILES) or view.block is not None)
        shown = {view.set: deduction.faces(view, view.set)}
        every = [deduction.possible_layouts(view, number, shown.get(number, ())) for number in range(1, last + 1)]
        groups = [[_remembered(view, each) for each in every]]
    return groups, [prod(sum(some.count for some in each) for each in group) for group in groups]


def _remembered(view: View, some: Iterable[PossibleLayouts]) -> list[PossibleLayouts]:
    """The ways in which the seat's own spent tiles come from where they came from, which the table does not show after Conceal (R20)."""
    left = []
    for lie in some:
        rows = np.ones(len(lie.groups), dtype=np.bool_)
        for tile in own(view).spent:
            if tile.set == lie.set and tile.size is not None:
                rows &= lie.groups[:, tile.group - 1, SIZES.index(tile.size)] == dealt(tile)
            elif tile.set == lie.set:
                rows &= (lie.left == dealt(tile)).any(1)
        if (fits := lie.fits & rows[:, None]).any():
            left.append(replace(lie, fits=fits))
    return left


def _any(weights: Sequence[int], source: RandomSource) -> int:
    """A random index, each with a probability in proportion to its weight, which is a whole number."""
    mark = source.below(sum(weights))
    for index, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return index
    raise AssertionError("the mark is below the sum")


def _one_of(some: Sequence[PossibleLayouts], source: RandomSource) -> _Lie:
    """Any way in which the tiles of a set may lie whose tiles are all sold."""
    lie = some[_any([one.count for one in some], source)]
    row, at = divmod(int(np.flatnonzero(lie.fits)[source.below(lie.count)]), lie.fits.shape[1])
    numbers = [int(number) for number in lie.numbers[row]]
    up = lie.ups[at]
    tiles: list[Tile] = []
    spare = None
    for column, (place, number) in enumerate(zip(lie.places, numbers, strict=True)):
        turned = column == lie.turned
        dealt = HIGHEST - number if turned else number
        colour = Colour.of(number if turned and lie.recolour else dealt)
        if place.size is None:
            spare = dealt
        tiles.append(Tile(number, lie.set, turned, colour, place.group if place.size is not None else LEFT, place.size))
    groups = tuple([tuple(map(int, group)) for group in lie.groups[row]])
    left = tuple([int(number) for number in lie.left[row]])
    gone = lie.gone[row]
    return _Lie(
        lie.set,
        Deal(groups, left),
        tuple([tile for column, tile in enumerate(tiles) if not gone[column] and column not in up]),
        tuple([(face, tiles[column]) for face, column in zip(lie.shown, up, strict=True)]),
        tuple([tile for column, tile in enumerate(tiles) if gone[column]]),
        spare,
    )


def _auctioned(view: View, source: RandomSource) -> _Lie:
    """The present set while it is auctioned: the groups that are shown, and any others after them."""
    every = rows(view, view.set)
    shown = [tuple(map(int, group)) for group in every[source.below(len(every))]]
    deal = _filled(view.terms, shown, source)
    sold = [sale for sale in sales(view, view.set) if sale.seat is seated(view).other]
    tiles = [Tile(deal.number(sale.group, sale.size), view.set, False, sale.colour, sale.group, sale.size) for sale in sold]
    return _Lie(view.set, deal, tuple(tiles))


def _filled(terms: Terms, shown: Sequence[tuple[int, ...]], source: RandomSource) -> Deal:
    """A deal that begins with these groups (R3)."""
    rest = [number for number in range(terms.lowest, HIGHEST + 1) if all(number not in group for group in shown)]
    source.shuffle(rest)
    size = len(SIZES)
    more = [tuple(sorted(rest[size * at : size * (at + 1)])) for at in range(GROUPS - len(shown))]
    return Deal((*shown, *more), tuple(sorted(rest[size * len(more) :])))
