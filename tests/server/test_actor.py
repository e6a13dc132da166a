"""The actor of a match: its inbox has an end."""

from __future__ import annotations

import asyncio

import pytest

from deathmatch.server.problems import Problem
from tests.server.kit import run, settle, world


def test_an_inbox_is_bounded() -> None:
    async def test() -> None:
        async with world(inbox=5) as w:
            made = await w.match()
            link = await w.link(made, "A")
            await w.house.within(link, lambda room: room.full("A"))
            w.store.gate = asyncio.Event()
            asks = [asyncio.create_task(w.house.within(link, lambda room: room.say("A", "", "x")))]
            await settle()
            asks += [asyncio.create_task(w.house.within(link, lambda room: room.say("A", "", "x"))) for _ in range(19)]
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
