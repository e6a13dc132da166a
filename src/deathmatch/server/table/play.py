"""The match at a table: submissions, resignations, deals by hand, and the wish for another match. Everything here is pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from deathmatch.core.errors import Refusal
from deathmatch.core.game import Deals
from deathmatch.core.options import lower
from deathmatch.core.speech import either, say
from deathmatch.match.journal import Dealt, Event, Submitted
from deathmatch.match.position import is_hosts
from deathmatch.server import lexicons, tokens
from deathmatch.server.table import queries
from deathmatch.server.table.entries import Entry, Events, Refereed, events, kept
from deathmatch.server.table.roles import HOST, Now, OwnCommand, Sender, check_host, decides, seat_of, shows
from deathmatch.server.table.table import Answered, Table
from deathmatch.server.table.writing import ENTRY_BYTES, released
from deathmatch.server.wire import messages, problems

PART = 20  # events of one entry that goes on from another match
PREPARED = 9  # deals that a host can lay out


class Moved(Refereed, frozen=True, tag="moved"):
    """The referee accepted these, all at once. An event is its kind (match/journal.py) and its fields."""

    events: Events

    @property
    def moment(self) -> int | None:
        """When the last of the events happened."""
        return max(int(fields["at"]) for _, fields in self.events)

    def after(self, table: Table) -> Table:
        """The table after a move, counted at once, because every submission makes one."""
        played = events(self)
        match = (table.match or table.new_match()).fold(played)
        version = table.version + 1
        answers = {event.seat.value: Answered(event.ply, event.text, version) for event in played if isinstance(event, Submitted)}
        ended_at = self.moment if match.over is not None else None
        table = table if match.over is None else replace(table, talk=None, rest=None, proposed={})
        if dealt := [event.text for event in played if isinstance(event, Dealt) and event.by_hand]:
            table = replace(table, prepared=_without(table.prepared, dealt[0]), unfit="")
        after = replace(table, count=table.count + 1, version=version, match=match, ended_at=ended_at, answers={**table.answers, **answers})
        return after if match.over is None else released(after)


class Wished(Entry, frozen=True, tag="wished"):
    """A seat wants another match. `heir` is the digest of its link to it, in hex; empty if it takes its wish back or the other declines."""

    at: int
    seat: str
    heir: str

    def after(self, table: Table) -> Table:
        """The table with the wish, and with the way of this seat to the next match; or without the wish."""
        wishes = {seat: heir for seat, heir in {**table.wishes, self.seat: self.heir}.items() if heir}
        return replace(table, wishes=wishes, heirs={**table.heirs, **wishes})


class Inherits(Entry, frozen=True, tag="inherits", omit_defaults=True):
    """The digest, in hex, of the link that this role will have in the next match; an onlooker's also sealed for the next match's host."""

    versioned: ClassVar = False

    role: str
    heir: str
    sealed: str = ""

    def after(self, table: Table) -> Table:
        """The table with the way of this role to the next match."""
        known = {**table.sealed, self.role: self.sealed} if self.sealed else table.sealed
        return replace(table, heirs={**table.heirs, self.role: self.heir}, sealed=known)


class Prepared(Entry, frozen=True, tag="prepared", omit_defaults=True):
    """The deals that the host has laid out, in place of all before. `unfit` is one that the rules have refused when it was due."""

    versioned: ClassVar = False
    readers: ClassVar = (HOST,)

    deals: list[str]
    unfit: str = ""

    @property
    def writer(self) -> str:
        """The host, if it was the host who has laid them out."""
        return "" if self.unfit else HOST

    def after(self, table: Table) -> Table:
        """The table with these deals."""
        took = table.written.get(HOST, 0) + (0 if self.unfit else ENTRY_BYTES + sum(map(len, self.deals)))
        return replace(table, prepared=tuple(self.deals), unfit=self.unfit, written={**table.written, HOST: took})


@dataclass(frozen=True, slots=True)
class Arrive(OwnCommand):
    """Somebody opens the table through the sender's secret link. The log keeps the digest of the link's heir, for a rematch."""


# --- For the log


def moved_now(accepted: tuple[Event, ...]) -> tuple[Moved, ...]:
    """The entry of the events that the referee accepted; none if that is nothing."""
    return (Moved(kept(accepted)),) if accepted else ()


def moved_in_parts(accepted: tuple[Event, ...]) -> tuple[Moved, ...]:
    """Very many events in several entries, because a table is loaded entry by entry while others are served."""
    return tuple([Moved(kept(accepted[start : start + PART])) for start in range(0, len(accepted), PART)])


def goes_on(entry: Entry) -> bool:
    """Whether an entry goes on with the past of a match that begins in an entry before."""
    return isinstance(entry, Moved) and entry.events[0][0] == "recalled"


# --- The match


@decides(messages.Submit)
def _submit(table: Table, command: messages.Submit, sender: Sender, now: Now) -> tuple[Moved, ...]:
    seat = seat_of(sender.role)
    if command.weigh and (warning := queries.caution(table, seat, command.ply, command.text, now.at)):
        raise problems.risky(warning)
    try:
        return moved_now(table.started_match.submit(seat, command.text, command.ply, now.at, sender.allowance))
    except (lexicons.UnknownLexiconError, lexicons.UnreadableLexiconError) as error:
        raise problems.Problem(say("{error}; only the host can fix this", error=error), 503) from None


@decides(messages.Resign)
def _resign(table: Table, command: messages.Resign, sender: Sender, now: Now) -> tuple[Moved, ...]:
    return moved_now(table.started_match.resign(seat_of(sender.role), now.at))


@decides(messages.Deal)
def _deal(table: Table, command: messages.Deal, sender: Sender, now: Now) -> tuple[Moved, ...]:
    check_host(sender, say("only the host can deal"))
    if not table.settings.by_hand:
        raise problems.conflict(say("this table does not deal by hand"))
    return moved_now(table.started_match.deal(command.text, command.ply, now.at))


@decides(messages.Prepare)
def _prepare(table: Table, command: messages.Prepare, sender: Sender, now: Now) -> tuple[Prepared, ...]:
    check_host(sender, say("only the host can prepare a deal"))
    if not table.settings.by_hand or table.undecided or table.over:
        raise problems.conflict(say("no deal can be prepared at this table now"))
    if len(command.deals) > PREPARED:
        raise problems.wrong(say("at most {most} deals can be prepared", most=PREPARED))
    deals = [_checked(table, text) for text in command.deals]
    return () if tuple(deals) == table.prepared else (Prepared(deals),)


def _checked(table: Table, text: str) -> str:
    """A deal that the host lays out, in canonical form, checked by the rules of the last deal of its kind; raises Refusal, Problem."""
    first = table.game.pending(table.game.start())
    chances = list(table.match.hand_chances) if table.match is not None else []
    chances += [first.chance] if isinstance(first, Deals) and is_hosts(first) else []
    words = lower(text).split()
    chance = next((chance for chance in chances if [chance.name] == words[:1]), None)
    if chance is None:
        known = either(list(dict.fromkeys([chance.name for chance in chances])))
        raise problems.wrong(
            say("a deal that can be prepared now begins with {known}", known=known) if chances else say("no deal can be prepared now")
        )
    deal = chance.read(text)
    chance.check(deal)
    return str(chance.write(deal))


def prepared_due(table: Table, now: Now) -> tuple[Moved | Prepared, ...]:
    """The deal that is due and that the host has laid out. If the rules refuse it after all, the match waits for the host."""
    if not (text := table.prepared_due):
        return ()
    match = table.started_match
    try:
        return moved_now(match.deal(text, match.ply, now.at))
    except Refusal:
        return (Prepared(list(_without(table.prepared, text)), text),)


def _without(deals: tuple[str, ...], dealt: str) -> tuple[str, ...]:
    """The deals that are left of those laid out, after this one."""
    place = deals.index(dealt) if dealt in deals else len(deals)
    return (*deals[:place], *deals[place + 1 :])


@shows("prepared")
def _prepared(table: Table, role: str) -> list[str]:
    return list(table.prepared) if role == HOST else []


@shows("unfit")
def _unfit(table: Table, role: str) -> str:
    return table.unfit if role == HOST else ""


@decides(messages.Line)
def _line(table: Table, command: messages.Line, sender: Sender, now: Now) -> tuple[Moved, ...]:
    check_host(sender, say("only the host enters lines"))
    return moved_now(table.started_match.line(command.text, command.ply, now.at))


# --- The next match


@decides(messages.Rematch)
def _rematch(table: Table, command: messages.Rematch, sender: Sender, now: Now) -> tuple[Wished, ...]:
    seat = seat_of(sender.role)
    if not table.over:
        raise problems.conflict(say("the match is not over"))
    wisher = seat.value if command.wanted or seat.value in table.wishes else seat.other.value  # whom this seat declines
    if (wisher in table.wishes) is command.wanted or table.next_match is not None:
        return ()
    return (Wished(now.at, wisher, tokens.digest(tokens.heir(sender.token)).hex() if command.wanted else ""),)


@decides(Arrive)
def _arrive(table: Table, command: Arrive, sender: Sender, now: Now) -> tuple[Inherits, ...]:
    if table.next_match is not None:
        return ()  # it is made, with the links that were known
    known = inheritance(sender.role, sender.token, table.made.onlookers)
    return tuple([one for one in known if one.role not in table.heirs or (one.sealed and one.role not in table.sealed)])


def inheritance(role: str, token: str, onlookers: Mapping[str, str]) -> list[Inherits]:
    """The links to the next match that follow from a secret link: its own role's and, from the host's, those of all `onlookers`, sealed."""
    heirs = [Inherits(role, tokens.digest(tokens.heir(token)).hex())]
    if role == HOST:
        for onlooker, sealed in onlookers.items():
            heir = tokens.heir(tokens.unseal(sealed, token, onlooker))
            heirs.append(Inherits(onlooker, tokens.digest(heir).hex(), tokens.seal(heir, tokens.heir(token), onlooker)))
    return heirs
