"""Optional parts of a game for the words of a table: a seat's own move in words, and the numbers of a result."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from deathmatch.core.seats import BySeat


@runtime_checkable
class TellingDecision(Protocol):
    """A decision that puts a move into words for its own seat."""

    def told(self, move: Any, /) -> str:
        """A legal move for the seat that makes it: `You bid 4.`"""
        ...


@runtime_checkable
class ScoredGame(Protocol):
    """A game that is won by a number."""

    def score(self, view: Any, /) -> BySeat[int] | None:
        """Both seats' numbers at the end, `12 to 7`; None if the match ended in another way, such as a resignation."""
        ...
