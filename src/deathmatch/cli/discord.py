"""`deathmatch discord`: the game inside Discord, as a client of a server."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

TOKEN: Final = "DISCORD_TOKEN"  # noqa: S105 - the name of the variable
ALLOWANCE: Final = "DEATHMATCH_FRONT_END"
FOLDER: Final = "deathmatch-discord"


def default_folder() -> Path:
    """`$XDG_STATE_HOME/deathmatch-discord`, normally `~/.local/state/deathmatch-discord`."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / FOLDER


def discord(
    server: Annotated[str, typer.Option(help="The server on which the matches are played.")] = "http://127.0.0.1:8000",
    address: Annotated[str, typer.Option(help="The address of that server in links for players. Default: the same.")] = "",
    data: Annotated[
        Path | None, typer.Option(help="The folder of the matches. Default: ~/.local/state/deathmatch-discord.", file_okay=False)
    ] = None,
) -> None:
    """Connect a server to Discord, where people then challenge each other and play (docs/discord.md).

    The token of the application is read from the environment variable DISCORD_TOKEN. If the server's owner knows this front end, its
    token for the server is in DEATHMATCH_FRONT_END; then limits of the server count each player, and not all of them together.
    """
    token = os.environ.get(TOKEN, "")
    if not token:
        sys.stderr.write(f"deathmatch: {TOKEN} is not set; it holds the token of your application (docs/discord.md)\n")
        raise typer.Exit(2)
    try:
        from deathmatch.discord.client import run
    except ModuleNotFoundError as error:
        if error.name not in ("discord", "aiohttp", "msgspec", "cryptography"):
            raise
        sys.stderr.write("deathmatch: this command needs discord.py: pip install 'deathmatch[discord]'\n")
        raise typer.Exit(1) from None
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")  # discord.py logs messages below INFO
    problem = asyncio.run(run(token, server, address or server, data or default_folder(), os.environ.get(ALLOWANCE, "")))
    if problem:
        sys.stderr.write(f"deathmatch: {problem}\n")
        raise typer.Exit(1)
