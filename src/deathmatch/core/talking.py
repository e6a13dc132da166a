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


def may_talk(game: AnyGame, view: Any) -> bool:
    """Whether this is the moment at which the players may speak with the onlookers."""
    return isinstance(game, TalkingGame) and game.before_play(view)
