"""How long a bot may think (core.bots.Budget)."""

from __future__ import annotations

from time import monotonic


class Unlimited:
    """Never spent: what a bot does depends on nothing but its view and its source, so a match can be played again."""

    def spent(self) -> bool:
        """False."""
        return False


class Deadline:
    """Spent after so many seconds from now."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def spent(self) -> bool:
        """Whether they are over."""
        return monotonic() >= self._end
