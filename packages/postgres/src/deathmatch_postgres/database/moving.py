"""Everything of a store, copied from a folder's SQLite file to a PostgreSQL or back, and compared row by row.

A target holds all of it or nothing. A PostgreSQL is filled in one transaction, and a file under another name until it is whole; so a move
that was cut off is simply made again. Rows are copied as they are, with their checksums.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, Protocol

import psycopg
from psycopg import sql

from deathmatch.server.store import logs
from deathmatch.server.store.checking import stored
from deathmatch.server.store.interface import StoreError
from deathmatch.server.store.logs import EMPTY, chained, checksum
from deathmatch.server.store.sqlite import latest_file, lock, opened, store_file
from deathmatch_postgres.database import schema as tables
from deathmatch_postgres.database.connecting import SCHEMES, read_address
from deathmatch_postgres.database.migrating import connection
from deathmatch_postgres.database.writer import HOLD

TABLES: Mapping[str, tuple[str, ...]] = {
    "entries": ("match", "n", "body"),
    **{name: columns for name, columns in logs.ROWS.items() if name != "beats"},
}
"""The columns of each table without the checksum; `beats` is moved as one moment."""

KEYS = {"entries": "match, n"}  # of the other tables it is the first column
AT_ONCE = 2_000  # rows from a database

Row = tuple[Any, ...]
Progress = Callable[[str, int], None]
"""Told the table and how many of its rows are done."""


class Side(Protocol):
    """One end of a move."""

    def rows(self, table: str) -> Generator[Row, None, None]:
        """All rows of a table in the order of its key, each with its checksum."""
        ...

    def moment(self) -> int:
        """The latest moment of running time."""
        ...

    def fill(self, table: str, rows: Iterable[Row]) -> None:
        """Put rows into an empty table."""
        ...

    def set_moment(self, at: int) -> None:
        """The latest moment is this one."""
        ...


class _File:
    """A SQLite file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def rows(self, table: str) -> Generator[Row, None, None]:
        columns = ", ".join(TABLES[table])
        query = f"SELECT {columns}, sum FROM {table} ORDER BY {KEYS.get(table, TABLES[table][0])}"  # noqa: S608 - ours
        with contextlib.closing(self._db.cursor()) as cursor:
            yield from cursor.execute(query)

    def moment(self) -> int:
        return logs.last_beat(self._db)

    def fill(self, table: str, rows: Iterable[Row]) -> None:
        places = ", ".join("?" * (len(TABLES[table]) + 1))
        self._db.executemany(f"INSERT INTO {table} ({', '.join(TABLES[table])}, sum) VALUES ({places})", rows)  # noqa: S608 - ours

    def set_moment(self, at: int) -> None:
        logs.beat(self._db, at)


class _Database:
    """A PostgreSQL, in a transaction."""

    def __init__(self, db: psycopg.Connection[Any]) -> None:
        self._db = db

    def rows(self, table: str) -> Generator[Row, None, None]:
        columns = ", ".join(TABLES[table])
        query = f"SELECT {columns}, sum FROM {table} ORDER BY {KEYS.get(table, TABLES[table][0])}"  # noqa: S608 - names of ours
        with self._db.cursor(f"move_{table}") as cursor:
            cursor.itersize = AT_ONCE
            yield from cursor.execute(query.encode())

    def moment(self) -> int:
        row = self._db.execute("SELECT greatest((SELECT max(at) FROM writers), (SELECT max(ran) FROM running), 0)").fetchone()
        return int(row[0]) if row is not None else 0

    def fill(self, table: str, rows: Iterable[Row]) -> None:
        columns = sql.SQL(", ").join(map(sql.Identifier, (*TABLES[table], "sum")))
        with self._db.cursor() as cursor, cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)) as copy:
            for row in rows:
                copy.write_row(row)

    def set_moment(self, at: int) -> None:
        self._db.execute("INSERT INTO writers (id, batch, at, sum) VALUES (0, 0, %s, %s)", (at, checksum((0, 0, at))))

    def check(self, shown: str, *, empty: bool) -> None:
        """Raises StoreError if it is not of our format, a server uses it, or it should be empty and is not."""
        tables.refuse_other(tables.version_of(self._db), shown)
        ours = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        used = self._db.execute(f"SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND {ours}".encode(), (HOLD,))  # noqa: S608
        if used.fetchone() is not None:
            raise StoreError(f"a server uses {shown}; stop it first")
        for table in TABLES if empty else ():
            if self._db.execute(f"SELECT 1 FROM {table} LIMIT 1".encode()).fetchone() is not None:  # noqa: S608 - a name of ours
                raise StoreError(f"{shown} is not empty: it has rows in {table}; make a new database, and `deathmatch migrate` it")


def move(source: str, target: str, progress: Progress = lambda _table, _rows: None) -> dict[str, int]:
    """Copy everything from one store to another, which is empty.

    Args:
        source: a data folder, or the address of a PostgreSQL.
        target: the other one of these.
        progress: told how far it is.

    Returns: how many rows of each table were copied and compared. Raises StoreError, and then the target holds nothing.
    """
    if source.startswith(SCHEMES) == target.startswith(SCHEMES):
        raise StoreError("one of SOURCE and TARGET is a data folder, and the other one the address of a PostgreSQL (postgresql:...)")
    if target.startswith(SCHEMES):
        with stored(store_file(Path(source))) as file, _database(target, empty=True) as database:
            return _copy(_File(file), database, progress)
    with _database(source, empty=False) as database, _new_file(Path(target)) as new:
        return _copy(database, new, progress)


@contextlib.contextmanager
def _database(text: str, *, empty: bool) -> Iterator[_Database]:
    address = read_address(text)
    with connection(address) as db, db.transaction():
        db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        it = _Database(db)
        it.check(address.shown, empty=empty)
        yield it


@contextlib.contextmanager
def _new_file(folder: Path) -> Iterator[_File]:
    """A new file with our tables. It gets its name when everything is in it."""
    path = store_file(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.closing(lock(path.with_suffix(".lock"))):
        if path.exists():
            raise StoreError(f"{path} exists already; name a folder without matches, or move that file away")
        fresh = path.with_suffix(".moving")
        leftovers = [fresh.with_name(fresh.name + end) for end in ("", "-wal", "-shm")]
        for file in leftovers:  # of a move that was cut off
            file.unlink(missing_ok=True)
        try:
            with contextlib.closing(opened(fresh)) as db:
                db.execute("BEGIN IMMEDIATE")
                yield _File(db)
                db.execute("COMMIT")
            latest_file(path).unlink(missing_ok=True)
            fresh.replace(path)
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {error}") from error
        finally:
            for file in leftovers:
                file.unlink(missing_ok=True)


def _copy(source: Side, target: Side, progress: Progress) -> dict[str, int]:
    counts = {}
    for table in TABLES:
        with contextlib.closing(source.rows(table)) as rows:
            target.fill(table, _told(_sound(table, rows), table, progress))
        with contextlib.closing(source.rows(table)) as rows, contextlib.closing(target.rows(table)) as copied:
            counts[table] = _compare(table, rows, copied)
    at = source.moment()
    target.set_moment(at)
    if target.moment() != at:
        raise StoreError(f"the running time was not copied: {target.moment()} instead of {at}")
    _whole(source)
    return counts


def _told(rows: Iterable[Row], table: str, progress: Progress) -> Iterator[Row]:
    done = 0
    for done, row in enumerate(rows, 1):
        yield row
        if done % AT_ONCE == 0:
            progress(table, done)
    progress(table, done)


def _sound(table: str, rows: Iterable[Row]) -> Iterator[Row]:
    """Rows that fit their checksums; raises StoreError at the first one that does not."""
    match, head, expected = None, EMPTY, 0
    for row in rows:
        if table == "entries":
            if row[0] != match:
                match, head, expected = row[0], EMPTY, 0
            head = chained(head, *row[:3])
            fits = row[1] == expected and isinstance(row[2], bytes)
            expected += 1
        else:
            head, fits = checksum(row[:-1]), True
        if not fits or head != row[-1]:
            where = f"entry {row[1]} of the log of {row[0]}" if table == "entries" else f"a row of {table}"
            raise StoreError(f"{where} is damaged; read the source with `deathmatch check` first, and move what `--salvage` leaves")
        yield row


def _compare(table: str, source: Iterable[Row], target: Iterable[Row]) -> int:
    """Compare two tables row by row; returns how many rows they have. Raises StoreError at the first difference."""
    count = 0
    for one, other in zip_longest(source, target):
        count += 1
        if one != other:
            key = (one or other or ("",))[: 2 if table == "entries" else 1]
            shown = " ".join(part.hex() if isinstance(part, bytes) else str(part) for part in key)
            raise StoreError(f"the copy of {table} differs from its source at {shown}; the target is left empty")
    return count


def _whole(source: Side) -> None:
    """Each match has all its entries; raises StoreError."""
    ends: dict[str, tuple[int, bytes]] = {row[0]: (row[1] + 1, row[-1]) for row in source.rows("entries")}
    for match, _, _, count, head, _ in list(source.rows("matches")):
        if ends.pop(match, (0, EMPTY)) != (count, head):
            raise StoreError(f"the log of {match} is damaged: its end is missing; read the source with `deathmatch check` first")
    if ends:
        raise StoreError(f"the log of {next(iter(ends))} is damaged: the row of its match is missing")
