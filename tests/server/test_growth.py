"""A server that plays for long does not grow: what a match leaves when it is over goes at once, without the garbage collector."""

from __future__ import annotations

import gc
import logging
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from deathmatch.match.dealer import HmacSource
from deathmatch.server.rooms import lobby
from deathmatch.server.rooms.outbox import Outbox
from deathmatch.server.running import ADDED, GROWTH, IDLE_S, Collector
from deathmatch.server.settings import Limits
from deathmatch.server.store.sqlite import SqliteStore
from tests.server.kit import GAUNTLET, FakeTime, World, new_world, settle

OURS = ("deathmatch.server", "deathmatch.match")
ROLES = ("A", "B", "host", "watcher")
HOUR_MS = 3_600_000  # longer than a table that nobody looks at stays in memory, and than links are kept


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


async def play(w: World, name: str) -> None:
    """A whole match: made, looked at by everybody, played for a while, given up, left."""
    made = await w.match(GAUNTLET)
    outboxes = {}
    for role in ROLES:
        link, outbox = await w.link(made, role), Outbox(Limits())
        await (await w.lobby.room(link)).join(link.key.role, outbox, 0)
        outboxes[role] = (link, outbox)
    for question in range(4):
        for seat in "AB":
            await w.play(made, seat, HmacSource(b"growth", f"{name} {question} {seat}"))
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    for link, outbox in outboxes.values():
        w.lobby.leave(link, outbox)
    await w.full(made, "watcher")


def ours() -> Counter[str]:
    """The objects of the server in memory, by class."""
    return Counter(type(one).__qualname__ for one in gc.get_objects() if str(type(one).__module__).startswith(OURS))


@pytest.mark.usefixtures("_without_collector")
async def test_matches_that_were_played_leave_nothing_behind(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite", 10_000)
    w = await new_world(store, FakeTime(), live_matches=50)  # type: ignore[arg-type]
    found = []
    try:
        for hour in range(3):
            for number in range(2):
                await play(w, f"{hour} {number}")
            await w.time.pass_by(HOUR_MS)
            await settle()
            assert len(w.lobby.rooms) == 0
            found.append(ours())
        gc.collect()
        assert ours() == found[-1], "only the garbage collector could free some of these"
    finally:
        await w.lobby.close()
    assert found[-1] == found[-2]


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
