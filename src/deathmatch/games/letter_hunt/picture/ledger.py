"""The ledger: a line a round, with the first mover on the left. A word stands with both answers, that of A in a round frame first."""

from __future__ import annotations

from functools import cache, lru_cache

from deathmatch.core.aids import Aid
from deathmatch.core.scene import Element
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.shapes import cross, group, path, rect, seat_mark, seat_paint, text, tick
from deathmatch.games.letter_hunt.picture import words
from deathmatch.games.letter_hunt.picture.places import LEDGER, LINE, LINES
from deathmatch.games.letter_hunt.values import SKIP, Kind, Taken, Turn, Verb
from deathmatch.games.letter_hunt.view import View

_COLUMNS = (24, 192)  # left edges
_WIDE = 164
_ANSWER = 30  # of one answer
_SHORT = {Kind.NONE: "0", Kind.ONE: "1", Kind.ODD: "odd", Kind.ANY: "1+"}
_SIDES = ("left", "right")


def ledger(view: View) -> tuple[Element, ...]:
    """The last rounds, the oldest of them above; nothing if players keep the past in their heads (`Aid.NONE`)."""
    turns = view.turns if view.aid is not Aid.NONE else ()
    rounds = (len(turns) + 1) // 2
    start = max(0, rounds - LINES)
    elements = [_head(view.first)]
    for line in range(LINES):
        number = start + line + 1
        elements.append(_number(line, number if number <= rounds else 0))
        for column in (0, 1):
            index = 2 * (number - 1) + column
            turn = turns[index] if index < len(turns) else None
            label = f"Round {number}: {words.turn_label(view, turn)}" if turn is not None else ""
            elements.append(_cell(line, column, _key(turn), label))
    return tuple(elements)


@cache
def _head(first: Seat | None) -> Element:
    """Whose column is which, and the lines."""
    rules = "".join(path(f"M{_COLUMNS[0]},{LINE * line}H{_COLUMNS[1] + _WIDE}", "bare line-line", pen=0.7) for line in range(LINES + 1))
    divider = path(f"M{_COLUMNS[1] - 2},0V{LINE * LINES}", "bare line-line", pen=0.7)
    return Element("ledger", rules + divider, at=(0, LEDGER), layer=-1)


@lru_cache(maxsize=4096)
def _number(line: int, number: int) -> Element:
    markup = text(str(number), 20, 13, 9.5, "muted", anchor="end") if number else ""
    return Element(f"ledger-{line + 1}", markup, at=(0, LEDGER + LINE * line))


Key = tuple[Seat, str, str, BySeat[Taken | None], bool | None, str]


def _key(turn: Turn | None) -> Key | None:
    return None if turn is None else (turn.seat, turn.action, turn.what, turn.hints, turn.hit, turn.lost)


@lru_cache(maxsize=8192)
def _cell(line: int, column: int, key: Key | None, label: str) -> Element:
    markup = "" if key is None else _turn(*key)
    return Element(f"ledger-{line + 1}-{_SIDES[column]}", markup, label, (_COLUMNS[column], LEDGER + LINE * line))


def _turn(seat: Seat, action: str, what: str, hints: BySeat[Taken | None], hit: bool | None, lost: str) -> str:
    markup = seat_mark(seat, 6, LINE / 2, 5.5)
    if action == Verb.WORD:
        word, size = words.fitted(what, _WIDE - 15 - 2 * _ANSWER - 2, 12)
        markup += text(word, 15, 13.2, size, "ink")
        for place, asker in enumerate(SEATS):
            markup += group(_answer(asker, hints[asker]), _WIDE - (2 - place) * _ANSWER, 0)
        return markup
    said = {SKIP: "time-out", Verb.GUESS: f"guess {what}", Verb.HAND: f"hand {what}"}[action]
    markup += text(said, 15, 13.2, 11.5, "muted" if action == SKIP else "ink strong")
    if lost:
        markup += text(f"lost {lost}", _WIDE - 26, 13.2, 11, "bad", anchor="end")
    if hit is not None:
        sign = tick("good-line") if hit else cross("bad-line")
        markup += group(sign, _WIDE - 12, LINE / 2, scale=0.62)
    return markup


def _answer(asker: Seat, taken: Taken | None) -> str:
    """A seat's hint: its kind and a tick or a cross; a dash for no hint, an empty frame while it is not chosen."""
    paint = seat_paint(asker)
    frame = rect(1, 2, _ANSWER - 2, 14, f"{paint}-soft {paint}-line", corner=7 if asker is Seat.A else 2, pen=0.9)
    if taken is None:
        return frame
    if taken.kind is None:
        return frame + path("M11,9H19", "bare muted-line", pen=1.6)
    if taken.result is None:
        return frame + text(_SHORT[taken.kind], _ANSWER / 2, 12.5, 9.5, "ink", anchor="middle")
    sign = tick("good-line") if taken.result else cross("bad-line")
    return frame + text(_SHORT[taken.kind], 12, 12.5, 9.5, "ink", anchor="middle") + group(sign, 24.6, 9.1, scale=0.4)
