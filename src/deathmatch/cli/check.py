"""`deathmatch check`: read all matches of a server's folder for damage."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deathmatch.cli.files import complain, say


def check(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The data folder of a server that is stopped, or a copy of one.", show_default=False)
    ],
    salvage: Annotated[
        Path | None,
        typer.Option(
            "--salvage",
            metavar="TARGET",
            help="Write everything that is whole into this new folder; the old one stays as it is.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Read all matches of a server for damage.

    Every entry is compared with its checksum, and the file is checked page by page; nothing is changed. If anything is damaged, a line
    names the match and the entry, and the exit status is 1.
    """
    from deathmatch.server.backup import check_folder
    from deathmatch.server.store.interface import StoreError

    try:
        report = check_folder(folder, salvage)
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(1) from None
    for damage in report.damages:
        say(f"{folder}: {damage.words}\n")
    whole = f"{report.matches} match{'' if report.matches == 1 else 'es'} with {report.entries} entries"
    say(f"{folder}: {whole}, {'all whole' if not report.damages else 'are whole'}\n")
    if salvage is not None:
        closed = report.damaged()
        say(f"{salvage}: everything that is whole" + (f"; closed, because entries are lost: {', '.join(closed)}" if closed else "") + "\n")
    if report.damages:
        raise typer.Exit(1)
