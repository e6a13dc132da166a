"""A store in memory that can fail, for tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from deathmatch.server.store.interface import (
    AccountRow,
    Addition,
    Behind,
    Exists,
    Health,
    HookNote,
    HookRow,
    Key,
    NewLog,
    StoreError,
)


@dataclass
class MemoryStore:
    """A store that forgets with the process, and that fails when it is told to."""

    matches: dict[str, list[bytes]] = field(default_factory=dict)
    keys: dict[bytes, Key] = field(default_factory=dict)
    moments: dict[str, int] = field(default_factory=dict)  # when the matches are due
    begun: set[str] = field(default_factory=set)
    makers: dict[str, str] = field(default_factory=dict)  # of the matches that are not over
    lists: dict[str, bytes] = field(default_factory=dict)  # the rows of the public lists
    rows: dict[str, HookRow] = field(default_factory=dict)  # webhooks
    accounts: dict[str, AccountRow] = field(default_factory=dict)
    doors: dict[bytes, str] = field(default_factory=dict)  # digest -> account
    at: int = 0
    failing: bool = False
    _full: bool = False
    sealed_with: bytes | None = None
    gate: asyncio.Event | None = None  # where set: writes wait for it

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Meanwhile nothing can be added to a log; everything else works."""
        self._full = True
        yield
        self._full = False

    async def _disk(self) -> None:
        if self.gate is not None:
            await self.gate.wait()
        await asyncio.sleep(0)
        if self.failing:
            raise StoreError("disk full")

    def _mark(self, match: str, at: int, begun: bool, due: int | None) -> None:
        self.at = max(self.at, at)
        if begun:
            self.begun.add(match)
        if due is None:
            self.moments.pop(match, None)
        else:
            self.moments[match] = due

    async def create(self, new: NewLog, at: int, *, due: int | None = None, listed: bytes | None = None, begun: bool = False) -> None:
        await self._disk()
        if new.match in self.matches:
            raise Exists(new.match)
        self.matches[new.match] = list(new.entries)
        self.keys.update({digest: Key(new.match, role) for digest, role in new.keys.items()})
        self._mark(new.match, at, begun, due)
        if new.maker:
            self.makers[new.match] = new.maker
        self._list(new.match, listed)

    def _list(self, match: str, body: bytes | None) -> None:
        if body:
            self.lists[match] = body
        elif body is not None:
            self.lists.pop(match, None)

    async def append(self, addition: Addition) -> None:
        await self._disk()
        if self._full:
            raise StoreError("disk full")
        match, following, relinked = addition.match, addition.following, addition.relinked
        if len(self.matches[match]) != addition.first:
            raise Behind(f"entry {addition.first} after {len(self.matches[match])}")
        self.matches[match].extend(addition.entries)
        if following is not None:
            if following.match not in self.matches and following.maker:
                self.makers[following.match] = following.maker
            self.matches.setdefault(following.match, list(following.entries))
            self.keys = {digest: Key(following.match, role) for digest, role in following.keys.items()} | self.keys
        if relinked is not None:
            here = {digest: key.role for digest, key in self.keys.items() if key.match == match}
            self.keys |= {digest: Key(match, relinked.renamed.get(role, role)) for digest, role in here.items()}
            self.keys = {digest: key for digest, key in self.keys.items() if key.match != match or key.role not in relinked.gone}
            self.keys |= {digest: Key(match, role) for digest, role in relinked.given.items()}
        self._mark(match, addition.at, addition.begun, addition.due)
        if addition.over:
            self.makers.pop(match, None)
        self._list(match, addition.listed)

    async def rewrite(self, match: str, count: int, entries: Sequence[bytes], at: int, *, listed: bytes | None = None) -> None:
        await self._disk()
        if len(self.matches[match]) != count:
            raise Behind(f"{count} entries of {len(self.matches[match])}")
        self.matches[match] = list(entries)
        self.at = max(self.at, at)
        self._list(match, listed)

    async def load(self, match: str, first: int = 0) -> list[bytes] | None:
        await asyncio.sleep(0)
        return self.matches[match][first:] if match in self.matches else None

    async def counts(self, matches: Sequence[str]) -> Mapping[str, int]:
        await asyncio.sleep(0)
        return {match: len(self.matches[match]) for match in matches if match in self.matches}

    async def find(self, digest: bytes) -> Key | None:
        return self.keys.get(digest)

    async def due(self) -> list[tuple[int, str]]:
        return [(due, match) for match, due in self.moments.items()]

    async def set_due(self, match: str, due: int | None) -> None:
        await self._disk()
        self._mark(match, 0, False, due)

    async def unbegun(self) -> list[tuple[str, bytes]]:
        return [(match, self.matches[match][0]) for match in sorted(set(self.matches) - self.begun)]

    async def open_of(self, maker: str) -> int:
        return list(self.makers.values()).count(maker)

    async def account(self, name: str) -> AccountRow | None:
        await asyncio.sleep(0)
        return self.accounts.get(name)

    async def account_behind(self, door: bytes) -> AccountRow | None:
        return await self.account(self.doors.get(door, ""))

    async def leaving(self) -> list[str]:
        return [row.id for row in self.accounts.values() if row.leaving]

    async def keep_account(self, row: AccountRow, doors: frozenset[bytes]) -> None:
        await self._disk()
        if any(self.doors.get(door, row.id) != row.id for door in doors):
            raise Exists("this opens another account")
        self.accounts[row.id] = row
        self.doors = {door: name for door, name in self.doors.items() if name != row.id} | dict.fromkeys(doors, row.id)

    async def drop_account(self, name: str) -> None:
        await self._disk()
        self.accounts.pop(name, None)
        self.doors = {door: other for door, other in self.doors.items() if other != name}

    async def drop(self, match: str) -> bool:
        await self._disk()
        if match in self.begun or self.matches.pop(match, None) is None:
            return False
        self.keys = {digest: key for digest, key in self.keys.items() if key.match != match}
        self.makers.pop(match, None)
        self.lists.pop(match, None)
        self.rows = {name: row for name, row in self.rows.items() if row.match != match}
        return True

    async def hooks(self) -> list[HookNote]:
        return [HookNote(row.id, row.match, row.maker, row.done < len(self.matches[row.match])) for row in self.rows.values() if row.live]

    async def hook(self, name: str) -> HookRow | None:
        return self.rows.get(name)

    async def hooks_of(self, match: str) -> list[HookRow]:
        return sorted((row for row in self.rows.values() if row.match == match), key=lambda row: row.id)

    async def keep_hook(self, row: HookRow) -> None:
        await self._disk()
        self.rows[row.id] = row

    async def drop_hook(self, name: str) -> None:
        await self._disk()
        self.rows.pop(name, None)

    async def listed(self) -> list[tuple[str, bytes]]:
        return list(self.lists.items())

    async def unlist(self, matches: Sequence[str]) -> None:
        await self._disk()
        for match in matches:
            self.lists.pop(match, None)

    async def beat(self, now: int) -> None:
        await self._disk()
        self.at = max(self.at, now)

    async def last_beat(self) -> int:
        return self.at

    @property
    def health(self) -> Health:
        return Health("disk full" if self.failing else "")

    async def mark(self) -> bytes | None:
        return self.sealed_with

    async def set_mark(self, mark: bytes) -> None:
        self.sealed_with = mark

    async def close(self) -> None:
        """Nothing is held."""
