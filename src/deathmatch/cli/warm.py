"""`deathmatch warm`: compiles the code of bots and reviews ahead of its first use (docs/operating.md)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from deathmatch.cli.files import complain, say


def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="A game, or GAME/VARIANT. Default: all.", show_default=False)
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="The data folder of the server. Default: the cache of the user.", file_okay=False),
    ] = None,
) -> None:
    """Compile the code of bots and reviews ahead of the first use.

    A game that is compiled already takes a few seconds. The server of the --data folder finds the code there. The exit status is 1 if the
    code cannot be saved or a bot cannot be made ready.
    """
    from deathmatch import games
    from deathmatch.bots import registry, study
    from deathmatch.cli.progress import terminal
    from deathmatch.solve import kernel

    every = [(variant, {variant.id, variant.game}) for variant in games.every()]
    wanted = {name.lower() for name in game or []}
    if unknown := wanted.difference(*(names for _, names in every)):
        raise typer.BadParameter(f"unknown game {unknown.pop()}; the games are {', '.join(games.GAMES)}")
    if data is not None:
        os.environ[kernel.VARIABLE] = str(data / kernel.FOLDER)
    folder = kernel.folder()
    if folder is None or not os.access(folder, os.W_OK):
        complain(f"deathmatch: the code cannot be saved; name a writable folder with --data, or in the environment as {kernel.VARIABLE}")
        raise typer.Exit(1)
    failed = False
    for variant in [one for one, names in every if not wanted or wanted & names]:
        try:
            with terminal(variant.id):
                registry.warm_own(variant)
                study.warm(variant)
            say(f"{variant.id}: ready\n")
        except Exception as error:  # a bot's own, whatever it is; the others can be made ready all the same
            failed = True
            complain(f"{variant.id}: {type(error).__name__}: {error}")
    say(f"saved in {folder}\n")
    if failed:
        raise typer.Exit(1)
