"""The signs of this game: a glyph for each card, the items, the lamp, the pot. Each is made for a box of 24 by 24 units around the origin."""

from __future__ import annotations

from functools import cache

from deathmatch.core.shapes import circle, coin, group, path, rect
from deathmatch.games.five_card_trick.values import Card, Item

_POT_COINS = ((0, -16), (-10, -15), (10, -15), (-5, -22), (5, -22), (-15, -21), (15, -21), (0, -28), (-10, -27), (10, -27))
"""Where coins lie on the pot, from the first to the last that is worth showing."""


@cache
def glyph(card: Card, paint: str, cut: str) -> str:
    """A card's sign: coin, sprout, hand, shield, mask. `cut` paints the holes."""
    match card:
        case Card.SCORE:
            return coin(paint, cut)
        case Card.GROW:
            return _sprout(paint)
        case Card.CLAIM:
            return hand(paint)
        case Card.BLOCK:
            return _shield(paint, cut)
        case Card.STEAL:
            return _mask(paint, cut)


def _sprout(paint: str) -> str:
    stem = path("M0,9V0", f"bare {paint}-line", pen=2.4)
    earth = path("M-7.5,11C-5,7.6 5,7.6 7.5,11Z", paint)
    right = path("M0.4,1C-0.4,-5.5 3.5,-10.5 11.4,-10.8C11.6,-3.4 7.5,1.2 0.4,1Z", paint)
    left = path("M-0.4,5C0.2,0 -3,-4.4 -10,-4.6C-10.2,1.4 -6.4,5.3 -0.4,5Z", paint)
    return stem + earth + right + left


def hand(paint: str) -> str:
    """An open hand that reaches up: Claim, and Claim Priority."""
    fingers = path("M-4.3,2V-6.8M0.1,2V-9.4M4.5,2V-8M8.7,3V-4M-3,6.5L-9,0.6", f"bare {paint}-line", pen=3.5)
    return fingers + path("M-6.05,-0.5H10.45V4.2C10.45,8.6 7.2,11.6 2.8,11.6C-0.6,11.6 -3,10.2 -4.9,7.6L-6.4,5.6Z", paint)


def _shield(paint: str, cut: str) -> str:
    outline = path(
        "M0,-11.5C3.2,-9.2 6.4,-8.2 9.8,-8.1V-0.6C9.8,5.4 5.6,9.4 0,11.6C-5.6,9.4 -9.8,5.4 -9.8,-0.6V-8.1C-6.4,-8.2 -3.2,-9.2 0,-11.5Z",
        paint,
    )
    return outline + path("M0,-8.2C2.3,-6.8 4.7,-6 7.2,-5.7V-0.6C7.2,3.8 4.2,6.9 0,8.8Z", cut)


def _mask(paint: str, cut: str) -> str:
    face = path(
        "M0,-4.6C3.4,-7.4 8,-7.8 11.6,-5.4C12.4,0.4 10.4,7 5.6,7C2.6,7 2,3.6 0,3.6C-2,3.6 -2.6,7 -5.6,7C-10.4,7 -12.4,0.4 -11.6,-5.4C-8,-7.8 -3.4,-7.4 0,-4.6Z",
        paint,
    )
    eye = "M2.6,0.6C3.8,-2.4 7,-3 9,-1.4C8.4,1.6 5,3 2.6,0.6Z"
    return face + path(eye, cut) + group(path("M-2.6,0.6C-3.8,-2.4 -7,-3 -9,-1.4C-8.4,1.6 -5,3 -2.6,0.6Z", cut))


@cache
def item_glyph(item: Item, paint: str, cut: str) -> str:
    """An item's sign: three cards, a turning arrow, a hand that is raised first."""
    match item:
        case Item.OVERLOAD:
            return "".join(group(rect(-4.5, -8, 9, 15, f"{paint} {cut}-line", corner=1.8, pen=1.2), x, y, turn=t) for x, y, t in _FAN)
        case Item.RESET:
            return path("M7.6,4.4A8.8,8.8 0 1 1 7.6,-4.4", f"bare {paint}-line", pen=2.8) + path("M10.8,-10.6V-2H2.2Z", paint)
        case Item.PRIORITY:
            return group(hand(paint), -3.4, 1.6, scale=0.8) + path("M8.4,10V-6M4.6,-2.8L8.4,-7.4L12.2,-2.8", f"bare {paint}-line", pen=2.4)


_FAN = ((-6, 1.5, -20), (6, 1.5, 20), (0, 0, 0))


_RAYS = "M-8.6,0H-11M-7.4,-4.3L-9.5,-5.5M-4.3,-7.4L-5.5,-9.5M0,-8.6V-11M4.3,-7.4L5.5,-9.5M7.4,-4.3L9.5,-5.5M8.6,0H11"


def lamp(lit: bool) -> str:
    """A light: a glowing bulb, or an empty ring."""
    if not lit:
        return circle(0, 0, 5.4, "ground muted-line", pen=1.4)
    return circle(0, 0, 9, "gold-soft") + path(_RAYS, "bare gold-line", pen=1.6) + circle(0, 0, 6, "glow glow-edge-line", pen=1.2)


def pot(chips: int, line: str, pen: float) -> str:
    """A pot of gold, 60 units wide, its rim at the height of the origin; what lies on it grows with the chips."""
    heap = "".join(circle(x, y + 12, 6, f"glow {line}-line", pen=pen) for x, y in reversed(_POT_COINS[:chips]))
    belly = path("M-25,2C-34,14 -30,36 -16,38H16C30,36 34,14 25,2Z", f"glow {line}-line", pen=pen)
    rim = rect(-28, -2, 56, 7, f"glow {line}-line", corner=3.5, pen=pen)
    feet = path("M-14,38L-17,42M14,38L17,42", "bare gold-line", pen=3)
    return feet + heap + belly + rim


BACK = (38, 50)
"""Width and height of a card that lies on the table."""


def _lattice(left: int, top: int, across: int, down: int, step: int) -> str:
    """Diagonals both ways inside a box, cut off at its edges."""
    lines = ""
    for start in range(step, across + down, step):
        x1, y1 = min(start, across), max(0, start - across)  # where this diagonal meets the upper or right edge
        x2, y2 = max(0, start - down), min(start, down)  # and the left or lower one
        lines += f"M{left + x1},{top + y1}L{left + x2},{top + y2}M{left + across - x1},{top + y1}L{left + across - x2},{top + y2}"
    return lines


_LATTICE = _lattice(5, 5, 28, 40, 8)


@cache
def back(paint: str) -> str:
    """The back of a card, from its upper left corner: a lattice in a frame."""
    frame = rect(0, 0, *BACK, f"{paint}-soft {paint}-line", corner=5, pen=1.5) + rect(5, 5, 28, 40, f"bare {paint}-line", corner=2, pen=1)
    return frame + path(_LATTICE, f"bare {paint}-line", pen=0.7)
