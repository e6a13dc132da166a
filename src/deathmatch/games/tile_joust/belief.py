"""What a seat may believe: every way the tiles may lie that fits what it has seen, each as likely as the next.

Two steps. The numbers of a set's groups are enumerated with numpy, group by group, from what everybody sees (colours by size, which tile
a group starts with, R17) and from the seat's own numbers (`rows`). Then, once tiles have been put up, each is gone through step by step:
who has the left-over tiles, which tile was inverted, and which tiles lie face down or have been revealed (`layouts`, `ways`).

Nothing is concluded from what the other seat chose to do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.chance import Source
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.tile_joust.state import Joust, State
from deathmatch.games.tile_joust.values import (
    FINAL,
    GROUPS,
    HIGHEST,
    ITEMS,
    LEFT,
    SIZES,
    Colour,
    Colours,
    Deal,
    Done,
    Face,
    Holding,
    Item,
    Owed,
    Revealed,
    Sale,
    Terms,
    Tile,
    Tiles,
)
from deathmatch.games.tile_joust.view import Own, View

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

MANY: Final = 5000
"""Ways in which the tiles of all sets may lie together, that are gone through at most."""

_SIZE: Final = len(SIZES)


# --- The numbers of a set


@dataclass(frozen=True, slots=True)
class Seen:
    """What a seat has seen of the numbers of a set, short of what has been revealed.

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
def _numbers(seen: Seen) -> Ints:
    """All that fits, shape (n, groups, 3); not to be written to."""
    triples, masks, nearest = _triples(seen.lowest)
    known = sum(1 << number for _, _, number in seen.fixed) | sum(1 << number for number in seen.out)
    found, taken = np.empty((1, 0, _SIZE), dtype=np.int64), np.zeros(1, dtype=np.int64)
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
            pairs &= nearest[:, few][found[:, group - 1, sold]] == first
        row, column = np.nonzero(pairs)
        found = np.concatenate([found[row], triples[few[column]][:, None]], axis=1)
        taken = taken[row] | masks[few[column]]
    return found


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


def seen(view: View, set_: int) -> Seen:
    """What the seat has seen of a set, short of what has been revealed."""
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
    return Seen(view.terms.lowest, tuple(groups), tuple(zip(lasts, firsts[1:], strict=False)), tuple(sorted(fixed)), tuple(sorted(out)))


def _colours(sold: Sequence[Sale]) -> Colours:
    """Of a group of which every tile is sold."""
    return tuple([next(sale.colour for sale in sold if sale.size is size) for size in SIZES])


def rows(view: View, set_: int) -> Ints:
    """The numbers of the groups that have been shown: all that fits but for what has been revealed, shape (n, groups, 3)."""
    return _numbers(seen(view, set_))


def number_chances(view: View, group: int, place: int) -> NDArray[np.float64]:
    """How likely each number is for a tile of this set by its place, all of them from 0, shape (14,); the group from 1 is shown."""
    column = rows(view, view.set)[:, group - 1, place]
    return np.bincount(column, minlength=HIGHEST + 1) / column.size


# --- Who holds what


@dataclass(frozen=True, slots=True)
class Layout:
    """One way in which a set may lie.

    Attributes:
        deal: its tiles; None while not every group has been shown.
        held: the tiles of this set that each seat has in hand, up or stored, in order.
    """

    deal: Deal | None
    held: BySeat[Tiles]


def layouts(view: View, set_: int) -> tuple[Layout, ...]:
    """Every way in which a set may lie whose tiles are all sold; two may differ in the deal alone.

    In the final joust what was revealed there has not been taken into account yet, nor taken off.
    """
    sold, found = sales(view, set_), []
    for row in _revealed(view, set_, rows(view, set_)):
        groups = tuple([tuple([int(number) for number in group]) for group in row])
        left = sorted(set(range(view.terms.lowest, HIGHEST + 1)) - {number for group in groups for number in group})
        whole = Deal(groups, tuple(left))
        bought = {seat: [_bought(whole, sale) for sale in sold if sale.seat is seat] for seat in SEATS}
        for spare in _spares(view, set_, whole.left):
            held = [_held(view, set_, seat, [*bought[seat], *spare[seat]]) for seat in SEATS]
            found += [Layout(whole, BySeat(a, b)) for a, b in product(*held)]
    return tuple(found)


def _revealed(view: View, set_: int, every: Ints) -> Ints:
    """The rows that fit what was revealed, loosely where a tile may have been inverted."""
    sold = sales(view, set_)
    for seat in SEATS:
        turned = _inverted(view, seat)
        shown = [(done.set, tile) for done in view.jousts for tile in done.shown(seat) if tile.set == set_]
        for during, tile in shown:
            lots = [(sale.group - 1, SIZES.index(sale.size)) for sale in sold if sale.seat is seat and tile.group in (None, sale.group)]
            numbers = {tile.number, HIGHEST - tile.number if turned is not None and turned in (set_, during) else tile.number}
            fits = np.zeros(len(every), dtype=np.bool_)
            for number in numbers:
                for group, place in lots:
                    fits |= every[:, group, place] == number
                if not tile.group:  # left over, or it is not known which
                    fits |= (every != number).all((1, 2))
            every = every[fits]
    return every


def _inverted(view: View, seat: Seat) -> int | None:
    """The set in which a seat has used Tile Inversion."""
    held = view.items[ITEMS.index(Item.INVERSION)] if view.items else Holding()
    return held.used if held.seat is seat else None


def _bought(whole: Deal, sale: Sale) -> Tile:
    return Tile(whole.number(sale.group, sale.size), sale.set, False, sale.colour, sale.group, sale.size)


def _spares(view: View, set_: int, left: tuple[int, ...]) -> Iterator[BySeat[Tiles]]:
    """Who may have which left-over tiles (R18)."""
    fewer = view.leftovers[set_ - 1]
    if fewer is None or (view.owed is Owed.KEEP and set_ == view.set):
        yield BySeat((), ())
        return
    nothing: BySeat[Tiles] = BySeat((), ())
    for kept in left:
        spare = nothing.put(fewer, (_spare(kept, set_),))
        away = [number for number in left if number != kept]
        if away:
            spare = spare.put(fewer.other, (_spare(away[0], set_),))
        if fewer is seated(view) and [given.number for given in own(view).given if given.set == set_] != away:
            continue
        yield spare


def _spare(number: int, set_: int) -> Tile:
    return Tile(number, set_, False, Colour.of(number), LEFT, None)


def _held(view: View, set_: int, seat: Seat, tiles: Iterable[Tile]) -> Iterable[Tiles]:
    """What may be left to a seat of the tiles that it got in a set, after the jousts of that set."""
    held: Iterable[Tiles] = [tuple(sorted(tiles))]
    if _inverted(view, seat) == set_:
        held = [turned for tiles in held for turned in _turned(view.terms, tiles)]
    left = _after(held, [done for done in view.jousts if done.set == set_], seat)
    if seat is not seated(view):
        return left
    mine = [tile for tile in (*own(view).hand, *own(view).stored, *own(view).up) if tile.set == set_]
    if not view.final:
        return [tiles for tiles in left if tiles == tuple(sorted(mine))]
    late = _inverted(view, seat) == FINAL
    return [tiles for tiles in left if {tile for tile in mine if not (late and tile.inverted)} <= set(tiles)]


def _turned(terms: Terms, tiles: Tiles) -> Iterator[Tiles]:
    """One of the tiles inverted (R20), whichever it is."""
    for place, tile in enumerate(tiles):
        number = HIGHEST - tile.number
        turned = replace(tile, number=number, inverted=True, colour=Colour.of(number) if terms.recolour else tile.colour)
        yield tuple(sorted((*tiles[:place], turned, *tiles[place + 1 :])))


def _after(held: Iterable[Tiles], jousts: Sequence[Done], seat: Seat) -> set[Tiles]:
    """What may be left of hands after these jousts."""
    left = set(held)
    for done in jousts:
        for shown in done.tiles[seat]:
            left = {(*tiles[:at], *tiles[at + 1 :]) for tiles in left for at, tile in enumerate(tiles) if _is(tile, shown)}
        given = done.surrendered[seat]
        if given is not None:  # the smallest (R22)
            left = {tiles[1:] for tiles in left if tiles and _is(tiles[0], given)}
    return left


def _is(tile: Tile, shown: Revealed) -> bool:
    """Whether a tile looks like that when it is revealed."""
    return (tile.number, tile.colour, tile.set) == (shown.number, shown.colour, shown.set) and shown.group in (None, tile.group)


# --- The jousts


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which the tiles of the joust phase under way may lie; of tiles up that look alike the smaller one was put up first.

    Attributes:
        deal: of this set; None in the final joust.
        hands, up: as in the state.
        weight: how many deals it stands for, in the final joust; else 1.
    """

    deal: Deal | None
    hands: BySeat[Tiles]
    up: BySeat[Tiles]
    weight: int = 1


def ways(view: View) -> tuple[Way, ...]:
    """Every way in which the tiles may lie, in a joust phase; the same tiles may come with several deals.

    Of a final joust after many sets, where these are more than `MANY` to go through, those that are left when the least likely are dropped
    set by set; then the truth may be missing, and there may be none.
    """
    other = seated(view).other
    faces = () if view.table is None else view.table.up[other]
    return tuple([_way(view, layout, up, weight) for layout, weight in _together(view) for up in _up(layout.held[other], faces)])


def _way(view: View, layout: Layout, theirs: Tiles, weight: int) -> Way:
    """A layout in which the other seat has these tiles up."""
    ups = BySeat(own(view).up, own(view).up).put(seated(view).other, theirs)
    return Way(layout.deal, BySeat.of(lambda seat: _without(layout.held[seat], ups[seat])), ups, weight)


def _together(view: View) -> Iterable[tuple[Layout, int]]:
    """The layouts of what may be put up now, with their weights."""
    if not view.final:
        return [(layout, 1) for layout in layouts(view, view.set)]
    each = [Counter(layout.held for layout in _later(view, set_)).most_common() for set_ in range(1, view.terms.sets + 1)]
    while prod(map(len, each)) > MANY:
        max(each, key=len).pop()
    jousts = [done for done in view.jousts if done.set == FINAL]
    found = []
    for sets in product(*each):
        left = []
        for seat in SEATS:
            held: Iterable[Tiles] = [tuple(sorted(tile for one, _ in sets for tile in one[seat]))]
            if _inverted(view, seat) == FINAL:
                held = [turned for tiles in held for turned in _turned(view.terms, tiles)]
            left.append(_after(held, jousts, seat))
        mine = tuple(sorted((*own(view).hand, *own(view).up)))
        a, b = ([tiles for tiles in some if tiles == mine or seat is not seated(view)] for seat, some in zip(SEATS, left, strict=True))
        weight = prod(weight for _, weight in sets)
        found += [(Layout(None, BySeat(*pair)), weight) for pair in product(a, b)]
    return found


def _later(view: View, set_: int) -> list[Layout]:
    """The layouts of a set that hold what the final joust has revealed of it."""
    found = list(layouts(view, set_))
    for seat in SEATS:
        if _inverted(view, seat) == FINAL:
            continue
        shown = [tile for done in view.jousts if done.set == FINAL for tile in done.shown(seat) if tile.set == set_]
        found = [layout for layout in found if all(any(_is(tile, one) for tile in layout.held[seat]) for one in shown)]
    return found


def _up(tiles: Tiles, faces: Sequence[Face], before: tuple[tuple[Face, Tile], ...] = ()) -> Iterator[Tiles]:
    """Which tiles may lie there, in this order; of faces that are alike the smaller tile comes first."""
    if len(before) == len(faces):
        yield tuple([tile for _, tile in before])
        return
    face = faces[len(before)]
    for tile in tiles:
        if tile not in [one for _, one in before] and _looks(tile, face) and all(one < tile for look, one in before if look == face):
            yield from _up(tiles, faces, (*before, (face, tile)))


def _looks(tile: Tile, face: Face) -> bool:
    """Whether a tile may lie there face down."""
    return face.colour in (None, tile.colour) and face.set in (None, tile.set) and face.group in (None, tile.group)


def _without(tiles: Tiles, away: Tiles) -> Tiles:
    return tuple([tile for tile in tiles if tile not in away])


# --- Whole states


def world(view: View, source: Source) -> State:
    """A state, at random, that looks to the seat as the view does.

    Stored tiles of earlier sets, and what nobody has seen of the groups to come, are filled in; what the other seat gave away, too.
    """
    other = seated(view).other
    stored: list[Tile] = []
    joust, deal = None, None
    hands = BySeat(own(view).hand, own(view).hand)
    if not view.final:
        earlier = range(1, view.set)
        stored = [tile for set_ in earlier for tile in source.choice(layouts(view, set_)).held[other]]
    if view.block is not None:
        deal = _completed(view, source)
        hand = tuple(sorted([_bought(deal, sale) for sale in sales(view, view.set) if sale.seat is other]))
        hands = hands.put(other, hand)
    elif view.owed in (Owed.KEEP, Owed.ITEMS, Owed.FIRST, Owed.MORE):
        way = source.choice(ways(view))
        deal, hands = way.deal, way.hands
        joust = None if view.table is None else Joust(view.table.round, way.up)
    else:
        hands = hands.put(other, ())
    return State(
        owed=view.owed,
        set=view.set,
        chips=view.chips,
        points=view.points,
        hands=hands,
        stored=BySeat.of(lambda seat: tuple(sorted(stored)) if seat is other else own(view).stored),
        deal=deal,
        block=view.block,
        sales=view.sales,
        leftovers=view.leftovers,
        given=BySeat.of(lambda seat: () if seat is other else own(view).given),
        joust=joust,
        jousts=view.jousts,
        items=view.items,
        outcome=view.outcome,
    )


def _completed(view: View, source: Source) -> Deal:
    """A deal that fits, while an auction is open."""
    groups = [tuple([int(number) for number in group]) for group in source.choice(list(rows(view, view.set)))]
    rest = [number for number in range(view.terms.lowest, HIGHEST + 1) if number not in {n for group in groups for n in group}]
    source.shuffle(rest)
    while len(groups) < GROUPS:
        groups.append(tuple(sorted(rest[:_SIZE])))
        rest = rest[_SIZE:]
    return Deal(tuple(groups), tuple(sorted(rest)))
