"""The roles of people at a table and their links; the commands, and the function that decides each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar

from deathmatch.core.game import Variant
from deathmatch.core.seats import HOST as HOSTS_EYE
from deathmatch.core.seats import PUBLIC, BySeat, Eye, Onlooker, Seat
from deathmatch.core.speech import say
from deathmatch.match.clock import NO_ALLOWANCE
from deathmatch.server.wire import bodies, messages, problems

WATCHER = "watcher"
HOST = "host"
CASTER = "caster"
TABLE = "table"
"""The role of the lines that the table itself writes. They stand there in English, and each reader gets them in their own language."""

UNDELAYED = ("A", "B", HOST, CASTER)
"""The roles that see the match as it is, whatever the spectator delay."""

AT_TABLE = ("A", "B", HOST)
"""The roles for whose people a table is kept open."""

LETTERS = {"A": "s", "B": "s", HOST: "h", CASTER: "c"}
"""With which letter a role's link begins; all others watch, at `/w/`."""


TICKET = "ticket-"
"""How the role of a link begins with which somebody may take a seat over, once. Such a link opens nothing else."""


def ticket(seat: str) -> str:
    """The role of the link with which this seat is taken over."""
    return TICKET + seat


TAKEN = "taken-"
"""How the role of a link begins with which somebody sat down and got another one. It opens nothing, and says that the seat is taken."""


REPLACED = "replaced-"
"""How the role of a link begins whose player the host has replaced by a substitute. It opens nothing, and says that alone."""


def seat_behind(role: str) -> str:
    """The seat to which a link of this role is, or was, the way: its own, or one that is taken over or taken; else the role."""
    return role.removeprefix(TICKET).removeprefix(TAKEN)


def is_outside(role: str) -> bool:
    """Whether a link of this role opens nothing of the table: at most it lets somebody sit down."""
    return role.startswith((TICKET, TAKEN))


ONLOOKER = "onlooker-"
"""How the role of a numbered onlooker begins."""


def is_onlooker(role: str) -> bool:
    """Whether a role is a numbered onlooker's."""
    return role.startswith(ONLOOKER)


def is_spectator(role: str) -> bool:
    """Whether a role only watches, with a number or without."""
    return role == WATCHER or is_onlooker(role)


def role_words(role: str) -> str:
    """The words for a role, beside the name of its person."""
    if role in ("A", "B"):
        return say("player {seat}", seat=role)
    return say("host") if role == HOST else say("spectator")


def eye_of(role: str, variant: Variant) -> Eye:
    """With whose eyes a role looks. The host sees more than the public only in a game that a host leads."""
    if role in ("A", "B"):
        return Seat(role)
    if role == HOST and variant.hosted:
        return HOSTS_EYE
    return Onlooker(int(role.removeprefix(ONLOOKER))) if is_onlooker(role) else PUBLIC


def seat_of(role: str) -> Seat:
    """The seat of a role; raises Problem for a role that is no seat."""
    if role not in ("A", "B"):
        raise problems.forbidden(say("only a player can do that"))
    return Seat(role)


def check_host(sender: Sender, refusal: str) -> None:
    """Raises Problem with these words unless the host gives the command."""
    if sender.role != HOST:
        raise problems.forbidden(refusal)


# --- Commands: who gives them, when, and who decides them


@dataclass(frozen=True, slots=True)
class Sender:
    """The role that gives a command, and its guest.

    Attributes:
        role: `A`, `B`, `host`, `watcher` or `onlooker-N`; `server` for the server itself.
        token: the role's secret link; empty for a watcher.
        name: of the guest, for chat; a seat has its own.
        by: of a spectator, an alias of the address for this table (`ChatLine.by`).
        allowance: ms that are given back to a seat for the connection that the command came over.
    """

    role: str
    token: str = field(default="", repr=False)
    name: str = ""
    by: str = ""
    allowance: int = 0


SERVER = Sender("server")
"""Gives the commands that the server gives itself."""


@dataclass(frozen=True, slots=True)
class Now:
    """The moment of a command.

    Attributes:
        at: in the server's own time (times.py).
        wall: ms since 1970, for people.
        allowed: by so many ms each seat may be late, because of its connections.
    """

    at: int
    wall: int
    allowed: BySeat[int] = NO_ALLOWANCE


@dataclass(frozen=True, slots=True)
class OwnCommand:
    """A command that no page sends as it is: the server makes it, of a request or by itself."""


Command: TypeAlias = messages.Command | bodies.SitDown | OwnCommand
"""Everything that can be done at a table: messages of pages and programs (wire/messages.py), a seat that is taken, and the server's own."""

DECIDERS: dict[type, Callable[..., Any]] = {}
"""Kind of command -> the function of the table, the command, its sender and the moment that returns the entries; it refuses by raising."""

SHOWN: dict[str, Callable[..., Any]] = {}
"""Field of `TableMessage` -> the function of the table and the reader's role that makes it."""

Rule = TypeVar("Rule", bound=Callable[..., Any])


def decides(kind: type) -> Callable[[Rule], Rule]:
    """Marks the function that decides this kind of command."""
    return partial(_kept, DECIDERS, kind)


def shows(field: str) -> Callable[[Rule], Rule]:
    """Marks the function that makes this field of the table's message, in the language that is being spoken."""
    return partial(_kept, SHOWN, field)


def _kept(rules: dict[Any, Callable[..., Any]], key: Any, rule: Rule) -> Rule:
    assert key not in rules, f"{key} has two rules"
    rules[key] = rule
    return rule
