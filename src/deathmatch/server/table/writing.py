"""Everything that people write at a table: chat, announcements, notes and marks; private talks; the gallery. Everything here is pure.

A private talk has two ends: a seat, and the host at any time or an onlooker before the first turn. Only they and the host are shown it, it
is no version of the table, and it never comes into a record. Onlookers take part in it at once, however late they are shown the match.

The gallery is the chat of the spectators among themselves. Nothing of it reaches a seat before the end of the match: it is no version of
the table, it goes into no webhook and no record, and it does not push lines of the other chat out of memory. The spectators, the host and
the caster read it at once, however late they are shown the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from deathmatch.core.bots import shown_name
from deathmatch.core.optional import HoldingGame, TalkingGame
from deathmatch.core.seats import SEATS
from deathmatch.core.speech import say
from deathmatch.match.journal import Event
from deathmatch.server.limits import CHAT_LETTERS, CHAT_LINES, LONGEST_TALK, MARK_LETTERS, MARKS, NOTE_LETTERS, clean
from deathmatch.server.names import is_guest, writer_name
from deathmatch.server.table import roles
from deathmatch.server.table.entries import Dated, Entry, Events, Refereed, events, kept
from deathmatch.server.table.table import Gallery, Table, Talk, TalkOpen, others
from deathmatch.server.wire import bodies, messages, problems

ENTRY_BYTES = 100  # an entry takes about so many beside its text
MOST_MUTED = 200  # spectators of a table who are muted one by one


# --- Entries


class Said(Dated, frozen=True, tag="said", omit_defaults=True):
    """A line of chat, or an announcement of the host. `by` is the spectator who wrote it: the alias of an address, for this table alone."""

    worded: ClassVar = True

    who: str
    role: str
    text: str
    loud: bool = False
    by: str = ""

    def after(self, table: Table) -> Table:
        """The table with the line."""
        line = messages.ChatLine(self.who, self.role, self.text, self.wall, loud=self.loud, by=self.by)
        return replace(table, chat=(*table.chat, line)[-CHAT_LINES:], written=written(table, self))


class Murmured(Dated, frozen=True, tag="murmured", omit_defaults=True):
    """A line that a spectator wrote to the others; the players read it once the match is over. `by` as in `Said`."""

    versioned: ClassVar = False

    who: str
    text: str
    by: str = ""

    @property
    def writer(self) -> str:
        """The role that wrote it."""
        return roles.WATCHER

    def after(self, table: Table) -> Table:
        """The table with a line of the gallery."""
        line = messages.ChatLine(self.who, roles.WATCHER, self.text, self.wall, by=self.by, apart=True)
        gallery = table.gallery._replace(held=(*table.gallery.held, line)[-CHAT_LINES:])
        return released(replace(table, gallery=gallery, written=written(table, self)))


class Spoken(Dated, frozen=True, tag="spoken"):
    """A line of a private talk, from one role to another. Only they and the host can read it."""

    versioned: ClassVar = False
    worded: ClassVar = True

    role: str
    to: str
    who: str
    text: str

    def after(self, table: Table) -> Table:
        """The table with the line in its talk."""
        before = table.talks.get(ends(self), Talk())
        lines = (*before.lines, messages.ChatLine(self.who, self.role, self.text, self.wall))[-CHAT_LINES:]
        return replace(table, talks={**table.talks, ends(self): Talk(lines, before.count + 1)}, written=written(table, self))


class Noted(Entry, frozen=True, tag="noted"):
    """The private notes of a seat."""

    versioned: ClassVar = False
    worded: ClassVar = True

    role: str
    text: str

    def after(self, table: Table) -> Table:
        """The table with these notes in place of the old ones."""
        noted = {**table.noted, self.role: table.noted.get(self.role, 0) + 1}
        return replace(table, notes={**table.notes, self.role: self.text}, noted=noted, written=written(table, self))


class Marked(Entry, frozen=True, tag="marked"):
    """A private mark of a seat; an empty text takes it away."""

    versioned: ClassVar = False
    worded: ClassVar = True

    role: str
    slot: str
    text: str

    def after(self, table: Table) -> Table:
        """The table with the mark, or without it."""
        mine = {slot: mark for slot, mark in table.marks.get(self.role, {}).items() if slot != self.slot}
        mine |= {self.slot: self.text} if self.text else {}
        return replace(table, marks={**table.marks, self.role: mine}, written=written(table, self))


class Muted(Dated, frozen=True, tag="muted"):
    """The host mutes a spectator (`whom`, as in `Said.by`) or, with an empty `whom`, all of them; or lets them speak again."""

    versioned: ClassVar = False
    readers: ClassVar = (roles.HOST,)

    whom: str
    on: bool

    def counts(self, settings: bodies.TableSettings) -> bool:
        """At a table with a gallery a mute would tell the players that somebody has written."""
        return not settings.gallery

    def after(self, table: Table) -> Table:
        """The table with one more spectator muted, or one fewer."""
        return replace(table, muted=table.muted | {self.whom} if self.on else table.muted - {self.whom})


class Opened(Refereed, frozen=True, tag="opened"):
    """The players may speak with the onlookers. The clocks stand still meanwhile: `events` has the pause, unless there was one before.

    Attributes:
        at, wall: when.
        until: when it closes by itself; 0 if only the host closes it.
        events: of the referee.
    """

    at: int
    wall: int
    until: int
    events: Events

    def after(self, table: Table) -> Table:
        """The table whose players may speak with the onlookers; the time may only be a new one."""
        match = table.started_match.fold(events(self))
        holds = bool(self.events) or (table.talk is not None and table.talk.holds)
        return replace(table, match=match, talk=TalkOpen(self.until, holds), talked=True)


class Closed(Refereed, frozen=True, tag="closed"):
    """The players and the onlookers have spoken; `events` has the end of the pause, if there is one."""

    at: int
    wall: int
    events: Events

    def after(self, table: Table) -> Table:
        """The table after the talk."""
        return replace(table, match=table.started_match.fold(events(self)), talk=None, talked=True)


# --- Who speaks with whom


def talks_at(table: Table) -> Iterator[tuple[str, str]]:
    """Both ends of every talk that there can be at this table: a seat of a person, and the host or an onlooker."""
    others = [roles.HOST] if roles.HOST in table.heirs else []
    if isinstance(table.game, TalkingGame):
        others += [role for role in table.roles() if roles.is_onlooker(role)]
    for seat in SEATS:
        if seat.value not in table.made.bots:
            yield from ((seat.value, other) for other in others)


def held(table: Table, role: str, shown: Table) -> str:
    """The thing that a numbered onlooker holds, in a sentence; empty for all other roles. No delay hides it from its owner.

    If a ruling has taken the thing back, its owner learns so with the ruling, or when there is another thing to hold.

    Args:
        table: as it is.
        role: whose thing.
        shown: the table as this role is shown it.
    """
    if table.match is None or not roles.is_onlooker(role) or not isinstance(table.game, HoldingGame):
        return ""
    now = table.game.held(_view(table, role))
    unknown = len(shown.walls) < len(table.walls)  # a ruling that this role does not know yet
    return table.game.held(table.things[role]) if not now and unknown and role in table.things else now


def _view(table: Table, role: str) -> Any:
    match = table.started_match
    return match.view(roles.eye_of(role, table.variant), match.questions)


def taken_back(before: Table, after: Table) -> Table:
    """The table after a ruling, with the views in which onlookers held the things that it may have taken back."""
    if not isinstance(after.game, HoldingGame) or not after.late:
        return after
    views = {role: _view(before, role) for role in after.roles() if roles.is_onlooker(role)}
    things = {role: view for role, view in views.items() if after.game.held(view)}
    return replace(after, things={**after.things, **things})


def readers(talk: tuple[str, str]) -> set[str]:
    """The roles that may read a talk."""
    return {*talk, roles.HOST}


def ends_of(table: Table, role: str, to: str) -> tuple[str, str]:
    """The talk in which a role speaks to another one now; raises Problem if it cannot."""
    ends = (role, to) if role in SEATS else (to, role)
    if ends not in list(talks_at(table)):
        raise problems.forbidden(say("there is no private talk between you and {other} at this table", other=repr(to[:20])))
    seat, other = ends
    if seat not in table.names:
        raise problems.conflict(
            say("nobody sits here yet; sit down first") if role == seat else say("nobody sits in seat {seat} yet", seat=seat)
        )
    if other != roles.HOST and table.talk is None:
        raise problems.conflict(say("players and onlookers can speak only while the talk before the first turn is open"))
    return ends


def ends(entry: Spoken) -> tuple[str, str]:
    """The talk to which a line belongs."""
    return (entry.role, entry.to) if entry.role in SEATS else (entry.to, entry.role)


# --- When


@roles.decides(messages.OpenTalk)
def _open_talk(table: Table, command: messages.OpenTalk, sender: roles.Sender, now: roles.Now) -> tuple[Opened]:
    roles.check_host(sender, say("only the host can open or end the talk"))
    if not 0 <= command.seconds <= LONGEST_TALK:
        raise problems.wrong(say("a talk must last 0 to {most} seconds, not {seconds}", most=LONGEST_TALK, seconds=command.seconds))
    match = table.started_match
    if not table.may_talk:
        raise problems.conflict(say("the players can speak with the onlookers only when these have their letters, before the first turn"))
    if table.rest is not None:
        raise problems.conflict(say("the clocks stand still already, until a time; resume the match first"))
    paused = match.pause(now.at, now.allowed)
    if len(paused) > 1:
        raise problems.conflict(say("the time for the first turn is up"))
    return (_opened(now.at, now.wall, command.seconds, paused),)


@roles.decides(messages.CloseTalk)
def _close_talk(table: Table, command: messages.CloseTalk, sender: roles.Sender, now: roles.Now) -> tuple[Closed]:
    roles.check_host(sender, say("only the host can open or end the talk"))
    if table.talk is None:
        raise problems.conflict(say("no talk is open"))
    return (close(table, now.at, now.wall, resume=table.talk.holds),)


def talk_due(table: Table, now: roles.Now) -> tuple[Opened | Closed, ...]:
    """The opening or the end of a talk, if the clock has reached it."""
    if table.talk_due:
        match = table.started_match
        since = max(match.owed_since(seat) or 0 for seat in match.owing)  # the first turn has lost no time yet
        return (_opened(since, now.wall, table.settings.talk or 0, match.pause(since)),)
    if table.talk is not None and 0 < table.talk.until <= now.at:
        return (close(table, table.talk.until, now.wall, resume=table.talk.holds),)
    return ()


def close(table: Table, at: int, wall: int, *, resume: bool) -> Closed:
    """The end of the talk; with `resume` the clocks run on."""
    return Closed(at, wall, kept(table.started_match.resume(at) if resume else ()))


def _opened(at: int, wall: int, seconds: int, paused: tuple[Event, ...]) -> Opened:
    return Opened(at, wall, at + seconds * 1000 if seconds else 0, kept(paused))


# --- As its readers are shown it


def talk_messages(table: Table, role: str) -> list[messages.TalkMessage]:
    """The private talks that a role may read, in the language that is being spoken."""
    found = []
    for talk in talks_at(table):
        if role in readers(talk):
            kept = table.talks.get(talk, Talk())
            found.append(messages.TalkMessage(*talk, kept.count, [_shown(line) for line in kept.lines]))
    return found


def lines_read(table: Table, role: str) -> int:
    """How many lines a role may have read."""
    return sum(table.talks.get(talk, Talk()).count for talk in talks_at(table) if role in readers(talk))


def told_message(table: Table, entry: Spoken) -> messages.Told:
    """A line that has just been said, for its readers, in the language that is being spoken."""
    talk = table.talks[ends(entry)]
    return messages.Told(*ends(entry), talk.count, _shown(talk.lines[-1]))


def time_of(table: Table, now: int) -> messages.TalkTime | None:
    """How long the players may still speak with the onlookers; None if they may not."""
    return None if table.talk is None else messages.TalkTime(max(0, table.talk.until - now))


def _shown(line: messages.ChatLine) -> messages.ChatLine:
    """A line with a name for a writer who has none."""
    if line.who:
        return line
    who = say("Host") if line.role == roles.HOST else say("Onlooker {number}", number=line.role.removeprefix(roles.ONLOOKER))
    return messages.ChatLine(who, line.role, line.text, line.at)


# --- The gallery: spectators among themselves


def released(table: Table) -> Table:
    """The table, with all lines so far given to the players if the match is over. A ruling that reopens the match takes none back."""
    gallery = table.gallery
    if not table.over or not gallery.held:
        return table
    return replace(table, gallery=Gallery((*gallery.told, *gallery.held)[-CHAT_LINES:]))


def gallery_lines(table: Table, role: str) -> list[messages.ChatLine]:
    """The lines of the gallery that a role may read now, the oldest first; `table` is the one without any delay."""
    told, held = table.gallery
    return list(told) if role in SEATS else [*told, *held][-CHAT_LINES:]


def chat_of(table: Table, now: Table, role: str) -> list[messages.ChatLine]:
    """Everything that was written, as a role may read it, in order of time: `table` as the role is shown it, `now` as it is."""
    apart = gallery_lines(now, role)
    return sorted((*table.chat, *apart), key=lambda line: line.at) if apart else list(table.chat)


# --- Everything that people write


def of_bot(line: messages.ChatLine) -> messages.ChatLine:
    """A line of a bot, which is kept in English, in the language that is being spoken; it may say the bot's name."""
    name = shown_name(line.who)
    return msgspec.structs.replace(line, who=name, text=say(line.text, name=name))


SPECTATOR = "spectator"


@roles.decides(messages.Chat)
def _chat(table: Table, command: messages.Chat, sender: roles.Sender, now: roles.Now) -> tuple[Said | Murmured]:
    line = _line(command.text)
    role = sender.role
    if sender is roles.SERVER:
        return (Said(now.at, now.wall, "", roles.TABLE, line),)
    if role == roles.CASTER:
        raise problems.forbidden(say("the caster sees both hands, and so writes nothing at the table"))
    watching = role not in roles.UNDELAYED
    early = watching and not table.settings.kibitz and not table.known_over(role, now.at)
    if early and not table.settings.gallery:
        raise problems.forbidden(say("spectators can chat once the match is over"))
    if watching and ("" in table.muted or sender.by in table.muted):
        raise problems.forbidden(say("the host has muted the spectators") if "" in table.muted else say("the host has muted you"))
    writer = roles.WATCHER if watching else role
    name = _name(table, sender)
    if early:
        return (Murmured(now.at, now.wall, name, line, by=sender.by),)
    return (Said(now.at, now.wall, name, writer, line, by=sender.by if watching else ""),)


@roles.decides(messages.Announce)
def _announce(table: Table, command: messages.Announce, sender: roles.Sender, now: roles.Now) -> tuple[Said]:
    roles.check_host(sender, say("only the host can announce something"))
    line = _line(command.text)
    return (Said(now.at, now.wall, _name(table, sender), roles.HOST, line, loud=True),)


@roles.decides(messages.Mute)
def _mute(table: Table, command: messages.Mute, sender: roles.Sender, now: roles.Now) -> tuple[Muted, ...]:
    roles.check_host(sender, say("only the host can mute somebody"))
    if (command.whom in table.muted) is command.on:
        return ()
    if command.on and command.whom and all(line.by != command.whom for line in (*table.chat, *table.gallery.told, *table.gallery.held)):
        raise problems.wrong(say("no spectator of this table has written under that name"))
    if command.on and len(table.muted) >= MOST_MUTED:
        raise problems.conflict(say("{number} spectators are muted; mute all of them instead", number=MOST_MUTED))
    return (Muted(now.at, now.wall, command.whom, command.on),)


@roles.shows("may_talk")
def _may_talk(table: Table, role: str) -> bool:
    return role == roles.HOST and table.may_talk


@roles.shows("muted")
def _muted(table: Table, role: str) -> list[str]:
    return sorted(table.muted) if role == roles.HOST else []


@roles.decides(messages.Tell)
def _tell(table: Table, command: messages.Tell, sender: roles.Sender, now: roles.Now) -> tuple[Spoken]:
    ends_of(table, sender.role, command.to)
    line = _line(command.text)
    named = sender.role in table.names or not is_guest(sender.name)
    return (Spoken(now.at, now.wall, sender.role, command.to, _name(table, sender) if named else "", line),)


def _name(table: Table, sender: roles.Sender) -> str:
    """The name of the writer: a seat's own, else the guest's, which looks like no other of the table."""
    if sender.role in table.names:
        return table.names[sender.role]
    if sender.role == roles.HOST:
        return writer_name(sender.name, roles.HOST, others(table, roles.HOST))
    return writer_name(sender.name, SPECTATOR, others(table, roles.WATCHER, sender.by))


def _line(text: str) -> str:
    line = clean(text, CHAT_LETTERS)
    if not line:
        raise problems.wrong(say("a chat message must not be empty"))
    return line


@roles.decides(messages.Note)
def _note(table: Table, command: messages.Note, sender: roles.Sender, now: roles.Now) -> tuple[Noted, ...]:
    seat = roles.seat_of(sender.role)
    kept = clean(command.text, len(command.text), lines=True)
    if len(kept) > NOTE_LETTERS:  # a part of them would be lost
        raise problems.wrong(say("notes can have {most} letters, not {number}; shorten them", most=NOTE_LETTERS, number=len(kept)))
    if kept == table.notes.get(seat.value, ""):
        return ()
    if command.base is not None and command.base != table.noted.get(seat.value, 0):
        raise problems.conflict(say("another page of this seat has changed the notes meanwhile; read them again first"))
    return (Noted(seat.value, kept),)


@roles.decides(messages.Mark)
def _mark(table: Table, command: messages.Mark, sender: roles.Sender, now: roles.Now) -> tuple[Marked, ...]:
    seat = roles.seat_of(sender.role)
    kept, slot = clean(command.text, MARK_LETTERS), command.slot
    mine = table.marks.get(seat.value, {})
    view = table.started_match.seen(seat, now.at).view
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
    return (Marked(seat.value, slot, kept),)


def written(table: Table, entry: Said | Murmured | Spoken | Noted | Marked) -> dict[str, int]:
    """How much each role has written, in bytes, with the text of this entry."""
    return {**table.written, entry.writer: table.written.get(entry.writer, 0) + ENTRY_BYTES + len(entry.text.encode())}
