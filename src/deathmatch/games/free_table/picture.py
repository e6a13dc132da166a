"""The picture of a free table: heads, counters, board, cards, the last question and its answers, and the viewer's own hand below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from deathmatch.core import scene, seats
from deathmatch.core.shapes import CARD_HEIGHT, CARD_WIDTH, GAP, WIDTH, group, padlock, rect, seat_mark, span, text
from deathmatch.core.speech import count, name, say
from deathmatch.games.free_table import notation, values

_LETTER: Final = 8.2  # units that a letter of 16 units takes
_LINE: Final = 22
_HEAD: Final = 44
_EDGE: Final = 16


class _Column:
    """Elements one below the other."""

    def __init__(self) -> None:
        self.elements: list[scene.Element] = []
        self.y = 0.0

    def put(self, slot: str, svg: str, height: float, label: str = "", x: float = 0) -> None:
        """One more element, and the next one below it."""
        self.elements.append(scene.Element(slot, _braced(svg), label, (x, self.y)))
        self.y += height

    def words(self, slot: str, words: str, label: str = "", paint: str = "ink", *, panel: bool = False) -> None:
        """A text with as many lines as it takes, perhaps on a panel."""
        rows = _wrapped(words, WIDTH - 2 * _EDGE - (16 if panel else 0))
        inset, above = (_EDGE + 8, 8) if panel else (_EDGE, 0)
        svg = "".join(text(row, inset, above + 16 + _LINE * number, 16, paint) for number, row in enumerate(rows))
        height = _LINE * len(rows) + 2 * above
        ground = rect(_EDGE, 0, WIDTH - 2 * _EDGE, height, "table line-line", corner=8, pen=1) if panel else ""
        self.put(slot, ground + svg, height + 8, label or _plain(words))

    def cards(self, prefix: str, cards: Sequence[str], label: Callable[[str], str], picked: Sequence[str] = (), back: bool = False) -> None:
        """Cards in rows, as wide as their words."""
        x, left = float(_EDGE), list(picked)
        for number, card in enumerate(cards):
            wide = max(CARD_WIDTH, 16 + 11 * span(card))
            if x > _EDGE and x + wide > WIDTH - _EDGE:
                x, self.y = float(_EDGE), self.y + CARD_HEIGHT + GAP
            chosen = card in left
            if chosen:
                left.remove(card)
            svg = _card(card, wide, chosen=chosen, back=back)
            self.elements.append(scene.Element(f"{prefix}-{number}", svg, label(card), (x, self.y - (6 if chosen else 0))))
            x += wide + GAP
        self.y += CARD_HEIGHT + GAP if cards else 0


@lru_cache(maxsize=4096)
def _card(words: str, wide: float, *, chosen: bool, back: bool) -> str:
    lit = rect(1, 1, wide - 2, CARD_HEIGHT - 2, "lit bare gold-line", corner=6, pen=3)
    halo = rect(-2, -2, wide + 4, CARD_HEIGHT + 4, "halo bare accent-line", corner=8, pen=3)
    ground = rect(0, 0, wide, CARD_HEIGHT, f"{'gold-soft' if chosen else 'ground' if back else 'raised'} line-line", corner=6, pen=1)
    size = 24 if len(words) < 4 else 18
    return ground + lit + halo + text(words, wide / 2, CARD_HEIGHT / 2 + size / 3, size, "ink strong", anchor="middle")


def _braced(svg: str) -> str:
    """Markup in which no brace stands for a name."""
    return svg.replace("{", "&#x7b;").replace("}", "&#x7d;")


def _plain(words: str) -> str:
    """Words for a label, where a brace would stand for a name."""
    return words.replace("{", "(").replace("}", ")")


def _wrapped(words: str, width: float) -> list[str]:
    """The lines of a text, broken between words, and in a word that is too long for one."""
    rows: list[str] = []
    for line in words.split("\n"):
        row = ""
        for word in line.split(" "):
            while span(word) * _LETTER > width:
                cut = max(1, int(len(word) * width / (span(word) * _LETTER)))
                rows += [*([row] if row else []), word[:cut]]
                row, word = "", word[cut:]
            longer = f"{row} {word}" if row else word
            if row and span(longer) * _LETTER > width:
                rows.append(row)
                longer = word
            row = longer
        rows.append(row)
    return rows


def picture(view: values.View, sealed: Sequence[seats.Seat]) -> scene.Scene:
    """The far seat above, the viewer's own below."""
    at, column = view.open, _Column()
    _head(column, view, view.near.other, sealed)
    if view.desk is not None:
        far = view.near.other
        column.cards("far", view.desk.hands[far], lambda card: say("{player} holds {card}", player=name(far), card=card))
    if at.board:
        column.words("board", at.board, panel=True)
    if at.picture is not None:
        column.words("picture", say("Picture: {words}", words=at.caption), paint="muted", panel=True)
    column.cards("open", at.face_up[-_SHOWN:], lambda card: say("face up: {card}", card=card))
    _chance(column, view)
    _question(column, view)
    if at.said:
        column.words("said", say("Host: {words}", words=at.said), paint="muted")
    if view.told:
        column.words("told", say("Host to you alone: {words}", words=view.told), paint="accent")
    if at.ending is not None:
        column.words("ending", at.ending or say("The host has ended the match."), paint="gold strong")
    hand = view.desk.hands[view.near] if view.desk is not None else view.hand
    column.cards("hand", hand, lambda card: _held(view, card), view.picked)
    _head(column, view, view.near, sealed)
    return scene.Scene(WIDTH, max(240, round(column.y)), _title(view), tuple(column.elements))


_SHOWN: Final = 24  # cards face up, the last ones


def _title(view: values.View) -> str:
    if view.outcome is not None:
        return say("The match is over")
    if view.open.stage == "answer":
        return say("An answer is due")
    return say("The host leads")


def _held(view: values.View, card: str) -> str:
    return say("your card {card}", card=card) if view.desk is None else say("{player} holds {card}", player=name(view.near), card=card)


def _head(column: _Column, view: values.View, seat: seats.Seat, sealed: Sequence[seats.Seat]) -> None:
    """The line of a seat: its sign, its counters and the number of its cards, and a padlock once its answer waits."""
    facts = [f"{counter.replace('_', ' ')} {numbers[seat]}" for counter, numbers in view.open.counters]
    if view.open.cards[seat] or view.open.decks:
        facts.append(count("{number} card", "{number} cards", view.open.cards[seat]))
    words = " \u00b7 ".join(facts) or say("no counters yet")
    rows = _wrapped(words, WIDTH - 96)
    svg = seat_mark(seat, 24, 22, 14) + "".join(text(row, 48, 28 + _LINE * number, 16, "ink strong") for number, row in enumerate(rows))
    waits = seat in sealed
    if waits:
        svg += group(padlock("accent", "on-fill"), WIDTH - 26, 22)
    state = ", ".join(facts) or say("no counters yet")
    label = say("{player}: {state}, has submitted", player=name(seat), state=state) if waits else f"{name(seat)}: {state}"
    column.put(f"seat-{seat.lower()}", svg, _HEAD + _LINE * (len(rows) - 1), label)


def _chance(column: _Column, view: values.View) -> None:
    """The decks, and the last throw."""
    facts = [say("{deck}: {number} left", deck=deck, number=left) for deck, left in view.open.decks]
    if view.open.thrown is not None:
        facts.append(say("last throw: {side}", side=view.open.thrown))
    if facts:
        column.words("chance", "; ".join(facts), paint="muted")


def _question(column: _Column, view: values.View) -> None:
    """The open question, or the last one with its answers."""
    asked = view.open.question
    if asked is None:
        return
    column.words("question", asked.words or say("A question"), paint="ink strong")
    for seat in seats.SEATS:
        answer = view.desk.answers[seat] if view.desk is not None and view.open.stage != "answer" else view.open.answers[seat]
        if answer is None and seat is view.eye and view.open.stage != "answer":
            answer = view.answer
        if answer is None or seat not in asked.seats:
            continue
        words = say("no answer in time") if answer == values.LATE else notation.shown(answer)
        secret = asked.secret and view.open.answers[seat] is None
        rows = _wrapped(f"{words} ({say('secret')})" if secret else words, WIDTH - 64)
        svg = seat_mark(seat, 28, 10, 9) + "".join(text(row, 48, 16 + _LINE * number, 16, "ink") for number, row in enumerate(rows))
        label = say("{player} answered: {answer}", player=name(seat), answer=_plain(words))
        column.put(f"answer-{seat.lower()}", svg, _LINE * len(rows) + 6, label)
