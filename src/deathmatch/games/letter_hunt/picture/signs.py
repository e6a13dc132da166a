"""The signs of this game: a letter's tile and its back."""

from __future__ import annotations

from functools import cache

from deathmatch.core.seats import Seat
from deathmatch.core.shapes import READABLE, circle, group, path, rect, seat_mark, seat_paint, text
from deathmatch.games.letter_hunt.values import COMMON, RARE


@cache
def tile(letter: str, width: float, height: float, *, line: str = "line", face: str = "raised", pen: float = 1.2) -> str:
    """A letter, from its upper left corner."""
    size = max(READABLE, min(width, height) * 0.56)
    box = rect(0.5, 0.5, width - 1, height - 1, f"{face} {line}-line", corner=5, pen=pen)
    return box + text(letter, width / 2, height / 2 + size * 0.36, size, "ink strong", anchor="middle")


@cache
def pips(letter: str) -> str:
    """How rare a letter is (R7), as one to three dots around the origin."""
    number = 1 if letter in COMMON else 3 if letter in RARE else 2
    return "".join(circle(5 * place - 2.5 * (number - 1), 0, 1.6, "gold") for place in range(number))


@cache
def gone(letter: str, width: float, height: float) -> str:
    """A letter that has left a hand: face up, struck out."""
    size = min(width, height) * 0.5
    box = rect(0.5, 0.5, width - 1, height - 1, "ground muted-line", corner=5, pen=1, dash="3 2.5")
    sign = text(letter, width / 2, height / 2 + size * 0.36, size, "muted", anchor="middle")
    return box + sign + path(f"M6,{height - 7}L{width - 6},7", "bare bad-line", pen=2)


@cache
def back(seat: Seat, width: float, height: float) -> str:
    """A letter that lies face down."""
    paint = seat_paint(seat)
    box = rect(0.5, 0.5, width - 1, height - 1, f"{paint}-soft {paint}-line", corner=5, pen=1.4)
    frame = rect(4.5, 4.5, width - 9, height - 9, f"bare {paint}-line", corner=3, pen=0.8)
    return box + frame + text("?", width / 2, height / 2 + 6, 17, f"{paint} strong", anchor="middle")


@cache
def empty(width: float, height: float) -> str:
    """A place if no letter lies yet."""
    return rect(0.5, 0.5, width - 1, height - 1, "bare line-line", corner=5, pen=1, dash="3 3")


@cache
def barred(seat: Seat) -> str:
    """A seat's mark with a bar across, around the origin: that seat does not hold the letter."""
    return (
        seat_mark(seat, 0, 0, 5.5) + path("M-6,4.5L6,-4.5", "bare raised-line", pen=3.6) + path("M-6,4.5L6,-4.5", "bare bad-line", pen=1.6)
    )


@cache
def lens(paint: str) -> str:
    """A magnifying glass, 24 units wide around the origin."""
    return circle(-2.5, -2.5, 6.5, f"bare {paint}-line", pen=2.4) + group(path("M0,0L6,6", f"bare {paint}-line", pen=3.2), 2.6, 2.6)
