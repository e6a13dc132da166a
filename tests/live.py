"""A live match as a server keeps it: its latest value, and what each eye has been told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deathmatch.core.game import AnyBeat, AnyGame, Over, Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import BySeat, Eye, Seat
from deathmatch.match.dealer import Dealer
from deathmatch.match.journal import Event
from deathmatch.match.match import Match
from deathmatch.match.position import Seen
from deathmatch.match.rulings import WantedRuling
from deathmatch.match.story import Story


class LiveMatch:
    """Every verb of a `Match`, decided and applied at once."""

    def __init__(self, variant: Variant, given: Values, **more: Any) -> None:
        self.now = Match.new(variant, given, **more)
        self._stories: dict[Eye, Story] = {}

    def _do(self, verb: str, *args: Any) -> tuple[Event, ...]:
        before = self.now
        events: tuple[Event, ...] = getattr(before, verb)(*args)
        self.now = before.fold(events)
        return events

    def start(self, now: int) -> tuple[Event, ...]:
        return self._do("start", now)

    def submit(self, seat: Seat, text: str, ply: int, now: int, allowance: int = 0) -> tuple[Event, ...]:
        return self._do("submit", seat, text, ply, now, allowance)

    def line(self, text: str, ply: int, now: int) -> tuple[Event, ...]:
        return self._do("line", text, ply, now)

    def deal(self, text: str, ply: int, now: int) -> tuple[Event, ...]:
        return self._do("deal", text, ply, now)

    def expire(self, now: int) -> tuple[Event, ...]:
        return self._do("expire", now)

    def resign(self, seat: Seat, now: int) -> tuple[Event, ...]:
        return self._do("resign", seat, now)

    def pause(self, now: int) -> tuple[Event, ...]:
        return self._do("pause", now)

    def resume(self, now: int) -> tuple[Event, ...]:
        return self._do("resume", now)

    def rule(self, wanted: WantedRuling, now: int) -> tuple[Event, ...]:
        return self._do("rule", wanted, now)

    def replay(self, events: Iterable[Event]) -> None:
        self.now = self.now.fold(events)

    def story(self, eye: Eye, since: int = 0) -> Sequence[AnyBeat]:
        if not self._stories.setdefault(eye, Story(eye)).follows(self.now):
            self._stories[eye] = Story(eye)
        story = self._stories[eye]
        story.advance(self.now)
        return story.beats[since:]

    def tell_on(self, eye: Eye, plies: int) -> bool:
        return self._stories.setdefault(eye, Story(eye)).advance(self.now, plies)

    def seen(self, eye: Eye, now: int) -> Seen:
        return self.now.seen(eye, now)

    def recall(self, eye: Eye, ply: int) -> tuple[Seen, Sequence[AnyBeat]]:
        return self.now.recall(eye, ply)

    def record(self) -> str:
        return self.now.record()

    def deadline(self) -> int | None:
        return self.now.deadline()

    @property
    def variant(self) -> Variant:
        return self.now.variant

    @property
    def game(self) -> AnyGame:
        return self.now.game

    @property
    def names(self) -> BySeat[str]:
        return self.now.names

    @property
    def dealer(self) -> Dealer:
        return self.now.dealer

    @property
    def commitment(self) -> str:
        return self.now.commitment

    @property
    def started(self) -> bool:
        return self.now.started

    @property
    def ply(self) -> int:
        return self.now.ply

    @property
    def over(self) -> Over | None:
        return self.now.over

    @property
    def paused(self) -> bool:
        return self.now.paused
