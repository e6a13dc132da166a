"""A player of a match in any form that a caller may name it in: a bot's name, `MODULE:CLASS`, a class, or a bot itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from deathmatch.bots import plugins, registry
from deathmatch.bots.plugins import OfVariant
from deathmatch.bots.registry import names
from deathmatch.core import bots, errors
from deathmatch.core.game import AnyGame, Resources, Variant

__all__ = ["Player", "name_of", "names", "ready"]

Player: TypeAlias = str | bots.AnyBot | Callable[..., bots.AnyBot] | OfVariant
"""A bot's name, `MODULE:CLASS`, a class or function that makes a bot (`bots/plugins.py`), or a bot."""


def name_of(player: Player) -> str:
    """The name of this player in a record."""
    if isinstance(player, str):
        return plugins.parse(player).name if ":" in player else player.lower()
    named: Any = player if isinstance(player, type) or not _is_bot(player) else type(player)
    return str(getattr(named, "__name__", type(named).__name__)).lower()


def _is_bot(player: Any) -> bool:
    return callable(getattr(player, "choose", None)) and not isinstance(player, type)


def ready(variant: Variant, game: AnyGame, player: Player, resources: Resources | None = None) -> bots.AnyBot:
    """The bot for a game that is bound already, equipped if it asks for it.

    Raises: UnknownNameError that says which bots there are, PluginError if it cannot be loaded or is no bot.
    """
    if isinstance(player, str) and ":" not in player:
        return registry.pick(variant, game, player, resources)
    bot = _made(variant, game, player)
    return bot.equip(resources) if resources is not None and isinstance(bot, bots.ResourceUser) else bot


def _made(variant: Variant, game: AnyGame, player: Any) -> bots.AnyBot:
    if isinstance(player, str):
        plugin = plugins.parse(player)
        bot = plugins.make(plugin, variant, game)
        if bot is None:
            raise errors.UnknownNameError(f"{player} does not play {variant.id}")
        return bot
    if _is_bot(player):
        given: bots.AnyBot = player
        return given
    return plugins.build(player, variant, game, direct=True)
