"""Where matches are kept: one append-only log a match, behind one narrow interface.

A log is a sequence of entries, numbered from 0 without a gap. An entry is on disk when `append` returns, and nobody hears of it
earlier. The writer names the number of its first entry, so two writers can never both add to one log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from deathmatch.core.errors import DeathmatchError


class StoreError(DeathmatchError):
    """The log could not be written or read. Nothing of the batch is on disk, or all of it; `load` tells which."""


class Exists(StoreError):
    """There is a match of this id already."""


class Busy(StoreError):
    """Too much waits for the disk already."""


class Behind(StoreError):
    """The log has other entries than its writer believes; the writer has to load it again."""


class Damaged(StoreError):
    """The log of a match has changed since it was written, as if by a fault of the disk. It stays as it is, and nothing can be added.

    Attributes:
        match: its id.
        entry: the number of the first entry that is damaged; None if something else of it is.
    """

    def __init__(self, match: str, entry: int | None, what: str) -> None:
        super().__init__(f"the log of {match} {what}")
        self.match = match
        self.entry = entry


@dataclass(frozen=True, slots=True)
class Key:
    """The match and the role that a secret link opens.

    Attributes:
        match: the match's id.
        role: `A`, `B`, `host` or `onlooker-N`.
    """

    match: str
    role: str


@dataclass(frozen=True, slots=True, repr=False)
class NewLog:
    """A match to be made.

    Attributes:
        match: its id.
        keys: the digests of its secret links -> role.
        entries: the first ones.
        maker: the address that it counts for until it is over, under an alias; empty if for none.
    """

    match: str
    keys: Mapping[bytes, str]
    entries: Sequence[bytes]
    maker: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Relinked:
    """Links of a match that die, and those that take their place.

    Attributes:
        gone: the roles whose links die.
        given: the digests of the new ones -> role.
        renamed: the roles whose links stay -> the role that they have from now on; these are not gone.
    """

    gone: Sequence[str]
    given: Mapping[bytes, str]
    renamed: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, repr=False)
class Addition:
    """More entries of a log, and what changes with them.

    Attributes:
        match: the id of the log.
        first: the number of the first entry, at least 1.
        entries: at least one.
        at: when, in milliseconds of the server's running time; it counts as a beat.
        begun: whether the match has begun; it is then kept for ever.
        due: when the server has to see to the match by itself, in the same time; 0 for at once, None for never.
        over: whether the match is over; it then counts for nobody any more.
        following: the match that the entries make, if any; if it exists already, its missing links are added.
        listed: its row in the public lists from now on; empty if it leaves them, None if nothing changes there.
        relinked: the change of its links, if any.
    """

    match: str
    first: int
    entries: Sequence[bytes]
    at: int
    begun: bool
    due: int | None = None
    over: bool = False
    following: NewLog | None = None
    listed: bytes | None = None
    relinked: Relinked | None = None


@dataclass(frozen=True, slots=True, repr=False)
class HookRow:
    """A webhook as it lies on disk.

    Attributes:
        id: of the webhook.
        match: the one whose changes it sends.
        maker: the address that set the match up, under an alias; empty if unknown.
        live: whether it is switched on.
        done: how many entries of the match's log it has delivered, or passed over because they concern one person alone.
        body: all else, with its secrets sealed (`hooks/webhook.py`).
    """

    id: str
    match: str
    maker: str
    live: bool
    done: int
    body: bytes


@dataclass(frozen=True, slots=True)
class HookNote:
    """A webhook that is switched on, without its body.

    Attributes:
        id, match, maker: see `HookRow`.
        waiting: whether the log has entries that it has not delivered.
    """

    id: str
    match: str
    maker: str
    waiting: bool


@dataclass(frozen=True, slots=True, repr=False)
class AccountRow:
    """An account as it lies on disk.

    Attributes:
        id: of the account.
        leaving: whether it is being deleted.
        body: all else, sealed (`accounts/account.py`).
    """

    id: str
    leaving: bool
    body: bytes


@dataclass(frozen=True, slots=True)
class Health:
    """Whether a store saves.

    Attributes:
        trouble: why the last write is not on disk, if it is the disk's fault; empty if all is well.
        lasting: whether nothing can be saved until the server is started again.
    """

    trouble: str = ""
    lasting: bool = False


# --- The interface


class Store(Protocol):
    """An append-only store. Every method may be called from the event loop; none of them blocks it."""

    async def create(self, new: NewLog, at: int, *, due: int | None = None, listed: bytes | None = None, begun: bool = False) -> None:
        """A new match, at the moment `at`; all or nothing. `due`, `listed` and `begun` as in `Addition`.

        Until it is over it counts for its maker, if it has one. A season has such a log too, under an id that no match has
        (`tokens.season_log`); it is `begun` from the start.

        Raises: Exists; StoreError.
        """
        ...

    async def append(self, addition: Addition) -> None:
        """Add entries to a log.

        Raises: Behind if the log has another length; Damaged; StoreError, and then nothing of it is on disk.
        """
        ...

    async def rewrite(self, match: str, count: int, entries: Sequence[bytes], at: int, *, listed: bytes | None = None) -> None:
        """Put these entries in the place of a whole log that has `count` of them; their old text is overwritten on disk.

        The new ones are at least as many. Everything else of the match stays as it is; `at` and `listed` as in `Addition`.

        Raises: Behind if the log has another length; Damaged; StoreError, and then nothing has changed.
        """
        ...

    async def load(self, match: str, first: int = 0) -> list[bytes] | None:
        """The entries of a match in order, from number `first` on; None if there is no such match.

        Raises: Damaged; StoreError.
        """
        ...

    async def counts(self, matches: Sequence[str]) -> Mapping[str, int]:
        """How many entries the logs of these matches have; without those that do not exist or are damaged. Raises StoreError."""
        ...

    async def find(self, digest: bytes) -> Key | None:
        """The match and the role that the secret link with this SHA-256 opens; raises Damaged, StoreError."""
        ...

    async def due(self) -> list[tuple[int, str]]:
        """The matches that the server has to see to by itself, each after the moment when, in any order; a damaged one at once."""
        ...

    async def set_due(self, match: str, due: int | None) -> None:
        """Correct when the server has to see to a match, as in `Addition`."""
        ...

    async def unbegun(self) -> list[tuple[str, bytes]]:
        """The matches that have never begun, each with its first entry; none that is damaged."""
        ...

    async def open_of(self, maker: str) -> int:
        """How many matches count for this maker."""
        ...

    async def listed(self) -> list[tuple[str, bytes]]:
        """The rows of the public lists, each after its match, in any order; none that is damaged."""
        ...

    async def unlist(self, matches: Sequence[str]) -> None:
        """Take these matches out of the public lists; raises StoreError."""
        ...

    async def hooks(self) -> list[HookNote]:
        """All webhooks that are switched on; none that is damaged."""
        ...

    async def hook(self, name: str) -> HookRow | None:
        """The webhook of this id; None if there is none, or if it is damaged."""
        ...

    async def hooks_of(self, match: str) -> list[HookRow]:
        """The webhooks of a match, by their ids; none that is damaged."""
        ...

    async def keep_hook(self, row: HookRow) -> None:
        """Add a webhook, or put this row in the place of its old one; raises StoreError."""
        ...

    async def drop_hook(self, name: str) -> None:
        """Forget a webhook; raises StoreError."""
        ...

    async def account(self, name: str) -> AccountRow | None:
        """The account of this id; None if there is none, or if it is damaged."""
        ...

    async def account_behind(self, door: bytes) -> AccountRow | None:
        """The account that this digest opens: of a recovery link, of a passkey, of a name elsewhere; None as for `account`."""
        ...

    async def leaving(self) -> list[str]:
        """The ids of the accounts that are being deleted."""
        ...

    async def keep_account(self, row: AccountRow, doors: frozenset[bytes]) -> None:
        """Add an account, or put this row in the place of its old one; from now on it is opened by these digests alone.

        Raises: Exists if one of them opens another account; StoreError. Then nothing has changed.
        """
        ...

    async def drop_account(self, name: str) -> None:
        """Forget an account; raises StoreError."""
        ...

    async def drop(self, match: str) -> bool:
        """Forget a match that has never begun, with its links.

        Returns: whether it is forgotten; one that has begun meanwhile is not. Raises Damaged, and then nothing of it is forgotten.
        """
        ...

    async def beat(self, at: int) -> None:
        """The server was alive at `at`, in milliseconds of its own running time."""
        ...

    async def last_beat(self) -> int:
        """The latest moment that is on disk; 0 for a new store."""
        ...

    @property
    def health(self) -> Health:
        """Whether it saves; no write waits for ever, whatever this says."""
        ...

    async def mark(self) -> bytes | None:
        """The mark of the key with which the secrets in this store are sealed; None if none has been."""
        ...

    async def set_mark(self, mark: bytes) -> None:
        """From now on secrets are sealed with the key of this mark, unless another process has set one meanwhile."""
        ...

    async def close(self) -> None:
        """Write what waits, then let go of everything."""
        ...
