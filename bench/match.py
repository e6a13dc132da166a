"""The price of a match as a value: deciding and applying a submission, early and late in a long match, and folding it after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from deathmatch.core.seats import SEATS, BySeat
from deathmatch.games import find
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.journal import Event
from deathmatch.match.match import Match

VARIANT = "five-card-trick/gauntlet"
OPTIONS = {"rounds": 500, "max_rounds": 500}  # more than the book allows: a price that grows with the match would show
TIMES = 5  # the least of so many runs counts
PART = 100  # submissions at the start, and at the end, that are compared


def measure() -> dict[str, Any]:
    """Microseconds of processor time for each submission, and for each event of the journal."""
    runs = [list(_play()) for _ in range(TIMES)]
    spent = [min(step[number][0] for step in runs) for number in range(len(runs[0]))]
    events = [event for _, decided in runs[0] for event in decided]
    start = _new()
    folded = []
    for _ in range(TIMES):
        began = process_time()
        start.fold(events)
        folded.append(process_time() - began)
    return {
        "variant": VARIANT,
        "submissions": len(spent) - 1,
        "us_each": _each(spent[1:]),
        "us_each_of_the_first": _each(spent[1 : 1 + PART]),
        "us_each_of_the_last": _each(spent[-PART:]),
        "us_each_folded": round(1e6 * min(folded) / len(events), 1),
    }


def _each(spent: list[float]) -> float:
    return round(1e6 * sum(spent) / len(spent), 1)


def _new() -> Match:
    return Match.new(find(VARIANT), OPTIONS, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")))


def _play() -> Iterator[tuple[float, tuple[Event, ...]]]:
    """A match of random legal submissions: seconds and events of its start, then of each submission."""
    match = _new()
    source = HmacSource(b"bench", VARIANT)
    events = match.start(0)
    match = match.fold(events)
    yield 0, events
    now = 0
    while match.over is None:
        now += 1
        seat, decision = next((seat, owed) for seat in SEATS if (owed := match.seen(seat, now).decision) is not None)
        text = decision.write(decision.sample(source))
        began = process_time()
        events = match.submit(seat, text, match.ply, now)
        match = match.fold(events)
        yield process_time() - began, events
