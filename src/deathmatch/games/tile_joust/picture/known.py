"""Public knowledge of the tiles that a seat bought: from their sale, and from the jousts since.

A tile that is put up shows colour, group and set, and never its size. So which of two tiles of one colour and group it was may stay open.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from deathmatch.core.optional import Aid
from deathmatch.core.seats import Seat
from deathmatch.games.tile_joust.values import FINAL, ITEMS, LEFT, SIZES, Colour, FaceDown, Item, Owed, Size
from deathmatch.games.tile_joust.view import View


class Fate(Enum):
    """Whether a tile is still in its owner's hand or stored."""

    HELD = "held"
    PERHAPS = "perhaps"  # one of several that look alike was put up
    GONE = "gone"  # up or spent


class Lot(NamedTuple):
    """A tile by its place in the auction. (A tuple, because it is hashed with all that is painted.)

    Attributes:
        lot: its place, as part of a slot.
        colour: as it was sold; None for a left-over tile that nobody saw.
        set, group, size: as of a tile.
        price: None for a left-over tile.
        fate: whether it was put up.
        number: if it is known to be this one's; as it was given away, or revealed.
    """

    lot: str
    colour: Colour | None
    set: int
    group: int
    size: Size | None
    price: int | None
    fate: Fate = Fate.HELD
    number: int | None = None


class Possible(NamedTuple):
    """The numbers, ascending, that tiles may have which a seat does not know.

    Attributes:
        lots: by their place in the auction: those under auction, and those of the other seat that may still be in hand or up.
        faces: by their look: those that lie face down.
    """

    lots: Mapping[str, tuple[int, ...]]
    faces: Mapping[FaceDown, tuple[int, ...]]


class _Gone(NamedTuple):
    """A tile that left a hand, as far as it was shown."""

    face: FaceDown
    number: int | None


def lots(view: View, seat: Seat) -> tuple[Lot, ...]:
    """The tiles of a seat that are worth showing: those of this set; in the final joust those of all sets that may be left.

    At a table without aids, prices and revealed numbers are left out.
    """
    owned = _lots(view, seat)
    return tuple([lot._replace(price=None, number=None) for lot in owned]) if view.aid is Aid.NONE else owned


def _lots(view: View, seat: Seat) -> tuple[Lot, ...]:
    if not view.final:
        return _of_set(view, seat, view.set)
    owned = [lot for number in range(1, view.terms.sets + 1) for lot in _of_set(view, seat, number)]
    return tuple([lot for lot in owned if lot.fate is not Fate.GONE])


def _of_set(view: View, seat: Seat, set_: int) -> tuple[Lot, ...]:
    sold = [sale for sale in view.sales if sale.seat is seat and sale.set == set_]
    sold.sort(key=lambda sale: (sale.group, SIZES.index(sale.size)))
    owned = [Lot(sale.lot, sale.colour, set_, sale.group, sale.size, sale.price) for sale in sold]
    if _received(view, seat, set_):
        number = _given(view, seat, set_)
        colour = None if number is None else Colour.of(number)
        owned.append(Lot(f"{set_}-left", colour, set_, LEFT, None, None, number=number))
    gone = _gone(view, seat, set_)
    return tuple([_settled(lot, owned, gone, _loose(view, seat, set_), _turned(view, seat)) for lot in owned])


def _received(view: View, seat: Seat, set_: int) -> bool:
    """R18: whether a seat got a left-over tile of a set."""
    if len(view.leftovers) < set_ or view.leftovers[set_ - 1] is None:
        return False
    waiting = view.owed is Owed.KEEP and set_ == view.set
    return not waiting if view.terms.left > 1 else view.leftovers[set_ - 1] is seat


def _given(view: View, seat: Seat, set_: int) -> int | None:
    """The number of a left-over tile that the eye itself gave away."""
    if view.own is None or view.eye is seat:
        return None
    return next((given.number for given in view.own.given if given.set == set_), None)


def _gone(view: View, seat: Seat, set_: int) -> list[_Gone]:
    """The tiles of a set that a seat has put up or surrendered, and those that may have been of that set."""
    gone = []
    for done in view.jousts:
        gone += [_Gone(FaceDown(tile.colour, tile.set, tile.group), tile.number) for tile in done.shown(seat) if tile.set == set_]
    up = () if view.table is None else view.table.up[seat]
    hidden = view.final or view.set == set_
    return gone + [_Gone(face, None) for face in up if face.set == set_ or (face.set is None and hidden)]


def _turned(view: View, seat: Seat) -> bool:
    """Whether a seat has used Tile Inversion, so that numbers need not follow sizes."""
    held = view.items[ITEMS.index(Item.INVERSION)] if view.items else None
    return held is not None and held.seat is seat and held.used is not None


def _loose(view: View, seat: Seat, set_: int) -> bool:
    """Whether a tile of this set may have another colour than when it was sold."""
    if not view.terms.recolour or not _turned(view, seat):
        return False
    return view.items[ITEMS.index(Item.INVERSION)].used in (set_, FINAL)


def _settled(lot: Lot, among: list[Lot], gone: list[_Gone], loose: bool, turned: bool) -> Lot:
    """A lot with all present knowledge of it."""

    def alike(other: Lot) -> bool:
        return other.group == lot.group and (loose or other.colour is lot.colour)

    def fits(face: FaceDown) -> bool:
        colour = loose or None in (face.colour, lot.colour) or face.colour is lot.colour
        return colour and face.group in (None, lot.group)

    peers = [other for other in among if alike(other)]
    sure = [one for one in gone if one.face.group == lot.group and fits(one.face)]
    if len(sure) == len(peers) or len(gone) == len(among):
        numbers = sorted(one.number for one in sure if one.number is not None)
        number = lot.number
        if len(numbers) == len(peers) and (len(peers) == 1 or not turned):
            number = numbers[peers.index(lot)]
        return lot._replace(fate=Fate.GONE, number=number)
    return lot._replace(fate=Fate.PERHAPS) if any(fits(one.face) for one in gone) else lot
