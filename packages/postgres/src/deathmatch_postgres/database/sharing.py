"""News, leases and running time between the processes that share a database; see `Sharing`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar, get_args

import psycopg

from deathmatch.server.store.interface import StoreError
from deathmatch.server.wire.problems import outline
from deathmatch_postgres.database import rows
from deathmatch_postgres.database.additions import CHANNEL, WORK
from deathmatch_postgres.database.connecting import Address, Db, bounded, connected
from deathmatch_postgres.database.writer import HOLD, Writer, payloads
from deathmatch_postgres.sharing import YET_MS, Heard, Kind, Living, Missed, Note, People, Reply, Tick

log = logging.getLogger("deathmatch.store")
T = TypeVar("T")

LOOK_S = 5.0  # without news; then the connection is asked whether it still stands
ANSWER_S = 5.0
WAITS_S = (0.05, 0.1, 0.2, 0.5, 1.0)  # between two attempts to connect; the last one again and again
KINDS: Sequence[str] = get_args(Kind)

_MS = "clock_timestamp() + %s * interval '1 millisecond'"
_LEASE = (
    f"INSERT INTO leases VALUES (%s, %s, {_MS}) ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, "  # noqa: S608 - words of ours
    "until = excluded.until WHERE leases.holder = excluded.holder OR leases.until <= clock_timestamp() RETURNING name"
)
_RENEW = f"UPDATE leases SET until = {_MS} WHERE holder = %s AND name = ANY(%s) RETURNING 1"  # noqa: S608 - words of ours
_TAKE = f"""
WITH ripe AS (
    SELECT id FROM matches WHERE due <= %s
    AND NOT EXISTS (SELECT FROM leases WHERE name = 'due ' || id AND until > clock_timestamp())
    ORDER BY due, id LIMIT %s FOR UPDATE SKIP LOCKED
)
INSERT INTO leases SELECT 'due ' || id, %s, {_MS} FROM ripe
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE leases.until <= clock_timestamp()
RETURNING substr(name, 5)
"""  # noqa: S608 - words of ours
_FORGET = (
    "DELETE FROM leases WHERE name IN "
    "(SELECT name FROM leases WHERE until < clock_timestamp() - interval '1 minute' LIMIT 1000 FOR UPDATE SKIP LOCKED)"
)
_ONE_MS = "interval '1 millisecond'"
_KEPT = "interval '1 minute'"  # the database remembers so long which times are counted
_NOW = "it AS (SELECT clock_timestamp() AS now, 'epoch'::timestamptz + %s * interval '1 microsecond' AS since)"
_ENDED = f"ended AS (SELECT now, since, least(now, since + %s * {_ONE_MS}) AS until FROM it)"  # noqa: S608 - words of ours
_NEW_LIFE = f"""
{_NOW}, {_ENDED}, new AS (
    SELECT now, CASE WHEN since > now - {_KEPT} AND since < until THEN tstzmultirange(tstzrange(since, until)) ELSE '{{}}' END AS life
    FROM ended
)
"""  # noqa: S608 - words of ours
_LENGTH_MS = "coalesce(sum(extract(epoch FROM upper(part) - lower(part))) * 1000, 0)::int8"
_HERE = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
_OTHERS = f"SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid::int8 <> %s AND {_HERE}"
_WAITED = "interval '10 seconds'"  # a beat that waited for the row may be older than the last one by so much, and takes nothing away
_LIVED = f"(lived + life) * tstzmultirange(tstzrange(now - {_KEPT}, now + {_WAITED}))"
_RAN = f"ran + (SELECT {_LENGTH_MS} FROM unnest(life - lived) AS it (part))"  # noqa: S608 - words of ours
_SINCE_MS = "(extract(epoch FROM now - upper(lived)) * 1000)::int8"
_BEAT = f"UPDATE running SET beat = now, lived = {_LIVED}, ran = {_RAN} FROM new RETURNING ran, now, {_SINCE_MS} AS more"  # noqa: S608
_MORE = f"CASE WHEN more BETWEEN 1 AND {YET_MS} AND EXISTS ({_OTHERS}) THEN more ELSE 0 END"
_TICK = f"WITH {_NEW_LIFE}, beat AS ({_BEAT}) SELECT ran, (extract(epoch FROM now) * 1000000)::int8, {_MORE} FROM beat"  # noqa: S608
DEAD_MS = 3_000  # without a beat of any process: none runs
BEGIN = (
    "INSERT INTO running (one, ran, beat) SELECT 1, coalesce(max(at), 0), to_timestamp(0) FROM writers "  # noqa: S608 - words of ours
    "ON CONFLICT (one) DO UPDATE SET ran = greatest(running.ran, excluded.ran) "
    f"WHERE clock_timestamp() - running.beat > {DEAD_MS} * {_ONE_MS}"
)  # at the start of a process: if no other one runs, the moments on disk have passed; else one that is ahead waits for the others

_LIVES = f"""
WITH me AS (
    INSERT INTO processes VALUES (%s, %s, {_MS}) ON CONFLICT (id) DO UPDATE SET lists = excluded.lists, until = excluded.until
)
SELECT id, lists FROM processes WHERE until > clock_timestamp()
"""  # noqa: S608 - words of ours; it shows the rows as they were before
_PUT_PEOPLE = (
    "INSERT INTO people SELECT match, %s, body FROM unnest(%s::text[], %b::bytea[]) AS it (match, body) "
    "ON CONFLICT (match, process) DO UPDATE SET body = excluded.body"
)
_KEEP_PEOPLE = (
    f"WITH gone AS (DELETE FROM people WHERE process = %s AND match = ANY(%s::text[])), kept AS ({_PUT_PEOPLE}) "  # noqa: S608
    "SELECT pg_notify(%s, words) FROM unnest(%s::text[]) AS it (words)"
)
_PEOPLE = (
    "SELECT match, process, body FROM people JOIN processes ON processes.id = process AND until > clock_timestamp() WHERE process <> %s"
)
_LEAVE = (
    "WITH gone AS (DELETE FROM people WHERE process = %s RETURNING match), me AS (DELETE FROM processes WHERE id = %s), "
    "free AS (DELETE FROM leases WHERE holder = %s) SELECT match FROM gone"
)
_LEFT = "least(%(burst)s, buckets.level + %(rate)s * greatest(0, extract(epoch FROM clock_timestamp() - buckets.at)))"
_SPEND = (
    "INSERT INTO buckets VALUES (%(name)s, %(burst)s::float8 - 1, clock_timestamp()) ON CONFLICT (name) DO UPDATE "  # noqa: S608
    f"SET level = {_LEFT} - 1, at = clock_timestamp() WHERE {_LEFT} >= 1 RETURNING level"
)
_ONCE = (
    f"INSERT INTO used VALUES (%s, {_MS}) ON CONFLICT (name) DO UPDATE SET until = excluded.until "  # noqa: S608 - words of ours
    "WHERE used.until <= clock_timestamp() RETURNING name"
)
_ASK = (
    f"WITH asked AS (INSERT INTO questions (name, body, ms, asked, until) VALUES (%s, %b, %s, clock_timestamp(), {_MS})) "  # noqa: S608
    f"SELECT pg_notify('{WORK}', '')"
)
_OLD = {
    "processes": "until < clock_timestamp() - interval '1 minute'",
    "people": "NOT EXISTS (SELECT FROM processes WHERE id = process)",
    "buckets": "at < clock_timestamp() - interval '1 hour'",
    "used": "until < clock_timestamp()",
    "questions": "until < clock_timestamp()",
}
TIDY = 60  # calls of `living` between two looks for old rows

Read = Callable[[Callable[[Db], Awaitable[Any]]], Awaitable[Any]]


def notes_of(payload: str, own: int) -> list[Note]:
    """The notes of a commit, as PostgreSQL carries them; none if this process wrote it. Lines that a later program writes are left out."""
    writer, *lines = payload.split("\n")
    if writer == str(own):
        return []
    notes = []
    for line in lines:
        kind, _, rest = line.partition(" ")
        count, _, name = rest.partition(" ")
        if kind in KINDS and count.isdecimal():
            notes.append(Note(kind, name, int(count)))  # type: ignore[arg-type]
    return notes


class PostgresSharing:
    """See `Sharing`.

    Args:
        address: of the database.
        writer: of this process.
        ask: does something on a connection of the pool; raises StoreError.
    """

    def __init__(self, address: Address, writer: Writer, ask: Read) -> None:
        self._address = address
        self._number = writer.number
        self._ask = ask
        self._listening: asyncio.Task[None] | None = None
        self._lived = 0
        self._beat = 0  # the last one that was answered, in microseconds since 1970 by the database's clock

    def listen(self, heard: Heard, missed: Missed) -> None:
        """See `Sharing`."""
        assert self._listening is None
        self._listening = asyncio.create_task(self._hear(heard, missed), name="store-listen")

    async def close(self) -> None:
        """Hear nothing any more."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def lease(self, name: str, ms: int) -> bool:
        """See `Sharing`."""
        return bool(await self._fetch(_LEASE, name, self._number, ms))

    async def renew(self, names: Sequence[str], ms: int) -> None:
        """See `Sharing`."""
        await self._fetch(_RENEW, ms, self._number, list(names))

    async def release(self, name: str) -> None:
        """See `Sharing`."""
        await self._fetch("DELETE FROM leases WHERE name = %s AND holder = %s RETURNING name", name, self._number)

    async def take_due(self, by: int, ms: int, most: int) -> list[str]:
        """See `Sharing`."""
        taken = [row[0] for row in await self._fetch(_TAKE, by, most, self._number, ms)]
        if taken:
            await self._fetch(_FORGET + " RETURNING name")
        return taken

    async def rows_of(self, matches: Sequence[str]) -> Mapping[str, bytes]:
        """See `Sharing`."""
        found: Mapping[str, bytes] = await self._ask(lambda db: rows.listed_of(db, matches))
        return found

    async def tick(self, lived: int) -> Tick:
        """See `Sharing`. A beat that is made twice, because its answer was lost, counts once."""
        ran, self._beat, more = (await self._fetch(_TICK, self._beat, lived, HOLD, self._number))[0]
        return Tick(ran, self._beat // 1000, more)

    async def living(self, ms: int, lists: str) -> Living:
        """See `Sharing`."""
        found = {row[0]: row[1] for row in await self._fetch(_LIVES, self._number, lists, ms)}
        if self._lived % TIDY == 0:
            for table, old in _OLD.items():
                await self._fetch(f"DELETE FROM {table} WHERE {old} RETURNING 1")  # noqa: S608 - words of ours
        self._lived += 1
        return Living(found.pop(self._number, None) is not None, found)

    async def keep_people(self, people: Mapping[str, bytes]) -> None:
        """See `Sharing`."""
        here = {match: body for match, body in people.items() if body}
        notes = payloads(self._number, [Note("people", match) for match in people])
        gone = [match for match in people if match not in here]
        await self._fetch(_KEEP_PEOPLE, self._number, gone, self._number, list(here), list(here.values()), CHANNEL, list(notes))

    async def people(self, matches: Sequence[str] | None = None) -> list[People]:
        """See `Sharing`."""
        if matches is None:
            found = await self._fetch(_PEOPLE, self._number)
        else:
            found = await self._fetch(f"{_PEOPLE} AND match = ANY(%s)", self._number, list(matches))
        return [People(row[0], row[1], bytes(row[2])) for row in found]

    async def leave(self) -> None:
        """See `Sharing`."""
        gone = [row[0] for row in await self._fetch(_LEAVE, self._number, self._number, self._number)]
        if gone:
            await self.keep_people(dict.fromkeys(gone, b""))

    async def spend(self, name: str, burst: float, per_second: float) -> bool:
        """See `Sharing`."""
        return bool(await self._fetch_by_name(_SPEND, {"name": name, "burst": burst, "rate": per_second}))

    async def once(self, name: str, ms: int) -> bool:
        """See `Sharing`."""
        return bool(await self._fetch(_ONCE, name, ms))

    async def ask(self, name: str, body: bytes, ms: int, lasts: int) -> None:
        """See `Sharing`."""
        await self._fetch(_ASK, name, body, ms, lasts)

    async def replies(self, names: Sequence[str]) -> Mapping[str, Reply]:
        """See `Sharing`."""
        found = await self._fetch("SELECT name, worker IS NOT NULL, answer FROM questions WHERE name = ANY(%s)", list(names))
        return {row[0]: Reply(row[1], bytes(row[2] or b"")) for row in found}

    async def withdraw(self, name: str) -> None:
        """See `Sharing`."""
        await self._fetch("DELETE FROM questions WHERE name = %s RETURNING name", name)

    async def _fetch(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._fetch_by_name(sql, values)

    async def _fetch_by_name(self, sql: str, values: Sequence[object] | Mapping[str, object]) -> list[tuple[Any, ...]]:
        async def work(db: Db) -> list[tuple[Any, ...]]:
            return await (await db.execute(sql.encode(), values)).fetchall()

        found: list[tuple[Any, ...]] = await self._ask(work)
        return found

    # --- News

    async def _hear(self, heard: Heard, missed: Missed) -> None:
        """Listen for ever, over one connection after another."""
        tries = 0
        first = True
        while True:
            try:
                db = await connected(self._address)
                async with db:
                    await db.execute(f"LISTEN {CHANNEL}".encode())
                    if not first:
                        missed()
                    tries, first = 0, False
                    await self._follow(db, heard)
            except (StoreError, psycopg.Error, OSError):
                first = False
            except Exception as error:  # a bug of a listener must not end the news
                log.error("a bug in the news of the store: %s", outline(error))
                first = False
            await asyncio.sleep(WAITS_S[min(tries, len(WAITS_S) - 1)])
            tries += 1

    async def _follow(self, db: Db, heard: Heard) -> None:
        while True:
            async with contextlib.aclosing(db.notifies(timeout=LOOK_S)) as news:
                async for note in news:
                    if notes := notes_of(note.payload, self._number):
                        heard(notes)
            with bounded(db, ANSWER_S):
                await db.execute("SELECT 1")
