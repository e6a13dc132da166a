"""News of many matches in one request (docs/api.md)."""

from __future__ import annotations

from msgspec import Struct

from deathmatch.server.wire.private import Private


class NewsBody(Private, Struct, forbid_unknown_fields=True):
    """Links of any role, and matches' ids, each with the last version that is known of it.

    Attributes:
        since: link or id -> version; 0 for none.
        wait: for so many ms, if nothing is new at once.
    """

    since: dict[str, int]
    wait: int = 0


class News(Private, Struct):
    """The links that show another version, with that version, and those that open nothing (any more)."""

    versions: dict[str, int]
    gone: list[str]
