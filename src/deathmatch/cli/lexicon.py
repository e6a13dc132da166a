"""`deathmatch lexicon`: the word lists that matches on this machine may name, and a host's own among them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sized
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli import files, main

if TYPE_CHECKING:
    from deathmatch.server.lexicons import Lexicons
    from deathmatch.server.wordfiles import Reading

EXAMPLES = 3  # of each reason why lines were passed over

lexicon = main.plain(name="lexicon", help="List, add and remove word lists.", no_args_is_help=True)

Data = Annotated[Path | None, typer.Option(help="The data folder of the server. Default: ~/.local/state/deathmatch.", file_okay=False)]
Listed = Annotated[str, typer.Argument(metavar="NAME", help="The name of the list.")]


def _lists(data: Path | None) -> Lexicons:
    """The lists of this machine."""
    from deathmatch import games
    from deathmatch.server.lexicons import FOLDER, Lexicons, shipped
    from deathmatch.server.settings import default_data

    return Lexicons((data if data is not None else default_data()) / FOLDER, shipped(games.every()))


def _name(text: str) -> str:
    """A list's name, in lower case; a clear error for a name that no record could have."""
    from deathmatch.core.errors import OptionError
    from deathmatch.server.lexicons import named

    try:
        return named(text)
    except OptionError as error:
        raise typer.BadParameter(error.reason) from None


@lexicon.command("list")
def list_(data: Data = None) -> None:
    """Print the name, the number of words and the origin of every list."""
    from deathmatch.server.lexicons import UnreadableLexiconError

    lists = _lists(data)
    own, bad = set(lists.own()), False
    for name in lists.names():
        try:
            files.say(f"{name}: {_count(lists.words(name), 'word')}, {'your own' if name in own else 'comes with the game'}\n")
        except UnreadableLexiconError as error:
            bad = True
            files.say(f"{name}: cannot be used: {error}\n")
    if bad:
        raise typer.Exit(1)


@lexicon.command()
def add(
    name: Listed,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A UTF-8 text file with one word of the letters A-Z per line, in upper or lower case.")
    ],
    replace: Annotated[bool, typer.Option("--replace", help="Replace an existing list of this name.")] = False,
    data: Data = None,
) -> None:
    """Add a word list for use in matches. Report every skipped line with the reason."""
    from deathmatch import games
    from deathmatch.server import wordfiles
    from deathmatch.server.lexicons import UnreadableLexiconError, free

    known, lists = _name(name), _lists(data)
    if known in free(games.every()):
        raise typer.BadParameter(f"{known} means that a match has no word list; choose another name")
    if known in lists.names() and known not in lists.own():
        raise typer.BadParameter(f"{known} is the name of a list that comes with a game; choose another name")
    before = known in lists.own()
    if before and not replace:
        raise typer.BadParameter(f"the list {known} exists already; use --replace to replace it")
    try:
        reading = wordfiles.read(file)
    except UnreadableLexiconError as error:
        files.complain(f"{error}; nothing was added")
        raise typer.Exit(1) from None
    if reading.words:
        lists.add(known, reading.words)
        files.say(f"{known}: {_count(reading.words, 'word')} saved in {lists.file(known)}\n")
    for line in report(reading):
        files.complain(line)
    if not reading.words:
        files.complain(f"the word list {file.name} contains no usable words; nothing was added")
        raise typer.Exit(1)
    if before:
        files.say("Matches that have begun keep the old list; new ones take this one.\n")


def report(reading: Reading) -> list[str]:
    """The lines that were skipped, by reason: how many, and the first of them."""
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for one in reading.passed:
        by_reason[one.reason].append(f"line {one.line} {one.text!r}")
    lines = []
    for reason, places in by_reason.items():
        more = ", ..." if len(places) > EXAMPLES else ""
        lines.append(f"skipped, {reason}: {_count(places, 'line')} ({', '.join(places[:EXAMPLES])}{more})")
    if reading.repeated:
        lines.append(f"skipped, repeated word: {_count(range(reading.repeated), 'line')}")
    return lines


def _count(things: Sized, name: str) -> str:
    return f"{len(things)} {name}{'s' * (len(things) != 1)}"


@lexicon.command()
def remove(name: Listed, data: Data = None) -> None:
    """Remove a list that you added. Records that use it stay readable, and matches that have begun keep it."""
    from deathmatch.server.lexicons import UnknownLexiconError

    known, lists = _name(name), _lists(data)
    try:
        lists.remove(known)
    except UnknownLexiconError as error:
        raise typer.BadParameter(str(error)) from None
    files.say(f"{known} is removed. Matches that have begun keep it.\n")
