"""The public lists: open tables, matches that are being played, and matches that ended lately. Nothing here is anybody's secret."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from deathmatch.server.wire.private import Private

Place: TypeAlias = Literal["open", "playing", "finished"]
"""The list in which a table stands."""


class Listing(Struct, frozen=True, omit_defaults=True):
    """A table in a public list.

    Attributes:
        id: of the match; `/w/ID` watches it.
        place: the list.
        game, variant, title: as in the record, and for people.
        names: seat -> name of the player who sits there.
        bots: seat -> bot's name.
        open: the seats that anybody may take.
        changed: the options that differ from their default.
        pace: the name of the clocks (`NewMatch.pace`); empty if somebody set them one by one.
        level: the opponent that an open seat is meant for.
        listed: whether everybody can watch the match.
        delay: the spectator delay in seconds.
        behind: the spectator delay in decisions.
        hidden: whether spectators see nothing of the match before its end.
        caster: whether a caster and the host see both hands.
        since: when it came into this list, in ms since 1970.
        winner: the seat that won; empty if nobody did, or if it is not over.
        ending: why it ended, in words.
        reason: the same as the record has it.
        ec: the seat of the elimination candidate; empty if nobody named the roles.
    """

    id: str
    place: Place
    game: str
    variant: str
    title: str
    names: dict[str, str]
    bots: dict[str, str] = {}
    open: list[str] = []
    changed: dict[str, str | int] = {}
    pace: str = ""
    level: str = "any"
    listed: bool = False
    delay: int = 0
    behind: int = 0
    hidden: bool = False
    caster: bool = False
    since: int = 0
    winner: str = ""
    ending: str = ""
    reason: str = ""
    ec: str = ""


class Tables(Struct, tag="tables"):
    """All public lists, the newest first. `version` counts their changes since the server started."""

    version: int
    tables: list[Listing]


class TablesChanged(Struct, tag="changed"):
    """How the lists changed since `version` - 1: these tables are new or differ, and those have left."""

    version: int
    put: list[Listing]
    gone: list[str]


class Joined(Private, Struct):
    """You have taken an open seat. Keep the token: it is shown once."""

    id: str
    seat: str
    token: str  # secret
    name: str
