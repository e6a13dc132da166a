"""Long clocks: reminders before a time runs out, and clocks that stand still until a time that both players or the host set.

Everything here is pure. A rest is a pause with an end: it is an entry that everybody sees, no move is made meanwhile, and the clocks run on
by themselves.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.match.journal import kind
from deathmatch.match.match import Match
from deathmatch.server.table import entries
from deathmatch.server.table.commands import Now
from deathmatch.server.table.entries import Proposed, Reminded, Rested, Woken
from deathmatch.server.table.handing import told
from deathmatch.server.table.roles import HOST, seat_of
from deathmatch.server.table.table import Rest, Table
from deathmatch.server.wire import problems
from deathmatch.server.wire.messages import Away, AwayMessage

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


# --- Away until


def decide(table: Table, command: Away, role: str, now: Now) -> tuple[Proposed | Rested | Woken, ...]:
    """A player proposes a rest, agrees to one, or would go on; the host sets or ends it. Raises Problem."""
    seat = None if role == HOST else seat_of(role)  # refuses spectators before anything that they may not know yet is looked at
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
        return (_rest(table, match, until, HOST, now) if until else wake(table, now.at, now.wall),)
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
        return (proposed, _rest(table, match, until, BOTH, now))
    return (proposed, wake(table, now.at, now.wall)) if table.rest is not None else (proposed,)


def _rest(table: Table, match: Match, until: int, by: str, now: Now) -> Rested:
    """The clocks stand still; raises Problem if somebody's time is up already."""
    events = match.pause(now.at, now.allowed)
    if any(kind(event) != "paused" for event in events):
        raise problems.conflict(say("the time of a player is up"))
    return Rested(now.at, now.wall, until, by, entries.moved(events).events)


def wake(table: Table, at: int, wall: int) -> Woken:
    """The clocks run on."""
    return Woken(at, wall, entries.moved(table.started_match.resume(at)).events)


# --- By the clock


def due(table: Table, now: Now) -> tuple[Woken | Reminded, ...]:
    """The end of a rest, or a reminder, if its moment has come."""
    if table.rest is not None:
        return (wake(table, table.rest.at, now.wall),) if table.rest.at <= now.at else ()
    came = [(left, seat) for moment, left, seat in table.reminders() if moment <= now.at]
    return (Reminded(now.at, now.wall, min(came)[1], min(came)[0]),) if came else ()


# --- Afterwards


def rested(table: Table, entry: Proposed | Rested | Woken | Reminded) -> Table:
    """The table after one of these entries."""
    after = replace(table, count=table.count + 1, version=table.version + 1)
    name = table.people.get(entry.seat, "") if isinstance(entry, (Proposed, Reminded)) else ""
    if isinstance(entry, Reminded):
        kept = {**table.reminded, entry.seat: (table.started_match.ply, entry.left)}
        return told(replace(after, reminded=kept), TIME_LEFT.get(entry.left, TIME_LEFT[1_800_000]), {"name": name}, entry.wall)
    if isinstance(entry, Proposed):
        kept_ = {seat: until for seat, until in table.proposed.items() if seat != entry.seat}
        if entry.until or table.rest is not None:
            kept_[entry.seat] = entry.until
        words = PROPOSED if entry.until else WITHDRAWN if table.rest is None else BACK
        after = replace(after, proposed=kept_, proposals=table.proposals + 1)
        return told(after, words, {"name": name, "time": in_words(entry.until)}, entry.wall)
    match = table.started_match.fold(entries.events(entry))
    if isinstance(entry, Woken):
        return told(replace(after, match=match, rest=None, proposed={}), RUN_ON, {}, entry.wall)
    rest = Rest(entry.at + entry.until - entry.wall, entry.until, entry.by)
    words = AGREED if entry.by == BOTH else SET
    return told(replace(after, match=match, rest=rest, proposed={}), words, {"time": in_words(entry.until)}, entry.wall)


def in_words(wall: int) -> str:
    """A moment for everybody, wherever they are."""
    return f"{datetime.fromtimestamp(wall // 1000, UTC):%Y-%m-%d %H:%M} UTC"


def message(table: Table) -> AwayMessage | None:
    """The rest, or the proposals, as everybody is shown them."""
    if table.rest is None and not table.proposed:
        return None
    until, by = (0, "") if table.rest is None else (table.rest.until, table.rest.by)
    return AwayMessage(until, by, dict(table.proposed))
