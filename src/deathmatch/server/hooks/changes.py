"""A match as spectators are shown it, followed along its log from one change to the next.

The log is the queue: nothing that waits to be delivered is kept anywhere else. A follower that is forgotten is made again from the log, and
comes to the same changes, byte by byte. It looks with the eye of the public alone, and as late as spectators do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from deathmatch.core.seats import PUBLIC
from deathmatch.core.speech import say, speaking
from deathmatch.match.position import Seen
from deathmatch.match.rulings import HEADING
from deathmatch.server.rooms import audiences, telling
from deathmatch.server.table import entries, play, roles, ruling, seating, writing
from deathmatch.server.table.table import Table, apply
from deathmatch.server.times import Slices
from deathmatch.server.wire import frames, messages, webhooks

AHEAD = 32  # entries that are read ahead of those that spectators have seen
QUESTIONS = 4  # told between two looks at the time
DECIDED = frozenset({"made", "ruled", "rested", "woken"})  # kinds of changes that are messages of their own
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Change:
    """One change, as every spectator sees it.

    Attributes:
        match: the public id.
        version: of the table after it.
        done: how many entries of the log come up to it.
        table: the facts of the table.
        seen: of the match; None before it begins.
        beats: the sentences of the change.
        chat: the line that somebody wrote, if that is the change.
        who: the name of the player who sat down, or who wants a rematch.
        kind: of its last entry, such as `made`, `sat`, `moved`, `said` and `wished`.
        picture: the table in words.
        svg: the same as a picture in the colours of the page.
        following: the id of the rematch, if this change makes it and its host has a link to it; it goes into no message.
        deadlines: seat that owes a decision -> the end of its time as spectators see it, in the server's own time.
        due: whether something is decided with it that was open, so that it is time for a message.
        before: changes before it that go into the same message.
    """

    match: str
    version: int
    done: int
    table: webhooks.PublicTable
    seen: messages.SeenMessage | None
    beats: Sequence[messages.BeatMessage]
    chat: messages.ChatLine | None
    who: str
    kind: str
    picture: str
    svg: str
    following: str
    deadlines: Mapping[str, int]
    due: bool
    before: Sequence[Change] = ()

    def goes(self, sends: webhooks.Sends) -> bool:
        """Whether a webhook with this setting makes a message of it at once."""
        return sends == "all" or (self.due and (sends == "resolved" or (self.table.state == "over" and self.chat is None)))

    def waits(self, sends: webhooks.Sends) -> bool:
        """Whether it goes into the next message, if it makes none: chat, reminders and submissions do not."""
        return sends == "resolved" and bool(self.beats or self.kind == "sat")


class Follower:
    """Follows the log of one match in one language.

    Attributes:
        done: how many entries it has gone past.
    """

    def __init__(self, table: Table, language: str, *, pictures: bool) -> None:
        self.done = 0
        self._language = language
        self._pictures = pictures
        self._read = 1  # entries that are applied
        self._table = table  # after them
        self._delay = audiences.Delay(table)
        self._telling = telling.Telling(PUBLIC, table, language)
        self._lines = 0  # of a host who leads the game
        self._stage: object = None

    @classmethod
    async def of(cls, first: Table, log: Sequence[bytes], done: int, language: str, *, pictures: bool) -> Follower:
        """One that has gone past so many entries of a log, which are delivered already; `first` is the table after its first entry."""
        made, slices = cls(first, language, pictures=pictures), Slices()
        made.done = done
        while made._read < done:
            made._apply(log[made._read])
            made._delay.skip()
            await slices.turn()
        if done:
            await made._tell(made._delay.shown)
            with speaking(language):
                made._move_on(made._delay.shown)
        return made

    def _move_on(self, table: Table) -> bool:
        """Whether the match stands at another stage than after the change before.

        A stage is a round, a turn or the like. The title of the picture counts these in every game; where a host leads, each line is one.
        """
        before, self._stage = self._stage, (table.state, self._lines)
        if table.match is not None:
            numbers = _NUMBER.findall(self._telling.look(table.match.seen(PUBLIC, 0)).scene.title)
            self._stage = (table.state, self._lines, [] if table.variant.hosted else numbers, table.match.paused)
        return self._stage != before

    def _apply(self, body: bytes) -> entries.Entry:
        entry = entries.decode(body)
        self._table = apply(self._table, entry)
        self._read += 1
        self._delay.add(entry, self._table)
        return entry

    async def next(self, log: Sequence[bytes], now: int) -> Change | None:
        """The next change that spectators may see by now; None if there is none. Entries that concern one person alone are gone past."""
        if self.done == 0:
            self.done = 1
            return await self._change([entries.decode(log[0])], self._delay.shown)
        slices = Slices()
        while True:
            while self._delay.due() is None:  # nothing can be seen, whatever the time, before more entries are read
                if self._read >= len(log):
                    return None
                end = min(len(log), self._read + AHEAD)
                while self._read < end or (self._read < len(log) and play.goes_on(entries.decode(log[self._read]))):
                    self._apply(log[self._read])
                    await slices.turn()
            added = self._delay.step(now)
            if not added:
                return None
            self.done += len(added)
            if shown := [entry for entry in added if entry.counts(self._delay.shown.settings)]:
                return await self._change(shown, self._delay.shown)

    def due(self) -> int | None:
        """When spectators see the next entry, in the server's own time; None if no entry waits for that."""
        return self._delay.due()

    async def _tell(self, table: Table) -> list[messages.BeatMessage]:
        """The new sentences of the story. After a ruling the story begins again, and the ruling is where it becomes new."""
        again = table.match is not None and not self._telling.follows(table.match)
        self._telling.table, self._telling.people = table, table.people
        told: list[messages.BeatMessage] = []
        if table.match is not None:
            slices, complete = Slices(), False
            while not complete:
                more, complete = self._telling.narrate(table.match, QUESTIONS)
                told += [says for _, says in more]
                await slices.turn()
        if not again:
            return told
        with speaking(self._language):
            heading = say(HEADING)
        return told[max(place for place, says in enumerate(told) if says.heading == heading) :]

    async def _change(self, counted: Sequence[entries.Entry], table: Table) -> Change:
        beats = await self._tell(table)
        last = counted[-1]
        with speaking(self._language):
            shown, svg, words, chat = None, "", "", None
            if table.match is not None:
                seen: Seen = table.match.seen(PUBLIC, last.moment or 0)
                picture = self._telling.look(seen)
                shown, words = frames.seen(seen, table.variant, table.people, table.story), picture.text()
                svg = picture.svg("light") if self._pictures else ""
            if isinstance(last, (writing.Said, entries.Resting, ruling.Ended)) and (line := table.chat[-1]).role == roles.TABLE:
                chat = messages.ChatLine("", line.role, say(line.text, **line.facts), line.at)
            elif isinstance(last, writing.Said):
                chat = msgspec.structs.replace(table.chat[-1], by="")
                if chat.role in table.made.bots:
                    chat = writing.of_bot(chat)
            kind = type(last).__name__.lower()
            self._lines += sum(event == "lined" for entry in counted if isinstance(entry, play.Moved) for event, _ in entry.events)
            due = self._move_on(table) or kind in DECIDED or (chat is not None and chat.loud)
            who = table.shown_names.get(last.seat, last.seat) if isinstance(last, (seating.Sat, play.Wished)) else ""
            return Change(
                match=table.id,
                version=table.version,
                done=self.done,
                table=facts(table),
                seen=shown,
                beats=beats,
                chat=chat,
                who=who,
                kind=kind,
                picture=words,
                svg=svg,
                following=(table.next_match or "") if isinstance(last, play.Wished) and roles.HOST in table.heirs else "",
                deadlines=deadlines(table),
                due=due,
            )


def deadlines(table: Table) -> dict[str, int]:
    """When the time of each seat that owes a decision runs out for spectators; nothing while clocks stand still, for them too."""
    match = table.match
    if match is None or match.paused or table.settings.behind:
        return {}
    ends = {seat.value: match.last_moment(seat) for seat in match.owing}
    return {seat: end + table.delay for seat, end in ends.items() if end is not None}


def facts(table: Table) -> webhooks.PublicTable:
    """The facts of a table as its spectators know them, in the language that is being spoken."""
    return webhooks.PublicTable(
        game=table.variant.game,
        variant=table.variant.name,
        title=table.title,
        state=table.state,
        names=table.shown_names,
        bots=dict(table.made.bots),
        changed=dict(table.changed),
        delay=table.settings.delay,
        behind=table.settings.behind,
        hidden=table.settings.hidden,
        ec=table.ec,
        wants_rematch=sorted(table.wishes),
        rematch="" if table.next_match is None else f"/w/{table.next_match}",
    )
