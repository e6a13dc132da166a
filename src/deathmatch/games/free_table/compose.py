"""The two decisions of a free table: the answer of a seat, and the line of the host."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Choice, Clock, FreeText, Number, Step
from deathmatch.core.seats import HOST, SEATS, BySeat, Seat, asked_seat, certain
from deathmatch.core.simple import DecisionBase
from deathmatch.core.speech import mark, say
from deathmatch.games.free_table import narration, notation, rules, values
from deathmatch.games.free_table.values import HAND, NONE, NUMBER, ONE, R2, R4, TEXT, Question, View, sorted_by

_QUICK = 12  # numbers worth a button each
_WORDS = ("7 : 5", "{A} +1", "#7", "\u2665 2\n3", "")  # of a host who is a program: they are in no language


def decision(view: View) -> Answer | HostsLine:
    """What the eye of this view owes; raises ValueError if nothing."""
    if view.eye == HOST and view.open.stage == "host" and view.outcome is None:
        return HostsLine(view)
    seat = asked_seat(view.eye, view.open.asked)
    return Answer(certain(view.open.question), seat, view)


@dataclass(frozen=True, slots=True)
class Answer(DecisionBase[str]):
    """R4: an answer to the host's question. A move is its canonical text."""

    question: Question
    seat: Seat
    view: View
    prompt = mark("an answer")
    form = R4

    @property
    def words(self) -> str:
        """The host's own words."""
        return notation.escaped(self.question.words) or say(self.prompt)

    @property
    def clock(self) -> Clock:
        """The question's own time, else that of the option (R7)."""
        seconds = self.question.seconds
        return Clock(("time_answer",), bank=True) if seconds is None else Clock((), bank=True, seconds=seconds)

    def _choices(self) -> rules.Choices:
        return rules.Choices(self.question, self.view.hand)

    def read(self, text: str, /) -> str:
        """The answer of this text. Raises: Malformed, Illegal."""
        return notation.read_answer(self.question, self.view.hand, text)

    def check(self, move: str, /) -> None:
        """Every answer that can be read is legal. Raises: as `read` for another one."""
        self.read(move)

    def count(self) -> int | None:
        """The number of legal answers; None for text."""
        return None if self.question.kind == TEXT else self._choices().count()

    def moves(self) -> Iterable[str] | None:
        """All legal answers; None for text."""
        return None if self.question.kind == TEXT else self._choices()

    def sample(self, source: RandomSource, /) -> str:
        """Any legal answer; for text, one of a few."""
        if self.question.kind == TEXT:
            return notation.quoted(source.choice([words for words in _WORDS if words]))
        return self._choices().sample(source)

    def told(self, move: str, /) -> str:
        """`Your answer: 12.`"""
        return say(narration.ANSWERS[0], answer=notation.escaped(notation.shown(move)))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """The items or cards one after another, in any order; a number, or text, at once."""
        asked = self.question
        if asked.kind == TEXT:
            return Step(self.words, text=FreeText(1, values.LONGEST_ANSWER)) if not prefix else self.wrong(prefix, 0)
        if asked.kind == NUMBER:
            return self._number(prefix)
        if prefix == (NONE,) and asked.kind != ONE and asked.low == 0:
            return Step(self.words, whole=NONE)
        pool = asked.items if asked.items is not None else self.view.hand
        left = values.without(pool, prefix)
        low, high = (1, 1) if asked.kind == ONE else (asked.low or 0, min(asked.high or 0, len(pool)))
        if left is None or len(prefix) > high:
            self.wrong(prefix)
        choices = [self._choice(item, prefix) for item in dict.fromkeys(left)] if len(prefix) < high else []
        if not prefix and low == 0:
            choices.append(Choice(NONE, say("Nothing"), key="0" if "0" not in pool else ""))
        whole = notation.written(prefix, pool) if prefix and len(prefix) >= low else None
        seen = replace(self.view, picked=sorted_by(prefix, pool)) if asked.kind == HAND and prefix else None
        return Step(self._prompt(low, high, len(prefix)), tuple(choices), whole=whole, view=seen)

    def _prompt(self, low: int, high: int, given: int) -> str:
        if self.question.kind == ONE or (low == high == 1):
            return self.words
        return say("{words} ({given} of {high})", words=self.words, given=given, high=high)

    def _choice(self, item: str, prefix: tuple[str, ...]) -> Choice:
        slot = None
        if self.question.kind == HAND:
            slot = f"hand-{self.view.hand.index(item) + prefix.count(item)}"
        return Choice(item, item, slot=slot, key=item if len(item) == 1 and item.isalnum() else "")

    def _number(self, prefix: tuple[str, ...]) -> Step:
        low, high = self.question.low or 0, self.question.high or 0
        if not prefix:
            quick = tuple(range(low, high + 1)) if high - low < _QUICK else ()
            return Step(self.words, number=Number(low, high, quick))
        try:
            whole = self.read(" ".join(prefix))
        except ValueError:
            self.wrong(prefix)
        return Step(self.words, whole=whole)


@dataclass(frozen=True, slots=True)
class HostsLine(DecisionBase[values.Line]):
    """R2, R3, R5, R6: a line of the host."""

    view: View
    prompt = mark("the next line of the host")
    clock = Clock(())  # the host has all the time (Q4)
    form = R2

    def read(self, text: str, /) -> values.Line:
        """The line of a text, its cards in the order in which hands hold them. Raises: Malformed."""
        line = notation.read_line(text)
        if isinstance(line, values.Take) and line.cards is not None:
            hand = certain(self.view.desk).hands[line.seats[0]]
            if set(line.cards) <= set(hand):
                return replace(line, cards=sorted_by(line.cards, hand))
        return line

    def write(self, move: values.Line, /) -> str:
        """The canonical text."""
        return notation.write_line(move)

    def check(self, move: values.Line, /) -> None:
        """Raises Illegal for a line that a rule forbids."""
        rules.check_line(self.view, move)

    def count(self) -> None:
        """The replay contract says null."""

    def moves(self) -> None:
        """They cannot be listed."""

    def sample(self, source: RandomSource, /) -> values.Line:
        """Some legal line; one in 25 ends the match."""
        return _any_line(self.view, source)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """A page has forms for lines; elsewhere a host types them."""
        return self.wrong(prefix, 0) if prefix else Step(self.words)


# --- A host who does anything, for tests


def _any_line(view: View, source: RandomSource) -> values.Line:
    desk = certain(view.desk)
    seats = source.choice((SEATS, (Seat.A,), (Seat.B,)))
    words = source.choice(_WORDS)
    deck = source.choice(desk.decks) if desk.decks else None
    held = [seat for seat in SEATS if desk.hands[seat]]
    secret = [seat for seat in SEATS if desk.kept[seat] is not None]
    lines: list[values.Line] = [values.Ask(_any_question(desk.hands, seats, words, source)) for _ in range(6)]
    lines += [
        values.Say(source.choice((None, *SEATS)), words),
        values.Board(words),
        values.Picture(f"{source.below(1 << 62):064x}", words),
        values.Count(source.choice(("1", "2")), seats, source.choice(("+", "-", "")), source.below(9)),
        values.Throw(2 + source.below(9)),
        values.NewDeck("1", "0-8", tuple("012345678"), 1),
        values.NewDeck("2", "11,22", ("11", "22"), 3),
    ]
    if deck is not None:
        room = len(deck.left)
        counts = (source.below(min(4, room) + 1), 0, 0)
        lines += [values.Deal(deck.name, (counts[0], min(counts[0], room - counts[0]), 0)), values.Deal(deck.name, (0, 0, min(1, room)))]
    if secret:
        lines += [values.Show(tuple(secret))] * 3
    if held:
        hand = desk.hands[held[0]]
        lines.append(values.Take((held[0],), source.choice((None, (source.choice(hand),)))))
    return values.End(source.choice((None, *SEATS)), words) if source.below(25) == 0 else source.choice(lines)


def _any_question(hands: BySeat[tuple[str, ...]], seats: tuple[Seat, ...], words: str, source: RandomSource) -> Question:
    kind = source.choice(values.KINDS)
    fewest = min(len(hands[seat]) for seat in seats)
    if kind == HAND and not fewest:
        kind = NUMBER
    low = high = None
    if kind == NUMBER:
        low, high = -source.below(3), 5 + source.below(30)
    elif kind == HAND:
        low, high = source.below(min(2, fewest) + 1), 2
    elif kind == values.SOME:
        low, high = source.below(2), 2
    items = ("1", "2", "3") if kind in (ONE, values.SOME) else None
    keep, chance = kind == HAND and source.below(3) == 0, kind != TEXT and source.below(3) == 0
    seconds = source.choice((None, 30))
    return Question(seats, kind, low, high, items, source.below(3) == 0, keep, chance, seconds, words)
