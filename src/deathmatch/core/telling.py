"""Optional parts of a game for the words of a table: a seat's own move in words, the numbers of a result, the items of the seats."""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol, runtime_checkable

from deathmatch.core.game import AnyGame
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


@runtime_checkable
class ItemsGame(Protocol):
    """A game in which seats hold items, and everybody knows which."""

    def items(self, view: Any, /) -> BySeat[tuple[str, ...]]:
        """The items that each seat holds and has not used, by their names in English, for `say`. Every eye knows the same of them."""
        ...


NO_ITEMS: BySeat[tuple[str, ...]] = BySeat((), ())


@cache
def _has_items(game: type[AnyGame]) -> bool:
    """Whether seats hold items in games of this class; to ask an instance each time takes longer."""
    return issubclass(game, ItemsGame)


def items(game: AnyGame, view: Any) -> BySeat[tuple[str, ...]]:
    """The items of both seats as the eye of this view knows them; none in a game without items."""
    return game.items(view) if _has_items(type(game)) else NO_ITEMS  # type: ignore[attr-defined]
