"""Bots that do not come with a game: those of installed packages, and those that a command line names.

A package announces its bot as an entry point of the group `deathmatch.bots`, `NAME = "MODULE:CLASS"`; `--bot MODULE:CLASS` and the variable
`DEATHMATCH_BOTS`, which worker processes inherit, name others. `MODULE:CLASS` is a class, or a function, that makes the bot:

- It is called with the rules of the game, options bound (core.game.GameRules), or with nothing if it takes no argument. The object that it
  returns has `choose` (core.bots.Bot).
- Its attribute `plays` names the variants that the bot plays: `GAME/VARIANT`, or `GAME` for all variants, or several of them. Without it,
  the bot is offered in every variant.

`PREFIX:NAME` and `PREFIX:MODULE:FUNCTION` are bots of another framework, if an installed package adds `bots.PREFIX` (core/plugins.py).
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping
from typing import Any, Final, Protocol, runtime_checkable

from deathmatch.core import arguments, errors, plugins
from deathmatch.core.bots import AnyBot
from deathmatch.core.game import AnyGame, Variant

VARIABLE: Final = "DEATHMATCH_BOTS"
"""Bots that are not installed, `NAME=MODULE:CLASS`, several of them with commas between them."""


@runtime_checkable
class OfVariant(Protocol):
    """Makes a bot that must know the variant, not its rules alone."""

    def of_variant(self, variant: Variant, game: AnyGame, /) -> AnyBot:
        """The bot for a game that is bound already."""
        ...


class ForeignPlugin(plugins.Plugin):
    """A bot of another framework; `where` is `PREFIX:NAME` or `PREFIX:MODULE:FUNCTION`, and a package adds `bots.PREFIX`."""

    __slots__ = ()

    def look_up(self) -> Any:
        """The bot; raises whatever its package raises."""
        prefix, _, where = self.where.partition(":")
        brought = plugins.added(f"bots.{prefix}")
        assert brought is not None, "parse has asked for it"
        return brought.load()(plugins.Plugin(self.name, where).look_up() if ":" in where else where)


def parse(text: str) -> plugins.Plugin:
    """The bot that `[NAME=]MODULE:CLASS` names; without a name it has that of its class in lower case. Raises ValueError."""
    name, equals, where = text.strip().rpartition("=")
    attribute = where.rpartition(":")[2].rpartition(".")[2] if ":" in where else ""
    if not attribute or (equals and not name):
        raise ValueError(f"a bot is MODULE:CLASS or NAME=MODULE:CLASS, not {text}")
    family = f"bots.{where.strip().partition(':')[0]}"
    if why := plugins.missing(family):
        raise ValueError(f"{where.strip()} cannot be asked: {why}")
    kind = ForeignPlugin if plugins.added(family) else plugins.Plugin
    return kind((name if equals else attribute).strip().lower(), where.strip())


def bots_of_environment(environment: Mapping[str, str] | None = None) -> tuple[plugins.Plugin, ...]:
    """The bots that `DEATHMATCH_BOTS` names. One that cannot be read is reported and left out."""
    bots = []
    for text in filter(None, (os.environ if environment is None else environment).get(VARIABLE, "").split(",")):
        try:
            bots.append(parse(text))
        except ValueError as error:
            plugins.report(errors.PluginError(text, "", str(error)))
    return tuple(bots)


def all_bots() -> Mapping[str, plugins.Plugin]:
    """All bots of other packages and of `DEATHMATCH_BOTS`, by name; of two with one name, that of the variable."""
    return {plugin.name: plugin for plugin in (*plugins.announced(plugins.BOTS), *bots_of_environment())}


def make(plugin: plugins.Plugin, variant: Variant, game: AnyGame) -> AnyBot | None:
    """The bot, for a game that is bound already; None if it does not play this variant. Raises PluginError."""
    factory = plugin.load()
    return plugin.within(plugins.MAKE_S, lambda: build(factory, variant, game) if plays(factory, variant) else None)


def plays(factory: Any, variant: Variant) -> bool:
    """Whether a bot is for this variant."""
    said = getattr(factory, "plays", None)
    if said is None:
        return True
    known = {said} if isinstance(said, str) else set(said)
    return variant.id in known or variant.game in known


def build(factory: Any, variant: Variant, game: AnyGame, *, direct: bool = False) -> AnyBot:
    """The bot that a class or function makes for a game; raises its own errors (PluginError if `direct`), and TypeError if it is no bot."""
    if isinstance(factory, OfVariant):
        return factory.of_variant(variant, game)
    if not callable(factory):
        raise arguments.wrong("bot", "a bot, the name of a bot, MODULE:CLASS, or a class or function that makes a bot", factory)
    try:
        inspect.signature(factory).bind(game)
    except (TypeError, ValueError):  # it takes no argument, or is built in and does not say
        given: tuple[AnyGame, ...] = ()
    else:
        given = (game,)
    plugin = plugins.Plugin(str(getattr(factory, "__name__", type(factory).__name__)).lower(), "")
    bot: Any = plugin.trying(lambda: factory(*given)) if direct else factory(*given)
    if not callable(getattr(bot, "choose", None)):
        raise TypeError(f"a bot has a method choose(view, decision, budget, source), and {type(bot).__name__} has none")
    made: AnyBot = bot
    return made


TAKEN: Final = "the game has a bot of this name already"


def taken(plugin: plugins.Plugin) -> errors.PluginError:
    """That the name of a bot is taken in this variant."""
    return errors.PluginError(plugin.name, plugin.package, TAKEN)
