"""The running time that processes share by a PostgreSQL, whose clock the test turns by its hand in most of these."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Callable

import psycopg
import pytest

from deathmatch.server.store.interface import NewLog
from deathmatch_postgres.database.sharing import DEAD_MS
from deathmatch_postgres.database.store import PostgresStore
from deathmatch_postgres.shared_time import LEASH_S
from packages.postgres.tests.clusters import Cluster
from packages.postgres.tests.databases import changing, stores
from packages.postgres.tests.shared_store import together
from tests.server.kit import run

LEASH_MS = int(LEASH_S * 1000)
HANDS = (
    "CREATE TABLE hands (at TIMESTAMPTZ NOT NULL)",
    "INSERT INTO hands VALUES (pg_catalog.clock_timestamp())",
    "CREATE FUNCTION public.clock_timestamp() RETURNS TIMESTAMPTZ VOLATILE LANGUAGE sql AS 'SELECT at FROM public.hands'",
)
"""Another clock for the database, which stands still until it is turned."""
FIRST = "ALTER DATABASE {name} SET search_path = public, pg_catalog"  # a function of this name in `public` is found before PostgreSQL's


class Clock:
    """The clock of a database, in ms since the test began."""

    def __init__(self, db: psycopg.Connection[tuple[object, ...]]) -> None:
        self._db = db
        self.now = 0

    def turn(self, ms: int) -> None:
        """So much later, or earlier."""
        self.now += ms
        self._db.execute("UPDATE hands SET at = at + %s * interval '1 millisecond'", (ms,))


@contextlib.asynccontextmanager
async def turned(database: str) -> AsyncIterator[tuple[Clock, Callable[[], contextlib.AbstractAsyncContextManager[list[PostgresStore]]]]]:
    """The clock, and a process more."""
    with changing(database) as db:
        for step in HANDS:
            db.execute(step.encode())
        row = db.execute("SELECT current_database()").fetchone()
        assert row is not None
        db.execute(FIRST.format(name=row[0]).encode())
        yield Clock(db), lambda: stores(database)


@pytest.mark.parametrize("seed", range(2))
async def test_running_time_is_the_length_of_all_times_together_in_which_some_process_lived(seed: int, database: str) -> None:
    """Whatever the order of the beats, how long each process had lived, and whether an answer was lost."""

    chance = random.Random(seed)
    async with turned(database) as (clock, process), contextlib.AsyncExitStack() as stack:
        living: list[PostgresStore] = [(await stack.enter_async_context(process()))[0] for _ in range(2)]
        beats: dict[PostgresStore, int] = {}
        spans: list[tuple[int, int]] = []
        for _ in range(60):
            clock.turn(chance.choice((0, 1, 20, 300, 300, 900, 2_500)))
            one, lived = chance.choice(living), chance.choice((LEASH_MS, LEASH_MS, 400, 0))
            before = one.sharing._beat
            ran = (await one.sharing.tick(lived)).ran
            if one in beats:
                spans.append((beats[one], min(clock.now, beats[one] + lived)))
            assert ran == together(spans)
            if chance.randrange(6):
                beats[one] = clock.now
            else:
                one.sharing._beat = before  # the answer did not come
            if not chance.randrange(8):
                place = chance.randrange(2)  # one is killed, another one begins
                living[place] = (await stack.enter_async_context(process()))[0]
        assert together(spans) < clock.now, "there were times without a process"


async def test_a_clock_of_the_database_that_is_set_back_or_forward_stops_nothing(database: str) -> None:
    async with turned(database) as (clock, process), process() as (one,), process() as (two,):
        for store in (one, two):
            await store.sharing.tick(LEASH_MS)
        ran = 0
        for jump in (-3_600_000, 7_200_000, -100, 500_000):
            clock.turn(jump)
            after = [(await store.sharing.tick(LEASH_MS)).ran for store in (one, two)]
            assert ran <= after[0] <= after[1] <= ran + LEASH_MS
            ran = after[1]
            for _ in range(3):
                clock.turn(700)
                for store in (one, two):
                    now = (await store.sharing.tick(LEASH_MS)).ran
                assert ran + 600 <= now <= ran + 700  # a time that a clock shows twice counts once
                ran = now


async def test_a_beat_that_is_older_than_the_last_one_makes_no_time_count_twice(database: str) -> None:
    async with turned(database) as (clock, process), process() as (one,), process() as (two,), process() as (three,):
        for store in (one, two, three):
            await store.sharing.tick(0)
        clock.turn(1_000)
        ran = (await one.sharing.tick(1_000)).ran
        clock.turn(-600)  # its beat was made before, and waited for the row
        assert (await two.sharing.tick(1_000)).ran == ran
        clock.turn(600)
        assert (await three.sharing.tick(1_000)).ran == ran


async def test_running_time_never_goes_faster_than_real_time_however_often_processes_start(database: str) -> None:
    """A process that is a little ahead of the database writes entries; the next one that starts does not count that as time."""

    async with turned(database) as (clock, process):
        async with process() as (one,):
            await one.sharing.tick(LEASH_MS)
            for n in range(3):
                clock.turn(500)
                before = await one.sharing.tick(LEASH_MS)
                assert before.ran == 500 * (n + 1)
                await one.create(NewLog(f"m{n}", {}, [b"zero"]), before.ran + 900)
                async with process() as (other,):
                    assert (await other.sharing.tick(LEASH_MS)).ran == before.ran
        clock.turn(DEAD_MS + 1)
        async with process() as (alone,):  # all have died, and what is on disk has passed
            assert (await alone.sharing.tick(LEASH_MS)).ran == before.ran + 900


def test_a_process_that_comes_back_hears_how_long_others_have_lived_most_likely(database: str, cluster: Cluster, template: str) -> None:
    async def test() -> None:
        elsewhere = cluster.url(stack.enter_context(cluster.database(template)))
        async with turned(database) as (clock, process), process() as (one,):
            async with process() as (other,):
                for _ in range(2):
                    clock.turn(1_000)
                    await other.sharing.tick(LEASH_MS)
                clock.turn(700)
                tick = await one.sharing.tick(0)
                assert (tick.ran, tick.more) == (1_000, 700)
                clock.turn(LEASH_MS)
                assert (await one.sharing.tick(0)).more == 0, "it would have said so"
                await other.sharing.tick(LEASH_MS)
                clock.turn(300)
                assert (await one.sharing.tick(0)).more == 300 + 700  # the last 2 s of the other one ended 700 ms before its beat
            async with stores(elsewhere):
                assert (await one.sharing.tick(0)).more == 0, "it is no more, and a process on another database is none of ours"

    with contextlib.ExitStack() as stack:
        run(test())


async def test_the_times_that_are_remembered_do_not_grow(database: str) -> None:
    async with turned(database) as (clock, process), process() as (one,):
        for n in range(100):
            clock.turn(1_000)
            assert (await one.sharing.tick(400)).ran == 400 * n
        with changing(database) as db:
            row = db.execute("SELECT count(*) FROM running, unnest(lived)").fetchone()
        assert row is not None
        assert 50 <= int(str(row[0])) <= 61
