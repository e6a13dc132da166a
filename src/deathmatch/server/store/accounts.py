"""The accounts in an open database, each function within one transaction. A row that does not fit its checksum counts as missing."""

from __future__ import annotations

import sqlite3

from deathmatch.server.store.checksums import checksum
from deathmatch.server.store.interface import AccountRow, Exists


def account(db: sqlite3.Connection, name: str) -> AccountRow | None:
    """See `Store.account`."""
    row = db.execute("SELECT id, leaving, body, sum FROM accounts WHERE id = ?", (name,)).fetchone()
    return None if row is None or row[-1] != checksum(row[:-1]) else AccountRow(row[0], bool(row[1]), row[2])


def account_behind(db: sqlite3.Connection, door: bytes) -> AccountRow | None:
    """See `Store.account_behind`."""
    row = db.execute("SELECT digest, account, sum FROM doors WHERE digest = ?", (door,)).fetchone()
    return None if row is None or row[-1] != checksum(row[:-1]) else account(db, row[1])


def leaving(db: sqlite3.Connection) -> list[str]:
    """See `Store.leaving`."""
    return [row[0] for row in db.execute("SELECT id FROM accounts WHERE leaving = 1 ORDER BY id")]


def keep_account(db: sqlite3.Connection, row: AccountRow, doors: frozenset[bytes]) -> None:
    """See `Store.keep_account`."""
    values = (row.id, int(row.leaving), row.body)
    db.execute("INSERT OR REPLACE INTO accounts VALUES (?, ?, ?, ?)", (*values, checksum(values)))
    before = {found for (found,) in db.execute("SELECT digest FROM doors WHERE account = ?", (row.id,))}
    db.executemany("DELETE FROM doors WHERE digest = ?", [(door,) for door in before - doors])
    for door in doors - before:
        try:
            db.execute("INSERT INTO doors VALUES (?, ?, ?)", (door, row.id, checksum((door, row.id))))
        except sqlite3.IntegrityError:
            raise Exists("this opens another account") from None


def drop_account(db: sqlite3.Connection, name: str) -> None:
    """See `Store.drop_account`."""
    db.execute("PRAGMA secure_delete=ON")
    db.execute("DELETE FROM doors WHERE account = ?", (name,))
    db.execute("DELETE FROM accounts WHERE id = ?", (name,))
    db.execute("PRAGMA secure_delete=OFF")
