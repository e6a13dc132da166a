"""The events that a live match accepted. They are the match: folding them gives the same match again, with its sealed submissions and
its clocks. They hold secrets; `Match.record` is for the public. Beside them: the receipts for submissions, and the past that they leave.

All events are plain and go into JSON and back (`msgspec.json.encode(event)`, `msgspec.json.decode(data, type=KINDS[kind])`).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from deathmatch.core.errors import DeathmatchError, Refusal
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import count, numeral, say
from deathmatch.match.clock import Face, SeatClock
from deathmatch.match.position import AnyPending

if TYPE_CHECKING:
    from deathmatch.match.record import Entry


@dataclass(frozen=True, slots=True)
class Started:
    """The match began. `at`, here and below, is a moment of the server's clock in ms; events stand in the order of their moments."""

    at: int


@dataclass(frozen=True, slots=True)
class Recalled:
    """An event of the match that this one goes on from, as it stands in the record. It takes no time."""

    at: int
    actor: str
    text: str
    seconds: str | None = None


@dataclass(frozen=True, slots=True)
class Submitted:
    """A seat answered the question `ply`; `text` is canonical.

    `given` ms before `at` its clock stopped: the answer arrived so much earlier, or so much was given back for a slow connection.
    """

    at: int
    seat: Seat
    ply: int
    text: str
    given: int = 0


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock answered the question `ply` for a seat."""

    at: int
    seat: Seat
    ply: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal fell; `text` is canonical, without the actor.

    `by_hand` is whether the host made it; None at a table that the dealer deals, and in the journals of older servers, where a host made
    either every deal or none.
    """

    at: int
    text: str
    by_hand: bool | None = None


@dataclass(frozen=True, slots=True)
class Lined:
    """The host entered a line; `text` is canonical, without the actor."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave up."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Paused:
    """All clocks stopped."""

    at: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """All clocks run on; the break costs nobody any time."""

    at: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """The host ruled (`rulings.py`). Events that a ruling undoes stay in the journal; those after it follow from the match that it leaves.

    Attributes:
        at: the moment, as everywhere.
        ruling: one of `rulings.RULINGS`.
        reason: for everybody.
        seat: whose time changes, who loses, or whose time-out does not count; empty if it concerns no seat alone.
        ms: that the seat gets or, if it is less than 0, loses.
        event: the match goes on before the event of this number, from 1; 0 if it does not go back.
        entered: the numbers of the events that the host has entered instead.
        seed: which seed of the dealer counts from now on.
        stood: how many events there were, those that waited sealed left out.
        bank: ms that the bank of the seat gets or, if it is less than 0, loses besides.
        points: that the seat gets or, if they are less than 0, loses; or the number of words that are accepted.
        what: the unit of these points; or these words, with spaces between.
    """

    at: int
    ruling: str
    reason: str
    seat: str = ""
    ms: int = 0
    event: int = 0
    entered: tuple[int, ...] = ()
    seed: int = 0
    stood: int = 0
    bank: int = 0
    points: int = 0
    what: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """By a ruling, the host entered a submission of a seat; `text` is canonical."""

    at: int
    seat: Seat
    text: str


Event: TypeAlias = Started | Recalled | Submitted | TimedOut | Dealt | Lined | Resigned | Paused | Resumed | Ruled | Entered
"""One entry of a journal; `Match.fold` takes several."""

KINDS: Final[Mapping[str, type[Event]]] = {
    "started": Started,
    "recalled": Recalled,
    "submitted": Submitted,
    "timed_out": TimedOut,
    "dealt": Dealt,
    "lined": Lined,
    "resigned": Resigned,
    "paused": Paused,
    "resumed": Resumed,
    "ruled": Ruled,
    "entered": Entered,
}
"""Every kind of event by the name that a store gives it."""

_NAMES: Final[Mapping[type[Event], str]] = {event: kind for kind, event in KINDS.items()}


def kind(event: Event) -> str:
    """The name under which `KINDS` has the class of this event."""
    return _NAMES[type(event)]


# --- Errors of a live match besides refusals by the rules


class LateError(DeathmatchError, ValueError):
    """A packet that does not fit the open question: it quotes another ply, comes after the time was up or while the clocks are stopped.
    It breaks no rule, and the sender may look and try again.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RulingError(DeathmatchError, ValueError):
    """A ruling that cannot be made now, or that does not fit the match. Nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class EventError(DeathmatchError, ValueError):
    """An event that cannot follow the events before it. The message quotes neither the event nor the match: it ends in a log, and both
    may hold a secret.
    """


def check_fit(holds: bool) -> None:
    """Raises EventError unless this holds of an event and the match before it."""
    if not holds:
        raise EventError


def check_review(face: Face) -> None:
    """Raises LateError if it is too early for any answer."""
    if face.opens_in:
        seconds = count("{number} second", "{number} seconds", -(-face.opens_in // 1000))
        raise LateError(say("{what}: an answer is accepted in {seconds}", what=say(face.stages[0][1]), seconds=seconds))


# --- Receipts: a commitment to each submission


class RecordedSubmission(NamedTuple):
    """A submission that has been revealed and stands in the record.

    Attributes:
        event: its number in the record, from 1.
        ply: of the question that it answered.
        seat: who submitted it.
        text: canonical.
    """

    event: int
    ply: int
    seat: Seat
    text: str


def receipt_nonce(secret: bytes, match: str, ply: int, seat: Seat) -> str:
    """The nonce of the receipt for this seat's answer to question `ply`: 64 hexadecimal digits, secret until the receipt is opened."""
    return hmac.digest(secret, f"deathmatch 1 nonce {match} {ply} {seat}".encode(), "sha256").hex()


def receipt(secret: bytes, match: str, ply: int, seat: Seat, text: str) -> str:
    """The receipt for a submission, in canonical text: 64 hexadecimal digits. Nobody without its nonce can learn the text from it."""
    opened = f"deathmatch 1 receipt {match} {ply} {seat} {receipt_nonce(secret, match, ply, seat)} {text}"
    return hashlib.sha256(opened.encode()).hexdigest()


# --- The past: earlier questions, and the last answer of each actor


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
        banks: what the bank of each seat had, in ms, when its clock last began to run.
    """

    question: int
    clocks: BySeat[SeatClock]
    banks: BySeat[int] = BySeat(0, 0)


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
    """The last submission of a seat, or the last deal by hand or line of the host.

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


def submissions_in(entries: Sequence[Entry]) -> tuple[RecordedSubmission, ...]:
    """The submissions of players among these entries, which are in no record any more."""
    return tuple([RecordedSubmission(0, entry.ply, Seat(entry.actor), entry.text) for entry in entries if entry.ply is not None])


def last_answers(entries: Sequence[Entry]) -> BySeat[LastAnswer | None]:
    """The last answer of each seat among these entries."""
    found: dict[str, LastAnswer] = {one.actor: LastAnswer(one.ply, one.text) for one in entries if one.ply is not None}
    return BySeat(found.get("A"), found.get("B"))


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
    late_s = numeral(max(1, -(-late // 100)) / 10, 1)  # never 0.0 s: it was too late
    return say("the time of {seat} for question {ply} was up {late} s before this came in", seat=seat, ply=ply, late=late_s)
