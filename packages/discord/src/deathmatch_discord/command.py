"""`deathmatch discord`: the game inside Discord, as a client of a server."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from deathmatch.cli.main import Command

COMMAND: Final = Command("deathmatch_discord.command:discord", "Play inside Discord: connect a server of ours to a chat server.")
TOKEN: Final = "DISCORD_TOKEN"  # noqa: S105 - the name of the variable
ALLOWANCE: Final = "DEATHMATCH_FRONT_END"
SERVER: Final = "http://127.0.0.1:8000"
FOLDER: Final = "deathmatch-discord"


def default_folder() -> Path:
    """`$XDG_STATE_HOME/deathmatch-discord`, normally `~/.local/state/deathmatch-discord`."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / FOLDER


def discord(
    server: Annotated[str, typer.Option(help=f"The server on which the matches are played. Default: {SERVER}.")] = "",
    address: Annotated[str, typer.Option(help="The address of that server in links for players. Default: the same.")] = "",
    data: Annotated[
        Path | None, typer.Option(help="The folder of the matches. Default: ~/.local/state/deathmatch-discord.", file_okay=False)
    ] = None,
    preview: Annotated[
        bool,
        typer.Option(
            "--preview",
            help="Try it without a token: a page on this machine in the place of Discord, where you are the host, both players and an "
            "onlooker in turn. Without --server it has a server of its own. Nothing is kept.",
        ),
    ] = False,
) -> None:
    """Connect a server to Discord, where people then challenge each other and play (packages/discord/docs/discord.md).

    The token of the application is read from the environment variable DISCORD_TOKEN. If the server's owner knows this front end, its
    token for the server is in DEATHMATCH_FRONT_END; then limits of the server count each player, and not all of them together.
    """
    token = os.environ.get(TOKEN, "")
    if not token and not preview:
        sys.stderr.write(f"deathmatch: {TOKEN} is not set; it holds the token of your application (packages/discord/docs/discord.md)\n")
        raise typer.Exit(2)
    import asyncio  # the help needs none of them
    import logging

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")  # discord.py logs messages below INFO
    if preview:
        work = previewed(server, address)
    else:
        work = run(token, server or SERVER, address or server or SERVER, data or default_folder(), os.environ.get(ALLOWANCE, ""))
    problem = asyncio.run(work)
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
    import logging
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
        for reads in (True, False):
            try:
                async with Client(Api(server, duels.alias, allowance), duels, address, COMMANDS, reads=reads) as client:
                    await client.start(token)
                break
            except library.PrivilegedIntentsRequired:
                logging.getLogger("deathmatch.discord").info("the intent Message Content is off: moves that are typed are not read")
    except library.LoginFailure:
        return "Discord does not know this token; copy it again from the page of your application"
    except (RefusedError, aiohttp.ClientError, TimeoutError) as error:
        return f"{server} does not answer as a server of ours: {error}"
    finally:
        duels.close()
    return ""


async def previewed(server: str, address: str) -> str:
    """Run the front end against the stand-in, until somebody stops the program; the answer is what prevents it.

    Args:
        server: on which the matches are played; empty for one of its own.
        address: of that server in links for people.
    """
    import asyncio
    from contextlib import AsyncExitStack
    from tempfile import TemporaryDirectory

    from deathmatch_discord.preview.page import Page, serving
    from deathmatch_discord.preview.stand_in import TOKEN as OPEN
    from deathmatch_discord.preview.stand_in import StandIn

    house = StandIn()
    page = Page(house)

    async def tell() -> None:
        await house.until(lambda: house.welcomed)
        print(f"The preview is at {page.address}  (Ctrl-C ends it)", flush=True)  # noqa: T201

    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="deathmatch-")))
        await stack.enter_async_context(house.open(page.routes()))
        server = server or await stack.enter_async_context(serving(folder / "server"))
        telling = asyncio.create_task(tell())
        try:
            return await run(OPEN, server, address or server, folder / "discord")
        finally:
            telling.cancel()
