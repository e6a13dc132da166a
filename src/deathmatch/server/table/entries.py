"""The table's log: every kind of entry that a match leaves on disk. The record is a projection of it; so is all that anybody is shown.

An entry is one JSON object, told by its `kind`. What the log held yesterday must be readable tomorrow: fields are only ever added, with
defaults.
"""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from deathmatch.match.dealer import Face
from deathmatch.match.journal import KINDS, Event, kind
from deathmatch.server.vault import Vault, is_sealed
from deathmatch.server.wire.private import Private


class Made(Private, Struct, frozen=True, tag_field="kind", tag="made", omit_defaults=True):
    """A table was set up. Always the first entry.

    Attributes:
        at, wall: when, in the server's own time and in ms since 1970.
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
        onlookers: role -> link of a numbered onlooker, sealed for the host (tokens.seal), if the table has one.
        maker: the address from which it was set up, under an alias (vault.py).
        open: seat -> its link, sealed on disk, if the seat is offered to everybody.
        season: the id of the season to which the table belongs; empty for none.
        meant: seat -> the name of the player for whom it is.
        lot: the games, each with the options that were given, from which the lot chooses one before the match; variant and options are
            those of the first. None if the game was named.
        lists: the host's word lists of the match -> their digest when it began; none in an entry of an older server.
    """

    at: int
    wall: int
    variant: str
    options: dict[str, str | int]
    bots: dict[str, str]
    seed: str
    settings: dict[str, Any]
    before: str = ""
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


class Sat(Private, Struct, frozen=True, tag_field="kind", tag="sat"):
    """Somebody sat down, with the random number of their own that goes into the dealing."""

    at: int
    seat: str
    name: str
    nonce: str


class Moved(Private, Struct, frozen=True, tag_field="kind", tag="moved"):
    """The referee accepted these, all at once. An event is its kind (match/journal.py) and its fields."""

    events: list[tuple[str, dict[str, Any]]]


class Ruled(Private, Struct, frozen=True, tag_field="kind", tag="ruled"):
    """The host ruled: the ruling and its consequences, as events of the referee. The events that it undoes stay in the log above it."""

    at: int
    wall: int
    events: list[tuple[str, dict[str, Any]]]


class Said(Private, Struct, frozen=True, tag_field="kind", tag="said", omit_defaults=True):
    """A line of chat, or an announcement of the host. `by` is the spectator who wrote it: the alias of an address, for this table alone."""

    at: int
    wall: int
    who: str
    role: str
    text: str
    loud: bool = False
    by: str = ""


class Murmured(Private, Struct, frozen=True, tag_field="kind", tag="murmured", omit_defaults=True):
    """A line that a spectator wrote to the others; the players read it once the match is over. `by` as in `Said`."""

    at: int
    wall: int
    who: str
    text: str
    by: str = ""


class Opened(Private, Struct, frozen=True, tag_field="kind", tag="opened"):
    """The players may speak with the onlookers. The clocks stand still meanwhile: `events` has the pause, unless there was one before.

    Attributes:
        at, wall: when.
        until: when it closes by itself; 0 if only the host closes it.
        events: of the referee.
    """

    at: int
    wall: int
    until: int
    events: list[tuple[str, dict[str, Any]]]


class Closed(Private, Struct, frozen=True, tag_field="kind", tag="closed"):
    """The players and the onlookers have spoken; `events` has the end of the pause, if there is one."""

    at: int
    wall: int
    events: list[tuple[str, dict[str, Any]]]


class Proposed(Private, Struct, frozen=True, tag_field="kind", tag="proposed"):
    """A player would have the clocks stand still until this moment, in ms since 1970; 0 takes that back, or ends a rest."""

    at: int
    wall: int
    seat: str
    until: int


class Rested(Private, Struct, frozen=True, tag_field="kind", tag="rested"):
    """The clocks stand still until this moment, in ms since 1970. `events` has the pause, unless there was one before.

    Attributes:
        at, wall: when it began.
        until: when it ends.
        by: `both` players or `host`.
        events: of the referee.
    """

    at: int
    wall: int
    until: int
    by: str
    events: list[tuple[str, dict[str, Any]]]


class Woken(Private, Struct, frozen=True, tag_field="kind", tag="woken"):
    """The clocks run on after a rest; `events` has the end of the pause."""

    at: int
    wall: int
    events: list[tuple[str, dict[str, Any]]]


class Reminded(Private, Struct, frozen=True, tag_field="kind", tag="reminded"):
    """A player who owes a decision has so many ms left."""

    at: int
    wall: int
    seat: str
    left: int


class Muted(Private, Struct, frozen=True, tag_field="kind", tag="muted"):
    """The host mutes a spectator (`whom`, as in `Said.by`) or, with an empty `whom`, all of them; or lets them speak again."""

    at: int
    wall: int
    whom: str
    on: bool


class Spoken(Private, Struct, frozen=True, tag_field="kind", tag="spoken"):
    """A line of a private talk, from one role to another. Only they and the host can read it."""

    at: int
    wall: int
    role: str
    to: str
    who: str
    text: str


class Noted(Private, Struct, frozen=True, tag_field="kind", tag="noted"):
    """The private notes of a seat."""

    role: str
    text: str


class Marked(Private, Struct, frozen=True, tag_field="kind", tag="marked"):
    """A private mark of a seat; an empty text takes it away."""

    role: str
    slot: str
    text: str


class Heard(Private, Struct, frozen=True, tag_field="kind", tag="heard"):
    """The entries before this one are what the message with this id of a role has led to; if it comes again, nothing more is done."""

    role: str
    id: str


class Wished(Private, Struct, frozen=True, tag_field="kind", tag="wished"):
    """A seat wants another match. `heir` is the digest of its link to it, in hex."""

    at: int
    seat: str
    heir: str


class Inherits(Private, Struct, frozen=True, tag_field="kind", tag="inherits", omit_defaults=True):
    """The digest, in hex, of the link that this role will have in the next match; an onlooker's also sealed for the next match's host."""

    role: str
    heir: str
    sealed: str = ""


class Readied(Private, Struct, frozen=True, tag_field="kind", tag="readied"):
    """A seat is ready for the match to begin."""

    at: int
    seat: str


class Called(Private, Struct, frozen=True, tag_field="kind", tag="called"):
    """The caller has named a face of the coin."""

    at: int
    seat: str
    face: Face


class Tossed(Private, Struct, frozen=True, tag_field="kind", tag="tossed"):
    """The coin fell on this face, and this seat won the toss: both follow from the dealer and the call."""

    at: int
    wall: int
    face: Face
    winner: str


class Allotted(Private, Struct, frozen=True, tag_field="kind", tag="allotted"):
    """The lot fell on the game in this place of the list, from 0: it follows from the dealer."""

    at: int
    wall: int
    place: int


class Reissued(Private, Struct, frozen=True, tag_field="kind", tag="reissued", omit_defaults=True):
    """The host gave out a seat again: its link is dead, and `key` is the digest, in hex, of the one that takes it over once."""

    at: int
    wall: int
    seat: str
    key: str
    substitute: bool = False


class Claimed(Private, Struct, frozen=True, tag_field="kind", tag="claimed", omit_defaults=True):
    """Somebody took a seat over, or sat down on a free one, and got a link of their own.

    Attributes:
        at, wall: when.
        seat, name: which, and who.
        key: the digest, in hex, of the seat's link from now on, which only this person has been told.
        used: the digest, in hex, of the link with which they came, if that is kept to say that the seat is taken; else it is dead.
    """

    at: int
    wall: int
    seat: str
    name: str
    key: str
    used: str = ""


class Renewed(Private, Struct, frozen=True, tag_field="kind", tag="renewed", omit_defaults=True):
    """A player changed the link of their seat, or the host theirs.

    Attributes:
        at, wall: when.
        seat: whose; `host` for the host.
        key: the digest of the new link, in hex.
        onlookers: role -> link of a numbered onlooker, sealed for the host's new link.
    """

    at: int
    wall: int
    seat: str
    key: str
    onlookers: dict[str, str] = {}


class Forgotten(Private, Struct, frozen=True, tag_field="kind", tag="forgotten"):
    """The person of a role left for good, and the entries above were rewritten without the name (`table/forgetting.py`)."""

    at: int
    wall: int
    role: str


Handed: TypeAlias = Reissued | Claimed | Renewed
"""The entries that change the link of a seat, or the host's."""

HANDED = (Reissued, Claimed, Renewed)

_BEFORE: TypeAlias = Readied | Called | Tossed | Allotted
_RESTS: TypeAlias = Proposed | Rested | Woken | Reminded
Entry: TypeAlias = (
    Made
    | Sat
    | Moved
    | Ruled
    | Opened
    | Closed
    | Said
    | Murmured
    | Spoken
    | Muted
    | Noted
    | Marked
    | Heard
    | Wished
    | Inherits
    | _BEFORE
    | _RESTS
    | Handed
    | Forgotten
)
RESTS = (Proposed, Rested, Woken, Reminded)
"""The entries of long clocks."""

VERSIONED = (
    Muted,
    Made,
    Sat,
    Moved,
    Ruled,
    Opened,
    Closed,
    Said,
    Wished,
    Readied,
    Called,
    Tossed,
    Allotted,
    Reissued,
    Claimed,
    Renewed,
    Forgotten,
    *RESTS,
)
"""What everybody's version counts; the others concern some people alone."""

REFEREED = (Moved, Opened, Closed)
"""The entries whose events lead on from the match before, step by step."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """The entry as it lies on disk."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """The entry of these bytes; raises msgspec.DecodeError for bytes that no version wrote."""
    return _decoder.decode(body)


LONGEST_ENTERED = 2000  # bytes of an event that a ruling enters; the longest deals have some 500
PART = 20  # events of one entry that goes on from another match

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


def moved_in_parts(events: tuple[Event, ...]) -> tuple[Moved, ...]:
    """The same for very many events at once: in several entries, because a table is loaded entry by entry while others are served."""
    return tuple([moved(events[start : start + PART]) for start in range(0, len(events), PART)])


def goes_on(entry: Entry) -> bool:
    """Whether an entry goes on with the past of a match that begins in an entry before."""
    return isinstance(entry, Moved) and entry.events[0][0] == "recalled"


def moved(events: tuple[Event, ...]) -> Moved:
    """What the referee accepted, for the log."""
    return Moved([(kind(event), msgspec.to_builtins(event)) for event in events])


def ruled(at: int, wall: int, events: tuple[Event, ...]) -> Ruled:
    """A ruling and its consequences, for the log."""
    return Ruled(at, wall, moved(events).events)


def events(entry: Moved | Ruled | Opened | Closed | Rested | Woken) -> tuple[Event, ...]:
    """What the referee accepted, from the log."""
    return tuple(msgspec.convert(fields, KINDS[name]) for name, fields in entry.events)


def moment(entry: Entry) -> int | None:
    """When it happened in the server's own time; None for an entry without a time."""
    if isinstance(entry, Moved):
        return max(int(fields["at"]) for _, fields in entry.events)
    return None if isinstance(entry, (Noted, Marked, Heard, Inherits)) else entry.at
