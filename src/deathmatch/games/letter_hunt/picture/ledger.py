"""The ledger: a line a turn, the latest below. A word stands with both answers, that of A in a round frame first."""

from __future__ import annotations

from functools import cache

from deathmatch.core.optional import Aid
from deathmatch.core.scene import Element, Scroll
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.shapes import cross, group, path, rect, seat_mark, seat_paint, span, text, tick
from deathmatch.core.speech import cached_by_language, mark, say
from deathmatch.games.letter_hunt.picture import words
from deathmatch.games.letter_hunt.picture.places import LEDGER, LINE, LINES, WIDTH
from deathmatch.games.letter_hunt.values import SKIP, Kind, Taken, Terms, Turn, Verb
from deathmatch.games.letter_hunt.view import View

_LEFT, _RIGHT = 26, 356  # of what stands beside the number of a round
_WORD = 44  # left edge of what was played
_ANSWER = 47  # width of one answer
_TEXT = 14
_BASE = 15.2  # of a line's text
_SHORT = {Kind.NONE: "0", Kind.ONE: "1", Kind.ODD: mark("odd"), Kind.ANY: "1+"}
SCROLL = Scroll("ledger", LINES, WIDTH, LINE)
_ACTS = {SKIP: mark("time-out"), Verb.GUESS: mark("guess {letters}"), Verb.HAND: mark("hand {letters}")}


def ledger(view: View) -> tuple[Element, ...]:
    """The last turns, and for a page that scrolls those before them; nothing if players keep the past in their heads (`Aid.NONE`)."""
    turns = view.turns if view.aid is not Aid.NONE else ()
    start = max(0, len(turns) - LINES)
    labels = [_label(view.terms, turn, index // 2 + 1) for index, turn in enumerate(turns)]
    elements = [_rules(), *[_past(index, _key(turn), labels[index]) for index, turn in enumerate(turns[:start])]]
    for line in range(LINES):
        index = start + line
        turn = turns[index] if index < len(turns) else None
        number = index // 2 + 1 if turn is not None and (index % 2 == 0 or line == 0) else 0
        elements.append(_line(line, number, None if turn is None else _key(turn), labels[index] if turn is not None else ""))
    return tuple(elements)


@cached_by_language(maxsize=4096)
def _label(terms: Terms, turn: Turn, number: int) -> str:
    return say("Round {number}: {turn}", number=number, turn=words.turn_label(terms, turn))


@cached_by_language(maxsize=8192)
def _past(index: int, key: Key, label: str) -> Element:
    """A turn above those that the picture shows; a page scrolls to it. It changes no more."""
    markup = _number(index // 2 + 1 if index % 2 == 0 else 0) + _turn(*key)
    return Element(f"ledger-past-{index + 1}", f'<g class="past">{markup}</g>', label, (0, LEDGER), layer=-1)


@cache
def _rules() -> Element:
    """The lines."""
    rules = "".join(path(f"M{_LEFT},{LINE * line}H{_RIGHT}", "bare line-line", pen=0.7) for line in range(LINES + 1))
    return Element("ledger", rules, at=(0, LEDGER), layer=-1)


Key = tuple[Seat, str, str, BySeat[Taken | None], bool | None, str]


def _key(turn: Turn) -> Key:
    return (turn.seat, turn.action, turn.what, turn.hints, turn.hit, turn.lost)


def _number(number: int) -> str:
    """The number of a round before its first line; nothing for 0."""
    return text(str(number), 23 if number < 100 else 26.6, _BASE, _TEXT, "muted", anchor="end") if number else ""


@cached_by_language(maxsize=8192)
def _line(line: int, number: int, key: Key | None, label: str) -> Element:
    return Element(f"ledger-{line + 1}", _number(number) + ("" if key is None else _turn(*key)), label, (0, LEDGER + LINE * line))


def _turn(seat: Seat, action: str, what: str, hints: BySeat[Taken | None], hit: bool | None, lost: str) -> str:
    markup = seat_mark(seat, _LEFT + 8, LINE / 2, 7)
    if action == Verb.WORD:
        word, size = words.fitted(what, _RIGHT - 2 * _ANSWER - 4 - _WORD, _TEXT)
        markup += text(word, _WORD, _BASE, size, "ink")
        return markup + "".join(group(_answer(asker, hints[asker]), _RIGHT - (2 - place) * _ANSWER, 0) for place, asker in enumerate(SEATS))
    said = say(_ACTS[action], letters=what)
    markup += text(said, _WORD, _BASE, _TEXT, "muted" if action == SKIP else "ink strong")
    if lost:
        markup += text(say("lost {letter}", letter=lost), _RIGHT - 26, _BASE, _TEXT, "bad", anchor="end")
    if hit is not None:
        sign = tick("good-line") if hit else cross("bad-line")
        markup += group(sign, _RIGHT - 10, LINE / 2, scale=0.7)
    return markup


def _short(kind: Kind) -> str:
    """A kind of hint in at most four letters."""
    word = say(_SHORT[kind])
    return word if span(word) <= 4 else f"{word[:3]}."


@cached_by_language(maxsize=None)
def _answer(asker: Seat, taken: Taken | None) -> str:
    """A seat's hint: its kind and a tick or a cross; a dash for no hint, an empty frame while it is not chosen."""
    paint = seat_paint(asker)
    frame = rect(1, 2, _ANSWER - 2, LINE - 4, f"{paint}-soft {paint}-line", corner=8 if asker is Seat.A else 2, pen=0.9)
    if taken is None:
        return frame
    if taken.kind is None:
        return frame + path(f"M{_ANSWER / 2 - 6},{LINE / 2}H{_ANSWER / 2 + 6}", "bare muted-line", pen=1.6)
    if taken.result is None:
        return frame + text(_short(taken.kind), _ANSWER / 2, _BASE - 1.4, _TEXT, "ink", anchor="middle")
    sign = tick("good-line") if taken.result else cross("bad-line")
    return frame + text(_short(taken.kind), 18, _BASE - 1.4, _TEXT, "ink", anchor="middle") + group(sign, 38, LINE / 2, scale=0.5)
