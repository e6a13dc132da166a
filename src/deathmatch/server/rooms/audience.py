"""The readers of one role and language, and their frames. Version numbers are the same for all; each role gets only what its eye may see.

The readers of one role share every frame. Roles that look with the same eye at the same moment, such as host and watchers, share the
frames that depend on the eye alone (`telling.py`). A short ring of the last frames serves a reader who was away for a moment. A reader
who was away for longer, or since before the server started, gets everything, which is smaller and cheaper than many frames.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from deathmatch.core.seats import SEATS
from deathmatch.core.speech import say, speaking
from deathmatch.server import tokens
from deathmatch.server.line import Line
from deathmatch.server.rooms.recent import Recent
from deathmatch.server.rooms.telling import News, Telling
from deathmatch.server.settings import Limits
from deathmatch.server.table import writing
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.roles import HOST, LETTERS, SHOWN, TABLE, is_onlooker
from deathmatch.server.table.table import Table
from deathmatch.server.table.writing import Closed, Opened, Said, Spoken, of_bot
from deathmatch.server.wire import messages
from deathmatch.server.wire.frames import CLASSES, encode


@dataclass(frozen=True, slots=True)
class Presence:
    """The people connected to a table, as a role may know it.

    Attributes:
        here: the seats whose player is connected.
        watchers: how many others are connected.
        allowances: seat -> ms that are given back to it for each decision.
        making_ready: the seats of bots whose code is compiled before they can answer -> how many parts of it are.
        at: the moment, in the server's own time, as the role knows it; for onlookers, who take part in talks at once, the present one.
    """

    here: frozenset[str]
    watchers: int
    allowances: Mapping[str, int] = field(default_factory=dict)
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
        now: the table as everybody is shown it who sees it without a delay.
        telling: the frames and the log of this role's eye; other roles may share it.
        readers: those connected now.
        away_since: when there was the last reader, or the first look without one; None as long as there are readers.
    """

    def __init__(self, role: str, table: Table, telling: Telling, limits: Limits, recent: Recent, now: Table) -> None:
        self.role = role
        self.token: str | None = None
        self.telling = telling
        self.readers: set[Reader] = set()
        self.away_since: int | None = None
        self._table = table
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
        self._from = self._table.version + 1  # this one itself may be known from before a restart, with other clocks

    def forget(self) -> None:
        """Keep no frames for readers who come back; they get everything."""
        if self._ring:
            self._from = self._ring[-1][0]
            self._ring.clear()

    def leave_memory(self) -> None:
        """The table forgets this audience."""
        self._recent.keep(self, 0)

    def table(self, presence: Presence) -> messages.TableMessage:
        """The table as this role sees it."""
        table = self._table
        link = ""
        if table.next_match is not None:
            if self.token is not None and self.role in table.heirs:
                link = f"/{LETTERS.get(self.role, 'w')}/{tokens.heir(self.token)}"
            elif self.role not in LETTERS:
                link = f"/w/{table.next_match}"
        with speaking(self.telling.language):
            title, names = say(table.title), table.shown_names
            held = writing.held(self.now, self.role, table)
            shown = {field: show(table, self.role) for field, show in SHOWN.items()}
        return messages.TableMessage(
            id=table.id,
            game=table.variant.game,
            variant=table.variant.name,
            title=title,
            options=dict(table.values),
            changed=table.changed,
            names=names,
            here={seat.value: seat in table.made.bots or seat.value in presence.here or seat.value == self.role for seat in SEATS},
            bots=table.made.bots,
            role=self.role if self.role in ("A", "B", HOST) else "watcher",
            state=table.state,
            commitment=table.dealer.commitment,
            settings=msgspec.to_builtins(table.settings),
            watchers=presence.watchers,
            given_back=dict(presence.allowances),
            making_ready=dict(presence.making_ready),
            rematch=link,
            wants_rematch=sorted(table.wishes),
            open=table.free,
            past=len(table.made.past),
            source=table.made.source,
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
        table = self._table
        told = self.telling.full(now, pictures)
        return messages.Full(
            version=table.version,
            table=self.table(presence),
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

    def _kept(self) -> bytes:
        """This seat's own notes and marks."""
        table, role = self._table, self.role
        return encode(messages.Kept(table.notes.get(role, ""), table.noted.get(role, 0), dict(table.marks.get(role, {}))))

    def _line(self, line: messages.ChatLine) -> messages.ChatLine:
        """A line of chat: people's as it stands; the table's and a bot's, which are kept in English, in the language of these readers."""
        if line.role == TABLE:
            with speaking(self.telling.language):
                return messages.ChatLine("", TABLE, say(line.text, **line.facts), line.at)
        if line.role not in self._table.made.bots:
            return line if self.role == HOST or not line.by else msgspec.structs.replace(line, by="")
        with speaking(self.telling.language):
            return of_bot(line)

    def talks(self) -> list[messages.TalkMessage]:
        """The private talks that this role may read."""
        with speaking(self.telling.language):
            return writing.talk_messages(self.now, self.role)

    # --- The stream

    def tell(self, entry: Spoken, table: Table) -> None:
        """Somebody said something in a private talk of this role. It is no version."""
        with speaking(self.telling.language):
            frame = encode(writing.told_message(table, entry))
        if self.readers:
            self._enqueue(frame)

    def keep(self) -> None:
        """The notes or marks of this seat have changed. It is no version."""
        if self.readers:
            self._enqueue(self._kept())

    def murmur(self, line: messages.ChatLine) -> None:
        """A spectator has written to the others. It is no version."""
        if self.readers:
            self._enqueue(encode(messages.Murmur(self._line(line))))

    def _gallery(self) -> list[messages.ChatLine]:
        return [self._line(line) for line in writing.gallery_lines(self.now, self.role)]

    def release(self) -> None:
        """The match is over: its player may read what the spectators wrote to each other."""
        if self.readers:
            self._enqueue(encode(messages.GalleryMessage(self._gallery())))

    def update(self, table: Table, counted: Entry, news: News | None, presence: Callable[[], Presence]) -> None:
        """The table has got this entry, which counts as a version. `news` are what its telling makes of a move."""
        before, self._table = self._table, table
        if news is not None:
            told = table.over or isinstance(counted, (Opened, Closed)) or (self.role == HOST and table.may_talk != before.may_talk)
            self._send(table.version, news, self.table(presence()) if told else None)
        elif isinstance(counted, Said):
            self._send(table.version, encode(messages.Chatted(table.version, self._line(table.chat[-1]))))
        else:
            self._send(table.version, encode(messages.Tabled(table.version, self.table(presence()))))

    def follow(self, table: Table) -> None:
        """The table has got entries that no reader gets a frame for."""
        self._table = table

    def anew(self, table: Table, now: int, presence: Presence) -> None:
        """Send everything to all readers, because no small step leads from the state that they have to the present one."""
        self._table = table
        self._reset()
        if self.readers:
            self._enqueue(encode(self.full(now, presence)))

    def present(self, presence: Presence) -> None:
        """Somebody came or went, which is no version."""
        self._enqueue(encode(messages.Tabled(self._table.version, self.table(presence))))

    def _send(self, version: int, what: News | bytes, table: messages.TableMessage | None = None) -> None:
        if isinstance(what, News):
            what.repeated |= table is not None
        self._ring.append((version, what))
        if len(self._ring) > self._limits.ring:
            self._forget()
        if self.readers:
            self._enqueue(what, table)

    def _forget(self) -> None:
        self._from = self._ring.pop(0)[0]

    def _enqueue(self, what: News | bytes, table: messages.TableMessage | None = None) -> None:
        if self._crowd is None:
            self._crowd = tuple(self.readers)
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
            self._forget()
        self._recent.keep(self, size)

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
        if not self._from <= version <= self._table.version:
            return []
        missed = [what if isinstance(what, bytes) else what.frame() for number, what in self._ring if number > version]
        missed.append(encode(messages.Tabled(self._table.version, self.table(presence))))
        kept = self.talks()
        if any(talk.count for talk in kept):
            missed.append(encode(messages.Talks(kept)))  # no version counts their lines
        if self.role in self._table.noted or self.role in self._table.marks:
            missed.append(self._kept())  # nor these
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
