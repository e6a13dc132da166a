"""The picture of Even Groups, 360 units wide: the board fills the frame, and the corners that it leaves free say how it stands.

The viewer's own colour is counted below, the other's above. Slots: `board`, the rows `row-a` and so on, the cells `cell-e5`, the counts
`count-white` and `count-orange`, `round`, `progress` and `last`. Cells say nothing by themselves: their row says what lies in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import cos, pi, sin, sqrt

from deathmatch.core.hexes import ROW, bits, hexagon
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import circle, crown, group, path, rect, seat_mark, span, text
from deathmatch.core.speech import cached_by_language, mark, reads, say, voiced
from deathmatch.core.themes import FLIPS, LANDS, SUM
from deathmatch.games.even_groups import words
from deathmatch.games.even_groups.narration import stone_on
from deathmatch.games.even_groups.values import Board, Colour, Groups, Stone, Stones, parity
from deathmatch.games.even_groups.view import View

# --- The board: a wooden hexagon that fills the frame, its rows, and on each cell what lies there
# All sides make a board of one size; a cell shrinks instead. Stones of one group melt together: each cell paints its own stone with half of
# every bridge to a neighbour of its colour, so a new stone changes only its cell and those that it joins.


WIDTH, HEIGHT = 360, 342
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
        for cell in bits(board.stones(colour)):
            letters[cell] = colour + 1
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


def cells(board: Board, last: Stones, middle: float, *, counted: bool = False) -> list[Element]:
    """Every cell with what lies there; `counted` numbers the groups of each colour."""
    side, plan = board.side, _plan(board.side, middle)
    looks = [_EMPTY] * len(plan.cells)
    for colour in Colour:
        for number, stones in enumerate(sorted(board.groups(colour), key=lambda stones: stones & -stones), 1):
            for index in bits(stones):
                joined = sum(bit for bit, there in plan.cells[index].beside if there & stones)
                looks[index] = 1 + colour + 2 * joined
            looks[bits(stones)[0]] += number * _NUMBER * counted
    new = sum([1 << cell for cell, _ in last])
    for cell, colour in last:
        looks[cell] |= _LAST
        whole = next(stones for stones in board.groups(colour) if stones >> cell & 1)
        if len(Board(side).after(tuple([Stone(at, colour) for at in bits(whole & ~new)])).groups(colour)) > 1:
            looks = [look | _MERGED * (whole >> at & 1) for at, look in enumerate(looks)]
    return [_cell(side, middle, index, look) for index, look in enumerate(looks)]


# A look is 0, or 1 + colour + 2 * joined sides; whether the stone is of the last move; whether that joined groups; the group's number.
_EMPTY, _LAST, _MERGED, _NUMBER = 0, 1 << 8, 1 << 9, 1 << 10


@lru_cache(maxsize=1 << 16)
def _cell(side: int, middle: float, index: int, look: int) -> Element:
    plan = _plan(side, middle)
    cell = plan.cells[index]
    markup = _empty(side) if look == _EMPTY else _stone(side, look)
    return Element(cell.slot, markup, at=cell.at, markable=look < _NUMBER)


@cache
def _empty(side: int) -> str:
    plan = _plan(side, 0)
    lit = _hexagon(plan.inner, "lamp") + circle(0, plan.width * 0.3, plan.width * 0.1, "glow")
    return _hexagon(plan.inner, "wood") + f'<g class="lit">{lit}</g>' + _halo(side)


@cache
def _stone(side: int, look: int) -> str:
    plan = _plan(side, 0)
    number, last, merged, look = look // _NUMBER, bool(look & _LAST), bool(look & _MERGED), look % _LAST - 1
    colour, joined = Colour(look & 1), look >> 1
    pen = max(1.6, plan.width * 0.06)
    markup = _hexagon(plan.inner, "wood")
    paint = ("warm" if colour else "pale") + f" {SUM}" * merged
    stone = path(melted(plan.width, joined), paint) if joined else circle(0, 0, plan.width * _STONE, paint)
    markup += f'<g class="{LANDS}">{stone}</g>' if last else stone
    if number:
        markup += text(str(number), 0, plan.width * 0.17, max(12, plan.width * 0.46), f"deep strong {SUM}", anchor="middle")
    elif colour:
        markup += ring(plan.width)
    if last:  # the dot too, for an outline of gold is pale on some groups
        markup += _hexagon(plan.inner - pen / 2, "bare glow-line", pen) + ("" if number else circle(0, 0, plan.width * 0.08, "deep"))
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


# --- The four corners that the board leaves free: how many groups each colour has, how far it is, and the last move


_LEFT, _RIGHT = 2, WIDTH - 5
_TITLE, _FIGURE = 13.5, 62  # baselines, from the upper edge
_LOW_TITLE, _LOW_FIGURE = 3.5, 41  # the same from the lower edge; a colour that is to be chosen has a frame, and twice as much below
_DISC = 17  # a stone before a colour's name, in widths of a cell


def count(view: View, colour: Colour, *, top: bool) -> tuple[Element, ...]:
    """A colour: its stone, its name, whose it is, and how many groups it has; and the word that says whether that is even."""
    seat = view.owner(colour)
    won = view.outcome is not None and view.outcome.winner is not None and view.outcome.winner is seat
    whose = words.owner(colour, seat, mine=seat is not None and seat is view.eye)
    return _count(colour, seat, whose, view.board.groups(colour), view.terms.side, won, top)


@cached_by_language(maxsize=4096)
def _count(colour: Colour, seat: Seat | None, whose: str, groups: Groups, side: int, won: bool, top: bool) -> tuple[Element, ...]:
    number = len(groups)
    title, figure = (_TITLE, _FIGURE) if top else (HEIGHT - _LOW_TITLE * (1 if seat else 2), HEIGHT - _LOW_FIGURE)
    room = rect(-0.5, title - 14, _name_width(colour) + 2, 19, "bare") if seat is None else ""  # for a frame while colours are chosen
    markup = room + _name(colour, seat, title)
    label, at = words.groups_of(colour, whose, groups, hexagon(side), won), (_LEFT if seat or not colour else _RIGHT - 71, 0)
    # A thing of its own, so that it turns only if the word does; before the choice all is empty.
    turning = f'<g class="{FLIPS}">{text(parity(number), 0, 0, 14, f"ink strong {SUM}")}</g>' if seat else ""
    markup += f" {_figure(number, figure, above=top)}" if seat else ""
    said = Element(f"parity-{colour.word}", turning, at=(_LEFT, title + (18 if top else -18)))
    return Element(f"count-{colour.word}", markup, label, at), said


def _name_width(colour: Colour) -> float:
    """Where the name of a colour ends, after its stone."""
    return 17 + {"White": 42, "Weiß": 39, "Orange": 54.5}.get(colour.title, 2 + 7 * span(colour.title))


@cached_by_language(maxsize=None)
def _name(colour: Colour, seat: Seat | None, y: float) -> str:
    """The stone, its name, and the seat that owns it."""
    stone = circle(0, 0, _DISC * 0.42, "warm" if colour else "pale muted-line", pen=0 if colour else 1) + (ring(_DISC) if colour else "")
    badge = "" if seat is None else seat_mark(seat, _name_width(colour) + 10, y - 5, 8.5, plain=True)
    return group(stone, 7.5, y - 4.6) + text(colour.title, 17, y, 14, "ink strong") + badge


@cache
def _figure(number: int, y: float, *, above: bool) -> str:
    """How many groups, with whether that is even as a sign: two stones side by side, or one beside an empty place."""
    digits = len(str(number))
    size = 30 if digits == 1 else 25
    wide, sign = size * 0.64 * digits, y - (3.5 if above else 17)  # on that side where the board leaves more room
    pair = circle(wide + 8, sign, 3.2, "ink") + circle(wide + 17, sign, 3.2, "bare muted-line" if number % 2 else "ink", pen=1.2)
    return text(str(number), 0, y, size, f"ink strong {SUM}") + pair


def progress(view: View) -> tuple[Element, ...]:
    """Which move it is and how many cells are empty; at the end only who won, so that no move's number comes in the same place."""
    if view.outcome is not None and view.outcome.winner is not None:
        return (_winner(view.outcome.winner, words.moves(view)),)
    heading = "" if view.white is None else say("Move {number}", number=view.moves + 1)  # the choice of colours has no number
    return _standing(heading, view.board.empty.bit_count(), words.moves(view))


@cached_by_language(maxsize=4096)
def _standing(heading: str, left: int, label: str) -> tuple[Element, ...]:
    empty = text(say("{number} empty", number=left), 0, _TITLE + 16, 14, "muted", anchor="end")
    number = text(heading, 0, _TITLE, 14, "ink strong", anchor="end")
    return Element("round", number, at=(_RIGHT, 0)), Element("progress", empty, label, (_RIGHT, 0))


@cached_by_language(maxsize=4096)
def _winner(seat: Seat, label: str) -> Element:
    heading = voiced(seat, mark("You won"), mark("{seat} wins"), mark("You lost"), seat=seat)
    lines = heading.rsplit(" ", 1) if span(heading) > 9 else [heading]  # letters for which the board leaves room
    crowned = group(crown("gold"), -17 - 9.4 * span(lines[0]), _TITLE - 4.5, scale=0.7) if not reads(seat.other) else ""
    paint = "gold strong" if crowned else "ink strong"
    markup = " ".join([text(line, 0, _TITLE + 1 + 17 * row, 15, paint, anchor="end") for row, line in enumerate(lines)])
    return Element("progress", markup + crowned, label, (_RIGHT, 0))


@cached_by_language(maxsize=4096)
def last(stones: Stones, side: int) -> Element:
    """The last move in words, as on the board."""
    if not stones:
        return Element("last", "", at=(_RIGHT, 0))
    cells, bottom = hexagon(side), HEIGHT - _LOW_TITLE
    lines = [stone_on(stone, cells) for stone in stones]
    markup = "".join(text(line, 0, bottom - 17 * (len(lines) - 1 - index), 14, "ink", anchor="end") for index, line in enumerate(lines))
    heading = text(say("Last"), 0, bottom - 17 * len(lines), 14, "muted", anchor="end")
    return Element("last", heading + markup, words.last(stones, cells), (_RIGHT, 0))


_MIDDLE = HEIGHT / 2
_MORE = 46  # units above and below the board in the arrangement for upright phones, where no corner has to be free
_IN = 10  # by how much its words lie further in; it is narrower by a unit


@lru_cache(maxsize=1 << 16)
def _high(element: Element, x: float = 0, y: float = 0) -> Element:
    """An element with its place in the arrangement for upright phones."""
    return replace(element, high=(element.at[0] + x - 0.5, element.at[1] + y + _MORE, 1))


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """The picture for this eye. Seats take turns, so nothing ever waits sealed.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    near = view.colour(view.own) or Colour.WHITE  # before the choice both colours lie below, which are nobody's
    above, below = 8 - _MORE, _MORE - 8
    over = count(view, near.other, top=view.white is not None)
    stones = cells(view.board, view.last, _MIDDLE, counted=view.outcome is not None)
    elements = (
        *[_high(part, -_IN, above) for part in progress(view)],
        *[_high(part, _IN if view.white else -_IN * near.other, above if view.white else below) for part in over],
        *[_high(part, _IN, below) for part in count(view, near, top=False)],
        _high(last(view.last, view.terms.side), -_IN, below),
        *[_high(part) for part in (wood(view.terms.side, _MIDDLE), *rows(view.board, _MIDDLE), *stones)],
    )
    return Scene(WIDTH, HEIGHT, words.title(view), elements, high=(WIDTH - 1, HEIGHT + 2 * _MORE))
