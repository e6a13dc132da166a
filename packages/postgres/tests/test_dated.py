"""Moves whose moment the clock of a process is not certain of yet."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from deathmatch.server.wire import messages, problems
from deathmatch_postgres.shared_time import SharedClock, Undated
from packages.postgres.tests.many import servers, table


class Unsure:
    """A clock that is not certain of a moment until the test says so."""

    def __init__(self) -> None:
        self.said: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def dated(self, at: int) -> int:
        return await self.said


async def test_a_move_waits_for_a_clock_that_is_not_certain_of_its_moment_and_no_time_out_passes_it() -> None:
    async with servers(1) as (w,):
        made, began, unsure = await w.match(options={"time_submit": 10}), w.time.now(), Unsure()
        at = Undated.of(began + 9_000, 0.0, cast("SharedClock", unsure))
        move = asyncio.create_task(w.lobby.act(await w.link(made, "A"), messages.Submit(0, "score grow"), at=at))
        await w.time.pass_by(12_000)
        assert (await w.full(made, "A")).seen.ply == 0
        unsure.said.set_result(began + 9_600)
        await move
        await w.time.pass_by(50)
        shown = await w.full(made, "A")
        assert shown.seen.public["last"]["moves"] == {"A": "score grow", "B": "timeout"}
        assert "A score grow @9.6\n" in (await table(w, made.id)).started_match.record()


async def test_a_move_whose_moment_stays_uncertain_is_refused_and_nothing_is_lost() -> None:
    async with servers(1) as (w,):
        made, unsure = await w.match(options={"time_submit": 10}), Unsure()
        unsure.said.set_exception(TimeoutError())
        at = Undated.of(w.time.now(), 0.0, cast("SharedClock", unsure))
        with pytest.raises(problems.Problem) as refused:
            await w.lobby.act(await w.link(made, "A"), messages.Submit(0, "score grow"), at=at)
        assert refused.value.status == problems.NOT_NOW
        assert not (await w.full(made, "A")).seen.sealed
        await w.submit(made, "A", 0, "score grow")
