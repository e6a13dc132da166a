"""Several servers of this process on one store, for tests: they share the time that the test turns, and hear each other's news."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, cast

from deathmatch import games
from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from deathmatch.server.lexicons import Lexicons, shipped
from deathmatch.server.rooms.errands import Reviews
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.rooms.turns import Turns
from deathmatch.server.settings import Settings
from deathmatch.server.table.table import Table
from deathmatch.server.wire import bodies
from deathmatch_postgres.processes import Hearing, ManyProcesses
from packages.postgres.tests.databases import stores
from packages.postgres.tests.shared_store import Database, SharedStore
from tests.limits import OPEN
from tests.server.kit import HOUR_MS, VAULT, Dummy, FakeTime, World, bots, find, kill, settle, toy_words

WORDS = Lexicons(None, {**shipped(games.every()), "short": toy_words})


async def server(database: Database, time: FakeTime) -> World:
    """One more server."""
    return await server_on(database.server(), time)


async def server_on(store: Any, time: FakeTime) -> World:
    """A server on a store that others share."""
    thinker = Dummy()
    settings = Settings(Path("nowhere"), OPEN, beat_ms=HOUR_MS)
    lobby = Lobby(settings, store, time, find, bots, Turns(thinker, 1), WORDS, Reviews(thinker), VAULT, others=ManyProcesses(store))
    await lobby.open()
    return World(lobby, time, store, thinker)


@contextlib.asynccontextmanager
async def servers(count: int = 2) -> AsyncIterator[list[World]]:
    """So many servers on one store in memory."""
    time = FakeTime(10_000)
    database = Database(time.now)
    made = [await server(database, time) for _ in range(count)]
    try:
        yield made
    finally:
        await kill(made[0].lobby)


@contextlib.asynccontextmanager
async def servers_on(database: str) -> AsyncIterator[list[World]]:
    """Two servers on a PostgreSQL."""
    time = FakeTime(10_000)
    async with stores(database, database) as both:
        made = [await server_on(store, time) for store in both]
        try:
            yield made
        finally:
            await kill(made[0].lobby)


def store_of(w: World) -> SharedStore:
    """The connection of a server to the store."""
    return cast("SharedStore", w.store)


def hearing_of(w: World) -> Hearing:
    """The part of a server that hears the notes of the others."""
    assert isinstance(w.lobby.others, ManyProcesses)
    assert w.lobby.others.hearing is not None
    return w.lobby.others.hearing


async def die(w: World) -> None:
    """A server is no more; it writes nothing before."""
    store_of(w).die()
    hearing_of(w).presence.stop()
    await w.lobby.rooms.close("")


async def table(w: World, match: str) -> Table:
    """A table as this server has it."""
    return (await w.lobby.rooms.room(match)).table


async def answer(w: World, made: bodies.MatchMade, seat: str, salt: object = "") -> str | None:
    """Any legal answer of a seat, as this server sees the match; None if it owes none."""
    match = (await table(w, made.id)).match
    if match is None or match.over is not None or match.paused or Seat(seat) not in match.owing:
        return None
    decision = match.seen(Seat(seat), w.time.now()).decision
    assert decision is not None
    return str(decision.write(decision.sample(HmacSource(b"many", f"{salt} {seat} {match.ply}"))))


async def play(w: World, made: bodies.MatchMade, seat: str, salt: object = "") -> bool:
    """A seat plays through this server, if it owes an answer; returns whether."""
    for again in range(20):
        text = await answer(w, made, seat, f"{salt} {again}")
        if text is None:
            return False
        with contextlib.suppress(Illegal):  # a word that is in no list
            await w.submit(made, seat, (await table(w, made.id)).started_match.ply, text)
            return True
    await w.ask(made, seat, lambda room, role: room.resign(role))
    return True


def check_prefix(frames: Sequence[dict[str, Any]], version: int) -> None:
    """Every version came once and in order, up to this one; a full frame may skip some."""
    known = 0
    for frame in frames:
        if frame["type"] == "full":
            assert frame["version"] >= known, "a reader went back"
            known = frame["version"]
        elif frame["type"] in ("update", "chat"):
            assert frame["version"] == known + 1, f"{frame['type']} {frame['version']} after {known}"
            known += 1
        elif frame["type"] == "table":
            assert known <= frame["version"] <= known + 1
            known = frame["version"]
    assert known == version


async def calm() -> None:
    """All news have come, and everything is shown."""
    for _ in range(3):
        await settle()


async def until_ply(w: World, made: bodies.MatchMade, ply: int) -> None:
    """Wait until this server has come to a question."""
    link = await w.link(made, "A")
    while (known := await table(w, made.id)).started_match.ply < ply:
        await w.within(link, lambda room, known=known: room.version("A", known.version, 20))  # type: ignore[misc]
