"""The running time that processes share: by the clock of a database that the test turns, and by PostgreSQL's own."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import psycopg
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deathmatch.server.store.interface import NewLog, StoreError
from deathmatch.server.times import GAP_S
from deathmatch_postgres import shared_time
from deathmatch_postgres.database.sharing import DEAD_MS
from deathmatch_postgres.database.store import PostgresStore
from deathmatch_postgres.shared_time import APART_S, ASK_S, LEASH_S, SOON_S, UNSURE_S, SharedClock
from deathmatch_postgres.sharing import Tick
from packages.postgres.tests.clusters import Cluster
from packages.postgres.tests.databases import changing, stores, until
from packages.postgres.tests.shared_store import Database, SharedStore, together
from tests.server.kit import run

# --- Processes that share the clock of a database, all of whose time the test turns


LOOK_MS = 50  # between two looks of a process at its clock
GAP_MS, LEASH_MS = int(GAP_S * 1000), int(LEASH_S * 1000)
NEAR_MS = 25  # what is known so exactly that only rounding and drift are in it


@dataclass
class Machine:
    """Where processes and their database run.

    Attributes:
        real: the real time, in ms.
        away: whether the database does not answer.
    """

    real: int = 0
    away: bool = False
    processes: list[Process] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.base = Database(lambda: self.real)

    def process(self, began: float = 0.0, drift: float = 0.0) -> Process:
        """A process that has not started yet."""
        made = Process(self, self.base.server(), began, drift)
        self.processes.append(made)
        return made

    async def start(self, **more: float) -> Process:
        """A process that can answer at once."""
        made = self.process(**more)
        await made.load()
        made.clock.start()
        await made.ask()
        return made

    def pass_by(self, ms: int) -> None:
        """So much time passes; all processes that live look at their clocks meanwhile."""
        end = self.real + ms
        while self.real < end:
            self.real = min(end, self.real + LOOK_MS)
            for one in self.processes:
                one.look()

    async def go_on(self, ms: int) -> None:
        """So much time passes at least; processes that live ask the database when they should."""
        end = self.real + ms
        while self.real < end:
            self.pass_by(min(LOOK_MS, end - self.real))
            for one in self.processes:
                if one.lives and not one.silent and self.real >= one.next_ms:
                    await one.ask()


@dataclass
class Process:
    """A process with a monotonic clock of its own, which began anywhere and may drift.

    Attributes:
        store: its connection.
        began: what its clock showed at 0.
        drift: seconds too many in a second.
        there, back: how long a question and its answer are under way, in ms.
        stopped: whether it stands still.
        ended: whether it has been killed.
        next_ms: when it asks the database again.
        silent: whether its questions do not get through.
        lived: from when until when it lived, without short times in which it stood still.
    """

    machine: Machine
    store: SharedStore
    began: float = 0.0
    drift: float = 0.0
    there: int = 0
    back: int = 0
    stopped: bool = False
    ended: bool = False
    next_ms: float = 0
    silent: bool = False
    lived: list[tuple[int, int]] = field(default_factory=list)
    _since: int = 0
    _last: int = 0
    _seen: int = 0

    def __post_init__(self) -> None:
        self.clock = SharedClock(self.monotonic)

    @property
    def lives(self) -> bool:
        """Whether it can answer."""
        return not self.stopped and not self.ended

    def monotonic(self) -> float:
        return self.began + self.machine.real / 1000 * (1 + self.drift)

    async def tick(self, lived: int) -> Tick:
        self.machine.pass_by(self.there)
        if self.machine.away:
            raise StoreError("the connection was lost")
        answer = await self.store.tick(lived)
        self.machine.pass_by(self.back)
        return answer

    async def load(self) -> None:
        """It asks before it starts."""
        await self.clock.ask(self.tick)
        self._since = self._last = self.machine.real

    async def ask(self) -> None:
        """It asks as it should."""
        with contextlib.suppress(StoreError):
            await self.clock.ask(self.tick)
        self.next_ms = self.machine.real + 1000 * (SOON_S if self.machine.real - self._since < UNSURE_S * 1000 else ASK_S)

    def look(self) -> None:
        """It looks at its clock, if it lives, and never finds it earlier than before."""
        if not self.lives:
            return
        if self.machine.real - self._last >= GAP_MS:
            self.lived.append((self._since, self._last))
            self._since, self.next_ms = self.machine.real, 0
        self._last = self.machine.real
        seen = self.clock.now()
        assert seen >= self._seen, "it went back"
        self._seen = seen
        if self.clock._seen is not None:
            self.clock._mark()

    def kill(self) -> None:
        """It is no more."""
        if not self.ended:
            self.lived.append((self._since, self._last))
            self.store.die()
        self.ended = True

    def life(self) -> list[tuple[int, int]]:
        """When it lived until now."""
        return self.lived if self.ended else [*self.lived, (self._since, self._last)]


# --- The running time of many processes, by the clock of a database that the test turns


async def test_a_slow_answer_moves_the_clock_less_than_half_of_its_way() -> None:
    machine = Machine()
    process = await machine.start()
    await machine.go_on(1_000)
    process.there, process.back = 0, 1_500  # the whole way is back: half-way would be wrong by 750 ms
    await process.ask()
    assert abs(process.clock.now() - machine.real) <= NEAR_MS  # the fast answer before still counts


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


# --- The moments of messages that arrive while the clock of a process waits for the database


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


# --- The running time that processes share by a PostgreSQL, whose clock the test turns by its hand in most of these


LEASH_MS_POSTGRES_TIME = int(LEASH_S * 1000)
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


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.nightly)])
async def test_running_time_is_the_length_of_all_times_together_in_which_some_process_lived(seed: int, database: str) -> None:
    """Whatever the order of the beats, how long each process had lived, and whether an answer was lost."""

    chance = random.Random(seed)
    async with turned(database) as (clock, process), contextlib.AsyncExitStack() as stack:
        living: list[PostgresStore] = [(await stack.enter_async_context(process()))[0] for _ in range(2)]
        beats: dict[PostgresStore, int] = {}
        spans: list[tuple[int, int]] = []
        for _ in range(60):
            clock.turn(chance.choice((0, 1, 20, 300, 300, 900, 2_500)))
            one, lived = chance.choice(living), chance.choice((LEASH_MS_POSTGRES_TIME, LEASH_MS_POSTGRES_TIME, 400, 0))
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
            await store.sharing.tick(LEASH_MS_POSTGRES_TIME)
        ran = 0
        for jump in (-3_600_000, 7_200_000, -100, 500_000):
            clock.turn(jump)
            after = [(await store.sharing.tick(LEASH_MS_POSTGRES_TIME)).ran for store in (one, two)]
            assert ran <= after[0] <= after[1] <= ran + LEASH_MS_POSTGRES_TIME
            ran = after[1]
            for _ in range(3):
                clock.turn(700)
                for store in (one, two):
                    now = (await store.sharing.tick(LEASH_MS_POSTGRES_TIME)).ran
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
            await one.sharing.tick(LEASH_MS_POSTGRES_TIME)
            for n in range(3):
                clock.turn(500)
                before = await one.sharing.tick(LEASH_MS_POSTGRES_TIME)
                assert before.ran == 500 * (n + 1)
                await one.create(NewLog(f"m{n}", {}, [b"zero"]), before.ran + 900)
                async with process() as (other,):
                    assert (await other.sharing.tick(LEASH_MS_POSTGRES_TIME)).ran == before.ran
        clock.turn(DEAD_MS + 1)
        async with process() as (alone,):  # all have died, and what is on disk has passed
            assert (await alone.sharing.tick(LEASH_MS_POSTGRES_TIME)).ran == before.ran + 900


def test_a_process_that_comes_back_hears_how_long_others_have_lived_most_likely(database: str, cluster: Cluster, template: str) -> None:
    async def test() -> None:
        elsewhere = cluster.url(stack.enter_context(cluster.database(template)))
        async with turned(database) as (clock, process), process() as (one,):
            async with process() as (other,):
                for _ in range(2):
                    clock.turn(1_000)
                    await other.sharing.tick(LEASH_MS_POSTGRES_TIME)
                clock.turn(700)
                tick = await one.sharing.tick(0)
                assert (tick.ran, tick.more) == (1_000, 700)
                clock.turn(LEASH_MS_POSTGRES_TIME)
                assert (await one.sharing.tick(0)).more == 0, "it would have said so"
                await other.sharing.tick(LEASH_MS_POSTGRES_TIME)
                clock.turn(300)
                assert (await one.sharing.tick(0)).more == 300 + 700  # the last 2 s of the other one ended 700 ms before its beat
            async with stores(elsewhere):
                async with asyncio.timeout(20):  # the other one is no more, and a process on another database is none of ours
                    while (await one.sharing.tick(0)).more:  # noqa: ASYNC110 - PostgreSQL frees a lock a little after its connection ends
                        await asyncio.sleep(0.01)

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
