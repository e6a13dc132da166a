"""The four corners that the board leaves free: how many groups each colour has, how far it is, and the last move."""

from __future__ import annotations

from deathmatch.core.hexes import hexagon
from deathmatch.core.scene import Element
from deathmatch.core.seats import Seat
from deathmatch.core.shapes import circle, crown, group, seat_mark, span, text
from deathmatch.core.speech import cached_by_language, say
from deathmatch.games.even_groups.picture import words
from deathmatch.games.even_groups.picture.board import WIDTH, ring
from deathmatch.games.even_groups.values import Colour, Groups, Stones, parity
from deathmatch.games.even_groups.view import View

_LEFT, _RIGHT = 5, WIDTH - 5
_TITLE, _FIGURE = 15, 45  # baselines, from the upper edge
_LOW_TITLE, _LOW_FIGURE = 5, 24  # the same from the lower edge
_DISC = 17  # a stone before a colour's name, in widths of a cell


def count(view: View, colour: Colour, *, top: bool, height: float) -> Element:
    """A colour: its stone, its name, whose it is, and how many groups it has."""
    seat = view.owner(colour)
    won = view.outcome is not None and view.outcome.winner is not None and view.outcome.winner is seat
    whose = words.owner(colour, seat, mine=seat is not None and seat is view.eye)
    return _count(colour, seat, whose, view.board.groups(colour), view.terms.side, won, top, height)


@cached_by_language(maxsize=4096)
def _count(colour: Colour, seat: Seat | None, whose: str, groups: Groups, side: int, won: bool, top: bool, height: float) -> Element:
    number = len(groups)
    title, figure = (_TITLE, _FIGURE) if top else (height - _LOW_TITLE, height - _LOW_FIGURE)
    word = parity(number)
    beside = span(word) <= _BESIDE
    if beside:
        markup = f"{_name(colour, colour.title, seat, title)} {_figure(number, figure, word, above=top)}"
    else:
        markup = f"{_figure(number, figure, '', above=top)} {_name(colour, word, None, title)}"
        markup += "" if seat is None else seat_mark(seat, 48 if number < 10 else 60, figure - 11, 9, plain=True)
    return Element(f"count-{colour.word}", markup, words.groups_of(colour, whose, groups, hexagon(side), won), (_LEFT, 0))


_BESIDE = 5  # letters for which the board leaves room beside the figure; a longer word takes the place of the name beside the stone


def _name_width(colour: Colour) -> float:
    """Where the name of a colour ends, after its stone."""
    word = colour.title
    return 18 + {"White": 41, "Orange": 54}.get(word, 2 + 8.5 * span(word))


@cached_by_language(maxsize=None)
def _name(colour: Colour, called: str, seat: Seat | None, y: float) -> str:
    """The stone, its name or the parity of its groups, and the seat that owns it."""
    stone = circle(0, 0, _DISC * 0.42, "warm" if colour else "pale muted-line", pen=0 if colour else 1) + (ring(_DISC) if colour else "")
    badge = "" if seat is None else seat_mark(seat, _name_width(colour) + 11, y - 4.6, 9, plain=True)
    return group(stone, 7.5, y - 4.6) + text(called, 18, y, 14, "ink strong") + badge


@cached_by_language(maxsize=None)
def _figure(number: int, y: float, word: str, *, above: bool) -> str:
    """How many groups, and whether that is even, in a word and as a sign: two stones side by side, or one beside an empty place.

    The word, if it is given, stands on that side where the board leaves more room.
    """
    digits = len(str(number))
    size = 30 if digits == 1 else 25
    wide = size * 0.64 * digits
    line, sign = (y - 11, y - 3.5) if above else (y, y - 14.5)
    pair = circle(wide + 8, sign, 3.2, "ink") + circle(wide + 17, sign, 3.2, "bare muted-line" if number % 2 else "ink", pen=1.2)
    said = text(word, wide + 4, line, 14, "ink strong") if word else ""
    return f"{text(str(number), 0, y, size, 'ink strong')} {said}{pair}"


def progress(view: View) -> Element:
    """Which move it is and how many cells are empty; at the end who won."""
    if view.outcome is not None and view.outcome.winner is not None:
        return _winner(view.outcome.winner, words.moves(view))
    return _progress(
        say("Colours") if view.white is None else say("Move {number}", number=view.moves + 1),
        view.board.empty.bit_count(),
        words.moves(view),
    )


@cached_by_language(maxsize=4096)
def _progress(heading: str, left: int, label: str) -> Element:
    markup = text(heading, 0, _TITLE, 14, "ink strong", anchor="end") + text(
        say("{number} empty", number=left), 0, _TITLE + 16, 14, "muted", anchor="end"
    )
    return Element("progress", markup, label, (_RIGHT, 0))


@cached_by_language(maxsize=4096)
def _winner(seat: Seat, label: str) -> Element:
    heading = say("{seat} wins", seat=seat)
    crowned = group(crown("gold"), -17 - 8 * span(heading), _TITLE - 4.5, scale=0.7)
    markup = text(heading, 0, _TITLE + 1, 15, "gold strong", anchor="end") + crowned
    return Element("progress", markup, label, (_RIGHT, 0))


@cached_by_language(maxsize=4096)
def last(stones: Stones, side: int, height: float) -> Element:
    """The last move in words, as on the board."""
    if not stones:
        return Element("last", "", at=(_RIGHT, 0))
    cells, bottom = hexagon(side), height - _LOW_TITLE
    lines = [words.stone_on(stone, cells) for stone in stones]
    markup = "".join(text(line, 0, bottom - 17 * (len(lines) - 1 - index), 14, "ink", anchor="end") for index, line in enumerate(lines))
    heading = text(say("Last"), 0, bottom - 17 * len(lines), 14, "muted", anchor="end")
    return Element("last", heading + markup, words.last(stones, cells), (_RIGHT, 0))
