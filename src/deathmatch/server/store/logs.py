"""The database: its tables, the checksums of everything in them, and the logs, webhooks and accounts, each function within one transaction.

Each entry has the checksum of itself and of the one before it, so an entry that is missing, doubled or in another place is found too.
Checksums guard against faults of disks. They are no signature: a person who can write the file can make them again. Every row that is read
is compared with its checksum. A webhook or an account whose row does not fit counts as missing.

A change of the tables is one more migration at the end of `MIGRATIONS`; the others never change, because a file of any
older format passes through them. A new file passes through all of them, so there is one way to today's tables.

The rows of every table but `entries` end with a checksum of their other columns, which `ROWS` names. A migration that adds a table, or a
column to one of them, adds it to `ROWS`, and ends with `Seal`; `store/checking.py` copies the table when it salvages.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from itertools import chain
from typing import Any, TypeAlias

from deathmatch.server.store import interface
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


# --- The logs, webhooks and accounts in an open database


_MATCH = "SELECT id, begun, due, count, head, sum FROM matches WHERE id = ?"
_MATCHES = "SELECT id, begun, due, count, head, sum FROM matches WHERE id IN ({})"
_CHANGE = (
    "INSERT INTO matches (id, begun, due, count, head, sum) VALUES {} ON CONFLICT (id) DO UPDATE SET "
    "begun = excluded.begun, due = excluded.due, count = excluded.count, head = excluded.head, sum = excluded.sum"
)
_KEEP = _CHANGE.format("(?, ?, ?, ?, ?, ?)")
_DUE_ROWS = "SELECT id, begun, due, count, head, sum FROM matches WHERE due IS NOT NULL"
_UNBEGUN = (
    "SELECT id, begun, due, count, head, matches.sum, body FROM matches JOIN entries ON match = id AND n = 0 WHERE begun = 0 ORDER BY id"
)
_ENTRIES = "SELECT n, body, sum FROM entries WHERE match = ? ORDER BY n"
_ADD = "INSERT INTO entries VALUES {}"
_ENTRY = _ADD.format("(?, ?, ?, ?)")
_OVER = "DELETE FROM makers WHERE match = ?"
_BEAT = "INSERT INTO beats VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at, sum = excluded.sum WHERE excluded.at > at"

AT_ONCE = 32  # rows of one statement; SQLite keeps each length of it prepared


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in the table of all matches.

    Attributes:
        id: of the match.
        begun: whether it has ever run.
        due: see `Addition`.
        count: how many entries its log has.
        head: the checksum of the last one.
    """

    id: str
    begun: bool
    due: int | None
    count: int
    head: bytes

    def values(self) -> tuple[str, int, int | None, int, bytes, bytes]:
        """The columns, and their checksum."""
        row = (self.id, int(self.begun), self.due, self.count, self.head)
        return (*row, checksum(row))


def row_of(db: sqlite3.Connection, match: str) -> MatchRow | None:
    """The row of a match; None if there is no such match; raises Damaged."""
    found = db.execute(_MATCH, (match,)).fetchone()
    return None if found is None else sound_row(match, found)


def sound_row(match: str, found: Sequence[Any]) -> MatchRow:
    """The row of a match, as it was found; raises Damaged."""
    if found[-1] != checksum(found[:-1]):
        raise interface.Damaged(match, None, "is damaged: the row of its match does not fit its checksum")
    return MatchRow(found[0], bool(found[1]), found[2], found[3], found[4])


def added(row: MatchRow, entries: Sequence[bytes]) -> tuple[MatchRow, list[tuple[str, int, bytes, bytes]]]:
    """The row of a match with these entries added to its log, and their own rows."""
    head, rows = row.head, []
    for n, body in enumerate(entries, row.count):
        head = chained(head, row.id, n, body)
        rows.append((row.id, n, body, head))
    return replace(row, count=row.count + len(rows), head=head), rows


def _put(db: sqlite3.Connection, row: MatchRow, entries: Sequence[bytes]) -> None:
    """The row of a match with these entries added to its log."""
    after, rows = added(row, entries)
    db.executemany(_ENTRY, rows)
    db.execute(_KEEP, after.values())


def rows_of(new: interface.NewLog) -> list[tuple[bytes, str, str, bytes]]:
    """The rows of the links of a match."""
    rows = [(digest, new.match, role) for digest, role in new.keys.items()]
    return [(*row, checksum(row)) for row in rows]


def create(db: sqlite3.Connection, new: interface.NewLog, due: int | None, *, begun: bool = False) -> None:
    """A new match; raises Exists."""
    if row_of(db, new.match) is not None:
        raise interface.Exists(f"there is a match {new.match} already")
    _put(db, MatchRow(new.match, begun=begun, due=due, count=0, head=EMPTY), new.entries)
    db.executemany("INSERT INTO keys VALUES (?, ?, ?, ?)", rows_of(new))
    _keep_maker(db, new)


def _keep_maker(db: sqlite3.Connection, new: interface.NewLog) -> None:
    if new.maker:
        db.execute("INSERT INTO makers VALUES (?, ?, ?)", (new.match, new.maker, checksum((new.match, new.maker))))


def append(db: sqlite3.Connection, addition: interface.Addition) -> None:
    """More entries of a match; raises Behind, Damaged."""
    row = row_of(db, addition.match)
    if row is None or row.count != addition.first:
        raise behind(addition, row)
    _put(db, replace(row, begun=row.begun or addition.begun, due=addition.due), addition.entries)
    if addition.over:
        db.execute(_OVER, (addition.match,))
    if addition.following is not None:
        follow(db, addition.following)
    if addition.relinked is not None:
        relink(db, addition.match, addition.relinked)
    keep_listed(db, addition.match, addition.listed)
    beat(db, addition.at)


def behind(addition: interface.Addition, row: MatchRow | None) -> interface.Behind:
    """The refusal of an addition to a log with this row."""
    last = None if row is None else row.count - 1
    return interface.Behind(f"the last entry of the log of {addition.match} is {last}, not {addition.first - 1}")


def rewrite(db: sqlite3.Connection, match: str, count: int, entries: Sequence[bytes]) -> None:
    """Put these entries in the place of a whole log, and nothing of the old ones stays in the file; raises Behind, Damaged."""
    row = row_of(db, match)
    if row is None or row.count != count:
        raise interface.Behind(f"the log of {match} has {None if row is None else row.count} entries, not {count}")
    db.execute("PRAGMA secure_delete=ON")
    db.execute("DELETE FROM entries WHERE match = ?", (match,))
    _put(db, replace(row, count=0, head=EMPTY), entries)
    db.execute("PRAGMA secure_delete=OFF")


def is_plain(addition: interface.Addition) -> bool:
    """Whether an addition changes the log alone, so that many go in one statement."""
    return addition.following is None and addition.listed is None and addition.relinked is None


def append_all(db: sqlite3.Connection, additions: Sequence[interface.Addition]) -> list[interface.StoreError | None]:
    """More entries of many matches, in few statements; returns for each addition why it fails.

    One that fails leaves nothing, and the others are made all the same. Between two statements the thread may have to wait for the event
    loop, so each statement is for as many rows as there are.
    """
    if len(additions) == 1:  # as it is while little happens, and cheaper
        try:
            append(db, additions[0])
        except (interface.Behind, interface.Damaged) as failure:
            return [failure]
        return [None]
    ids = list({addition.match for addition in additions})
    rows: dict[str, MatchRow] = {}
    failures: dict[str, interface.Damaged] = {}
    for found in _many(db, _MATCHES, [(match,) for match in ids]):
        try:
            rows[found[0]] = sound_row(found[0], found)
        except interface.Damaged as damaged:
            failures[found[0]] = damaged
    results: list[interface.StoreError | None] = []
    new: list[tuple[str, int, bytes, bytes]] = []
    changed: dict[str, MatchRow] = {}
    over = []
    for addition in additions:
        match, row = addition.match, rows.get(addition.match)
        if row is None or row.count != addition.first:
            results.append(failures.get(match) or behind(addition, row))
            continue
        begun = replace(row, begun=row.begun or addition.begun, due=addition.due)
        rows[match], more = added(begun, addition.entries)
        changed[match] = rows[match]
        new += more
        if addition.over:
            over.append((match,))
        results.append(None)
    _many(db, _ADD, new)
    _many(db, _CHANGE, [row.values() for row in changed.values()])
    for done in over:
        db.execute(_OVER, done)
    if new:
        beat(db, max(addition.at for addition, failure in zip(additions, results, strict=True) if failure is None))
    return results


def _many(db: sqlite3.Connection, sql: str, rows: Sequence[tuple[Stored, ...]]) -> list[Any]:
    """Have one statement do this for many rows, which stand at the `{}` in it; returns the rows that it finds."""
    found: list[Any] = []
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        found += db.execute(_for_rows(sql, len(some), len(some[0])), list(chain.from_iterable(some))).fetchall()
    return found


@cache
def _for_rows(sql: str, rows: int, columns: int) -> str:
    places = ", ".join("?" * columns)
    return sql.format(", ".join([places if columns == 1 else f"({places})"] * rows))


def follow(db: sqlite3.Connection, new: interface.NewLog) -> None:
    """A match that follows another. If an earlier server has made it already, it gets the links that it lacks."""
    if row_of(db, new.match) is None:
        _put(db, MatchRow(new.match, begun=False, due=None, count=0, head=EMPTY), new.entries)
        _keep_maker(db, new)
    db.executemany("INSERT OR IGNORE INTO keys VALUES (?, ?, ?, ?)", rows_of(new))


def relink(db: sqlite3.Connection, match: str, links: interface.Relinked) -> None:
    """Take the links of these roles away, and put the new ones in."""
    found = db.execute("SELECT digest, role FROM keys WHERE match = ?", (match,)).fetchall()
    stay = {digest: links.renamed[role] for digest, role in found if role in links.renamed}
    db.executemany("DELETE FROM keys WHERE match = ? AND role = ?", [(match, role) for role in (*links.gone, *links.renamed)])
    db.executemany("INSERT INTO keys VALUES (?, ?, ?, ?)", rows_of(interface.NewLog(match, {**stay, **links.given}, ())))


def load(db: sqlite3.Connection, match: str) -> list[bytes] | None:
    """All entries of a match; None if there is no such match; raises Damaged."""
    try:
        row, found = row_of(db, match), db.execute(_ENTRIES, (match,)).fetchall()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        raise interface.Damaged(match, None, f"cannot be read: {error}") from error
    if row is None and not found:
        return None
    entries = list(sound_entries(match, found))
    if row is None:
        raise interface.Damaged(match, None, "is damaged: the row of its match is missing")
    if (row.count, row.head) != (len(entries), entries[-1][1] if entries else EMPTY):
        raise interface.Damaged(match, len(entries), f"is damaged: it has {len(entries)} of {row.count} entries")
    return [body for body, _ in entries]


def sound_entries(
    match: str, found: Iterable[tuple[int, bytes, bytes]], first: int = 0, head: bytes = EMPTY
) -> Iterator[tuple[bytes, bytes]]:
    """Entries and their checksums, from number `first` on, after one with this checksum; raises Damaged at the first that does not fit."""
    for number, (n, body, found_sum) in enumerate(found, first):
        if n != number:
            raise interface.Damaged(match, number, f"has a gap: entry {number} is missing")
        head = chained(head, match, n, body)
        if head != found_sum:
            raise interface.Damaged(match, n, f"is damaged: entry {n} does not fit its checksum")
        yield body, head


def sound_part(db: sqlite3.Connection, match: str) -> list[tuple[bytes, bytes]]:
    """The entries of a log before the first one that is damaged, each with its checksum."""
    sound = []
    with contextlib.suppress(sqlite3.Error, interface.Damaged):
        for entry in sound_entries(match, db.execute(_ENTRIES, (match,))):
            sound.append(entry)  # noqa: PERF402 - they are kept if the next one is damaged
    return sound


def restore(db: sqlite3.Connection, row: MatchRow, entries: Sequence[bytes]) -> None:
    """A match as it was: its row, with these as all its entries."""
    _put(db, replace(row, count=0, head=EMPTY), entries)


def keep_damaged(db: sqlite3.Connection, match: str, entries: Sequence[bytes]) -> None:
    """A match whose other entries are lost. It stays damaged: nobody can add to it."""
    _put(db, MatchRow(match, begun=True, due=None, count=0, head=EMPTY), entries)
    db.execute(_KEEP, MatchRow(match, begun=True, due=None, count=len(entries) + 1, head=EMPTY).values())


def counts(db: sqlite3.Connection, matches: Sequence[str]) -> dict[str, int]:
    """How many entries these matches have; without those that do not exist or are damaged."""
    found = _many(db, _MATCHES, [(match,) for match in matches])
    return {row[0]: row[3] for row in found if row[-1] == checksum(row[:-1])}


def find(db: sqlite3.Connection, digest: bytes) -> interface.Key | None:
    """The match and the role that a link opens; raises Damaged."""
    row = db.execute("SELECT digest, match, role, sum FROM keys WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        return None
    if row[-1] != checksum(row[:-1]):
        raise interface.Damaged(row[1], None, "is damaged: a link of it does not fit its checksum")
    return interface.Key(row[1], row[2])


def due_rows(db: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """The rows of the matches that are due, as they lie there."""
    return db.execute(_DUE_ROWS).fetchall()


def due(db: sqlite3.Connection) -> list[tuple[int, str]]:
    """When each match is due, if it is; at once if its row is damaged, unless even its id is none."""
    return [(row[2] if row[-1] == checksum(row[:-1]) else 0, row[0]) for row in due_rows(db) if row[0].isascii()]


def set_due(db: sqlite3.Connection, match: str, due: int | None) -> None:
    """Change when a match is due; raises Damaged."""
    row = row_of(db, match)
    if row is not None:
        _put(db, replace(row, due=due), ())


def unbegun(db: sqlite3.Connection) -> list[tuple[str, bytes]]:
    """The matches that have never run, with their first entries; those that are damaged are left out."""
    return [(row[0], row[-1]) for row in db.execute(_UNBEGUN) if row[-2] == checksum(row[:-2])]


def open_of(db: sqlite3.Connection, maker: str) -> int:
    """How many matches of a maker are not over."""
    return int(db.execute("SELECT count(*) FROM makers WHERE maker = ?", (maker,)).fetchone()[0])


def drop(db: sqlite3.Connection, match: str) -> bool:
    """Forget a match that has never run; raises Damaged."""
    row = row_of(db, match)
    if row is None or row.begun or load(db, match) is None:
        return False
    db.execute("DELETE FROM matches WHERE id = ?", (match,))
    for table in ("keys", "makers", "listed", "hooks", "entries"):
        db.execute(f"DELETE FROM {table} WHERE match = ?", (match,))  # noqa: S608 - names of ours
    return True


def keep_listed(db: sqlite3.Connection, match: str, body: bytes | None) -> None:
    """The row of a match in the public lists from now on; empty if it leaves them, None if nothing changes."""
    if body:
        db.execute("INSERT OR REPLACE INTO listed VALUES (?, ?, ?)", (match, body, checksum((match, body))))
    elif body is not None:
        db.execute("DELETE FROM listed WHERE match = ?", (match,))


def listed(db: sqlite3.Connection) -> list[tuple[str, bytes]]:
    """The rows of the public lists; those that are damaged are left out."""
    return [(row[0], row[1]) for row in db.execute("SELECT match, body, sum FROM listed") if row[-1] == checksum(row[:-1])]


def unlist(db: sqlite3.Connection, matches: Sequence[str]) -> None:
    """Take these matches out of the public lists."""
    db.executemany("DELETE FROM listed WHERE match = ?", [(match,) for match in matches])


def beat(db: sqlite3.Connection, at: int) -> None:
    """The server was alive at this moment."""
    db.execute(_BEAT, (at, checksum((1, at))))


def last_beat(db: sqlite3.Connection) -> int:
    """The latest moment; 0 if there is none; raises StoreError."""
    row = db.execute("SELECT one, at, sum FROM beats").fetchone()
    if row is None:
        return 0
    if row[-1] != checksum(row[:-1]):
        raise interface.StoreError("the running time of the server is damaged; deathmatch check says what else is")
    return int(row[1])


def mark(db: sqlite3.Connection) -> bytes | None:
    """The mark of the key with which secrets are sealed; None if none has been; raises StoreError."""
    row = db.execute("SELECT one, mark, sum FROM marks").fetchone()
    if row is None:
        return None
    if row[-1] != checksum(row[:-1]):
        raise interface.StoreError("the mark of the key is damaged; deathmatch check says what else is")
    return bytes(row[1])


def set_mark(db: sqlite3.Connection, mark: bytes) -> None:
    """Keep the mark of the key."""
    db.execute("INSERT OR REPLACE INTO marks VALUES (1, ?, ?)", (mark, checksum((1, mark))))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite could not read a page, rather than the disk or the memory having run out."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


_HOOK = "hooks.id, match, maker, live, done, body, hooks.sum"


def _hook_rows(db: sqlite3.Connection, where: str, *values: str) -> Iterator[interface.HookRow]:
    for row in db.execute(f"SELECT {_HOOK} FROM hooks WHERE {where} ORDER BY hooks.id", values):  # noqa: S608 - words of ours
        if row[-1] == checksum(row[:-1]):
            yield interface.HookRow(row[0], row[1], row[2], bool(row[3]), row[4], row[5])


def hooks(db: sqlite3.Connection) -> list[interface.HookNote]:
    """The webhooks that are switched on."""
    query = f"SELECT {_HOOK}, count FROM hooks JOIN matches ON matches.id = match WHERE live = 1"  # noqa: S608 - words of ours
    return [interface.HookNote(row[0], row[1], row[2], row[4] < row[-1]) for row in db.execute(query) if row[-2] == checksum(row[:-2])]


def hook(db: sqlite3.Connection, name: str) -> interface.HookRow | None:
    """The webhook of this id."""
    return next(_hook_rows(db, "hooks.id = ?", name), None)


def hooks_of(db: sqlite3.Connection, match: str) -> list[interface.HookRow]:
    """The webhooks of a match, by their ids."""
    return list(_hook_rows(db, "match = ?", match))


def keep_hook(db: sqlite3.Connection, row: interface.HookRow) -> None:
    """Add a webhook, or replace its row."""
    values = (row.id, row.match, row.maker, int(row.live), row.done, row.body)
    db.execute("INSERT OR REPLACE INTO hooks VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, checksum(values)))


def drop_hook(db: sqlite3.Connection, name: str) -> None:
    """Forget a webhook."""
    db.execute("DELETE FROM hooks WHERE id = ?", (name,))


def account(db: sqlite3.Connection, name: str) -> interface.AccountRow | None:
    """The account of this id."""
    row = db.execute("SELECT id, leaving, body, sum FROM accounts WHERE id = ?", (name,)).fetchone()
    return None if row is None or row[-1] != checksum(row[:-1]) else interface.AccountRow(row[0], bool(row[1]), row[2])


def account_behind(db: sqlite3.Connection, door: bytes) -> interface.AccountRow | None:
    """The account that this digest opens."""
    row = db.execute("SELECT digest, account, sum FROM doors WHERE digest = ?", (door,)).fetchone()
    return None if row is None or row[-1] != checksum(row[:-1]) else account(db, row[1])


def leaving(db: sqlite3.Connection) -> list[str]:
    """The ids of the accounts that are being deleted."""
    return [row[0] for row in db.execute("SELECT id FROM accounts WHERE leaving = 1 ORDER BY id")]


def keep_account(db: sqlite3.Connection, row: interface.AccountRow, doors: frozenset[bytes]) -> None:
    """Add an account, or replace its row and its doors; raises Exists if one of them opens another account."""
    values = (row.id, int(row.leaving), row.body)
    db.execute("INSERT OR REPLACE INTO accounts VALUES (?, ?, ?, ?)", (*values, checksum(values)))
    before = {found for (found,) in db.execute("SELECT digest FROM doors WHERE account = ?", (row.id,))}
    db.executemany("DELETE FROM doors WHERE digest = ?", [(door,) for door in before - doors])
    for door in doors - before:
        try:
            db.execute("INSERT INTO doors VALUES (?, ?, ?)", (door, row.id, checksum((door, row.id))))
        except sqlite3.IntegrityError:
            raise interface.Exists("this opens another account") from None


def drop_account(db: sqlite3.Connection, name: str) -> None:
    """Forget an account; its old text is overwritten on disk."""
    db.execute("PRAGMA secure_delete=ON")
    db.execute("DELETE FROM doors WHERE account = ?", (name,))
    db.execute("DELETE FROM accounts WHERE id = ?", (name,))
    db.execute("PRAGMA secure_delete=OFF")
