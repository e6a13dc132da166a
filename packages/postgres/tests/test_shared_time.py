"""The running time of many processes, by the clock of a database that the test turns."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deathmatch_postgres.shared_time import APART_S, SOON_S, SharedClock
from deathmatch_postgres.sharing import Tick
from packages.postgres.tests.databases import until
from packages.postgres.tests.machines import GAP_MS, LEASH_MS, LOOK_MS, NEAR_MS, Machine
from packages.postgres.tests.shared_store import together
from tests.server.kit import run


async def test_a_slow_answer_moves_the_clock_less_than_half_of_its_way() -> None:
    machine = Machine()
    process = await machine.start()
    await machine.go_on(1_000)
    process.there, process.back = 0, 1_500  # the whole way is back: half-way would be wrong by 750 ms
    await process.ask()
    assert abs(process.clock.now() - machine.real) <= NEAR_MS  # the fast answer before still counts


@pytest.mark.parametrize("gap_ms", [GAP_MS, 900, 2_900, 3_600_000])
async def test_a_time_in_which_nobody_lives_counts_for_nobody_however_short_it_is(gap_ms: int) -> None:
    machine = Machine()
    first = [await machine.start(), await machine.start()]
    await machine.go_on(10_000)
    for one in first:
        await one.ask()
        one.kill()
    assert machine.base.ran == 10_000
    machine.pass_by(gap_ms)
    late = await machine.start()
    assert late.clock.now() == machine.base.ran == 10_000
    await machine.go_on(5_000)
    assert abs(late.clock.now() - 15_000) <= NEAR_MS


@pytest.mark.parametrize("still_ms", [GAP_MS + LOOK_MS, 1_000, 30_000])
def test_a_process_that_stands_still_counts_none_of_it_unless_another_one_lives(still_ms: int) -> None:
    async def test(others: int) -> None:
        machine = Machine()
        one = await machine.start()
        for _ in range(others):
            await machine.start()
        await machine.go_on(10_400)
        one.stopped = True
        await machine.go_on(still_ms)
        one.stopped = False
        before = one.clock.now()
        assert 10_300 <= before <= 10_400 + NEAR_MS  # it waits for the database
        await one.ask()
        assert abs(one.clock.now() - (10_400 + (still_ms if others else 0))) <= LOOK_MS + NEAR_MS
        await machine.go_on(2_000)
        assert abs(one.clock.now() - (12_400 + (still_ms if others else 0))) <= LOOK_MS + NEAR_MS
        assert abs(machine.base.ran - one.clock.now()) <= 1_000 + NEAR_MS

    run(test(0))
    run(test(1))


def test_a_process_that_stands_still_in_the_middle_of_a_question_counts_little_of_it() -> None:
    """The database cannot know whether a question that comes late was long under way; an answer from before a break is not used."""

    async def test(there: bool) -> None:
        machine = Machine()
        one = await machine.start()
        await machine.go_on(10_000)
        await one.ask()
        await machine.go_on(900)

        async def late(lived: int) -> Tick:
            if there:
                machine.real += 20_000
            answer = await one.store.tick(lived)
            if not there:
                machine.real += 20_000
            return answer

        await one.clock.ask(late)
        assert one.clock.now() <= 10_900 + NEAR_MS
        await one.ask()
        await machine.go_on(3_000)
        assert 13_900 - NEAR_MS <= one.clock.now() <= 13_900 + NEAR_MS + GAP_MS

    run(test(there=True))
    run(test(there=False))


async def test_a_database_that_is_away_costs_nobody_more_than_the_leash() -> None:
    machine = Machine()
    one, other = await machine.start(), await machine.start()
    await machine.go_on(5_000)
    for process in (one, other):
        await process.ask()
    machine.away = True
    for away_ms in (1_500, 4_000):
        await machine.go_on(away_ms)
        assert abs(one.clock.now() - min(machine.real, 5_000 + LEASH_MS)) <= NEAR_MS
    machine.away = False
    await one.ask()
    await other.ask()
    assert abs(machine.base.ran - (5_000 + LEASH_MS)) <= NEAR_MS
    assert abs(one.clock.now() - machine.base.ran) <= NEAR_MS


async def test_a_process_that_loads_does_not_live_yet_and_begins_at_the_time_of_the_others() -> None:
    machine = Machine()
    late = machine.process(began=77.0)
    for _ in range(5):
        await late.load()
        machine.real += 1_000
    assert late.clock.now() == late.clock.heard() == machine.base.ran == 0
    first = await machine.start()
    await machine.go_on(3_000)
    await first.ask()
    await late.load()
    assert abs(late.clock.now() - 3_000) <= LOOK_MS + NEAR_MS
    assert late.clock.now() == late.clock.heard()
    late.clock.start()
    machine.pass_by(200)
    await late.ask()
    await machine.go_on(2_000)
    assert abs(late.clock.now() - 5_200) <= NEAR_MS
    late.clock.stop()
    before = late.clock.now()
    machine.pass_by(500)
    assert late.clock.now() == before


async def test_a_process_that_ends_in_order_counts_until_its_end() -> None:
    machine = Machine()
    one = await machine.start()
    await machine.go_on(1_000)
    await one.ask()
    machine.pass_by(700)
    one.clock.stop()
    machine.real += 5_000  # its connections end
    await one.clock.end(one.tick)
    assert abs(machine.base.ran - 1_700) <= NEAR_MS


async def test_a_process_that_stood_still_just_before_it_ends_asks_nothing_more() -> None:
    """It would ask a store that is closed."""
    asked: list[int] = []
    real = 0.0

    async def tick(lived: int) -> Tick:
        asked.append(lived)
        return Tick(0, 0)

    clock = SharedClock(lambda: real)
    await clock.ask(tick)
    clock.follow(tick)
    clock.start()
    await until(lambda: len(asked) == 2)
    await asyncio.sleep(0)
    real += 10
    await clock.end(tick)
    assert len(asked) == 3
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(asked) == 3


KINDS = st.sampled_from(["go on", "stop", "kill", "away", "slow"])
EVENTS = st.tuples(KINDS, st.integers(0, 2), st.integers(0, 4_000), st.integers(0, 400))


@settings(max_examples=40, deadline=None)
@given(st.lists(EVENTS, min_size=1, max_size=20), st.floats(-1e-4, 1e-4))
@example([("slow", 0, 0, 92), ("stop", 0, 200, 0), ("slow", 0, 0, 0)], 0.0)
def test_running_time_is_all_times_together_in_which_some_process_lived(events: list[tuple[str, int, int, int]], drift: float) -> None:
    """Never more, and less only by the last second of those that were killed, and by what the database did not hear."""

    async def test() -> None:
        machine = Machine()
        places = [await machine.start(), await machine.start(began=1e6, drift=drift), await machine.start(began=5.0)]
        unheard = slowest = 0
        for kind, which, ms, delay in events:
            it = places[which]
            if kind == "stop":
                it.stopped = True
                await machine.go_on(ms)
                it.stopped = False
            elif kind == "kill":
                it.kill()
                await machine.go_on(ms)
                places[which] = await machine.start(began=float(ms))
                unheard += 1_000 * (1 + SOON_S) + it.there + it.back  # type: ignore[assignment]
            elif kind == "away":
                machine.away = True
                await machine.go_on(ms)
                machine.away = False
                unheard += ms
            elif kind == "slow":
                it.there, it.back = delay, ms // 10
            await machine.go_on(ms)
            lived = together(span for process in machine.processes for span in process.life())
            slowest = max(slowest, *(one.there + one.back for one in places))  # a slow answer counts until a faster one has come
            assert machine.base.ran <= lived + NEAR_MS
            for one in places:
                assert one.clock.now() <= lived + slowest + APART_S * 1000 + NEAR_MS, "it is ahead"
        for one in places:
            one.there = one.back = 0
        await machine.go_on(4_000)
        for one in places:
            await one.ask()
        lived = together(span for process in machine.processes for span in process.life())
        assert machine.base.ran >= lived - unheard - len(events) * (GAP_MS + 800)

    run(test())
