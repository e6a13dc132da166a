"""What the servers on one PostgreSQL tell each other tells nobody else anything: neither the notes, which every role of the database can
hear, nor the rows that only they need. Two worlds that differ in what a seat hides are the same there, and no name, link, address or text
is in them."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from deathmatch import games
from deathmatch_postgres.database.additions import CHANNEL, WORK
from packages.postgres.tests.clusters import Cluster
from packages.postgres.tests.databases import changing, contents, notes_told, until
from packages.postgres.tests.many import calm, play, servers_on
from tests.leaks.pairs import Fixed, Pair, pairs
from tests.server.kit import World, http

VARIANT = games.find("tile-joust/gauntlet")
NAME = "Annabelle Quist"  # longer than what comes up by chance in sealed bytes
SAID, NOTED = "well met, and good luck", ("I keep the nine", "I keep the two, and the five, and the seven")
LINE = re.compile(r"(log|rewritten|dropped|listed|account|hook|people|answer) \d+ [a-z0-9]+")
SHARED = {  # what only processes need that share a store: the columns that do not depend on the time or on which process it is
    "people": "match, body",
    "processes": "lists",
    "leases": "name",
    "buckets": "name",
    "used": "name",
    "questions": "length(body), ms",
}


@dataclass
class Told:
    """What a world told.

    Attributes:
        lines: of all notes, without the numbers of the processes.
        rows: of the tables that only servers need.
        raw: everything as bytes, notes and rows.
        secrets: what must be nowhere in it.
    """

    lines: Counter[str] = field(default_factory=Counter)
    rows: dict[str, list[Any]] = field(default_factory=dict)
    raw: bytes = b""
    secrets: set[str] = field(default_factory=set)

    def hear(self, payload: str) -> None:
        """A note."""
        number, *lines = payload.split("\n")
        assert not payload or number.isdecimal()
        self.raw += payload.encode()
        for line in lines:
            assert LINE.fullmatch(line), line
            self.lines[line] = 1 if line.startswith("people") else self.lines[line] + 1  # how often depends on the real time


@contextlib.contextmanager
def listening(url: str, told: Told) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A hand in the database that hears everything."""
    with changing(url) as db:
        for channel in (CHANNEL, WORK):
            db.execute(f"LISTEN {channel}".encode())
        yield db
        for payload in notes_told(db):
            told.hear(payload)


async def evening(x: World, y: World, pair: Pair, which: int, folder: Path) -> set[str]:
    """A match on two servers up to the hidden submission, with readers, chat, notes, another one with a bot, and a wrong link.

    Returns: all that is nobody else's.
    """
    made = await x.match(VARIANT.id, options=dict(pair.given), name=NAME, settings={"kibitz": True, "publish": True})
    links = [made.seats["A"], made.seats["B"], made.host, *made.onlookers.values()]
    for actor, text in pair.moves:
        await x.submit(made, actor, (await x.full(made, actor)).seen.ply, text)
    for w, roles in ((x, ("A", "host", "watcher")), (y, ("B", "watcher"))):
        for role in roles:
            await w.reader(made, role)
    await x.submit(made, pair.seat.value, pair.ply, pair.texts[which])
    await y.ask(made, pair.seat.value, lambda room, seat: room.note(seat, NOTED[which]))
    await y.ask(made, "B", lambda room, seat: room.say(seat, "Bob", SAID))
    with_bot = await y.match(VARIANT.id, options=dict(pair.given), seats={"A": "me", "B": "bot:dummy"}, address="198.51.100.7")
    assert await play(y, with_bot, "A")
    async with http(x, folder) as browser:
        assert (await browser.get(f"/s/{'x' * 22}")).status_code == 404
    await x.time.pass_by(2_000)
    await calm()
    theirs = NAME, SAID, NOTED[which], pair.texts[which], "198.51.100.7", "127.0.0.1"  # the last is the guesser's
    needles = {*map(str, links), *map(str, with_bot.seats.values()), *theirs}
    return needles - {"None"}


async def world(url: str, pair: Pair, which: int, folder: Path) -> Told:
    """All that the servers tell each other in the world with this secret."""
    told = Told()
    with listening(url, told) as db:
        async with servers_on(url) as (x, y):
            told.secrets = await evening(x, y, pair, which, folder)
            await until(lambda: db.execute("SELECT FROM people HAVING count(DISTINCT process) = 2").fetchall())
            await until(lambda: db.execute("SELECT FROM leases").fetchall())
            for table, columns in SHARED.items():
                told.rows[table] = sorted(db.execute(f"SELECT {columns} FROM {table}".encode()).fetchall())
            told.raw += b"".join(body for table, body in contents(url).items() if table in {*SHARED, "running"})
    return told


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.nightly)])
async def test_notes_and_rows_of_two_worlds_that_differ_in_a_secret_are_the_same_and_hold_no_words_of_people(
    number: int, cluster: Cluster, template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = list(pairs(VARIANT, number + 1, "rows"))[number]
    found: list[Told] = []
    for which in range(2):
        monkeypatch.setattr(secrets, "token_bytes", Fixed(pair))
        with cluster.database(template) as name:
            found.append(await world(cluster.url(name), pair, which, tmp_path / str(which)))
    one, other = found
    assert one.lines == other.lines
    assert one.rows == other.rows
    for kind in ("log", "people"):
        assert any(line.startswith(kind) for line in one.lines), kind
    assert {table for table, rows in one.rows.items() if rows} >= {"people", "processes", "leases", "buckets"}
    for told in found:
        for needle in told.secrets:
            assert needle.encode() not in told.raw, needle
