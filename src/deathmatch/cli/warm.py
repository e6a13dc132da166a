"""`deathmatch warm`: compiles the code of bots, reviews and solvers ahead of its first use (docs/operating.md)."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli.files import complain, say

if TYPE_CHECKING:
    from deathmatch.core.game import Variant


def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="A game, or GAME/VARIANT. Default: all.", show_default=False)
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="The data folder of the server. Default: the cache of the user.", file_okay=False),
    ] = None,
    solvers: Annotated[bool, typer.Option("--solvers", help="Also compile the code of deathmatch solve and deathmatch exploit.")] = False,
) -> None:
    """Compile the code of bots and reviews, and if you ask for it that of solvers, ahead of the first use.

    A game that is compiled already takes a few seconds. The server of the --data folder finds the code there. The exit status is 1 if the
    code cannot be saved or a bot cannot be made ready.
    """
    from deathmatch.solve import kernel_cache

    variants = _chosen(game or [])
    if data is not None:
        os.environ[kernel_cache.VARIABLE] = str(data / kernel_cache.FOLDER)
    folders = kernel_cache.folders()
    folder = kernel_cache.usable(folders[:1] if data is not None else folders)
    if folder is None:
        complain(
            f"deathmatch: the code cannot be saved in {' or '.join(map(str, folders))}; name a writable folder "
            f"with --data, or in the environment as {kernel_cache.VARIABLE}"
        )
        raise typer.Exit(1)
    ready = [_warmed(variant, solvers=solvers) for variant in variants]
    say(f"saved in {folder}\n")
    if not all(ready):
        raise typer.Exit(1)


def _chosen(names: list[str]) -> list[Variant]:
    """The variants of these games, all of them by default, each once."""
    from deathmatch import games

    every = tuple(games.every())
    for name in names:
        if not any(name.lower() in (variant.id, variant.id.partition("/")[0]) for variant in every):
            known = ", ".join(dict.fromkeys(variant.id.partition("/")[0] for variant in every))
            raise typer.BadParameter(f"unknown game {name}; the games are {known}")
    wanted = {name.lower() for name in names}
    return [variant for variant in every if not wanted or wanted & {variant.id, variant.id.partition("/")[0]}]


def _warmed(variant: Variant, *, solvers: bool) -> bool:
    """Compiles the code of a variant and reports it; False if that failed, after a message on stderr."""
    from deathmatch.bots import registry, study
    from deathmatch.cli.progress import terminal
    from deathmatch.solve.kernel_cache import counted_kernels

    began = monotonic()
    try:
        with terminal(f"{variant.id}"), counted_kernels() as kernels:
            registry.warm_all(variant)
            study.warm(variant, *(("solver", "exploit") if solvers else ()))
    except Exception as error:  # a bot's own, whatever it is; the others can be made ready all the same
        complain(f"{variant.id}: {type(error).__name__}: {error}")
        return False
    say(f"{variant.id}: {f'compiled {kernels.count} kernels' if kernels.count else 'nothing to compile'}, {monotonic() - began:.0f} s\n")
    return True
