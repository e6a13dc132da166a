"""The part of a command line that describes a match: the variant, and options as KEY=VALUE."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from deathmatch.core.game import Variant
    from deathmatch.core.options import Value
    from deathmatch.server.lexicons import Lexicons

RuleOptions: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="A rule option of the match, or as-written for the original text. Repeatable."),
]
"""The rule options of a command line; repeatable."""

Seed: TypeAlias = Annotated[int | None, typer.Option("--seed", min=0, help="Random seed (default: random).", show_default=False)]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print only one JSON object.")]
ThemeName: TypeAlias = Annotated[
    str, typer.Option("--theme", metavar="THEME", help="light, dark, or the colour-blind palettes safe and safe-dark.")
]


def read_options(game: str, texts: Iterable[str]) -> tuple[Variant, dict[str, Value]]:
    """The variant `GAME/VARIANT` and the given options, in the order of the book's table; a clear error for anything else.

    The text `as-written` stands for all options of that preset; those that are given besides go first.
    """
    from deathmatch.core.errors import OptionError
    from deathmatch.core.options import AS_WRITTEN, options_of, read_one
    from deathmatch.games import find

    given: dict[str, Value] = {}
    try:
        variant = find(game)
        wanted = tuple(texts)
        for text in wanted:
            if text == AS_WRITTEN:
                continue
            key, equals, value = text.partition("=")
            if not equals:
                raise typer.BadParameter(f"an option must have the form KEY=VALUE, or be {AS_WRITTEN}, not {text}")
            name, read = read_one(variant.options, key, value)
            if name in given:
                raise typer.BadParameter(f"option {name} is given twice")
            given[name] = read
        if AS_WRITTEN in wanted:
            given = {**options_of(variant.as_written, AS_WRITTEN), **given}
        variant.bind(given)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    except OptionError as error:
        raise typer.BadParameter(error.reason) from None
    return variant, {option.key: given[option.key] for option in variant.options if option.key in given}


Brought: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="[NAME=]MODULE:CLASS", help="A bot of your own from a module in this folder. Repeatable."),
]
"""The option that adds bots which are not installed."""


def bring(texts: Iterable[str] | None, games: Iterable[Variant]) -> None:
    """Add bots that are not installed, for this process and those that it starts; a clear error for one that cannot be loaded.

    Modules are looked for in the current folder too.

    Args:
        texts: `[NAME=]MODULE:CLASS`, each as it was given.
        games: the variants in which the names must not be taken.
    """
    from deathmatch.bots import plugins, registry
    from deathmatch.core.errors import PluginError

    given = list(texts or ())
    if not given:
        return
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        brought = [plugins.parse(text) for text in given]
        taken = {name for variant in games for name in registry.own(variant, variant.bind({})[1])}
        for plugin in brought:
            plugin.load()
            if plugin.name in taken:
                raise typer.BadParameter(f"{plugin.name}: {plugins.TAKEN}; write NAME={plugin.where}", param_hint="--bot")
    except (PluginError, ValueError) as error:
        raise typer.BadParameter(str(error), param_hint="--bot") from None
    known = os.environ.get(plugins.VARIABLE, "")
    os.environ[plugins.VARIABLE] = ",".join([*filter(None, [known]), *(f"{bot.name}={bot.where}" for bot in brought)])


GameFiles: TypeAlias = Annotated[list[str] | None, typer.Option("--game", metavar="FILE", help="A game in one file. Repeatable.")]
"""The option that adds games in one file."""


def add_games(files: Iterable[str]) -> None:
    """Add games in one file, for this process and those that it starts; ends the command with a line that names the fault of a file."""
    from deathmatch.cli.judge import one_file
    from deathmatch.core import plugins
    from deathmatch.games import names

    for file in files:
        if plugins.name_of(file) in names():
            raise typer.BadParameter(f"{file}: there is a game of this name already; give the file another one", param_hint="--game")
        one_file(file)
        plugins.add_file(file)


def word_lists(variant: Variant, given: dict[str, Value]) -> Lexicons:
    """The word lists for live play here; a clear error if the list that the options name is missing."""
    from deathmatch.core.options import lexicons
    from deathmatch.server.lexicons import UnknownLexiconError, UnreadableLexiconError

    lists = all_word_lists(variant)
    try:
        for name in lexicons(variant.options, variant.bind(given)[0]):
            lists.words(name)
    except (UnknownLexiconError, UnreadableLexiconError) as error:
        raise typer.BadParameter(str(error)) from None
    return lists


def all_word_lists(variant: Variant) -> Lexicons:
    """The word lists that there are, whether or not the one that a match is played with is among them."""
    from deathmatch.server.lexicons import FOLDER, Lexicons, shipped
    from deathmatch.server.settings import default_data

    return Lexicons(default_data() / FOLDER, shipped([variant]))
