"""The questions to workers in a PostgreSQL. A worker needs only SELECT and UPDATE on `questions`, and SELECT on `deathmatch_format`."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import psycopg

from deathmatch.server.store.interface import StoreError
from deathmatch_postgres.database import schema
from deathmatch_postgres.database.additions import CHANNEL, WORK
from deathmatch_postgres.database.connecting import Address, Db, bounded, connected, read_address, version_of, words_of

ANSWER_S = 10.0  # longer, and the connection counts as lost
SHORTEST_MS = 50  # that a worker gets, however long a question has waited
TRIES = 3  # of an answer, over new connections

_FREE = "answer IS NULL AND until > clock_timestamp() AND (leased IS NULL OR leased <= clock_timestamp())"
_LEFT = "greatest(%s, ms - (extract(epoch FROM clock_timestamp() - asked) * 1000)::int)"
_RIPE = (
    f"SELECT name, CASE WHEN worker IS NULL THEN {_LEFT} ELSE ms END AS left_ms "  # noqa: S608 - words of ours
    f"FROM questions WHERE starts_with(name, %s) AND {_FREE} ORDER BY asked LIMIT 1 FOR UPDATE SKIP LOCKED"
)
_TAKE = (
    f"WITH ripe AS ({_RIPE}) UPDATE questions SET worker = %s, leased = clock_timestamp() + %s * interval '1 millisecond' "  # noqa: S608
    "FROM ripe WHERE questions.name = ripe.name RETURNING questions.name, body, left_ms"
)
_RENEW = (
    "UPDATE questions SET leased = clock_timestamp() + %s * interval '1 millisecond' "
    "WHERE name = ANY(%s) AND worker = %s AND answer IS NULL RETURNING 1"
)
_ANSWER = (
    "WITH mine AS (UPDATE questions SET answer = %b WHERE name = %s AND worker = %s AND answer IS NULL RETURNING name) "
    "SELECT pg_notify(%s, %s || E'\\nanswer 0 ' || name) FROM mine"
)


class Question(NamedTuple):
    """A question that a worker has taken.

    Attributes:
        name: of the question; its first word is its kind.
        body: sealed.
        ms: the time that is left for it.
    """

    name: str
    body: bytes
    ms: int


class Work(Protocol):
    """The questions of all servers on one store."""

    async def take(self, kind: str, lease: int) -> Question | None:
        """The oldest question of this kind that nobody has, for so many ms, after which another worker may take it; None if there is none.

        Raises StoreError.
        """
        ...

    async def renew(self, names: Sequence[str], lease: int) -> None:
        """Have these questions for so many ms from now, all that no other worker has taken meanwhile. Raises StoreError."""
        ...

    async def answer(self, name: str, body: bytes) -> None:
        """Answer a question that this worker has; the servers hear of it. Raises StoreError."""
        ...

    async def wait(self, seconds: float) -> None:
        """Wait for a new question, but at most so long."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


class PostgresWork:
    """See `Work`. Made by `open_work`."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._number = secrets.randbelow(2**31)
        self._asking: Db | None = None
        self._listening: Db | None = None
        self._lock = asyncio.Lock()

    async def take(self, kind: str, lease: int) -> Question | None:
        """See `Work`."""
        rows = await self._ask(_TAKE, SHORTEST_MS, f"{kind} ", self._number, lease)
        return Question(rows[0][0], bytes(rows[0][1]), rows[0][2]) if rows else None

    async def renew(self, names: Sequence[str], lease: int) -> None:
        """See `Work`."""
        await self._ask(_RENEW, lease, list(names), self._number)

    async def answer(self, name: str, body: bytes) -> None:
        """See `Work`. An answer whose own acknowledgement is lost is written again, which changes nothing."""
        for attempt in range(TRIES):
            try:
                await self._ask(_ANSWER, body, name, self._number, CHANNEL, str(self._number))
            except StoreError:
                if attempt == TRIES - 1:
                    raise
            else:
                return

    async def wait(self, seconds: float) -> None:
        """See `Work`."""
        try:
            if self._listening is None or self._listening.closed:
                self._listening = await connected(self._address)
                await self._listening.execute(f"LISTEN {WORK}".encode())
                return  # something may have been asked before
            async for _ in self._listening.notifies(timeout=seconds, stop_after=1):
                pass
        except (StoreError, psycopg.Error, OSError):
            await _close(self._listening)
            await asyncio.sleep(seconds)

    async def close(self) -> None:
        """See `Work`."""
        for db in (self._asking, self._listening):
            await _close(db)

    async def _ask(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        async with self._lock:
            if self._asking is None or self._asking.closed:
                self._asking = await connected(self._address)
            try:
                with bounded(self._asking, ANSWER_S):
                    return await (await self._asking.execute(sql.encode(), values or None)).fetchall()
            except (psycopg.Error, OSError) as error:
                await _close(self._asking)
                raise StoreError(f"{self._address.shown}: {words_of(error)}") from None


async def _close(db: Db | None) -> None:
    if db is not None:
        with contextlib.suppress(psycopg.Error, OSError):
            await db.close()


async def open_work(text: str) -> PostgresWork:
    """The questions at an address; raises StoreError if it cannot be reached or is of another format."""
    address = read_address(text)
    async with await connected(address) as db:
        try:
            with bounded(db, ANSWER_S):
                schema.refuse_other(await version_of(db), address.shown)
        except (psycopg.Error, OSError) as error:
            raise StoreError(f"{address.shown}: {words_of(error)}") from None
    return PostgresWork(address)
