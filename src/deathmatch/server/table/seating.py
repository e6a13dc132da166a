"""Before and between moves: who is ready, and seats that change hands. Everything here is pure; `handing.py` makes the table afterwards."""

from __future__ import annotations

from deathmatch.core.seats import SEATS
from deathmatch.core.speech import say
from deathmatch.server.names import seat_name
from deathmatch.server.table import coin
from deathmatch.server.table.commands import Claim, Now, Reissue, Renew
from deathmatch.server.table.entries import Called, Claimed, Handed, Inherits, Readied, Reissued, Renewed, Sat
from deathmatch.server.table.handing import TABLE
from deathmatch.server.table.roles import HOST, TICKET, WATCHER, seat_of
from deathmatch.server.table.table import Table
from deathmatch.server.wire import problems
from deathmatch.server.wire.messages import Call, Ready

HANDOVERS = 100  # times that the links of a table may change; the log keeps each for ever
NONCE_DIGITS = 32


def others(table: Table, role: str, by: str = "") -> list[str]:
    """The names of all who sit or have written in the chat of this table, but for this person."""
    seated = [name for seat, name in table.names.items() if seat != role]
    gallery = (*table.gallery.told, *table.gallery.held) if role == WATCHER else ()
    lines = [line for line in (*table.chat, *gallery) if line.role not in (*SEATS, TABLE)]
    return seated + [line.who for line in lines if (line.role, line.by) != (role, by)]


def clean_nonce(nonce: str) -> str:
    """A nonce, or a claim, in lower case; raises Problem."""
    plain = nonce.lower()
    if plain and (len(plain) != NONCE_DIGITS or set(plain) - set("0123456789abcdef")):
        raise problems.wrong(say("nonce and claim each have {number} hexadecimal digits, or are empty", number=NONCE_DIGITS))
    return plain


def decide(
    table: Table, command: Ready | Call | Reissue | Claim | Renew, role: str, now: Now
) -> tuple[Readied | Called | Handed | Sat | Inherits, ...]:
    """The entries that one of these commands adds; raises Problem."""
    match command:
        case Ready():
            return _ready(table, role, now.at)
        case Call():
            return (coin.call(table, command, role, now),)
        case Reissue():
            return (_reissue(table, command, role, now),)
        case Claim():
            return _claim(table, command, role, now)
        case Renew():
            return _renew(table, command, role, now)


def _ready(table: Table, role: str, at: int) -> tuple[Readied, ...]:
    """A seat says that it is ready; no entry if it has said so before."""
    seat = seat_of(role)
    if not table.checks_in:
        raise problems.conflict(say("this table does not ask whether the players are ready"))
    if table.match is not None:
        raise problems.conflict(say("the match has started"))
    if not table.full:
        raise problems.conflict(say("a seat is still free; say that you are ready once both players are here"))
    if table.made.coin and not table.face:
        raise problems.conflict(say("the coin has not been tossed; wait for the call"))
    return () if seat.value in table.ready else (Readied(at, seat.value),)


def _reissue(table: Table, command: Reissue, role: str, now: Now) -> Reissued:
    """The host gives a seat out again."""
    if role != HOST:
        raise problems.forbidden(say("only the host can give out a seat again"))
    seat = command.seat
    _check_changeable(table)
    if seat in table.made.bots:
        raise problems.conflict(say("a bot plays in seat {seat}", seat=seat))
    if seat in table.free:
        raise problems.conflict(say("seat {seat} is offered to everybody, so nobody has a link to it", seat=seat))
    if command.substitute and table.over:
        raise problems.conflict(say("the match is over, so nobody can take a player's place"))
    return Reissued(now.at, now.wall, seat, command.key, command.substitute and seat in table.names)


def _claim(table: Table, command: Claim, role: str, now: Now) -> tuple[Claimed, *tuple[Sat, ...]]:
    """Somebody takes a seat over, with the link that the host gave out, or a free one; each gets a link of their own."""
    seat = role.removeprefix(TICKET)
    if seat not in SEATS:
        raise problems.forbidden(say("this link does not open a seat"))
    if role == seat and seat in table.names:
        raise problems.conflict(say("this seat is taken already"))
    taken, meant = table.names.get(seat), table.made.meant.get(seat)
    wished = meant if taken is None and meant else seat_name(command.name, seat, others(table, seat))
    name = wished if taken is None or table.vacant.get(seat) else taken
    claimed = Claimed(now.at, now.wall, seat, name, command.key, command.used)
    return (claimed,) if taken is not None else (claimed, Sat(now.at, seat, name, clean_nonce(command.nonce)))


def _renew(table: Table, command: Renew, role: str, now: Now) -> tuple[Renewed | Inherits, ...]:
    """A player changes the link of their seat, or the host theirs."""
    whose = role if role == HOST else seat_of(role).value
    _check_changeable(table)
    if whose not in (HOST, *table.names):
        raise problems.conflict(say("nobody sits here yet; sit down first"))
    return (Renewed(now.at, now.wall, whose, command.key, dict(command.onlookers)), *command.heirs)


def _check_changeable(table: Table) -> None:
    if table.next_match is not None:
        raise problems.conflict(say("both players have agreed on the next match; change the links there"))
    if table.handed >= HANDOVERS:
        raise problems.conflict(say("the links of this table have changed {number} times, and cannot change again", number=HANDOVERS))
