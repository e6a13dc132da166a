"""A server that plays for long does not grow: what a match leaves when it is over goes at once, without the garbage collector."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from deathmatch.server import running
from deathmatch.server.rooms import lobby
from deathmatch.server.rooms.outbox import Outbox
from deathmatch.server.running import ADDED, FEW, GROWTH, IDLE_S, SELDOM, Collector
from deathmatch.server.settings import Limits
from deathmatch.server.store.sqlite import SqliteStore
from tests.server.kit import GAUNTLET, FakeTime, World, new_world, settle

OURS = ("deathmatch.server", "deathmatch.match")
DAY_MS = 24 * 3_600_000
ROLES = ("A", "B", "host", "watcher")
LEAVES_MS = 300_000  # longer than a table that nobody looks at stays in memory, and than links are kept


@pytest.fixture(scope="module", autouse=True)
def _set_aside() -> Iterator[None]:
    """The task brings back all objects that the suite has set aside (`tests/conftest.py`)."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def _without_collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(lobby, "KNOWN_LINKS", 6)  # which fill up at once
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def play(w: World, number: int, questions: int) -> None:
    """A whole match: made, looked at by everybody, played for a while, given up, left."""
    made = await w.match(GAUNTLET)
    outboxes = {}
    for role in ROLES:
        link, outbox = await w.link(made, role), Outbox(Limits())
        await (await w.lobby.room(link)).join(link.key.role, outbox, 0)
        outboxes[role] = (link, outbox)
    room = await w.lobby.room(outboxes["A"][0])
    for question in range(questions):
        for seat in Seat:
            seen = room.table.started_match.seen(seat, w.time.now())
            if seen.decision is not None:
                text = seen.decision.write(seen.decision.sample(HmacSource(b"growth", f"{number} {question} {seat}")))
                await w.submit(made, seat.value, seen.ply, text)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    for link, outbox in outboxes.values():
        await read(outbox)
        w.lobby.leave(link, outbox)
    await w.full(made, "watcher")


async def read(outbox: Outbox) -> None:
    outbox.drop("read to the end")
    while await outbox.next() is not None:
        pass


async def days(folder: Path, matches: int, questions: int, hours: int) -> list[tuple[int, Counter[str]]]:
    """Plays so many matches in so many hours of the server's time. What is in memory after each hour: blocks, and our own objects."""
    store = SqliteStore(folder / "matches.sqlite", 10_000)
    w = await new_world(store, FakeTime(), live_matches=50)  # type: ignore[arg-type]
    found = []
    try:
        for hour in range(hours):
            for number in range(matches // hours):
                await play(w, hour * 1000 + number, questions)
            await w.time.pass_by(max(LEAVES_MS, DAY_MS // 24))
            await settle()
            assert w.lobby.rooms == 0
            blocks = sys.getallocatedblocks()
            found.append((blocks, ours()))
        gc.collect()
        assert ours() == found[-1][1], "only the garbage collector could free some of these"
    finally:
        await w.lobby.close()
    return found


def ours() -> Counter[str]:
    """The objects of the server in memory, by class."""
    return Counter(type(one).__qualname__ for one in gc.get_objects() if str(type(one).__module__).startswith(OURS))


@pytest.mark.usefixtures("_without_collector")
async def test_matches_that_were_played_leave_nothing_behind(tmp_path: Path) -> None:
    found = await days(tmp_path, matches=6, questions=4, hours=3)
    assert found[-1][1] == found[-2][1]


@pytest.mark.nightly
@pytest.mark.usefixtures("_without_collector")
async def test_a_day_of_play_without_the_collector_does_not_grow(tmp_path: Path) -> None:
    found = await days(tmp_path, matches=480, questions=6, hours=24)
    assert found[-1][1] == found[8][1]
    blocks = [held for held, _ in found]
    assert blocks[-1] - blocks[-9] < (blocks[8] - blocks[0]) / 2, f"not only the bounded caches fill: {blocks}"


class Knot:
    """An object in a cycle, which only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("_without_collector")
def test_cycles_are_found_while_people_play_and_old_objects_are_not_looked_at() -> None:
    task = Collector(lambda: False)
    old, young = [], 0
    try:
        for _ in range(4 * SELDOM):
            old.append([[number] for number in range(200)])
            for _ in range(2 * FEW):
                Knot()
            young = max(young, len(gc.get_objects(generation=0)))
            task.tick()
        assert young < 2000, "it looks at the objects of one tick"
        left = sum(isinstance(one, Knot) for one in _frozen())
        assert left <= 2 * FEW * SELDOM, "those before the first look"
        task._look()
        assert not any(isinstance(one, Knot) for one in gc.get_objects())
    finally:
        gc.unfreeze()


def _frozen() -> list[object]:
    """All objects, with those that were set aside."""
    gc.unfreeze()
    everything = gc.get_objects()
    gc.freeze()
    return everything


@pytest.mark.parametrize(
    ("idle", "added", "looked"), [(True, ADDED, [2]), (True, ADDED - 1, []), (False, GROWTH - 1, []), (False, GROWTH, [2])]
)
def test_all_objects_are_looked_at_if_nobody_is_there_or_the_server_has_grown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, idle: bool, added: int, looked: list[int]
) -> None:
    looks, blocks, seconds = list[int](), [0], [0.0]
    monkeypatch.setattr(gc, "collect", lambda generation=2: looks.append(generation) if generation else 0)
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: blocks[0])
    task = Collector(lambda: idle, lambda: seconds[0])
    blocks[0] = added
    task.tick()
    assert looks == [], "not so soon"
    seconds[0] = IDLE_S
    with caplog.at_level(logging.WARNING):
        task.tick()
        task.tick()
    assert looks == looked
    assert bool(caplog.records) == (not idle and added >= GROWTH)


async def test_the_collector_is_off_while_the_task_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "TICK_S", 0)
    task, ticks = Collector(lambda: True), list[bool]()
    monkeypatch.setattr(task, "tick", lambda: ticks.append(gc.isenabled()))
    collecting = asyncio.create_task(task.run())
    for _ in range(10):
        await asyncio.sleep(0)
    collecting.cancel()
    await asyncio.wait({collecting})
    assert len(ticks) > 1
    assert not any(ticks)
    assert gc.isenabled()
