"""The board: a wooden frame with the names of rows and columns, and on each space what stands there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import circle, cross, group, rect, text
from deathmatch.games.guidance_rite.picture import glyphs, words
from deathmatch.games.guidance_rite.values.grid import Grid, grid
from deathmatch.games.guidance_rite.values.moves import Turn
from deathmatch.games.guidance_rite.values.pieces import Piece
from deathmatch.games.guidance_rite.view import View

WIDTH: Final = 360
_LARGEST: Final = 72  # units of a space's side
_HIGHEST: Final = 348  # units of all rows together: on a phone the board, both sides and the input are to be seen at once
_GUTTER: Final = 15  # of the frame, where names stand
_EDGE: Final = 6  # of the frame elsewhere


@dataclass(frozen=True, slots=True)
class Plan:
    """Where a board lies.

    Attributes:
        size: its spaces.
        side: of a space.
        left: of the first column.
        height: of the frame.
    """

    size: Grid
    side: int
    left: float
    height: int

    def middle(self, space: int) -> tuple[float, float]:
        """The middle of a space, from the frame's upper edge."""
        column, row = self.size.place(space)
        return round(self.left + (column + 0.5) * self.side, 2), round(_EDGE + (self.size.rows - row - 0.5) * self.side, 2)


@cache
def plan(columns: int, rows: int) -> Plan:
    """The largest board of this size that fits."""
    side = min(_LARGEST, (WIDTH - _GUTTER - _EDGE) // columns, _HIGHEST // rows)
    left = (WIDTH - columns * side + _GUTTER - _EDGE) / 2
    return Plan(grid(columns, rows), side, left, rows * side + _EDGE + _GUTTER)


@cache
def wood(found: Plan, top: float) -> Element:
    """The frame."""
    size, side = found.size, found.side
    wide = size.columns * side
    left = found.left - _GUTTER
    parts = [rect(left, 0, wide + _GUTTER + _EDGE, found.height, "wood-dark", corner=8)]
    for column in range(size.columns):
        x = found.left + (column + 0.5) * side
        parts.append(text(chr(ord("A") + column), x, found.height - 4, 10.5, "etched strong", anchor="middle"))
    for row in range(size.rows):
        y = _EDGE + (size.rows - row - 0.5) * side
        parts.append(text(str(row + 1), found.left - _GUTTER / 2, y + 3.8, 10.5, "etched strong", anchor="middle"))
    return Element("board", "".join(parts), words.board(size), (0, top), layer=-1)


def spaces(view: View, found: Plan, top: float) -> list[Element]:
    """Every space with what stands there."""
    eye = view.eye if isinstance(view.eye, Seat) else None
    lit = view.trying or _last(view)
    closed = view.bout.closed
    return [_space(found, top, space, piece, eye, space in lit, space in closed) for space, piece in enumerate(view.board)]


def _last(view: View) -> tuple[int, ...]:
    """The spaces that the last turn touched."""
    touched: list[int] = []
    for _, move in view.last:
        if isinstance(move, Turn) and move.movement is not None:
            touched += [move.movement.origin, move.movement.end]
    return tuple(touched)


@lru_cache(maxsize=1 << 15)
def _space(found: Plan, top: float, space: int, piece: Piece | None, eye: Seat | None, last: bool, closed: bool) -> Element:
    x, y = found.middle(space)
    name = found.size.names[space]
    label = words.space(name, piece, eye) if piece is not None else f"{name}: closed to placing" if closed else ""
    return Element(f"space-{name.lower()}", _markup(found.side, piece, last, closed), label, (x, top + y), markable=True)


@lru_cache(maxsize=1 << 13)
def _markup(side: int, piece: Piece | None, last: bool, closed: bool) -> str:
    half = side / 2 - 1
    field = rect(-half, -half, 2 * half, 2 * half, "wood", corner=5)
    if last:
        field += rect(-half + 1, -half + 1, 2 * half - 2, 2 * half - 2, "bare glow-line", corner=4.5, pen=2)
    halo = f'<g class="halo">{rect(-half, -half, 2 * half, 2 * half, "bare pale-line", corner=5, pen=2.4)}</g>'
    if piece is None:
        sign = group(cross("etched-line"), scale=1.2) if closed else ""
        lit = rect(-half, -half, 2 * half, 2 * half, "lamp", corner=5) + circle(0, 0, side * 0.13, "glow")
        return f'{field}{sign}<g class="lit">{lit}</g>{halo}'
    scale = (side - 5) / 2 / glyphs.HALF
    ring = rect(-half + 0.4, -half + 0.4, 2 * half - 0.8, 2 * half - 0.8, "bare glow-line", corner=6, pen=3.4)
    return f'{field}{group(glyphs.piece(piece), scale=scale)}<g class="lit">{ring}</g>{halo}'
