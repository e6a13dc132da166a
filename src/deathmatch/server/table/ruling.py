"""The rulings of a host at a table: the decision, its effect, and the words for everybody. Everything here is pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.core.speech import count, listed, say
from deathmatch.match import journal, record, rulings
from deathmatch.match.match import Match
from deathmatch.server.limits import ENTERED, REASON_LETTERS, clean
from deathmatch.server.table.entries import Dated, Events, events, kept
from deathmatch.server.table.roles import Now, Sender, check_host, decides, shows
from deathmatch.server.table.table import Answered, Table
from deathmatch.server.table.writing import released, taken_back
from deathmatch.server.wire import bodies, frames, messages, problems

LONGEST_ENTERED = 2000  # bytes of an event that a ruling enters; the longest deals have some 500


class Ruled(Dated, frozen=True, tag="ruled"):
    """The host ruled: the ruling and its consequences, as events of the referee. The events that it undoes stay in the log above it."""

    events: Events

    def after(self, table: Table) -> Table:
        """The table after a ruling. A match that goes on is over no more, and nobody has asked for the next one."""
        match = table.started_match.fold(events(self))
        version = table.version + 1
        ended_at = None if match.over is None else table.ended_at if table.over else self.at
        standing = {seat.value: last for seat in SEATS if (last := match.last_answer(seat)) is not None}
        kept = {seat: Answered(last.ply, last.text, version) for seat, last in standing.items()}
        wishes = table.wishes if match.over is not None or table.next_match is not None else {}
        walls = (*table.walls, self.wall)
        after = replace(
            table, count=table.count + 1, version=version, match=match, ended_at=ended_at, answers=kept, wishes=wishes, walls=walls
        )
        after = replace(after, rest=None, proposed={})  # the clocks may stand still all the same, until the host lets them run on
        after = after if table.talk is None or after.may_talk else replace(after, talk=None)
        return taken_back(table, released(after))


@decides(messages.Rule)
def rule(table: Table, command: messages.Rule, sender: Sender, now: Now) -> tuple[Ruled]:
    """The entry that a ruling adds; raises Problem or Refusal."""
    check_host(sender, say("only the host can rule"))
    match, wanted = table.started_match, _wanted(table, command)
    if 0 < wanted.event <= (past := len(table.made.past)):
        raise problems.conflict(
            count("the first event comes from another match and stays", "the first {number} events come from another match and stay", past)
        )
    try:
        return (Ruled(now.at, now.wall, kept(match.rule(wanted, now.at))),)
    except journal.RulingError as error:
        raise problems.conflict(error.reason) from None


def _wanted(table: Table, command: messages.Rule) -> rulings.WantedRuling:
    """The ruling, read and bounded; raises Problem."""
    reason = clean(command.reason, REASON_LETTERS)
    if not reason:
        raise problems.wrong(say("a ruling needs a reason, which everybody sees"))
    needs_seat = command.ruling in (rulings.TIME, rulings.FORFEIT)
    if command.seat not in ("A", "B") if needs_seat else command.seat:
        raise problems.wrong(say("the seat must be A or B") if needs_seat else say("this ruling names no seat"))
    if command.enter and command.ruling != rulings.BACK:
        raise problems.wrong(say("only a ruling that takes back events can enter others"))
    if len(command.enter) > ENTERED or any(len(line.encode()) > LONGEST_ENTERED for line in command.enter):
        raise problems.wrong(say("a ruling can enter {number} events at most", number=ENTERED))
    try:
        entered = [(entry.actor, entry.text) for entry in record.recalled(clean(line, LONGEST_ENTERED) for line in command.enter)]
    except record.RecordError as error:
        raise problems.wrong(error.reason) from None
    return rulings.WantedRuling(command.ruling, reason, command.seat, command.seconds * 1000, command.event, entered)


# --- Looking


@shows("rulings")
def messages_of(table: Table, role: str) -> list[messages.RulingMessage]:
    """The rulings that were made here, in the language that is being spoken."""
    if table.match is None:
        return []
    made = [ruling.made for ruling in table.match.rulings]
    return [
        messages.RulingMessage(one.ruling, frames.fill(rulings.told(one), table.people), one.reason, wall, one.event)
        for one, wall in zip(made, table.walls, strict=True)
    ]


def desk(table: Table, sender: Sender) -> bodies.Desk:
    """The events that a ruling can take back, and the rulings that were made."""
    check_host(sender, say("only the host can rule"))
    match, past = table.started_match, len(table.made.past)
    places = [
        bodies.Place(turn.event, sorted(turn.actors), turn.timeouts, _told(table, match, turn.question))
        for turn in match.turns()
        if turn.event > past
    ]
    return bodies.Desk(match.events, past, places, messages_of(table, sender.role))


def effect(table: Table, command: messages.Rule, sender: Sender, now: Now) -> bodies.Effect:
    """The effect of a ruling, which is not made. The host learns from it only what everybody has seen; raises as `rule`."""
    (entry,) = rule(table, command, sender, now)
    match, made_now = table.started_match, events(entry)
    after, made = match.fold(made_now), match.fold(made_now[:1]).rulings[-1]
    shown: list[str] = []
    if made.undone is not None:
        shown = [words for place in range(made.question, match.questions) for words in _told(table, match, place)]
    seen = after.seen(PUBLIC, now.at)
    owing = [seat.value for seat in after.owing]
    words = frames.fill(rulings.told(after.rulings[-1].made), table.people)
    return bodies.Effect(words, shown, _warnings(table, match, match.fold(made_now[:1]), after), owing, frames.clocks(seen))


def _told(table: Table, match: Match, place: int) -> list[str]:
    """The words that everybody got for the answers to a question; none while it is open."""
    if place >= match.questions:
        return []
    before, after = match.view(PUBLIC, place), match.view(PUBLIC, place + 1)
    return [frames.fill(beat.words, table.people) for beat in match.narrated(place + 1, before, after, PUBLIC)]


def _warnings(table: Table, match: Match, ruled: Match, after: Match) -> list[str]:
    """Sentences on everything else that a ruling does or cannot undo, which name no secret.

    Args:
        table: before the ruling.
        match: the one of that table.
        ruled: the match after it, before the host's own events are entered.
        after: the match after those too.
    """
    made, found = ruled.rulings[-1], list[str]()
    sealed, kept = (_sealed(one) for one in (match, ruled))
    if made.undone is not None:
        if match.over is not None:
            found.append(say("The match was over: everybody who may have its record may know the secrets of both players."))
        elif made.question < match.questions:
            found.append(say("Each player has also seen what only this player is shown of these events."))
        if kept:
            words = say(
                "The answer of {players} before event {event} stays, and may be known.", players=_named(table, kept), event=made.made.event
            )
            found.append(words)
    if void := [seat for seat in sealed if made.undone is not None or seat not in kept]:
        found.append(say("The sealed answer of {players} is void and stays secret.", players=_named(table, void)))
    if made.undone is not None and after.paused:
        found.append(say("The clocks stand still until you resume the match."))
    return found


def _sealed(match: Match) -> list[Seat]:
    """The seats whose answer waits sealed."""
    return [seat for seat in SEATS if seat in match.seen(PUBLIC, 0).sealed]


def _named(table: Table, seats: Sequence[Seat]) -> str:
    return listed([table.people[seat.value] for seat in seats])
