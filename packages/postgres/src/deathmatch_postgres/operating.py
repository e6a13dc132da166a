"""The commands of operators: `deathmatch migrate` and `deathmatch move` for the database, `deathmatch work` on the machine of a worker."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from deathmatch.cli.files import complain, say
from deathmatch.cli.serve import STORE, Address, Warm, named_folder, store_address

PLACE = "A data folder, or the address of a PostgreSQL (postgresql:...)."


def migrate(
    store: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The PostgreSQL: postgresql://HOST/DATABASE, or postgresql: if the environment says the rest.",
            envvar=STORE,
            show_envvar=True,
            show_default=False,
        ),
    ],
) -> None:
    """Make the tables of a PostgreSQL for `deathmatch serve --store`, or bring them to the format of this program.

    All of it is one transaction. Tables of today's format stay as they are, and those of a later one are refused.
    """
    from deathmatch.server.store.interface import StoreError
    from deathmatch_postgres.database.migrating import migrate_database

    try:
        done = migrate_database(store)
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(1) from None
    before = "no tables" if done.before == 0 else f"format {done.before}"
    say(f"{done.shown}: {f'format {done.now} already' if done.before == done.now else f'from {before} to format {done.now}'}\n")


def move(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help=PLACE, show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TARGET", help=PLACE, show_default=False)],
) -> None:
    """Copy all matches of a data folder to a PostgreSQL, or back, and compare them entry by entry.

    The servers of both are stopped, and the target is empty. If the move is cut off, the target still is, and you run it again. The source
    stays as it is; the key and the other files of a data folder stay in the folder.
    """
    from deathmatch.cli.progress import terminal
    from deathmatch.server.store.interface import StoreError
    from deathmatch_postgres.database.moving import move as moved

    try:
        with terminal("copying") as shown:
            counts = moved(source, target, lambda table, rows: shown(f"{table}: {rows} rows", None))
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(1) from None
    say(f"copied and compared: {', '.join(f'{count} {table}' for table, count in counts.items())}\n")


def work(
    store: Address = None,
    data: Annotated[
        Path | None,
        typer.Option(help="The folder with workers.key and the host's word lists. Default: ~/.local/state/deathmatch.", file_okay=False),
    ] = None,
    places: Annotated[int | None, typer.Option(help="How many bots think at the same time. Default: one a processor.", min=1)] = None,
    warm: Warm = True,
) -> None:
    """Make the moves of bots, and reviews, for servers that were started with `deathmatch serve --no-bots` on the same PostgreSQL.

    Any number of workers on any number of machines share the work, and if one dies, another goes on. They have to be of the same version as
    the servers.
    """
    from deathmatch.bots.processes import processors
    from deathmatch.server.running import quiet_logs
    from deathmatch.server.store.interface import StoreError
    from deathmatch.server.vault import WrongKey
    from deathmatch_postgres.worker import work as run

    address = store_address(store)
    if not address:
        sys.stderr.write("deathmatch: work needs the PostgreSQL of the servers: name it with --store\n")
        raise typer.Exit(2)
    quiet_logs()
    try:
        asyncio.run(run(address, named_folder(data), places or processors(), warm=warm))
    except (StoreError, WrongKey, OSError) as error:
        complain(str(error))
        raise typer.Exit(1) from None
