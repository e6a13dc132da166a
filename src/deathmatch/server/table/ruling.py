"""The rulings of a host at a table: the decision, its effect, and the words for everybody. Everything here is pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deathmatch.core.game import Over
from deathmatch.core.optional import BoutsGame
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.core.speech import count, listed, mark, numeral, say
from deathmatch.core.words import is_word
from deathmatch.match import journal, record, rulings
from deathmatch.match.match import Match
from deathmatch.server.limits import ALL_WORDS_LETTERS, ENTERED, NAME_LETTERS, REASON_LETTERS, WORDS_LETTERS, clean
from deathmatch.server.table.entries import Dated, Events, events, kept
from deathmatch.server.table.roles import HOST, Now, Sender, check_host, decides, shows
from deathmatch.server.table.table import Answered, Closing, Table
from deathmatch.server.table.writing import released, taken_back
from deathmatch.server.wire import bodies, frames, messages, problems

UNIT_LETTERS = 20  # of the unit of corrected points
SHOWN_LETTERS = 500  # of accepted words, on the host's page
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


CANCELLED = mark("The host cancelled the match. Reason: {reason}")
ABSENT = mark("{name} did not come. Reason: {reason}")
NOBODY = mark("Neither player came. Reason: {reason}")


class Ended(Dated, frozen=True, tag="ended", omit_defaults=True):
    """The match ended before its start: it is cancelled, or this seat did not come, or both if empty. Players give no reason."""

    ruling: str
    reason: str
    seat: str = ""

    def after(self, table: Table) -> Table:
        """The table whose match will not start."""
        over = Over(Seat(self.seat).other if self.seat else None, self.ruling)
        after = replace(table, closing=Closing(over, self.reason, self.wall), ended_at=self.at)
        words = CANCELLED if self.ruling == rulings.CANCEL else ABSENT if self.seat else NOBODY
        return after.told(words, {"name": table.expected.get(self.seat, ""), "reason": self.reason}, self.wall) if self.reason else after


@decides(messages.Rule)
def rule(table: Table, command: messages.Rule, sender: Sender, now: Now) -> tuple[Ruled | Ended]:
    """The entry that a ruling adds; a match that no host leads is cancelled by a player. Raises Problem or Refusal."""
    if command.ruling == rulings.CANCEL and sender.role in SEATS and HOST not in table.heirs:
        return (_end(table, command, "", now),)
    check_host(sender, say("only the host can rule"))
    if command.ruling in (rulings.CANCEL, rulings.NOSHOW):
        return (_end(table, command, _reason(command), now),)
    match, wanted = table.started_match, _wanted(table, command)
    if 0 < wanted.event <= (past := len(table.made.past)):
        raise problems.conflict(
            count("the first event comes from another match and stays", "the first {number} events come from another match and stay", past)
        )
    try:
        return (Ruled(now.at, now.wall, kept(match.rule(wanted, now.at))),)
    except journal.RulingError as error:
        raise problems.conflict(error.reason) from None


def _end(table: Table, command: messages.Rule, reason: str, now: Now) -> Ended:
    """The end of a match before its start; raises Problem."""
    seat = _seat(table, command.seat)
    if table.closing is not None:
        raise problems.conflict(say("the match ended before its start"))
    if table.match is not None:
        raise problems.conflict(say("the match has started: rule that a seat loses, or declare the match void"))
    if seat not in ("", "A", "B") or (seat and command.ruling == rulings.CANCEL):
        raise problems.wrong(say("this ruling names no seat") if seat in ("A", "B") else say("the seat must be A or B"))
    return Ended(now.at, now.wall, command.ruling, reason, seat)


def _reason(command: messages.Rule) -> str:
    reason = clean(command.reason, REASON_LETTERS)
    if not reason:
        raise problems.wrong(say("a ruling needs a reason, which everybody sees"))
    return reason


def _wanted(table: Table, command: messages.Rule) -> rulings.WantedRuling:
    """The ruling, read and bounded; raises Problem."""
    reason, ruling, seat = _reason(command), command.ruling, _seat(table, command.seat)
    needs_seat = ruling in (rulings.TIME, rulings.FORFEIT, rulings.WON, rulings.POINTS)
    if seat not in ("A", "B") if needs_seat or (seat and ruling == rulings.BOUT) else seat:
        raise problems.wrong(say("the seat must be A or B") if needs_seat or ruling == rulings.BOUT else say("this ruling names no seat"))
    if command.enter and ruling not in (rulings.BACK, rulings.ENTER):
        raise problems.wrong(say("only a ruling that takes back events can enter others"))
    if len(command.enter) > ENTERED or any(len(line.encode()) > LONGEST_ENTERED for line in command.enter):
        raise problems.wrong(say("a ruling can enter {number} events at most", number=ENTERED))
    lines = [_by_seat(table, clean(line, LONGEST_ENTERED)) for line in command.enter]
    try:
        entered = [(entry.actor, entry.text) for entry in record.recalled(lines)]
    except record.RecordError as error:
        raise problems.wrong(error.reason) from None
    what = _words(table, command.words) if ruling == rulings.WORD else clean(command.unit, UNIT_LETTERS)
    bank = None if command.bank is None else command.bank * 1000
    return rulings.WantedRuling(
        ruling, reason, seat, command.seconds * 1000, command.event, entered, bank=bank, points=command.points, what=what
    )


def _words(table: Table, text: str) -> str:
    """The words of a text, in capitals and each once; raises Problem."""
    if len(text) > WORDS_LETTERS:
        raise problems.wrong(say("a ruling can accept words of {most} letters at most", most=numeral(WORDS_LETTERS)))
    words = "".join(letter if letter.isalpha() else " " for letter in text).split()
    if strange := next((word for word in words if not is_word(word)), ""):
        raise problems.wrong(say("a word has the letters A-Z alone, not {word}", word=clean(strange, 40)))
    found = " ".join(dict.fromkeys(word.upper() for word in words))
    made = [one.made.what for one in table.started_match.rulings if one.made.ruling == rulings.WORD]
    if sum(map(len, made)) + len(found) > ALL_WORDS_LETTERS:
        raise problems.conflict(say("this table has accepted as many words as it can keep"))
    return found


def _seat(table: Table, text: str) -> str:
    """The seat that a text names by its letter or by its player."""
    return _by_seat(table, f"{clean(text, NAME_LETTERS)} ").strip(" ")


def _by_seat(table: Table, line: str) -> str:
    """The line of an event with the seat in the place of its player's name and a colon: `Penzo: grow` is `A grow`."""
    names = {"A": "A", "B": "B"} | {name: seat for seat, name in {**table.made.meant, **table.names}.items() if name}
    for name in sorted(names, key=len, reverse=True):
        if line.casefold().startswith(name.casefold()) and line[len(name) : len(name) + 1] in (":", " "):
            return f"{names[name]} {line[len(name) + 1 :].strip()}"
    return line


# --- Looking


@shows("rulings")
def messages_of(table: Table, role: str) -> list[messages.RulingMessage]:
    """The rulings that were made here, in the language that is being spoken."""
    if table.closing is not None:
        over, reason, wall = table.closing
        return [messages.RulingMessage(over.reason, ending(table, role), reason, wall)]
    if table.match is None:
        return []
    made = [ruling.made for ruling in table.match.rulings]
    return [
        messages.RulingMessage(
            *(one.ruling, frames.fill(rulings.told(one), table.people), one.reason, wall, one.event),
            accepted=one.what[:SHOWN_LETTERS] if one.ruling == rulings.WORD and role == HOST else "",
        )
        for one, wall in zip(made, table.walls, strict=True)
    ]


@shows("ending")
def ending(table: Table, role: str) -> str:
    """Why the match ended before its start, in words."""
    return "" if table.closing is None else frames.ending(table.closing.over, table.variant, table.expected, table.story)


@shows("totals")
def totals(table: Table, role: str) -> str:
    """The numbers that decided the match with the points that rulings have corrected, once it is over; for the host with a hint."""
    match = table.match
    if match is None or match.over is None or not (sums := rulings.corrections(match.rulings)):
        return ""
    seen, names = match.seen(PUBLIC, 0), table.people
    score = seen.score
    units = {word.casefold() for key, value in seen.public.items() if score and value == score.json() for word in (key, say(key))}
    if score is None or len(sums) > 1 or units.isdisjoint(map(str.casefold, sums)):  # points are not added to letters
        words = [f"{names[seat]} {number:+} {unit}" for unit, of in sums.items() for seat, number in of.items() if number]
        return say("The host has corrected: {points}.", points=listed(words)) if words else ""
    ((unit, of),) = sums.items()
    after = {seat.value: score[seat] + of[seat.value] for seat in SEATS}
    told = [f"{names[seat]} {number}" for seat, number in after.items()]
    words_ = say("With the corrections of the host: {points} ({unit}).", points=listed(told), unit=unit)
    best = max(after, key=lambda seat: after[seat])
    if role == HOST and after["A"] != after["B"] and match.over.winner != Seat(best):
        words_ += " " + say("These numbers name another winner: rule that {player} has won if you decide so.", player=names[best])
    return words_


def desk(table: Table, role: str) -> bodies.Desk:
    """The events that a ruling can take back, the rulings that were made, and the kinds of those that can be made now."""
    check_host(Sender(role), say("only the host can rule"))
    match, past = table.match, len(table.made.past)
    if match is None:
        possible = [rulings.CANCEL, rulings.NOSHOW] if table.closing is None else []
        return bodies.Desk(0, past, [], messages_of(table, role), possible)
    places = [
        bodies.Place(turn.event, sorted(turn.actors), turn.timeouts, _told(table, match, turn.question), _round(match, turn.question))
        for turn in match.turns()
        if turn.event > past
    ]
    return bodies.Desk(match.events, past, places, messages_of(table, role), _possible(table, match))


def _possible(table: Table, match: Match) -> list[str]:
    """The kinds of rulings that can be made now. Everybody could tell."""
    clocks = [] if table.settings.untimed else [rulings.TIMEOUT]
    found = [*clocks, rulings.BACK, rulings.WON, rulings.TIED, rulings.POINTS]
    if match.over is None:
        found += [rulings.FORFEIT, rulings.VOID, *([rulings.TIME] if clocks else []), *([rulings.ENTER] if match.owing else [])]
        found += [rulings.WORD] if match.asks_words else []
        found += [rulings.BOUT] if isinstance(match.game, BoutsGame) else []
    return [kind for kind in rulings.RULINGS if kind in found]


def _round(match: Match, question: int) -> int:
    """The number of the round in which a question was asked; 0 in a game that counts none."""
    number = match.game.public(match.view(PUBLIC, question)).get("round")
    return number if isinstance(number, int) else 0


def effect(table: Table, command: messages.Rule, sender: Sender, now: Now) -> bodies.Effect:
    """The effect of a ruling, which is not made. The host learns from it only what everybody has seen; raises as `rule`."""
    (entry,) = rule(table, command, sender, now)
    if isinstance(entry, Ended):
        return bodies.Effect(ending(entry.after(table), sender.role), [], [], [], {})
    match, made_now = table.started_match, events(entry)
    ruled = match.fold(made_now[:1])
    entered = _entered_for(made_now) if command.ruling == rulings.ENTER else None
    after, made = match.fold(made_now) if entered is None else ruled, ruled.rulings[-1]  # what it leads to may depend on a sealed answer
    shown: list[str] = []
    if made.undone is not None:
        shown = [words for place in range(made.question, match.questions) for words in _told(table, match, place)]
    seen = after.seen(PUBLIC, now.at)
    owing = [seat.value for seat in after.owing if seat is not entered]
    words = frames.fill(rulings.told(after.rulings[-1].made), table.people)
    warnings = _warnings(table, match, ruled, after)
    if entered is not None and match.has_secrets(entered):
        text = mark("If {player} may not answer so, this counts as a time-out: a refusal could tell you a secret.")
        warnings.append(say(text, player=table.people[entered.value]))
    return bodies.Effect(words, shown, warnings, owing, frames.clocks(seen))


def _told(table: Table, match: Match, place: int) -> list[str]:
    """The words that everybody got for the answers to a question; none while it is open."""
    if place >= match.questions:
        return []
    before, after = match.view(PUBLIC, place), match.view(PUBLIC, place + 1)
    people = table.people_at(match.number(place))
    return [frames.fill(beat.words, people) for beat in match.narrated(place + 1, before, after, PUBLIC)]


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


def _entered_for(made: Sequence[journal.Event]) -> Seat:
    """The seat for which a ruling enters an answer."""
    return next(event.seat for event in made if isinstance(event, journal.Entered))


def _sealed(match: Match) -> list[Seat]:
    """The seats whose answer waits sealed."""
    return [seat for seat in SEATS if seat in match.seen(PUBLIC, 0).sealed]


def _named(table: Table, seats: Sequence[Seat]) -> str:
    return listed([table.people[seat.value] for seat in seats])
