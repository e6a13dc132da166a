"""`deathmatch discord`: the game inside Discord, as a client of a server."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from deathmatch.cli.main import Command

COMMAND: Final = Command(
    "deathmatch_discord.command:discord", "Play inside Discord: connect a server of ours to a chat server.", talks=True
)
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
    """Connect a server to Discord, where people then challenge each other and play (packages/discord/docs/discord.md).

    The token of the application is read from the environment variable DISCORD_TOKEN. If the server's owner knows this front end, its
    token for the server is in DEATHMATCH_FRONT_END; then limits of the server count each player, and not all of them together.
    """
    token = os.environ.get(TOKEN, "")
    if not token:
        sys.stderr.write(f"deathmatch: {TOKEN} is not set; it holds the token of your application (packages/discord/docs/discord.md)\n")
        raise typer.Exit(2)
    import asyncio  # the help needs none of them
    import logging

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")  # discord.py logs messages below INFO
    problem = asyncio.run(run(token, server, address or server, data or default_folder(), os.environ.get(ALLOWANCE, "")))
    if problem:
        sys.stderr.write(f"deathmatch: {problem}\n")
        raise typer.Exit(1)


async def run(token: str, server: str, address: str, folder: Path, allowance: str = "") -> str:
    """Stay connected until somebody stops the program; the answer is what prevents it.

    Args:
        token: of the application, for Discord.
        server: its address for the front end.
        address: the same in links for people.
        folder: of the matches.
        allowance: the token by which the server knows the front end; empty if it does not.
    """
    import sqlite3

    import aiohttp
    import discord as library

    from deathmatch.server.vault import WrongKey
    from deathmatch_discord.api import Api, RefusedError
    from deathmatch_discord.client import Client
    from deathmatch_discord.commands import COMMANDS
    from deathmatch_discord.duels import Duels

    try:
        duels = Duels(folder)
    except (WrongKey, OSError, sqlite3.Error) as error:
        return str(error)
    try:
        async with Client(Api(server, duels.alias, allowance), duels, address, COMMANDS) as client:
            await client.start(token)
    except library.LoginFailure:
        return "Discord does not know this token; copy it again from the page of your application"
    except (RefusedError, aiohttp.ClientError, TimeoutError) as error:
        return f"{server} does not answer as a server of ours: {error}"
    finally:
        duels.close()
    return ""
