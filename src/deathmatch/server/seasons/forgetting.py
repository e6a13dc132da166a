"""The log of a season without the name of one player or co-host. Results and standings stay. Everything here is pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from deathmatch.server.seasons.entries import Added, Described, Enrolled, Entry, Fixed, Invited, Opened, Renamed, Struck

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
            return replace(entry, items=mended(entry.items))
        case Added():
            seats = [seat for seat, number in entry.players.items() if number == player]
            return replace(entry, items=mended(entry.items), record=_record(entry.record, seats, mended, name))
        case _:
            return entry


def _record(text: str, seats: Sequence[str], mended: Mended, name: str) -> str:
    """A record from elsewhere: the names of these seats and the tags change, and no event does."""
    for seat in seats:
        text = re.sub(rf"^(name {seat}) .*$", lambda found: f"{found[1]} {name}", text, flags=re.MULTILINE | re.IGNORECASE)
    return re.sub(r"^(tag \S+ )(.*)$", lambda found: found[1] + (mended(found[2]) or name), text, flags=re.MULTILINE | re.IGNORECASE)
