"""The matches that were set up in Discord, kept beside the front end's own key: a restarted front end goes on where it stood.

Everything is sealed, because it holds the secret links of seats and moves that are being put together. A copy of the file alone opens
nothing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from deathmatch.server.vault import Vault, key_of

FILE: Final = "discord.sqlite"


class Duel(msgspec.Struct, frozen=True):
    """A match in Discord. Numbers are those of Discord, 0 for a message that does not exist yet.

    Attributes:
        match: its public id.
        title: of the variant.
        players, names: the users on seats A and B; the challenger has A.
        keys: the secret links of both seats.
        language: of the public messages.
        challenge, thread, board: the message with the challenge, the thread behind it, and the message there that shows the table.
        shown: a digest of the table as it was last shown.
        over: whether the result has been told.
    """

    match: str
    title: str
    channel: int
    players: tuple[int, int]
    names: tuple[str, str]
    keys: tuple[str, str]
    language: str
    challenge: int = 0
    thread: int = 0
    board: int = 0
    shown: str = ""
    over: bool = False

    def __repr__(self) -> str:
        return f"<Duel {self.match}>"

    def seat(self, user: int) -> int | None:
        """The seat of this user: 0 for A, 1 for B."""
        return self.players.index(user) if user in self.players else None


class Draft(msgspec.Struct, frozen=True):
    """A move that is being put together.

    Attributes:
        ply: of the question.
        prefix: the tokens so far.
        serial: counts the changes: a button of an older state does nothing.
        page: of the choices.
    """

    ply: int = -1
    prefix: tuple[str, ...] = ()
    serial: int = 0
    page: int = 0

    def __repr__(self) -> str:
        return "<Draft>"


class Duels:
    """The file of all duels.

    Args:
        folder: is made if it is missing; only its owner can read the files in it.

    Raises:
        WrongKey: the key is not the one with which the file is sealed.
        OSError, sqlite3.Error: the folder cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / FILE
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
        self._file = sqlite3.connect(path, isolation_level=None)
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("CREATE TABLE IF NOT EXISTS kept (place TEXT PRIMARY KEY, body TEXT NOT NULL)")
        found = self._file.execute("SELECT body FROM kept WHERE place = 'mark'").fetchone()
        self._vault: Vault = key_of(folder, bytes.fromhex(found[0]) if found else None)
        self._file.execute("INSERT OR IGNORE INTO kept VALUES ('mark', ?)", (self._vault.mark.hex(),))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def keep(self, duel: Duel) -> Duel:
        """Keep a duel as it is now."""
        self._put(f"duel {duel.match}", msgspec.json.encode(duel))
        return duel

    def find(self, match: str) -> Duel | None:
        """The duel of this match."""
        body = self._get(f"duel {match}")
        return None if body is None else msgspec.json.decode(body, type=Duel)

    def all(self) -> Iterator[Duel]:
        """Every duel, in the order in which they were set up."""
        for (place,) in self._file.execute("SELECT place FROM kept WHERE place LIKE 'duel %' ORDER BY rowid").fetchall():
            if (duel := self.find(place.removeprefix("duel "))) is not None:
                yield duel

    def forget(self, match: str) -> None:
        """Forget a duel and its drafts."""
        self._file.execute("DELETE FROM kept WHERE place IN (?, ?, ?)", (f"duel {match}", f"draft {match} 0", f"draft {match} 1"))

    def draft(self, match: str, seat: int) -> Draft:
        """The move that this seat puts together."""
        body = self._get(f"draft {match} {seat}")
        return Draft() if body is None else msgspec.json.decode(body, type=Draft)

    def keep_draft(self, match: str, seat: int, draft: Draft) -> Draft:
        """Keep a draft as it is now."""
        self._put(f"draft {match} {seat}", msgspec.json.encode(draft))
        return draft

    def _put(self, place: str, body: bytes) -> None:
        sealed = self._vault.seal(body, place)
        self._file.execute("INSERT INTO kept VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET body = excluded.body", (place, sealed))

    def _get(self, place: str) -> bytes | None:
        found = self._file.execute("SELECT body FROM kept WHERE place = ?", (place,)).fetchone()
        return None if found is None else self._vault.unseal(found[0], place)
