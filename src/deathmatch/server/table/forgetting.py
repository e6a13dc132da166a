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
from deathmatch.server.table.entries import Claimed, Entry, Forgotten, Made, Marked, Noted, Reissued, Ruled, Said, Sat, Spoken

GONE = "[…]"
"""In the place of a line that its writer has taken away."""

SHORT = 3  # letters: a shorter name is found in texts of others only as it is written


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
        names: all that they had.
    """

    role: str
    since: int
    names: frozenset[str]

    @property
    def instead(self) -> str:
        """In the place of the name: the letter of the seat, or the word for a host."""
        return self.role if self.role in SEATS else self.role.capitalize()

    def is_named(self, name: str) -> bool:
        """Whether this is one of the names."""
        return name.casefold() in {known.casefold() for known in self.names}


def _person(log: Sequence[Entry], role: str) -> _Person:
    since, sought = 0, False
    for number, entry in enumerate(log):
        match entry:
            case Sat(seat=seat) if seat == role:
                since = number
            case Reissued(seat=seat, substitute=substitute) if seat == role:
                sought = substitute
            case Claimed(seat=seat) if seat == role:
                since, sought = (number if sought else since), False
            case _:
                pass
    names = {name for number, entry in enumerate(log) for name in _names(entry, role) if number >= since or isinstance(entry, Made)}
    return _Person(role, since, frozenset(names - {"", role, role.capitalize()}))


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
        only: if given, the person is left as they are unless one of these is their name.
    """
    person = _person(log, role)
    if only and not any(person.is_named(name) for name in only):
        return None
    mended = without(person.names, person.instead)
    after = [_mended(entry, number, person, mended) for number, entry in enumerate(log)]
    return None if after == list(log) else [*after, Forgotten(at, wall, role)]


def _mended(entry: Entry, number: int, person: _Person, mended: Callable[[str], str]) -> Entry:
    own = number >= person.since
    match entry:
        case Made() if person.is_named(entry.meant.get(person.role, "")):
            return replace(entry, meant={seat: name for seat, name in entry.meant.items() if seat != person.role})
        case Sat() | Claimed() if own and entry.seat == person.role:
            return replace(entry, name=person.role)
        case Said() | Spoken() if own and entry.role == person.role:
            return replace(entry, who=person.instead, text=GONE)
        case Said() | Spoken():
            who = entry.role.capitalize() if entry.role not in SEATS and person.is_named(entry.who) else entry.who
            return replace(entry, who=who, text=mended(entry.text))
        case Noted() | Marked() if own and entry.role == person.role:
            return replace(entry, text="")
        case Noted() | Marked():
            return replace(entry, text=mended(entry.text))
        case Ruled():
            return replace(entry, events=[(kind, _reason(fields, mended)) for kind, fields in entry.events])
        case _:
            return entry


def _reason(fields: dict[str, Any], mended: Callable[[str], str]) -> dict[str, Any]:
    return {**fields, "reason": mended(fields["reason"])} if "reason" in fields else fields
