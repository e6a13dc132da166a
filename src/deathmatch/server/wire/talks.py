"""The HTTP bodies of private talks (table/writing.py)."""

from __future__ import annotations

from msgspec import Struct

from deathmatch.server.wire.messages import TalkMessage
from deathmatch.server.wire.private import Private


class TalkBody(Struct, forbid_unknown_fields=True):
    """Whether the players may speak with the onlookers from now on, and for how many seconds; 0 until the host ends it."""

    open: bool
    seconds: int = 0


class Talks(Private, Struct):
    """The private talks that a link may read, and how many lines they have had in all."""

    count: int
    talks: list[TalkMessage]
