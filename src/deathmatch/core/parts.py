"""Parts of pictures that small games share: a head for each seat, and cards in a row.

A part is an `Element` with its words, so anyone who reads the picture aloud hears all of it. Rows are `WIDTH` wide, as a phone is.
"""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import group, padlock, rect, seat_mark, text
from deathmatch.core.speech import say
from deathmatch.core.wording import name

WIDTH = 360
HEAD_HEIGHT = 44
CARD_WIDTH = 46
CARD_HEIGHT = 64
GAP = 10


def head(seat: Seat, y: float, words: str, sealed: Sequence[Seat] = ()) -> Element:
    """The line of a seat: its sign, some words such as its score, and a padlock while its submission waits sealed."""
    waits = seat in sealed
    lock = group(padlock("accent", "on-fill"), WIDTH - 26, 22) if waits else ""
    label = say("{player}: {state}, has submitted", player=name(seat), state=words) if waits else f"{name(seat)}: {words}"
    return Element(f"seat-{seat.lower()}", seat_mark(seat, 24, 22, 14) + text(words, 48, 28, 16, "ink strong") + lock, label, at=(0, y))


def card(slot: str, x: float, y: float, words: str, label: str, *, paint: str = "raised", used: bool = False) -> Element:
    """A card with a short text. One that is used up is pale, and its label says so; the page lights those that may be chosen."""
    lit = rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, "lit bare gold-line", corner=6, pen=3)
    halo = rect(-2, -2, CARD_WIDTH + 4, CARD_HEIGHT + 4, "halo bare accent-line", corner=8, pen=3)
    ground = rect(0, 0, CARD_WIDTH, CARD_HEIGHT, f"{'ground' if used else paint} line-line", corner=6, pen=1, dash="3 3" if used else "")
    face = text(words, CARD_WIDTH / 2, CARD_HEIGHT / 2 + 8, 24, "muted" if used else "ink strong", anchor="middle")
    return Element(slot, ground + lit + halo + face, say("{card}, used", card=label) if used else label, at=(x, y))


def row(count: int) -> tuple[float, ...]:
    """The left edge of each of `count` cards in a centred row, from left to right; cards overlap if there are many."""
    step = min(CARD_WIDTH + GAP, (WIDTH - 2 * GAP - CARD_WIDTH) / max(1, count - 1))
    left = (WIDTH - CARD_WIDTH - step * (count - 1)) / 2
    return tuple(left + step * number for number in range(count))
