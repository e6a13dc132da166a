"""The games. One line each in `GAMES`; a game is one folder, loaded when somebody asks for it. Other packages may bring more games.

Another package announces its game as an entry point of the group `deathmatch.games` (core/plugins.py). It is looked for if a name is none
of ours, and if all games are listed. So are games in one file that the environment names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, TypeVar

from deathmatch.core import plugins
from deathmatch.core.errors import PluginError, UnknownNameError
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.options import lower
from deathmatch.core.plugins import Plugin
from deathmatch.core.speech import mark, say

if TYPE_CHECKING:
    from deathmatch.core.lessons import Legend, Lesson

T = TypeVar("T")

GAMES = {
    "five-card-trick": "deathmatch.games.five_card_trick",
    "even-groups": "deathmatch.games.even_groups",
    "letter-hunt": "deathmatch.games.letter_hunt",
    "tile-joust": "deathmatch.games.tile_joust",
    "guidance-rite": "deathmatch.games.guidance_rite",
    "free-table": "deathmatch.games.free_table",
}
"""Game as in the record, and the package that has its `VARIANTS`."""

EARLY = ("bots", "lexicon")
"""Capabilities that a server asks of every variant as it starts; those of other packages are tried when their game is loaded."""

BOOK = "rules.md"
"""The file in another package, beside its `VARIANTS`, that is the rule book of its game."""

LESSONS = "lessons"
"""The folder beside the `VARIANTS` of a game with its lessons and puzzles (docs/lessons.md)."""


def names() -> tuple[str, ...]:
    """All games by name: ours, then those that other packages announce. Nothing is loaded."""
    return (*GAMES, *(plugin.name for plugin in plugin_games()))


def plugin_games() -> tuple[Plugin, ...]:
    """The games of other packages and those in one file, by name. A name that is taken already is reported and left out."""
    games: dict[str, Plugin] = {}
    for plugin in (*plugins.announced(plugins.GAMES), *plugins.in_files()):
        if plugin.name in GAMES or plugin.name in games:
            plugins.report(PluginError(plugin.name, plugin.package, "there is a game of this name already"))
        else:
            games[plugin.name] = plugin
    return tuple(games.values())


def plugin_of(game: str) -> Plugin | None:
    """The package that brings this game; None for ours, and for a game that is not there."""
    if game in GAMES:
        return None
    return next((plugin for plugin in plugin_games() if plugin.name == game), None)


def made_by(variant: Variant, capability: str, game: AnyGame) -> Any:
    """What the function behind a capability makes for a game that is bound already; None if the variant has no such capability.

    Raises: PluginError if another package brings the game, and its function fails or cannot be imported.
    """

    def work() -> Any:
        make = variant.capability(capability)
        return None if make is None else make(game)

    return _trying(variant.game, work)


def _trying(game: str, work: Callable[[], T]) -> T:
    """What this makes of a game; raises PluginError if another package brings it, and this fails."""
    plugin = plugin_of(game)
    return work() if plugin is None else plugin.trying(work)


def variants(game: str) -> tuple[Variant, ...]:
    """The variants of one game; raises UnknownNameError, and PluginError if another package brings it and cannot be loaded."""
    if game in GAMES:
        ours: tuple[Variant, ...] = import_module(GAMES[game]).VARIANTS
        return ours
    plugin = plugin_of(game)
    if plugin is None:
        raise UnknownNameError(say("unknown game {given}; the games are {known}", given=game, known=", ".join(names())))
    return _load(plugin)


def _load(plugin: Plugin) -> tuple[Variant, ...]:
    outcome = _attempt(plugin)
    if isinstance(outcome, PluginError):
        raise PluginError(outcome.name, outcome.package, outcome.cause)
    return outcome


@cache
def _attempt(plugin: Plugin) -> tuple[Variant, ...] | PluginError:
    """The variants that another package brings, or why it cannot be loaded.

    They are tried once a process, so that a fault shows here and not in the middle of a page.
    """

    def load() -> tuple[Variant, ...]:
        target = plugin.load()
        listed = getattr(target, "VARIANTS", target)
        if not isinstance(listed, tuple) or not listed:
            raise TypeError("VARIANTS is a tuple of at least one Variant")
        for variant in listed:
            _try(plugin, variant)
        if len({variant.name for variant in listed}) < len(listed):
            raise ValueError("two of its variants have the same name")
        return listed

    try:
        return plugin.trying(load)
    except PluginError as error:
        return error


def _try(plugin: Plugin, variant: Any) -> None:
    """Raises an error of any kind if this is no variant of the game that is announced, or if it does not begin."""
    if not isinstance(variant, Variant):
        raise TypeError(f"VARIANTS is a tuple of Variant, and {type(variant).__name__} is none")
    if variant.game != plugin.name:
        raise ValueError(f"it is announced as {plugin.name}, and its variant {variant.id} says that it is {variant.game}")
    _, game = variant.bind({})
    game.pending(game.start())
    for capability in EARLY:
        variant.capability(capability)


def find(name: str) -> Variant:
    """The variant `GAME/VARIANT`, in any letter case.

    Raises: UnknownNameError, whose message lists the variants; PluginError as `variants`.
    """
    game, _, wanted = lower(name).partition("/")
    for variant in variants(game):
        if variant.name == wanted:
            return variant
    text = mark("{given} is a game, and a variant was expected; the variants are {known}")
    if wanted:
        text = mark("{given} has no variant {wanted}; the variants are {known}")
    raise UnknownNameError(say(text, given=game, wanted=wanted, known=", ".join([variant.id for variant in variants(game)])))


def every() -> Iterator[Variant]:
    """All variants of all games. A game of another package that cannot be loaded is reported once in the log and left out."""
    for game in GAMES:
        yield from variants(game)
    for plugin in plugin_games():
        try:
            yield from _load(plugin)
        except PluginError as error:
            plugins.report(error)


def unled() -> tuple[Variant, ...]:
    """All variants that players can begin by themselves; the others take a host, who leads them."""
    return tuple([variant for variant in every() if not variant.hosted])


def rule_book(game: str) -> str | None:
    """The rule book that another package brings with its game: `rules.md` beside its `VARIANTS`, or that of a game in one file.

    None if it brings none, and for ours.
    """
    if plugin_of(game) is None:
        return None
    file = _beside(game, BOOK)
    return file.read_text("utf-8") if file is not None else getattr(variants(game)[0].make, "book", None)


def _beside(game: str, *parts: str) -> Traversable | None:
    """A file beside the `VARIANTS` of a game; None if it has none of this name. Raises UnknownNameError, PluginError."""
    plugin = plugin_of(game)
    if plugin is None and game not in GAMES:
        raise UnknownNameError(say("unknown game {given}; the games are {known}", given=game, known=", ".join(names())))
    module = GAMES[game] if plugin is None else plugin.module
    spec = import_module(module).__spec__ if module else None
    if spec is None or not spec.parent:
        return None
    file = files(spec.parent)
    for part in parts:  # a folder without `__init__` takes one at a time
        file = file.joinpath(part)
    return file if file.is_file() else None


def lesson(variant: Variant) -> Lesson | None:
    """The lesson of a variant, `lessons/VARIANT.toml` beside its `VARIANTS`; None if it has none.

    Raises: LessonError, or PluginError if another package brings the game.
    """
    return _lesson(variant.game, f"{variant.name}.toml")


def puzzles(variant: Variant) -> Lesson | None:
    """The puzzles of a variant, `lessons/VARIANT-puzzles.toml` beside its `VARIANTS`; None if it has none. Raises as `lesson`."""
    return _lesson(variant.game, f"{variant.name}-puzzles.toml")


@cache
def legend(game: str) -> Legend | None:
    """The words of the coach, `lessons/legend.toml` beside the `VARIANTS` of a game; None if it has none.

    Raises: as `lesson`, and UnknownNameError.
    """
    from deathmatch.core.lessons import read_legend  # a replay never learns

    return _trying(game, lambda: _read(game, "legend.toml", read_legend))


@cache
def _lesson(game: str, name: str) -> Lesson | None:
    from deathmatch.core.lessons import read_lesson

    return _trying(game, lambda: _read(game, name, read_lesson))


def _read(game: str, name: str, reader: Callable[[str], T]) -> T | None:
    file = _beside(game, LESSONS, name)
    return None if file is None else reader(file.read_text("utf-8"))
