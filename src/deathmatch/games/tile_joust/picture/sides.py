"""One side of the table: a line with a seat's mark, points, chips and items, and the tiles that it holds or has bought."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from deathmatch.core.optional import Aid
from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import coins, crown, group, path, rect, seat_mark, text
from deathmatch.core.speech import cached_by_language, count, say
from deathmatch.games.tile_joust.picture import glyphs, words
from deathmatch.games.tile_joust.picture.glyphs import HIGH, WIDE
from deathmatch.games.tile_joust.picture.known import Fate, Lot, Possible, lots
from deathmatch.games.tile_joust.values import ITEMS, Item, Tile
from deathmatch.games.tile_joust.view import View

WIDTH, MARGIN = 360, 8
ZONE = 90  # height of the tiles of a side
_INNER = WIDTH - 2 * MARGIN
_GAP = 2
_ENLARGED = 1.25  # a tile at the most
_WRITTEN = 0.95  # scale from which the small writing on a tile can be read
_NOTHING = Possible({}, {})


class SideLayout(NamedTuple):
    """The place of a side. (A tuple, because it is hashed with all its contents.)

    Attributes:
        seat: whose side it is.
        prefix: how its slots begin.
        player: where its player's name stands in labels; empty for the viewer's own seat.
        head: middle of the line with mark, points, chips and items.
        tiles: upper edge of its tiles.
        row: upper edge of its row of tiles.
    """

    seat: Seat
    prefix: str
    player: str
    head: float
    tiles: float
    row: float


# --- The line with a seat's figures


def head(view: View, place: SideLayout) -> Element:
    """A seat's mark, points, chips, and how many tiles it has."""
    seat = place.seat
    won = view.outcome is not None and view.outcome.winner is seat
    dmo = not view.terms.items and view.terms.dmo is seat
    figures = (view.points[seat], view.chips[seat], view.tiles[seat], view.stored[seat])
    return _head(place, figures, won, dmo, words.side(view, seat, place.player))


@cached_by_language(maxsize=4096)
def _head(place: SideLayout, figures: tuple[int, int, int, int], won: bool, dmo: bool, label: str) -> Element:
    points, chips, tiles, stored = figures
    markup = seat_mark(place.seat, 16, 0, 15)
    if won:
        markup += group(crown("gold"), 29, -12, scale=0.72, turn=18)
    size = 24 if points < 100 else 20
    wide = 0.62 * size * len(str(points))
    markup += text(str(points), 40, 8, size, "ink strong") + text(count("point", "points", points), 43 + wide, 8, 14, "muted")
    markup += group(coins("glow", "glow-edge"), 134, -1, scale=0.82) + text(str(chips), 147, 6, 17, "ink strong")
    markup += group(rect(-6, -8, 12, 16, "bare muted-line", corner=2.5, pen=1.5), 188, 0) + text(str(tiles), 198, 6, 17, "ink strong")
    if stored:
        markup += text(f"+{stored}", 199 + 11.2 * len(str(tiles)), 6, 14, "muted")
    if dmo:
        markup += text(say("opens, wins ties"), 346, 5, 14, "muted", anchor="end")
    return Element(f"{place.prefix}-seat", markup, label, (MARGIN, place.head))


def items(view: View, place: SideLayout) -> tuple[Element, ...]:
    """The items that a seat holds, those already used as well."""
    held = [kind for kind, holding in zip(ITEMS, view.items, strict=False) if holding.seat is place.seat]
    asked = view.usable(place.seat) if place.seat in view.owing and view.owed == "items" else ()
    return tuple(
        [
            _item(kind, index - len(held), view.items[ITEMS.index(kind)].used is not None, kind in asked, place.head, label)
            for index, kind in enumerate(held)
            for label in (words.item(view, kind, place.player),)
        ]
    )


@cached_by_language(maxsize=1024)
def _item(kind: Item, index: int, used: bool, asked: bool, head_: float, label: str) -> Element:
    ground = "accent-soft accent-line" if asked else "raised line-line"
    paint = "muted" if used else "accent" if asked else "ink"
    frame = rect(1, -20, 46, 40, ground, corner=8, pen=2.2 if asked else 1)
    sign = group(glyphs.item(kind, paint, "raised"), 24, -7, scale=0.75)
    name = text(words.short(kind), 24, 15, 14, paint, anchor="middle")
    struck = path("M6,14L42,-14", "bare muted-line", pen=1.6) if used else ""
    markup = rect(0, -22, 48, 44, "ground") + group(frame + sign + name + struck, opacity=0.7 if used else 1)
    return Element(f"item-{kind}", markup, label, (WIDTH - MARGIN + 50 * index + 2, head_))


# --- The tiles


def tiles(view: View, place: SideLayout) -> tuple[Element, ...]:
    """The viewer's own hand with its numbers; of the others the bought tiles, as far as they are known."""
    if view.own is not None and view.eye is place.seat:
        hand = view.own.hand
        spots = _spots(len(hand), place.tiles)
        paid = {sale.lot: sale.price for sale in view.sales} if view.aid is not Aid.NONE else {}
        return tuple([_own(place, tile, view.final, paid.get(tile.lot), *spot) for tile, spot in zip(hand, spots, strict=True)])
    bought = lots(view, place.seat)
    spots = _spots(len(bought), place.tiles)
    may = helped(view).lots if place.seat is not view.near else {}
    if may:  # a tile that can have no number is not there any more
        bought = tuple([lot if lot.lot in may else lot._replace(fate=Fate.GONE) for lot in bought])
    return tuple([_lot(place, lot, view.final, may.get(lot.lot, ()), *spot) for lot, spot in zip(bought, spots, strict=True)])


@lru_cache(maxsize=256)
def _spots(number: int, top: float) -> tuple[tuple[float, float, float], ...]:
    """Where so many tiles lie in a zone, and how much they are enlarged: as large as fit, in one row or more."""
    best = (0.0, 1, 1)
    for rows in range(1, 9):
        columns = -(-number // rows) or 1
        scale = min(_INNER / (columns * (WIDE + _GAP) - _GAP), ZONE / (rows * (HIGH + _GAP) - _GAP), _ENLARGED)
        best = max(best, (scale, -rows, columns))
    scale, _, columns = best
    rows = -(-number // columns)
    wide, high = (WIDE + _GAP) * scale, (HIGH + _GAP) * scale
    upper = top + (ZONE - rows * high + _GAP * scale) / 2
    spots = []
    for index in range(number):
        row, column = divmod(index, columns)
        length = min(columns, number - row * columns)
        left = (WIDTH - length * wide + _GAP * scale) / 2
        spots.append((round(left + column * wide, 2), round(upper + row * high, 2), round(scale, 3)))
    return tuple(spots)


@cached_by_language(maxsize=8192)
def _own(place: SideLayout, tile: Tile, final: bool, price: int | None, x: float, y: float, scale: float) -> Element:
    large = scale >= _WRITTEN
    foot = glyphs.origin(tile.set if final else None, tile.group) if large else ""
    markup = glyphs.tile(tile.colour, str(tile.number), foot, tile.size, sized=large and not final, marked=tile.inverted, price=price)
    label = words.tile(place.player, tile, foot, price, final=final)
    return Element(f"{place.prefix}-{tile.lot}", group(markup, scale=scale), label, (x, y), markable=True)


@cached_by_language(maxsize=8192)
def _lot(place: SideLayout, lot: Lot, final: bool, may: tuple[int, ...], x: float, y: float, scale: float) -> Element:
    large = scale >= _WRITTEN or lot.number is None
    foot = glyphs.origin(lot.set if final else None, lot.group) if scale >= _WRITTEN else ""
    gone, perhaps = lot.fate is Fate.GONE, lot.fate is Fate.PERHAPS
    figure = "" if lot.number is None else str(lot.number)
    may = may if not gone else ()
    dash, price = "4 3" if perhaps else "", None if gone else lot.price
    small = 1.0 if scale >= _WRITTEN else scale
    markup = glyphs.tile(
        lot.colour, figure, foot, lot.size, sized=large and lot.size is not None, dash=dash, price=price, may=may, scale=small
    )
    markup = group(markup, opacity=0.35 if gone else 0.62 if perhaps else 1)
    writing = glyphs.writing(figure, foot, price, may, small)
    label = words.with_may(words.lot(place.player, lot, writing, final=final), may)
    return Element(f"{place.prefix}-{lot.lot}", group(markup, scale=scale), label, (x, y), markable=True)


# --- What the table helps with


def helped(view: View) -> Possible:
    """The numbers that tiles may have, if the table helps with that and a seat looks on."""
    if view.aid is not Aid.DEDUCTION or view.own is None or view.showing is not None or view.outcome is not None:
        return _NOTHING
    from deathmatch.games.tile_joust.picture.deduction import possible  # here, since few tables ask for it and its library is large

    return possible(view)
