"""One store in memory that several servers share, each through a connection of its own; a test holds back their news, or loses it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from deathmatch.server.store.interface import Addition, HookRow, NewLog, StoreError
from deathmatch_postgres import sharing
from deathmatch_postgres.database.questions import Question
from deathmatch_postgres.sharing import YET_MS, Heard, Living, Missed, Note, People, Reply, Tick
from tests.server.memory_store import MemoryStore


@dataclass
class Asked:
    """A question to workers; `leased` is until when a worker has it."""

    body: bytes
    ms: int
    until: int
    leased: int = 0
    worker: MemoryWork | None = None
    answer: bytes = b""


@dataclass
class MemoryWork:
    """The questions, as a worker sees them. It is a `Work`."""

    database: Database

    async def take(self, kind: str, lease: int) -> Question | None:
        await asyncio.sleep(0)
        now = self.database.clock()
        for name, asked in self.database.questions.items():
            if name.startswith(f"{kind} ") and not asked.answer and asked.leased <= now < asked.until:
                asked.leased, asked.worker = now + lease, self
                return Question(name, asked.body, asked.ms)
        return None

    async def renew(self, names: Sequence[str], lease: int) -> None:
        await asyncio.sleep(0)
        for name in names:
            if (asked := self.database.questions.get(name)) is not None and asked.worker is self:
                asked.leased = self.database.clock() + lease

    async def answer(self, name: str, body: bytes) -> None:
        await asyncio.sleep(0)
        if (asked := self.database.questions.get(name)) is not None and asked.worker is self and not asked.answer:
            self.database.questions[name].answer = body
            self.database.publish(Note("answer", name))

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(0.001)

    async def close(self) -> None:
        """Nothing is held."""


def together(spans: Iterable[tuple[int, int]]) -> int:
    """The length of all these times together; a moment that is in several of them counts once."""
    length, until = 0, None
    for start, end in sorted(spans):
        start = start if until is None else max(start, until)
        if end > start:
            length, until = length + end - start, end
    return length


@dataclass
class Database:
    """What all servers share.

    Attributes:
        disk: the logs and rows.
        clock: of the database, in ms; no server's own.
        leases: name -> the server that has it, and until when.
        taken: due logs that a server has taken, and until when.
        living: the number of each server, its word lists, and until when it counts as living.
        people: match -> server -> its people.
        buckets: name -> what is left, and since when.
        used: name -> until when.
        questions: to workers.
        lived: from when until when which process lived, by the database's clock.
    """

    clock: Callable[[], int]
    disk: MemoryStore = field(default_factory=MemoryStore)
    servers: list[SharedStore] = field(default_factory=list)
    leases: dict[str, tuple[SharedStore, int]] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    living: dict[int, tuple[str, int]] = field(default_factory=dict)
    people: dict[str, dict[int, bytes]] = field(default_factory=dict)
    buckets: dict[str, tuple[float, int]] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    questions: dict[str, Asked] = field(default_factory=dict)
    made: int = 0
    lived: list[tuple[int, int]] = field(default_factory=list)
    wall: int = 1_700_000_000_000

    @property
    def ran(self) -> int:
        """Running time."""
        return together(self.lived)

    def server(self) -> SharedStore:
        """A connection for one more server."""
        return SharedStore(self)

    def publish(self, *notes: Note) -> None:
        """Tell every server, as part of a commit."""
        for server in self.servers:
            server.tell(notes)


class SharedStore:
    """The store as one server sees it. It is a `Store`, and its own `Sharing`.

    Attributes:
        held: whether news wait for `let_go`.
        lost: whether news are lost, until `reconnect`.
        silent: whether the database does not answer what only processes ask that share it.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.disk = database.disk
        database.made += 1
        self.number = database.made
        self.silent = False
        self.held = False
        self.lost = False
        self.beat_at: int | None = None
        self._waiting: list[Sequence[Note]] = []
        self._heard: Heard | None = None
        self._missed: Missed | None = None
        database.servers.append(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.disk, name)  # all that changes nothing which others have in memory

    @property
    def as_shared(self) -> sharing.SharedStore:
        return cast("sharing.SharedStore", self)

    @property
    def sharing(self) -> SharedStore:
        return self

    # --- News

    def listen(self, heard: Heard, missed: Missed) -> None:
        self._heard, self._missed = heard, missed

    def tell(self, notes: Sequence[Note]) -> None:
        if not self.lost:
            self._waiting.append(notes)
            asyncio.get_running_loop().call_soon(self._deliver)

    def _deliver(self) -> None:
        while self._waiting and not self.held and self._heard is not None:
            self._heard(self._waiting.pop(0))

    def let_go(self) -> None:
        """News come again, those that waited first."""
        self.held = False
        self._deliver()

    def reconnect(self) -> None:
        """The connection is there again; what came meanwhile is lost."""
        self.lost = False
        assert self._missed is not None
        self._missed()

    def die(self) -> None:
        """The server is no more: it hears nothing."""
        self.database.servers.remove(self)

    # --- Leases, what is due, time

    async def lease(self, name: str, ms: int) -> bool:
        await asyncio.sleep(0)
        if self not in self.database.servers:
            raise StoreError("this server is dead")
        now = self.database.clock()
        holder, until = self.database.leases.get(name, (self, 0))
        if holder is not self and until > now:
            return False
        self.database.leases[name] = (self, now + ms)
        return True

    async def renew(self, names: Sequence[str], ms: int) -> None:
        await asyncio.sleep(0)
        if self not in self.database.servers:
            raise StoreError("this server is dead")
        for name in names:
            if self.database.leases.get(name, (None, 0))[0] is self:
                self.database.leases[name] = (self, self.database.clock() + ms)

    async def release(self, name: str) -> None:
        await asyncio.sleep(0)
        if self.database.leases.get(name, (None, 0))[0] is self:
            del self.database.leases[name]

    async def take_due(self, by: int, ms: int, most: int) -> list[str]:
        await asyncio.sleep(0)
        now, taken = self.database.clock(), self.database.taken
        found = sorted((due, match) for match, due in self.disk.moments.items() if due <= by and taken.get(match, 0) <= now)[:most]
        taken.update({match: now + ms for _, match in found})
        return [match for _, match in found]

    async def rows_of(self, matches: Sequence[str]) -> Mapping[str, bytes]:
        await asyncio.sleep(0)
        return {match: self.disk.lists[match] for match in matches if match in self.disk.lists}

    async def tick(self, lived: int) -> Tick:
        await asyncio.sleep(0)
        now, since = self.database.clock(), self.beat_at
        if since is not None:
            self.database.lived.append((since, min(now, since + lived)))
        self.beat_at = now
        more = now - max((end for _, end in self.database.lived), default=now - YET_MS - 1)
        more = more if 0 < more <= YET_MS and [server for server in self.database.servers if server is not self] else 0
        return Tick(self.database.ran, self.database.wall + now, more)

    # --- Company

    async def _ask(self) -> int:
        await asyncio.sleep(0)
        if self.silent or self not in self.database.servers:
            raise StoreError("the database does not answer")
        return self.database.clock()

    async def living(self, ms: int, lists: str) -> Living:
        now, living = await self._ask(), self.database.living
        known = living.get(self.number, ("", 0))[1] > now
        living[self.number] = (lists, now + ms)
        return Living(known, {other: its for other, (its, until) in living.items() if other != self.number and until > now})

    async def keep_people(self, people: Mapping[str, bytes]) -> None:
        await self._ask()
        for match, body in people.items():
            at = self.database.people.setdefault(match, {})
            at.pop(self.number, None)
            if body:
                at[self.number] = body
        self.database.publish(*[Note("people", match) for match in people])

    async def people(self, matches: Sequence[str] | None = None) -> list[People]:
        now, found = await self._ask(), []
        for match in self.database.people if matches is None else matches:
            for other, body in self.database.people.get(match, {}).items():
                if other != self.number and self.database.living.get(other, ("", 0))[1] > now:
                    found.append(People(match, other, body))
        return found

    async def leave(self) -> None:
        await self._ask()
        self.database.living.pop(self.number, None)
        gone = [match for match, at in self.database.people.items() if at.pop(self.number, None)]
        self.database.leases = {name: had for name, had in self.database.leases.items() if had[0] is not self}
        self.database.publish(*[Note("people", match) for match in gone])

    async def spend(self, name: str, burst: float, per_second: float) -> bool:
        now = await self._ask()
        left, then = self.database.buckets.get(name, (burst, now))
        left = min(burst, left + (now - then) * per_second / 1000)
        if left >= 1:
            self.database.buckets[name] = (left - 1, now)
        return left >= 1

    async def once(self, name: str, ms: int) -> bool:
        now = await self._ask()
        if self.database.used.get(name, 0) > now:
            return False
        self.database.used[name] = now + ms
        return True

    async def ask(self, name: str, body: bytes, ms: int, lasts: int) -> None:
        self.database.questions[name] = Asked(body, ms, await self._ask() + lasts)

    async def replies(self, names: Sequence[str]) -> Mapping[str, Reply]:
        await self._ask()
        asked = self.database.questions
        return {name: Reply(bool(asked[name].leased), asked[name].answer) for name in names if name in asked}

    async def withdraw(self, name: str) -> None:
        await self._ask()
        self.database.questions.pop(name, None)

    # --- What changes something

    def _tell_log(self, match: str, listed: bytes | None = None, kind: Any = "log") -> None:
        note = Note(kind, match, len(self.disk.matches[match]))
        self.database.publish(note, *([] if listed is None else [Note("listed", match)]))

    async def create(self, new: NewLog, at: int, *, due: int | None = None, listed: bytes | None = None, begun: bool = False) -> None:
        await self.disk.create(new, at, due=due, listed=listed, begun=begun)
        self._tell_log(new.match, listed)

    async def append(self, addition: Addition) -> None:
        await self.disk.append(addition)
        self._tell_log(addition.match, addition.listed)

    async def rewrite(self, match: str, count: int, entries: Sequence[bytes], at: int, *, listed: bytes | None = None) -> None:
        await self.disk.rewrite(match, count, entries, at, listed=listed)
        self._tell_log(match, listed, "rewritten")

    async def drop(self, match: str) -> bool:
        dropped = await self.disk.drop(match)
        if dropped:
            self.database.publish(Note("dropped", match), Note("listed", match))
        return dropped

    async def unlist(self, matches: Sequence[str]) -> None:
        await self.disk.unlist(matches)
        self.database.publish(*[Note("listed", match) for match in matches])

    async def keep_hook(self, row: HookRow) -> None:
        await self.disk.keep_hook(row)
        self.database.publish(Note("hook", row.id))

    async def drop_hook(self, name: str) -> None:
        await self.disk.drop_hook(name)
        self.database.publish(Note("hook", name))
