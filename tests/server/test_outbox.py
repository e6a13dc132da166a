"""What waits: messages for a table, frames for its readers, work behind the answers, and what readers missed."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import msgspec
import pytest

from deathmatch.server import times
from deathmatch.server.rooms.outbox import SLOW, Outbox
from deathmatch.server.settings import Limits
from deathmatch.server.times import Lane
from deathmatch.server.wire.messages import Accepted, Chat, Submit
from deathmatch.server.wire.problems import Problem
from tests.server.kit import World, settle


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
