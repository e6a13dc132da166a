"""The memory of a match: the questions of the past, and the last answer of each actor, which may come a second time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from deathmatch.core.errors import Refusal
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import say
from deathmatch.match.clock import SeatClock
from deathmatch.match.position import AnyPending


class _Readable(Protocol):
    """A decision or a chance, which reads an answer in any spelling and writes the canonical text."""

    def read(self, text: str, /) -> Any: ...

    def write(self, answer: Any, /) -> str: ...


class Question(NamedTuple):
    """A question of the past.

    Attributes:
        state: the state at that time, which is secret.
        pending: the seats or the deal that it waited for.
        ply: its number, which answers quote.
        late: the seats for which the clock has answered.
    """

    state: Any
    pending: AnyPending
    ply: int
    late: tuple[Seat, ...] = ()

    def __repr__(self) -> str:
        return "<question>"


class Moment(NamedTuple):
    """When an event came.

    Attributes:
        question: the place of the question that it answered, or that was open.
        clocks: what each seat had left just before.
    """

    question: int
    clocks: BySeat[SeatClock]


class Turn(NamedTuple):
    """The events that answered one question.

    Attributes:
        question: its place.
        event: the number of the first of them, from 1.
        actors: who made them.
        timeouts: the numbers of the time-outs among them.
    """

    question: int
    event: int
    actors: list[str]
    timeouts: list[int]


class LastAnswer(NamedTuple):
    """The last submission of a seat, or the last deal by hand.

    Attributes:
        ply: the number of the question that it answered.
        text: its canonical text.
    """

    ply: int
    text: str

    def __repr__(self) -> str:
        return f"<answer to question {self.ply}>"


def is_again(last: LastAnswer | None, text: str, ply: int, owed: Callable[[], _Readable]) -> bool:
    """Whether a text gives the last answer once more, perhaps in another spelling.

    Args:
        last: the last answer; None before the first.
        text: in any spelling.
        ply: the number of the question that it answers.
        owed: makes the decision or the chance of that question; it is called only if the spelling differs.
    """
    if last is None or last.ply != ply:
        return False
    if text == last.text:
        return True
    reader = owed()
    try:
        return bool(reader.write(reader.read(text)) == last.text)
    except Refusal:
        return False


class Missed(NamedTuple):
    """The last question that the clock answered for a seat.

    Attributes:
        ply: its number.
        end: the moment in ms when the time ran out.
    """

    ply: int
    end: int


def time_was_up(seat: Seat, missed: Missed | None, ply: int, now: int) -> str:
    """The words for a seat whose time for this question ran out before its answer came in; empty if it did not.

    They tell a seat of its own clock alone.

    Args:
        seat: the sender.
        missed: the last question that it missed; None before the first.
        ply: the number of the question that it answers now.
        now: when that came in, in ms.
    """
    return "" if missed is None or missed.ply != ply else up_since(seat, ply, now - missed.end)


def up_since(seat: Seat, ply: int, late: int) -> str:
    """The words for an answer that came in this many ms after the time of its seat was up."""
    tenths = max(1, -(-late // 100))  # never 0.0 s: it was too late
    late_s = f"{tenths / 10:.1f}"
    return say("the time of {seat} for question {ply} was up {late} s before this came in", seat=seat, ply=ply, late=late_s)
