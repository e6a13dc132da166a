"""The table's log: every entry that a match leaves on disk. The record is a projection of it; so is all that anybody is shown.

An entry is one JSON object, told by its `kind`. What the log held yesterday must be readable tomorrow: fields are only ever added, with
defaults. Each kind stands beside the commands that add it (seating, play, rest, writing, ruling, forgetting); a subclass of `Entry` is all
that a new kind needs.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, ClassVar, TypeAlias, Union

import msgspec
from msgspec import Struct

from deathmatch.core.speech import mark
from deathmatch.match.journal import KINDS, Event, kind
from deathmatch.server.vault import Vault, is_sealed
from deathmatch.server.wire.bodies import TableSettings
from deathmatch.server.wire.messages import Person, Private, kinds

Events = list[tuple[str, dict[str, Any]]]
"""Events of the referee as an entry keeps them: the kind of each (match/journal.py) and its fields."""


class Entry(Private, Struct, frozen=True, tag_field="kind"):
    """One entry of the log of a table. A subclass that has no subclasses is a kind of entry.

    Attributes:
        versioned: whether everybody's version counts it; other entries concern some people alone.
        worded: whether it keeps words of the person of its `role` for ever.
        readers: the roles whose pages are shown the table again after an entry that no version counts.
    """

    versioned: ClassVar[bool] = True
    worded: ClassVar[bool] = False
    readers: ClassVar[tuple[str, ...]] = ()

    def after(self, table: Any) -> Any:
        """The table after this entry; `table.apply` counts it."""
        raise AssertionError(f"no entry of the kind {self.__struct_config__.tag} can follow at {table.id}")

    def counts(self, settings: TableSettings) -> bool:
        """Whether everybody's version counts this entry at a table with these settings."""
        return self.versioned

    @property
    def writer(self) -> str:
        """The role whose words it keeps for ever; empty for an entry without words of people."""
        return str(getattr(self, "role", "")) if self.worded else ""

    @property
    def moment(self) -> int | None:
        """When it happened in the server's own time; None for an entry without a time."""
        return getattr(self, "at", None)


class Refereed(Entry, frozen=True):
    """An entry whose events lead on from the match before, step by step."""


class Dated(Entry, frozen=True):
    """An entry with both times: `at` in the server's own time, `wall` in ms since 1970."""

    at: int
    wall: int


DEAD = (mark("This link has been replaced by a new one."), mark("The host has given your seat to a substitute."))
"""Why a link is dead."""


class Handed(Dated, frozen=True):
    """An entry that changes the link of a seat, or the host's."""

    @property
    def whose(self) -> str:
        """The role of the link."""
        return str(getattr(self, "seat", ""))

    @property
    def dead(self) -> str:
        """Why the old link is dead, for people who have it; one of `DEAD`."""
        return DEAD[0]


class Resting(Dated, frozen=True):
    """An entry of long clocks."""


class Made(Dated, frozen=True, tag="made", omit_defaults=True):
    """A table was set up. Always the first entry.

    Attributes:
        variant: as in a record, `GAME/VARIANT`.
        options: those given.
        bots: seat -> bot's name; the other seats are for people.
        seed: of the dealer, in hex, sealed on disk; its SHA-256 is shown at once, the seed itself after the end.
        settings: of the table.
        past: the events of the match that this one goes on from, as lines of a record; none for a match from the start.
        source: the id of that match, if everybody may have its record; else empty.
        ec: the seat of the elimination candidate; empty if nobody named the roles.
        reserve: the last of the dealer's later seeds, in hex, sealed on disk; empty in an entry of an older server.
        coin: the option that a coin sets to the seat of its winner before the match; empty if no coin is tossed.
        caller: the seat that calls the toss; empty if nobody does.
        sealed_call: whether the call is shown to nobody else before the toss.
        receipts: the secret behind the receipts for submissions, in hex, sealed on disk; empty in an entry of an older server.
        before: the match that came before, if this is a rematch.
        won: seat -> how many of the matches before this one, each the rematch of the last, its player has won.
        onlookers: role -> link of a numbered onlooker, sealed for the host (tokens.seal), if the table has one.
        maker: the address from which it was set up, under an alias (vault.py).
        open: seat -> its link, sealed on disk, if the seat is offered to everybody.
        season: the id of the season to which the table belongs; empty for none.
        meant: seat -> the name of the player for whom it is.
        lot: the games, each with the options that were given, from which the lot chooses one before the match; variant and options are
            those of the first. None if the game was named.
        lists: the host's word lists of the match -> their digest when it began; none in an entry of an older server.
        title, rules: of a duel that a host leads, in the host's words.
        people: seat -> what the host says of its player.
    """

    variant: str
    options: dict[str, str | int]
    bots: dict[str, str]
    seed: str
    settings: dict[str, Any]
    before: str = ""
    won: dict[str, int] = {}
    onlookers: dict[str, str] = {}
    maker: str = ""
    receipts: str = ""
    open: dict[str, str] = {}
    past: list[str] = []
    source: str = ""
    ec: str = ""
    reserve: str = ""
    season: str = ""
    meant: dict[str, str] = {}
    coin: str = ""
    caller: str = ""
    sealed_call: bool = False
    lot: list[tuple[str, dict[str, str | int]]] = []
    lists: dict[str, str] = {}
    title: str = ""
    rules: str = ""
    people: dict[str, Person] = {}


Added: TypeAlias = tuple[Entry, ...]
"""Entries for the log, in order; none if nothing changes."""


@cache
def _decoder() -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[tuple(kinds(Entry))])  # noqa: UP007 - of a tuple


_encoder = msgspec.json.Encoder()


def encode(entry: Entry) -> bytes:
    """The entry as it lies on disk."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """The entry of these bytes; raises msgspec.DecodeError for bytes that no version wrote."""
    entry: Entry = _decoder().decode(body)
    return entry


SECRETS = ("seed", "receipts", "reserve")
"""The fields of the first entry that are sealed on disk; each in hex, and each sealed for itself and its match."""


def sealed(made: Made, match: str, vault: Vault) -> Made:
    """The first entry of this match as it goes to the disk, with the secrets of its dealer sealed."""
    plain = {field: bytes.fromhex(getattr(made, field)) for field in SECRETS}
    return msgspec.structs.replace(made, **{field: vault.seal(secret, f"{field} {match}") for field, secret in plain.items() if secret})


def unsealed(made: Made, match: str, vault: Vault) -> Made:
    """The first entry as `sealed` got it; one of an older server, which sealed nothing, is as it was. Raises WrongKey."""
    hidden = {field: text for field in SECRETS if is_sealed(text := getattr(made, field))}
    return msgspec.structs.replace(made, **{field: vault.unseal(text, f"{field} {match}").hex() for field, text in hidden.items()})


def made_at(first: bytes) -> int:
    """When a match was set up, in the server's own time, from its first entry; later than any moment if the entry cannot be read."""
    try:
        made = decode(first)
    except msgspec.DecodeError:
        return sys.maxsize
    return made.at if isinstance(made, Made) else sys.maxsize


def kept(events: tuple[Event, ...]) -> Events:
    """Events of the referee, for an entry."""
    return [(kind(event), msgspec.to_builtins(event)) for event in events]


def events(entry: Entry) -> tuple[Event, ...]:
    """The events of the referee in an entry that has some."""
    found: Events = getattr(entry, "events", [])
    return tuple(msgspec.convert(fields, KINDS[name]) for name, fields in found)
