"""Tiles, and the signs of the items. A tile is made for a box of `WIDE` by `HIGH` units from its upper left corner."""

from __future__ import annotations

from functools import lru_cache

from deathmatch.core.shapes import circle, group, path, rect, text
from deathmatch.games.tile_joust.values import SIZES, Colour, Item, Size

WIDE, HIGH = 45, 44
CORNER = 6
FOOT_LINE = 38.4  # what hangs below it stays on the tile
SIGNED = 0.66  # scale from which its signs, its price and its set can be read
FOOT = 14.6  # size of the small writing on a tile, which is made a little smaller if there are many


@lru_cache(maxsize=256)
def face(colour: Colour | None, *, width: float = WIDE, height: float = HIGH, rim: str = "", pen: float = 1.4, dash: str = "") -> str:
    """The ground of a tile: black, white, or of a colour that is not known. `rim` is a class of its line."""
    paint = "raised" if colour is None else "deep" if colour is Colour.BLACK else "pale"
    line = rim or "muted-line"
    return rect(pen / 2, pen / 2, width - pen, height - pen, f"{paint} {line}", corner=min(CORNER, width / 5), pen=pen, dash=dash)


def on(colour: Colour | None) -> str:
    """The paint of the writing on a tile."""
    return "ink" if colour is None else "pale" if colour is Colour.BLACK else "deep"


@lru_cache(maxsize=64)
def bars(size: Size | None, paint: str) -> str:
    """Three bars that grow; the one of the tile's size is full; a box of 13 by 12 units from its lower left corner."""
    if size is None:
        return path("M1,-6H12", f"bare {paint}-line", pen=1.2)
    heights = (5, 8.5, 12)
    return "".join(
        rect(4.6 * place + 0.4, -high, 3.4, high, paint, corner=0.8)
        if SIZES[place] is size
        else rect(4.6 * place + 0.8, -high + 0.4, 2.6, high - 0.4, f"bare {paint}-line", corner=0.8, pen=0.7)
        for place, high in enumerate(heights)
    )


ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""The sets as they stand on tiles, where every other number would be taken for the tile's own."""
_ADVANCE = {"I": 4.2, "V": 10.4, "X": 10.2}  # of their letters, in units


ROOM = tuple([8.3 + sum(map(_ADVANCE.__getitem__, roman)) if roman else 0 for roman in ROMAN])
"""How wide each numeral is, with a gap at both sides."""


def numeral(roman: str, paint: str) -> str:
    """A set, left and above the origin, between two lines as on the face of a clock: else I would be one more bar."""
    left = 5 - ROOM[ROMAN.index(roman)]
    lines = path(f"M{left:g},-12.8H0M{left:g},0H0", f"bare {paint}-line", pen=1.5)
    return lines + text(roman, -1.5, -1, FOOT, f"{paint} strong", anchor="end")


def pips(group_: int | None, x: float, paint: str) -> str:
    """The group of a tile: a dot for group 1, two for group 2; none for a left-over tile. They begin at `x`."""
    return "".join([circle(x + 5.4 * place, 35.4, 1.9, paint) for place in range(group_ or 0)])


def _close_pips(group_: int | None, x: float, y: float, paint: str, radius: float) -> str:
    """The same in two rows, where other signs leave a corner: the lower row first, which ends at `y`."""
    step = 2.6 * radius
    return "".join([circle(x + step * (place % 2), y - step * (place // 2), radius, paint) for place in range(group_ or 0)])


@lru_cache(maxsize=2048)
def tile(
    colour: Colour | None,
    figure: str,
    foot: str,
    size: Size | None = None,
    *,
    group_: int | None = None,
    sized: bool = False,
    rim: str = "",
    pen: float = 1.4,
    dash: str = "",
    marked: bool = False,
    price: int | None = None,
    may: tuple[int, ...] = (),
    scale: float = 1,
) -> str:
    """A tile: a large figure, or if there is none its size; at its foot its group as dots, and its set or, if `sized`, its size.

    A price is a tag at its lower edge, below the other signs; in the upper corner if numbers stand there. `may` are the numbers that a tile may have whose figure is not known. `scale` is that of a tile
    among many: price and numbers keep the size in which they can be read, and each sign gets a corner of its own. Below `SIGNED` it
    has one large sign alone.
    """
    paint, small, low = on(colour), scale < 1, price is not None and not may
    markup = face(colour, rim=rim, pen=pen, dash=dash)
    if scale < SIGNED:
        sign = figure + "*" * marked
        large = f"{text(sign, 22.5, 33, 31 if len(sign) < 3 else 24, f'{paint} strong', anchor='middle')} "
        return markup + (large if figure else group(bars(size, paint), 8.9, 36 if size else 37, scale=2.1))
    if figure:
        middle = 19 if marked else 22.5 if price is None else 17
        star = text("*", middle + 8.5 * len(figure), 20, 14, f"{paint} strong") if marked else ""
        markup += text(figure, middle, 24.5, 25 if price is None else 22, f"{paint} strong", anchor="middle") + star + " "
    elif may:
        markup += group(bars(size, paint), 33 if small else 29, 14, scale=0.8) if sized else ""
        low_line = 38 if small else 25.4 if sized else 22.4
        markup += group(numbers(may, 0, 0, paint, room=int(_ROOM * scale)), 22.5, low_line, scale=1 / scale) + " "
    elif sized:
        markup += group(bars(size, paint), 25 if small or low else 14, 19 if low else 38 if small else 25, scale=1.25)
    if figure and price is not None:
        markup += _close_pips(group_, 6.5, 37, paint, 2) + (group(bars(size, paint), 31.5, 18, scale=0.8) if sized else "")
    elif figure and sized and size is not None:
        markup += pips(group_, 6.4, paint) + group(bars(size, paint), 29, FOOT_LINE, scale=0.85)
    elif may and small:
        markup += _close_pips(group_, 36, 21, paint, 1.8)
    elif foot or low or (small and not figure):
        markup += _close_pips(group_, 7.5, 17 if low else 37, paint, 2.7) if small or low else pips(group_, 5, paint)
        markup += group(numeral(foot, paint), 40, 40.4) if foot else ""
    else:
        markup += pips(group_, 25.2 - 2.7 * (group_ or 0), paint)
    return markup if price is None else f"{markup} {group(tag(price, low=low), 43 if low else 2, 42 if low else 2, scale=1 / scale)}"


def writing(figure: str, price: int | None, may: tuple[int, ...], scale: float) -> str:
    """The letters and numbers on a tile, in the order in which `tile` writes them."""
    return " ".join(filter(None, (figure or (listed(may, int(_ROOM * scale)) if may else ""), "" if price is None else str(price))))


@lru_cache(maxsize=1024)
def tag(price: int, *, low: bool) -> str:
    """The price on a tag, left and above the origin with a stack of chips if it lies `low`, else right and below it."""
    wide = 9 * len(str(price)) + 5
    if not low:
        return rect(0, 0, wide, 13, "glow", corner=3) + text(str(price), wide / 2, 11.6, FOOT, "deep", anchor="middle")
    chips = path(f"M{-wide - 6:g},-3h6m0,-3.5h-6m0,-3.5h6", "bare deep-line", pen=2.2)
    return rect(-wide - 9, -13, wide + 9, 13, "glow", corner=3) + chips + text(str(price), -2.5, -1.4, FOOT, "deep", anchor="end")


_ROOM = 5  # characters across a tile


def numbers(may: tuple[int, ...], x: float, y: float, paint: str, *, room: int = _ROOM) -> str:
    """The numbers that a tile may have: all of them if there is room, else the smallest and the largest."""
    return text(listed(may, room), x, y + (len(may) == 1), FOOT, f"{paint} strong", anchor="middle")


def listed(may: tuple[int, ...], room: int) -> str:
    """The numbers that a tile may have, in at most so many characters if that can be."""
    every = " ".join(map(str, may))
    if len(may) == 1:
        return f"= {every}"
    return every if len(every) <= room else f"{may[0]}\u2013{may[-1]}"


def item(kind: Item, paint: str, cut: str) -> str:
    """The sign of an item, in a box of 24 by 24 units around the origin; `cut` paints the holes."""
    match kind:
        case Item.INVERSION:
            arrows = path("M-8,2A8.2,8.2 0 0 1 6,-5.5M8,-2A8.2,8.2 0 0 1 -6,5.5", f"bare {paint}-line", pen=2.6)
            return arrows + path("M9.8,-9.5L7.5,-1.6L1.6,-7Z", paint) + path("M-9.8,9.5L-7.5,1.6L-1.6,7Z", paint)
        case Item.EQUALISER:
            return rect(-9, -6.5, 18, 4.6, paint, corner=1.5) + rect(-9, 2, 18, 4.6, paint, corner=1.5)
        case _:
            eye = path("M-11,0C-6,-8 6,-8 11,0C6,8 -6,8 -11,0Z", paint) + circle(0, 0, 4.2, cut) + circle(0, 0, 2, paint)
            slash = "M-8.5,8.5L8.5,-8.5"
            return eye + path(slash, f"bare {cut}-line", pen=5) + path(slash, f"bare {paint}-line", pen=2.4)
