"""`deathmatch arena`: bots against each other (docs/bots.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli.files import say
from deathmatch.cli.options import Brought, RuleOptions

if TYPE_CHECKING:
    from deathmatch.bots.arena import ArenaBout, ArenaMatch, ArenaResult


FIRST = "the bots get ready, which takes up to a minute the first time"


def arena(
    a: Annotated[
        str, typer.Argument(metavar="BOT", help="The bot whose win rate is reported, such as strong or level-3.", show_default=False)
    ],
    b: Annotated[str, typer.Argument(metavar="BOT", help="Its opponent.", show_default=False)],
    game: Annotated[str, typer.Option("--game", metavar="GAME/VARIANT", help="The game and its variant.", show_default=False)],
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="The number of matches. The bots swap seats after each match.")
    ] = 100,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Random seed (default: random).", show_default=False)] = None,
    option: RuleOptions = None,
    thinking: Annotated[
        int, typer.Option("--thinking", min=1, help="Units of work per decision, for bots that search until they are stopped.")
    ] = 2000,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="The number of processes. 0 means one per core.")] = 0,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Write the record of every match to this folder.", show_default=False)
    ] = None,
    brought: Brought = None,
    json: Annotated[bool, typer.Option("--json", help="Print only one JSON object.")] = False,
) -> None:
    """Play paired matches between two bots on all cores and report the win rate with its 95 % confidence interval.

    The same seed, --games and --thinking give the same matches on any machine.
    """
    from json import dumps
    from secrets import randbits

    from deathmatch.bots.arena import ArenaBout
    from deathmatch.cli.options import bring, read_options, word_lists

    variant, given = read_options(game, option or [])
    bring(brought, [variant])
    lists = word_lists(variant, given)
    bout = ArenaBout(variant.id, a.lower(), b.lower(), games, randbits(32) if seed is None else seed, tuple(given.items()), thinking, lists)
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
    try:
        result = _watched(bout, jobs, record)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    say(dumps(result.json()) + "\n" if json else _report(result))


def _watched(bout: ArenaBout, jobs: int, directory: Path | None) -> ArenaResult:
    """Play the bout with a progress bar on stderr; raises as `arena.run`."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from deathmatch.bots.arena import run
    from deathmatch.match.record import write

    width = len(str(bout.games - 1))
    wins = {"a": 0, "b": 0}
    columns = ("{task.description}", MofNCompleteColumn(), TextColumn("{task.fields[score]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(FIRST, total=bout.games, score="")

        def seen(played: ArenaMatch) -> None:
            if directory is not None:
                (directory / f"{played.number:0{width}}.dm").write_text(write(played.record(bout)), encoding="utf-8", newline="\n")
            if played.winner is not None:
                wins[played.winner] += 1
            progress.update(task, description=f"{bout.named('a')} : {bout.named('b')}", advance=1, score=f"{wins['a']} : {wins['b']}")

        return run(bout, jobs, seen)


def _report(result: ArenaResult) -> str:
    """A few lines for people."""
    from deathmatch.bots.arena import quantile

    bout, (low, high) = result.bout, result.interval
    ties = bout.games - sum(result.wins.values())
    half = "; a match without a winner counts half" if ties else ""
    lines = [
        f"{bout.variant}, {bout.games} matches, seed {bout.seed}",
        f"{bout.named('a')} {result.wins['a']} : {result.wins['b']} {bout.named('b')}{f', {ties} without a winner' if ties else ''}",
        f"{bout.named('a')} scores {result.share:.1%} (95 %: {low:.1%} to {high:.1%}){half}",
    ]
    for side in ("a", "b"):
        times = result.seconds[side]
        halves = " and ".join(f"{quantile(times, part) * 1000:.2f} ms (p{part * 100:.0f})" for part in (0.5, 0.99))
        lines.append(f"{bout.named(side)} took {halves} a decision")
    return "\n".join(lines) + "\n"
