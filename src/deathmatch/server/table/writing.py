"""Everything that people write at a table: chat, announcements, private talks, notes and marks. Everything here is pure."""

from __future__ import annotations

import msgspec

from deathmatch.core.bots import shown_name
from deathmatch.core.speech import say
from deathmatch.server.limits import CHAT_LETTERS, MARK_LETTERS, MARKS, MUTED, NOTE_LETTERS, clean
from deathmatch.server.names import is_guest, writer_name
from deathmatch.server.settings import Limits
from deathmatch.server.table.commands import SERVER, Now, Sender
from deathmatch.server.table.entries import Marked, Murmured, Muted, Noted, Said, Spoken
from deathmatch.server.table.handing import TABLE
from deathmatch.server.table.roles import CASTER, HOST, UNDELAYED, WATCHER, seat_of
from deathmatch.server.table.seating import others
from deathmatch.server.table.table import Table
from deathmatch.server.table.talks import ends_of
from deathmatch.server.wire import problems
from deathmatch.server.wire.messages import Announce, Chat, ChatLine, Mark, Mute, Note, Tell


def of_bot(line: ChatLine) -> ChatLine:
    """A line of a bot, which is kept in English, in the language that is being spoken; it may say the bot's name."""
    name = shown_name(line.who)
    return msgspec.structs.replace(line, who=name, text=say(line.text, name=name))


SPECTATOR = "spectator"


def decide(
    table: Table, command: Chat | Announce | Mute | Tell | Note | Mark, sender: Sender, now: Now, limits: Limits
) -> tuple[Said | Murmured | Muted | Spoken | Noted | Marked, ...]:
    """The entries that one of these commands adds; raises Problem."""
    match command:
        case Chat():
            return _chat(table, command, sender, now, limits)
        case Announce():
            return _announce(table, command, sender, now, limits)
        case Mute():
            return _mute(table, command, sender.role, now)
        case Tell():
            return _tell(table, command, sender, now, limits)
        case Note():
            return _note(table, command, sender.role, limits)
        case Mark():
            return _mark(table, command, sender.role, now.at, limits)


def _chat(table: Table, command: Chat, sender: Sender, now: Now, limits: Limits) -> tuple[Said | Murmured]:
    line = _line(command.text)
    role = sender.role
    if sender is SERVER:
        return (Said(now.at, now.wall, "", TABLE, line),)
    if role == CASTER:
        raise problems.forbidden(say("the caster sees both hands, and so writes nothing at the table"))
    watching = role not in UNDELAYED
    early = watching and not table.settings.kibitz and not table.known_over(role, now.at)
    if early and not table.settings.gallery:
        raise problems.forbidden(say("spectators can chat once the match is over"))
    if watching and ("" in table.muted or sender.by in table.muted):
        raise problems.forbidden(say("the host has muted the spectators") if "" in table.muted else say("the host has muted you"))
    writer = WATCHER if watching else role
    _check_written(table, writer, limits)
    name = _name(table, sender)
    if early:
        return (Murmured(now.at, now.wall, name, line, by=sender.by),)
    return (Said(now.at, now.wall, name, writer, line, by=sender.by if watching else ""),)


def _announce(table: Table, command: Announce, sender: Sender, now: Now, limits: Limits) -> tuple[Said]:
    if sender.role != HOST:
        raise problems.forbidden(say("only the host can announce something"))
    line = _line(command.text)
    _check_written(table, HOST, limits)
    return (Said(now.at, now.wall, _name(table, sender), HOST, line, loud=True),)


def _mute(table: Table, command: Mute, role: str, now: Now) -> tuple[Muted, ...]:
    if role != HOST:
        raise problems.forbidden(say("only the host can mute somebody"))
    if (command.whom in table.muted) is command.on:
        return ()
    if command.on and command.whom and all(line.by != command.whom for line in (*table.chat, *table.gallery.told, *table.gallery.held)):
        raise problems.wrong(say("no spectator of this table has written under that name"))
    if command.on and len(table.muted) >= MUTED:
        raise problems.conflict(say("{number} spectators are muted; mute all of them instead", number=MUTED))
    return (Muted(now.at, now.wall, command.whom, command.on),)


def _tell(table: Table, command: Tell, sender: Sender, now: Now, limits: Limits) -> tuple[Spoken]:
    ends_of(table, sender.role, command.to)
    line = _line(command.text)
    _check_written(table, sender.role, limits)
    named = sender.role in table.names or not is_guest(sender.name)
    return (Spoken(now.at, now.wall, sender.role, command.to, _name(table, sender) if named else "", line),)


def _name(table: Table, sender: Sender) -> str:
    """The name of the writer: a seat's own, else the guest's, which looks like no other of the table."""
    if sender.role in table.names:
        return table.names[sender.role]
    if sender.role == HOST:
        return writer_name(sender.name, HOST, others(table, HOST))
    return writer_name(sender.name, SPECTATOR, others(table, WATCHER, sender.by))


def _line(text: str) -> str:
    line = clean(text, CHAT_LETTERS)
    if not line:
        raise problems.wrong(say("a chat message must not be empty"))
    return line


def _note(table: Table, command: Note, role: str, limits: Limits) -> tuple[Noted, ...]:
    seat = seat_of(role)
    kept = clean(command.text, len(command.text), lines=True)
    if len(kept) > NOTE_LETTERS:  # a part of them would be lost
        raise problems.wrong(say("notes can have {most} letters, not {number}; shorten them", most=NOTE_LETTERS, number=len(kept)))
    if kept == table.notes.get(seat.value, ""):
        return ()
    if command.base is not None and command.base != table.noted.get(seat.value, 0):
        raise problems.conflict(say("another page of this seat has changed the notes meanwhile; read them again first"))
    _check_written(table, role, limits)
    return (Noted(seat.value, kept),)


def _mark(table: Table, command: Mark, role: str, at: int, limits: Limits) -> tuple[Marked, ...]:
    seat = seat_of(role)
    kept, slot = clean(command.text, MARK_LETTERS), command.slot
    mine = table.marks.get(seat.value, {})
    view = table.started_match.seen(seat, at).view
    if slot not in mine and not any(element.markable and element.slot == slot for element in table.picture(view).elements):
        raise problems.wrong(say("the picture has no place {place}", place=clean(slot, 60)))
    if kept and slot not in mine and len(mine) >= MARKS:
        raise problems.wrong(say("a player can set {number} marks; remove one first", number=MARKS))
    if kept == mine.get(slot, ""):
        return ()
    if command.was is not None and command.was != mine.get(slot, ""):
        there = mine.get(slot, "")
        raise problems.conflict(
            say("another page of this seat has marked this place with {mark}; mark it again to change that", mark=there)
            if there
            else say("another page of this seat has taken the mark away; mark the place again to set one")
        )
    _check_written(table, role, limits)
    return (Marked(seat.value, slot, kept),)


def _check_written(table: Table, writer: str, limits: Limits) -> None:
    """Raises Problem once a role has written too much: the log keeps everything for ever, replaced texts too."""
    if table.written.get(writer, 0) >= limits.written:
        raise problems.conflict(say("this table cannot store more chat, notes or marks; the match goes on"))
