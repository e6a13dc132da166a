"""The middle of the table: the block with the three tiles of a group, the tiles of a joust face to face, items to pick, tiles left over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import circle, coins, crown, ellipse, group, rect, seat_mark, seat_paint, span, text, tick
from deathmatch.core.speech import cached_by_language, mark, say
from deathmatch.core.wording import owned
from deathmatch.games.tile_joust.naming import colour_word, item_title, size_title
from deathmatch.games.tile_joust.picture import glyphs, words
from deathmatch.games.tile_joust.picture.glyphs import HIGH, WIDE
from deathmatch.games.tile_joust.picture.sides import MARGIN, WIDTH, SideLayout, helped
from deathmatch.games.tile_joust.values import (
    ITEMS,
    SIZES,
    Block,
    Colour,
    Colours,
    FaceDown,
    FinishedJoust,
    Item,
    Owed,
    Revealed,
    Sale,
    Tile,
)
from deathmatch.games.tile_joust.view import Stage, View

TOP, HEIGHT = 138, 132
FAR_ROW, NEAR_ROW = 21, 83  # upper edges of the rows of a joust, below TOP
_ROW = 54  # left edge of the first tile of a row
_STEP = 49
_TOTAL = 325  # middle of a total


@cache
def cloth() -> Element:
    """The table under its lamp."""
    light = ellipse(WIDTH / 2, HEIGHT / 2, 150, 56, "lamplight")
    return Element("table", rect(MARGIN, 0, WIDTH - 2 * MARGIN, HEIGHT, "table", corner=10) + light, at=(0, TOP), layer=-1)


def middle(view: View, far: SideLayout, near: SideLayout, sealed: Sequence[Seat]) -> tuple[Element, ...]:
    """What lies there now."""
    if view.items and view.items[0].seat is None:
        return tuple([_offered_item(view, kind, index) for index, kind in enumerate(ITEMS)])
    if view.block is not None and view.showing is None:
        return _auction(view, view.block)
    if view.owed is Owed.KEEP:
        return _left_over(view)
    if view.owed is Owed.ITEMS and view.showing is None:
        before = say("Items before the jousts of set {set}", set=view.set)
        if view.final:
            before = say("Items before the final joust")
        return (_heading(before), *_deciding(view, far, sealed), *_deciding(view, near, sealed))
    if view.table is not None and (view.table.round > 1 or sealed):
        number = sum(done.set == view.set for done in view.jousts) + 1
        heading = say("Joust {number}, round {round}", number=number, round=view.table.round)
        return (_heading(heading), *_up(view, far, sealed), *_up(view, near, sealed))
    if view.jousts and (view.showing is not None or view.phase == "joust" or view.owed is Owed.TILES):
        return _finished(view, view.jousts[-1], far, near)
    return (_heading(_waiting(view)),)


def _waiting(view: View) -> str:
    if view.phase == "joust":
        return say("The final joust") if view.final else say("The jousts of set {set}", set=view.set)
    return say("The tiles of set {set} are mixed", set=view.set)


@cached_by_language(maxsize=1024)
def _heading(words_: str, paint: str = "ink") -> Element:
    return Element("stand", text(words_, 0, 16, 14, f"{paint} strong", anchor="middle"), at=(WIDTH / 2, TOP))


# --- Before the first set


def _offered_item(view: View, kind: Item, index: int) -> Element:
    return _big_item(kind, index, view.outcome is None, words.item(view, kind, ""))


@cached_by_language(maxsize=None)
def _big_item(kind: Item, index: int, asked: bool, label: str) -> Element:
    frame = rect(0, 0, 104, 100, "raised accent-line" if asked else "raised line-line", corner=10, pen=1.5)
    sign = group(glyphs.item(kind, "accent", "raised"), 52, 28, scale=1.45)
    name = text(item_title(kind), 52, 60, 14, "ink strong", anchor="middle")
    does = [text(line, 52, 77 + 16 * row, 14, "muted", anchor="middle") for row, line in enumerate(say(words.DOES[kind]).split("\n"))]
    return Element(f"item-{kind}", frame + sign + " ".join((name, *does)), label, (MARGIN + 10 + 110 * index, TOP + 16))


# --- The auction


_BLOCKS = ((24, 0.98), (77, 1.18), (139, 1.38))  # left edge and size of the three tiles
_FLOOR = 95  # on which they stand, below TOP


def _auction(view: View, block: Block) -> tuple[Element, ...]:
    sold = {sale.size: sale for sale in view.sales if (sale.set, sale.group) == (view.set, block.group)}
    lots = helped(view).lots
    may = [lots.get(f"{view.set}-{block.group}-{size}", ()) if size in block.unsold else () for size in SIZES]
    return (
        _group(block.group, words.group(block)),
        *[_on_block(block.colours[place], place, block.tile is size, sold.get(size), may[place],
                    words.with_may(words.on_block(block, place, sold.get(size)), may[place])) for place, size in enumerate(SIZES)],
        _bid(block.bid, block.bidder, block.actor, block.tile is None, view.chips[block.actor.other], words.bid(block)),
        *([_coming(block.group + 1, block.coming)] if block.coming else []),
    )  # fmt: skip


@cached_by_language(maxsize=None)
def _group(number: int, label: str) -> Element:
    return Element("group", text(say("Group {group} of 4", group=number), 0, 17, 14, "ink strong"), label, (MARGIN + 14, TOP))


@cached_by_language(maxsize=4096)
def _on_block(colour: Colour, place: int, now: bool, sale: Sale | None, may: tuple[int, ...], label: str) -> Element:
    """A tile on the block: raised and lit while it is under auction, faded with its buyer and price once it is sold."""
    _, scale = _BLOCKS[place]
    wide, high = WIDE * scale, HIGH * scale
    size = SIZES[place]
    ground = glyphs.face(colour, width=wide, height=high, rim="accent-line" if now else "", pen=3 if now else 1.4)
    paint = glyphs.on(colour)
    sign = group(glyphs.bars(size, paint), wide / 2 - 9, high / 2 + (0 if may else 8), scale=1.4)
    sign += glyphs.numbers(may, wide / 2, high - 8, paint) if may else ""
    tile = group(ground + sign, 0, -high - (7 if now else 0), opacity=0.4 if sale is not None else 1)
    name = text(size_title(size), wide / 2, 15, 14, "accent strong" if now else "muted" if sale else "ink", anchor="middle")
    markup = tile + name
    if now:
        markup = ellipse(wide / 2, -1, wide * 0.55, 4, "glow") + markup
    if sale is not None:
        price = str(sale.price) if sale.price else say("free")
        start = wide / 2 - (18 + 7.8 * span(price)) / 2
        markup += seat_mark(sale.seat, start + 6, 25, 7) + text(price, start + 16, 30, 14, "gold strong")
    else:
        markup += text(say("now") if now else "", wide / 2, 30, 14, "accent", anchor="middle")
    return Element(f"block-{size}", markup, label, (_BLOCKS[place][0], TOP + _FLOOR))


@cached_by_language(maxsize=4096)
def _bid(bid: int | None, bidder: Seat | None, actor: Seat, choosing: bool, _limit: int, label: str) -> Element:
    """The standing bid, large, with the mark of whose it is; below who is to act, and the effect of a fold."""
    markup = rect(-66, 4, 132, 90, "raised line-line", corner=10, pen=1)
    if bid is not None and bidder is not None:
        figure = str(bid)
        wide = 21 * len(figure)
        start = -(wide + 36) / 2
        markup += text(say("{seat} leads with", seat=bidder), 0, 21, 14, "muted", anchor="middle")
        markup += seat_mark(bidder, start + 13, 44, 13) + text(figure, start + 33, 57, 36, "gold strong")
    elif not choosing:
        markup += text(say("no bid yet"), 0, 24, 14, "muted", anchor="middle") + group(coins("glow", "glow-edge"), 0, 46)
    else:
        for row, line in enumerate(say("which tile\ncomes next?").split("\n")):
            markup += text(line, 0, 34 + 18 * row, 14, "ink", anchor="middle")
    if choosing:
        says = say("chooses")
    else:
        says = say("fold: {seat} pays {bid}", seat=actor.other, bid=bid) if bid else say("fold: {seat}, free", seat=actor.other)
    edge = -3.6 * span(says) - 9
    markup += seat_mark(actor, edge + 8, 82, 8) + text(says, edge + 20, 87, 14, f"{seat_paint(actor)} strong")
    return Element("bid", markup, label, (278, TOP))


@cached_by_language(maxsize=1024)
def _coming(first: int, groups: tuple[Colours, ...]) -> Element:
    """The colours of later groups, by size."""
    markup, x = text(say("then"), -66, 112, 14, "muted"), -30.0
    for number, colours in enumerate(groups, first):
        for place, colour in enumerate(colours):
            high = 7 + 2.5 * place
            markup += group(glyphs.face(colour, width=8, height=high, pen=0.8), x + 8.6 * place, 113 - high)
        markup += text(say("g{group}", group=number), x + 13, 127, 14, "muted", anchor="middle")
        x += 33
    return Element("coming", markup, words.coming(first, groups), (278, TOP))


# --- Tiles left over


def _left_over(view: View) -> tuple[Element, ...]:
    """R18, `final`: the two tiles, face up for the chooser."""
    offer = () if view.own is None else view.own.offer
    chooser = view.leftovers[-1]
    assert chooser is not None
    elements = [_offered(place, offer[place] if offer else None) for place in range(2)]
    return (_heading(say("Two tiles are left over") if offer else say("{seat} chooses between two tiles", seat=chooser)), *elements)


@cached_by_language(maxsize=None)
def _offered(place: int, number: int | None) -> Element:
    colour = None if number is None else Colour.of(number)
    tile = glyphs.tile(colour, "?" if number is None else str(number), say("left"))
    if number is None or colour is None:
        label = say("A tile left over, face down")
    else:
        label = say("Tile {number} left over: {colour}", number=number, colour=colour_word(colour))
    return Element(f"offer-{place + 1}", group(tile, scale=1.6), label, (WIDTH / 2 - 84 + 96 * place, TOP + 34))


# --- Items before the jousts


def _deciding(view: View, place: SideLayout, sealed: Sequence[Seat]) -> tuple[Element, ...]:
    """Which items a seat may use now, or that it has sealed its answer."""
    if place.seat in sealed:
        return (_mark(place), _sealed(place, 0))
    return (_mark(place), _may_use(place, view.usable(place.seat)))


@cached_by_language(maxsize=None)
def _may_use(place: SideLayout, usable: tuple[Item, ...]) -> Element:
    says, label = words.may_use(place.player, usable)
    markup = text(says, 0, HIGH / 2 + 4.5, 14, "ink" if usable else "muted")
    return Element(f"{place.prefix}-may", markup, label, (_ROW, place.row))


# --- The joust


def _up(view: View, place: SideLayout, sealed: Sequence[Seat]) -> list[Element]:
    """A seat's tiles of the joust under way, and its sealed one."""
    assert view.table is not None
    faces = view.table.up[place.seat]
    mine = view.own.up if view.own is not None and view.eye is place.seat else ()
    elements: list[Element] = [_mark(place)]
    may = helped(view).faces if not mine else {}
    own = [*mine, *[None] * (len(faces) - len(mine))]
    elements += [_face(place, index, face, own[index], may.get(face, ()), view.final) for index, face in enumerate(faces)]
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
def _face(place: SideLayout, index: int, face: FaceDown, own: Tile | None, may: tuple[int, ...], final: bool) -> Element:
    """A tile that lies face down; its owner knows its number."""
    set_ = face.set if final else None
    rim = f"{seat_paint(place.seat)}-line"
    if own is not None:
        foot = glyphs.origin(own.set if final else None, own.group)
        markup = glyphs.tile(own.colour, str(own.number), foot, rim=rim, pen=2, marked=own.inverted)
    else:
        sign = "" if face.colour is None else glyphs.origin(set_, face.group)
        markup = glyphs.tile(face.colour, "" if may else "?", sign, rim=rim, pen=2, may=may)
    label = words.with_may(words.face(place.player, face, own, final=final), may)
    return Element(f"{place.prefix}-up-{index + 1}", markup, label, (_ROW + _STEP * index, place.row))


@cached_by_language(maxsize=None)
def _sealed(place: SideLayout, index: int) -> Element:
    """The same for every submission: a pass and a tile look alike until both are in."""
    paint = seat_paint(place.seat)
    back = rect(1, 1, WIDE - 2, HIGH - 2, f"{paint}-soft {paint}-line", corner=6, pen=2, dash="4 3")
    seal = circle(WIDE / 2, HIGH / 2, 10, "accent table-line", pen=2) + group(tick("on-fill-line"), WIDE / 2, HIGH / 2, scale=0.7)
    label = owned(mark("Your submission: sealed"), mark("{player}'s submission: sealed"), place.player)
    return Element(f"{place.prefix}-sealed", back + seal, label, (_ROW + _STEP * index + (12 if index == 4 else 0), place.row), layer=1)


@cached_by_language(maxsize=4096)
def _total(place: SideLayout, total: int, gain: str, won: bool, label: str) -> Element:
    markup = text(str(total), 0, 24, 22, "gold strong" if won else "ink strong", anchor="middle")
    if won and not gain:
        markup += group(crown("gold"), 0, 36, scale=0.65)
    if gain:
        wide = 12 + 8.4 * len(gain)
        markup += rect(-wide / 2, 27, wide, 19, "good table-line", corner=9.5, pen=1)
        markup += text(gain, 0, 41.5, 14, "on-fill strong", anchor="middle")
    return Element(f"{place.prefix}-total", markup, label, (_TOTAL, place.row))


def _finished(view: View, done: FinishedJoust, far: SideLayout, near: SideLayout) -> tuple[Element, ...]:
    """A finished joust: step by step while it is shown, faded once the next one is due."""
    stage = view.showing
    said = say("Last joust, set {set}", set=done.set) if done.set else say("Last joust, final")
    if stage is not None:
        said = say("The reveal")
    elements: list[Element] = [_heading(said, "ink" if stage is not None else "muted")]
    for place in (far, near):
        elements.append(_mark(place))
        seat, other = place.seat, place.seat.other
        shown = done.shown(seat) if stage in (None, Stage.POINTS) else done.tiles[seat]
        scored = done.winner is not seat and stage in (None, Stage.POINTS) and bool(shown)
        least = min((tile.number for tile in shown), default=-1)
        marked = next((index for index, tile in enumerate(shown) if tile.number == least), -1) if scored else -1
        for index, tile in enumerate(shown):
            surrendered = index >= len(done.tiles[seat])
            elements.append(_turned(place, index, tile, surrendered, not done.set, index == marked, stage is None))
        if stage is not Stage.REVEAL:
            gain = f"+{done.gain[seat]}" if stage is not Stage.TOTALS and done.winner is not other else ""
            label = words.total(done, seat, place.player, stage)
            elements.append(_total(place, done.total[seat], gain, done.winner is seat, label))
    return tuple(elements)


@cached_by_language(maxsize=8192)
def _turned(place: SideLayout, index: int, tile: Revealed, surrendered: bool, final: bool, scored: bool, past: bool) -> Element:
    """A tile that was turned up; the one that was scored has a rim of gold."""
    rim = "gold-line" if scored else "bad-line" if surrendered else f"{seat_paint(place.seat)}-line"
    foot = glyphs.origin(tile.set if final else None, tile.group)
    markup = glyphs.tile(tile.colour, str(tile.number), foot, rim=rim, pen=3 if scored else 2, dash="4 3" if surrendered else "")
    label = words.revealed(place.player, tile, surrendered=surrendered, final=final)
    at = (_ROW + _STEP * index, place.row)
    return Element(f"{place.prefix}-up-{index + 1}", group(markup, opacity=0.55) if past and not scored else markup, label, at)
