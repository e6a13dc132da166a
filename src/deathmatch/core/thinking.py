"""Thinking in slices: long work of a bot that is kept once it is finished, and broken off if the time is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from deathmatch.core.bots import Budget


class OutOfTime(Exception):
    """The budget is spent, in the middle of work that is of no use unfinished."""


class _Endless:
    """A budget that is never spent."""

    def spent(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """A budget, to be asked after each slice of work.

    All of them are equal, so a function of one can be cached: how much time there is changes nothing of a result that is finished.
    """

    budget: Budget = field(default_factory=_Endless, compare=False)

    def check(self) -> None:
        """Raises OutOfTime if the budget is spent."""
        if self.budget.spent():
            raise OutOfTime


UNLIMITED: Final = TimeLeft()
