from __future__ import annotations

import msgspec
import pytest

from deathmatch.core.seats import Seat
from deathmatch.match.journal import (
    KINDS,
    Dealt,
    Entered,
    Event,
    Lined,
    Paused,
    Recalled,
    Resigned,
    Resumed,
    Ruled,
    Started,
    Submitted,
    TimedOut,
    kind,
)

EVENTS: tuple[Event, ...] = (
    Started(1),
    Recalled(1, "A", "bid 2", "4.5"),
    Submitted(2, Seat.A, 0, "bid 3"),
    TimedOut(3, Seat.B, 0),
    Dealt(4, "refill 4"),
    Lined(4, 'say all "Welcome"'),
    Resigned(5, Seat.B),
    Paused(6),
    Resumed(7),
    Ruled(8, "back", "Bob's link was lost", "A", 500, 3, (3, 4), 1, 9),
    Entered(9, Seat.B, "bid 1"),
)


@pytest.mark.parametrize("event", EVENTS, ids=kind)
def test_an_event_goes_into_json_and_back(event: Event) -> None:
    back = msgspec.json.decode(msgspec.json.encode(event), type=KINDS[kind(event)])
    assert back == event
    assert type(back) is type(event)


def test_every_kind_is_named_and_tested() -> None:
    assert {kind(event) for event in EVENTS} == set(KINDS)
