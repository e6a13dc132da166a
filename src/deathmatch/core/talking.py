"""Talk before play: games whose onlookers hold something that a player may ask them about, in private and outside the rules."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from deathmatch.core.game import AnyGame


@runtime_checkable
class TalkingGame(Protocol):
    """A game with a moment at which the players may speak with the numbered onlookers."""

    def before_play(self, view: Any, /) -> bool:
        """Whether the onlookers hold what the players may ask about, and the first turn has not been taken. Every eye can tell."""
        ...


@runtime_checkable
class HoldingGame(Protocol):
    """A game whose numbered onlookers hold something."""

    def held(self, view: Any, /) -> str:
        """The thing that the numbered onlooker who looks with this view holds, in a sentence; empty before it has one."""
        ...


def may_talk(game: AnyGame, view: Any) -> bool:
    """Whether this is the moment at which the players may speak with the onlookers."""
    return isinstance(game, TalkingGame) and game.before_play(view)
