"""The bodies of a host's rulings over HTTP."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from deathmatch.server.wire import messages
from deathmatch.server.wire.private import Private


class RuleBody(Private, Struct, forbid_unknown_fields=True):
    """A ruling of the host, as the message `rule`.

    Attributes:
        ruling: `time` (a seat gets or loses time), `timeout` (a time-out does not count), `forfeit` (a seat loses), `void` (nobody wins),
            or `back` (the match goes on before an event).
        reason: for everybody at the table.
        seat: whose time changes, or who loses.
        seconds: that the seat gets or, below 0, loses; with `timeout` what the seat has for its decision.
        event: the number of the event, as in a record, before which the match goes on; with `timeout` the number of the time-out.
        enter: events in the place of those that are undone, as lines of a record; the dealer's deals fall by themselves.
    """

    ruling: Literal["time", "timeout", "forfeit", "void", "back"]
    reason: str
    seat: str = ""
    seconds: int = 0
    event: int = 0
    enter: list[str] = []

    def message(self) -> messages.Rule:
        """The same as a message."""
        return messages.Rule(self.ruling, self.reason, self.seat, self.seconds, self.event, self.enter)


class Place(Struct):
    """A question to which a ruling can take the match back, as everybody saw it."""

    event: int  # the number of the first event that is undone then
    actors: list[str]  # whose events answered it: A, B, deal
    timeouts: list[int]  # the numbers of those that were time-outs
    words: list[str]  # what everybody was told of its answers


class Desk(Struct):
    """The events that a ruling can take back. It holds nothing that spectators do not see."""

    events: int  # so many there are
    past: int  # so many of them come from another match, and stay
    places: list[Place]
    rulings: list[messages.RulingMessage]


class Effect(Struct):
    """The effect of a ruling, which is not made."""

    words: str
    shown: list[str]  # what everybody has been told of the events that it undoes
    warnings: list[str]
    owing: list[str]  # the seats that owe a submission afterwards
    clocks: dict[str, messages.ClockMessage]
