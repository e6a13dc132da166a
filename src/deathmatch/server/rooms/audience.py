"""One role's stream. The version numbers are the same for all roles; each role gets only what its eye may see.

The readers of one role share every frame: it is painted once for all of them, and only if there are any. A short ring of the last versions
serves a reader who was away for a moment. Its frames are painted again, because kept frames would take much memory. A reader who was away
for longer, or since before the server started, gets everything, which is smaller and cheaper than many frames.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from deathmatch.core.game import AnyBeat
from deathmatch.core.seats import SEATS, Seat
from deathmatch.match.seen import Seen
from deathmatch.match.story import Story
from deathmatch.server import tokens
from deathmatch.server.line import Line
from deathmatch.server.settings import Limits
from deathmatch.server.table.entries import VERSIONED, Entry, Moved, Said
from deathmatch.server.table.roles import HOST, LETTERS, eye_of
from deathmatch.server.table.table import Table
from deathmatch.server.wire import frames, messages
from deathmatch.server.wire.frames import CLASSES, NO_PICTURES, NOBODY, Picture, encode


@dataclass(frozen=True, slots=True)
class Presence:
    """The people connected to a table, as a role may know it.

    Attributes:
        here: the seats whose player is connected.
        watchers: how many others are connected.
        allowances: seat -> ms that are given back to it for each decision.
    """

    here: frozenset[str]
    watchers: int
    allowances: Mapping[str, int] = field(default_factory=dict)


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


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of the match, as one eye saw it: all contents of the frame, in a fraction of its size.

    Attributes:
        version: the version that the step leads to.
        before, seen: the eye's knowledge before and after.
        told: the beats in between.
        now: the moment.
        table: the table, if it has changed too.
    """

    version: int
    before: Seen | None
    seen: Seen
    told: Sequence[AnyBeat]
    now: int
    table: messages.TableMessage | None


class Audience:
    """The readers of one role.

    Attributes:
        role: `A`, `B`, `host`, `watcher` or `onlooker-N`.
        token: the role's secret link, once somebody has opened it; the link to a rematch is computed from it.
        story: the beats of the match that this eye has seen.
        readers: the readers connected now.
        away_since: the moment when the last reader left, or of the first look without one; None while there are readers.
    """

    def __init__(self, role: str, table: Table, story: Story, limits: Limits) -> None:
        self.role = role
        self.eye = eye_of(role)
        self.token: str | None = None
        self.story = story
        self.readers: set[Reader] = set()
        self.away_since: int | None = None
        self._table = table
        self._limits = limits
        self._ring: deque[tuple[int, bytes | _Step]] = deque(maxlen=limits.ring)
        self._from = 0  # the first version from which the ring leads on
        self._last: Seen | None = None  # what the last step led to
        self._painted: tuple[Any, Sequence[Seat], Picture] = (None, (), Picture(NOBODY, {}))  # of which view, with whose submissions sealed
        self._composed: tuple[Any, messages.StepMessage | None] = (None, None)  # of which decision
        self._told = 0  # beats of the story that the last step had
        self._unpainted: deque[bytes | _Step] = deque()  # sent, as soon as somebody calls `paint`
        self._sync()

    # --- What this eye sees now

    def _paint(self, view: Any, sealed: Sequence[Seat], people: Mapping[str, str]) -> Picture:
        """The picture of a view. The last one is kept, for new readers and because the next step builds on it."""
        of, with_sealed, picture = self._painted
        if of is not view or with_sealed != sealed:
            picture = Picture(self._table.picture(view, sealed), people)
            self._painted = (view, sealed, picture)
        return picture

    def _look(self, seen: Seen | None, people: Mapping[str, str]) -> Picture:
        """The picture of everything that this eye knows."""
        return Picture(NOBODY, {}) if seen is None else self._paint(seen.view, seen.sealed, people)

    def _sync(self) -> None:
        """Start again from the present state of the table: no earlier frame leads to it. Nothing is painted until somebody looks."""
        self._ring.clear()
        self._unpainted.clear()
        self._from = self._table.version + 1  # this one itself may be known from before a restart, with other clocks
        self._last = None
        self._told = 0
        match = self._table.match
        if match is not None:
            self.story.advance(match)
            self._last = match.seen(self.eye, 0)
            self._told = len(self.story.beats)

    def _step(self, seen: Seen) -> messages.StepMessage | None:
        """The first step of the decision that this seat owes; it stays the same while the other seat answers."""
        if seen.decision is None:
            return None
        of, step = self._composed
        if of is not seen.decision or step is None:
            step = frames.step(seen.decision.compose(()), (), self._table.people)
            self._composed = (seen.decision, step)
        return step

    def table(self, presence: Presence) -> messages.TableMessage:
        """The table as this role sees it."""
        table = self._table
        link = ""
        if table.next_match is not None:
            if self.token is not None and self.role in table.heirs:
                link = f"/{LETTERS.get(self.role, 'w')}/{tokens.heir(self.token)}"
            elif self.role not in LETTERS:
                link = f"/w/{table.next_match}"
        changed = {
            option.key: table.values[option.key]
            for option in table.variant.options
            if table.values[option.key] != option.default_given(table.values)
        }
        return messages.TableMessage(
            id=table.id,
            game=table.variant.game,
            variant=table.variant.name,
            title=table.variant.title,
            options=dict(table.values),
            changed=changed,
            names=dict(table.names),
            here={seat.value: seat in table.made.bots or seat in presence.here for seat in SEATS},
            bots=table.made.bots,
            role=self.role if self.role in ("A", "B", HOST) else "watcher",
            state=table.state,
            commitment=table.dealer.commitment,
            settings=msgspec.to_builtins(table.settings),
            watchers=presence.watchers,
            given_back=dict(presence.allowances),
            rematch=link,
            wants_rematch=sorted(table.wishes),
        )

    def full(self, now: int, presence: Presence, pictures: str = CLASSES) -> messages.Full:
        """Everything."""
        table = self._table
        match = table.match
        seen = None if match is None else match.seen(self.eye, now)
        picture = self._look(seen if pictures != NO_PICTURES else None, table.people)
        return messages.Full(
            version=table.version,
            table=self.table(presence),
            seen=None if seen is None else frames.seen(seen, table.variant, table.people),
            svg=picture.svg(pictures) if seen is not None else "",
            picture=picture.text(),
            log=[] if match is None else [frames.beat(beat, table.people) for beat in self.story.beats],
            chat=list(table.chat),
            notes=table.notes.get(self.role, ""),
            marks=dict(table.marks.get(self.role, {})),
            step=None if seen is None else self._step(seen),
            now=now,
        )

    # --- The stream

    def update(self, table: Table, added: Sequence[Entry], now: int, presence: Presence) -> None:
        """The table has got these entries."""
        self._table = table
        counted = [entry for entry in added if isinstance(entry, VERSIONED)]
        if not counted:
            return
        if len(counted) > 1 or (isinstance(counted[0], Moved) and counted[0].events[0][0] == "started"):
            self._anew(now, presence)
        elif isinstance(counted[0], Moved):
            self._moved(now, presence)
        elif isinstance(counted[0], Said):
            self._send(table.version, encode(messages.Chatted(table.version, table.chat[-1])))
        else:
            self._send(table.version, encode(messages.Tabled(table.version, self.table(presence))))

    def _send(self, version: int, what: bytes | _Step) -> None:
        if len(self._ring) == self._limits.ring:
            self._from = self._ring[0][0]
        self._ring.append((version, what))
        if self.readers:
            self._unpainted.append(what)

    def paint(self) -> None:
        """Paint the waiting frames and send them to the readers, in order. Painting waits until here because it is the slowest part."""
        while self._unpainted:
            self._put_all(self._frame(self._unpainted.popleft()))

    def _frame(self, what: bytes | _Step) -> bytes:
        """The frame as it goes over the wire."""
        if isinstance(what, bytes):
            return what
        table = self._table
        people = table.people
        shown = self._look(what.before, people)
        beats: list[messages.BeatMessage] = []
        for one in what.told:
            change = None
            if one.view is not None:
                picture = self._paint(one.view, (), people)
                change, shown = picture.change(shown), picture
            beats.append(frames.beat(one, people, change))
        picture = self._look(what.seen, people)
        change = picture.change(shown)
        update = messages.Update(
            version=what.version,
            seen=frames.seen(what.seen, table.variant, people),
            now=what.now,
            beats=beats,
            change=change,
            picture=picture.text() if change is not None or any(one.change is not None for one in beats) else "",
            step=self._step(what.seen),
            table=what.table,
        )
        return encode(update)

    def _moved(self, now: int, presence: Presence) -> None:
        """The match moved on by one version."""
        table, match = self._table, self._table.started_match
        self.story.advance(match)
        seen = match.seen(self.eye, now)
        told = self.story.beats[self._told :]
        step = _Step(table.version, self._last, seen, told, now, self.table(presence) if table.over else None)
        self._last = seen
        self._told += len(told)
        self._send(table.version, step)

    def _anew(self, now: int, presence: Presence) -> None:
        """Send everything to all readers, because no small step leads from the state that they have to the present one."""
        self._sync()
        if self.readers:
            self._put_all(encode(self.full(now, presence)))

    def present(self, presence: Presence) -> None:
        """Somebody came or went, which is no version."""
        self.paint()
        self._put_all(encode(messages.Tabled(self._table.version, self.table(presence))))

    def _put_all(self, frame: bytes) -> None:
        for reader in tuple(self.readers):
            reader.put(frame)

    def join(self, reader: Reader, version: int, now: int, presence: Presence) -> None:
        """A reader who knows this version joins; it gets the later frames, or everything."""
        if reader.gone:
            return
        self.paint()  # frames that the others still wait for are not for the new reader
        for frame in self._after(version, presence) or [encode(self.full(now, presence))]:
            reader.put(frame)
        self.readers.add(reader)
        self.away_since = None

    def _after(self, version: int, presence: Presence) -> list[bytes]:
        """The frames after a version; none if everything has to be sent, because they are unknown or would fill half of an outbox."""
        if not self._from <= version <= self._table.version:
            return []
        missed = [self._frame(what) for number, what in self._ring if number > version]
        missed.append(encode(messages.Tabled(self._table.version, self.table(presence))))
        fits = len(missed) <= self._limits.outbox_frames // 2 and sum(map(len, missed)) <= self._limits.outbox_bytes // 2
        return missed if fits else []

    def leave(self, reader: Reader, now: int) -> None:
        """A reader left."""
        self.readers.discard(reader)
        if not self.readers:
            self.away_since = now
