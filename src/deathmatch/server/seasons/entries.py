"""The log of a season: every kind of entry. A season is the fold of its log, as a table is.

An entry is one JSON object, told by its `kind`. Fields are only ever added, with defaults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from deathmatch.core.options import Pace, Preset
from deathmatch.server.seasons.wire import SeasonMove, SeasonRound
from deathmatch.server.wire import bodies, messages

SIDES = ("A", "B")


class Entry(messages.Private, Struct, frozen=True, tag_field="kind"):
    """One entry of the log of a season; a subclass is all that a new kind needs here. `at` is when, in the server's own time."""

    at: int


class Opened(Entry, frozen=True, tag="season", omit_defaults=True):
    """A season was opened. Always the first entry.

    Attributes:
        wall: when, in ms since 1970.
        title, about: for people.
        public: whether everybody may look; else only people with a link.
        rated: whether the season has ratings.
        viewer: the link of its viewers, sealed on disk.
        zone: the time zone of its days, such as Europe/Berlin.
    """

    wall: int
    title: str
    about: str = ""
    public: bool = False
    rated: bool = False
    viewer: str = ""
    zone: str = "UTC"


class Described(Entry, frozen=True, tag="described"):
    """The host changed what the season says of itself, who may look, or the time zone of its days; empty if it stays, as in old logs."""

    by: str
    title: str
    about: str
    public: bool
    rated: bool
    zone: str = ""


class Enrolled(Entry, frozen=True, tag="enrolled", omit_defaults=True):
    """A player came in. `bot` is the name of a bot; a bot with a rating of its own (`anchor`) never changes it."""

    by: str
    number: int
    name: str
    bot: str = ""
    anchor: int = 0


class Renamed(Entry, frozen=True, tag="renamed"):
    """A player has another name from now on."""

    by: str
    number: int
    name: str


class Merged(Entry, frozen=True, tag="merged"):
    """A player is the same person as another one, who has all of their matches; with `into` 0 both are players again, as before."""

    by: str
    number: int
    into: int


class Removed(Entry, frozen=True, tag="removed"):
    """A player who had no match was taken out."""

    by: str
    number: int


class Invited(Entry, frozen=True, tag="invited"):
    """A co-host has a link of their own."""

    number: int
    name: str


class Renewed(Entry, frozen=True, tag="renewed", omit_defaults=True):
    """The link of the season's host was changed; or, with the number of a match, that of its table's host, which is in `links`, sealed."""

    number: int = 0
    links: dict[str, str] = {}


class Dismissed(Entry, frozen=True, tag="dismissed"):
    """The link of a co-host is dead."""

    number: int


class Fixed(Entry, frozen=True, tag="fixed", omit_defaults=True):
    """A table was set up for a match of the season, in the same transaction.

    Attributes:
        wall, by: when, in ms since 1970, and by whom.
        number: of the match in the season.
        match: its id.
        players: seat -> number of the player.
        variant, options: of the match; `lot` and none if the lot chooses the game.
        roles: seat -> `EC` or `DMO`, if somebody has said so.
        items: what the players bring to it, in words.
        links: role -> its secret link, sealed on disk.
        series: the series of the season to which it belongs; 0 for none.
        title: of a duel that a host leads, in the host's words.
        round: the round whose Death Match it is; 0 for none.
    """

    wall: int
    by: str
    number: int
    match: str
    players: dict[str, int]
    variant: str
    options: dict[str, str | int] = {}
    roles: dict[str, str] = {}
    items: str = ""
    links: dict[str, str] = {}
    series: int = 0
    title: str = ""
    round: int = 0


class Filed(Entry, frozen=True, tag="filed", omit_defaults=True):
    """The match of a table is over; or a ruling of its host gave it another result, or had it go on (`over` is false).

    Attributes:
        number: of the match in the season.
        wall: when it was filed, in ms since 1970.
        shown: from which moment of the server's own time spectators may know of it.
        winner: `A`, `B` or empty for a tie.
        reason: how it ended, as the variant names it.
        published: whether everybody may have the record.
        over: whether it has a result.
        entries: how many entries the log of the table had; 0 in logs of earlier versions.
        roles: seat -> `EC` or `DMO`, if the table has roles; a coin may have decided them.
        variant, options: of a game that the lot chose; empty if the game was named.
    """

    number: int
    wall: int
    shown: int
    winner: str = ""
    reason: str = ""
    published: bool = True
    over: bool = True
    entries: int = 0
    roles: dict[str, str] = {}
    variant: str = ""
    options: dict[str, str | int] = {}


class Lapsed(Entry, frozen=True, tag="lapsed"):
    """The server forgot the table of a match that nobody began, or a host cancelled it: the match is no part of the season any more."""

    number: int


class Added(Entry, frozen=True, tag="added", omit_defaults=True):
    """A result from elsewhere.

    Attributes:
        by: who added it.
        number: of the match in the season.
        played: the day or moment of the match, in ms since 1970.
        players: seat -> number of the player.
        variant: `GAME/VARIANT`; empty for a game that the server does not know, which has a title.
        winner: `A`, `B` or empty for a tie.
        reason, options, roles, items: as in `Fixed` and `Filed`.
        record: the text of its record; empty if nobody has it.
        published: whether everybody may have the record.
        struck: why it does not count; empty if it does.
        series, title, round: as in `Fixed`.
    """

    by: str
    number: int
    played: int
    players: dict[str, int]
    variant: str
    winner: str = ""
    reason: str = ""
    options: dict[str, str | int] = {}
    roles: dict[str, str] = {}
    items: str = ""
    record: str = ""
    published: bool = True
    struck: str = ""
    series: int = 0
    title: str = ""
    round: int = 0


class Struck(Entry, frozen=True, tag="struck", omit_defaults=True):
    """A match, or with `series` a whole series, does not count any more, and everybody sees why; with an empty reason it counts again."""

    by: str
    number: int
    reason: str
    series: int = 0


class Round(Entry, frozen=True, tag="round"):
    """A round of the season is as this says from now on, whatever an earlier entry says of its number."""

    by: str
    now: SeasonRound


class Moved(Entry, frozen=True, tag="transfer"):
    """A host had garnets or an item move, or a player leave or come back; or struck the earlier move of its number."""

    by: str
    now: SeasonMove


class Rule(Entry, frozen=True, tag="series", omit_defaults=True):
    """The season is a series of its two players, or has one more series of two of them; see `wire.SeriesWanted`.

    Attributes:
        best_of, sides, variants, options, pace, preset, settings, ec, coin: as in the request.
        links: role -> the secret link of a player, sealed.
        number: of the series in the season; 0 if the season is the series.
        players: seat of the first match -> number of the player; empty if the season is the series.
        closed: whether no further match comes: the series was brought from another server.
        round: the round whose Death Match it is; 0 for none.
    """

    best_of: int
    sides: Literal["swap", "stay", "loser"]
    variants: list[str]
    options: dict[str, str | int] = {}
    pace: Pace = "book"
    settings: bodies.TableSettings = bodies.TableSettings()
    links: dict[str, str] = {}
    number: int = 0
    players: dict[str, int] = {}
    closed: bool = False
    preset: Preset = "book"
    ec: Literal["", "A", "B"] = ""
    coin: bodies.Coin | None = None
    round: int = 0


class Chosen(Entry, frozen=True, tag="chosen", omit_defaults=True):
    """The loser of a match of a series chose a seat for the match of this number, and perhaps its variant."""

    number: int
    seat: Literal["A", "B"]
    variant: str = ""
    series: int = 0


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(messages.kinds(Entry))])  # noqa: UP007 - of a tuple


def encode(entry: Entry) -> bytes:
    """The entry as it lies on disk."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """The entry of these bytes; raises msgspec.DecodeError for bytes that no version wrote."""
    entry: Entry = _decoder.decode(body)
    return entry


# --- Without the name of one player


Mended = Callable[[str], str]


def names_of(log: Sequence[Entry], player: int = 0, cohost: int = 0) -> frozenset[str]:
    """All names that this player, or this co-host, has had."""
    names = [entry.name for entry in log if isinstance(entry, Enrolled | Renamed) and entry.number == player and player]
    names += [entry.name for entry in log if isinstance(entry, Invited) and entry.number == cohost and cohost]
    return frozenset(names)


def nameless(log: Sequence[Entry], player: int) -> str:
    """A name for a player without one, that nobody else has."""
    taken = {entry.name.casefold() for entry in log if isinstance(entry, Enrolled | Renamed) and entry.number != player}
    name, count = f"Player {player}", 1
    while name.casefold() in taken:
        count += 1
        name = f"Player {player} ({count})"
    return name


def forgotten(log: Sequence[Entry], mended: Mended, player: int = 0, cohost: int = 0) -> list[Entry]:
    """The same log without the name; `mended` takes it out of texts of others."""
    name = nameless(log, player)
    return [_mended(entry, mended, player, cohost, name) for entry in log]


def _mended(entry: Entry, mended: Mended, player: int, cohost: int, name: str) -> Entry:
    match entry:
        case Enrolled() | Renamed() if entry.number == player:
            return replace(entry, name=name)
        case Invited() if entry.number == cohost:
            return replace(entry, name=f"Co-host {cohost}")
        case Opened() | Described():
            return replace(entry, title=mended(entry.title) or name, about=mended(entry.about))
        case Struck():
            return replace(entry, reason=mended(entry.reason))
        case Fixed():
            return replace(entry, items=mended(entry.items), title=mended(entry.title))
        case Round(now=now):
            places = [replace(one, item=mended(one.item)) for one in now.places]
            texts = {key: mended(getattr(now, key)) for key in ("title", "main", "item")}
            return replace(entry, now=replace(now, places=places, **texts))
        case Moved(now=move):
            return replace(entry, now=replace(move, **{key: mended(getattr(move, key)) for key in ("reason", "item", "struck")}))
        case Added():
            seats = [seat for seat, number in entry.players.items() if number == player]
            texts = {"items": mended(entry.items), "title": mended(entry.title)}
            return replace(entry, **texts, record=_record(entry.record, seats, mended, name))
        case _:
            return entry


def _record(text: str, seats: Sequence[str], mended: Mended, name: str) -> str:
    """A record from elsewhere: the names of these seats and the tags change, and no event does."""
    for seat in seats:
        text = re.sub(rf"^(name {seat}) .*$", lambda found: f"{found[1]} {name}", text, flags=re.MULTILINE | re.IGNORECASE)
    return re.sub(r"^(tag \S+ )(.*)$", lambda found: found[1] + (mended(found[2]) or name), text, flags=re.MULTILINE | re.IGNORECASE)
