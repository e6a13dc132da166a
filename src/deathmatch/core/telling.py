"""Optional parts of a game for the words of a table: a seat's own move in words, the numbers of a result, the items of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, runtime_checkable

from deathmatch.core.game import TIMEOUT, AnyBeat, AnyGame, Beat
from deathmatch.core.seats import BySeat, Eye, Seat
from deathmatch.core.speech import say
from deathmatch.core.wording import name


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


@runtime_checkable
class ClosedGame(Protocol):
    """A game in which a time-out would tell the other player something secret; at all other questions everybody learns of it.

    Attributes:
        secret_time_outs: the names of these questions.
    """

    secret_time_outs: tuple[str, ...]


def with_time_outs(game: AnyGame, asked: str, late: Sequence[Seat], eye: Eye, beats: Sequence[AnyBeat]) -> Sequence[AnyBeat]:
    """The beats after a question, and before them a sentence for each seat for which the clock has answered, unless a beat says so itself.

    Args:
        game: whose beats they are.
        asked: the name of the question.
        late: the seats that ran out of time there.
        eye: who hears them.
        beats: as the game tells them.
    """
    if not late:
        return beats
    closed = isinstance(game, ClosedGame) and asked in game.secret_time_outs
    told = {beat.notation for beat in beats}
    more: list[AnyBeat] = []
    for seat in late:
        if f"{seat} {TIMEOUT.value}" in told or (closed and eye is not seat):
            continue
        mine = say("Your time ran out: the clock decides for you.")
        more.append(Beat(mine if eye is seat else say("Time ran out for {player}: the clock decides.", player=name(seat))))
    return (*more, *beats) if more else beats


NO_ITEMS: BySeat[tuple[str, ...]] = BySeat((), ())


@cache
def _has_items(game: type[AnyGame]) -> bool:
    """Whether seats hold items in games of this class; to ask an instance each time takes longer."""
    return issubclass(game, ItemsGame)


def items(game: AnyGame, view: Any) -> BySeat[tuple[str, ...]]:
    """The items of both seats as the eye of this view knows them; none in a game without items."""
    return game.items(view) if _has_items(type(game)) else NO_ITEMS  # type: ignore[attr-defined]
