"""`deathmatch backup` and `deathmatch restore`: a server's folder copied while the server runs, and put back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli.files import complain, say
from deathmatch.cli.serve import STORE

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathmatch.server.backup import Copied


def backup(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="A new folder for the backup.", show_default=False)],
    data: Annotated[Path | None, typer.Option(help="The folder for matches. Default: ~/.local/state/deathmatch.", file_okay=False)] = None,
) -> None:
    """Copy all matches, keys and word lists of a server into a new folder, while it runs.

    The copy shows one moment of the disk, and it is checked. It holds all secrets of the server: keep it as private as the folder.
    Compiled code and solutions are left out. If anything in the copy is damaged, a line says what, and the exit status is 1.
    """
    from deathmatch.server.backup import WITH_POSTGRES, back_up
    from deathmatch.server.settings import default_data

    if os.environ.get(STORE):
        complain(f"{STORE} names a PostgreSQL, and this command copies only a data folder with its matches; {WITH_POSTGRES}")
        raise typer.Exit(1)
    _do(lambda: back_up(data if data is not None else default_data(), target), target)


def restore(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="A folder that `deathmatch backup` made.", show_default=False)],
    data: Annotated[Path, typer.Option(help="The folder to put it in, which does not exist or is empty.", file_okay=False)],
) -> None:
    """Put a backup into an empty folder, from which `deathmatch serve --data` goes on.

    Every file is compared with its checksum before anything is written, and the result is checked as by `deathmatch check`.
    """
    from deathmatch.server.backup import restore as put_back

    _do(lambda: put_back(source, data), data)


def _do(copy: Callable[[], Copied], target: Path) -> None:
    """Copy, and say how that went."""
    from deathmatch.server.store.interface import StoreError

    try:
        copied = copy()
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(1) from None
    report = copied.report
    for damage in report.damages:
        say(f"{target}: {damage.words}\n")
    matches, files = (
        f"{count} {word}{ending if count != 1 else ''}"
        for count, word, ending in ((report.matches, "match", "es"), (copied.files, "file", "s"))
    )
    whole = "all whole" if not report.damages else "are whole"
    say(f"{target}: {matches} with {report.entries} entries, {whole}; {files}, {copied.size / 1e6:.1f} MB\n")
    if report.damages:
        raise typer.Exit(1)
