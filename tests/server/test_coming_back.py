"""A reader who was away says which version it knows, and always gets from there to now, however much it missed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from deathmatch.server.rooms.outbox import Outbox
from deathmatch.server.rooms.room import Room
from deathmatch.server.settings import Limits
from tests.server.kit import GAUNTLET, World, settle, world


async def waiting(outbox: Outbox) -> list[dict[str, Any]]:
    """The frames that wait for a reader."""
    outbox.drop("that is all")
    frames = []
    while (frame := await outbox.next()) is not None:
        frames.append(msgspec.json.decode(frame))
    return frames


async def who_missed(room: Room, versions: int, role: str = "watcher") -> list[dict[str, Any]]:
    """What a reader gets that comes back and has missed so many versions."""
    outbox = Outbox(Limits())
    await room.join(role, outbox, room.table.version - versions)
    assert not outbox.slow, f"cut off after it missed {versions} versions"
    return await waiting(outbox)


@pytest.mark.parametrize("ring", [Limits().ring, 64])
async def test_whoever_missed_more_than_the_ring_or_the_outbox_holds_gets_everything(ring: int) -> None:
    async with world(ring=ring) as w:
        made = await w.match()
        reader = await w.reader(made, "watcher")
        for number in range(110):
            await w.ask(made, "A", lambda room, seat, number=number: room.say(seat, "", f"line {number}"))  # type: ignore[misc]
        assert len(reader.frames) > 110
        room = await w.lobby.room(await w.link(made, "watcher"))
        for missed in (1, 5, 7, 8, 9, 31, 32, 62, 63, 64, 65, 100):
            told = await who_missed(room, missed)
            if told[0]["type"] == "full":
                assert told[0]["version"] == room.table.version
                assert len(told) == 1
                assert missed > 5
            else:
                assert [frame["version"] for frame in told[:-1]] == list(range(room.table.version - missed + 1, room.table.version + 1))
                assert told[-1]["type"] == "table"
                assert missed < 64


async def play(w: World, made: Any, rounds: int) -> Room:
    """A match of which a watcher has seen so many rounds."""
    room = await w.lobby.room(await w.link(made, "watcher"))
    for number in range(rounds):
        for seat in Seat:
            seen = room.table.started_match.seen(seat, w.time.now())
            if seen.decision is not None:
                text = seen.decision.write(seen.decision.sample(HmacSource(b"x", f"{number}{seat}")))
                await w.submit(made, seat.value, seen.ply, text)
    await settle()
    return room


@pytest.mark.parametrize("ring", [Limits().ring, 64])
async def test_whoever_missed_large_frames_is_not_cut_off_for_them(ring: int) -> None:
    async with world(ring=ring) as w:
        made = await w.match(GAUNTLET)
        await w.reader(made, "watcher")
        room = await play(w, made, 20)
        assert room.table.version > 40
        for missed in range(1, 40):
            told = await who_missed(room, missed)
            assert told[-1]["version"] == room.table.version
            assert sum(len(msgspec.json.encode(frame)) for frame in told) < Limits().outbox_bytes


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
