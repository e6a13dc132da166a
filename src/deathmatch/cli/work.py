"""`deathmatch work`: the bots and reviews of servers on a shared PostgreSQL, made on this machine."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from deathmatch.cli.files import complain
from deathmatch.cli.serve import Address, Warm, named_folder, store_address


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
    from deathmatch.server.working import work as run

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
