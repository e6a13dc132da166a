"""A record as something to look at: the position in which each question opened, and what each eye saw on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import AnyBeat, AnyGame, Ask
from deathmatch.core.optional import Aid, picture, with_time_outs
from deathmatch.core.scene import Scene
from deathmatch.core.seats import BySeat, Eye, Seat
from deathmatch.core.speech import either, say
from deathmatch.match.position import TIMED_OUT, Position
from deathmatch.match.record import LARGEST, Entry, Find, Header, unfold

T = TypeVar("T")

STEP, REST = 800, 1800
"""How long an animation shows a step of the narration, and a position that waits for the players, in milliseconds."""

Shot = tuple[Scene, int]
"""A picture of an animation, and how many milliseconds it is shown."""


@dataclass(frozen=True, slots=True)
class Reel:
    """A record, played through.

    Attributes:
        header: of the record.
        entries: its events.
        positions: where question N opened, or where the match ended. The last one may hold a sealed submission, if the record ends there.
        events: how many events led to each position.
    """

    header: Header
    entries: tuple[Entry, ...]
    positions: tuple[Position, ...]
    events: tuple[int, ...]

    @classmethod
    def of(cls, source: str | bytes, find: Find, *, largest: int = LARGEST) -> Reel:
        """The record in this text; raises RecordError."""
        header, steps = unfold(source, find, largest=largest)
        entries: list[Entry] = []
        positions: list[Position] = []
        events: list[int] = []
        last: Position | None = None
        for number, (entry, position) in enumerate(steps):
            if entry is not None:
                entries.append(entry)
            if last is None or position.ply > last.ply:
                positions.append(position)
                events.append(number)
            last = position
        if last is not None and last is not positions[-1]:
            positions[-1], events[-1] = last, len(entries)  # half of a joint decision, with which an unfinished record ends
        return cls(header, tuple(entries), tuple(positions), tuple(events))

    @property
    def game(self) -> AnyGame:
        """The variant with its options bound."""
        return self.positions[0].game

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.positions) - 1

    @property
    def names(self) -> BySeat[str]:
        """The players' names as people read them."""
        return self.header.people

    def eye(self, name: str) -> Eye:
        """The eye of this name; raises UnknownNameError."""
        return eye_of(self.game, name)

    def scene(self, ply: int, eye: Eye, aid: Aid = Aid.LOG) -> Scene:
        """The picture of a position; the caller has checked its number."""
        position = self.positions[ply]
        return picture(self.game, position.view(eye), position.waiting, aid)

    def told(self, ply: int, eye: Eye) -> Sequence[AnyBeat]:
        """The beats of this eye between the position before and this one; none before the first."""
        if not ply:
            return ()
        answers = self.entries[self.events[ply - 1] : self.events[ply]]
        return told(self.positions[ply - 1], self.positions[ply], [(entry.actor, entry.text) for entry in answers], eye)

    def shots(self, eye: Eye, most: int, aid: Aid = Aid.LOG) -> list[Shot]:
        """The whole match as an animation of at most so many pictures, with the players' names in their words."""
        return shots(self.positions, eye, aid, most)


def told(before: Position, after: Position, answers: Sequence[tuple[str, str]], eye: Eye) -> Sequence[AnyBeat]:
    """The beats of this eye between the openings of two questions. The first had these answers: each an actor and a text."""
    beats = after.game.narrate(before.view(eye), after.view(eye))
    if not isinstance(before.pending, Ask):
        return beats
    late = [Seat(actor) for actor, text in answers if text == TIMED_OUT]
    return with_time_outs(after.game, before.pending.name, late, eye, beats)


def eye_of(game: AnyGame, name: str) -> Eye:
    """The eye of this name; raises UnknownNameError that lists those that there are."""
    eyes = {str(one).lower(): one for one in game.eyes()}
    if name.lower() not in eyes:
        known = [str(one) for one in eyes.values()]
        raise UnknownNameError(say("unknown viewer {given}; expected {known}", given=name, known=either(known)))
    return eyes[name.lower()]


def shots(positions: Sequence[Position], eye: Eye, aid: Aid = Aid.LOG, most: int | None = None) -> list[Shot]:
    """Every position, and between two all steps that have a picture; at most so many of them."""
    moments = list(_moments(positions, eye))
    kept = moments if most is None else thinned(moments, most)
    return [(picture(positions[0].game, view, waiting, aid), hold) for (view, waiting), hold in kept]


def _moments(positions: Sequence[Position], eye: Eye) -> Iterator[tuple[tuple[Any, Sequence[Seat]], int]]:
    """The shots before their pictures are made: the view, and who has sealed."""
    before: Any = None
    for position in positions:
        view = position.view(eye)
        if before is not None and before != view:
            yield from (((beat.view, ()), STEP) for beat in position.game.narrate(before, view) if beat.view is not None)
        yield (view, position.waiting), REST
        before = view


def thinned(all_shots: Sequence[tuple[T, int]], most: int) -> list[tuple[T, int]]:
    """At most so many of them, the first and the last among them: positions before steps, and else evenly spread."""
    if len(all_shots) <= most:
        return list(all_shots)
    rests = [place for place, (_, hold) in enumerate(all_shots) if hold == REST]
    if len(rests) > most:
        return [all_shots[rests[round(place * (len(rests) - 1) / (most - 1))]] for place in range(most)]
    steps = [place for place, (_, hold) in enumerate(all_shots) if hold != REST]
    room = most - len(rests)
    kept = [steps[place * len(steps) // room] for place in range(room)]
    return [all_shots[place] for place in sorted({*rests, *kept})]
