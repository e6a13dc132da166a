"""What stands above and below the board: each seat with its pieces, bouts, time-outs and items; and how quiet the battle is."""

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
from deathmatch.games.guidance_rite.view import View

HEIGHT: Final = 44
GAP: Final = 3
STRIP: Final = 19
_ITEM: Final = 45  # width of an item's place
_MARK: Final = 17  # the middle of a seat's mark, from the left


def head(view: View, seat: Seat, top: float, *, waits: bool) -> list[Element]:
    """A seat, its items, and whether its submission waits."""
    mine = seat is view.eye
    won = view.outcome is not None and view.outcome.winner is seat
    turn = seat in view.owing and not waits
    lines = words.lines(view, seat)
    found = [_head(seat, lines, words.head(view, seat, numbers_of(view.board)[seat], mine=mine), won, turn, top)]
    if view.terms.held[seat]:
        found += [_item(seat, item, item in view.items[seat], mine, top) for item in view.terms.held[seat]]
    if waits:
        found.append(_sealed(seat, len(view.terms.held[seat]), top))
    return found


@lru_cache(maxsize=4096)
def _head(seat: Seat, lines: tuple[str, str], label: str, won: bool, turn: bool, top: float) -> Element:
    ring = seat_ring(seat) if turn else ""
    sign = group(crown("gold"), 128, 15, scale=0.8) if won else ""
    markup = ring + seat_mark(seat, _MARK, HEIGHT / 2, 12) + sign
    first, second = lines
    markup += text(first, 38, 19, 14, "ink strong") + text(second, 38, 35, 11, "muted")
    return Element(f"head-{seat.lower()}", markup, label, (0, top))


@cache
def seat_ring(seat: Seat) -> str:
    """Around the mark of a seat that owes a submission."""
    half = 15.5
    corner = half if seat is Seat.A else 4
    return rect(_MARK - half, HEIGHT / 2 - half, 2 * half, 2 * half, f"bare {seat_paint(seat)}-line", corner=corner, pen=1.6)


@lru_cache(maxsize=256)
def _item(seat: Seat, item: Item, left: bool, mine: bool, top: float) -> Element:
    """An item; one that is used up is hollow and struck through."""
    x = WIDTH - _ITEM * (len(ITEMS) - ITEMS.index(item))
    ground = rect(1, 1, _ITEM - 2, HEIGHT - 2, "raised gold-line" if left else "bare line-line", corner=8, pen=1.3)
    sign = group(glyphs.item(item, "gold" if left else "line"), _ITEM / 2, 16, scale=0.8)
    word = text(item.value, _ITEM / 2, 37.5, 9.5, "ink" if left else "muted", anchor="middle")
    return Element(f"item-{seat.lower()}-{item}", ground + sign + word, words.item(seat, item, left=left, mine=mine), (x, top))


@lru_cache(maxsize=64)
def _sealed(seat: Seat, items: int, top: float) -> Element:
    x = WIDTH - 28 if not items else WIDTH - len(ITEMS) * _ITEM - 28
    return Element(f"sealed-{seat.lower()}", pill("sealed", seat_paint(seat), "ground", x, HEIGHT / 2), words.sealed(seat), (0, top))


@lru_cache(maxsize=4096)
def strip(line: tuple[str, str], top: float) -> Element:
    """A line below the board."""
    shown, label = line
    return Element("strip", text(shown, WIDTH / 2, 13, 11, "muted", anchor="middle"), label, (0, top))
