"""The one task of a table: acknowledge, then show; and a disk that refuses leaves memory untouched."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

from deathmatch.server.rooms.room import Room
from deathmatch.server.table.commands import Sender
from deathmatch.server.wire.messages import Accepted, Chat, Submit
from deathmatch.server.wire.problems import Problem
from tests.server.kit import Verbs, World, run, settle, world


async def room_of(w: World, made: Any, role: str = "A") -> Room:
    return await w.lobby.room(await w.link(made, role))


def test_the_reply_is_handed_over_before_anybody_is_shown_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with world() as w:
            made = await w.match()
            a, b = await w.reader(made, "A"), await w.reader(made, "B")
            await w.time.pass_by(1_000)
            a.read(), b.read()
            room = await room_of(w, made)
            order: list[str] = []

            def answer(reply: object) -> None:
                assert isinstance(reply, Accepted)
                assert a.frames == b.frames == []
                assert len(w.store.matches[made.id]) == room.table.count == before + 1  # it is on disk by then
                order.append("answered")

            before = room.table.count
            published = room._audiences.publish

            def publish(*args: Any) -> None:
                order.append("published")
                published(*args)

            monkeypatch.setattr(room._audiences, "publish", publish)
            await room.act(Sender("A"), Submit(0, "score grow"), answer)
            await settle()
            assert order == ["answered", "published"]
            assert a.types() == b.types() == ["update"]

    run(test())


def test_a_disk_that_refuses_leaves_memory_untouched() -> None:
    async def test() -> None:
        async with world() as w:
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

    run(test())


def test_a_rematch_that_cannot_be_set_up_is_no_wish() -> None:
    async def test() -> None:
        async with world() as w:
            made = await w.match()
            await w.ask(made, "A", lambda desk, seat: desk.resign(seat))
            await w.ask(made, "A", lambda desk, seat: desk.wish(seat, str(made.seats["A"])))
            await w.full(made, "B")
            w.store.failing = True
            with pytest.raises(Problem, match="could not be saved"):
                await w.ask(made, "B", lambda desk, seat: desk.wish(seat, str(made.seats["B"])))
            w.store.failing = False
            assert (await w.full(made, "A")).table.wants_rematch == ["A"]
            await w.ask(made, "B", lambda desk, seat: desk.wish(seat, str(made.seats["B"])))
            assert (await w.full(made, "A")).table.rematch

    run(test())


def test_a_look_waits_for_no_disk_but_enters_what_is_due() -> None:
    async def test() -> None:
        async with world() as w:
            made = await w.match(options={"time_submit": 10})
            await w.full(made, "A")
            w.time._now += 20_000  # no alarm has rung yet
            assert (await w.full(made, "A")).seen.ply == 1
            w.store.gate = asyncio.Event()
            asking = asyncio.create_task(w.submit(made, "A", 1, "score grow"))
            await settle()
            assert (await w.full(made, "B")).seen.sealed == []
            w.store.gate.set()
            await asking
            assert (await w.full(made, "B")).seen.sealed == ["A"]

    run(test())


def test_the_tests_can_ask_for_everything_that_a_room_does() -> None:
    """What the leak tests ask of a table through `Verbs` is all that there is: a new look of a room has to be added there."""
    looks = {name for name, _ in inspect.getmembers(Room, inspect.iscoroutinefunction) if not name.startswith("_")}
    verbs = {name for name, _ in inspect.getmembers(Verbs, inspect.iscoroutinefunction) if not name.startswith("_")}
    commands = {"submit", "resign", "deal", "pause", "say", "note", "mark", "wish", "sit"}  # `act`, one for each command that people send
    assert looks - {"act", "ended", "table_message"} == verbs - commands - {"table"}
