"""The names of people, for all doors through which one comes in: the letters that are kept, and the people it could be taken for.

At a table no two people have names that look alike, and nobody is called as the table calls its host, its seats or, if one plays there,
its bots, in any language of the pages. The names under which bots are kept are translated wherever they stand, so nobody has one. Such a
name gets the letter of its seat, or the role of its writer. A season refuses it, since results bind names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from deathmatch.core.bots import GUESTS, LEVEL, LEVELS, NAMED, shown_name
from deathmatch.core.catalogues import LANGUAGES
from deathmatch.core.letters import alike, likeness
from deathmatch.core.seats import Seat
from deathmatch.core.speech import say, speaking
from deathmatch.server.limits import NAME_LETTERS, clean

BOTS = frozenset([*(f"{LEVEL}{level}" for level in range(1, LEVELS + 1)), *NAMED])
MOST = 400  # writers of one name, more than the chat keeps lines


def clean_name(text: str) -> str:
    """A name as it is kept: letters that are seen, and at most `NAME_LETTERS`; empty for one that nobody can see."""
    return clean(text, NAME_LETTERS)


@cache
def _said(kind: str, seat: str = "") -> frozenset[str]:
    """All that looks like the words of a kind in any language."""
    found: set[str] = set()
    for language in LANGUAGES:
        with speaking(language):
            found.update(*map(likeness, _words(kind, seat)))
    return frozenset(found)


def _words(kind: str, seat: str) -> Iterator[str]:
    if kind == "guest":
        yield from map(shown_name, GUESTS)
    elif kind == "host":
        yield from (say("Host"), say("caster"), say("Spectator"))
    elif kind == "bot":
        yield from map(shown_name, BOTS)
    else:
        yield from (seat, say("Seat {seat}", seat=seat), say("player {seat}", seat=seat))


def is_guest(name: str) -> bool:
    """Whether a name only says that somebody gave none."""
    return not clean_name(name) or not likeness(name).isdisjoint(_said("guest"))


def is_host(name: str) -> bool:
    """Whether a name is what the table calls its host, or others who have no seat."""
    return not likeness(name).isdisjoint(_said("host"))


def seat_name(text: str, seat: str, others: Iterable[str]) -> str:
    """The name under which a player sits down: Guest without one, and with the letter of the seat if it looks like another.

    Args:
        text: as it was typed.
        seat: `A` or `B`.
        others: those who sit or have written at the table.
    """
    name = clean_name(text)
    kept = _said("host") | _said("seat", Seat(seat).other.value)
    return _apart(GUESTS[0] if is_guest(name) else name, (f" {seat}", f" ({seat})", f" ·{seat}"), kept, others)


def own_name(seated: str, typed: str) -> str:
    """The name by which a player goes elsewhere: without the letter that a table has added, and empty for one who gave none."""
    name = clean_name(typed)
    return "" if is_guest(seated) else name if name and seated.startswith(name) else seated


def writer_name(text: str, role: str, others: Iterable[str]) -> str:
    """The name of a writer without a seat: the role without one, and with the role behind it if it looks like another.

    Args:
        text: the name that the writer goes by.
        role: in a word, such as `host`.
        others: those who sit or have written at the table.
    """
    name = clean_name(text)
    plain = is_guest(name) or alike(name, role)
    tails = [f" {number}" for number in range(2, MOST)] if plain else [f" ({role})", *(f" ({role} {number})" for number in range(2, MOST))]
    kept = _said("seat", "A") | _said("seat", "B") | (frozenset() if plain else _said("host"))
    return _apart(role.capitalize() if plain else name, tails, kept, others)


def _apart(name: str, tails: Iterable[str], kept: frozenset[str], others: Iterable[str]) -> str:
    """The name, with the first of these tails if it could be taken for one of the others, or for one that the table keeps."""
    near = {*others}
    taken = kept.union(*map(likeness, {*BOTS, *near, *map(shown_name, near)}), _said("bot") if near & BOTS else ())
    tried = name
    for tail in ("", *tails):
        tried = clean_name(name[: NAME_LETTERS - len(tail)]) + tail
        if likeness(tried).isdisjoint(taken):
            break
    return tried
