"""The entries that a command adds to the log of a table. Everything here is pure: a value in, entries out, and a refusal by raising.

The functions that decide stand with their entries in the other modules of this folder, marked by `decides`; `__init__` loads them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from deathmatch.core.speech import say
from deathmatch.match import journal
from deathmatch.match.position import RESIGN
from deathmatch.server.limits import ID_LETTERS, IDS
from deathmatch.server.settings import Limits
from deathmatch.server.table import pictures, rest, writing
from deathmatch.server.table.entries import Added, Entry
from deathmatch.server.table.play import Moved, moved_now, prepared_due
from deathmatch.server.table.roles import DECIDERS, TABLE, Command, Now, OwnCommand, Sender, decides, seat_behind, seat_of
from deathmatch.server.table.seating import Claim, Reissue, begin
from deathmatch.server.table.table import Table
from deathmatch.server.wire import bodies, messages, problems

Reply: TypeAlias = messages.Accepted | bodies.Seated | bodies.Done
"""The answer to a command that was not refused."""


class Heard(Entry, frozen=True, tag="heard"):
    """The entries before this one are what the message with this id of a role has led to; if it comes again, nothing more is done."""

    versioned: ClassVar = False

    role: str
    id: str

    def after(self, table: Table) -> Table:
        """The table that knows the message."""
        return replace(table, heard={**table.heard, self.role: (*table.heard.get(self.role, ()), self.id)[-IDS:]})


@dataclass(frozen=True, slots=True)
class Expire(OwnCommand):
    """The server enters whatever is due: time-outs, deals, and the start of a match whose seats are both taken."""


def decide(table: Table, command: Command, sender: Sender, now: Now, limits: Limits) -> Added:
    """The entries that a command adds; raises Problem, Refusal or LateError if it is refused."""
    _check_link(table, command, sender)
    sent = command.id if isinstance(command, messages.Command) else ""
    if len(sent) > ID_LETTERS:
        raise problems.wrong(say("the id of a message can have {most} letters, not {number}", most=ID_LETTERS, number=len(sent)))
    if sent in table.heard.get(sender.role, ()):
        return ()  # it is done; only its answer was lost
    if table.closing is not None and isinstance(command, (bodies.SitDown, Claim, Reissue, messages.Ready, messages.Call)):
        raise problems.conflict(say("the match ended before its start"))
    added: Added = DECIDERS[type(command)](table, command, sender, now)
    if isinstance(command, (messages.Line, messages.Rule)):
        pictures.check(table, added)
    _check_written(table, added, limits)
    if added and sent and not isinstance(command, messages.Submit):  # a move is known by its question
        return (*added, Heard(sender.role, sent))
    return added


def _check_link(table: Table, command: Command, sender: Sender) -> None:
    """Raises Problem if the sender's link has died since the command came in."""
    if table.opens(sender.role, sender.token):
        return
    seat = seat_behind(sender.role)
    if isinstance(command, (bodies.SitDown, Claim)) and seat in table.names and seat not in table.vacant:
        raise problems.conflict(say("this seat is taken already"))
    raise problems.missing()


def _check_written(table: Table, added: Added, limits: Limits) -> None:
    """Raises Problem if a role has written too much already: the log keeps everything for ever, replaced texts too."""
    if any(table.written.get(entry.writer, 0) >= limits.written for entry in added if entry.writer not in ("", TABLE)):
        raise problems.conflict(say("this table cannot store more chat, notes or marks; the match goes on"))


def acknowledge(table: Table, command: Command, sender: Sender, added: Added, version: int) -> Reply:
    """The answer to a command that was not refused: `table` is as the entries have left it, `version` as the sender may know it."""
    if isinstance(command, (bodies.SitDown, Claim)):
        seat = seat_behind(sender.role)
        return bodies.Seated(table.id, seat, table.names[seat])
    if not isinstance(command, messages.Submit):
        return bodies.Done(version, table.noted.get(sender.role, 0) if isinstance(command, messages.Note) else 0)
    if any(kind == "resigned" for entry in added if isinstance(entry, Moved) for kind, _ in entry.events):
        return messages.Accepted(command.ply, RESIGN, version=version)
    answer = table.answers[sender.role]  # now or before; an answer to another question is refused
    secret = table.receipt_secret
    receipt = "" if secret is None else journal.receipt(secret, table.id, command.ply, seat_of(sender.role), answer.text)
    return messages.Accepted(command.ply, answer.text, receipt, answer.version)


@decides(Expire)
def _expire(table: Table, command: Expire, sender: Sender, now: Now) -> Added:
    if table.match is None:
        return begin(table, (), now)
    expired = writing.talk_due(table, now) or moved_now(table.match.expire(now.at, now.allowed)) or rest.due(table, now)
    return expired or prepared_due(table, now)
