"""The rows in an open database, each function a part of one transaction. Every row that is read is compared with its checksum.

A read of a store is one statement, so it sees one state: other processes may write between two statements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg

from deathmatch.server.store import interface
from deathmatch.server.store.logs import EMPTY, MatchRow, added, behind, checksum, rows_of, sound_entries, sound_row
from deathmatch_postgres.database.connecting import Db

_MATCH = "SELECT id, begun::int8, due, count, head, sum FROM matches"
_CHANGE = (
    "INSERT INTO matches (id, begun, due, count, head, sum) VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE SET "
    "begun = excluded.begun, due = excluded.due, count = excluded.count, head = excluded.head, sum = excluded.sum"
)
_NEW = "INSERT INTO matches (id, begun, due, count, head, sum) VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO NOTHING"
_ENTRY = "INSERT INTO entries (match, n, body, sum) VALUES (%s, %s, %b, %b)"
_KEY = "INSERT INTO keys (digest, match, role, sum) VALUES (%b, %s, %s, %b)"
_LOG = """
SELECT -1 AS n, head AS body, sum, id, begun::int8, due, count FROM matches WHERE id = %s
UNION ALL SELECT n, body, sum, NULL, NULL, NULL, NULL FROM entries WHERE match = %s AND n >= %s ORDER BY n
"""


async def _all(db: Db, sql: str, *values: object) -> list[tuple[Any, ...]]:
    return await (await db.execute(sql.encode(), values, binary=True)).fetchall()


async def _one(db: Db, sql: str, *values: object) -> tuple[Any, ...] | None:
    return await (await db.execute(sql.encode(), values, binary=True)).fetchone()


async def _each(db: Db, sql: str, rows: Sequence[Sequence[object]]) -> None:
    if rows:
        async with db.cursor() as cursor:
            await cursor.executemany(sql.encode(), rows)


# --- Logs


async def row_of(db: Db, match: str) -> MatchRow | None:
    """The row of a match, which no other process changes before the end of the transaction; raises Damaged."""
    found = await _one(db, f"{_MATCH} WHERE id = %s FOR UPDATE", match)
    return None if found is None else sound_row(match, found)


async def _put(db: Db, row: MatchRow, entries: Sequence[bytes]) -> None:
    """The row of a match with these entries added to its log."""
    after, rows = added(row, entries)
    await _each(db, _ENTRY, rows)
    await db.execute(_CHANGE, after.values())


async def _begin(db: Db, new: interface.NewLog, due: int | None, *, begun: bool) -> bool:
    """A new match with its first entries; False if it exists already. Two processes that make it at once do so one after the other."""
    after, rows = added(MatchRow(new.match, begun, due, 0, EMPTY), new.entries)
    if (await db.execute(_NEW, after.values())).rowcount == 0:
        return False
    await _each(db, _ENTRY, rows)
    if new.maker:
        await db.execute("INSERT INTO makers VALUES (%s, %s, %b)", (new.match, new.maker, checksum((new.match, new.maker))))
    return True


async def create(db: Db, new: interface.NewLog, due: int | None, *, begun: bool) -> None:
    """See `Store.create`."""
    if not await _begin(db, new, due, begun=begun):
        raise interface.Exists(f"there is a match {new.match} already")
    await _each(db, _KEY, rows_of(new))


async def append(db: Db, addition: interface.Addition) -> None:
    """More entries of a match, beside something else that the same transaction changes; raises Behind, Damaged."""
    row = await row_of(db, addition.match)
    if row is None or row.count != addition.first:
        raise behind(addition, row)
    await _put(db, MatchRow(row.id, row.begun or addition.begun, addition.due, row.count, row.head), addition.entries)
    if addition.over:
        await db.execute("DELETE FROM makers WHERE match = %s", (addition.match,))
    if addition.following is not None:
        await follow(db, addition.following)
    if addition.relinked is not None:
        await relink(db, addition.match, addition.relinked)
    await keep_listed(db, addition.match, addition.listed)


async def follow(db: Db, new: interface.NewLog) -> None:
    """A match that follows another. If another server has made it already, it gets the links that it lacks."""
    await _begin(db, new, None, begun=False)
    await _each(db, f"{_KEY} ON CONFLICT (digest) DO NOTHING", rows_of(new))


async def relink(db: Db, match: str, links: interface.Relinked) -> None:
    """Take the links of these roles away, and put the new ones in."""
    found = await (await db.execute("SELECT digest, role FROM keys WHERE match = %s", (match,))).fetchall()
    stay = {bytes(digest): links.renamed[role] for digest, role in found if role in links.renamed}
    await db.execute("DELETE FROM keys WHERE match = %s AND role = ANY(%s)", (match, [*links.gone, *links.renamed]))
    await _each(db, _KEY, rows_of(interface.NewLog(match, {**stay, **links.given}, ())))


async def rewrite(db: Db, match: str, count: int, entries: Sequence[bytes]) -> None:
    """See `Store.rewrite`."""
    row = await row_of(db, match)
    if row is None or row.count != count:
        raise interface.Behind(f"the log of {match} has {None if row is None else row.count} entries, not {count}")
    await db.execute("DELETE FROM entries WHERE match = %s", (match,))
    await _put(db, MatchRow(match, row.begun, row.due, 0, EMPTY), entries)


async def load(db: Db, match: str, first: int = 0) -> list[bytes] | None:
    """The entries of a match from number `first` on; None if there is no such match; raises Damaged."""
    found = await _all(db, _LOG, match, match, max(0, first - 1))
    entries = [(n, body, sum_) for n, body, sum_, *_ in found if n >= 0]
    if not found:
        return None
    if found[0][0] >= 0:
        raise interface.Damaged(match, None, "is damaged: the row of its match is missing")
    _, head, sum_, *rest = found[0]
    row = sound_row(match, (*rest, head, sum_))
    sound = _sound_after(match, entries, first) if first else list(sound_entries(match, entries))
    if (row.count, row.head) != (max(0, first - 1) + len(sound), sound[-1][1] if sound else EMPTY) and first <= row.count:
        raise interface.Damaged(match, len(sound), f"is damaged: it has {len(sound)} of {row.count} entries")
    return [body for body, _ in (sound[1:] if first else sound)]


def _sound_after(match: str, found: Sequence[tuple[int, bytes, bytes]], first: int) -> list[tuple[bytes, bytes]]:
    """The entry before `first`, and those after it; raises Damaged at the first one that does not fit."""
    if not found or found[0][0] != first - 1:
        return []
    sound = [(found[0][1], found[0][2])]
    return sound + list(sound_entries(match, found[1:], first, found[0][2]))


async def counts(db: Db, matches: Sequence[str]) -> dict[str, int]:
    """See `Store.counts`."""
    found = await _all(db, f"{_MATCH} WHERE id = ANY(%s)", list(matches))
    return {row[0]: row[3] for row in found if row[-1] == checksum(row[:-1])}


async def find(db: Db, digest: bytes) -> interface.Key | None:
    """See `Store.find`."""
    row = await _one(db, "SELECT digest, match, role, sum FROM keys WHERE digest = %b", digest)
    if row is None:
        return None
    if row[-1] != checksum(row[:-1]):
        raise interface.Damaged(row[1], None, "is damaged: a link of it does not fit its checksum")
    return interface.Key(row[1], row[2])


async def due(db: Db) -> list[tuple[int, str]]:
    """See `Store.due`."""
    found = await _all(db, f"{_MATCH} WHERE due IS NOT NULL")
    return [(row[2] if row[-1] == checksum(row[:-1]) else 0, row[0]) for row in found]


async def set_due(db: Db, match: str, due: int | None) -> None:
    """See `Store.set_due`."""
    row = await row_of(db, match)
    if row is not None:
        await _put(db, MatchRow(match, row.begun, due, row.count, row.head), ())


async def unbegun(db: Db) -> list[tuple[str, bytes]]:
    """See `Store.unbegun`."""
    sql = (
        "SELECT id, begun::int8, due, count, head, matches.sum, body FROM matches JOIN entries ON match = id AND n = 0 "
        "WHERE begun = 0 ORDER BY id"
    )
    return [(row[0], row[-1]) for row in await _all(db, sql) if row[-2] == checksum(row[:-2])]


async def open_of(db: Db, maker: str) -> int:
    """See `Store.open_of`."""
    row = await _one(db, "SELECT count(*) FROM makers WHERE maker = %s", maker)
    return int(row[0]) if row is not None else 0


async def drop(db: Db, match: str) -> bool:
    """See `Store.drop`."""
    row = await row_of(db, match)
    if row is None or row.begun or await load(db, match) is None:
        return False
    for table, column in (("matches", "id"), *((table, "match") for table in ("keys", "makers", "listed", "hooks", "entries"))):
        await db.execute(f"DELETE FROM {table} WHERE {column} = %s".encode(), (match,))  # noqa: S608 - names of ours
    return True


# --- The public lists


async def keep_listed(db: Db, match: str, body: bytes | None) -> None:
    """The row of a match in the public lists from now on; empty if it leaves them, None if nothing changes."""
    if body:
        sql = "INSERT INTO listed VALUES (%s, %b, %b) ON CONFLICT (match) DO UPDATE SET body = excluded.body, sum = excluded.sum"
        await db.execute(sql, (match, body, checksum((match, body))))
    elif body is not None:
        await unlist(db, [match])


async def unlist(db: Db, matches: Sequence[str]) -> None:
    """See `Store.unlist`."""
    await db.execute("DELETE FROM listed WHERE match = ANY(%s)", (list(matches),))


async def listed(db: Db) -> list[tuple[str, bytes]]:
    """See `Store.listed`."""
    return _sound_listed(await _all(db, "SELECT match, body, sum FROM listed"))


async def listed_of(db: Db, matches: Sequence[str]) -> Mapping[str, bytes]:
    """See `Sharing.rows_of`."""
    return dict(_sound_listed(await _all(db, "SELECT match, body, sum FROM listed WHERE match = ANY(%s)", list(matches))))


def _sound_listed(found: Sequence[tuple[Any, ...]]) -> list[tuple[str, bytes]]:
    return [(row[0], row[1]) for row in found if row[-1] == checksum(row[:-1])]


# --- Webhooks

_HOOK = "SELECT hooks.id, match, maker, live::int8, done, body, hooks.sum"


async def hooks(db: Db) -> list[interface.HookNote]:
    """See `Store.hooks`."""
    found = await _all(db, f"{_HOOK}, count FROM hooks JOIN matches ON matches.id = match WHERE live = 1")
    return [interface.HookNote(row[0], row[1], row[2], row[4] < row[-1]) for row in found if row[-2] == checksum(row[:-2])]


async def _hooks(db: Db, where: str, value: str) -> list[interface.HookRow]:
    found = await _all(db, f"{_HOOK} FROM hooks WHERE {where} = %s ORDER BY hooks.id", value)
    return [interface.HookRow(row[0], row[1], row[2], bool(row[3]), row[4], row[5]) for row in found if row[-1] == checksum(row[:-1])]


async def hook(db: Db, name: str) -> interface.HookRow | None:
    """See `Store.hook`."""
    return next(iter(await _hooks(db, "hooks.id", name)), None)


async def hooks_of(db: Db, match: str) -> list[interface.HookRow]:
    """See `Store.hooks_of`."""
    return await _hooks(db, "match", match)


async def keep_hook(db: Db, row: interface.HookRow) -> None:
    """See `Store.keep_hook`."""
    values = (row.id, row.match, row.maker, int(row.live), row.done, row.body)
    sql = (
        "INSERT INTO hooks VALUES (%s, %s, %s, %s, %s, %b, %b) ON CONFLICT (id) DO UPDATE SET match = excluded.match, "
        "maker = excluded.maker, live = excluded.live, done = excluded.done, body = excluded.body, sum = excluded.sum"
    )
    await db.execute(sql, (*values, checksum(values)))


async def drop_hook(db: Db, name: str) -> None:
    """See `Store.drop_hook`."""
    await db.execute("DELETE FROM hooks WHERE id = %s", (name,))


# --- Accounts


async def account(db: Db, name: str) -> interface.AccountRow | None:
    """See `Store.account`."""
    row = await _one(db, "SELECT id, leaving::int8, body, sum FROM accounts WHERE id = %s", name)
    return None if row is None else _sound_account(row)


async def account_behind(db: Db, door: bytes) -> interface.AccountRow | None:
    """See `Store.account_behind`."""
    columns = "digest, account, doors.sum, id, leaving::int8, body, accounts.sum"
    row = await _one(db, f"SELECT {columns} FROM doors JOIN accounts ON id = account WHERE digest = %b", door)  # noqa: S608 - words of ours
    return None if row is None or row[2] != checksum(row[:2]) else _sound_account(row[3:])


def _sound_account(row: tuple[Any, ...]) -> interface.AccountRow | None:
    return interface.AccountRow(row[0], bool(row[1]), row[2]) if row[-1] == checksum(row[:-1]) else None


async def leaving(db: Db) -> list[str]:
    """See `Store.leaving`."""
    return [row[0] for row in await _all(db, "SELECT id FROM accounts WHERE leaving = 1 ORDER BY id")]


async def keep_account(db: Db, row: interface.AccountRow, doors: frozenset[bytes]) -> None:
    """See `Store.keep_account`."""
    values = (row.id, int(row.leaving), row.body)
    sql = (
        "INSERT INTO accounts VALUES (%s, %s, %b, %b) "
        "ON CONFLICT (id) DO UPDATE SET leaving = excluded.leaving, body = excluded.body, sum = excluded.sum"
    )
    await db.execute(sql, (*values, checksum(values)))
    before = {found for (found,) in await _all(db, "SELECT digest FROM doors WHERE account = %s", row.id)}
    await db.execute("DELETE FROM doors WHERE digest = ANY(%s)", (list(before - doors),))
    try:
        await _each(db, "INSERT INTO doors VALUES (%b, %s, %b)", [(door, row.id, checksum((door, row.id))) for door in doors - before])
    except psycopg.errors.UniqueViolation:
        raise interface.Exists("this opens another account") from None


async def drop_account(db: Db, name: str) -> None:
    """See `Store.drop_account`."""
    await db.execute("DELETE FROM doors WHERE account = %s", (name,))
    await db.execute("DELETE FROM accounts WHERE id = %s", (name,))


# --- Single values


async def last_beat(db: Db) -> int:
    """The latest moment that any process has written; raises StoreError."""
    found = await _all(db, "SELECT id::int8, batch, at, sum FROM writers UNION ALL SELECT NULL, NULL, ran, NULL FROM running")
    if any(row[-1] != checksum(row[:-1]) for row in found if row[0] is not None):
        raise interface.StoreError("the running time of the server is damaged")
    return max([row[2] for row in found], default=0)


async def mark(db: Db) -> bytes | None:
    """See `Store.mark`."""
    row = await _one(db, "SELECT one::int8, mark, sum FROM marks")
    if row is None:
        return None
    if row[-1] != checksum(row[:-1]):
        raise interface.StoreError("the mark of the key is damaged")
    return bytes(row[1])


async def set_mark(db: Db, mark: bytes) -> None:
    """See `Store.set_mark`."""
    sql = "INSERT INTO marks VALUES (1, %b, %b) ON CONFLICT (one) DO NOTHING"  # of two processes with new keys the first one stays
    await db.execute(sql, (mark, checksum((1, mark))))
