"""Private talks: of a seat and the host at any time, and of a seat and an onlooker before the first turn. Everything here is pure.

A talk has two ends. Only they and the host are shown it, it is no version of the table, and it never comes into a record. Onlookers take
part in it at once, however late they are shown the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from deathmatch.core.optional import HoldingGame, TalkingGame
from deathmatch.core.seats import SEATS
from deathmatch.core.speech import say
from deathmatch.match.journal import Event
from deathmatch.server.limits import CHAT_LINES, LONGEST_TALK
from deathmatch.server.table import entries
from deathmatch.server.table.commands import Now
from deathmatch.server.table.entries import Closed, Opened, Spoken
from deathmatch.server.table.roles import HOST, ONLOOKER, eye_of, is_onlooker
from deathmatch.server.table.table import Table, Talk, TalkOpen
from deathmatch.server.wire import problems
from deathmatch.server.wire.messages import ChatLine, CloseTalk, OpenTalk, TalkMessage, TalkTime, Told

# --- Who speaks with whom


def talks_at(table: Table) -> Iterator[tuple[str, str]]:
    """Both ends of every talk that there can be at this table: a seat of a person, and the host or an onlooker."""
    others = [HOST] if HOST in table.heirs else []
    if isinstance(table.game, TalkingGame):
        others += [role for role in table.roles() if is_onlooker(role)]
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
    if table.match is None or not is_onlooker(role) or not isinstance(table.game, HoldingGame):
        return ""
    now = table.game.held(_view(table, role))
    unknown = len(shown.walls) < len(table.walls)  # a ruling that this role does not know yet
    return table.game.held(table.things[role]) if not now and unknown and role in table.things else now


def _view(table: Table, role: str) -> Any:
    match = table.started_match
    return match.view(eye_of(role), match.questions)


def taken_back(before: Table, after: Table) -> Table:
    """The table after a ruling, with the views in which onlookers held the things that it may have taken back."""
    if not isinstance(after.game, HoldingGame) or not after.late:
        return after
    views = {role: _view(before, role) for role in after.roles() if is_onlooker(role)}
    things = {role: view for role, view in views.items() if after.game.held(view)}
    return replace(after, things={**after.things, **things})


def readers(talk: tuple[str, str]) -> set[str]:
    """The roles that may read a talk."""
    return {*talk, HOST}


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
    if other != HOST and table.talk is None:
        raise problems.conflict(say("players and onlookers can speak only while the talk before the first turn is open"))
    return ends


def ends(entry: Spoken) -> tuple[str, str]:
    """The talk to which a line belongs."""
    return (entry.role, entry.to) if entry.role in SEATS else (entry.to, entry.role)


# --- When


def decide(table: Table, command: OpenTalk | CloseTalk, role: str, now: Now) -> tuple[Opened | Closed, ...]:
    """The host opens or ends the talk before the first turn; raises Problem."""
    if role != HOST:
        raise problems.forbidden(say("only the host can open or end the talk"))
    if isinstance(command, CloseTalk):
        if table.talk is None:
            raise problems.conflict(say("no talk is open"))
        return (close(table, now.at, now.wall, resume=table.talk.holds),)
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


def due(table: Table, now: Now) -> tuple[Opened | Closed, ...]:
    """What the clock has to open or end by now."""
    if table.talk_due:
        match = table.started_match
        since = max(match.owed_since(seat) or 0 for seat in match.owing)  # the first turn has lost no time yet
        return (_opened(since, now.wall, table.settings.talk, match.pause(since)),)
    if table.talk is not None and 0 < table.talk.until <= now.at:
        return (close(table, table.talk.until, now.wall, resume=table.talk.holds),)
    return ()


def close(table: Table, at: int, wall: int, *, resume: bool) -> Closed:
    """The end of the talk; with `resume` the clocks run on."""
    events = table.started_match.resume(at) if resume else ()
    return Closed(at, wall, _kept(events))


def _opened(at: int, wall: int, seconds: int, paused: tuple[Event, ...]) -> Opened:
    return Opened(at, wall, at + seconds * 1000 if seconds else 0, _kept(paused))


def _kept(events: tuple[Event, ...]) -> list[tuple[str, dict[str, object]]]:
    return entries.moved(events).events


# --- Afterwards


def talked(table: Table, entry: Opened | Closed) -> Table:
    """The table after the talk was opened, prolonged or ended."""
    match = table.started_match.fold(entries.events(entry))
    holds = bool(entry.events) or (table.talk is not None and table.talk.holds)
    talk = TalkOpen(entry.until, holds) if isinstance(entry, Opened) else None
    return replace(table, count=table.count + 1, version=table.version + 1, match=match, talk=talk, talked=True)


def spoken(table: Table, entry: Spoken) -> Table:
    """The table after a line of a talk."""
    before = table.talks.get(ends(entry), Talk())
    lines = (*before.lines, ChatLine(entry.who, entry.role, entry.text, entry.wall))[-CHAT_LINES:]
    return replace(table, talks={**table.talks, ends(entry): Talk(lines, before.count + 1)})


# --- As its readers are shown it


def messages_of(table: Table, role: str) -> list[TalkMessage]:
    """The private talks that a role may read, in the language that is being spoken."""
    found = []
    for talk in talks_at(table):
        if role in readers(talk):
            kept = table.talks.get(talk, Talk())
            found.append(TalkMessage(*talk, kept.count, [_shown(line) for line in kept.lines]))
    return found


def count(table: Table, role: str) -> int:
    """How many lines a role may have read."""
    return sum(table.talks.get(talk, Talk()).count for talk in talks_at(table) if role in readers(talk))


def message_of(table: Table, entry: Spoken) -> Told:
    """A line that has just been said, for its readers, in the language that is being spoken."""
    talk = table.talks[ends(entry)]
    return Told(*ends(entry), talk.count, _shown(talk.lines[-1]))


def time_of(table: Table, now: int) -> TalkTime | None:
    """How long the players may still speak with the onlookers; None if they may not."""
    return None if table.talk is None else TalkTime(max(0, table.talk.until - now))


def _shown(line: ChatLine) -> ChatLine:
    """A line with a name for a writer who has none."""
    if line.who:
        return line
    who = say("Host") if line.role == HOST else say("Onlooker {number}", number=line.role.removeprefix(ONLOOKER))
    return ChatLine(who, line.role, line.text, line.at)
