"""`deathmatch record`: the canonical form (rules/REPLAY.md)."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from deathmatch.cli.files import read_record, say


def record(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input.", show_default=False)],
) -> None:
    """Print a record in canonical form.

    A record that breaks a rule is refused: one line on stderr names the place and the reason, and the exit status is 1.
    """
    from deathmatch.match.record import write

    say(write(read_record(file)), raw=not sys.stdout.isatty())  # a file gets every byte of it
