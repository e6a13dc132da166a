"""Bugs in a game, in the server or behind a callback: a room logs them without their text, and nobody waits for ever."""

from __future__ import annotations

import itertools
import logging
from typing import Any

import pytest

from deathmatch.match.match import Match
from deathmatch.server.rooms import room as rooms
from deathmatch.server.rooms.audiences import Audiences
from deathmatch.server.rooms.seatbots import SeatBots
from deathmatch.server.table.roles import Sender
from deathmatch.server.wire.messages import Submit
from tests.server.kit import World, settle


def fall(*_: Any) -> None:
    raise RuntimeError("the cards of A")


async def test_a_bug_between_two_commands_closes_the_room_and_the_next_one_goes_on(
    w: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = await w.match()
    reader = await w.reader(made, "A")
    room = await w.lobby.room(await w.link(made, "A"))
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(SeatBots, "wake", fall)
        await w.submit(made, "A", 0, "score grow")
    assert [room.closed, reader.gone] == [True, True]
    assert "RuntimeError at room.py" in caplog.text
    assert "cards of A" not in caplog.text
    assert await w.lobby.room(await w.link(made, "A")) is not room
    await w.submit(made, "B", 0, "score grow")
    assert (await w.full(made, "A")).seen.ply == 1


async def test_a_bug_in_what_is_due_is_tried_again_once_a_second(
    w: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = await w.match(options={"time_submit": 10})
    room = await w.lobby.room(await w.link(made, "A"))
    asked: list[int] = []

    def expire(_: Match, now: int, *_allowed: Any) -> None:
        asked.append(now)
        assert len(asked) < 50, "it is tried again without a pause"
        fall()

    monkeypatch.setattr(Match, "expire", expire)
    with caplog.at_level(logging.ERROR):
        await w.time.pass_by(int(room.table.deadline() or 0) - w.time.now() + 5_000)
    pauses = [later - earlier for earlier, later in itertools.pairwise(asked)]
    assert len(pauses) >= 4
    assert set(pauses) == {rooms.RETRY_MS}
    assert len(caplog.records) == len(asked)
    monkeypatch.undo()
    await w.time.pass_by(rooms.RETRY_MS)
    assert (await w.full(made, "A")).seen.ply == 1


async def test_a_room_that_closed_itself_while_it_entered_what_was_due_takes_no_more_commands(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await w.match(options={"time_submit": 10})
    link = await w.link(made, "A")
    first = await w.lobby.room(link)
    await settle()  # everything so far is shown
    w.time._now += 20_000  # no alarm has rung yet
    before = len(w.store.matches[made.id])
    real = Audiences.publish

    def publish(self: Audiences, *args: Any) -> None:
        monkeypatch.setattr(Audiences, "publish", real)
        fall()

    monkeypatch.setattr(Audiences, "publish", publish)
    await w.lobby.act(link, Submit(1, "score grow"))  # it is done in the room that comes after
    second = await w.lobby.room(link)
    assert first.closed
    assert second is not first
    assert second.table.count == len(w.store.matches[made.id]) == first.table.count + 1 > before + 1


async def test_a_bug_behind_the_answer_keeps_no_reader_from_what_is_on_disk(w: World) -> None:
    made = await w.match()
    a, b = await w.reader(made, "A"), await w.reader(made, "B")
    await w.time.pass_by(1_000)
    a.read(), b.read()
    room = await w.lobby.room(await w.link(made, "A"))
    await room.act(Sender("A"), Submit(0, "score grow"), fall)
    await settle()
    assert a.types() == b.types() == ["update"]
