"""Everything that can be done at a table: one small frozen class a verb, and the one union of them all.

Pages and programs send most of them: those are the messages themselves (wire/messages.py, wire/bodies.py). The others come from the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from deathmatch.core.seats import BySeat
from deathmatch.match.clock import NO_ALLOWANCE
from deathmatch.server.table.entries import Inherits
from deathmatch.server.wire.bodies import SitDown
from deathmatch.server.wire.messages import Sent


@dataclass(frozen=True, slots=True)
class Arrive:
    """Somebody opens the table through the sender's secret link. The log keeps the digest of the link's heir, for a rematch."""


@dataclass(frozen=True, slots=True)
class Reissue:
    """The host gives a seat out again, to the person who lost the link or to a substitute.

    Attributes:
        seat: which.
        substitute: whether somebody else is to play from now on.
        key: the digest, in hex, of the link with which the seat can be taken over.
    """

    seat: str
    substitute: bool
    key: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody takes a seat over that the host gave out again, or a free one, and gets a link of their own.

    Attributes:
        name: of this person.
        nonce: for the dealing, if nobody had the seat before.
        key: the digest, in hex, of the seat's link from now on.
        used: that of the sender's link, if it is kept to say that the seat is taken.
    """

    name: str
    nonce: str
    key: str
    used: str = ""


@dataclass(frozen=True, slots=True)
class Renew:
    """A player changes the link of their seat, or the host theirs.

    Attributes:
        key: the digest of the new one, in hex.
        onlookers: for a host, the links of onlookers, sealed for the new link.
        heirs: for a host, what follows from the new link for the next match.
    """

    key: str
    onlookers: Mapping[str, str] = field(default_factory=dict)
    heirs: tuple[Inherits, ...] = ()


@dataclass(frozen=True, slots=True)
class Expire:
    """The server enters whatever is due: time-outs, deals, and the start of a match whose seats are both taken."""


@dataclass(frozen=True, slots=True)
class Forget:
    """The sender leaves for good: the log is rewritten without the name. It goes a way of its own (`rooms/forgetting.py`).

    Attributes:
        only: if given, nothing happens unless one of these is the name.
    """

    only: frozenset[str] = frozenset()


Command: TypeAlias = Sent | SitDown | Arrive | Reissue | Claim | Renew | Expire


@dataclass(frozen=True, slots=True)
class Sender:
    """The role that gives a command, and its guest.

    Attributes:
        role: `A`, `B`, `host`, `watcher` or `onlooker-N`; `server` for the server itself.
        token: the role's secret link; empty for a watcher.
        name: of the guest, for chat; a seat has its own.
        by: of a spectator, an alias of the address for this table (`Said.by`).
        allowance: ms that are given back to a seat for the connection that the command came over.
    """

    role: str
    token: str = field(default="", repr=False)
    name: str = ""
    by: str = ""
    allowance: int = 0


SERVER = Sender("server")
"""Gives the commands that the server gives itself."""


@dataclass(frozen=True, slots=True)
class Now:
    """The moment of a command.

    Attributes:
        at: in the server's own time (times.py).
        wall: ms since 1970, for people.
        allowed: by so many ms each seat may be late, because of its connections.
    """

    at: int
    wall: int
    allowed: BySeat[int] = NO_ALLOWANCE
