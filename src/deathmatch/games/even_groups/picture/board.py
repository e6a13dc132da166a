"""The board: a wooden hexagon that fills the frame, its rows, and on each cell what lies there.

All sides make a board of one size; a cell shrinks instead. Stones of one group melt together: each cell paints its own stone with half of
every bridge to a neighbour of its colour, so a new stone changes only its cell and those that it joins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, pi, sin, sqrt

from deathmatch.core.hexes import ROW, hexagon
from deathmatch.core.scene import Element
from deathmatch.core.shapes import circle, path, text
from deathmatch.core.speech import cached_by_language
from deathmatch.games.even_groups.picture import words
from deathmatch.games.even_groups.values import Board, Colour, Stones

WIDTH = 360
_MARGIN, RIM = 2, 12  # beside the board, and of wood around its cells
REACH = WIDTH / 2 - _MARGIN  # from the middle of the board to its corners
DEEP = ROW * REACH  # from its middle to its upper and lower edge

_STONE = 0.4  # the radius of a stone; this and what follows in widths of a cell
_NECK = 0.22  # half of how wide a bridge is
_SHOULDER = 50 * pi / 180  # where a bridge leaves its stone, seen from the bridge's axis
_SEAM = 0.4  # units by which the halves of a bridge overlap
_GAP = 0.9  # units between a field and the edge of its cell

STEPS = tuple((cos(k * pi / 3), sin(k * pi / 3)) for k in range(6))  # to the neighbours: right first, then clockwise as y goes down


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a cell lies, and which of its six sides has which neighbour."""

    slot: str
    at: tuple[float, float]
    beside: tuple[tuple[int, int], ...]  # the bit of a side, and the mask of the cell there


@dataclass(frozen=True, slots=True)
class _Plan:
    """Everything that the side of the board alone decides."""

    width: float  # of a cell
    cells: tuple[_Cell, ...]
    inner: float  # from the middle of a field to its sides


@cache
def _plan(side: int, middle: float) -> _Plan:
    cells, width = hexagon(side), (REACH - RIM) / (side - 1 / 3)
    places = {(round(2 * x), round(y / ROW)): index for index, (x, y) in enumerate(cells.places)}
    spots = []
    for index, (x, y) in enumerate(cells.places):
        steps = [(round(2 * (x + dx)), round(y / ROW + dy / ROW)) for dx, dy in STEPS]
        beside = tuple((1 << k, 1 << places[step]) for k, step in enumerate(steps) if step in places)
        name = cells.names[index]
        spots.append(_Cell(f"cell-{name.lower()}", (round(WIDTH / 2 + x * width, 2), round(middle + y * width, 2)), beside))
    return _Plan(width, tuple(spots), width / 2 - _GAP)


def _hexagon(inner: float, paint: str, pen: float = 0) -> str:
    """A hexagon with a point up around the origin, by the distance from its middle to its sides; short, because there are hundreds."""
    x, y = round(inner, 1), round(inner / sqrt(3), 1)
    width = f' stroke-width="{pen:.1f}"' if pen else ""
    return f'<path d="M0,{-2 * y:g}l{x:g},{y:g}v{2 * y:g}l{-x:g},{y:g}l{-x:g},{-y:g}v{-2 * y:g}z" class="{paint}"{width}/>'


@cached_by_language(maxsize=None)
def wood(side: int, middle: float) -> Element:
    """The board without its cells."""
    half, edge = REACH / 2, DEEP
    outline = f"M{-REACH:g},0L{-half:g},{-edge:.2f}H{half:g}L{REACH:g},0L{half:g},{edge:.2f}H{-half:g}Z"
    return Element("board", path(outline, "wood-dark wood-dark-line", pen=4), words.board(side), (WIDTH / 2, middle), layer=-1)


def rows(board: Board, middle: float) -> tuple[Element, ...]:
    """The letters of the rows, which say what lies in each."""
    cells = board.hexagon
    letters = [0] * len(cells)
    for colour in Colour:
        for group in board.groups(colour):
            rest = group
            while rest:
                low = rest & -rest
                letters[low.bit_length() - 1] = colour + 1
                rest ^= low
    elements, start = [], 0
    for row, length in enumerate(cells.lengths):
        elements.append(_row(board.side, middle, row, bytes(letters[start : start + length])))
        start += length
    return tuple(elements)


@cached_by_language(maxsize=4096)
def _row(side: int, middle: float, row: int, holds: bytes) -> Element:
    """The letter and the numbers of empty cells, over the cells: a number inside would be read out in place of the cell's name."""
    letter, plan = chr(ord("A") + row), _plan(side, middle)
    y, left = (row - side + 1) * ROW * plan.width, -len(holds) / 2 * plan.width
    size = 14 if side < 9 else 11
    parts = [text(letter, left - _LETTER - plan.width / 12, y + 5, 14, "etched strong", anchor="middle")]
    for place, what in enumerate(holds):
        if not what:
            parts.append(text(str(place + 1), left + (place + 0.5) * plan.width, y + size * 0.364, size, "etched", anchor="middle"))
    return Element(f"row-{letter.lower()}", "".join(parts), words.row(letter, holds), (WIDTH / 2, middle), layer=1)


_LETTER = RIM / ROW / 2  # units from a row's first cell to the middle of its letter, and a sixth of a cell's half beyond


def cells(board: Board, last: Stones, middle: float) -> list[Element]:
    """Every cell with what lies there."""
    side, plan = board.side, _plan(board.side, middle)
    looks = [_EMPTY] * len(plan.cells)
    for colour in Colour:
        for group in board.groups(colour):
            rest = group
            while rest:
                low = rest & -rest
                rest ^= low
                index = low.bit_length() - 1
                joined = 0
                for bit, there in plan.cells[index].beside:
                    if there & group:
                        joined |= bit
                looks[index] = 1 + colour + 2 * joined
    for stone in last:
        looks[stone.cell] |= _LAST
    return [_cell(side, middle, index, look) for index, look in enumerate(looks)]


_EMPTY, _LAST = 0, 1 << 8  # a look is 0, or 1 + colour + 2 * joined sides; and whether the stone is of the last move


@lru_cache(maxsize=1 << 16)
def _cell(side: int, middle: float, index: int, look: int) -> Element:
    plan = _plan(side, middle)
    cell = plan.cells[index]
    markup = _empty(side) if look == _EMPTY else _stone(side, look)
    return Element(cell.slot, markup, at=cell.at, markable=True)


@cache
def _empty(side: int) -> str:
    plan = _plan(side, 0)
    lit = _hexagon(plan.inner, "lamp") + circle(0, plan.width * 0.3, plan.width * 0.1, "glow")
    return _hexagon(plan.inner, "wood") + f'<g class="lit">{lit}</g>' + _halo(side)


@cache
def _stone(side: int, look: int) -> str:
    plan = _plan(side, 0)
    last, look = bool(look & _LAST), (look & ~_LAST) - 1
    colour, joined = Colour(look & 1), look >> 1
    pen = max(1.6, plan.width * 0.06)
    markup = _hexagon(plan.inner, "wood")
    if last:
        markup += _hexagon(plan.inner - pen / 2, "bare glow-line", pen)
    paint = "warm" if colour else "pale"
    markup += path(melted(plan.width, joined), paint) if joined else circle(0, 0, plan.width * _STONE, paint)
    if colour:
        markup += ring(plan.width)
    if last:
        markup += circle(0, 0, plan.width * 0.08, "deep")  # for the outline may lie below the group
    return markup + _halo(side, cased=True)


def ring(width: float) -> str:
    """The mark of an orange stone, so that nobody needs its colour to know it."""
    return circle(0, 0, width * 0.17, "bare deep-line", pen=max(1.5, width * 0.06))


@cache
def _halo(side: int, *, cased: bool = False) -> str:
    """The sign of a cell that is chosen or pointed at; over stones, which may be as pale, it has a dark case."""
    plan, pen = _plan(side, 0), max(1.8, _plan(side, 0).width * 0.06)
    inner = plan.inner + _GAP / 2
    if not cased:
        return _hexagon(inner, "halo bare pale-line", pen)
    return f'<g class="halo">{_hexagon(inner, "bare deep-line", pen + 1.6)}{_hexagon(inner, "bare pale-line", pen)}</g>'


@cache
def melted(width: float, joined: int) -> str:
    """The outline of a stone with its halves of bridges; bit k of `joined` is the neighbour at 60 k degrees clockwise from the right.

    Where two neighbours beside each other are joined, all three stones touch one corner, which is filled.
    """
    radius, neck, far = _STONE * width, _NECK * width, width / 2 + _SEAM
    shoulder = (radius * cos(_SHOULDER), radius * sin(_SHOULDER))
    slide = (shoulder[1] - neck) / cos(_SHOULDER)
    control = (shoulder[0] + slide * sin(_SHOULDER), neck)
    sides = [k for k in range(6) if joined >> k & 1]

    def point(k: int, along: float, across: float) -> str:
        dx, dy = STEPS[k]
        return f"{along * dx - across * dy:.2f},{along * dy + across * dx:.2f}"

    parts = []
    for place, k in enumerate(sides):
        if joined >> (k - 1) % 6 & 1 and len(sides) > 1:  # from the corner between the two
            parts.append(point(k, far, -far / sqrt(3)))
        else:
            start = point(k, shoulder[0], -shoulder[1])
            before = sides[place - 1]
            turn = (k - before) % 6 or 6
            wide = int(turn * pi / 3 - 2 * _SHOULDER > pi)
            parts.append(start if not parts else f"A{radius:.2f},{radius:.2f} 0 {wide} 1 {start}")
            parts.append(f"Q{point(k, control[0], -control[1])} {point(k, far, -neck)}")
        if not (joined >> (k + 1) % 6 & 1 and len(sides) > 1):
            parts.append(point(k, far, neck))
            parts.append(f"Q{point(k, control[0], control[1])} {point(k, *shoulder)}")
    first = sides[0]
    if not (joined >> (first - 1) % 6 & 1 and len(sides) > 1):  # round to where it began
        turn = (first - sides[-1]) % 6 or 6
        wide = int(turn * pi / 3 - 2 * _SHOULDER > pi)
        parts.append(f"A{radius:.2f},{radius:.2f} 0 {wide} 1 {point(first, shoulder[0], -shoulder[1])}")
    lines = [part if part[0] in "AQ" else f"{'L' if index else 'M'}{part}" for index, part in enumerate(parts)]
    return "".join(lines) + "Z"
