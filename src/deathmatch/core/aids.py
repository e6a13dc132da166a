"""The help that a table gives to the people who look at it: none, a log, or deductions. No rule, record or option of a match knows it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from deathmatch.core.game import AnyGame
from deathmatch.core.scene import Scene
from deathmatch.core.seats import Seat

V = TypeVar("V")  # view: what one eye has learned


class Aid(Enum):
    """The help that the pages of a table give. The people of a table agree on it; no rule, record or option of a match knows it."""

    NONE = "none"  # not even a log: players remember the match or take notes
    LOG = "log"  # a log of the match; `picture` shows this by itself
    DEDUCTION = "deduction"  # the log, and the conclusions from everything that the eye has learned


@runtime_checkable
class AidedGame(Protocol[V]):
    """A game whose picture depends on the help that its table gives."""

    def aided(self, view: V, aid: Aid, /) -> V:
        """The view with the changes of this aid, for `picture` only.

        It is made only from the view, so it tells nothing that the eye could not work out. The scene keeps its size. It is never called
        with `LOG`.
        """
        ...


def aids_of(game: AnyGame) -> tuple[Aid, ...]:
    """The aids that a table of this game may offer: deduction if the game can deduce."""
    return tuple(Aid) if isinstance(game, AidedGame) else (Aid.NONE, Aid.LOG)


def picture(game: AnyGame, view: Any, sealed: Sequence[Seat] = (), aid: Aid = Aid.LOG) -> Scene:
    """The picture of a view, as a table with this aid shows it."""
    if aid is not Aid.LOG and isinstance(game, AidedGame):
        view = cast("AidedGame[Any]", game).aided(view, aid)
    return game.picture(view, sealed)
