"""The running time of many processes, by the clock of a database that the test turns."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.server.shared_time import LEASH_S, SharedClock
from deathmatch.server.store.interface import StoreError
from deathmatch.server.store.sharing import GAP_MS, Tick
from tests.server.kit import run
from tests.server.shared_store import Database, SharedStore


@dataclass
class Process:
    """A process with a monotonic clock of its own, which began anywhere and may drift.

    Attributes:
        store: its connection.
        real: the real time, in ms.
        began: what its clock showed at 0.
        drift: seconds too many in a second.
        there, back: how long a question and its answer are under way, in ms.
    """

    store: SharedStore
    real: list[int]
    began: float = 0.0
    drift: float = 0.0
    there: int = 0
    back: int = 0

    def __post_init__(self) -> None:
        self.clock = SharedClock(self.monotonic)

    def monotonic(self) -> float:
        return self.began + self.real[0] / 1000 * (1 + self.drift)

    async def tick(self) -> Tick:
        self.real[0] += self.there
        answer = await self.store.tick()
        self.real[0] += self.back
        return answer

    async def begin(self) -> None:
        await self.clock.ask(self.tick)
        self.clock.start()


def database() -> tuple[Database, list[int]]:
    real = [0]
    return Database(lambda: real[0]), real


def test_processes_agree_whatever_their_own_clocks_show() -> None:
    async def test() -> None:
        base, real = database()
        one, other = Process(base.server(), real, began=5.0), Process(base.server(), real, began=9_000_000.0, drift=1e-4)
        await one.begin()
        await other.begin()
        for _ in range(60):
            real[0] += 1_000
            await one.clock.ask(one.tick)
            await other.clock.ask(other.tick)
            assert abs(one.clock.now() - other.clock.now()) <= 20
        assert abs(one.clock.now() - 60_000) <= 20
        assert abs(other.clock.wall() - (base.wall + real[0])) <= 20

    run(test())


def test_a_slow_answer_moves_the_clock_less_than_half_of_its_way() -> None:
    async def test() -> None:
        base, real = database()
        process = Process(base.server(), real)
        await process.begin()
        process.there, process.back = 0, 1_500  # the whole way is back: half-way would be wrong by 750 ms
        real[0] += 1_000
        await process.clock.ask(process.tick)
        assert abs(process.clock.now() - real[0]) <= 5  # the fast answer before still counts

    run(test())


def test_down_time_of_all_counts_for_nobody_and_down_time_of_one_counts() -> None:
    async def test() -> None:
        base, real = database()
        one, other = Process(base.server(), real), Process(base.server(), real)
        await one.begin()
        await other.begin()
        for _ in range(10):  # the other one is stopped, but the first one runs
            real[0] += 1_000
            await one.clock.ask(one.tick)
        assert other.clock.now() <= LEASH_S * 1000
        await other.clock.ask(other.tick)
        assert one.clock.now() == other.clock.now() == 10_000
        real[0] += 3_600_000  # nobody runs
        assert one.clock.now() <= 10_000 + LEASH_S * 1000
        before = one.clock.now()
        await one.clock.ask(one.tick)
        await other.clock.ask(other.tick)
        assert before == one.clock.now() >= other.clock.now() == 10_000  # the first stands still until the database has caught up
        real[0] += 3_000
        await one.clock.ask(one.tick)
        await other.clock.ask(other.tick)
        assert one.clock.now() == other.clock.now() == 13_000

    run(test())


def test_a_database_that_is_started_again_at_once_loses_no_time_and_a_process_waits_for_it() -> None:
    async def test() -> None:
        base, real = database()
        process = Process(base.server(), real)
        await process.begin()

        async def fails() -> Tick:
            raise StoreError("the connection was lost")

        for _ in range(3):
            real[0] += 1_000
            with pytest.raises(StoreError):
                await process.clock.ask(fails)
        assert process.clock.now() == LEASH_S * 1000
        assert real[0] <= GAP_MS
        await process.clock.ask(process.tick)
        assert process.clock.now() == 3_000

    run(test())


def test_a_clock_that_stands_still_before_its_start_begins_at_the_time_of_the_others() -> None:
    async def test() -> None:
        base, real = database()
        one, late = Process(base.server(), real), Process(base.server(), real, began=77.0)
        await one.begin()
        real[0] += 3_000
        await one.clock.ask(one.tick)
        await late.clock.ask(late.tick)
        assert late.clock.now() == late.clock.heard() == 3_000
        late.clock.start()
        await asyncio.sleep(0)
        real[0] += 500
        assert late.clock.now() == 3_500
        late.clock.stop()
        real[0] += 500
        assert late.clock.now() == 3_500

    run(test())


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 8_000), st.integers(0, 400), st.integers(0, 400)), min_size=1, max_size=40),
    st.floats(-1e-4, 1e-4),
)
def test_no_process_is_ever_ahead_of_the_database_by_more_than_its_leash_and_none_goes_back(
    steps: list[tuple[int, int, int, int]], drift: float
) -> None:
    async def test() -> None:
        base, real = database()
        processes = [Process(base.server(), real), Process(base.server(), real, began=1e6, drift=drift)]
        for process in processes:
            await process.begin()
        seen = [process.clock.now() for process in processes]
        for which, wait, there, back in steps:
            real[0] += wait
            processes[which].there, processes[which].back = there, back
            await processes[which].clock.ask(processes[which].tick)
            now = [process.clock.now() for process in processes]
            assert all(later >= before for later, before in zip(now, seen, strict=True))
            ran = base.ran + real[0] - (base.beat_at or 0)
            assert all(moment <= ran + LEASH_S * 1000 + 400 for moment in now)
            seen = now

    run(test())
