"""The moments of messages that arrive while the clock of a process waits for the database."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from deathmatch.server.wire import messages, problems
from deathmatch_postgres import shared_time
from deathmatch_postgres.shared_time import SharedClock, Undated
from packages.postgres.tests.machines import GAP_MS, LEASH_MS, LOOK_MS, NEAR_MS, Machine
from packages.postgres.tests.many import servers, table


@pytest.mark.parametrize("still_ms", [GAP_MS + LOOK_MS, 1_000, 10_000])
@pytest.mark.parametrize("others", [0, 1])
async def test_a_message_that_arrives_after_a_break_is_dated_once_the_database_has_answered(still_ms: int, others: int) -> None:
    machine = Machine()
    one = await machine.start()
    for _ in range(others):
        await machine.start()
    await machine.go_on(10_000)
    early = one.clock.arrived()
    assert await one.clock.dated(early) == early == 10_000
    one.stopped = True
    await machine.go_on(still_ms)
    one.stopped = False
    lay = one.clock.arrived()  # nobody knows for how long it lay there
    one.silent = True
    await machine.go_on(1_500)
    came = one.clock.arrived()
    assert came <= 10_000 + NEAR_MS
    waiting = [asyncio.create_task(one.clock.dated(at)) for at in (lay, came)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    machine.pass_by(200)
    await one.ask()
    dates = [await task for task in waiting]
    if others:
        assert 10_000 - 2 * LOOK_MS - NEAR_MS <= dates[0] <= 10_000 + still_ms + NEAR_MS
        assert abs(dates[1] - (11_500 + still_ms)) <= LOOK_MS + NEAR_MS
    else:
        assert [abs(at - 10_000) <= LOOK_MS + NEAR_MS for at in dates] == [True, True]
    assert type(dates[1]) is int


async def test_a_message_waits_for_a_database_that_does_not_answer_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    one, other = await machine.start(), await machine.start()
    await machine.go_on(5_000)
    await one.ask()
    one.silent = True
    await machine.go_on(LEASH_MS + 1_500)
    came = one.clock.arrived()
    assert came == 5_000 + LEASH_MS
    monkeypatch.setattr(shared_time, "SURE_S", 0.01)
    with pytest.raises(TimeoutError):
        await one.clock.dated(came)
    await other.ask()
    await one.ask()
    assert abs(await one.clock.dated(came) - machine.real) <= NEAR_MS


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
