"""The tables of the database, the checksums of everything in them, and how a file of every older format becomes one of today's.

Each entry has the checksum of itself and of the one before it, so an entry that is missing, doubled or in another place is found too.
Checksums guard against faults of disks. They are no signature: a person who can write the file can make them again.

A change of the tables is one more migration at the end of `MIGRATIONS`; the others never change, because a file of any
older format passes through them. A new file passes through all of them, so there is one way to today's tables.

The rows of every table but `entries` end with a checksum of their other columns, which `ROWS` names. A migration that adds a table, or a
column to one of them, adds it to `ROWS`, and ends with `Seal`; `store/checking.py` copies the table when it salvages.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

from deathmatch.server.store.interface import StoreError

Stored: TypeAlias = int | str | bytes | None
"""A value of a column."""

BYTES = 16
EMPTY = b""
"""The head of a log without entries: the checksum before the first one."""


def checksum(values: Iterable[object]) -> bytes:
    """The checksum of the values of a row, with their kinds and lengths: no two rows are the same text."""
    digest = blake2b(digest_size=BYTES)
    for value in values:
        if isinstance(value, bytes):
            raw = value
        elif isinstance(value, str):
            raw = value.encode("utf-8", "surrogateescape")
        else:
            raw = repr(value).encode()
        digest.update(f"{type(value).__name__} {len(raw)} ".encode())
        digest.update(raw)
    return digest.digest()


def chained(head: bytes, match: str, n: int, body: bytes) -> bytes:
    """The checksum of entry `n`, after a log whose last one is `head`."""
    return checksum((head, match, n, body))


ROWS: Mapping[str, tuple[str, ...]] = {
    "matches": ("id", "begun", "due", "count", "head"),
    "keys": ("digest", "match", "role"),
    "beats": ("one", "at"),
    "marks": ("one", "mark"),
    "makers": ("match", "maker"),
    "listed": ("match", "body"),
    "hooks": ("id", "match", "maker", "live", "done", "body"),
    "accounts": ("id", "leaving", "body"),
    "doors": ("digest", "account"),
}
"""The columns of each table that are in the checksum of a row, in their order; the first is the key."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A step of a migration: the rows of a table get the checksums of these columns. The first one is the key."""

    table: str
    columns: tuple[str, ...]

    def __call__(self, db: sqlite3.Connection) -> None:
        """Take this step."""
        key = self.columns[0]
        rows = db.execute(f"SELECT {', '.join(self.columns)} FROM {self.table}").fetchall()  # noqa: S608 - names of ours
        db.executemany(f"UPDATE {self.table} SET sum = ? WHERE {key} = ?", [(checksum(row), row[0]) for row in rows])  # noqa: S608


def _chain(db: sqlite3.Connection) -> None:
    """The entries get their checksums, and each match the number of its entries and the last checksum."""
    for (match,) in db.execute("SELECT id FROM matches").fetchall():
        head, sums = EMPTY, []
        for n, body in db.execute("SELECT n, body FROM entries WHERE match = ? ORDER BY n", (match,)):
            head = chained(head, match, n, body)
            sums.append((head, match, n))
        db.executemany("UPDATE entries SET sum = ? WHERE match = ? AND n = ?", sums)
        db.execute("UPDATE matches SET count = ?, head = ? WHERE id = ?", (len(sums), head, match))


Step: TypeAlias = str | Callable[[sqlite3.Connection], None]
_FIRST: tuple[Step, ...] = (
    "CREATE TABLE matches (id TEXT PRIMARY KEY, live INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE keys (digest BLOB PRIMARY KEY, match TEXT NOT NULL, role TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entries (match TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (match, n)) WITHOUT ROWID",
    "CREATE TABLE beats (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL)",
    "CREATE INDEX live_matches ON matches (live) WHERE live = 1",
)
_BEGUN: tuple[Step, ...] = (
    "ALTER TABLE matches ADD COLUMN begun INTEGER NOT NULL DEFAULT 1",  # older matches are kept
    "CREATE INDEX unbegun_matches ON matches (begun) WHERE begun = 0",
    "CREATE INDEX keys_of_matches ON keys (match)",
)
_DUE: tuple[Step, ...] = (
    "CREATE TABLE moments (id TEXT PRIMARY KEY, begun INTEGER NOT NULL, due INTEGER) WITHOUT ROWID",
    "INSERT INTO moments SELECT id, begun, CASE live WHEN 1 THEN 0 END FROM matches",  # those that ran are due at once
    "DROP TABLE matches",
    "ALTER TABLE moments RENAME TO matches",
)
_CHECKSUMS: tuple[Step, ...] = (
    *(f"ALTER TABLE {table} RENAME TO old_{table}" for table in ("matches", "keys", "entries", "beats")),
    "CREATE TABLE matches (id TEXT PRIMARY KEY, begun INTEGER NOT NULL, due INTEGER, count INTEGER NOT NULL, "
    "head BLOB NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE keys (digest BLOB PRIMARY KEY, match TEXT NOT NULL, role TEXT NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entries (match TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, sum BLOB NOT NULL, PRIMARY KEY (match, n)) "
    "WITHOUT ROWID",
    "CREATE TABLE beats (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL, sum BLOB NOT NULL)",
    "INSERT INTO matches SELECT id, begun, due, 0, x'', x'' FROM old_matches",
    "INSERT INTO keys SELECT digest, match, role, x'' FROM old_keys",
    "INSERT INTO entries SELECT match, n, body, x'' FROM old_entries",
    "INSERT INTO beats SELECT one, at, x'' FROM old_beats",
    *(f"DROP TABLE old_{table}" for table in ("matches", "keys", "entries", "beats")),  # and with them their indexes
    "CREATE INDEX due_matches ON matches (id) WHERE due IS NOT NULL",  # the ids alone: a later moment moves nothing in it
    "CREATE INDEX unbegun_matches ON matches (begun) WHERE begun = 0",
    "CREATE INDEX keys_of_matches ON keys (match)",
    _chain,
    Seal("matches", ("id", "begun", "due", "count", "head")),
    Seal("keys", ("digest", "match", "role")),
    Seal("beats", ("one", "at")),
)
_MARK: tuple[Step, ...] = ("CREATE TABLE marks (one INTEGER PRIMARY KEY CHECK (one = 1), mark BLOB NOT NULL)",)  # of the key beside it
_MAKERS: tuple[Step, ...] = (
    "CREATE TABLE makers (match TEXT PRIMARY KEY, maker TEXT NOT NULL) WITHOUT ROWID",  # of the matches that are not over
    "CREATE INDEX matches_of_makers ON makers (maker)",
)
_MORE_CHECKSUMS: tuple[Step, ...] = (
    "ALTER TABLE marks ADD COLUMN sum BLOB NOT NULL DEFAULT x''",
    "ALTER TABLE makers ADD COLUMN sum BLOB NOT NULL DEFAULT x''",
    Seal("marks", ("one", "mark")),
    Seal("makers", ("match", "maker")),
)
_LISTED: tuple[Step, ...] = (
    "CREATE TABLE listed (match TEXT PRIMARY KEY, body BLOB NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",  # in the public lists
)
_HOOKS: tuple[Step, ...] = (
    "CREATE TABLE hooks (id TEXT PRIMARY KEY, match TEXT NOT NULL, maker TEXT NOT NULL, live INTEGER NOT NULL, done INTEGER NOT NULL, "
    "body BLOB NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",  # `done`: entries of the match's log that are delivered
    "CREATE INDEX hooks_of_matches ON hooks (match)",
)
_ACCOUNTS: tuple[Step, ...] = (
    "CREATE TABLE accounts (id TEXT PRIMARY KEY, leaving INTEGER NOT NULL, body BLOB NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE doors (digest BLOB PRIMARY KEY, account TEXT NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",
    "CREATE INDEX doors_of_accounts ON doors (account)",
)
MIGRATIONS: tuple[tuple[Step, ...], ...] = (_FIRST, _BEGUN, _DUE, _CHECKSUMS, _MARK, _MAKERS, _MORE_CHECKSUMS, _LISTED, _HOOKS, _ACCOUNTS)
"""Migration `n` makes a file of format `n` one of format `n + 1`; format 0 is an empty file."""

VERSION = len(MIGRATIONS)


def migrate(db: sqlite3.Connection) -> None:
    """Give a file the tables of today, all of them or, if anything fails, none; raises StoreError for one of a later format."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if not 0 <= version <= VERSION:
        raise StoreError(f"it has format {version}; this program reads formats up to {VERSION}")
    if version == VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for step in (step for migration in MIGRATIONS[version:] for step in migration):
            if isinstance(step, str):
                db.execute(step)
            else:
                step(db)
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
