"""The picture of Tile Joust, 360 units wide: the viewer's own tiles below, what the other has bought above, the block or the joust between.

Slots name places, never numbers. The viewer's own tiles are `hand-SET-GROUP-SIZE` or `hand-SET-left` by their place in the auction, those
across the table `their-...`; for an onlooker, who has no side, they are `a-...` and `b-...`. By side there are also `...-zone`,
`...-set-1`, `...-seat`, `...-up-1` to `-5`, `...-sealed`, `...-total`; then `block-minute` to `block-giant`, `bid`, `group`, `coming`,
`offer-1`, `offer-2`, `stand`, and `item-inversion`, `item-equaliser`, `item-conceal`, no matter who holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias, TypeVar

from deathmatch.core.optional import Aid
from deathmatch.core.scene import Element, Scene, also_at
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import circle, coins, crown, ellipse, group, path, rect, seat_mark, seat_paint, span, text, tick
from deathmatch.core.speech import cached_by_language, count, mark, name, owned, reads, say, voiced
from deathmatch.core.themes import FLIPS
from deathmatch.games.tile_joust import glyphs, values, words
from deathmatch.games.tile_joust.glyphs import HIGH, WIDE
from deathmatch.games.tile_joust.view import Stage, View, lying
from deathmatch.games.tile_joust.words import Fate, Lot, Possible, lots

# --- One side of the table: a line with a seat's mark, points, chips and items, and the tiles that it holds or has bought


WIDTH, MARGIN = 360, 8
COLUMN, SMALLER = 94, 0.8  # of the wide arrangement: left of the table stand the figures of both sides
NARROWER = 4  # at each side of the high arrangement, in which both zones of tiles are higher and all below them lies lower
_INNER = WIDTH - 2 * MARGIN
_GAP, _BETWEEN = 3, 6  # from tile to tile, and from row to row
_OVER = 16  # height of numerals over tiles
_ITEM = 68  # from an item beside the figures of a seat to the next
_ENLARGED = 1.4  # a tile at the most
_PLACES = 6  # of a side for the tiles of an auction, if each buys as many
_WRITTEN = 0.95  # scale from which the small writing on a tile can be read
_TAGGED = 0.8  # scale from which its price has room
_NOTHING = Possible({}, {})
T = TypeVar("T", values.Tile, Lot)
_Spot: TypeAlias = tuple[float, float, float, tuple[float, float]]


class SideLayout(NamedTuple):
    """The place of a side. (A tuple, because it is hashed with all its contents.)

    Attributes:
        seat: whose side it is.
        prefix: how its slots begin.
        player: where its player's name stands in labels; empty for the viewer's own seat.
        head: middle of the line with mark, points, chips and items.
        tiles: upper edge of its tiles, in the three arrangements.
        zones: height of its tiles, in the three arrangements.
        lower: by how much its figures lie lower in the high arrangement.
        row: upper edge of its row of tiles.
        beside: middle of its mark in the wide arrangement, where its figures stand below each other left of its tiles.
        more: from there to its items, or to what its seat does, which stand towards the middle.
    """

    seat: Seat
    prefix: str
    player: str
    head: float
    tiles: tuple[float, float, float]
    zones: tuple[float, float, float]
    lower: float
    row: float
    beside: float
    more: float


# --- The line with a seat's figures


def head(view: View, place: SideLayout, acts: bool) -> tuple[Element, ...]:
    """A seat's mark with a ring while it is to act, points, chips, and how many tiles it has."""
    seat = place.seat
    won = view.outcome is not None and view.outcome.winner is seat
    dmo = not view.terms.items and view.terms.dmo is seat
    figures = (view.points[seat], view.chips[seat], view.tiles[seat], view.stored[seat], words.left_at_end(view, seat))
    held = sum(holding.seat is seat for holding in view.items)
    return _head(place, figures, won, dmo, acts, held, words.side(view, seat, place.player))


@cached_by_language(maxsize=4096)
def _head(place: SideLayout, figures: tuple[int, ...], won: bool, dmo: bool, acts: bool, held: int, label: str) -> tuple[Element, ...]:
    points, chips, tiles, stored, left = figures
    markup = seat_mark(place.seat, 16, 0, 15) + (circle(16, 0, 19, "bare accent-line", pen=2) if acts else "")
    if won:
        markup += group(crown("gold"), 26, -14, scale=0.66, turn=18)
    size = 24 if points < 100 else 20
    wide = 0.66 * size * len(str(points))
    markup += text(str(points), 40, 8, size, "ink strong sum") + text(count("point", "points", points), 43 + wide, 8, 14, "muted")
    purse = group(coins("glow", "glow-edge"), 12, -1, scale=0.82) + text(str(chips), 25, 6, 17, "ink strong sum")
    lines = [values.in_tiles(tiles)]
    if stored or left:  # at the end each tile that is left has scored its point
        lines.append(f"= {values.in_points(left)}" if left else say("{number} stored", number=stored))
    opens = say(words.DOES[values.Item.EQUALISER]).split("\n") if dmo else []
    room = WIDTH - 2 * MARGIN - _ITEM * held - 7.2 * max(map(span, opens), default=0)
    x, rise = (178, 0) if left or 178 + 7.2 * max(map(span, lines)) <= room - 6 * dmo else (122, 11)  # beside the chips, or below them
    while lines and (x + 7.2 * max(map(span, lines)) > room - 6 * dmo or (left and len(lines) == 1) or (rise and len(lines) > 1)):
        lines.pop()
    figure, paint = (f"{tiles}: +{left}", "good strong") if left else (str(tiles), "muted")
    known = _lines(lines, paint) or group(glyphs.face(None, width=11, height=13), -3, -6) + text(figure, 10.5, 5.5, 14, paint)
    parts = (
        ("seat", markup, label, 0, 0, 0, SMALLER),
        ("purse", purse, "", 122, -rise, 38, 1),
        ("count", known, "", x, rise, 82, 1),
        ("opens", _lines(opens, "muted"), "", room, 0, place.more, 0.9),
    )
    elements = [Element(f"{place.prefix}-{part}", drawn, said, (MARGIN + x, place.head + dy)) for part, drawn, said, x, dy, *_ in parts]
    beside = [(place.beside + SMALLER * y, scale) for *_, y, scale in parts]
    return tuple([_also(one, MARGIN / 2, y, scale, place.lower) for one, (y, scale) in zip(elements, beside, strict=True) if one.svg])


def _lines(lines: Sequence[str], paint: str) -> str:
    """One small line or two, beside the large figures of a seat."""
    return " ".join([text(line, 0, 14 - 8.5 * len(lines) + 17 * row, 14, paint) for row, line in enumerate(lines)])


def items(view: View, place: SideLayout) -> tuple[Element, ...]:
    """The items that a seat holds, those already used as well."""
    held = [kind for kind, holding in zip(values.ITEMS, view.items, strict=False) if holding.seat is place.seat]
    asked = view.usable(place.seat) if place.seat in view.owing and view.owed == "items" and view.eye is place.seat else ()
    return tuple(
        [
            _item(place, kind, index - len(held), view.holding(kind).used is not None, kind in asked, label)
            for index, kind in enumerate(held)
            for label in (words.item(view, kind, place.player),)
        ]
    )


@cached_by_language(maxsize=1024)
def _item(place: SideLayout, kind: values.Item, index: int, used: bool, asked: bool, label: str) -> Element:
    ground = "accent-soft accent-line" if asked else "raised line-line"
    paint = "muted" if used else "accent" if asked else "ink"
    frame = rect(1, -20, _ITEM - 4, 40, ground, corner=8, pen=2.2 if asked else 1)
    sign = group(glyphs.item(kind, paint, "raised"), _ITEM / 2 - 1, -7, scale=0.75)
    name = text(values.item_title(kind).split()[-1], _ITEM / 2 - 1, 15, 14, paint, anchor="middle")
    struck = path(f"M10,14L{_ITEM - 12},-14", "bare muted-line", pen=1.6) if used else ""
    markup = rect(0, -22, _ITEM - 2, 44, "ground") + group(frame + sign + name + struck, opacity=0.7 if used else 1)
    element = Element(f"item-{kind}", markup, label, (WIDTH - MARGIN + _ITEM * index + 2, place.head))
    return _also(element, COLUMN + MARGIN + 0.7 * _ITEM * index, place.beside + SMALLER * place.more, 0.7, place.lower)


def _also(element: Element, x: float, y: float, size: float, lower: float) -> Element:
    """An element with its place in the wide arrangement, and so much lower in the high one."""
    return also_at(element, x, y, size, (element.at[0] - NARROWER, element.at[1] + lower, 1))


# --- The tiles


def tiles(view: View, place: SideLayout) -> tuple[Element, ...]:
    """The viewer's own hand with its numbers; of the others the bought tiles, as far as they are known."""
    if view.own is not None and view.eye is place.seat:
        hand = sorted(view.own.hand, key=lambda tile: tile.set) if view.final else view.own.hand
        paid = {sale.lot: sale.price for sale in view.sales} if view.aid is not Aid.NONE else {}
        return _arranged(view, place, hand, lambda own, *at: _own(place, own, view.final, paid.get(own.lot), view.block is not None, *at))
    bought = lots(view, place.seat)
    may = helped(view).lots if place.seat is not view.near else {}
    if may:  # a tile that can have no number is not there any more
        bought = tuple([lot if lot.lot in may else lot._replace(fate=Fate.GONE) for lot in bought])
    return _arranged(view, place, bought, lambda lot, *spot: _lot(place, lot, view.final, may.get(lot.lot, ()), *spot))


def _arranged(view: View, place: SideLayout, of: Sequence[T], made: Callable[[T, float, float, float], Element]) -> tuple[Element, ...]:
    """Tiles with their places in all arrangements, empty ones in an auction; in the final joust each set after its numeral."""
    runs = tuple([tile.set if view.final and (not at or of[at - 1].set != tile.set) else 0 for at, tile in enumerate(of)])
    runs += (0,) * (_PLACES - len(of)) if view.block is not None else ()
    spots = [_spots(runs, right, top, zone) for top, zone, right in zip(place.tiles, place.zones, (0, COLUMN, -NARROWER), strict=True)]
    elements = []
    for at, (set_, tall, wide, high) in enumerate(zip(runs, *spots, strict=True)):
        element = made(of[at], *tall[:3]) if at < len(of) else _vacant(place, at, *tall[:3])
        elements.append(also_at(element, wide[0], wide[1], wide[2] / tall[2], (high[0], high[1], high[2] / tall[2])))
        if set_:
            elements.append(_numeral(place, set_, tall[3], wide[3], high[3]))
    return tuple(elements)


@cache
def _vacant(place: SideLayout, at: int, x: float, y: float, scale: float) -> Element:
    """The place for one more tile."""
    outline = rect(1, 1, WIDE - 2, HIGH - 2, "bare line-line", corner=6, pen=1.2, dash="3 4")
    return Element(f"{place.prefix}-place-{at + 1}", group(outline, scale=scale), at=(x, y))


@cached_by_language(maxsize=1024)
def _numeral(place: SideLayout, set_: int, tall: tuple[float, float], wide: tuple[float, float], high: tuple[float, float]) -> Element:
    """Which set the tiles after it are of."""
    markup, label = glyphs.numeral(glyphs.ROMAN[set_], "ink"), say("Set {number}", number=set_)
    return also_at(Element(f"{place.prefix}-set-{set_}", markup, label, tall), *wide, 1, (*high, 1))


@lru_cache(maxsize=1024)
def _spots(runs: tuple[int, ...], right: float, top: float, zone: float) -> tuple[_Spot, ...]:
    """Where tiles lie in a zone, how much they are enlarged, and where their numerals end: as large as fit, in one row or more."""
    ways = []
    for rows, over in product(range(1, 9), (0, _OVER)):  # numerals stand beside their tiles, or over them
        columns = -(-len(runs) // rows) or 1
        before = [0 if over else glyphs.ROOM[set_] for set_ in runs]
        across = _INNER - 8 - max([sum(before[first : first + columns]) for first in range(0, len(runs), columns)], default=0)
        down = (zone - rows * over) / (rows * (HIGH + _BETWEEN) - _BETWEEN)
        fits = min(across / (columns * (WIDE + _GAP) - _GAP), down, _ENLARGED)
        ways.append((round(fits, 1), -rows, -over, fits, columns, before))  # nearly as large in fewer rows is better
    *_, over, scale, columns, before = max(ways)
    wide, high = (WIDE + _GAP) * scale, (HIGH + _BETWEEN) * scale - over
    y = top - over + (zone - -(-len(runs) // columns) * high + _BETWEEN * scale) / 2
    spots = []
    for first in range(0, len(runs), columns):
        row = before[first : first + columns]
        x = right + (WIDTH - len(row) * wide + _GAP * scale - sum(row)) / 2
        for set_, room in zip(runs[first : first + columns], row, strict=True):
            x += room
            numeral = (x + glyphs.ROOM[set_] - 6, y - 2) if over else (x - 4, y + HIGH * scale / 2 + 6.5)
            spots.append((round(x, 2), round(y, 2), round(scale, 3), numeral))
            x += wide
        y += high
    return tuple(spots)


@cached_by_language(maxsize=8192)
def _own(place: SideLayout, tile: values.Tile, final: bool, price: int | None, buys: bool, x: float, y: float, scale: float) -> Element:
    figure, small, size, turned = str(tile.number), 1.0 if scale >= _WRITTEN else scale, tile.size, tile.inverted
    tag = (price or None) if buys and scale >= _TAGGED and not turned else None  # its label has the price too
    markup = glyphs.tile(tile.colour, figure, "", size, group_=tile.group, sized=not final, marked=turned, price=tag, scale=small)
    label = words.tile(place.player, tile, price, final=final)
    return Element(f"{place.prefix}-{tile.lot}", group(markup, scale=scale), label, (x, y), markable=True)


@cached_by_language(maxsize=8192)
def _lot(place: SideLayout, lot: Lot, final: bool, may: tuple[int, ...], x: float, y: float, scale: float) -> Element:
    gone, perhaps = lot.fate is Fate.GONE, lot.fate is Fate.PERHAPS
    may = may if not gone else ()
    fits = may if scale >= glyphs.SIGNED else ()  # a range is too long for a smaller tile: its label has it
    number = may[0] if len(may) == 1 and not fits else lot.number
    figure = str(number) if number is not None else "" if lot.size is not None or fits else "?"  # one left over
    # Who reads the number of a tile knows what it cost.
    dash, price = "4 3" if perhaps else "", None if gone or figure or scale < _TAGGED else lot.price or None
    small = 1.0 if scale >= _WRITTEN else scale
    sized = lot.size is not None and (lot.number is None or not final)
    markup = glyphs.tile(lot.colour, figure, "", lot.size, group_=lot.group, sized=sized, dash=dash, price=price, may=fits, scale=small)
    markup = group(markup, opacity=0.35 if gone else 0.62 if perhaps else 1)
    writing = glyphs.writing(figure, price, fits, small)
    label = words.with_may(words.lot(place.player, lot, writing, final=final), may)
    return Element(f"{place.prefix}-{lot.lot}", group(markup, scale=scale), label, (x, y), markable=True)


# --- What the table helps with


def helped(view: View) -> Possible:
    """The numbers that tiles may have, if the table helps with that and a seat looks on."""
    if view.aid is not Aid.DEDUCTION or view.own is None or view.showing is not None or view.outcome is not None:
        return _NOTHING
    from deathmatch.games.tile_joust.deduction import possible  # here, since few tables ask for it and its library is large

    return possible(view)


# --- The middle of the table: the block with the three tiles of a group, the tiles of a joust face to face, items to pick, tiles left over


TOP, TABLE_HEIGHT, JOUST_HEIGHT = 112, 150, 122  # a joust needs less: the viewer's tiles get the rest
WIDER, LOWER = 22, 25  # the table of an auction is so much higher in the wide arrangement; all lies lower in the high one
_ZONES = (66, 77, 91), (66, 88, 91)  # height of the tiles of a side, in the three arrangements: in an auction, and in jousts
_FAR_TILES, _MAT = (42, 6, 42), 125
FAR_ROW, NEAR_ROW = 22, 73  # upper edges of the rows of a joust, below TOP
_ROW = 46  # left edge of the first tile of a row
_STEP = 48
_TOTAL = 318  # middle of a total: from five tiles to the edge, `13 points` fits


@cache
def cloth(high: float) -> tuple[Element, ...]:
    """The table under its lamp: two sheets, which lie apart where the table of an auction is higher."""
    sheet, light = rect(MARGIN, 0, _INNER, high, "table", corner=10), ellipse(WIDTH / 2, high / 2, 150, 56, "lamplight")
    return tuple([Element(slot, drawn, at=(0, TOP), layer=-1) for slot, drawn in (("table", sheet), ("lamp", sheet + light))])


@cache
def _zone(place: SideLayout) -> Element:
    """The place for the tiles of a seat. It is as high as any arrangement needs; elsewhere the rest lies below the table."""
    mat = group(rect(MARGIN, -2, _INNER, _MAT + 4, "table", corner=10), opacity=0.5)
    tall, wide, high = [top - (_MAT - zone if place.lower else 0) for top, zone in zip(place.tiles, place.zones, strict=True)]
    return also_at(Element(f"{place.prefix}-zone", mat, at=(0, tall), layer=-2), COLUMN, wide, 1, (-NARROWER, high, 1))


def middle(view: View, far: SideLayout, near: SideLayout, sealed: Sequence[Seat]) -> tuple[Element, ...]:
    """What lies there now."""
    if view.items and view.items[0].seat is None:
        return tuple([_big_item(kind, at, view.outcome is None, words.item(view, kind, "")) for at, kind in enumerate(values.ITEMS)])
    if view.block is not None and view.showing is None:
        return _auction(view, view.block)
    if view.owed is values.Owed.KEEP:
        return _left_over(view)
    # The last joust lies there until its reader has put up a tile for the next one.
    number = sum(done.set == view.set for done in view.jousts)
    using = view.owed is values.Owed.ITEMS and view.showing is None
    if using or (view.table is not None and (view.table.round > 1 or near.seat in sealed or not number)):
        return (_heading(words.title(view)), *_up(view, far, sealed), *_up(view, near, sealed))
    played = view.set - 1 if view.owed is values.Owed.TILES else view.set
    if view.showing is not None or any(view.final or done.set == played for done in view.jousts):
        return (*_finished(view, view.jousts[-1], far, near), *[_sealed(place, None) for place in (far, near) if place.seat in sealed])
    says = say("Set {set} has no joust", set=played) if 0 < played < view.set else say("The tiles of set {set} are mixed", set=view.set)
    return (_heading(says if view.outcome is None else words.over(view, view.outcome, str)),)


@cached_by_language(maxsize=1024)
def _heading(words_: str, seat: Seat | None = None) -> Element:
    """Where the match stands, or the win of a seat: for an onlooker its mark stands before the words."""
    badge = seat_mark(seat, -6 - 3.8 * span(words_), 10.5, 9) if seat and not (reads(seat) or reads(seat.other)) else ""
    return Element("stand", badge + text(words_, 6 * bool(badge), 15.5, 14, "ink strong", anchor="middle"), at=(WIDTH / 2, TOP))


# --- Before the first set


@cached_by_language(maxsize=None)
def _big_item(kind: values.Item, index: int, asked: bool, label: str) -> Element:
    frame = rect(0, 0, 108, 100, "raised accent-line" if asked else "raised line-line", corner=10, pen=1.5)
    sign = group(glyphs.item(kind, "accent", "raised"), 54, 28, scale=1.45)
    name = text(values.item_title(kind), 54, 60, 14, "ink strong", anchor="middle")
    does = [text(line, 54, 77 + 16 * row, 14, "muted", anchor="middle") for row, line in enumerate(say(words.DOES[kind]).split("\n"))]
    return Element(f"item-{kind}", frame + sign + " ".join((name, *does)), label, (MARGIN + 6 + 112 * index, TOP + 11))


# --- The auction


_BLOCKS = ((21, 0.98), (79, 1.18), (139, 1.38))  # left edge and size of the three tiles
_FLOOR = 92  # on which they stand, below TOP


def _auction(view: View, block: values.Block) -> tuple[Element, ...]:
    sold = {sale.size: sale for sale in view.sales if (sale.set, sale.group) == (view.set, block.group)}
    lots = helped(view).lots
    held = tuple([tile.number for tile in view.own.hand]) if view.own is not None else ()
    known = {tile.lot: (tile.number,) for tile in view.own.hand} if view.own is not None else {}
    may = [(known if size not in block.unsold else lots).get(f"{view.set}-{block.group}-{size}", ()) for size in values.SIZES]
    over = view.outcome is not None
    return (
        _group(block.group, words.group(block)),
        _numbers(view.terms.lowest, view.near, held),
        *[_on_block(block.colours[place], place, block.tile is size and not over, sold.get(size), may[place],
                    words.with_may(words.on_block(block, place, sold.get(size), over=over), may[place]))
          for place, size in enumerate(values.SIZES)],
        *([] if over else [_bid(block.bid, block.bidder, block.actor, block.tile is None, words.bid(block))]),
        *([_coming(block.group + 1, block.coming)] if block.coming else []),
    )  # fmt: skip


@cached_by_language(maxsize=None)
def _group(number: int, label: str) -> Element:
    return Element("group", text(say("Group {group} of 4", group=number), 0, 17, 14, "ink strong"), label, (MARGIN + 14, TOP))


@cached_by_language(maxsize=4096)
def _numbers(lowest: int, near: Seat, held: tuple[int, ...]) -> Element:
    """The numbers of a set, those of the viewer's hand with a rim."""
    step = (_INNER - 6) / (values.HIGHEST + 1 - lowest)
    markup = ""
    for place, number in enumerate(range(lowest, values.HIGHEST + 1)):
        colour, mine = values.Colour.of(number), number in held
        face = glyphs.face(colour, width=step - 2, height=18, rim=f"{seat_paint(near)}-line" if mine else "", pen=2.6 if mine else 0.8)
        markup += group(face + text(str(number), step / 2 - 1, 14, 14, glyphs.on(colour), anchor="middle"), step * place, 0)
    label = say("The numbers {low} to {high}, each once", low=lowest, high=values.HIGHEST)
    return Element("worth", markup, label, (MARGIN + 4, TOP + TABLE_HEIGHT - 21))


@cached_by_language(maxsize=4096)
def _on_block(colour: values.Colour, place: int, now: bool, sale: values.Sale | None, may: tuple[int, ...], label: str) -> Element:
    """A tile on the block: raised and lit while it is under auction, faded with its buyer and price once it is sold."""
    _, scale = _BLOCKS[place]
    wide, high = WIDE * scale, HIGH * scale
    size = values.SIZES[place]
    ground = glyphs.face(colour, width=wide, height=high, rim="accent-line" if now else "", pen=3 if now else 1.4)
    paint = glyphs.on(colour)
    if sale is not None and may:  # the viewer's own
        sign = text(str(may[0]), wide / 2, high / 2 + 9, 25, f"{paint} strong", anchor="middle")
    else:
        sign = group(glyphs.bars(size, paint), wide / 2 - (9 if may else 13), high / 2 + (0 if may else 12), scale=1.4 if may else 2)
        sign += glyphs.numbers(may, wide / 2, high - 8, paint) if may else ""
    tile = group(ground + sign, 0, -high - (7 if now else 0), opacity=1 if sale is None else 0.6 if may else 0.4)
    name = text(values.size_title(size), wide / 2, 15, 14, "accent strong" if now else "muted" if sale else "ink", anchor="middle")
    markup = tile + name + path(f"M{wide / 2 - 31:g},30h62", "bare")  # its frame is wider than the words
    if now:
        markup = ellipse(wide / 2, -1, wide * 0.55, 4, "glow") + markup
    if sale is not None:
        price = str(sale.price)
        start = wide / 2 - (18 + 7.8 * len(price)) / 2
        markup += seat_mark(sale.seat, start + 6, 25, 7) + text(price, start + 16, 30, 14, "gold strong")
    else:
        markup += " " + text(say(words.SIZED[size]), wide / 2, 30, 14, "accent" if now else "muted", anchor="middle")
    return Element(f"block-{size}", markup, label, (_BLOCKS[place][0], TOP + _FLOOR))


@cached_by_language(maxsize=4096)
def _bid(bid: int | None, bidder: Seat | None, actor: Seat, choosing: bool, label: str) -> Element:
    """The standing bid, large, with the mark of whose it is; below who is to act, and the effect of a fold."""
    markup = rect(-66, 4, 132, 90, "raised line-line", corner=10, pen=1)
    if bid is not None and bidder is not None:
        start = -(21 * len(str(bid)) + 36) / 2
        markup += text(voiced(bidder, mark("you lead with"), mark("the highest bid")), 0, 19, 14, "muted", anchor="middle")
        markup += seat_mark(bidder, start + 13, 38, 13) + text(str(bid), start + 33, 51, 36, "gold strong")
    elif not choosing:
        markup += text(say("no bid yet"), 0, 22, 14, "muted", anchor="middle") + group(coins("glow", "glow-edge"), 0, 42)
    else:
        for row, line in enumerate(say("which tile\ncomes next?").split("\n")):
            markup += text(line, 0, 34 + 18 * row, 14, "ink", anchor="middle")
    paint, payer = f"{seat_paint(actor)} strong", actor.other
    if choosing:
        return Element("bid", markup + _does(actor, voiced(actor, mark("you choose"), mark("chooses")), paint), label, (278, TOP))
    pays = voiced(payer, mark("you pay {bid}"), mark("pays {bid}"), bid=bid)
    if not bid:
        pays = voiced(payer, mark("you pay nothing"), mark("pays nothing"))
    markup += text(voiced(actor, mark("if you fold,"), mark("if {seat} folds,"), seat=actor), 0, 71, 14, paint, anchor="middle")
    return Element("bid", markup + _does(payer, pays, paint), label, (278, TOP))


def _does(seat: Seat, words_: str, paint: str) -> str:
    """The words for the action of a seat; its mark stands before them, unless the reader is meant."""
    own = reads(seat)
    said = text(words_, 0 if own else 11, 88, 14, paint, anchor="middle")
    return said if own else seat_mark(seat, -3 - 3.6 * span(words_), 83, 9) + said


@cached_by_language(maxsize=1024)
def _coming(first: int, groups: tuple[values.Colours, ...]) -> Element:
    """The colours of later groups, by size."""
    markup, x = text(say("then"), -66, 112, 14, "muted"), -30.0
    for number, colours in enumerate(groups, first):
        for place, colour in enumerate(colours):
            high = 7 + 2.5 * place
            markup += group(glyphs.face(colour, width=8, height=high, pen=0.8), x + 8.6 * place, 113 - high)
        markup += group(glyphs.pips(number, 15.7 - 2.7 * number, "muted"), x, 86)
        x += 33
    return Element("coming", markup, words.coming(first, groups), (278, TOP))


# --- Tiles left over


def _left_over(view: View) -> tuple[Element, ...]:
    """R18, `final`: the two tiles, face up for the chooser."""
    offer = () if view.own is None else view.own.offer
    return (_heading(words.title(view)), *[_offered(place, offer[place] if offer else None) for place in range(2)])


@cached_by_language(maxsize=None)
def _offered(place: int, number: int | None) -> Element:
    tile, label = glyphs.tile(None, "?", ""), say("A tile left over, face down")
    if number is not None:
        colour = values.Colour.of(number)
        tile = glyphs.tile(colour, str(number), "")
        label = say("Tile {number} left over: {colour}", number=number, colour=values.colour_word(colour))
    return Element(f"offer-{place + 1}", group(tile, scale=1.6), label, (WIDTH / 2 - 84 + 96 * place, TOP + 32))


# --- The joust


def _up(view: View, place: SideLayout, sealed: Sequence[Seat]) -> list[Element]:
    """A seat's tiles of the joust under way, and its sealed answer, which before the jousts is about its items."""
    faces = () if view.table is None else view.table.up[place.seat]
    mine = view.own.up if view.own is not None and view.eye is place.seat else ()
    elements: list[Element] = [_mark(place)]
    may = helped(view).faces if not mine else {}
    own = [*mine, *[None] * (len(faces) - len(mine))]
    elements += [_face(place, index, face, own[index], may.get(face, ()), view.final) for index, face in enumerate(faces)]
    elements += [_vacant(place, at, _ROW + _STEP * at, place.row, 1) for at in range(len(faces) + (place.seat in sealed), values.MOST)]
    if place.seat in sealed:
        elements.append(_sealed(place, min(len(faces), 4)))
    if mine:
        total = sum(tile.number for tile in mine)
        label = owned(mark("Your total so far: {total}"), mark("{player}'s total so far: {total}"), place.player, total=total)
        elements.append(_total(place, total, "", False, label))
    return elements


@cache
def _mark(place: SideLayout) -> Element:
    return Element(f"{place.prefix}-row", seat_mark(place.seat, 31, HIGH / 2, 12), at=(0, place.row))


@cached_by_language(maxsize=4096)
def _face(place: SideLayout, index: int, face: values.FaceDown, own: values.Tile | None, may: tuple[int, ...], final: bool) -> Element:
    """A tile that lies face down; its owner knows its number."""
    foot = glyphs.ROMAN[face.set] if final and face.set else ""
    rim = f"{seat_paint(place.seat)}-line"
    if own is not None:
        markup = glyphs.tile(own.colour, str(own.number), foot, group_=own.group, rim=rim, pen=2, marked=own.inverted)
    else:
        markup = glyphs.tile(face.colour, "" if may else "?", foot, group_=face.group, rim=rim, pen=2, may=may)
    label = words.with_may(words.face(place.player, face, own, final=final), may)
    return Element(f"{place.prefix}-up-{index + 1}", markup, label, (_ROW + _STEP * index, place.row))


@cached_by_language(maxsize=None)
def _sealed(place: SideLayout, index: int | None) -> Element:
    """The same for every submission: a pass and a tile look alike until both are in. Without a place it lies on the seat's mark."""
    paint = seat_paint(place.seat)
    back = rect(1, 1, WIDE - 2, HIGH - 2, f"{paint}-soft {paint}-line", corner=6, pen=2, dash="4 3")
    seal = group(circle(0, 0, 10, "accent table-line", pen=2) + group(tick("on-fill-line"), scale=0.7), WIDE / 2, HIGH / 2)
    label = owned(mark("Your submission: sealed"), mark("{player}'s submission: sealed"), place.player)
    if index is None:
        return Element(f"{place.prefix}-sealed", group(seal, 41 - WIDE / 2, 10), label, (0, place.row), layer=1)
    return Element(f"{place.prefix}-sealed", back + seal, label, (_ROW + _STEP * index + (12 if index == 4 else 0), place.row), layer=1)


@cached_by_language(maxsize=4096)
def _total(place: SideLayout, total: int, gain: str, won: bool, label: str) -> Element:
    markup = text(str(total), 0, 24, 22, "gold strong sum" if won else "ink strong sum", anchor="middle")
    if gain:
        markup += text(gain, 0, 41.5, 14, "good strong", anchor="middle")
    return Element(f"{place.prefix}-total", markup, label, (_TOTAL, place.row))


def _finished(view: View, done: values.FinishedJoust, far: SideLayout, near: SideLayout) -> tuple[Element, ...]:
    """A finished joust, step by step while it is shown."""
    stage = view.showing
    heading = _heading(say("The reveal")) if stage is Stage.REVEAL else _heading(words.won(done), done.winner)
    elements = [heading if view.outcome is None else _heading(words.over(view, view.outcome, str))]
    for place in (far, near):
        elements.append(_mark(place))
        seat, other = place.seat, place.seat.other
        up = view.turned[seat] if stage is Stage.REVEAL else len(done.tiles[seat])
        shown = done.tiles[seat] if stage is Stage.REVEAL else done.shown(seat)
        scored = done.winner is not seat and stage is not Stage.REVEAL and bool(shown)
        marked = min(range(len(shown)), key=lambda index: shown[index].number) if scored else -1
        for index, tile in enumerate(shown):
            surrendered = index >= len(done.tiles[seat])
            if index >= up and not surrendered:
                elements.append(_face(place, index, lying(view.terms, tile, index), None, (), view.final))
                continue
            elements.append(_turned(place, index, tile, surrendered, not done.set, index == marked))
        if up:
            gained = stage is not Stage.REVEAL and done.winner is not other
            gain = values.in_points(done.gain[seat]) if gained else ""
            total = sum(tile.number for tile in done.tiles[seat][:up])
            label = words.total(done, seat, place.player, stage, total)
            elements.append(_total(place, total, gain, done.winner is seat and stage is not Stage.REVEAL, label))
    return tuple(elements)


@cached_by_language(maxsize=8192)
def _turned(place: SideLayout, index: int, tile: values.Revealed, surrendered: bool, final: bool, scored: bool) -> Element:
    """A tile that was turned up; the one that was scored gets a rim of gold, and does not turn once more for it."""
    rim = "gold-line" if scored else "bad-line" if surrendered else f"{seat_paint(place.seat)}-line"
    foot, dash = glyphs.ROMAN[tile.set] if final else "", "4 3" if surrendered else ""
    markup = glyphs.tile(tile.colour, str(tile.number), foot, group_=tile.group, rim=rim, pen=3 if scored else 2, dash=dash)
    label = words.revealed(place.player, tile, surrendered=surrendered, final=final)
    turning = f'<g class="{FLIPS}">{markup}</g>' if surrendered or not scored else markup
    return Element(f"{place.prefix}-up-{index + 1}", turning, label, (_ROW + _STEP * index, place.row))


HEIGHT = 378
_ROOMY = {"block": (1.1, 2, 9), "bid": (0.84, 55, 8), "coming": (0.84, 55, 8), "worth": (1, 0, WIDER), "lamp": (1, 0, WIDER)}
"""The auction in the wide arrangement: size of its things, and how far they lie more to the right and lower."""


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """The picture for this eye. `sealed` are the seats whose submission waits; what lies there for it says nothing about it.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    auction = view.block is not None and view.showing is None
    acting = () if view.showing is not None else [seat for seat in view.owing if seat not in sealed]
    near, far = _places(view.near, isinstance(view.eye, Seat), auction)
    lying = [_laid(element, auction) for element in (*cloth(TABLE_HEIGHT if auction else JOUST_HEIGHT), *middle(view, far, near, sealed))]
    elements = (
        *(_zone(far), _zone(near), *tiles(view, far), *lying, *tiles(view, near)),
        *[element for place in (far, near) for element in (*head(view, place, place.seat in acting), *items(view, place))],
    )
    wide, high = (COLUMN + WIDTH - MARGIN // 2, 350), (WIDTH - 2 * NARROWER, HEIGHT + 2 * LOWER)
    return Scene(WIDTH, HEIGHT, words.title(view), elements, wide=wide, high=high)


def _laid(element: Element, auction: bool) -> Element:
    """A thing on the table, with its places in the other arrangements."""
    x, y = element.at
    size, right, down = _ROOMY.get(element.slot.partition("-")[0], (1, 0, 0)) if auction else (1, 0, 0)
    return _also(element, COLUMN + x * size + right, y - (25 if auction else 14) + down, size, LOWER)


@cache
def _places(own: Seat, seated: bool, auction: bool) -> tuple[SideLayout, SideLayout]:
    """The near side and the far one, for somebody who sits at the near one or only looks from there."""
    mine, theirs, other = "" if seated else name(own), name(own.other), own.other
    zones, more = _ZONES[not auction], 0 if auction else TABLE_HEIGHT - JOUST_HEIGHT
    tiles = (266 - more, 350 - MARGIN - 2 - zones[1] - more, 266 + LOWER - more)
    near = (zones[0] + more, zones[1] + more, zones[2] + more)
    return (
        SideLayout(own, "hand" if seated else own.lower(), mine, 354, tiles, near, 2 * LOWER, TOP + NEAR_ROW, beside=264, more=-48),
        SideLayout(other, "their" if seated else other.lower(), theirs, 22, _FAR_TILES, zones, 0, TOP + FAR_ROW, beside=24, more=136),
    )
