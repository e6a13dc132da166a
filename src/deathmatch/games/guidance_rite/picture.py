"""The picture of Guidance Rite, 360 units wide: the board fills the frame, the viewer's side stands below it and the other's above.

Slots name places: `space-b3` whatever stands there, `head-a` and `head-b`, `late-a`, `item-a-rotate` and so on, `sealed-a`, `board`,
`strip`. The board lies the same way for everybody: A1 is at the lower left, and up is north for both seats; who would rather look from
the other side may turn it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, radians, sin
from typing import Final, NamedTuple

from deathmatch.core.scene import Element, Scene, also_at
from deathmatch.core.seats import Seat, certain
from deathmatch.core.shapes import Anchor, circle, cross, crown, group, path, pill, pill_width, rect, seat_mark, seat_paint, span, text
from deathmatch.core.speech import cached_by_language, mark, say
from deathmatch.core.themes import LANDS, UPRIGHT
from deathmatch.games.guidance_rite import glyphs, values, words
from deathmatch.games.guidance_rite.battle import manners, ways
from deathmatch.games.guidance_rite.values import ITEMS, OFF, Board, Grid, Item, Kind, Owed, Piece, Terms, Turn, grid, slot
from deathmatch.games.guidance_rite.view import View

# --- The board: a wooden frame with the names of rows and columns, and the piece on each space


WIDTH: Final = 360
_LARGEST: Final = 96  # units of a space's side
_HIGHEST: Final = 330  # units of all rows together: on a phone the board, both sides and the input are to be seen at once
_GUTTER: Final = 15  # of the frame, where names stand
_EDGE: Final = 6  # of the frame elsewhere


@dataclass(frozen=True, slots=True)
class BoardLayout:
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
def board_layout(columns: int, rows: int) -> BoardLayout:
    """The largest board of this size that fits."""
    side = min(_LARGEST, (WIDTH - _GUTTER - _EDGE) // columns, _HIGHEST // rows)
    left = (WIDTH - columns * side + _GUTTER - _EDGE) / 2
    return BoardLayout(grid(columns, rows), side, left, rows * side + _EDGE + _GUTTER)


@cached_by_language(maxsize=None)
def wood(layout: BoardLayout, top: float) -> Element:
    """The frame."""
    size, side = layout.size, layout.side
    wide = size.columns * side
    left = layout.left - _GUTTER
    parts = [rect(left, 0, wide + _GUTTER + _EDGE, layout.height, "wood-dark", corner=8)]
    for column in range(size.columns):
        x = layout.left + (column + 0.5) * side
        parts.append(_name(chr(ord("A") + column), x, layout.height - _GUTTER / 2 - 0.3))
    for row in range(size.rows):
        y = _EDGE + (size.rows - row - 0.5) * side
        parts.append(_name(str(row + 1), layout.left - _GUTTER / 2, y))
    return Element("board", "".join(parts), words.board(size), (0, top), layer=-1, turns=True)


def _name(words_: str, x: float, y: float) -> str:
    """The name of a row or column, its middle at a point; it can be read from both sides."""
    return group(f'<g class="{UPRIGHT}">{text(words_, 0, 5, 14, "etched strong", anchor="middle")}</g>', x, y)


def spaces(view: View, layout: BoardLayout, top: float) -> list[Element]:
    """Every space with its piece."""
    eye = view.eye if isinstance(view.eye, Seat) else None
    traces = dict.fromkeys(view.trying, _TRYING) if view.trying else _last(view)
    _mark_arrows(traces, view.board, view.changed)
    traces |= dict.fromkeys(view.clashing, _CLASHING) | dict.fromkeys(view.losing, _LOSING)
    closed = view.bout.closed
    reach, met = _reach(view.terms, view.board), _met(view.terms, view.board, eye)
    went = {origin: (slot(view.terms.grid.names[end]),) for origin, end in _gone(view)}
    return [
        _space(layout, top, space, piece, eye, traces.get(space), space in closed, (reach[space], *met[space], went.get(space, ())))
        for space, piece in enumerate(view.board)
    ]


@lru_cache(maxsize=256)
def _reach(terms: Terms, board: Board) -> tuple[tuple[str, ...], ...]:
    """For each space the slots to which the arrows of its piece lead now; for a piece of a seat only legal ends."""
    led = [() if piece is None else ways(terms, board, space) for space, piece in enumerate(board)]
    ends = [{way.end for way in each if certain(board[way.origin]).owner is None or manners(terms, board, way)} for each in led]
    return tuple([tuple([slot(terms.grid.names[end]) for end in sorted(each)]) for each in ends])


@lru_cache(maxsize=256)
def _met(terms: Terms, board: Board, eye: Seat | None) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """For each space the slots of the enemies that could come there now, of its owner, or of the reader if it is empty; and those of the
    pieces of its own side to which its piece can go."""
    threats, own = [list[str]() for _ in board], [list[str]() for _ in board]
    for name, piece, ends in zip(terms.grid.names, board, _reach(terms, board), strict=True):
        for end in ends if piece is not None and piece.owner is not None else ():
            space = terms.grid.index[end.removeprefix("space-").upper()]
            there = board[space]
            owner = there.owner if there is not None else eye
            if piece is not None and owner not in (None, piece.owner):
                threats[space].append(slot(name))
            elif there is not None and there.owner is not None:
                own[terms.grid.index[name]].append(end)
    return tuple([(tuple(foes), tuple(ends)) for foes, ends in zip(threats, own, strict=True)])


def _gone(view: View) -> Iterator[tuple[int, int]]:
    """From where to where pieces have gone, in a turn that is being put together or in the last ones."""
    if len(view.trying) > 1 and view.board[view.trying[0]] is None:
        yield view.trying[0], view.trying[1]
    for _, move in () if view.trying else view.last:
        if isinstance(move, Turn) and move.movement is not None:
            yield move.movement.origin, move.movement.end
            if move.power is not None and move.power.kind is Kind.GUARDIAN:
                yield move.movement.end, move.movement.origin


class _Trace(NamedTuple):
    """The trace of a turn on a space.

    Attributes:
        paint: of the seat that touched it.
        turn: degrees to which a piece left it; None if it arrived.
        loses: whether a piece of the seat that moves is lost here.
        arrows: those that a power gave or took here, each with whether it gave it.
    """

    paint: str
    turn: float | None = None
    loses: bool = False
    arrows: tuple[tuple[int, bool], ...] = ()


_TRYING: Final = _Trace("pale")  # a turn that is being put together; gold is for what may be chosen
_CLASHING: Final = _Trace("bad")
_LOSING: Final = _Trace("bad", loses=True)


def _last(view: View) -> dict[int, _Trace]:
    """What the last moves touched: each seat's own in its colour, with the way that a piece has gone; what both named is gone."""
    traces: dict[int, _Trace] = {}
    if view.owed is Owed.BOARD and view.outcome is None:
        return traces  # the bout has ended, and its board is gone
    for seat, move in view.last:
        for space in values.named(move):
            traces[space] = _CLASHING if space in traces and view.board[space] is None else _Trace(seat_paint(seat))
        if isinstance(move, Turn) and move.movement is not None:
            origin, end = move.movement.origin, move.movement.end
            piece = view.board[end]
            far = piece is not None and (piece.kind in (Kind.CROW, Kind.MONSTER) or piece.marked)
            traces[origin] = _Trace(seat_paint(seat), _bearing(view.terms.grid, origin, end, far=far))
            traces.setdefault(end, _Trace(seat_paint(seat)))
        if isinstance(move, Turn) and move.power is not None:
            _mark_arrows(traces, view.board, move.power.aims)
    return traces


def _mark_arrows(traces: dict[int, _Trace], board: Board, aims: Iterable[values.Aim]) -> None:
    """Marks arrows that a power gave, and as taken those that the piece does not have now."""
    for space, way in aims:
        trace, piece = traces.get(space, _TRYING), board[space]
        if piece is not None:
            traces[space] = trace._replace(arrows=(*trace.arrows, (way, bool(piece.black >> way & 1))))


@lru_cache(maxsize=4096)
def _bearing(size: Grid, origin: int, end: int, *, far: bool) -> float:
    """In which direction a piece went, in degrees clockwise from up; `far` says that it is of a kind that goes two spaces."""
    near, loop = size.step[origin], size.loop[origin]
    two = tuple([OFF if step == OFF else size.step[step][way] for way, step in enumerate(near)])
    return 45.0 * next(ways.index(end) for ways in ((near, two, loop) if far else (near, loop, two)) if end in ways)


@cached_by_language(maxsize=1 << 15)
def _space(
    layout: BoardLayout,
    top: float,
    space: int,
    piece: Piece | None,
    eye: Seat | None,
    trace: _Trace | None,
    closed: bool,
    ways: tuple[tuple[str, ...], ...],
) -> Element:
    x, y = layout.middle(space)
    name = layout.size.names[space]
    label = words.space(name, piece, eye) if piece is not None else words.closed(name) if closed else ""
    markup = _markup(layout.side, piece, trace, closed)
    reach, threats, own, went = ways
    return Element(slot(name), markup, label, (x, top + y), markable=True, turns=True, reach=reach, threats=threats, own=own, went=went)


@lru_cache(maxsize=1 << 13)
def _markup(side: int, piece: Piece | None, trace: _Trace | None, closed: bool) -> str:
    half = side / 2 - 1
    field = rect(-half, -half, 2 * half, 2 * half, "wood", corner=5)
    if trace is not None:
        if trace.paint != _TRYING.paint:  # a seat's colour may be dark on wood: a pale line lies below it
            field += rect(-half + 1, -half + 1, 2 * half - 2, 2 * half - 2, "bare pale-line", corner=4.5, pen=3.8)
        field += rect(-half + 1, -half + 1, 2 * half - 2, 2 * half - 2, f"bare {trace.paint}-line", corner=4.5, pen=2)
        if trace.turn is not None:
            signs = "".join([path("M-7,4L0,-5L7,4", f"bare {paint}-line", pen=pen) for paint, pen in (("pale", 5.4), (trace.paint, 3))])
            field += group(signs, turn=trace.turn)
    rims = [rect(-half, -half, 2 * half, 2 * half, f"bare {line}-line", corner=5, pen=pen) for line, pen in (("pale", 5), ("accent", 2.6))]
    halo = f'<g class="halo">{"".join(rims)}</g>'
    if piece is None:
        sign = group(cross("pale-line" if trace is _CLASHING else "etched-line"), scale=1.2) if closed or trace is _CLASHING else ""
        lit = rect(-half, -half, 2 * half, 2 * half, "lamp", corner=5) + circle(0, 0, side * 0.13, "glow")
        return f'{field}{sign}<g class="lit">{lit}</g>{halo}'
    scale = (side - 5) / 2 / glyphs.HALF
    ring = rect(-half + 0.4, -half + 0.4, 2 * half - 0.8, 2 * half - 0.8, "bare glow-line", corner=6, pen=3.4)
    # A claim may name any piece that nobody owns: a board full of rings says nothing.
    lit = f'<g class="lit">{ring}</g>' if piece.owner is not None else ""
    badge = ""
    if trace is _CLASHING:
        marks = seat_mark(Seat.A, -side * 0.27, -side * 0.25, side * 0.18) + seat_mark(Seat.B, side * 0.27, side * 0.25, side * 0.18)
        badge = f'<g class="{UPRIGHT}">{marks}</g>'
    elif trace is not None and trace.loses:  # beside the glyph, between the arrows, where no frame covers it
        badge = group(circle(0, 0, 7.5, "bad pale-line", pen=1.5) + group(cross("on-fill-line"), scale=0.6), side * 0.22, side * 0.22)
    arrows = [glyphs.arrow(way, ("pale bad-line", "good")[gives]) for way, gives in (() if trace is None else trace.arrows)]
    face = f"{group(glyphs.piece(piece) + ''.join(arrows), scale=scale)}{badge}"
    face = face if trace is None else f'<g class="{LANDS}">{face}</g>'
    return f"{field}{face}{lit}{halo}"


def dials(view: View, layout: BoardLayout, top: float) -> Iterator[Element]:
    """Where a direction is asked for: a button for each, around the piece."""
    for space, way in view.aiming:
        x, y = layout.middle(space)
        far, turn = layout.side * (0.47, 0.6)[way % 2], radians(45 * way)
        at = (round(x + far * sin(turn), 2), round(top + y - far * cos(turn), 2))
        yield _button(values.aim_slot(layout.size.names[space], way), layout.side * 0.19, way, at)


@cached_by_language(maxsize=1 << 12)
def _button(slot_: str, radius: float, way: int, at: tuple[float, float]) -> Element:
    ground, lit, halo = (circle(0, 0, radius, paint, pen=1.4) for paint in ("pale deep-line", "glow deep-line", "bare accent-line"))
    sign = group(path("M0,-7L6.4,4.6H-6.4Z", "deep"), scale=radius / 12, turn=45 * way)
    markup = f'{ground}<g class="lit">{lit}</g>{sign}<g class="halo">{halo}</g>'
    return Element(slot_, markup, values.where(way), at, layer=1, turns=True)


# --- The heads above and below the board: each seat with its pieces, bouts, time-outs and items; and how quiet the battle is


TALL: Final = 44  # of a head with items, which are touched
_LOW: Final = 28  # of one without
GAP: Final = 3
STRIP: Final = 21
COLUMN: Final = 132  # where the heads stand beside the board, its width; with items it is wider
_WIDER: Final = 50
_ITEM: Final = 56  # width of an item's place
_RIM: Final = 8  # left free on both sides in the tall arrangement
_MARK, _MIDDLE, _TEXT = 17, 14, 38  # the middle of a seat's mark, and its words, from the left


def head(view: View, seat: Seat, top: float, beside: tuple[float, float], *, waits: bool) -> list[Element]:
    """A seat, its items, and whether its submission waits. In the wide arrangement seat and items stand at these heights."""
    mine = seat is view.eye
    won = view.outcome is not None and view.outcome.winner is seat
    turn = seat in view.owing and not waits
    first, second, late = words.lines(view, seat)
    items = bool(view.terms.held[seat])
    label = words.head(view, seat, view.numbers[seat], mine=mine)
    elements = [also_at(_head(seat, first, label, won, turn, top), 0, beside[0])]
    # The bouts stand below the pieces; without items, in the tall arrangement, beside them: so the board has more room.
    x, y = (_TEXT, 37) if items else (_TEXT + 8.6 * span(first) + 7, 19)
    elements.append(also_at(_line(f"bouts-{seat.lower()}", second, (_RIM + x, top + y)), _TEXT, beside[0] + 37))
    if late:  # after the bouts, or where the column is as narrow as they are, towards the middle
        after = 7.2 * span(second) + 7 * bool(second)
        at = (_TEXT + after, beside[0] + 37) if items else (_TEXT, beside[0] - 2 if beside[0] else 54)
        elements.append(also_at(_line(f"late-{seat.lower()}", late, (_RIM + x + after, top + y)), *at))
    for item in view.terms.held[seat]:
        place = _item(seat, item, item in view.items[seat], mine, top)
        elements.append(also_at(place, 10 + _ITEM * ITEMS.index(item), beside[1]))
    if waits:
        waiting = _sealed(seat, items, top)  # in the wide arrangement beyond the items, where the board leaves room
        down = (beside[1] - beside[0]) * (1 + items) + 8 * (not items)
        elements.append(also_at(waiting, _BEYOND - _sealed_at(items), beside[0] + down))
    return elements


@lru_cache(maxsize=4096)
def _head(seat: Seat, first: str, label: str, won: bool, turn: bool, top: float) -> Element:
    ring = rect(_MARK - 13, _MIDDLE - 13, 26, 26, f"bare {seat_paint(seat)}-line", corner=13 if seat is Seat.A else 4, pen=1.6)
    markup = ring * turn + seat_mark(seat, _MARK, _MIDDLE, 10)
    markup += f" {text(first, _TEXT, 19, 15, 'ink strong')}"
    markup += group(crown("gold"), _MARK - 9.5, 5.5, scale=0.55, turn=-30) if won else ""
    return Element(f"head-{seat.lower()}", markup, label, (_RIM, top))


@lru_cache(maxsize=4096)
def _line(slot_: str, line: str, at: tuple[float, float], anchor: Anchor = "start", label: str = "") -> Element:
    return Element(slot_, text(line, 0, 0, 14, "muted", anchor=anchor), label, at)


_SHORT: Final = {Item.HONOUR: mark("honour"), Item.ROTATE: mark("rotate"), Item.SWAP: mark("swap")}


@cached_by_language(maxsize=256)
def _item(seat: Seat, item: Item, left: bool, mine: bool, top: float) -> Element:
    """An item; one that is used up is hollow and struck through."""
    x = WIDTH - _RIM - _ITEM * (len(ITEMS) - ITEMS.index(item))
    ground = rect(1, 1, _ITEM - 2, TALL - 2, "raised gold-line" if left else "bare line-line", corner=8, pen=1.3)
    sign = group(glyphs.item(item, "gold" if left else "line"), _ITEM / 2, 15, scale=0.75)
    word = text(say(_SHORT[item]), _ITEM / 2, 38.5, 14, "ink" if left else "muted", anchor="middle")
    return Element(f"item-{seat.lower()}-{item}", ground + sign + word, words.item(seat, item, left=left, mine=mine), (x, top))


_BEYOND: Final = 76  # the middle of the sign that a submission waits, in the wide arrangement


def _sealed_at(items: bool) -> float:
    """The middle of the sign: at the right, before the items if there are any."""
    edge = WIDTH - _RIM - (len(ITEMS) * _ITEM if items else 0)
    return edge - max(28 if items else 30, pill_width(say("sealed")) / 2 + 1)


@cached_by_language(maxsize=64)
def _sealed(seat: Seat, items: bool, top: float) -> Element:
    sign = group(pill(say("sealed"), seat_paint(seat), "ground", 0, 0), _sealed_at(items), 14)
    return Element(f"sealed-{seat.lower()}", sign, words.sealed(seat), (0, top))


def picture(view: View, sealed: Sequence[Seat] = ()) -> Scene:
    """The picture for this eye. `sealed` are the seats whose submission waits.

    Each element comes from a cached function of the few facts that it shows: an element that looks the same in two pictures is
    one object.
    """
    plan = board_layout(view.terms.columns, view.terms.rows)
    near = view.near
    items = bool(any(view.terms.held))
    tall = TALL if items else _LOW
    top = tall + GAP
    column = COLUMN + _WIDER * items
    size = (column + WIDTH, plan.height + STRIP)  # in the wide arrangement the heads stand left of the board
    strip, line = top + plan.height, words.strip(view)
    low = strip + STRIP
    middle = [
        wood(plan, top),
        *spaces(view, plan, top),
        *dials(view, plan, top),
        _line("strip", line, (WIDTH / 2, strip + 16), "middle", line),
    ]
    elements: list[Element] = [
        *head(view, near.other, 0, (0, TALL), waits=near.other in sealed),
        *[also_at(element, element.at[0] + column, element.at[1] - top) for element in middle],
        *head(view, near, low, (size[1] - TALL + 4, size[1] - 2 * TALL - 2), waits=near in sealed),
    ]
    return Scene(WIDTH, low + tall, words.title(view), tuple(elements), pivot=(WIDTH / 2, top + plan.height / 2), wide=size)
