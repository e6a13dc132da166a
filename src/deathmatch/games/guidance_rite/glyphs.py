"""The signs of this game: animals, arrows, pieces, items. Glyphs are made for a box of 24 by 24 units around the origin."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from deathmatch.core.seats import Seat
from deathmatch.core.shapes import circle, group, path, rect, seat_paint
from deathmatch.core.themes import UPRIGHT
from deathmatch.games.guidance_rite.values import Item, Kind, Piece, numbers

HALF: Final = 26  # of a piece's side, in units of its own
_PLATE: Final = 16.4  # from the middle of a piece to the edge of its plate
_CORNER: Final = 30.5  # from the middle to the tip of a diagonal arrow


@cache
def glyph(kind: Kind, paint: str, cut: str) -> str:
    """A character's sign; `cut` paints the holes."""
    match kind:
        case Kind.RAT:
            tail = path("M-7,5C-13,5.5 -12.5,-3 -8,-5.5", f"bare {paint}-line", pen=2)
            body = path(
                "M-9,6.5C-10,0 -5,-5.5 1,-5C2.5,-5 4,-4.6 5.5,-3.8C8.5,-2.4 11.2,1.2 12,4C11,6.2 8.5,6.8 5,7H-6C-7.6,7.2 -8.8,7 -9,6.5Z",
                paint,
            )
            return tail + body + circle(3.2, -5.4, 3.6, f"{paint} {cut}-line", pen=1.2) + circle(7.6, 1.2, 1.3, cut)
        case Kind.CROW:
            legs = path("M-0.5,6V11M3.5,5.5V11", f"bare {paint}-line", pen=1.8)
            body = path(
                "M12.5,-4.4L7.6,-6.6C6.4,-10 1.2,-10.6 -0.8,-6.8C-2.6,-2.6 -6,1 -12,7L-5.2,6C-1,9 5.2,6.6 7,1.4C7.6,-0.6 7.6,-2 7.8,-3.2Z",
                paint,
            )
            return legs + body + circle(3.6, -6, 1.35, cut)
        case Kind.LIZARD:
            legs = path(
                "M-1.4,-4.2L-7.4,-7.2L-8.4,-4.2M2,-3.4L7.6,-1.2L9,-4M-0.6,3.6L-6.8,3L-8.4,6M3,2.6L8,5.6L7.2,8.6",
                f"bare {paint}-line",
                pen=2.1,
            )
            body = path(
                "M2.2,-12C4.8,-12 5.6,-9.6 4.6,-7.4C3.6,-5.4 3.4,-3.6 3.8,-1.2C4.4,2.4 3,5 0.4,6.8C-2,8.4 -4,10 -3.6,12.4C-6,10.4 -5,7.2 -3,5C-1.2,3 -1.8,1 -2,-1.4C-2.4,-4.4 -1,-6 -0.6,-8C-0.4,-10 0.4,-12 2.2,-12Z",
                paint,
            )
            return legs + body + circle(2.6, -9.2, 1, cut)
        case Kind.GUARDIAN:
            helm = path("M-9,10.5V-2C-9,-8 -5,-11.6 0,-11.6C5,-11.6 9,-8 9,-2V10.5L3.2,8.4V1.4L4.4,-1.6H-4.4L-3.2,1.4V8.4Z", paint)
            return helm + path("M-6.4,-2.4H-1.6L-2.2,0H-5.6ZM6.4,-2.4H1.6L2.2,0H5.6Z", cut) + path("M0,-11V-4", f"bare {cut}-line", pen=1.5)
        case Kind.MONSTER:
            head = path(
                "M-11.6,-11C-9.6,-6.4 -8,-6 -6,-7C-3,-8.6 3,-8.6 6,-7C8,-6 9.6,-6.4 11.6,-11C12.4,-3.6 10.6,-1 9,1C9,7.6 5,11.4 0,11.4C-5,11.4 -9,7.6 -9,1C-10.6,-1 -12.4,-3.6 -11.6,-11Z",
                paint,
            )
            eyes = path("M-6.4,-2.6L-1.8,0.2C-2.6,2 -5.6,1.6 -6.4,-2.6ZM6.4,-2.6L1.8,0.2C2.6,2 5.6,1.6 6.4,-2.6Z", cut)
            return head + eyes + path("M-5.4,4.4H5.4L3.6,8.2L1.8,5.4L0,8.2L-1.8,5.4L-3.6,8.2Z", cut)
        case Kind.PLAIN:
            return circle(0, 0, 4.2, paint)


@cache
def arrow(direction: int, paint: str) -> str:
    """An arrow on the rim, which points outwards: solid, or hollow if its paint has a line."""
    reach = _CORNER if direction % 2 else HALF - 0.9
    low, wide, pen = (reach - 7.4, 4.9, 1.5) if "line" in paint else (reach - 8, 5.6, 0)
    return group(path(f"M0,{-reach}L{wide},{-low}H{-wide}Z", paint, pen=pen), turn=45 * direction)


def _plate(owner: Seat | None, *, marked: bool) -> str:
    """The owner of a piece, by shape and colour: round for A, square for B; pale if it is marked. A piece of nobody has none, or a thin diamond.

    A thin line around it tells the shape if the colour is near that of the tile.
    """
    if owner is None:
        reach = _PLATE + 2.6
        return path(f"M0,{-reach}L{reach},0L0,{reach}L{-reach},0Z", "pale wood-dark-line", pen=1.6) if marked else ""
    paint = seat_paint(owner)
    fill, pen = (f"pale {paint}-line", 3.4) if marked else (paint, 0)
    inset = pen / 2
    half = _PLATE * 0.9
    if owner is Seat.A:
        return circle(0, 0, _PLATE - inset, fill, pen=pen) + circle(0, 0, _PLATE, "bare deep-line", pen=0.9)
    inner = half - inset
    outline = rect(-half, -half, 2 * half, 2 * half, "bare deep-line", corner=3, pen=0.9)
    return rect(-inner, -inner, 2 * inner, 2 * inner, fill, corner=2.4, pen=pen) + outline


@lru_cache(maxsize=8192)
def piece(shown: Piece) -> str:
    """A piece: an ivory tile with its arrows on the rim, and on a plate its animal."""
    tile = rect(-HALF, -HALF, 2 * HALF, 2 * HALF, "pale wood-dark-line", corner=9, pen=1)
    arrows = "".join(arrow(way, "deep") for way in numbers(shown.black))
    hollow = "".join(arrow(way, "pale deep-line") for way in numbers(shown.grey))
    plain = shown.marked or shown.owner is None
    ink, cut = ("deep", "pale") if plain else ("on-fill", seat_paint(shown.owner or Seat.A))
    sign = group(
        glyph(shown.kind, ink, cut), scale=0.8 if shown.owner is None and shown.marked else 0.9 if shown.owner is not None else 1.1
    )
    return f'{tile}{arrows}{hollow}{_plate(shown.owner, marked=shown.marked)}<g class="{UPRIGHT}">{sign}</g>'


@cache
def item(kind: Item, paint: str) -> str:
    """The sign of an item: two arrows that are given, a piece that turns, two that exchange."""
    match kind:
        case Item.HONOUR:
            return path("M-5.5,-10L-0.5,-2.5H-10.5ZM5.5,10L10.5,2.5H0.5Z", paint) + path(
                "M-5.5,-2V8M5.5,2V-8", f"bare {paint}-line", pen=2.4
            )
        case Item.ROTATE:
            return path("M6.6,5.4A8.6,8.6 0 1 1 7.8,-3.6", f"bare {paint}-line", pen=2.6) + path("M11,-9.6L10.4,-0.8L3.4,-5Z", paint)
        case Item.SWAP:
            lines = path("M-9,-4.4H5M9,4.4H-5", f"bare {paint}-line", pen=2.6)
            return lines + path("M4,-9.4L11,-4.4L4,0.6ZM-4,9.4L-11,4.4L-4,-0.6Z", paint)
