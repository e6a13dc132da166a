"""The errors of a live match besides refusals by the rules."""

from __future__ import annotations

from deathmatch.core.errors import DeathmatchError


class LateError(DeathmatchError, ValueError):
    """A packet that does not fit the open question: it quotes another ply, comes after the time was up or while the clocks are stopped.
    It breaks no rule, and the sender may look and try again.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RulingError(DeathmatchError, ValueError):
    """A ruling that cannot be made now, or that does not fit the match. Nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class EventError(DeathmatchError, ValueError):
    """An event that cannot follow the events before it. The message quotes neither the event nor the match: it ends in a log, and both
    may hold a secret.
    """


def check_fit(holds: bool) -> None:
    """Raises EventError unless this holds of an event and the match before it."""
    if not holds:
        raise EventError
