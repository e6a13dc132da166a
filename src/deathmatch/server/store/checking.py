"""Reading a whole database for damage, without changing it; and writing the whole part of it into a new one.

No server may use the folder meanwhile: it stays locked. If entries are still in SQLite's second file (WAL), or the format is an older one,
a copy in a folder for temporary files is read.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deathmatch.server.store import interface, logs
from deathmatch.server.store.sqlite import lock_if_there, missing, opened, text_of

Moment = Callable[[bytes], int | None]
"""Reads an entry and says when it happened; raises ValueError for bytes that are no entry."""

MOST = 1_000  # lines of SQLite's own check


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that is not as it was written.

    Attributes:
        words: for the person who runs the server.
        match: the match that it belongs to; empty if it is none, or unknown.
        entry: the number of the first entry of this match that is lost; None if no entry is.
    """

    words: str
    match: str = ""
    entry: int | None = None


@dataclass(slots=True)
class Report:
    """The result of reading everything.

    Attributes:
        matches: how many of them are whole.
        entries: how many entries these have.
        damages: everything that is damaged.
        moment: the latest moment that was read.
    """

    matches: int = 0
    entries: int = 0
    damages: list[Damage] = field(default_factory=list)
    moment: int = 0

    def damaged(self) -> list[str]:
        """The matches that cannot be opened."""
        return sorted({damage.match for damage in self.damages if damage.match and damage.entry is not None})


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The database of a folder that no server uses, or a copy of it, for reading."""
    if not path.is_file():
        raise interface.StoreError(f"there are no matches in {path.parent}")
    with contextlib.ExitStack() as stack:
        stack.enter_context(lock_if_there(path.with_suffix(".lock")))
        wal = path.with_name(path.name + "-wal")
        if not (wal.exists() and wal.stat().st_size) and _version(path) == logs.VERSION:
            yield stack.enter_context(_connected(f"{path.resolve().as_uri()}?mode=ro&immutable=1"))
            return
        copy = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="deathmatch-check-"))) / path.name
        for file in (path, wal):
            if file.exists():
                shutil.copyfile(file, copy.with_name(file.name))
        db = stack.enter_context(_connected(copy.as_uri()))
        logs.migrate(db)
        yield db


def _version(path: Path) -> int:
    """The format, as the head of the file says it; nothing else is read."""
    with path.open("rb") as file:
        head = file.read(64)
    return int.from_bytes(head[60:64], "big")


@contextlib.contextmanager
def _connected(uri: str) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        db.text_factory = text_of
        db.execute("PRAGMA cell_size_check=ON")
        yield db
    finally:
        db.close()


def examine(path: Path, moment: Moment) -> Report:
    """Read everything in a database; raises StoreError if a server uses it, or it is none."""
    with stored(path) as db:
        report = _examine(db, moment)
        if lost := missing(path, max((at for _, at in _sound_rows(db, "beats")), default=0)):
            report.damages.append(Damage(f"{lost}: the second file of the database ({path.name}-wal) is damaged, or this is an older copy"))
        return report


@contextlib.contextmanager
def stored(path: Path) -> Iterator[sqlite3.Connection]:
    """The database of a folder that no server uses, for reading; raises StoreError."""
    try:
        with _reading(path) as db:
            yield db
    except sqlite3.Error as error:
        raise interface.StoreError(f"{path}: {error}") from error


def _examine(db: sqlite3.Connection, moment: Moment) -> Report:
    report = Report()
    report.damages += [Damage(f"the file: {line}") for line in _integrity(db)]
    report.damages += [Damage(f"the tables: {line}") for line in _tables(db)]
    known = set(_matches(db, report))
    for table in set(logs.ROWS) - {"matches"}:  # those come with their logs
        report.damages += _rows(db, table, known)
    for match in sorted(known):
        _examine_match(db, match, moment, report)
    return report


def _integrity(db: sqlite3.Connection) -> Iterator[str]:
    """The findings of SQLite's own check: pages that do not fit together, indexes that do not fit their tables."""
    try:
        for (line,) in db.execute(f"PRAGMA integrity_check({MOST})"):
            if line != "ok":
                yield str(line)
    except sqlite3.Error as error:
        yield str(error)


def _tables(db: sqlite3.Connection) -> Iterator[str]:
    """The tables and indexes that are not those of this format."""
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as sound:
        logs.migrate(sound)
        expected = sound.execute(query).fetchall()
    try:
        found = db.execute(query).fetchall()
    except sqlite3.Error as error:
        yield str(error)
        return
    for row in expected:
        if row not in found:
            yield f"the {row[0]} {row[1]} is not as it was made"
    if len(found) > len(expected):
        yield f"there are {len(found) - len(expected)} more than this format has"


def _matches(db: sqlite3.Connection, report: Report) -> Iterator[str]:
    """The ids of all matches that any table names, from both ends of each table: a page that cannot be read hides what lies behind it."""
    for query in (
        "SELECT id FROM matches ORDER BY id",
        "SELECT DISTINCT match FROM keys ORDER BY match",
        "SELECT DISTINCT match FROM entries ORDER BY match",
    ):
        for order in ("", " DESC"):
            try:
                for (match,) in db.execute(query + order):
                    if isinstance(match, str) and match.isascii():
                        yield match
                    else:
                        report.damages.append(Damage(f"a row of {query.split(' FROM ')[1].split()[0]} names no match"))
            except sqlite3.Error as error:
                report.damages.append(Damage(f"a page of {query.split(' FROM ')[1].split()[0]} cannot be read: {error}"))


def _rows(db: sqlite3.Connection, table: str, known: set[str]) -> Iterator[Damage]:
    """The rows of a table that do not fit their checksums, or belong to no match."""
    columns = logs.ROWS[table]
    try:
        for row in db.execute(f"SELECT {', '.join(columns)}, sum FROM {table}"):  # noqa: S608 - names of ours
            match = row[columns.index("match")] if "match" in columns else ""
            if row[-1] != logs.checksum(row[:-1]):
                yield Damage(f"a row of {table} does not fit its checksum", match if match in known else "")
            elif match and db.execute("SELECT 1 FROM matches WHERE id = ?", (match,)).fetchone() is None:
                yield Damage(f"a row of {table} belongs to no match", match)
    except sqlite3.Error as error:
        yield Damage(f"a page of {table} cannot be read: {error}")


def _examine_match(db: sqlite3.Connection, match: str, moment: Moment, report: Report) -> None:
    try:
        entries = logs.load(db, match) or []
    except (interface.Damaged, sqlite3.Error) as error:
        words = str(error) if isinstance(error, interface.Damaged) else f"the log of {match} cannot be read: {error}"
        mended = _mended(db, match)
        entries = [body for body, _ in logs.sound_part(db, match)]
        report.damages.append(Damage(words, match, None if mended else len(entries)))
    else:
        report.matches += 1
        report.entries += len(entries)
    for n, body in enumerate(entries):
        try:
            report.moment = max(report.moment, moment(body) or 0)
        except ValueError:
            report.damages.append(Damage(f"the log of {match} is damaged: entry {n} is none", match, n))


def _mended(db: sqlite3.Connection, match: str) -> logs.MatchRow | None:
    """A row for a match whose own is damaged, if the damaged one still vouches for the end of the log; None if entries may be missing."""
    sound = logs.sound_part(db, match)
    with contextlib.suppress(sqlite3.Error):
        row = db.execute("SELECT count, head FROM matches WHERE id = ?", (match,)).fetchone()
        if row is not None and sound and (row[0] == len(sound) or row[1] == sound[-1][1]):
            return logs.MatchRow(match, begun=True, due=0, count=len(sound), head=sound[-1][1])
    return None


# --- Salvage


COPIED = ("keys", "makers", "listed", "hooks", "accounts", "doors")
"""The tables whose sound rows are copied as they are."""


def salvage(path: Path, target: Path, moment: Moment) -> Report:
    """Examine a database and write its sound rows into a new one, whose folder must exist.

    A match that is whole is there as it was, and so is one if only its row in the table of all matches was damaged. Another damaged match
    keeps its entries before the damage and stays closed: the server tells its players so, and adds nothing to it.

    Raises: StoreError.
    """
    if target.exists():
        raise interface.StoreError(f"{target} exists already")
    with stored(path) as db, contextlib.closing(opened(target)) as new:
        report = _examine(db, moment)
        new.execute("BEGIN IMMEDIATE")
        damaged = set(report.damaged())
        for match in sorted(set(_matches(db, Report()))):
            entries = [body for body, _ in logs.sound_part(db, match)]
            if match in damaged:
                logs.keep_damaged(new, match, entries)
            elif entries:
                logs.restore(new, _row(db, match), entries)
        for table in COPIED:
            for row in _sound_rows(db, table):
                new.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * (len(row) + 1))})", (*row, logs.checksum(row)))  # noqa: S608 - names of ours
        for _, mark in _sound_rows(db, "marks"):
            logs.set_mark(new, mark)
        logs.beat(new, max([report.moment, *(at for _, at in _sound_rows(db, "beats"))]))
        new.execute("COMMIT")
    return report


def _row(db: sqlite3.Connection, match: str) -> logs.MatchRow:
    """The row of a match that is not lost."""
    with contextlib.suppress(interface.Damaged, sqlite3.Error):
        row = logs.row_of(db, match)
        if row is not None:
            return row
    mended = _mended(db, match)
    assert mended is not None, f"{match} cannot be mended"
    return mended


def _sound_rows(db: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """The rows of a table that fit their checksums, read from both ends, without the checksum."""
    columns = logs.ROWS[table]
    rows: dict[object, tuple[Any, ...]] = {}
    for order in ("", " DESC"):
        with contextlib.suppress(sqlite3.Error):
            for row in db.execute(f"SELECT {', '.join(columns)}, sum FROM {table} ORDER BY {columns[0]}{order}"):  # noqa: S608 - names of ours
                if row[-1] == logs.checksum(row[:-1]):
                    rows[row[0]] = row[:-1]
    return list(rows.values())
