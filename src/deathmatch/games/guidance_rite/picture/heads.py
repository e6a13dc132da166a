"""The heads above and below the board: each seat with its pieces, bouts, time-outs and items; and how quiet the battle is."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from deathmatch.core.scene import Element, also_at
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import crown, group, pill, pill_width, rect, seat_mark, seat_paint, text
from deathmatch.core.speech import cached_by_language, mark, say
from deathmatch.games.guidance_rite.picture import glyphs, words
from deathmatch.games.guidance_rite.picture.board import WIDTH
from deathmatch.games.guidance_rite.values.grid import numbers_of
from deathmatch.games.guidance_rite.values.moves import ITEMS, Item
from deathmatch.games.guidance_rite.view import View

TALL: Final = 44  # items are touched
GAP: Final = 3
STRIP: Final = 21
COLUMN: Final = 190  # where the heads stand beside the board, its width
_ITEM: Final = 56  # width of an item's place
_MARK: Final = 17  # the middle of a seat's mark, from the left


def head(view: View, seat: Seat, top: float, beside: tuple[float, float], *, waits: bool) -> list[Element]:
    """A seat, its items, and whether its submission waits. In the wide arrangement seat and items stand at these heights."""
    mine = seat is view.eye
    won = view.outcome is not None and view.outcome.winner is seat
    turn = seat in view.owing and not waits
    lines = words.lines(view, seat)
    label = words.head(view, seat, numbers_of(view.board)[seat], mine=mine)
    elements = [also_at(_head(seat, lines, label, won, turn, top), 0, beside[0])]
    for item in view.terms.held[seat]:
        place = _item(seat, item, item in view.items[seat], mine, top)
        elements.append(also_at(place, 10 + _ITEM * ITEMS.index(item), beside[1]))
    if waits:
        items = bool(view.terms.held[seat])
        waiting = _sealed(seat, items, top)  # in the wide arrangement beyond the items, where the board leaves room
        elements.append(also_at(waiting, _BEYOND - _sealed_at(items), beside[0] + (beside[1] - beside[0]) * (1 + items)))
    return elements


@lru_cache(maxsize=4096)
def _head(seat: Seat, lines: tuple[str, str], label: str, won: bool, turn: bool, top: float) -> Element:
    first, second = lines
    markup = (seat_ring(seat, 15.5) if turn else "") + seat_mark(seat, _MARK, TALL / 2, 12)
    markup += f" {text(first, 38, 19, 15, 'ink strong')} {text(second, 38, 37, 14, 'muted')}"
    markup += group(crown("gold"), 128, 15, scale=0.8) if won else ""
    return Element(f"head-{seat.lower()}", markup, label, (0, top))


@cache
def seat_ring(seat: Seat, half: float) -> str:
    """Around the mark of a seat that owes a submission."""
    corner = half if seat is Seat.A else 4
    return rect(_MARK - half, TALL / 2 - half, 2 * half, 2 * half, f"bare {seat_paint(seat)}-line", corner=corner, pen=1.6)


_SHORT: Final = {Item.HONOUR: mark("honour"), Item.ROTATE: mark("rotate"), Item.SWAP: mark("swap")}


@cached_by_language(maxsize=256)
def _item(seat: Seat, item: Item, left: bool, mine: bool, top: float) -> Element:
    """An item; one that is used up is hollow and struck through."""
    x = WIDTH - _ITEM * (len(ITEMS) - ITEMS.index(item))
    ground = rect(1, 1, _ITEM - 2, TALL - 2, "raised gold-line" if left else "bare line-line", corner=8, pen=1.3)
    sign = group(glyphs.item(item, "gold" if left else "line"), _ITEM / 2, 15, scale=0.75)
    word = text(say(_SHORT[item]), _ITEM / 2, 38.5, 14, "ink" if left else "muted", anchor="middle")
    return Element(f"item-{seat.lower()}-{item}", ground + sign + word, words.item(seat, item, left=left, mine=mine), (x, top))


_BEYOND: Final = 76  # the middle of the sign that a submission waits, in the wide arrangement


def _sealed_at(items: bool) -> float:
    """The middle of the sign: at the right, before the items if there are any."""
    edge = WIDTH - (len(ITEMS) * _ITEM if items else 0)
    return edge - max(28 if items else 30, pill_width(say("sealed")) / 2 + 1)


@cached_by_language(maxsize=64)
def _sealed(seat: Seat, items: bool, top: float) -> Element:
    sign = group(pill(say("sealed"), seat_paint(seat), "ground", 0, 0), _sealed_at(items), 14 if items else TALL / 2)
    return Element(f"sealed-{seat.lower()}", sign, words.sealed(seat), (0, top))


@lru_cache(maxsize=4096)
def strip(line: tuple[str, str], top: float) -> Element:
    """A line below the board."""
    shown, label = line
    return Element("strip", text(shown, WIDTH / 2, 16, 14, "muted", anchor="middle"), label, (0, top))
