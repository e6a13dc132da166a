"""The entries that a command adds to the log of a table. Everything here is pure: a value in, entries out, and a refusal by raising."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from deathmatch.core.speech import say
from deathmatch.match.journal import Event
from deathmatch.match.position import RESIGN
from deathmatch.server import tokens
from deathmatch.server.lexicons import UnknownLexiconError, UnreadableLexiconError
from deathmatch.server.limits import ID_LETTERS
from deathmatch.server.names import seat_name
from deathmatch.server.settings import Limits
from deathmatch.server.table import coin, entries, lot, queries, rest, seating, talks, writing
from deathmatch.server.table.apply import apply
from deathmatch.server.table.commands import Arrive, Claim, Command, Expire, Now, Reissue, Renew, Sender
from deathmatch.server.table.entries import Entry, Heard, Inherits, Moved, Sat, Wished
from deathmatch.server.table.receipts import receipt
from deathmatch.server.table.roles import HOST, seat_behind, seat_of
from deathmatch.server.table.ruling import rule
from deathmatch.server.table.seating import clean_nonce
from deathmatch.server.table.table import Table
from deathmatch.server.wire import problems
from deathmatch.server.wire.bodies import Done, Seated, SitDown
from deathmatch.server.wire.messages import (
    Accepted,
    Announce,
    Away,
    Call,
    Chat,
    CloseTalk,
    Deal,
    Mark,
    Mute,
    Note,
    OpenTalk,
    Pause,
    Ready,
    Rematch,
    Resign,
    Resume,
    Rule,
    Sent,
    Submit,
    Tell,
)

Added: TypeAlias = tuple[Entry, ...]
"""Entries for the log, in order; none if nothing changes."""

Reply: TypeAlias = Accepted | Seated | Done
"""The answer to a command that was not refused."""


def decide(table: Table, command: Command, sender: Sender, now: Now, limits: Limits) -> Added:
    """The entries that a command adds; raises Problem, Refusal or LateError if it is refused."""
    _check_link(table, command, sender)
    sent = command.id if isinstance(command, Sent) else ""
    if len(sent) > ID_LETTERS:
        raise problems.wrong(say("the id of a message can have {most} letters, not {number}", most=ID_LETTERS, number=len(sent)))
    if sent in table.heard.get(sender.role, ()):
        return ()  # it is done; only its answer was lost
    added = _decide(table, command, sender, now, limits)
    return (*added, Heard(sender.role, sent)) if added and sent and not isinstance(command, Submit) else added  # a move has its question


def _decide(table: Table, command: Command, sender: Sender, now: Now, limits: Limits) -> Added:
    role, at = sender.role, now.at
    match command:
        case Submit():
            return _submit(table, command, sender, at)
        case Resign():
            return _resign(table, role, at)
        case Deal() | Pause() | Resume() | Rule():
            return _of_host(table, command, role, now)
        case Expire():
            return _expire(table, now)
        case SitDown():
            return _sit_down(table, command, role, now)
        case Chat() | Announce() | Mute() | Tell() | Note() | Mark():
            return writing.decide(table, command, sender, now, limits)
        case OpenTalk() | CloseTalk():
            return talks.decide(table, command, role, now)
        case Away():
            return rest.decide(table, command, role, now)
        case Rematch() | Arrive():
            return _rematch(table, sender, at) if isinstance(command, Rematch) else _arrive(table, sender)
        case Ready() | Call() | Reissue() | Claim() | Renew():
            return _and_begin(table, seating.decide(table, command, role, now), now)
        case _:
            assert_never(command)


def _check_link(table: Table, command: Command, sender: Sender) -> None:
    """Raises Problem if the sender's link has died since the command came in."""
    if table.opens(sender.role, sender.token):
        return
    seat = seat_behind(sender.role)
    if isinstance(command, (SitDown, Claim)) and seat in table.names and seat not in table.vacant:
        raise problems.conflict(say("this seat is taken already"))
    raise problems.missing()


def acknowledge(table: Table, command: Command, sender: Sender, added: Added, version: int) -> Reply:
    """The answer to a command that was not refused: `table` is as the entries have left it, `version` as the sender may know it."""
    if isinstance(command, (SitDown, Claim)):
        seat = seat_behind(sender.role)
        return Seated(table.id, seat, table.names[seat])
    if not isinstance(command, Submit):
        return Done(version, table.noted.get(sender.role, 0) if isinstance(command, Note) else 0)
    if any(kind == "resigned" for entry in added if isinstance(entry, Moved) for kind, _ in entry.events):
        return Accepted(command.ply, RESIGN, version=version)
    answer = table.answers[sender.role]  # now or before; an answer to another question is refused
    return Accepted(command.ply, answer.text, receipt(table, seat_of(sender.role), command.ply, answer.text), answer.version)


# --- The match


def _moved(events: tuple[Event, ...]) -> Added:
    return (entries.moved(events),) if events else ()


def _submit(table: Table, command: Submit, sender: Sender, at: int) -> Added:
    seat = seat_of(sender.role)
    if command.weigh and (warning := queries.caution(table, seat, command.ply, command.text, at)):
        raise problems.risky(warning)
    try:
        return _moved(table.started_match.submit(seat, command.text, command.ply, at, sender.allowance))
    except (UnknownLexiconError, UnreadableLexiconError) as error:
        raise problems.Problem(say("{error}; only the host can fix this", error=error), 503) from None


def _resign(table: Table, role: str, at: int) -> Added:
    seat = seat_of(role)
    return _moved(table.started_match.resign(seat, at))


def _of_host(table: Table, command: Deal | Pause | Resume | Rule, role: str, now: Now) -> Added:
    match command:
        case Deal():
            return _deal(table, command, role, now.at)
        case Rule():
            return rule(table, command, role, now)
        case _:
            return _pause(table, command, role, now)


def _deal(table: Table, command: Deal, role: str, at: int) -> Added:
    if role != HOST:
        raise problems.forbidden(say("only the host can deal"))
    if not table.settings.by_hand:
        raise problems.conflict(say("this table does not deal by hand"))
    return _moved(table.started_match.deal(command.text, command.ply, at))


def _pause(table: Table, command: Pause | Resume, role: str, now: Now) -> Added:
    if role != HOST:
        raise problems.forbidden(say("only the host can pause and resume the match"))
    match = table.started_match
    if table.over:
        raise problems.conflict(say("the match is over"))
    if isinstance(command, Resume) and table.talk is not None:
        return (talks.close(table, now.at, now.wall, resume=True),)
    if table.rest is not None:
        if isinstance(command, Pause):
            raise problems.conflict(say("the clocks stand still already, until a time; resume the match first"))
        return (rest.wake(table, now.at, now.wall),)
    return _moved(match.pause(now.at, now.allowed) if isinstance(command, Pause) else match.resume(now.at))


def _expire(table: Table, now: Now) -> Added:
    if table.match is None:
        return _and_begin(table, (), now)
    return talks.due(table, now) or _moved(table.match.expire(now.at, now.allowed)) or rest.due(table, now)


# --- Seats


def _sit_down(table: Table, command: SitDown, role: str, now: Now) -> Added:
    if role not in ("A", "B"):
        raise problems.forbidden(say("this link does not open a seat"))
    if role in table.names:
        raise problems.conflict(say("this seat is taken already"))
    name = table.made.meant.get(role) or seat_name(command.name, role, seating.others(table, role))
    return _and_begin(table, (Sat(now.at, role, name, clean_nonce(command.nonce)),), now)


def _and_begin(table: Table, added: Added, now: Now) -> Added:
    """These entries, then the lot, the toss and the beginning of the match, each if nothing is missing for it."""
    for entry in added:
        table = apply(table, entry)
    chosen = lot.fall_now(table, now)
    for entry in chosen:
        table = apply(table, entry)
    tossed = coin.toss_now(table, now)
    for entry in tossed:
        table = apply(table, entry)
    return (*added, *chosen, *tossed, *_start(table, now.at))


def _start(table: Table, at: int) -> Added:
    return entries.moved_in_parts(table.new_match().start(at, table.past)) if table.may_begin and table.match is None else ()


# --- The next match


def _rematch(table: Table, sender: Sender, at: int) -> Added:
    seat = seat_of(sender.role)
    if not table.over:
        raise problems.conflict(say("the match is not over"))
    if seat.value in table.wishes:
        return ()
    return (Wished(at, seat.value, tokens.digest(tokens.heir(sender.token)).hex()),)


def _arrive(table: Table, sender: Sender) -> Added:
    if table.next_match is not None:
        return ()  # it is made, with the links that were known
    known = inheritance(sender.role, sender.token, table.made.onlookers)
    return tuple([one for one in known if one.role not in table.heirs or (one.sealed and one.role not in table.sealed)])


def inheritance(role: str, token: str, onlookers: Mapping[str, str]) -> list[Inherits]:
    """What follows from a secret link for the next match's: that of its own role and, from the host's, those of all `onlookers`, sealed."""
    heirs = [Inherits(role, tokens.digest(tokens.heir(token)).hex())]
    if role == HOST:
        for onlooker, sealed in onlookers.items():
            heir = tokens.heir(tokens.unseal(sealed, token, onlooker))
            heirs.append(Inherits(onlooker, tokens.digest(heir).hex(), tokens.seal(heir, tokens.heir(token), onlooker)))
    return heirs
