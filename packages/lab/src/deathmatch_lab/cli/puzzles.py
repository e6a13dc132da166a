"""`deathmatch puzzles`: makes puzzles of a game, proved and graded, as a file for its folder `lessons` (docs/lessons.md)."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from deathmatch.cli.files import say


def puzzles(
    game: Annotated[str, typer.Argument(metavar="GAME/VARIANT", help="The variant to make puzzles of.", show_default=False)],
    count: Annotated[int, typer.Option("--count", min=1, max=1000, help="The number of puzzles.")] = 50,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed makes the same puzzles.")] = 0,
) -> None:
    """Make puzzles of a variant, and print them as a file (TOML).

    Each puzzle is a legal position with a right move that the game proves. It gets a grade from 1 to 5 by how often the bots find the move.
    """
    from deathmatch.cli.options import all_word_lists, read_options
    from deathmatch.core.errors import UnknownNameError
    from deathmatch.match.dealer import HmacSource
    from deathmatch_lab import puzzling

    variant, _ = read_options(game, [])
    try:
        words = puzzling.words(variant)
    except UnknownNameError as error:
        raise typer.BadParameter(str(error)) from None
    source = HmacSource(b"puzzles", str(seed))
    made = islice(puzzling.make(variant, source, all_word_lists(variant)), count)
    say(puzzling.written(words, list(made)))
