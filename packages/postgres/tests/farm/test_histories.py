"""The judge of histories takes a true one, and notices each kind of lie."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from deathmatch.match.journal import Submitted
from deathmatch.server.rooms.room import PRESENCE_MS
from deathmatch.server.table import entries
from deathmatch.server.table.play import Moved, moved
from packages.postgres.tests.farm.guests import Ack, Connection, History, Reading
from packages.postgres.tests.farm.histories import SLACK_MS, Span, judge
from packages.postgres.tests.many import answer, calm, readers, servers, table
from tests.server.kit import GAUNTLET, VAULT, World, run

ROLES = ("A", "B", "host", "watcher")
TURNS = 3
DOWN_S = SLACK_MS / 1000 + 2.0  # no server answers so long in the middle of the match
THINK_MS = 700


class Play:
    """A match on one server in memory, and what its guests wrote down.

    Attributes:
        history, log: of the match.
        downs: the one time in which no server answered, by the guests' clock.
    """

    def __init__(self) -> None:
        self.history = History("", GAUNTLET)
        self.log: list[bytes] = []
        self.downs: list[Span] = []
        self._down = 0.0

    async def play(self, w: World) -> None:
        made = await w.match(GAUNTLET, options={"time_submit": 3600})
        self.history.match = made.id
        kept = await readers(w, made, ROLES)
        await w.time.pass_by(PRESENCE_MS + 100)
        for turn in range(TURNS):
            for seat in "AB":
                await self._submit(w, made, seat)
            if turn == 1:
                self.downs.append((self._clock(w) + 0.001, self._clock(w) + 0.001 + DOWN_S))
                self._down = DOWN_S + 0.002
            await w.ask(made, "A", lambda room, role: room.say(role, "Ann", "well played"))
        await calm()
        self.history.readings = [Reading(role, [Connection(0, [(0.0, frame) for frame in kept[role].read()])]) for role in ROLES]
        self.log = list(w.store.matches[made.id])

    def _clock(self, w: World) -> float:
        return w.time.now() / 1000 + self._down

    async def _submit(self, w: World, made: Any, seat: str) -> None:
        await w.time.pass_by(THINK_MS)
        ply, sent = (await table(w, made.id)).started_match.ply, self._clock(w)
        text = await answer(w, made, seat)
        assert text is not None
        done = await w.submit(made, seat, ply, text)
        await calm()
        self.history.acks.append(Ack(seat, ply, done.text, done.receipt, done.version, sent, self._clock(w) + 0.001))

    async def faults(self, history: History | None = None, log: list[bytes] | None = None) -> list[str]:
        verdict, _ = await judge(history or self.history, self.log if log is None else log, VAULT, self.downs)
        return verdict.faults


@pytest.fixture(scope="module")
def played() -> Play:
    it = Play()

    async def play() -> None:
        async with servers(1) as (w,):
            await it.play(w)

    run(play())
    return it


def judged(played: Play, words: str, history: History | None = None, log: list[bytes] | None = None) -> None:
    """The judge notices this lie, in these words."""

    async def test() -> None:
        faults = await played.faults(history, log)
        assert any(words in fault for fault in faults), faults

    run(test())


def copied(played: Play) -> History:
    return copy.deepcopy(played.history)


def frames_of(history: History, role: str) -> list[tuple[float, Any]]:
    return next(reading for reading in history.readings if reading.role == role).connections[0].frames


def updates(history: History, role: str) -> list[int]:
    return [n for n, (_, frame) in enumerate(frames_of(history, role)) if frame["type"] == "update"]


def shifted(log: list[bytes], since: int, ms: int) -> list[bytes]:
    """The log with the moments of all submissions from one of them on so much later."""
    found, changed = 0, []
    for body in log:
        entry = entries.decode(body)
        if isinstance(entry, Moved):
            found += sum(isinstance(event, Submitted) for event in entries.events(entry))
            if found >= since:
                entry = moved(tuple(replace(event, at=event.at + ms) for event in entries.events(entry)))
        changed.append(entries.encode(entry))
    return changed


async def test_a_true_history_has_no_fault_and_down_time_is_in_it(played: Play) -> None:
    verdict, truth = await judge(played.history, played.log, VAULT, played.downs)
    assert verdict.faults == []
    assert (verdict.acks, verdict.frames > 30, verdict.charges > 10) == (2 * TURNS, True, True)
    assert truth is not None
    assert truth.last > 2 * TURNS


def test_an_acknowledged_submission_that_the_log_has_lost_is_noticed(played: Play) -> None:
    judged(played, "is in the log 0 times", log=played.log[:-2])


def test_an_acknowledgement_with_another_text_version_or_receipt_is_noticed(played: Play) -> None:
    for change, words in (
        ({"text": "block grow"}, "0 times"),
        ({"version": 3}, "was told version 3"),
        ({"receipt": "0"}, "the receipt"),
    ):
        history = copied(played)
        history.acks[2] = replace(history.acks[2], **change)
        judged(played, words, history)


@pytest.mark.parametrize("role", ROLES)
def test_a_reader_who_saw_another_order_or_missed_a_version_is_noticed(role: str, played: Play) -> None:
    history = copied(played)
    frames, (first, second) = frames_of(history, role), updates(history, role)[1:3]
    frames[first], frames[second] = frames[second], frames[first]
    judged(played, "came after", history)
    history = copied(played)
    del frames_of(history, role)[updates(history, role)[1]]
    judged(played, "came after", history)


@pytest.mark.parametrize("role", ["B", "host", "watcher"])
def test_a_secret_in_a_frame_is_noticed_wherever_it_is(role: str, played: Play) -> None:
    secret = frames_of(played.history, "A")[updates(played.history, "A")[-1]][1]["seen"]["private"]
    harms: list[tuple[Callable[[Any], object], str]] = [
        (lambda frame: frame["seen"].update(private=secret), "what is seen"),
        (lambda frame: frame["seen"]["public"].update(cards=secret), "what is seen"),
        (lambda frame: frame.setdefault("beats", []).append({"words": str(secret)}), "the log"),
        (lambda frame: frame.update(words=[0, 1, str(secret)]), "the picture in words"),
        (lambda frame: frame.update(change={"put": [["secret", str(secret)]], "after": [["secret", ""]]}), "the picture of version"),
    ]
    for harm, words in harms:
        history = copied(played)
        harm(frames_of(history, role)[updates(history, role)[-1]][1])
        judged(played, words, history)


def test_a_clock_that_ran_while_no_server_answered_is_noticed(played: Play) -> None:
    judged(played, "were charged between questions", log=shifted(played.log, 5, int(DOWN_S * 1000)))
