"""`deathmatch record`: the canonical form (rules/REPLAY.md)."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from deathmatch.cli.files import LARGEST, MaxSize, load, refuse, say


def record(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input.", show_default=False)],
    max_size: MaxSize = LARGEST,
) -> None:
    """Print a record in canonical form.

    A record that breaks a rule is refused: one line on stderr names the place and the reason, and the exit status is 1.
    """
    from deathmatch.games import find
    from deathmatch.match.record import RecordError, read, write

    data = load(file, max_size)
    if data is None:
        raise typer.Exit(1)
    try:
        text = write(read(data, find, largest=len(data)))
    except RecordError as error:
        refuse(file, error)
        raise typer.Exit(1) from None
    say(text, raw=not sys.stdout.isatty())  # a file gets every byte of it
