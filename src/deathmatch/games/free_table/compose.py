"""The two decisions of a free table: the answer of a seat, and the line of the host."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from deathmatch.core import chance, errors, simple
from deathmatch.core.game import Choice, Clock, FreeText, Number, Step
from deathmatch.core.seats import HOST, Seat, asked_seat, certain
from deathmatch.core.speech import mark, say
from deathmatch.games.free_table import narration, notation, rules, values

_QUICK = 12  # numbers worth a button each
_KINDS = (values.TEXT, "number -2 20", "one 1,2,3", "some 0 2 1,2,3", "some 1 2 1,2,3", "hand 0 2", "hand 1 2", "hand 2 2")
_WORDS = ("7 : 5", "{A} +1", "#7", "\u2665 2\n3", "")  # of a host who is a program: they are in no language


def decision(view: values.View) -> Answer | HostsLine:
    """The decision that the eye of this view owes; raises ValueError if it owes none."""
    if view.eye == HOST and view.open.stage == "host" and view.outcome is None:
        return HostsLine(view)
    seat = asked_seat(view.eye, view.open.asked)
    return Answer(certain(view.open.question), seat, view)


@dataclass(frozen=True, slots=True)
class Answer(simple.DecisionBase[str]):
    """R4: an answer to the host's question. A move is its canonical text."""

    question: values.Question
    seat: Seat
    view: values.View
    prompt = mark("an answer")
    form = values.R4

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
        return None if self.question.kind == values.TEXT else self._choices().count()

    def moves(self) -> Iterable[str] | None:
        """All legal answers; None for text."""
        return None if self.question.kind == values.TEXT else self._choices()

    def sample(self, source: chance.RandomSource, /) -> str:
        """Any legal answer; for text, one of a few."""
        if self.question.kind == values.TEXT:
            return notation.quoted(source.choice([words for words in _WORDS if words]))
        return self._choices().sample(source)

    def told(self, move: str, /) -> str:
        """`Your answer: 12.`"""
        return say(narration.ANSWERS[0], answer=notation.escaped(notation.shown(move)))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """The items or cards one after another, in any order; a number, or text, at once."""
        asked = self.question
        if asked.kind == values.TEXT:
            return Step(self.words, text=FreeText(1, values.LONGEST_ANSWER)) if not prefix else self.wrong(prefix, 0)
        if asked.kind == values.NUMBER:
            return self._number(prefix)
        if prefix == (values.NONE,) and asked.kind != values.ONE and asked.low == 0:
            return Step(self.words, whole=values.NONE)
        pool, (low, most) = asked.pool(self.view.hand), asked.bounds
        left, high = values.without(pool, prefix), min(most, len(pool))
        if left is None or len(prefix) > high:
            self.wrong(prefix)
        choices = [self._choice(item, prefix) for item in dict.fromkeys(left)] if len(prefix) < high else []
        if not prefix and low == 0:
            choices.append(Choice(values.NONE, say("Nothing"), key="0" if "0" not in pool else ""))
        whole = notation.written(prefix, pool) if prefix and len(prefix) >= low else None
        seen = replace(self.view, picked=values.sorted_by(prefix, pool)) if asked.kind == values.HAND and prefix else None
        return Step(self._prompt(low, high, len(prefix)), tuple(choices), whole=whole, view=seen)

    def _prompt(self, low: int, high: int, given: int) -> str:
        if self.question.kind == values.ONE or (low == high == 1):
            return self.words
        return say("{words} ({given} of {high})", words=self.words, given=given, high=high)

    def _choice(self, item: str, prefix: tuple[str, ...]) -> Choice:
        slot = None
        if self.question.kind == values.HAND:
            slot = f"hand-{self.view.hand.index(item) + prefix.count(item)}"
        return Choice(item, item, slot=slot, key=item if len(item) == 1 and item.isalnum() else "")

    def _number(self, prefix: tuple[str, ...]) -> Step:
        if not prefix:
            low, high = self.question.bounds
            quick = tuple(range(low, high + 1)) if high - low < _QUICK else ()
            return Step(self.words, number=Number(low, high, quick))
        try:
            whole = self.read(" ".join(prefix))
        except ValueError:
            self.wrong(prefix)
        return Step(self.words, whole=whole)


@dataclass(frozen=True, slots=True)
class HostsLine(simple.DecisionBase[values.Line]):
    """R2, R3, R5, R6: a line of the host."""

    view: values.View
    prompt = mark("the next line of the host")
    clock = Clock(())  # the host has all the time (Q4)
    form = values.R2

    def read(self, text: str, /) -> values.Line:
        """The line of a text, its cards in the order in which hands hold them. Raises: Malformed."""
        line = notation.read_line(text)
        if isinstance(line, values.Take) and line.cards is not None:
            hand = certain(self.view.desk).hands[line.seats[0]]
            if set(line.cards) <= set(hand):
                return replace(line, cards=values.sorted_by(line.cards, hand))
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

    def sample(self, source: chance.RandomSource, /) -> values.Line:
        """Some legal line; one in 25 ends the match."""
        while True:
            line = self.read(_any_line(self.view, source))
            with suppress(errors.Illegal):
                self.check(line)
                return line

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """A page has forms for lines; elsewhere a host types them."""
        return self.wrong(prefix, 0) if prefix else Step(self.words)


# --- A host who does anything, for tests


def _any_line(view: values.View, source: chance.RandomSource) -> str:
    """A line that is written as the book has it, and may be forbidden."""
    seats, words = source.choice(("A", "B", "AB")), notation.quoted(source.choice(_WORDS))
    kind, flags = source.choice(_KINDS), "".join(flag for flag in (" secret", " keep", " chance") if source.below(3) == 0)
    card = source.choice(("all", *(view.desk.hands.a if view.desk is not None else ())))
    deck, some, other = (source.below(number) for number in (2, 4, 4))
    lines = (
        *[f"ask {seats} {kind}{flags}{source.choice(('', ' 30'))} {words}"] * 6,
        *[f"show {seats}"] * 3,
        f"say {source.choice(('all', 'A', 'B'))} {words}",
        f"board {words}",
        f"picture {source.below(1 << 62):064x} {words}",
        f"count {deck} {seats} {source.choice(('+', '-', ''))}{source.below(9)}",
        f"throw {2 + some}",
        "deck 0 0-8",
        "deck 1 11,22 3",
        f"deal {deck} {some} {other} 0",
        f"deal {deck} 0 0 1",
        f"take {'A' if card != 'all' else seats} {card}",
    )
    return f"end {source.choice(('A', 'B', values.NONE))} {words}" if source.below(25) == 0 else source.choice(lines)
