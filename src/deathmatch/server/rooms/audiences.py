"""The audiences of one table, by role and language: their readers, their frames, and the moment at which pictures are painted.

Spectators may see the table some seconds later, some decisions later, or not before its end. Their view follows from the log and the time
alone. So a server that was started again shows them the same, and a webhook that reads the log comes to the same changes.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec

from deathmatch.core.seats import SEATS, BySeat, Eye, Seat
from deathmatch.core.speech import say, speaking, spoken
from deathmatch.match.journal import Submitted, TimedOut
from deathmatch.server import settings, times, tokens
from deathmatch.server.rooms.telling import News, Telling
from deathmatch.server.table import entries, play, roles, ruling, writing
from deathmatch.server.table.entries import Entry, Handed, Refereed, Resting
from deathmatch.server.table.roles import AT_TABLE, HOST, LETTERS, SHOWN, TABLE, UNDELAYED, WATCHER, eye_of, is_onlooker
from deathmatch.server.table.table import Steps, Table
from deathmatch.server.times import Lane, Line
from deathmatch.server.wire import messages, problems
from deathmatch.server.wire.frames import CLASSES, encode


@dataclass(frozen=True, slots=True)
class _Held:
    """An entry that spectators do not see yet.

    Attributes:
        at: when it happened; one without a moment of its own goes with the entry before.
        decisions: how many decisions were complete after it.
        entry: of the log.
        table: after it.
    """

    at: int
    decisions: int
    entry: Entry
    table: Table


class Delay:
    """The table as spectators see it, and the values that they do not see yet: no entry is applied a second time for them.

    Attributes:
        shown: the table as spectators see it.
        late: whether they see this table later than its players.
    """

    def __init__(self, table: Table) -> None:
        self.shown = table
        self.late = table.late
        self._settings = table.settings
        self._now = table  # after all entries
        self._at = table.made.at  # of the last entry that spectators see
        self._decisions = 0  # so many are complete
        self._held: list[_Held] = []

    def hides(self, role: str) -> bool:
        """Whether this role sees the table later."""
        return self.late and role not in roles.UNDELAYED

    def shown_to(self, role: str, table: Table) -> Table:
        """The table as this role sees it while it is really `table`."""
        return self.shown if self.hides(role) else table

    def moment(self, now: int) -> int:
        """The present moment for spectators. Decisions late, it is that of the last entry that they see."""
        return now - self.shown.delay if self.shown.delay else self._at

    def add(self, entry: Entry, table: Table) -> None:
        """Add an entry that spectators see later, and the table after it."""
        moment, before = entry.moment, self._held[-1].at if self._held else self._at
        self._decisions += _completed(entry, table)
        self._now = table
        self._held.append(_Held(before if moment is None else max(before, moment), self._decisions, entry, table))

    def due(self) -> int | None:
        """The moment from which spectators see the next entry; None if they have seen all, or if it waits for another entry."""
        return self._held[0].at + self.shown.delay if self._held and self._is_free(self._held[0]) else None

    def step(self, now: int) -> list[Entry]:
        """Let spectators see one more entry if they may; at once the past of a match in several entries, and a hidden match to its end."""
        due = self.due()
        if due is None or due > now:
            return []
        to_the_end = self.shown.covered
        added = [self._take()]
        while self._held and (to_the_end and self.shown.covered if self._settings.hidden else play.goes_on(self._held[0].entry)):
            added.append(self._take())
        return added

    def skip(self) -> None:
        """Spectators have seen all entries so far."""
        while self._held:
            self._take()

    def _is_free(self, held: _Held) -> bool:
        """Whether the next entry waits for none after it."""
        if self._now.over or held.table.match is None:
            return True
        if self._settings.hidden:
            return not self.shown.covered
        return held.decisions + self._settings.behind <= self._decisions

    def _take(self) -> Entry:
        held = self._held.pop(0)
        self._at = held.at
        hidden = self._settings.hidden and held.table.running
        self.shown = replace(held.table, match=None, covered=True) if hidden else held.table
        return held.entry


def _completed(entry: Entry, table: Table) -> int:
    """How many decisions are complete with this entry; a joint one counts once. Events of a ruling or of another match do not."""
    if not isinstance(entry, play.Moved) or table.match is None:
        return 0
    answered = {event.ply for event in entries.events(entry) if isinstance(event, (Submitted, TimedOut))}
    return sum(ply < table.match.ply for ply in answered)


# --- One audience: the readers of a role in one language


class Recent:
    """The bytes that each audience keeps. Beyond the bound, the audience with the oldest news forgets; its readers get everything.

    Args:
        most: bytes that all of them may keep.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Audience, int] = OrderedDict()  # the one with the oldest news first
        self.size = 0

    def note_size(self, keeper: Audience, size: int) -> None:
        """This one has had news, and keeps so many bytes now."""
        self.size += size - self._kept.pop(keeper, 0)
        if size:
            self._kept[keeper] = size
        while self.size > self._most:
            oldest, held = self._kept.popitem(last=False)
            self.size -= held
            oldest.forget_frames()

    def __len__(self) -> int:
        return len(self._kept)


@dataclass(frozen=True, slots=True)
class Company:
    """People of a match who are connected to a process, or to several.

    Attributes:
        roles: those that somebody is connected as, of the seats and the host.
        watchers: how many others are connected.
        given: seat -> ms that are given back to it for each decision.
    """

    roles: frozenset[str] = frozenset()
    watchers: int = 0
    given: Mapping[str, int] = field(default_factory=dict)

    @property
    def attends(self) -> bool:
        """Whether a player or the host is among them."""
        return not self.roles.isdisjoint(AT_TABLE)

    def __bool__(self) -> bool:
        """Whether there is anybody."""
        return bool(self.roles or self.watchers)


NOBODY = Company()


@dataclass(frozen=True, slots=True)
class Presence(Company):
    """The people connected to a table, as a role may know it.

    Attributes:
        making_ready: the seats of bots whose code is compiled before they can answer -> how many parts of it are.
        at: the moment, in the server's own time, as the role knows it; for onlookers, who take part in talks at once, the present one.
    """

    at: int = 0
    making_ready: Mapping[str, int] = field(default_factory=dict)


class Reader(Protocol):
    """A receiver of frames: the outbox of a connection."""

    @property
    def gone(self) -> bool:
        """Whether the connection has ended."""
        ...

    @property
    def line(self) -> Line:
        """The connection behind it."""
        ...

    def put(self, frame: bytes, /) -> None:
        """Take one more frame. A reader that does not keep up is cut off, and nobody waits for it."""
        ...

    def drop(self, reason: str, /) -> None:
        """End the stream: no more frames will come."""
        ...


@dataclass(slots=True, eq=False)
class _Sending:
    """A frame on its way to the readers that were connected when it came up.

    Attributes:
        what: the frame, or the step of the match that becomes one.
        table: what the step has to say of the table as well.
        readers: all who get it.
        served: how many of them have got it.
    """

    what: News | bytes
    table: messages.TableMessage | None
    readers: Sequence[Reader]
    served: int = 0

    def frame(self) -> bytes:
        """The frame as it goes over the wire. A step is painted when the first copy goes out, because painting takes longest."""
        if isinstance(self.what, News):
            self.what = self.what.frame(self.table)
        return self.what


class Audience:
    """The readers of one role.

    Attributes:
        role: `A`, `B`, `host`, `watcher` or `onlooker-N`.
        token: the role's secret link, once somebody came with it; it is needed to work out the link to a rematch.
        table: as this role is shown it.
        now: the table as everybody is shown it who sees it without a delay.
        telling: the frames and the log of this role's eye; other roles may share it.
        readers: those connected now.
        away_since: when there was the last reader, or the first look without one; None as long as there are readers.
    """

    def __init__(self, role: str, table: Table, telling: Telling, limits: settings.Limits, recent: Recent, now: Table) -> None:
        self.role = role
        self.token: str | None = None
        self.telling = telling
        self.readers: set[Reader] = set()
        self.away_since: int | None = None
        self.table = table
        self.now = now
        self._limits = limits
        self._recent = recent
        self._ring: list[tuple[int, News | bytes]] = []
        self._crowd: Sequence[Reader] | None = ()  # the readers in a row; None after one came or left
        self._waiting: list[_Sending] = []
        self._reset()

    def _reset(self) -> None:
        """No frame leads here from before."""
        self._ring.clear()
        self._from = self.table.version + 1  # this one itself may be known from before a restart, with other clocks

    def forget_frames(self) -> None:
        """Keep no frames for readers who come back; they get everything."""
        if self._ring:
            self._from = self._ring[-1][0]
            self._ring.clear()

    def table_message(self, presence: Presence) -> messages.TableMessage:
        """The table as this role sees it."""
        table = self.table
        link = ""
        if table.next_match is not None:
            if self.token is not None and self.role in table.heirs:
                link = f"/{LETTERS.get(self.role, 'w')}/{tokens.heir(self.token)}"
            elif self.role not in LETTERS:
                link = f"/w/{table.next_match}"
        with speaking(self.telling.language):
            title, names = table.title, table.shown_names
            held = writing.held(self.now, self.role, table)
            shown = {field: show(table, self.role) for field, show in SHOWN.items()}
        return messages.TableMessage(
            id=table.id,
            game=table.variant.game,
            variant=table.variant.name,
            title=title,
            rules=table.made.rules,
            options=dict(table.values),
            changed=table.changed,
            names=names,
            here={seat.value: seat in table.made.bots or seat.value in presence.roles or seat.value == self.role for seat in SEATS},
            bots=table.made.bots,
            role=self.role if self.role in ("A", "B", HOST) else "watcher",
            state=table.state,
            commitment=table.dealer.commitment,
            settings=msgspec.to_builtins(table.settings),
            watchers=presence.watchers,
            given_back=dict(presence.given),
            making_ready=dict(presence.making_ready),
            rematch=link,
            wants_rematch=sorted(table.wishes),
            won=dict(table.made.won) if self.role in AT_TABLE else {},
            open=table.free,
            past=len(table.made.past),
            source=table.made.source,
            until=table.until,
            lists=dict(table.made.lists),
            ready=table.seats_ready,
            vacant=sorted(table.vacant),
            ec=table.ec,
            covered=table.covered,
            talk=writing.time_of(self.now if is_onlooker(self.role) else table, presence.at),
            held=held,
            **shown,
        )

    def full(self, now: int, presence: Presence, pictures: str = CLASSES) -> messages.Full:
        """Everything."""
        table = self.table
        told = self.telling.full(now, pictures)
        return messages.Full(
            version=table.version,
            table=self.table_message(presence),
            seen=told.seen,
            svg=told.svg,
            picture=told.picture,
            log=told.log,
            chat=[self._line(line) for line in writing.chat_of(table, self.now, self.role)],
            notes=table.notes.get(self.role, ""),
            marks=dict(table.marks.get(self.role, {})),
            step=told.step,
            now=now,
            talks=self.talks(),
            noted=table.noted.get(self.role, 0),
        )

    def _notes(self) -> bytes:
        """This seat's own notes and marks, as a frame."""
        table, role = self.table, self.role
        return encode(messages.Kept(table.notes.get(role, ""), table.noted.get(role, 0), dict(table.marks.get(role, {}))))

    def _line(self, line: messages.ChatLine) -> messages.ChatLine:
        """A line of chat: people's as it stands; the table's and a bot's, which are kept in English, in the language of these readers."""
        if line.role == TABLE:
            with speaking(self.telling.language):
                return messages.ChatLine("", TABLE, say(line.text, **line.facts), line.at)
        if line.role not in self.table.made.bots:
            return line if self.role == HOST or not line.by else msgspec.structs.replace(line, by="")
        with speaking(self.telling.language):
            return writing.of_bot(line)

    def talks(self) -> list[messages.TalkMessage]:
        """The private talks that this role may read."""
        with speaking(self.telling.language):
            return writing.talk_messages(self.now, self.role)

    # --- The stream

    def send_private_line(self, entry: writing.Spoken, table: Table) -> None:
        """Somebody said something in a private talk of this role. It is no version."""
        with speaking(self.telling.language):
            frame = encode(writing.told_message(table, entry))
        self._enqueue(frame)

    def send_notes(self) -> None:
        """The notes or marks of this seat have changed. It is no version."""
        self._enqueue(self._notes())

    def send_murmur(self, line: messages.ChatLine) -> None:
        """A spectator has written to the others. It is no version."""
        self._enqueue(encode(messages.Murmur(self._line(line))))

    def _gallery(self) -> list[messages.ChatLine]:
        return [self._line(line) for line in writing.gallery_lines(self.now, self.role)]

    def send_gallery(self) -> None:
        """The match is over: its player may read what the spectators wrote to each other."""
        self._enqueue(encode(messages.GalleryMessage(self._gallery())))

    def send_version(self, table: Table, counted: Entry, news: News | None, presence: Callable[[], Presence]) -> None:
        """The table has got this entry, which counts as a version. `news` are what its telling makes of a move."""
        before, self.table = self.table, table
        if news is not None:
            told = (
                table.over
                or isinstance(counted, (writing.Opened, writing.Closed))
                or (self.role == HOST and (table.may_talk, table.prepared) != (before.may_talk, before.prepared))
            )
            self._send_and_keep(table.version, news, self.table_message(presence()) if told else None)
        elif isinstance(counted, writing.Said):
            self._send_and_keep(table.version, encode(messages.Chatted(table.version, self._line(table.chat[-1]))))
        else:
            self._send_and_keep(table.version, encode(messages.Tabled(table.version, self.table_message(presence()))))

    def send_everything(self, table: Table, now: int, presence: Presence) -> None:
        """Send everything to all readers, because no small step leads from the state that they have to the present one."""
        self.table = table
        self._reset()
        if self.readers:
            self._enqueue(encode(self.full(now, presence)))

    def send_table(self, presence: Presence) -> None:
        """Somebody came or went, which is no version."""
        self._enqueue(encode(messages.Tabled(self.table.version, self.table_message(presence))))

    def _send_and_keep(self, version: int, what: News | bytes, table: messages.TableMessage | None = None) -> None:
        """Send a frame that leads to this version, and keep it for readers who come back."""
        self._ring.append((version, what))
        if len(self._ring) > self._limits.ring:
            self._forget_oldest()
        self._enqueue(what, table)

    def _forget_oldest(self) -> None:
        self._from = self._ring.pop(0)[0]

    def _enqueue(self, what: News | bytes, table: messages.TableMessage | None = None) -> None:
        if self._crowd is None:
            self._crowd = tuple(self.readers)
        if self._crowd:
            self._waiting.append(_Sending(what, table, self._crowd))

    def deliver(self, most: int) -> bool:
        """Hand out so many copies of the waiting frames, at most; all readers get one before the next begins. Returns whether more wait."""
        while self._waiting:
            sending = self._waiting[0]
            frame = sending.frame()
            readers = sending.readers[sending.served : sending.served + most]
            for reader in readers:
                reader.put(frame)
            most -= len(readers)
            sending.served += len(readers)
            if sending.served < len(sending.readers):
                return True
            self._waiting.pop(0)
            self._shorten()
        return False

    def _shorten(self) -> None:
        """Forget the oldest frames of the ring if it holds too many bytes."""
        size = sum(len(what) if isinstance(what, bytes) else what.size for _, what in self._ring)
        while self._ring and size > self._limits.ring_bytes:
            what = self._ring[0][1]
            size -= len(what) if isinstance(what, bytes) else what.size
            self._forget_oldest()
        self._recent.note_size(self, size)

    def join(self, reader: Reader, version: int, now: int, presence: Presence) -> None:
        """A reader who knows this version joins; it gets the later frames, or everything. Frames that wait for others are not for it."""
        if reader.gone:
            return
        for frame in self._after(version, presence) or [encode(self.full(now, presence))]:
            reader.put(frame)
        self.readers.add(reader)
        self._crowd = None
        self.away_since = None

    def _after(self, version: int, presence: Presence) -> list[bytes]:
        """The frames after a version; none if everything has to be sent, because they are unknown or would fill half of an outbox."""
        if not self._from <= version <= self.table.version:
            return []
        missed = [what if isinstance(what, bytes) else what.frame() for number, what in self._ring if number > version]
        missed.append(encode(messages.Tabled(self.table.version, self.table_message(presence))))
        kept = self.talks()
        if any(talk.count for talk in kept):
            missed.append(encode(messages.Talks(kept)))  # no version counts their lines
        if self.role in self.table.noted or self.role in self.table.marks:
            missed.append(self._notes())  # nor these
        if apart := self._gallery():
            missed.append(encode(messages.GalleryMessage(apart)))  # nor these
        fits = len(missed) <= self._limits.outbox_frames // 2 and sum(map(len, missed)) <= self._limits.outbox_bytes // 2
        return missed if fits else []

    def expel(self, reason: str) -> None:
        """Send all readers away at once: nothing that happens from now on is for them."""
        for reader in self.readers:
            reader.drop(reason)
        self.readers.clear()
        self._crowd = None
        self._waiting.clear()

    def leave(self, reader: Reader, now: int) -> None:
        """A reader left."""
        self.readers.discard(reader)
        self._crowd = None
        if not self.readers:
            self.away_since = now


# --- All audiences of a table


log = logging.getLogger("deathmatch.rooms")

QUESTIONS = 4  # told between two looks at the time
WARM_MS = 60_000  # a role is still followed this long after its last reader left, for one who comes back
SLICE = 200  # copies of a frame that go out before everybody else gets a turn


class Audiences:
    """The audiences of one table.

    Args:
        table: as it is now.
        delay: the table as watchers see it.
        limits: of the server.
        lane: in which pictures are painted and frames are sent.
        recent: the frames that are kept for readers who come back.
        broken: called after a bug in painting.
        time: the server's own time.

    Attributes:
        elsewhere: the people who are connected to other processes.
    """

    def __init__(
        self,
        table: Table,
        delay: Delay,
        limits: settings.Limits,
        lane: Lane,
        recent: Recent,
        broken: Callable[[], None],
        time: Callable[[], int],
    ) -> None:
        self._id = table.id
        self._table = table
        self._delay = delay
        self._limits = limits
        self._lane = lane
        self._recent = recent
        self._broken: Callable[[], None] = broken
        self._time: Callable[[], int] = time
        self.elsewhere: Callable[[], Company] = lambda: NOBODY
        self._closed = False
        self.making_ready: dict[str, int] = {}  # seats of bots whose code is compiled -> how many parts of it are
        self._by_role: dict[str, dict[str, Audience]] = {}  # and by language
        self._links: dict[str, str] = {}  # role -> its secret link, if somebody has opened it
        self._tellings: dict[tuple[Eye, bool, str], Telling] = {}  # by the eye, whether it is shown the table late, and the language
        self._ahead: dict[Telling, Telling] = {}  # what each will have told of the past once the match has begun
        self._watching = 0  # watchers that were told of
        self._news: dict[bool, asyncio.Event] = {}  # set as soon as the late roles, or all others, are shown more; there if somebody waits
        self._delivering = False  # whether frames wait to go out

    # --- Who listens

    def shown(self, role: str) -> Table:
        """The table as this role is shown it."""
        return self._delay.shown_to(role, self._table)

    @property
    def now(self) -> Table:
        """The table as it is shown to everybody who sees it without a delay; private talks are always shown so."""
        return self._table

    def moment(self, role: str, now: int) -> int:
        """The present moment for this role: for watchers of a table with a delay it lies in the past, clocks included."""
        return self._delay.moment(now) if self._delay.hides(role) else now

    async def of(self, role: str) -> Audience:
        """The audience of a role in the language that is being spoken. The telling of a long story goes in slices, as it takes a while."""
        language = spoken()
        if language not in self._by_role.get(role, ()):
            key = (eye := eye_of(role, self._table.variant), self._delay.hides(role), language)
            telling = self._tellings.get(key) or Telling(eye, self.shown(role), language, still=self._stands_still(role))
            slices = times.Slices()
            while (match := self.shown(role).match) is not None and not telling.narrate(match, QUESTIONS)[1]:
                await slices.turn()
            telling = self._tellings.setdefault(key, telling)
            telling.start_from(self.shown(role))
            made = Audience(role, self.shown(role), telling, self._limits, self._recent, self._table)
            made.token = self._links.get(role)
            self._by_role.setdefault(role, {}).setdefault(language, made)
        return self._by_role[role][language]

    def _stands_still(self, role: str) -> bool:
        """Whether the clocks that this role sees do not run: it is so many decisions late, however long they take."""
        return self._delay.hides(role) and not self._table.delay

    def _all(self) -> Iterator[Audience]:
        for languages in self._by_role.values():
            yield from languages.values()

    def _in(self, role: str) -> Iterator[Audience]:
        """The audiences of a role, one for each language."""
        return iter(self._by_role.get(role, {}).values())

    @property
    def readers(self) -> int:
        """How many readers are connected."""
        return sum(len(audience.readers) for audience in self._all())

    @property
    def attended(self) -> bool:
        """Whether a player or the host is connected."""
        return any(audience.readers for audience in self._all() if audience.role in AT_TABLE)

    @property
    def _watchers(self) -> int:
        return self._watchers_here + self.elsewhere().watchers

    @property
    def _watchers_here(self) -> int:
        return sum(len(audience.readers) for audience in self._all() if audience.role not in UNDELAYED)

    def people(self) -> Company:
        """The people who are connected to this process."""
        given = {seat.value: ms for seat in SEATS if (ms := self._slowest(seat.value))}
        return Company(frozenset(audience.role for audience in self._all() if audience.readers), self._watchers_here, given)

    def knows_link(self, role: str) -> bool:
        """Whether somebody has opened this role's secret link."""
        return role in self._links

    def learn_link(self, role: str, token: str) -> None:
        """Somebody has opened this role's secret link."""
        self._links[role] = token
        for audience in self._in(role):
            audience.token = token

    def expel(self, role: str, why: str) -> None:
        """The link of this role is dead: nobody reads through it any more, and nothing follows from it."""
        self._links.pop(role, None)
        for audience in self._in(role):
            audience.token = None
            audience.expel(why)

    def presence(self, role: str) -> Presence:
        """The connections that this role may know of: late watchers get no news of the seats, only their own number."""
        now = self._time()
        if self._delay.hides(role):
            at = now if is_onlooker(role) else self.moment(role, now)
            return Presence(frozenset(self._delay.shown.names), self._watchers, at=at)
        given_back = {seat.value: ms for seat, ms in self.allowed().items() if ms}
        return Presence(self.people().roles | self.elsewhere().roles, self._watchers, given_back, now, dict(self.making_ready))

    # --- The lines of the seats

    def _lines(self, seat: Seat) -> list[Line]:
        return [reader.line for audience in self._in(seat.value) for reader in audience.readers]

    def _slowest(self, role: str) -> int:
        most = 0
        for audience in self._in(role):
            for reader in audience.readers:
                most = max(most, reader.line.allowance)
        return most

    def allowed(self) -> BySeat[int]:
        """By how many ms each seat may be late: as much as is given back on the slowest of its connections."""
        given = self.elsewhere().given
        return BySeat(max(self._slowest("A"), given.get("A", 0)), max(self._slowest("B"), given.get("B", 0)))

    def oldest(self) -> int | None:
        """When the oldest message from a seat's connection arrived that is not done yet; None if all are."""
        return min((at for seat in SEATS for line in self._lines(seat) if (at := line.oldest) is not None), default=None)

    # --- Looking and joining

    async def full(self, role: str, now: int, pictures: str) -> messages.Full:
        """Everything that this role may see."""
        audience = await self.of(role)
        return audience.full(self.moment(role, now), self.presence(role), pictures)

    async def table_message(self, role: str) -> messages.TableMessage:
        """The message about the table: which match it is, and who plays."""
        audience = await self.of(role)
        return audience.table_message(self.presence(role))

    def join(self, audience: Audience, reader: Reader, version: int, now: int) -> None:
        """A reader that knows this version joins; frames go to it until it leaves. Raises Problem if it watches and too many do.

        A secret link has places of its own, whatever watchers do (`web/doorman.py` bounds them).
        """
        role = audience.role
        if role == WATCHER and sum(len(each.readers) for each in self._in(role)) >= self._limits.watchers_per_table:
            raise problems.too_many(say("this table has too many spectators"))
        audience.join(reader, version, self.moment(role, now), self.presence(role))

    def leave(self, role: str, reader: Reader, now: int) -> bool:
        """A reader left; returns whether it was one of ours."""
        audience = next((each for each in self._in(role) if reader in each.readers), None)
        if audience is None:
            return False
        audience.leave(reader, now)
        return True

    def close(self, reason: str) -> None:
        """Send everybody away, and forget the room."""
        self._closed = True
        self._broken = _nothing  # it led back to the room
        for audience in self._all():
            for reader in tuple(audience.readers):
                reader.drop(reason)
            self._recent.note_size(audience, 0)
        for late in tuple(self._news):
            self._wake_waiting(late=late)

    def _wake_waiting(self, *, late: bool) -> None:
        """Wake those who wait for news."""
        if (news := self._news.pop(late, None)) is not None:
            news.set()

    # --- What is sent

    async def narrate_ahead(self, steps: Steps) -> None:
        """A match is about to begin with a long past: tell that ahead, in slices, to every eye that somebody looks with."""
        past = next((table for entry, table in reversed(steps) if play.goes_on(entry)), None)
        if past is None:
            return
        slices = times.Slices()
        self._ahead.clear()
        for telling in tuple(self._tellings.values()):
            ahead = Telling(telling.eye, past, telling.language)
            while not ahead.narrate(past.started_match, QUESTIONS)[1]:
                await slices.turn()
            self._ahead[telling] = ahead

    def publish(self, steps: Steps, now: int) -> None:
        """These entries are on disk, and have made these tables: show them to every role that may see them by now."""
        before, self._table = self._table, steps[-1][1]
        for audience in self._all():
            audience.now = self._table
        self._show([entry for entry, _ in steps], now, late=False)
        if self._delay.late:
            for entry, table in steps:
                self._delay.add(entry, table)
        self._send_at_once(steps, before)

    def _send_at_once(self, steps: Steps, before: Table) -> None:
        """Give private lines to their readers, and to onlookers the time for talk and the thing that they hold; at once, at any delay."""
        spoken = [(entry, table) for entry, table in steps if isinstance(entry, writing.Spoken)]
        for entry, table in spoken:
            for audience in self._all():
                if audience.role in writing.readers(writing.ends(entry)):
                    audience.send_private_line(entry, table)
        for role in {entry.role for entry, _ in steps if isinstance(entry, (writing.Noted, writing.Marked))}:
            for audience in self._in(role):
                audience.send_notes()
        for audience in self._all():
            role = audience.role
            if not is_onlooker(role):
                continue
            late = self._delay.hides(role)
            then, now = (self._delay.shown, self._delay.shown) if late else (before, self._table)
            held = writing.held(before, role, then), writing.held(self._table, role, now)
            if held[0] != held[1] or (late and before.talk != self._table.talk):
                audience.send_table(self.presence(role))
        self._send_gallery([entry for entry, _ in steps], before)
        for role in {role for entry, _ in steps if not entry.counts(self._table.settings) for role in entry.readers}:
            for audience in self._in(role):
                audience.send_table(self.presence(role))
        if spoken:
            self._wake_waiting(late=False)
            self._wake_waiting(late=True)
        self._deliver_soon()

    def _send_gallery(self, added: Sequence[Entry], before: Table) -> None:
        """Give what spectators write to each other to its readers at once, at any delay; to the players once the match is over."""
        if not self._table.settings.gallery:
            return
        wrote = any(isinstance(entry, writing.Murmured) for entry in added)
        for audience in self._all():
            role = audience.role
            if (lines := writing.gallery_lines(self._table, role)) == writing.gallery_lines(before, role):
                continue
            if wrote:
                audience.send_murmur(lines[-1])
            else:
                audience.send_gallery()

    def show_due(self, now: int) -> None:
        """Show late watchers the entries that they may see by now."""
        covered = self._delay.shown.covered
        while added := self._delay.step(now):
            self._show(added, now, late=True, anew=covered)
            covered = self._delay.shown.covered

    def _show(self, added: Sequence[Entry], now: int, *, late: bool, anew: bool = False) -> None:
        """The table as either the late roles or all others are shown it has got these entries; with `anew` they get everything."""
        counted = [entry for entry in added if entry.counts(self._table.settings)]
        news: dict[Telling, News | None] = {}
        for audience in tuple(self._all()):
            if self._delay.hides(audience.role) is not late:
                continue
            if counted and self._is_left(audience, now):  # not after what is private: who comes back could tell
                self._forget(audience)
                continue
            self._show_to(audience, counted, now, news, anew=anew)
        if counted:
            self._wake_waiting(late=late)
        self._deliver_soon()

    def _is_left(self, audience: Audience, now: int) -> bool:
        """Whether nobody has read in this role for so long that nobody will come back and ask for missed frames."""
        if not audience.readers and audience.away_since is None:
            audience.away_since = now  # somebody looked once, or asks again and again
        return audience.away_since is not None and now - audience.away_since > WARM_MS

    def _forget(self, left: Audience) -> None:
        del self._by_role[left.role][left.telling.language]
        self._recent.note_size(left, 0)
        if all(audience.telling is not left.telling for audience in self._all()):
            self._tellings = {key: telling for key, telling in self._tellings.items() if telling is not left.telling}

    def _show_to(self, audience: Audience, counted: Sequence[Entry], now: int, news: dict[Telling, News | None], *, anew: bool) -> None:
        """Give an audience these entries; `news` has what each telling made of them, so that roles with the same eye share it."""
        role, telling = audience.role, audience.telling
        table, moment = self.shown(role), self.moment(role, now)
        if not counted:
            telling.table = table
            audience.table = table
        elif anew or len(counted) > 1 or _begins_anew(counted[0]) or isinstance(counted[0], Handed):
            if telling not in news:
                telling.start_from(table, self._ahead.pop(telling, None))
                news[telling] = None
            audience.send_everything(table, moment, self.presence(role))
        else:
            if telling not in news:
                telling.table = table
                news[telling] = telling.next_news(table, moment) if isinstance(counted[0], Refereed) else None
            audience.send_version(table, counted[0], news[telling], lambda: self.presence(role))

    def _deliver_soon(self) -> None:
        if not self._delivering:
            self._delivering = True
            self._lane.add(self._deliver)

    def _deliver(self) -> bool:
        """Paint the waiting frames and send them; returns whether a large audience has to wait for the rest of its copies."""
        if self._closed:
            return False
        try:
            more = [audience.deliver(SLICE) for audience in self._all()]
        except Exception as error:
            log.error("a bug in room %s: %s", self._id, problems.outline(error))
            self._broken()
            return False
        self._delivering = any(more)
        return self._delivering

    def send_presence(self) -> None:
        """Send all readers the table with those who are connected now."""
        before, self._watching = self._watching, self._watchers
        came_or_went = before != self._watching
        for audience in self._all():
            if audience.readers and (came_or_went or not self._delay.hides(audience.role)):
                audience.send_table(self.presence(audience.role))
        self._wake_waiting(late=False)
        self._deliver_soon()

    async def wait_for_news(self, role: str, milliseconds: int) -> None:
        """Wait until there is something new for roles that see the table as late as this one, people too, but at most `milliseconds`."""
        news = self._news.setdefault(self._delay.hides(role), asyncio.Event())
        try:
            await asyncio.wait_for(news.wait(), milliseconds / 1000)
        except TimeoutError:
            return


def _nothing() -> None:
    """For a bug in painting that comes after the room was closed."""


def _begins_anew(entry: Entry) -> bool:
    """Whether a match begins with this entry, or goes on elsewhere, so that everybody gets everything."""
    return isinstance(entry, (ruling.Ruled, Resting)) or (isinstance(entry, play.Moved) and entry.events[0][0] == "started")
