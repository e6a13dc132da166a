"""The part of a store that many processes need: news of the entries that the others wrote, leases, and one clock for all.

No process owns a match. A conflict (`Behind`) is news that came late: the writer loads the entries that it lacks, and decides again. So
everything here only makes the processes quick and spares double work. Nothing goes wrong if a note is lost or a lease runs out too early.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from deathmatch.server.store.interface import Store

Kind = Literal["log", "rewritten", "dropped", "listed", "hook", "people", "answer"]
"""The thing that a note is about: see `Note`."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something is on disk, and has changed.

    Attributes:
        kind: `log`: a log has so many entries now, a new one too; `rewritten`: the same, and earlier entries have changed as well;
            `dropped`: a match was forgotten; `listed`: the row of a match in the public lists has changed, or is gone; `hook`: the same
            of a webhook; `people`: somebody has come to a match or gone; `answer`: a worker has answered a question. No commit of a log
            says the last two.
        id: of the log (a match or a season's) or the webhook.
        count: the entries of the log; 0 for all else.
    """

    kind: Kind
    id: str
    count: int = 0


YET_MS = 2_000
"""A process that lives has said so in this time; `shared_time.LEASH_S`."""


class Tick(NamedTuple):
    """A moment, by the database's clock.

    Attributes:
        ran: milliseconds during which some process lived on this store, as they have said.
        wall: milliseconds since 1970.
        more: milliseconds up to now in which others most likely have lived and have not said so yet.
    """

    ran: int
    wall: int
    more: int = 0


class People(NamedTuple):
    """The people of a match who are connected to another process.

    Attributes:
        match: its id.
        process: the number of the process.
        body: as `presence.py` writes it.
    """

    match: str
    process: int
    body: bytes


class Reply(NamedTuple):
    """How far a question is that waits for a worker.

    Attributes:
        taken: whether a worker thinks about it, or has died while it did.
        answer: empty without one.
    """

    taken: bool
    answer: bytes


class Living(NamedTuple):
    """The processes that live.

    Attributes:
        known: whether this process still counted as living; otherwise the others have forgotten it meanwhile.
        others: the number of each other process, with the digest of its word lists.
    """

    known: bool
    others: Mapping[int, str]


Heard = Callable[[Sequence[Note]], None]
"""Takes the notes of one commit, in order, on the event loop; it returns at once. A process may hear its own as well."""

Missed = Callable[[], None]
"""Called on the event loop if notes may have been lost: anything may have changed."""


class Sharing(Protocol):
    """The part of a store that processes need which share it. Every method may be called from the event loop; none of them blocks it."""

    def listen(self, heard: Heard, missed: Missed) -> None:
        """Hear of every commit from now on. A note is published in the commit itself, so it speaks of entries that are on disk.

        The lobby calls this once, before it reads anything. A lost connection is opened again by the store, which then calls `missed`.
        """
        ...

    async def lease(self, name: str, ms: int) -> bool:
        """Take the lease of this name for so many ms of the database's clock, or have it so much longer; False if another process has it.

        Raises StoreError.
        """
        ...

    async def renew(self, names: Sequence[str], ms: int) -> None:
        """Have these leases for so many ms from now, all that no other process has taken meanwhile. Raises StoreError."""
        ...

    async def release(self, name: str) -> None:
        """Give a lease back, if this process has it. Raises StoreError."""
        ...

    async def take_due(self, by: int, ms: int, most: int) -> list[str]:
        """At most so many logs that are due at `by` or before, the earliest first; no other process is given them in the next `ms`.

        Logs of seasons are among them. PostgreSQL passes over rows that another process is taking at this moment. Raises StoreError.
        """
        ...

    async def rows_of(self, matches: Sequence[str]) -> Mapping[str, bytes]:
        """The rows of these matches in the public lists; without those that have none. Raises StoreError."""
        ...

    async def tick(self, lived: int) -> Tick:
        """The time by the database's clock; the call is a beat of this process.

        The process lived for `lived` ms after its last beat that was answered, or until now if that is less. Running time is the length
        of all such times of all processes together, each moment counted once. The first beat counts nothing. Raises StoreError.
        """
        ...

    async def living(self, ms: int, lists: str) -> Living:
        """This process lives, and has these word lists; `ms` after its last call it counts as dead. Raises StoreError."""
        ...

    async def keep_people(self, people: Mapping[str, bytes]) -> None:
        """From now on these people are connected to this process, match by match; empty for nobody. The other processes hear of it.

        They are forgotten with their process. Raises StoreError.
        """
        ...

    async def people(self, matches: Sequence[str] | None = None) -> list[People]:
        """The people of these matches, or of all, at the other processes that live. Raises StoreError."""
        ...

    async def leave(self) -> None:
        """This process ends: it has no people and no leases any more. Raises StoreError."""
        ...

    async def spend(self, name: str, burst: float, per_second: float) -> bool:
        """Take one from the bucket of this name, which all processes share; False if there is none left in it. Raises StoreError."""
        ...

    async def once(self, name: str, ms: int) -> bool:
        """Whether no process has given this name here in the last `ms`, which it is remembered for. Raises StoreError."""
        ...

    async def ask(self, name: str, body: bytes, ms: int, lasts: int) -> None:
        """Ask the workers something, for which one of them gets `ms`; the question waits for `lasts` ms at most. Raises StoreError."""
        ...

    async def replies(self, names: Sequence[str]) -> Mapping[str, Reply]:
        """How far these questions are; without those that wait no more. Raises StoreError."""
        ...

    async def withdraw(self, name: str) -> None:
        """Forget a question. Raises StoreError."""
        ...


class SharedStore(Store, Protocol):
    """A store that processes share."""

    @property
    def sharing(self) -> Sharing:
        """The part that they need for it."""
        ...
