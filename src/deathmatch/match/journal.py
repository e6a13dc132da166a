"""The events that a live match accepted. They are the match: folding them gives the same match again, with its sealed submissions and
its clocks. They hold secrets; `Match.record` is for the public.

All events are plain and go into JSON and back (`msgspec.json.encode(event)`, `msgspec.json.decode(data, type=KINDS[kind])`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from deathmatch.core.errors import DeathmatchError
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, say
from deathmatch.match.clock import Face


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
