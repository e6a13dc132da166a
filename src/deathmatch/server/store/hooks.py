"""The webhooks in an open database, each function within one transaction. A row that does not fit its checksum counts as missing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from deathmatch.server.store.checksums import checksum
from deathmatch.server.store.interface import HookNote, HookRow

_COLUMNS = "hooks.id, match, maker, live, done, body, hooks.sum"


def _rows(db: sqlite3.Connection, where: str, *values: str) -> Iterator[HookRow]:
    for row in db.execute(f"SELECT {_COLUMNS} FROM hooks WHERE {where} ORDER BY hooks.id", values):  # noqa: S608 - words of ours
        if row[-1] == checksum(row[:-1]):
            yield HookRow(row[0], row[1], row[2], bool(row[3]), row[4], row[5])


def hooks(db: sqlite3.Connection) -> list[HookNote]:
    """See `Store.hooks`."""
    query = f"SELECT {_COLUMNS}, count FROM hooks JOIN matches ON matches.id = match WHERE live = 1"  # noqa: S608 - words of ours
    return [HookNote(row[0], row[1], row[2], row[4] < row[-1]) for row in db.execute(query) if row[-2] == checksum(row[:-2])]


def hook(db: sqlite3.Connection, name: str) -> HookRow | None:
    """See `Store.hook`."""
    return next(_rows(db, "hooks.id = ?", name), None)


def hooks_of(db: sqlite3.Connection, match: str) -> list[HookRow]:
    """See `Store.hooks_of`."""
    return list(_rows(db, "match = ?", match))


def keep_hook(db: sqlite3.Connection, row: HookRow) -> None:
    """See `Store.keep_hook`."""
    values = (row.id, row.match, row.maker, int(row.live), row.done, row.body)
    db.execute("INSERT OR REPLACE INTO hooks VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, checksum(values)))


def drop_hook(db: sqlite3.Connection, name: str) -> None:
    """See `Store.drop_hook`."""
    db.execute("DELETE FROM hooks WHERE id = ?", (name,))
