"""Addresses of databases, and connections to them. An address may hold a password, so no message and no `repr` here names one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict

from deathmatch.server.store.interface import StoreError
from deathmatch_postgres.database.schema import FORMAT

SCHEMES = ("postgresql:", "postgres:")
Db: TypeAlias = "psycopg.AsyncConnection[tuple[Any, ...]]"

CONNECT_S = 3
SETTINGS = (
    "SET synchronous_commit = 'on'",  # a commit that returned survives a power cut
    "SET idle_in_transaction_session_timeout = '3s'",  # a process that was stopped in a transaction holds up nobody for longer
    "SET lock_timeout = '5s'",
)


@dataclass(frozen=True, slots=True)
class Address:
    """A database.

    Attributes:
        shown: in words, without user and password.
    """

    shown: str
    _parts: dict[str, Any] = field(repr=False)

    @property
    def parts(self) -> dict[str, Any]:
        """The settings of a connection. Without an encoding, psycopg gives bytes for texts of a database that was made with `LANG=C`."""
        return {"connect_timeout": CONNECT_S, "application_name": "deathmatch", **self._parts, "client_encoding": "UTF8"}


def read_address(text: str) -> Address:
    """An address as the command line has it; raises StoreError.

    `postgresql:` alone leaves everything to the environment (PGHOST, PGDATABASE, PGPASSFILE and so on).
    """
    scheme = next((scheme for scheme in SCHEMES if text.startswith(scheme)), None)
    if scheme is None:
        raise StoreError("the address of a store begins with postgresql:")
    try:
        parts = conninfo_to_dict("" if text == scheme else text)
    except psycopg.ProgrammingError:
        raise StoreError(
            "this is no address of a PostgreSQL; expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE, or postgresql:"
        ) from None
    shown = f"the database {parts.get('dbname', '')}".rstrip() + (f" on {parts['host']}" if parts.get("host") else "")
    return Address(shown, dict(parts))


def words_of(error: BaseException) -> str:
    """An error of the database in one line. Details are left out, because they quote rows."""
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        return error.diag.message_primary
    if isinstance(error, psycopg.OperationalError):
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return lines[0] if lines else "the connection is lost"
    return type(error).__name__


def is_lost(error: BaseException, db: Db | psycopg.Connection[Any] | None) -> bool:
    """Whether a connection, rather than a statement, has failed."""
    return isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError, OSError)) and (db is None or db.closed or db.broken)


async def connected(address: Address) -> Db:
    """A connection, each statement its own transaction unless one is begun; raises StoreError."""
    try:
        db = await psycopg.AsyncConnection.connect(**address.parts, autocommit=True)
    except (psycopg.Error, OSError) as error:
        raise StoreError(f"{address.shown}: {words_of(error)}") from None
    try:
        await prepare(db)
    except BaseException as error:  # to be cancelled closes it, too
        await db.close()
        if isinstance(error, psycopg.Error):
            raise StoreError(f"{address.shown}: {words_of(error)}") from None
        raise
    return db


async def version_of(db: Db) -> int:
    """The format of a database; 0 if it has no tables of ours."""
    row = await (await db.execute("SELECT to_regclass(%s) IS NOT NULL", (FORMAT,))).fetchone()
    if row is None or not row[0]:
        return 0
    found = await (await db.execute(f"SELECT version FROM {FORMAT}".encode())).fetchone()  # noqa: S608 - a name of ours
    return int(found[0]) if found is not None else 0


async def prepare(db: Db) -> None:
    """Settings of a fresh connection."""
    await db.execute("; ".join(SETTINGS).encode())


@contextlib.contextmanager
def bounded(db: Db, seconds: float) -> Iterator[None]:
    """Meanwhile the connection is cut if this takes longer: a database that is stopped answers no request to break off either."""
    timer = asyncio.get_running_loop().call_later(seconds, _cut, db)
    try:
        yield
    finally:
        timer.cancel()


def _cut(db: Db) -> None:
    with contextlib.suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(db.fileno())) as it:
        it.shutdown(socket.SHUT_RDWR)
