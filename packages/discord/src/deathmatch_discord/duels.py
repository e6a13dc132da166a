"""The matches that were set up in Discord, the seasons of channels and the wishes of users: a restarted front end goes on where it stood.

Everything is sealed with the front end's own key, which lies beside it, because it holds the secret links of seats and moves that are
being put together. A copy of the file alone opens nothing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from deathmatch.core.bots import people
from deathmatch.core.letters import isolated
from deathmatch.core.seats import BySeat
from deathmatch.core.speech import say
from deathmatch.server.vault import Vault, key_of

T = TypeVar("T")
FILE: Final = "discord.sqlite"


class Duel(msgspec.Struct, frozen=True):
    """A match in Discord. Numbers are those of Discord, 0 for a message that does not exist yet.

    Attributes:
        match: its public id.
        title: of the variant.
        players, names: the users on seats A and B; the challenger has A. 0 for a seat that anybody may take.
        keys: the secret links of both seats.
        language: of the public messages.
        challenge, thread, board: the message with the challenge, the thread behind it, and the message there that shows the table.
        shown: a digest of the table as it was last shown.
        over: whether the match was over when it was last shown.
        body: of the request that set the match up.
        host, host_key: the user who hosts the match, and the host's secret link; 0 and empty in a match of the players alone.
        agreed: the users who have accepted.
        afresh: whether each decision posts the table as a new message, instead of changing the old one.
        season: the channel whose season files the match; 0 for none.
        asked, call: the question at which players were last called, and the message with that call.
        result, told: the message with the result, and a digest of the result that it tells.
        film: whether the animation is there, or cannot be had.
        ended: the moment at which the front end posted the result, in seconds since 1970.
        ends: seat -> the second since 1970 at which its clock is over, as the table shows it.
        posted: the digest of the picture of the host that the thread has.
        typed: whether moves are read that players type in the thread.
        warned: whether the thread says that secret answers are not read there.
        heard: seat -> how many private lines between it and the host have been brought to them.
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
    body: dict[str, Any] = {}
    host: int = 0
    host_key: str = ""
    agreed: tuple[int, ...] = ()
    afresh: bool = False
    season: int = 0
    asked: int = -1
    call: int = 0
    result: int = 0
    told: str = ""
    film: bool = False
    ended: int = 0
    ends: dict[str, int] = {}
    posted: str = ""
    typed: bool = False
    warned: bool = False
    heard: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"<Duel {self.match}>"

    @property
    def people(self) -> tuple[str, ...]:
        """The names as people read them, told apart."""
        return tuple([isolated(name) for name in people(BySeat(*self.names))])

    @property
    def named(self) -> str:
        """The match for people: as its host has called it, else its game in the language that is being spoken."""
        return str(self.body.get("title") or say(self.title))

    def seat(self, user: int) -> int | None:
        """The seat of this user: 0 for A, 1 for B."""
        return self.players.index(user) if user and user in self.players else None

    @property
    def open(self) -> bool:
        """Whether anybody may still accept."""
        return 0 in self.players

    @property
    def missing(self) -> tuple[int, ...]:
        """The users who still have to accept; 0 for anybody. A challenger need not."""
        asked = self.players if self.host else self.players[1:]
        return tuple(user for user in asked if user not in self.agreed)


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


class League(msgspec.Struct, frozen=True):
    """The season of a channel.

    Attributes:
        id, title: of the season.
        key, viewer: the secret links of the host and of the viewers.
        by: the user who linked it.
        every: whether all matches of the channel are filed, and not only those that the user hosts who linked it.
        players: user -> number in the season.
    """

    id: str
    title: str
    key: str
    viewer: str
    by: int
    every: bool = False
    players: dict[int, int] = {}

    def __repr__(self) -> str:
        return f"<League {self.id}>"


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

    def alias(self, user: int) -> str:
        """The name by which the server knows a user: always the same, and nobody can tell the user from it."""
        return self._vault.alias(f"user {user}")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def keep(self, duel: Duel) -> Duel:
        """Keep a duel as it is now."""
        self._put(f"duel {duel.match}", msgspec.json.encode(duel))
        return duel

    def change(self, duel: Duel, **changes: Any) -> Duel:
        """Keep these changes of a duel, whatever else of it has changed meanwhile."""
        return self.keep(msgspec.structs.replace(self.find(duel.match) or duel, **changes))

    def find(self, match: str) -> Duel | None:
        """The duel of this match."""
        return self._read(f"duel {match}", Duel)

    def all(self) -> Iterator[Duel]:
        """Every duel, in the order in which they were set up."""
        for (place,) in self._file.execute("SELECT place FROM kept WHERE place LIKE 'duel %' ORDER BY rowid").fetchall():
            if (duel := self.find(place.removeprefix("duel "))) is not None:
                yield duel

    def forget(self, match: str) -> None:
        """Forget a duel, its drafts and its ruling."""
        for place in (f"duel {match}", f"draft {match} 0", f"draft {match} 1", f"ruling {match}"):
            self._put(place, None)

    def move(self, duel: Duel, match: str) -> None:
        """Keep a duel that goes on as another match; buttons that name the old one find it."""
        self.keep(duel)
        self._put(f"moved {match}", duel.match.encode())
        self.forget(match)

    def now(self, match: str) -> str:
        """The match as which this one goes on."""
        body = self._get(f"moved {match}")
        return match if body is None else body.decode()

    def draft(self, match: str, seat: int) -> Draft:
        """The move that this seat puts together."""
        return self._read(f"draft {match} {seat}", Draft) or Draft()

    def keep_draft(self, match: str, seat: int, draft: Draft) -> None:
        """Keep a draft as it is now."""
        self._put(f"draft {match} {seat}", msgspec.json.encode(draft))

    def ruling(self, match: str) -> dict[str, Any]:
        """The ruling that the host of a match has looked at; empty if there is none."""
        return self._read(f"ruling {match}", dict[str, Any]) or {}

    def keep_ruling(self, match: str, ruling: dict[str, Any]) -> None:
        """Keep the ruling that the host has looked at; an empty one is forgotten."""
        self._put(f"ruling {match}", msgspec.json.encode(ruling) if ruling else None)

    def league(self, channel: int) -> League | None:
        """The season of a channel."""
        return self._read(f"league {channel}", League)

    def keep_league(self, channel: int, league: League | None) -> None:
        """Keep the season of a channel, or keep that it has none."""
        self._put(f"league {channel}", None if league is None else msgspec.json.encode(league))

    def quiet(self, user: int) -> bool:
        """Whether this user wishes no mention."""
        return self._get(f"quiet {user}") is not None

    def keep_quiet(self, user: int, quiet: bool) -> None:
        """Keep whether this user wishes no mention."""
        self._put(f"quiet {user}", b"" if quiet else None)

    def _put(self, place: str, body: bytes | None) -> None:
        """Keep something at a place; None leaves nothing there."""
        if body is None:
            self._file.execute("DELETE FROM kept WHERE place = ?", (place,))
            return
        sealed = self._vault.seal(body, place)
        self._file.execute("INSERT INTO kept VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET body = excluded.body", (place, sealed))

    def _get(self, place: str) -> bytes | None:
        found = self._file.execute("SELECT body FROM kept WHERE place = ?", (place,)).fetchone()
        return None if found is None else self._vault.unseal(found[0], place)

    def _read(self, place: str, kind: type[T]) -> T | None:
        body = self._get(place)
        return None if body is None else msgspec.json.decode(body, type=kind, strict=False)
