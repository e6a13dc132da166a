"""What a command line says about a match: which variant, and options as KEY=VALUE."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from deathmatch.core.game import Variant
    from deathmatch.core.options import Value
    from deathmatch.server.lexicons import Lexicons


def read_options(game: str, texts: Iterable[str]) -> tuple[Variant, dict[str, Value]]:
    """The variant `G/V`, and the options that were given, in the order of the book's table; a clear error for what is neither."""
    from deathmatch.core.errors import OptionError
    from deathmatch.core.options import read_one
    from deathmatch.games import find

    given: dict[str, Value] = {}
    try:
        variant = find(game)
        for text in texts:
            key, equals, value = text.partition("=")
            if not equals:
                raise typer.BadParameter(f"an option is KEY=VALUE, not {text}")
            name, read = read_one(variant.options, key, value)
            if name in given:
                raise typer.BadParameter(f"option {name} is given twice")
            given[name] = read
        variant.bind(given)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    except OptionError as error:
        raise typer.BadParameter(error.reason) from None
    return variant, {option.key: given[option.key] for option in variant.options if option.key in given}


def word_lists(variant: Variant, given: dict[str, Value]) -> Lexicons:
    """The word lists that live play here may ask for; a clear error where the one that the options name is not there."""
    from deathmatch.core.options import lexicons
    from deathmatch.server.lexicons import BadLexicon, NoLexicon

    lists = all_word_lists(variant)
    try:
        for name in lexicons(variant.options, variant.bind(given)[0]):
            lists.words(name)
    except (NoLexicon, BadLexicon) as error:
        raise typer.BadParameter(str(error.args[0])) from None
    return lists


def all_word_lists(variant: Variant) -> Lexicons:
    """The word lists that there are, whether or not the one that a match is played with is among them."""
    from deathmatch.server.lexicons import FOLDER, Lexicons, shipped
    from deathmatch.server.settings import default_data

    return Lexicons(default_data() / FOLDER, shipped([variant]))
