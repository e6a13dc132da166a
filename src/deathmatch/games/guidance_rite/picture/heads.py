"""The heads above and below the board: each seat with its pieces, bouts, time-outs and items; and how quiet the battle is."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import crown, group, pill, rect, seat_mark, seat_paint, text
from deathmatch.games.guidance_rite.picture import glyphs, words
from deathmatch.games.guidance_rite.picture.board import WIDTH
from deathmatch.games.guidance_rite.values.grid import numbers_of
from deathmatch.games.guidance_rite.values.moves import ITEMS, Item
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.games.guidance_rite.view import View

_TALL: Final = 44  # with items, which are touched
_LOW: Final = 30
GAP: Final = 3
STRIP: Final = 19
_ITEM: Final = 45  # width of an item's place
_MARK: Final = 17  # the middle of a seat's mark, from the left


def height(terms: Terms) -> int:
    """The lines of each head of a match."""
    return _TALL if any(terms.held) else _LOW


def head(view: View, seat: Seat, top: float, *, waits: bool) -> list[Element]:
    """A seat, its items, and whether its submission waits."""
    mine = seat is view.eye
    won = view.outcome is not None and view.outcome.winner is seat
    turn = seat in view.owing and not waits
    lines = words.lines(view, seat)
    tall = height(view.terms)
    elements = [_head(seat, lines, words.head(view, seat, numbers_of(view.board)[seat], mine=mine), won, turn, waits, top, tall)]
    if view.terms.held[seat]:
        elements += [_item(seat, item, item in view.items[seat], mine, top) for item in view.terms.held[seat]]
    if waits:
        elements.append(_sealed(seat, len(view.terms.held[seat]), top, tall))
    return elements


@lru_cache(maxsize=4096)
def _head(seat: Seat, lines: tuple[str, str], label: str, won: bool, turn: bool, waits: bool, top: float, tall: int) -> Element:
    first, second = lines
    size = 12 if tall == _TALL else 9
    markup = (seat_ring(seat, tall, size + 3.5) if turn else "") + seat_mark(seat, _MARK, tall / 2, size)
    if tall == _TALL:
        markup += text(first, 38, 19, 14, "ink strong") + text(second, 38, 35, 11, "muted")
    else:
        markup += text(first, 38, 20, 14, "ink strong") + text(second, WIDTH - (62 if waits else 8), 20, 11, "muted", anchor="end")
    markup += group(crown("gold"), 128, 15, scale=0.8) if won else ""
    return Element(f"head-{seat.lower()}", markup, label, (0, top))


@cache
def seat_ring(seat: Seat, tall: int, half: float) -> str:
    """Around the mark of a seat that owes a submission."""
    corner = half if seat is Seat.A else 4
    return rect(_MARK - half, tall / 2 - half, 2 * half, 2 * half, f"bare {seat_paint(seat)}-line", corner=corner, pen=1.6)


@lru_cache(maxsize=256)
def _item(seat: Seat, item: Item, left: bool, mine: bool, top: float) -> Element:
    """An item; one that is used up is hollow and struck through."""
    x = WIDTH - _ITEM * (len(ITEMS) - ITEMS.index(item))
    ground = rect(1, 1, _ITEM - 2, _TALL - 2, "raised gold-line" if left else "bare line-line", corner=8, pen=1.3)
    sign = group(glyphs.item(item, "gold" if left else "line"), _ITEM / 2, 16, scale=0.8)
    word = text(item.value, _ITEM / 2, 37.5, 9.5, "ink" if left else "muted", anchor="middle")
    return Element(f"item-{seat.lower()}-{item}", ground + sign + word, words.item(seat, item, left=left, mine=mine), (x, top))


@lru_cache(maxsize=64)
def _sealed(seat: Seat, items: int, top: float, tall: int) -> Element:
    x = WIDTH - 28 if not items else WIDTH - len(ITEMS) * _ITEM - 28
    return Element(f"sealed-{seat.lower()}", pill("sealed", seat_paint(seat), "ground", x, tall / 2), words.sealed(seat), (0, top))


@lru_cache(maxsize=4096)
def strip(line: tuple[str, str], top: float) -> Element:
    """A line below the board."""
    shown, label = line
    return Element("strip", text(shown, WIDTH / 2, 13, 11, "muted", anchor="middle"), label, (0, top))
