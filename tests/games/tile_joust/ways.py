"""Every way in which the tiles may lie, gone through tile by tile: what `belief.py` counts is held to this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

import numpy as np

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.tile_joust.deduction import Ints, own, rows, sales, seated
from deathmatch.games.tile_joust.values import (
    FINAL,
    HIGHEST,
    ITEMS,
    LEFT,
    SIZES,
    Colour,
    Deal,
    FaceDown,
    FinishedJoust,
    Holding,
    Item,
    Owed,
    Revealed,
    Sale,
    Terms,
    Tile,
    Tiles,
)
from deathmatch.games.tile_joust.view import View

MANY = 5000  # ways from which on the sets of a final joust are not put together


class TooMany(Exception):
    """There are more ways than it makes sense to list."""


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
    sold, possible = sales(view, set_), []
    for row in _revealed(view, set_, rows(view, set_)):
        groups = tuple([tuple([int(number) for number in group]) for group in row])
        left = sorted(set(range(view.terms.lowest, HIGHEST + 1)) - {number for group in groups for number in group})
        whole = Deal(groups, tuple(left))
        bought = {seat: [_bought(whole, sale) for sale in sold if sale.seat is seat] for seat in SEATS}
        for spare in _spares(view, set_, whole.left):
            held = [_held(view, set_, seat, [*bought[seat], *spare[seat]]) for seat in SEATS]
            possible += [Layout(whole, BySeat(a, b)) for a, b in product(*held)]
    return tuple(possible)


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


def _after(held: Iterable[Tiles], jousts: Sequence[FinishedJoust], seat: Seat) -> set[Tiles]:
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
    """Every way in which the tiles may lie, in a joust phase; the same tiles may come with several deals."""
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
    if prod(map(len, each)) > MANY:
        raise TooMany
    jousts = [done for done in view.jousts if done.set == FINAL]
    pairs = []
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
        pairs += [(Layout(None, BySeat(*pair)), weight) for pair in product(a, b)]
    return pairs


def _later(view: View, set_: int) -> list[Layout]:
    """The layouts of a set that hold what the final joust has revealed of it."""
    possible = list(layouts(view, set_))
    for seat in SEATS:
        if _inverted(view, seat) == FINAL:
            continue
        shown = [tile for done in view.jousts if done.set == FINAL for tile in done.shown(seat) if tile.set == set_]
        possible = [layout for layout in possible if all(any(_is(tile, one) for tile in layout.held[seat]) for one in shown)]
    return possible


def _up(tiles: Tiles, faces: Sequence[FaceDown], before: tuple[tuple[FaceDown, Tile], ...] = ()) -> Iterator[Tiles]:
    """Which tiles may lie there, in this order; of faces that are alike the smaller tile comes first."""
    if len(before) == len(faces):
        yield tuple([tile for _, tile in before])
        return
    face = faces[len(before)]
    for tile in tiles:
        if tile not in [one for _, one in before] and _looks(tile, face) and all(one < tile for look, one in before if look == face):
            yield from _up(tiles, faces, (*before, (face, tile)))


def _looks(tile: Tile, face: FaceDown) -> bool:
    """Whether a tile may lie there face down."""
    return face.colour in (None, tile.colour) and face.set in (None, tile.set) and face.group in (None, tile.group)


def _without(tiles: Tiles, away: Tiles) -> Tiles:
    return tuple([tile for tile in tiles if tile not in away])
