"""The log of a table without the name and the words of one person. Everything here is pure.

Nothing of the match changes: moves, results and times stay as they were, under the letter of the seat. The entries keep their places, and
one more says that the log was rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from deathmatch.core.seats import SEATS
from deathmatch.core.speech import mark
from deathmatch.server.table.entries import Dated, Entry, Made
from deathmatch.server.table.roles import WATCHER, OwnCommand
from deathmatch.server.table.ruling import Ruled
from deathmatch.server.table.seating import Claimed, Reissued, Sat
from deathmatch.server.table.table import Table
from deathmatch.server.table.writing import Marked, Murmured, Noted, Said, Spoken
from deathmatch.server.wire.messages import Person

GONE = "[…]"
"""In the place of a line that its writer has taken away."""

PLAYER_DELETED = mark("The player in seat {seat} has deleted their name and messages.")
HOST_DELETED = mark("The host has deleted their name and messages.")

SHORT = 3  # letters: a shorter name is found in texts of others only as it is written


class Forgotten(Dated, frozen=True, tag="forgotten"):
    """The person of a role left for good, and the entries above were rewritten without the name by `forgotten`."""

    role: str

    def after(self, table: Table) -> Table:
        """The table, with a line that says so."""
        return table.told(PLAYER_DELETED if self.role in SEATS else HOST_DELETED, {"seat": self.role}, self.wall)


@dataclass(frozen=True, slots=True)
class Forget(OwnCommand):
    """The sender leaves for good: the log is rewritten without the name. It goes a way of its own (`Room`).

    Attributes:
        only: if given, nothing happens unless one of these is the name.
    """

    only: frozenset[str] = frozenset()


def without(names: Iterable[str], instead: str) -> Callable[[str], str]:
    """Takes these names out of a text of somebody else, where they stand as words."""
    rules = [
        (re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", 0 if len(name) < SHORT else re.IGNORECASE), name)
        for name in sorted(names, key=len, reverse=True)
    ]

    def replaced(text: str) -> str:
        for pattern, _ in rules:
            text = pattern.sub(lambda _: instead, text)
        return text

    return replaced


@dataclass(frozen=True, slots=True)
class _Person:
    """The person at a table whose name goes.

    Attributes:
        role: `A`, `B` or `host`.
        since: the number of the first entry in which the role is this person's; a seat may have been somebody else's before.
        until: the number of the first entry in which it is no more.
        names: all that they had.
    """

    role: str
    since: int
    until: int
    names: frozenset[str]

    @property
    def instead(self) -> str:
        """In the place of the name: the letter of the seat, or the word for a host."""
        return self.role if self.role in SEATS else self.role.capitalize()

    def is_named(self, name: str) -> bool:
        """Whether this is one of the names."""
        return name.casefold() in {known.casefold() for known in self.names}


def _people(log: Sequence[Entry], role: str) -> list[_Person]:
    """The people who had a role, one after the other: a substitute takes a seat from somebody else. The table was meant for the first."""
    since, sought = [0], False
    for number, entry in enumerate(log):
        match entry:
            case Reissued(seat=seat, substitute=substitute) if seat == role:
                sought = substitute
            case Claimed(seat=seat) if seat == role:
                since += [number] if sought else []
                sought = False
            case _:
                pass
    people = []
    for start, end in zip(since, [*since[1:], len(log)], strict=True):
        names = {name for entry in log[start:end] for name in _names(entry, role)}
        people.append(_Person(role, start, end, frozenset(names - {"", role, role.capitalize()})))
    return people


def _names(entry: Entry, role: str) -> list[str]:
    """The names that an entry gives to the person of a role."""
    match entry:
        case Made():
            return [entry.meant.get(role, "")]
        case Sat() | Claimed():
            return [entry.name] if entry.seat == role else []
        case Said() | Spoken():
            return [entry.who] if entry.role == role else []
        case _:
            return []


def forgotten(log: Sequence[Entry], role: str, at: int, wall: int, only: frozenset[str] = frozenset()) -> list[Entry] | None:
    """The log without the person of a role; None if nothing of them is in it.

    Args:
        log: every entry.
        role: `A`, `B` or `host`.
        at: now, in the server's own time.
        wall: now, in ms since 1970.
        only: if given, everybody goes who had the role under one of these names; else the person who has it now.
    """
    people = _people(log, role)
    after = list(log)
    for person in people if only else people[-1:]:
        if not only or any(person.is_named(name) for name in only):
            mended = without(person.names, person.instead)
            after = [_mended(entry, number, person, mended) for number, entry in enumerate(after)]
    return None if after == list(log) else [*after, Forgotten(at, wall, role)]


def name_of(log: Sequence[Entry], seat: str) -> str:
    """The name of the person who has a seat after these entries; empty if nobody has."""
    return next((entry.name for entry in reversed(log) if isinstance(entry, (Sat, Claimed)) and entry.seat == seat), "")


def _mended(entry: Entry, number: int, person: _Person, mended: Callable[[str], str]) -> Entry:
    own = person.since <= number < person.until
    match entry:
        case Made():
            mine = person.role if own and person.is_named(entry.meant.get(person.role, "")) else ""
            people = {seat: _unnamed(one, mended) for seat, one in entry.people.items() if seat != mine}
            meant = {seat: name for seat, name in entry.meant.items() if seat != mine}
            return replace(entry, meant=meant, people=people, title=mended(entry.title), rules=mended(entry.rules))
        case Sat() | Claimed() if own and entry.seat == person.role:
            return replace(entry, name=person.role)
        case Said() | Spoken() if own and entry.role == person.role:
            return replace(entry, who=person.instead, text=GONE)
        case Said() | Spoken():
            who = entry.role.capitalize() if entry.role not in SEATS and person.is_named(entry.who) else entry.who
            return replace(entry, who=who, text=mended(entry.text))
        case Murmured():
            return replace(entry, who=WATCHER.capitalize() if person.is_named(entry.who) else entry.who, text=mended(entry.text))
        case Noted() | Marked() if own and entry.role == person.role:
            return replace(entry, text="")
        case Noted() | Marked():
            return replace(entry, text=mended(entry.text))
        case Ruled():
            return replace(entry, events=[(kind, _reason(fields, mended)) for kind, fields in entry.events])
        case _:
            return entry


def _unnamed(one: Person, mended: Callable[[str], str]) -> Person:
    return replace(one, role=mended(one.role), items=[mended(item) for item in one.items], notes=mended(one.notes))


def _reason(fields: dict[str, Any], mended: Callable[[str], str]) -> dict[str, Any]:
    return {**fields, "reason": mended(fields["reason"])} if "reason" in fields else fields
