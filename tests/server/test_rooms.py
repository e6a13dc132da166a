"""The one task of a table: acknowledge, then show; and a disk that refuses leaves memory untouched."""

from __future__ import annotations

import asyncio
import itertools
import logging
from typing import Any, cast

import msgspec
import pytest

from deathmatch.match.match import Match
from deathmatch.server import times
from deathmatch.server.rooms import looks
from deathmatch.server.rooms import room as rooms
from deathmatch.server.rooms.audiences import Audience, Audiences
from deathmatch.server.rooms.outbox import SLOW, Outbox
from deathmatch.server.rooms.room import Room
from deathmatch.server.settings import Limits
from deathmatch.server.table.roles import Sender
from deathmatch.server.times import Lane
from deathmatch.server.wire.messages import Accepted, Chat, Submit
from deathmatch.server.wire.problems import Problem
from tests.server.kit import World, kill, settle


async def test_nothing_is_told_before_it_is_on_disk(w: World) -> None:
    made = await w.match()
    a, b = await w.reader(made, "A"), await w.reader(made, "B")
    await w.time.pass_by(1000)
    a.read(), b.read()
    w.store.gate = asyncio.Event()
    submitting = asyncio.create_task(w.submit(made, "A", 0, "score grow"))
    looking = asyncio.create_task(w.full(made, "B"))
    await settle()
    assert not submitting.done()
    assert (await looking).seen.sealed == []  # a look waits for nobody, and sees what is on disk
    assert a.frames == b.frames == []
    w.store.gate.set()
    assert (await submitting).text == "score grow"
    assert (await w.full(made, "B")).seen.sealed == ["A"]
    assert b.types() == ["update"]


async def test_a_reader_resumes_from_the_last_version_it_knows(w: World) -> None:
    made = await w.match()
    b = await w.reader(made, "B")
    await w.submit(made, "A", 0, "score grow")
    known = b.read()[-1]["version"]
    w.lobby.leave(await w.link(made, "B"), b)
    await w.submit(made, "B", 0, "claim grow")
    await w.ask(made, "A", lambda room, seat: room.say(seat, "", "hello"))
    back = await w.reader(made, "B", known)
    frames = back.read()
    assert [frame["type"] for frame in frames] == ["update", "chat", "table"]
    assert [frame["version"] for frame in frames] == [known + 1, known + 2, known + 2]


@pytest.mark.limits(written=1_000)
async def test_what_one_writes_at_a_table_has_an_end_and_takes_no_room_from_the_others(w: World) -> None:
    made = await w.match(host=True, settings={"kibitz": True})

    async def note(text: str) -> None:
        await w.ask(made, "A", lambda room, seat: room.note(seat, text))

    for text in "0101":  # 300 bytes in the log each; what was replaced counts too
        await note(text * 200)
    with pytest.raises(Problem, match="cannot store more"):
        await note("no more")
    with pytest.raises(Problem, match="cannot store more"):
        await w.ask(made, "A", lambda room, seat: room.say(seat, "", "x"))
    for role in ("B", "host", "watcher"):
        await w.ask(made, role, lambda room, role: room.say(role, "", "x"))
    await w.ask(made, "A", lambda room, seat: room.submit(seat, 0, "score grow"))
    w = await w.again(written=1_000)
    with pytest.raises(Problem, match="cannot store more"):
        await note("no more")
    assert (await w.full(made, "A")).notes == "1" * 200
    await kill(w.lobby)


async def room_of(w: World, made: Any, role: str = "A") -> Room:
    return await w.lobby.room(await w.link(made, role))


async def test_a_disk_that_refuses_leaves_memory_untouched(w: World) -> None:
    made = await w.match(options={"time_submit": 10})
    a, b = await w.reader(made, "A"), await w.reader(made, "B")
    await w.time.pass_by(1_000)
    room = await room_of(w, made)
    held = room.table
    a.read(), b.read()
    w.store.failing = True
    for command in (Submit(0, "score grow"), Chat("hello")):
        with pytest.raises(Problem, match="could not be saved"):
            await room.act(Sender("A"), command, lambda _: pytest.fail("it was not done"))
    assert room.table is held
    await w.time.pass_by(20_000)  # the clock cannot enter its time-outs either, and tries again
    assert room.table is held
    assert a.frames == b.frames == []
    w.store.failing = False
    await w.time.pass_by(1_000)
    assert [frame["seen"]["ply"] for frame in b.read()] == [1]
    assert [a.gone, b.gone, room.closed] == [False] * 3


async def test_a_request_for_news_is_answered_once_and_a_live_entry_wakes_no_late_watcher(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await w.match(options={"time_submit": 80_000}, settings={"delay": 600})
    await w.time.pass_by(700_000)
    made_for: list[str] = []
    full, wait = Audience.full, Audiences.wait_for_news

    def making(self: Audience, *args: Any) -> Any:
        made_for.append(self.role)
        return full(self, *args)

    async def waking(self: Audiences, role: str, *args: Any) -> None:
        await wait(self, role, *args)
        woken.append(role)

    woken: list[str] = []
    since = {role: (await w.full(made, role)).version for role in ("B", "watcher")}
    monkeypatch.setattr(Audience, "full", making)
    monkeypatch.setattr(Audiences, "wait_for_news", waking)
    rooms = {role: await room_of(w, made, role) for role in since}
    asks = {role: asyncio.create_task(looks.news(rooms[role], role, since[role], 900_000)) for role in since}
    await settle()
    await w.submit(made, "A", 0, "score grow")
    assert (await asks["B"]).version == since["B"] + 1
    assert (made_for, woken) == (["B"], ["B"])
    assert not asks["watcher"].done()
    await w.time.pass_by(600_000)
    assert (await asks["watcher"]).version > since["watcher"]
    assert made_for.count("watcher") == woken.count("watcher") == 1


# --- Bugs in a game, in the server or behind a callback: a room logs them without their text, and nobody waits for ever


def fall(*_: Any) -> None:
    raise RuntimeError("the cards of A")


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


# --- What waits: messages for a table, frames for its readers, work behind the answers, and what readers missed


class Tap:
    """A pipe that can be closed."""

    def __init__(self) -> None:
        self.ready = True
        self.ended = False
        self.written: list[bytes] = []

    def write(self, frame: bytes, /) -> None:
        self.written.append(frame)

    def end(self) -> None:
        self.ended = True


async def test_a_reader_whose_pipe_stays_closed_is_cut_off() -> None:
    outbox, tap = Outbox(Limits(outbox_frames=2)), Tap()
    outbox.attach(tap)
    tap.ready = False
    for frame in (b"1", b"2", b"3"):
        assert not outbox.gone
        outbox.put(frame)
    assert tap.ended
    assert (outbox.gone, outbox.slow, outbox.reason) == (True, True, SLOW)
    tap.ready = True
    outbox.flush()
    assert tap.written == []


# --- The inbox of a room: it has an end, and nobody in it waits for ever


@pytest.mark.limits(inbox=6)
async def test_spectators_cannot_fill_the_inbox_of_a_table(w: World) -> None:
    made = await w.match()
    seat, watching = await w.link(made, "A"), await w.link(made, "watcher")
    await w.full(made, "A")
    w.store.gate = asyncio.Event()
    at_work = asyncio.create_task(w.lobby.act(seat, Chat("at work")))
    await settle()
    chat = [asyncio.create_task(w.lobby.act(watching, Chat(f"line {number}"))) for number in range(20)]
    await settle()
    refused = [task for task in chat if task.done()]
    assert len(refused) == 17  # half of six wait
    for task in refused:
        with pytest.raises(Problem, match="busy"):
            await task
    move = asyncio.create_task(w.lobby.act(seat, Submit(0, "score grow")))
    await settle()
    assert not move.done()
    w.store.gate.set()
    assert cast("Accepted", await move).text == "score grow"
    await at_work
    for answer in await asyncio.gather(*(task for task in chat if task not in refused), return_exceptions=True):
        assert "spectators can chat once the match is over" in str(answer)


# --- A reader who was away says which version it knows, and always gets from there to now, however much it missed


def waiting(outbox: Outbox) -> list[dict[str, Any]]:
    """The frames that wait for a reader."""
    tap = Tap()
    outbox.attach(tap)
    outbox.flush()
    return [msgspec.json.decode(frame) for frame in tap.written]


async def test_whoever_comes_back_while_the_end_waits_to_be_sent_gets_it_and_so_does_everybody(w: World) -> None:
    made = await w.match()
    reader = await w.reader(made, "watcher")
    await w.ask(made, "A", lambda room, seat: room.say(seat, "", "a line that the ring begins with"))
    outbox = Outbox(Limits())

    async def end(room: Any, seat: str) -> None:
        await room.resign(seat)
        room = await w.lobby.room(await w.link(made, "watcher"))
        await room.join("watcher", outbox, room.table.version - 1)

    await w.ask(made, "A", end)
    await settle()
    assert [frame["type"] for frame in waiting(outbox)] == ["update", "table"]
    last = reader.read()[-1]
    assert last["type"] == "update"
    assert last["table"]["state"] == "over"


# --- Work that may wait: answers come before pictures, in small pieces, and nobody who looks sees less than what was answered


async def test_jobs_are_done_in_their_order_and_the_others_get_a_turn_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "LANE_S", 0)  # one piece a slice
    done: list[str] = []

    def job(name: str, pieces: int) -> times.Job:
        left = [pieces]

        def piece() -> bool:
            done.append(name)
            left[0] -= 1
            return left[0] > 0

        return piece

    async def other() -> None:
        for _ in range(4):
            done.append("-")
            await asyncio.sleep(0)

    one = Lane()
    one.add(job("a", 1))
    one.add(job("b", 2))
    one.add(job("c", 1))
    await other()
    await settle()
    assert "".join(done).replace("-", "") == "abcb"
    assert "".join(done).count("-a-") == 1
    done.clear()
    one.add(job("d", 1))  # it begins again after all was done
    await settle()
    assert done == ["d"]
