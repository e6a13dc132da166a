"""`deathmatch move`: copy all matches of a data folder to a PostgreSQL, or back."""

from __future__ import annotations

from typing import Annotated

import typer

from deathmatch.cli.files import complain, say

PLACE = "A data folder, or the address of a PostgreSQL (postgresql:...)."


def move(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help=PLACE, show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TARGET", help=PLACE, show_default=False)],
) -> None:
    """Copy all matches of a data folder to a PostgreSQL, or back, and compare them entry by entry.

    The servers of both are stopped, and the target is empty. If the move is cut off, the target still is, and you run it again. The source
    stays as it is; the key and the other files of a data folder stay in the folder.
    """
    from deathmatch.server.store.interface import StoreError

    try:
        from deathmatch.cli.progress import terminal
        from deathmatch.server.store.postgres.moving import move as moved

        with terminal("copying") as shown:
            counts = moved(source, target, lambda table, rows: shown(f"{table}: {rows} rows", None))
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(1) from None
    say(f"copied and compared: {', '.join(f'{count} {table}' for table, count in counts.items())}\n")
