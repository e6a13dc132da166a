"""The log, the picture and the frames of a match for one eye and one language. All roles that look with this eye share them.

Frames are made in tasks that serve readers of many languages, so everything here that makes words says in which language.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import msgspec

from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.seats import Eye, Seat
from deathmatch.core.speech import speaking
from deathmatch.match.match import Match
from deathmatch.match.position import Seen
from deathmatch.match.story import Story
from deathmatch.server.table.table import Table
from deathmatch.server.wire import frames, messages

Said: TypeAlias = tuple[Any, messages.BeatMessage]
"""A beat in words, and the view that it shows; None if the picture stays."""

PACKED_AT = 4096  # bytes of words that wait until they are packed together

_beats: msgspec.json.Decoder[list[messages.BeatMessage]] = msgspec.json.Decoder(list[messages.BeatMessage])


class PackedLog:
    """The log of one eye, packed: a long match has hundreds of sentences, and only a reader who comes asks for the old ones."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._fresh = bytearray()  # not yet packed, with a comma after each

    def add(self, beats: Sequence[messages.BeatMessage]) -> None:
        """More of them."""
        if beats:
            self._fresh += frames.encode(beats)[1:-1]
            self._fresh += b","
        if len(self._fresh) >= PACKED_AT:
            self._packed.append(zlib.compress(self._fresh))
            self._fresh.clear()

    def all(self) -> list[messages.BeatMessage]:
        """All of them."""
        return _beats.decode(b"[%b]" % b"".join([*map(zlib.decompress, self._packed), self._fresh])[:-1])


class Told(NamedTuple):
    """Everything that an eye knows: its view, the picture, the picture in words, the log, the first step of its decision."""

    seen: messages.SeenMessage | None
    svg: str
    picture: str
    log: list[messages.BeatMessage]
    step: messages.StepMessage | None


@dataclass(slots=True, eq=False)
class News:
    """A step of the match as one eye saw it. It becomes a frame only if somebody is there to read it, and then only once.

    Attributes:
        version: the version that it leads to.
        size: of the frame in bytes; 0 until it is made.
    """

    _telling: Telling | None
    version: int
    _shown: Seen | None  # what the eye knew before
    _seen: Seen | None
    _told: Sequence[Said]
    _step: messages.StepMessage | None
    _now: int
    size: int = 0
    _frame: bytes = b""

    def frame(self, table: messages.TableMessage | None = None) -> bytes:
        """The frame as it goes over the wire; with the table as a role sees it, if the frame shows that too."""
        if not self._frame:
            self._frame = frames.encode(self._paint())
            self.size = len(self._frame)
            self._telling = self._shown = self._seen = self._step = None  # nobody asks for these again, and they are much larger
            self._told = ()
        return self._frame if table is None else b'%b,"table":%b}' % (self._frame[:-1], frames.encode(table))

    def _paint(self) -> messages.Update:
        telling, seen = self._telling, self._seen
        assert telling is not None
        assert seen is not None
        with speaking(telling.language, to=telling.reader):
            before = shown = telling.look(self._shown)
            for view, says in self._told:
                if view is not None:
                    picture = telling.paint(view, ())
                    says.change, shown = picture.change(shown), picture
            after = telling.look(seen)
            return messages.Update(
                version=self.version,
                seen=telling.says(seen),
                now=self._now,
                beats=[says for _, says in self._told],
                change=after.change(shown),
                words=after.lines(before),
                step=self._step,
            )


class Telling:
    """Everything that the roles with one eye are sent of a match.

    Attributes:
        eye: a seat, the public or a numbered onlooker.
        language: the one of everything in it.
        table: as this eye is shown it.
        people: the names of its players.
        reader: the player who is spoken to; None if nobody is.

    Args:
        still: whether its clocks do not run.
    """

    def __init__(self, eye: Eye, table: Table, language: str = ENGLISH, *, still: bool = False) -> None:
        self.eye = eye
        self.language = language
        self.table = table
        self.people: Mapping[str, str] = table.people
        self._still = still
        self.reader = eye if isinstance(eye, Seat) else None
        self._story = Story(eye)
        self._words = PackedLog()
        self._last: Seen | None = None  # what the last news led to
        self._painted: tuple[Any, Sequence[Seat], frames.Picture] = (
            None,
            (),
            frames.Picture(frames.NOBODY, {}),
        )  # of which view, with whose submissions sealed
        self._composed: tuple[Any, messages.StepMessage | None] = (None, None)  # of which decision

    def follows(self, match: Match) -> bool:
        """Whether the match goes on from the beats so far; after a ruling it does not."""
        return self._story.follows(match)

    def narrate(self, match: Match, plies: int | None = None) -> tuple[Sequence[Said], bool]:
        """Go on with the story, by so many questions at most; returns the new beats, and whether they reach the open question.

        After a ruling it is another story, which starts from the beginning.
        """
        if not self.follows(match):
            self._story, self._words = Story(self.eye), PackedLog()
        substituted, told, end = match.header.substituted, list[Said](), match.questions
        if plies is not None:
            end = min(end, self._story.question + plies)
        while True:
            people = frames.by_letter(match.header.people_at(match.number(self._story.question))) if substituted else self.people
            own = self.reader is not None and people[self.reader] == self.people[self.reader]  # a substitute has done nothing before
            with speaking(self.language, to=self.reader if own else None):
                done = self._story.advance(match, 1 if substituted else plies)
            told += [(beat.view, frames.beat(beat, people)) for beat in self._story.take()]
            if self._story.question >= end:
                break
        self._words.add([says for _, says in told])
        return told, done

    def start_from(self, table: Table, ahead: Telling | None = None) -> None:
        """Start from what the table shows now. Nothing is painted until somebody looks.

        Args:
            table: as this eye is shown it.
            ahead: of the same eye; it has told the beginning already.
        """
        if ahead is not None:
            self._story, self._words = ahead._story, ahead._words
        elif table.names != self.table.names:  # the names stand in every sentence and picture
            self._story, self._words = Story(self.eye), PackedLog()
            self._painted, self._composed = (None, (), frames.Picture(frames.NOBODY, {})), (None, None)
        self.table = table
        self.people = table.people
        self._last = None
        if table.match is not None:
            self.narrate(table.match)
            self._last = table.match.seen(self.eye, 0)

    def _seen(self, match: Match, now: int) -> Seen:
        seen = match.seen(self.eye, now)
        return replace(seen, clocks=seen.clocks.map(lambda face: replace(face, running=False))) if self._still else seen

    def next_news(self, table: Table, now: int) -> News:
        """The match has moved on by one version."""
        self.table = table
        match = table.started_match
        told, _ = self.narrate(match)
        seen = self._seen(match, now)
        asked = seen.decision is not None and (self._last is None or self._last.decision is not seen.decision)
        news = News(self, table.version, self._last, seen, told, self.step(seen) if asked else None, now)
        self._last = seen
        return news

    def full(self, now: int, pictures: str) -> Told:
        """Everything that the eye knows now."""
        table = self.table
        if table.match is None:
            return Told(None, "", "", [], None)
        seen = self._seen(table.match, now)
        with speaking(self.language, to=self.reader):
            picture = self.look(seen if pictures != frames.NO_PICTURES else None)
        return Told(self.says(seen), picture.svg(pictures), picture.text(), self._words.all(), self.step(seen))

    def says(self, seen: Seen) -> messages.SeenMessage:
        """Everything that this eye may know, in words for its reader."""
        with speaking(self.language, to=self.reader):
            return frames.seen(seen, self.table.variant, self.people, self.table.story)

    def paint(self, view: Any, sealed: Sequence[Seat]) -> frames.Picture:
        """The picture of a view. The last one is kept: it is shown to a reader who comes, and the next news lead on from it."""
        of, with_sealed, picture = self._painted
        if of is not view or with_sealed != sealed or picture.names != self.people:
            picture = frames.Picture(self.table.picture(view, sealed), self.people, self.table.plate)
            self._painted = (view, sealed, picture)
        return picture

    def look(self, seen: Seen | None) -> frames.Picture:
        """The picture of all that this eye knows."""
        return frames.Picture(frames.NOBODY, {}) if seen is None else self.paint(seen.view, seen.sealed)

    def step(self, seen: Seen) -> messages.StepMessage | None:
        """The first step of what this seat owes; it stays the same while the other one answers."""
        if seen.decision is None:
            return None
        of, step = self._composed
        if of is not seen.decision or step is None:
            with speaking(self.language):
                step = frames.first_step(seen.decision, self.people)
            self._composed = (seen.decision, step)
        return step
