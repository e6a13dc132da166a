"""The roles at a table: who looks and acts through which link."""

from __future__ import annotations

from deathmatch.core.seats import PUBLIC, Eye, Onlooker, Seat
from deathmatch.core.speech import say
from deathmatch.server.wire import problems

WATCHER = "watcher"
HOST = "host"
CASTER = "caster"
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


def eye_of(role: str) -> Eye:
    """With whose eyes a role looks."""
    if role in ("A", "B"):
        return Seat(role)
    return Onlooker(int(role.removeprefix(ONLOOKER))) if is_onlooker(role) else PUBLIC


def seat_of(role: str) -> Seat:
    """The seat of a role; raises Problem for a role that is no seat."""
    if role not in ("A", "B"):
        raise problems.forbidden(say("only a player can do that"))
    return Seat(role)
