"""What waits: messages for a table, frames for its readers, work behind the answers, and what readers missed."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import msgspec
import pytest

from deathmatch.server import times
from deathmatch.server.rooms.audiences import Audiences, Recent
from deathmatch.server.rooms.outbox import SLOW, Outbox
from deathmatch.server.rooms.room import Room
from deathmatch.server.settings import Limits
from deathmatch.server.times import Lane
from deathmatch.server.wire.messages import Accepted, Chat, Submit
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World, settle, world


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


async def test_frames_go_through_in_order_and_wait_while_the_pipe_is_not_ready() -> None:
    outbox, tap = Outbox(Limits()), Tap()
    outbox.attach(tap)
    outbox.put(b"1")
    tap.ready = False
    outbox.put(b"2")
    outbox.put(b"3")
    assert tap.written == [b"1"]
    outbox.drop("the table was put away")
    assert not tap.ended, "two frames wait"
    tap.ready = True
    outbox.flush()
    assert tap.written == [b"1", b"2", b"3"]
    assert tap.ended
    assert (outbox.reason, outbox.slow) == ("the table was put away", False)
    outbox.put(b"4")
    assert tap.written == [b"1", b"2", b"3"], "nothing is taken after the end"


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


async def test_whoever_waits_for_a_room_that_is_put_away_is_told(w: World) -> None:
    made = await w.match()
    link = await w.link(made, "A")
    await w.within(link, lambda room: room.full("A"))
    w.store.gate = asyncio.Event()
    asks = [asyncio.create_task(w.lobby.act(link, Chat(text))) for text in ("at work", "waiting")]
    await settle()
    await w.ask_to_go(made.id)
    with pytest.raises(Problem, match="see whether this counts"):
        await asks[0]
    assert not asks[1].done()  # it goes on in the room that comes after
    w.store.gate.set()
    await asks[1]
    assert [line.text for line in (await w.full(made, "A")).chat] == ["waiting"]


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


# --- The frames for readers who come back take so much memory and no more, over all tables; nobody misses anything for it


TABLES = 6


class Keeper:
    """Something that forgets."""

    def __init__(self) -> None:
        self.forgot = 0

    def forget(self) -> None:
        self.forgot += 1


def test_the_one_with_the_oldest_news_forgets_first() -> None:
    recent, (a, b, c) = Recent(100), [Keeper() for _ in range(3)]
    recent.keep(a, 40)
    recent.keep(b, 40)
    recent.keep(a, 50)  # it has had news since
    recent.keep(c, 20)
    assert (a.forgot, b.forgot, c.forgot, recent.size, len(recent)) == (0, 1, 0, 70, 2)
    recent.keep(c, 0)
    assert (recent.size, len(recent)) == (50, 1)
    recent.keep(b, 200)  # more than all may keep
    assert (a.forgot, b.forgot, recent.size, len(recent)) == (1, 2, 0, 0)


async def _frames(most: int) -> tuple[list[str], int]:
    """The kinds of frames that seat A of the first table gets when it comes back, and the bytes kept at the end, when nobody is there."""
    async with world(rings_bytes=most) as w:
        tables = [await w.match(GAUNTLET) for _ in range(TABLES)]
        links = [await w.link(made, "A") for made in tables]
        for link in links:
            await w.lobby.look(link, Room.join, Outbox(Limits()), 0)
        await w.submit(tables[0], "A", 0, "score grow")
        await settle()
        before = (await w.full(tables[0], "A")).version
        await w.submit(tables[0], "B", 0, "score grow")
        for made in tables[1:]:
            await w.submit(made, "A", 0, "score grow")
            await settle()
        now = (await w.full(tables[0], "A")).version
        recent = w.lobby.memory._shared.recent
        assert 0 < recent.size <= most
        again = Outbox(Limits())
        await w.lobby.look(links[0], Room.join, again, before)
        again.drop("read to the end")
        kinds = []
        while (frame := await again.next()) is not None:
            kinds.append((told := json.loads(frame))["type"])
            assert told["version"] == now
        for made in tables:
            await w.ask_to_go(made.id)
        assert len(recent) == 0
        return kinds, recent.size


async def test_a_reader_gets_the_frames_that_are_kept_or_everything() -> None:
    assert await _frames(1_000_000) == (["update", "table"], 0)
    assert await _frames(6_000) == (["full"], 0)


# --- A reader who was away says which version it knows, and always gets from there to now, however much it missed


async def waiting(outbox: Outbox) -> list[dict[str, Any]]:
    """The frames that wait for a reader."""
    outbox.drop("that is all")
    frames = []
    while (frame := await outbox.next()) is not None:
        frames.append(msgspec.json.decode(frame))
    return frames


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
    assert [frame["type"] for frame in await waiting(outbox)] == ["update", "table"]
    last = reader.read()[-1]
    assert last["type"] == "update"
    assert last["table"]["state"] == "over"


# --- Work that may wait: answers come before pictures, in small pieces, and nobody who looks sees less than what was answered


AT_ONCE = 20


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


async def test_all_are_answered_before_the_others_are_shown_what_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    publish = Audiences.publish

    def noted(self: Audiences, *args: Any) -> None:
        happened.append("shown")
        publish(self, *args)

    async with world() as w:
        tables = [await w.match(GAUNTLET) for _ in range(AT_ONCE)]
        links = [await w.link(made, "A") for made in tables]
        readers = [Outbox(Limits()) for _ in tables]
        for link, reader in zip(links, readers, strict=True):
            await w.lobby.look(link, Room.join, reader, 0)
        await settle()
        before = [reader.taken for reader in readers]
        monkeypatch.setattr(times, "LANE_S", 0)
        monkeypatch.setattr(Audiences, "publish", noted)
        moves = [w.lobby.act(link, Submit(0, "score grow"), answer=lambda _: happened.append("answered")) for link in links]
        await asyncio.gather(*moves)
        await settle()
        assert happened.count("answered") == happened.count("shown") == AT_ONCE
        assert happened[:AT_ONCE].count("answered") >= AT_ONCE - 2
        assert all(reader.taken > taken for reader, taken in zip(readers, before, strict=True))
