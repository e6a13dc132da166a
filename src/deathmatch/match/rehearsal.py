"""The past of another match, played before a match goes on from it: then its beginning takes no longer than that of any other."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.game import AnyGame, Variant
from deathmatch.match.journal import Recalled
from deathmatch.match.position import Position
from deathmatch.match.record import Entry


class Rehearsal:
    """The positions of a past, found one by one. A match whose events they fit takes them from here (`Match.new`).

    Args:
        variant, game: of the match.
        past: its first events.
    """

    def __init__(self, variant: Variant, game: AnyGame, past: Sequence[Entry]) -> None:
        self._last = Position.start(variant, game)
        self._past = past
        self._found: list[Position] = []

    def __repr__(self) -> str:
        return f"<Rehearsal of {len(self._past)} events>"  # all else may be secret

    def step(self) -> bool:
        """Plays one more event; returns whether others are left."""
        if len(self._found) < len(self._past):
            event = self._past[len(self._found)]
            self._last, _ = self._last.accept(event.actor, event.text)
            self._found.append(self._last)
        return len(self._found) < len(self._past)

    def after(self, number: int, event: Recalled) -> Position | None:
        """The position after the event of this number, from 0; None if it has not been played, or is another event."""
        fits = number < len(self._found) and (self._past[number].actor, self._past[number].text) == (event.actor, event.text)
        return self._found[number] if fits else None

    def forget(self) -> None:
        """The match has begun, and needs it no longer."""
        self._found, self._past = [], ()


def played(position: Position, rehearsal: Rehearsal | None, number: int, event: Recalled) -> Position:
    """The position after an event of the past, which has this number."""
    found = None if rehearsal is None else rehearsal.after(number, event)
    return position.accept(event.actor, event.text)[0] if found is None else found
