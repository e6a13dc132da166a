"""`deathmatch judge`: finds the faults of a game in random matches (docs/adding-a-game.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli.files import complain, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathmatch.core.game import Variant


def judge(
    given: Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game, one variant of it, or a file with one.", show_default=False)],
    matches: Annotated[
        int, typer.Option(metavar="N", min=0, help="Random matches of each variant with its defaults. 0 only reads it.")
    ] = 5,
) -> None:
    """Judge a game: play random matches, and look for everything that a game must not do.

    Moves, ends, refusals, time-outs, deals, words, pictures on a phone, records, time limits, and leaks by pairs of matches that differ in
    one hidden choice or deal. Each cause is one line, with its place in your code; the exit status is 1 if one of them is no warning.
    """
    from deathmatch.cli.progress import terminal
    from deathmatch.judging import judge as judged

    variants, home = one_file(given, played=matches > 0) if given.endswith(".py") else _known(given)
    with terminal("playing random matches"):
        found = judged(variants, home, matches)
    say("".join(f"{line}\n" for finding in found for line in finding.lines()))
    warnings = sum(finding.fault.warning for finding in found)
    counted = [f"{count} {word}{'s' * (count != 1)}" for count, word in ((len(found) - warnings, "fault"), (warnings, "warning"))]
    say(f"{', '.join(variant.id for variant in variants)}: {' and '.join(counted)}\n")
    if len(found) > warnings:
        raise typer.Exit(1)


def one_file(path: str, *, played: bool = True) -> tuple[Sequence[Variant], Path]:
    """The variants of a game in one file, and the file; ends the command with a line that names the fault."""
    from deathmatch.core.errors import DeathmatchError
    from deathmatch.core.words import NotUtf8Error, text_of
    from deathmatch.onefile import load

    try:
        text_of(Path(path).read_bytes())
        variants = load(path, played=played)
    except OSError as error:
        complain(f"{path}: {error.strerror or error}")
    except NotUtf8Error as error:
        complain(f"{path}: {error}")
    except DeathmatchError as error:
        complain(str(error))
    else:
        return variants, Path(path)
    raise typer.Exit(1)


def _known(name: str) -> tuple[Sequence[Variant], Path]:
    """The variants of a game that is installed, and the file or the folder of its code; a clear error if there is none of this name."""
    from importlib import import_module

    from deathmatch import games
    from deathmatch.core.errors import UnknownNameError

    try:
        variants = (games.find(name),) if "/" in name else games.variants(name.lower())
    except UnknownNameError as error:
        raise typer.BadParameter(str(error)) from None
    plugin = games.plugin_of(variants[0].game)
    module = import_module(games.GAMES[variants[0].game] if plugin is None else plugin.module)
    file = Path(module.__file__ or ".")
    return variants, file.parent if file.name == "__init__.py" else file
