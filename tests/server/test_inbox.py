"""The inbox of a room: it has an end, and nobody in it waits for ever."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from deathmatch.server.wire.messages import Accepted, Chat, Submit
from deathmatch.server.wire.problems import Problem
from tests.server.kit import World, settle


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


@pytest.mark.limits(inbox=5)
async def test_an_inbox_is_bounded(w: World) -> None:
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
