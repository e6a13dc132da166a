"""How long a bot may think (core.bots.Budget)."""

from __future__ import annotations

from time import monotonic
from typing import Final

THINKING: Final = 2_000
"""The usual limit of a decision of a bot, in units of work (`Counted`)."""


class Counted:
    """Spent once it has been asked so often: no clock comes in, so a match can be played again move by move, on any machine."""

    def __init__(self, times: int) -> None:
        self._left = times

    def spent(self) -> bool:
        """Whether it has been asked so often before."""
        self._left -= 1
        return self._left < 0


class Deadline:
    """Spent after this many seconds from now."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def spent(self) -> bool:
        """Whether they are over."""
        return monotonic() >= self._end
