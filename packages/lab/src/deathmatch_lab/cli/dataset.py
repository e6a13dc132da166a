"""`deathmatch dataset`: matches of mixed bots as a data set (docs/dataset.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deathmatch.cli.files import complain, say
from deathmatch.cli.options import Brought
from deathmatch.core.errors import PluginError
from deathmatch_lab.cli.working import Jobs, Thinking


def dataset(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the data set; the same command goes on there.")],
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="GAME/VARIANT", help="A variant; repeatable. Default: all.", show_default=False)
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Matches of each variant, at least.")] = 10_000,
    play: Annotated[
        list[str] | None,
        typer.Option("--play", metavar="BOT", help="A bot that plays; repeatable. Default: random, steady, level-2, level-4, level-6."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Random seed.")] = 1,
    thinking: Thinking = 20,
    jobs: Jobs = 0,
    brought: Brought = None,
) -> None:
    """Make a data set: whole matches of mixed bots as records and as Parquet, with a card and checksums.

    The matches depend on the options of this command only. After Ctrl-C the same command goes on. The exit status is then 130.
    """
    from deathmatch.cli.options import all_word_lists, bring
    from deathmatch.games import every
    from deathmatch_lab.tournaments import dataset as making

    variants = [name.lower() for name in game or [variant.id for variant in every()]]
    bots = tuple(bot if ":" in bot else bot.lower() for bot in play or making.MIXED)
    bring(brought, list(every()))
    try:
        parts = making.planned(variants, bots, games, seed, thinking, all_word_lists)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    except (PluginError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
    for part in parts:
        try:
            _made(folder / part.folder, part, jobs)
        except ValueError as error:
            complain(f"{part.tournament.variant}: {error}")
            raise typer.Exit(1) from None
    making.seal(folder, parts)
    say(f"{folder / making.CARD}\n")


def _made(folder: Path, part: object, jobs: int) -> None:
    """Play and tabulate one variant; exits with 130 after Ctrl-C."""
    from deathmatch.cli.progress import terminal
    from deathmatch_lab.cli.arena import INTERRUPTED, watched
    from deathmatch_lab.tournaments.dataset import Part, tabulate
    from deathmatch_lab.tournaments.folder import opened
    from deathmatch_lab.tournaments.tournament import Play

    assert isinstance(part, Part)
    wanted = part.tournament
    with opened(folder, wanted) as kept:
        play = Play(wanted, kept.rows, kept.keep)
        if play.played < wanted.most and not watched(play, jobs):
            complain(f"interrupted: {play.played} of {wanted.most} matches of {wanted.variant}; the same command goes on")
            raise typer.Exit(INTERRUPTED)
    with terminal(f"tables of {wanted.variant}") as shown:
        count = tabulate(folder, jobs=jobs, seen=lambda done, of: shown(f"tables of {wanted.variant}: match {done} of {of}", done / of))
    say(f"{wanted.variant}: {count} matches\n")
