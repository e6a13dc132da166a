"""A live match as a server keeps it: its latest value, and what each eye has been told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import AnyBeat, Deals, HostLine, Variant
from deathmatch.core.optional import any_line
from deathmatch.core.options import Values
from deathmatch.core.seats import Eye
from deathmatch.match.journal import Event
from deathmatch.match.match import Match
from deathmatch.match.story import Story

VERBS = {"start", "submit", "line", "deal", "expire", "resign", "pause", "resume", "rule"}


class LiveMatch:
    """Every verb of a `Match`, decided and applied at once; all else is that of its latest value.

    Attributes:
        fresh: the match before its start.
        journal: the events that were decided here.
    """

    def __init__(self, variant: Variant, given: Values, **more: Any) -> None:
        self.now = self.fresh = Match.new(variant, given, **more)
        self.journal: list[Event] = []
        self._stories: dict[Eye, Story] = {}

    def __getattr__(self, name: str) -> Any:
        return partial(self._do, name) if name in VERBS else getattr(self.now, name)

    def _do(self, verb: str, *args: Any) -> tuple[Event, ...]:
        before = self.now
        events: tuple[Event, ...] = getattr(before, verb)(*args)
        self.now = before.fold(events)
        self.journal += events
        return events

    def replay(self, events: Iterable[Event]) -> None:
        self.now = self.now.fold(events)

    def step(self, source: RandomSource, now: int, late: int) -> int:
        """An answer, a deal or a line of the host; once in so many times, and if it is time, a time-out. Returns when it came."""
        pending, deadline = self.now._position.pending, self.now.deadline()
        if isinstance(pending, Deals):
            self.deal(pending.chance.write(pending.chance.sample(source)), self.now.ply, now)
        elif isinstance(pending, HostLine):
            self.line(any_line(self.now.game, self.now._position.state, source)[0], self.now.ply, now)
        elif deadline is not None and (source.below(late) == 0 or now > deadline):
            now = max(now, deadline + 1)
            self.expire(now)
        else:
            seat = source.choice(self.now.owing)
            decision = self.now._position.decision(seat)
            self.submit(seat, decision.write(decision.sample(source)), self.now.ply, now)
        return now

    def story(self, eye: Eye, since: int = 0) -> Sequence[AnyBeat]:
        if not self._stories.setdefault(eye, Story(eye)).follows(self.now):
            self._stories[eye] = Story(eye)
        story = self._stories[eye]
        story.advance(self.now)
        return story.beats[since:]
