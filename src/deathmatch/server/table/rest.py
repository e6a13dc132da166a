"""Pauses of the host, and long clocks: reminders before a time runs out, and rests, in which the clocks stand still until a time.

Everything here is pure. A rest is a pause with an end that both players or the host set: it is an entry that everybody sees, no move is
made meanwhile, and the clocks run on by themselves.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.match.journal import kind
from deathmatch.match.match import Match
from deathmatch.server.table.entries import Events, Resting, events, kept
from deathmatch.server.table.play import Moved, moved_now
from deathmatch.server.table.roles import HOST, Now, Sender, check_host, decides, seat_of, shows
from deathmatch.server.table.table import Rest, Table
from deathmatch.server.table.writing import Closed, close
from deathmatch.server.wire import messages, problems

SHORTEST_MS = 60_000
LONGEST_MS = 30 * 86_400_000
PROPOSALS = 100  # of one table; the log keeps each for ever

BOTH = "both"
PROPOSED = mark("{name} proposes that the clocks stand still until {time}.")
WITHDRAWN = mark("{name} takes the proposal back.")
BACK = mark("{name} proposes that the clocks run on.")
AGREED = mark("The clocks stand still until {time}. Both players have agreed.")
SET = mark("The host lets the clocks stand still until {time}.")
RUN_ON = mark("The clocks run on.")
TIME_LEFT = {
    86_400_000: mark("{name} has a day left to decide."),
    10_800_000: mark("{name} has three hours left to decide."),
    1_800_000: mark("{name} has half an hour left to decide."),
}
"""The time that is left when a player is reminded, in ms, if the whole time was four times as long or longer."""


class Proposed(Resting, frozen=True, tag="proposed"):
    """A player would have the clocks stand still until this moment, in ms since 1970; 0 takes that back, or ends a rest."""

    seat: str
    until: int

    def after(self, table: Table) -> Table:
        """The table with the proposal, which everybody reads."""
        kept = {seat: until for seat, until in table.proposed.items() if seat != self.seat}
        if self.until or table.rest is not None:
            kept[self.seat] = self.until
        words = PROPOSED if self.until else WITHDRAWN if table.rest is None else BACK
        after = replace(table, proposed=kept, proposals=table.proposals + 1)
        return after.told(words, {"name": table.people.get(self.seat, ""), "time": in_words(self.until)}, self.wall)


class Rested(Resting, frozen=True, tag="rested"):
    """The clocks stand still until this moment, in ms since 1970. `events` has the pause, unless there was one before.

    Attributes:
        until: when it ends.
        by: `both` players or `host`.
        events: of the referee.
    """

    until: int
    by: str
    events: Events

    def after(self, table: Table) -> Table:
        """The table whose clocks stand still."""
        match = table.started_match.fold(events(self))
        rest = Rest(self.at + self.until - self.wall, self.until, self.by)
        after = replace(table, match=match, rest=rest, proposed={})
        return after.told(AGREED if self.by == BOTH else SET, {"time": in_words(self.until)}, self.wall)


class Woken(Resting, frozen=True, tag="woken"):
    """The clocks run on after a rest; `events` has the end of the pause."""

    events: Events

    def after(self, table: Table) -> Table:
        """The table whose clocks run on."""
        match = table.started_match.fold(events(self))
        return replace(table, match=match, rest=None, proposed={}).told(RUN_ON, {}, self.wall)


class Reminded(Resting, frozen=True, tag="reminded"):
    """A player who owes a decision has so many ms left."""

    seat: str
    left: int

    def after(self, table: Table) -> Table:
        """The table after the reminder, which everybody reads."""
        kept = {**table.reminded, self.seat: (table.started_match.ply, self.left)}
        words = TIME_LEFT.get(self.left, TIME_LEFT[1_800_000])
        return replace(table, reminded=kept).told(words, {"name": table.people.get(self.seat, "")}, self.wall)


# --- Pauses


@decides(messages.Pause)
def _pause(table: Table, command: messages.Pause, sender: Sender, now: Now) -> tuple[Moved, ...]:
    match = _running(table, sender)
    if table.rest is not None:
        raise problems.conflict(say("the clocks stand still already, until a time; resume the match first"))
    return moved_now(match.pause(now.at, now.allowed))


@decides(messages.Resume)
def _resume(table: Table, command: messages.Resume, sender: Sender, now: Now) -> tuple[Moved | Closed | Woken, ...]:
    match = _running(table, sender)
    if table.talk is not None:
        return (close(table, now.at, now.wall, resume=True),)
    return moved_now(match.resume(now.at)) if table.rest is None else (wake(table, now.at, now.wall),)


def _running(table: Table, sender: Sender) -> Match:
    """The match that the host may pause or resume; raises Problem."""
    check_host(sender, say("only the host can pause and resume the match"))
    match = table.started_match
    if table.over:
        raise problems.conflict(say("the match is over"))
    return match


# --- Away until


@decides(messages.Away)
def _away(table: Table, command: messages.Away, sender: Sender, now: Now) -> tuple[Proposed | Rested | Woken, ...]:
    """A player proposes a rest, agrees to one, or would go on; the host sets or ends it. Raises Problem."""
    seat = None if sender.role == HOST else seat_of(sender.role)  # first of all: spectators are refused before they learn anything
    match, until = table.started_match, command.until
    if table.talk is not None:
        raise problems.conflict(say("the talk with the onlookers is open"))
    if match.over is not None:
        raise problems.conflict(say("the match is over"))
    if until and not now.wall + SHORTEST_MS <= until <= now.wall + LONGEST_MS:
        raise problems.wrong(say("the clocks can stand still for a minute to 30 days, until a time in ms since 1970; 0 ends it"))
    if seat is None:
        if not until and table.rest is None:
            raise problems.conflict(say("the clocks do not stand still until a time"))
        return (_rest(match, until, HOST, now) if until else wake(table, now.at, now.wall),)
    return _of_player(table, match, until, seat, now)


def _of_player(table: Table, match: Match, until: int, seat: Seat, now: Now) -> tuple[Proposed | Rested | Woken, ...]:
    if table.rest is not None and table.rest.by == HOST:
        raise problems.conflict(say("the host has set the time; only the host can change it"))
    if match.paused and table.rest is None:
        raise problems.conflict(say("the host has paused the match"))
    if table.proposed.get(seat.value) == until or (not until and table.rest is None and seat.value not in table.proposed):
        return ()
    if table.proposals >= PROPOSALS:
        raise problems.conflict(say("this table has had {number} proposals, and takes no more", number=PROPOSALS))
    proposed = Proposed(now.at, now.wall, seat.value, until)
    other = seat.other.value
    if other not in table.made.bots and table.proposed.get(other) != until:
        return (proposed,)
    if until:
        return (proposed, _rest(match, until, BOTH, now))
    return (proposed, wake(table, now.at, now.wall)) if table.rest is not None else (proposed,)


def _rest(match: Match, until: int, by: str, now: Now) -> Rested:
    """The clocks stand still; raises Problem if somebody's time is up already."""
    paused = match.pause(now.at, now.allowed)
    if any(kind(event) != "paused" for event in paused):
        raise problems.conflict(say("the time of a player is up"))
    return Rested(now.at, now.wall, until, by, kept(paused))


def wake(table: Table, at: int, wall: int) -> Woken:
    """The clocks run on."""
    return Woken(at, wall, kept(table.started_match.resume(at)))


# --- By the clock


def due(table: Table, now: Now) -> tuple[Woken | Reminded, ...]:
    """The end of a rest, or a reminder, if its moment has come."""
    if table.rest is not None:
        return (wake(table, table.rest.at, now.wall),) if table.rest.at <= now.at else ()
    came = [(left, seat) for moment, left, seat in table.reminders() if moment <= now.at]
    return (Reminded(now.at, now.wall, min(came)[1], min(came)[0]),) if came else ()


def in_words(wall: int) -> str:
    """A moment for everybody, wherever they are."""
    return f"{datetime.fromtimestamp(wall // 1000, UTC):%Y-%m-%d %H:%M} UTC"


@shows("away")
def message(table: Table, role: str) -> messages.AwayMessage | None:
    """The rest, or the proposals, as everybody is shown them."""
    if table.rest is None and not table.proposed:
        return None
    until, by = (0, "") if table.rest is None else (table.rest.until, table.rest.by)
    return messages.AwayMessage(until, by, dict(table.proposed))
