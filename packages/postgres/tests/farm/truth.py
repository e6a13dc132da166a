"""A match as the referee alone makes it of the submissions in a log: at each version, what each role may be shown. No server is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from deathmatch import games
from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.seats import HOST, PUBLIC, Eye, Seat
from deathmatch.core.speech import speaking
from deathmatch.match.journal import Resigned, Started, Submitted, TimedOut, receipt
from deathmatch.match.match import Match
from deathmatch.match.story import Story
from deathmatch.server.lexicons import Lexicons, shipped
from deathmatch.server.rooms.room import LogReader
from deathmatch.server.table import entries
from deathmatch.server.table.play import Moved
from deathmatch.server.table.table import Table, apply
from deathmatch.server.vault import Vault
from deathmatch.server.wire import frames
from tests.screens import Screen

WORDS = Lexicons(None, shipped(games.every()))


@dataclass
class Moment:
    """The table at one version, and its match, which the referee alone has made."""

    table: Table
    match: Match | None


@dataclass
class Shown:
    """What a role may be shown at one version, as plain values: the words of the log, the picture in words and as a page has it."""

    log: list[dict[str, Any]]
    words: str
    screen: Screen
    step: Any


@dataclass
class Truth:
    """All of it.

    Attributes:
        moments: by version, from 1.
        submitted: the submissions in the log: seat, question, text, moment, version.
    """

    match: str
    moments: dict[int, Moment] = field(default_factory=dict)
    submitted: list[tuple[str, int, str, int, int]] = field(default_factory=list)
    timed_out: int = 0
    _stories: dict[Eye, tuple[int, Story]] = field(default_factory=dict)
    _shown: dict[tuple[Eye, int], Shown] = field(default_factory=dict)

    @classmethod
    async def of(cls, match: str, log: Sequence[bytes], vault: Vault) -> Truth:
        """What a log adds up to."""
        it = cls(match)
        table = LogReader(games.find, WORDS, vault).first(match, log[0])
        it.moments[table.version] = Moment(table, None)
        live: Match | None = None
        for body in log[1:]:
            entry = entries.decode(body)
            before = table
            table = apply(table, entry)
            if isinstance(entry, Moved):
                live = it._moved(before, live, entry, table.version)
            it.moments[table.version] = Moment(table, live)
        return it

    def _moved(self, table: Table, live: Match | None, entry: Moved, version: int) -> Match:
        for event in entries.events(entry):
            if isinstance(event, Started):
                live = table.new_match()
                live = live.fold(live.start(event.at))
                continue
            assert live is not None, "the match has not begun"
            if isinstance(event, Submitted):
                self.submitted.append((event.seat.value, event.ply, event.text, event.at, version))
                live = live.fold(live.submit(event.seat, event.text, event.ply, event.at, event.given))
            elif isinstance(event, TimedOut):
                self.timed_out += 1
                live = live.fold(live.expire(event.at))
            elif isinstance(event, Resigned):
                live = live.fold(live.resign(event.seat, event.at))
        assert live is not None, "the match has not begun"
        return live

    @property
    def last(self) -> int:
        """The version of the whole log."""
        return max(self.moments)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.moments[self.last].table.over

    @property
    def record(self) -> str:
        """The record of the referee."""
        live = self.moments[self.last].match
        assert live is not None, "the match has not begun"
        return live.record()

    def receipt(self, seat: str, ply: int, text: str) -> str:
        """The receipt of a submission."""
        return receipt(bytes.fromhex(self.moments[self.last].table.made.receipts), self.match, ply, Seat(seat), text)

    def seen(self, role: str, version: int, now: int) -> Any:
        """What this role may know at a version, looked at in a moment."""
        moment = self.moments[version]
        assert moment.match is not None, "the match has not begun"
        eye = eye_of(role, moment.table.variant.hosted)
        with speaking(ENGLISH, to=eye if isinstance(eye, Seat) else None):
            return plain(frames.seen(moment.match.seen(eye, now), moment.table.variant, moment.table.people))

    def shown(self, role: str, version: int) -> Shown:
        """Everything else that it is shown. Versions are best asked in order, because a story only goes on."""
        eye = eye_of(role, self.moments[version].table.variant.hosted)
        if (eye, version) not in self._shown:
            moment = self.moments[version]
            assert moment.match is not None, "the match has not begun"
            at, story = self._stories.get(eye, (0, Story(eye)))
            if at > version:
                story = Story(eye)
            with speaking(ENGLISH, to=eye if isinstance(eye, Seat) else None):
                story.advance(moment.match)
                self._stories[eye] = (version, story)
                people, seen = moment.table.people, moment.match.seen(eye, 0)
                picture = frames.Picture(moment.table.picture(seen.view, seen.sealed), people)
                step = None if seen.decision is None else plain(frames.first_step(seen.decision, people))
                log = [without_pictures(plain(frames.beat(beat, people))) for beat in story.beats]
                self._shown[eye, version] = Shown(log, picture.text(), Screen.of(picture), step)
        return self._shown[eye, version]


def eye_of(role: str, hosted: bool) -> Eye:
    """The eye with which a role looks."""
    return Seat(role) if role in ("A", "B") else HOST if hosted and role == "host" else PUBLIC


def plain(message: Any) -> Any:
    """A message as it is after its way over the wire."""
    return msgspec.json.decode(msgspec.json.encode(message))


def without_pictures(beat: dict[str, Any]) -> dict[str, Any]:
    """The words of a beat."""
    return {key: value for key, value in beat.items() if key != "change"}
