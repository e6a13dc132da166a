"""Which bots a variant has, and one of them by its name. A variant brings its bots as the capability `bots` (core/game.py).

Every variant has `random`, whether or not it brings bots.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import nullcontext
from itertools import zip_longest
from typing import Final

from deathmatch.bots import budget, plugins, solution_folder
from deathmatch.core import errors, options, simple
from deathmatch.core.bots import LEVEL, LEVELS, AnyBot, Bots, ResourceUser, SkillScale, SolutionUser, Warmable, level_of
from deathmatch.core.game import AnyGame, Ask, Deals, Resources, Variant
from deathmatch.core.plugins import Plugin, report
from deathmatch.core.speech import say
from deathmatch.games import plugin_of
from deathmatch.match.dealer import HmacSource

RANDOM = "random"
"""The bot that every variant has."""

_SKILL: Final = "skill"


def foreign(variant: str, bot: str | None = None) -> str:
    """Whose code plays, if it does not come with this program: `bot NAME` or `game NAME`; empty if it is ours.

    Args:
        variant: `GAME/VARIANT`.
        bot: one of its bots; None for the code of the game.
    """
    if bot is not None and bot.lower() in plugins.all_bots():
        return f"bot {bot.lower()}"
    game = variant.partition("/")[0]
    return "" if plugin_of(game) is None else f"game {game}"


def own(variant: Variant, game: AnyGame) -> Bots:
    """The bots that come with a game, weakest first.

    Raises: PluginError if another package brings the game, and its bots cannot be made.
    """
    brought = plugin_of(variant.game)
    return _own(variant, game) if brought is None else brought.trying(lambda: _own(variant, game))


def _own(variant: Variant, game: AnyGame) -> Bots:
    make = variant.capability("bots")
    made: Bots = {} if make is None else make(game)
    if RANDOM not in made:
        made = {RANDOM: simple.RandomBot(), **made}
    served = {name: _consulting(bot) for name, bot in made.items()}
    return {name: bot for name, bot in served.items() if bot is not None}


def adversaries(variant: Variant, game: AnyGame) -> Bots:
    """The bots that test those of a game (capability `adversaries`): a command may name them, players are not offered them."""
    make = variant.capability("adversaries")
    made: Bots = {} if make is None else make(game)
    return made


def scale(variant: Variant, game: AnyGame) -> SkillScale | None:
    """The bots of a game that differ in skill alone (capability `levels`); None if it has none."""
    make = variant.capability("levels")
    made: SkillScale | None = None if make is None else make(game)
    return made


def level_names(variant: Variant) -> tuple[str, ...]:
    """The names of the levels of a variant, weakest first: `level-1` to `level-8`, or none."""
    return () if variant.capability("levels") is None else tuple(f"{LEVEL}{level}" for level in range(1, LEVELS + 1))


def told_levels(variant: Variant) -> tuple[str, ...]:
    """A sentence about each level of a variant in the language that is being spoken, weakest first; none if it has no levels."""
    if not level_names(variant):
        return ()
    game = variant.bind({})[1]
    found = scale(variant, game)
    return () if found is None else tuple(found.about(level) for level in range(1, LEVELS + 1))


def _of_scale(variant: Variant, game: AnyGame, name: str) -> AnyBot | None:
    """The bot of a level, or of a skill: `skill@0.35`. None if the name is neither; UnknownNameError for a skill that there is not."""
    level = level_of(name)
    family, at, given = name.lower().partition("@")
    if (level is None and (family, at) != (_SKILL, "@")) or (found := scale(variant, game)) is None:
        return None
    try:
        skill = float(given) if level is None else found.skills[level - 1]
    except ValueError:
        skill = -1.0
    if not 0 <= skill <= 1:
        raise errors.UnknownNameError(f"a skill is a number from 0 to 1, not {given or 'empty'}")
    return found.bot(skill)


def _consulting(bot: AnyBot) -> AnyBot | None:
    """The bot with the solution that it consults; None if it needs one and there is none."""
    return bot.consult(solution_folder.solution_folders()) if isinstance(bot, SolutionUser) else bot


def _other(variant: Variant, game: AnyGame, plugin: Plugin) -> AnyBot | None:
    """A bot that does not come with the game; None if it does not play this variant. Raises PluginError."""
    bot = plugins.make(plugin, variant, game)
    return None if bot is None else _consulting(bot)


def _others(variant: Variant, game: AnyGame, ours: Collection[str]) -> Iterator[tuple[str, AnyBot]]:
    """The bots of other packages that play this variant, by name. One that cannot be loaded is reported and left out."""
    for name, plugin in plugins.all_bots().items():
        try:
            bot = _other(variant, game, plugin)
            if bot is not None and name in ours:
                raise plugins.taken(plugin)
        except errors.PluginError as error:
            report(error)
        else:
            if bot is not None:
                yield name, bot


def _all(variant: Variant, game: AnyGame) -> Bots:
    try:
        ours = own(variant, game)
    except errors.PluginError as error:
        report(error)
        ours = {}
    return {**ours, **dict(_others(variant, game, ours))}


def names(variant: Variant, values: options.Values | None = None) -> tuple[str, ...]:
    """The bots of a variant under these options, by default its own: those of the game, weakest first, then those of other packages.

    One that looks its moves up (`core.bots.SolutionUser`) is among them if it finds them.
    """
    _, game = variant.bind(values or {})
    return tuple(_all(variant, game))


def pick(variant: Variant, game: AnyGame, name: str, resources: Resources | None = None) -> AnyBot:
    """A bot for a game that is bound already, equipped if it asks for it; also a level, a skill, or an adversary.

    Raises: UnknownNameError that says which bots there are, PluginError if a package brings the bot and cannot be loaded.
    """
    bot = own(variant, game).get(name.lower())
    if bot is None and (plugin := plugins.all_bots().get(name.lower())) is not None:
        bot = _other(variant, game, plugin)
    if bot is None:
        bot = _of_scale(variant, game, name) or adversaries(variant, game).get(name.lower())
    if bot is None:
        bots = ", ".join((*_all(variant, game), *level_names(variant))) or say("none")
        raise errors.UnknownNameError(say("{variant} has no bot {given}; the bots are {known}", variant=variant.id, given=name, known=bots))
    return bot.equip(resources) if resources is not None and isinstance(bot, ResourceUser) else bot


def make(variant: Variant, values: options.Values, name: str) -> AnyBot:
    """A bot for a variant under these options.

    Raises: LookupError if there is no bot of this name, OptionError for values that the variant does not take.
    """
    return pick(variant, variant.bind(values)[1], name)


def warm(game: AnyGame, bots: Collection[AnyBot], names: Sequence[str] = ()) -> None:
    """Have ready what bots compile or load: they warm up if they know how, and answer the first question of a match once.

    Raises: whatever a bot raises; BotError if the bots have names.
    """
    for bot in bots:
        if isinstance(bot, Warmable):
            bot.warm()
    source = HmacSource(b"warm", "0")
    state, question = game.start(), 0
    while isinstance(pending := game.pending(state), Deals):
        state, question = game.deal(state, pending.chance.sample(source)), question + 1
    if isinstance(pending, Ask):
        for seat in pending.seats:
            view = game.view(state, seat)
            for bot, name in zip_longest(bots, names):
                with errors.blaming(name, seat, question) if name else nullcontext():
                    bot.choose(view, game.decision(view), budget.Counted(1), source)


def warm_one(variant: Variant, name: str) -> None:
    """`warm` for one bot of a variant, under its default options; for all that come with the game if they have no bot of this name.

    Raises: PluginError if a package brings the bot and it cannot be loaded; whatever the bot raises.
    """
    _, game = variant.bind({})
    try:
        bot = pick(variant, game, name)
    except errors.UnknownNameError:
        warm_own(variant)
    else:
        warm(game, (bot,))


def warm_own(variant: Variant) -> None:
    """`warm` for every bot that comes with a variant and for its levels, under its default options."""
    _, game = variant.bind({})
    found = scale(variant, game)
    levels = [] if found is None else [found.bot(skill) for skill in found.skills]
    warm(game, (*own(variant, game).values(), *levels))
