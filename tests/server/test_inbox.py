"""The inbox of a room: it has an end, and nobody in it waits for ever."""

from __future__ import annotations

import asyncio

import pytest

from deathmatch.server.wire.messages import Chat
from deathmatch.server.wire.problems import Problem
from tests.server.kit import run, settle, world


def test_whoever_waits_for_a_room_that_is_put_away_is_told() -> None:
    async def test() -> None:
        async with world() as w:
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

    run(test(), seconds=10)


def test_an_inbox_is_bounded() -> None:
    async def test() -> None:
        async with world(inbox=5) as w:
            made = await w.match()
            link = await w.link(made, "A")
            await w.within(link, lambda room: room.full("A"))
            w.store.gate = asyncio.Event()
            asks = [asyncio.create_task(w.within(link, lambda room: room.say("A", "", "x")))]
            await settle()
            asks += [asyncio.create_task(w.within(link, lambda room: room.say("A", "", "x"))) for _ in range(19)]
            await settle()
            refused = [task for task in asks if task.done()]
            assert len(refused) == 14  # one at work, five waiting
            for task in refused:
                with pytest.raises(Problem, match="busy"):
                    await task
            w.store.gate.set()
            await asyncio.gather(*(task for task in asks if task not in refused))
            assert len((await w.full(made, "A")).chat) == 6

    run(test())
