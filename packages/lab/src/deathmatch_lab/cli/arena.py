"""`deathmatch arena`: bots against each other (docs/bots.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from deathmatch.cli.files import complain, read_record, say
from deathmatch.cli.options import AsJson, Brought, RuleOptions, Seed
from deathmatch.core import plugins
from deathmatch.core.errors import PluginError
from deathmatch_lab.cli.working import GameOption, Games, Jobs, Start, Thinking

if TYPE_CHECKING:
    from deathmatch.core.game import Variant
    from deathmatch.core.options import Value
    from deathmatch_lab.arena import ArenaBout, ArenaMatch, ArenaResult


INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""
FIRST: Final = "the bots get ready, which takes up to a minute the first time"
BOT_NAMES: Final = "names, such as strong, [NAME=]MODULE:CLASS, or NAME=http://..."


def arena(
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT...", help=f"Two bots: {BOT_NAMES}", show_default=False)] = None,
    game: GameOption = None,
    games: Games = 100,
    seed: Seed = None,
    option: RuleOptions = None,
    thinking: Thinking = 2000,
    jobs: Jobs = 0,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Write the record of every match to this folder.", show_default=False)
    ] = None,
    start: Start = None,
    brought: Brought = None,
    json: AsJson = False,
) -> None:
    """Play paired matches between two bots on all cores.

    It reports the win rate of the first with its 95 % confidence interval. Ctrl-C reports the matches played so far.

    The same seed, --games and --thinking give the same matches on any machine.
    """
    if len(bots or []) > 2:
        more = plugins.missing("command.tournament")
        raise typer.BadParameter(f"more bots than two play a `deathmatch tournament`{f'; {more}' if more else ''}", param_hint="BOT...")
    with played_here(bots, game, option, thinking, start, brought) as (variant, named, fixed):
        _bout(variant.id, named, games, seed, fixed, jobs=jobs, record=record, json=json)


@contextmanager
def played_here(
    bots: list[str] | None, game: str | None, option: list[str] | None, thinking: int, start: str | None, brought: list[str] | None
) -> Iterator[tuple[Variant, list[str], dict[str, Any]]]:
    """The variant, the names of the bots, and the other fields of each bout, from a command line; a clear error if a bout cannot be."""
    from deathmatch.cli.options import bring, read_options, word_lists

    named = _named(bots or [])
    if game is None:
        raise typer.BadParameter("it is missing; expected GAME/VARIANT", param_hint="--game")
    variant, given = read_options(game, option or [])
    given, lines = (given, ()) if start is None else _begun(start, variant, given)
    bring(brought, [variant])
    _look_here(named)
    try:
        yield (
            variant,
            named,
            {"options": tuple(given.items()), "thinking": thinking, "resources": word_lists(variant, given), "start": lines},
        )
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    except (PluginError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None


def _named(bots: list[str]) -> list[str]:
    """The bots as the arena names them; two at least."""
    if len(bots) < 2:
        raise typer.BadParameter(f"two bots or more must be named, not {len(bots)}", param_hint="BOT...")
    return [bot if ":" in bot else bot.lower() for bot in bots]


def _begun(file: str, variant: Variant, given: dict[str, Value]) -> tuple[dict[str, Value], tuple[str, ...]]:
    """The options and the events of a record; a clear error if it is of another variant or contradicts an option."""
    record = read_record(file)
    if record.variant.id != variant.id:
        raise typer.BadParameter(f"{file} is a record of {record.variant.id}, not of {variant.id}", param_hint="--start")
    known = dict(record.header.given)
    for key, value in given.items():
        if known.get(key) != value:
            raise typer.BadParameter(f"{file} says the options, and {key} is not {value} there", param_hint="--start")
    return known, tuple([entry.plain for entry in record.entries])


def _look_here(bots: list[str]) -> None:
    """Modules of bots are looked for in the current folder too."""
    if any(":" in bot for bot in bots) and (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)


def _bout(
    variant: str,
    bots: list[str],
    games: int,
    seed: int | None,
    fixed: dict[str, Any],
    *,
    jobs: int,
    record: Path | None,
    json: bool,
) -> None:
    """Two bots; exits with 130 after Ctrl-C, once it has told the result so far."""
    from json import dumps
    from secrets import randbits

    from deathmatch_lab.arena import ArenaBout

    bout = ArenaBout(variant, bots[0], bots[1], games, randbits(32) if seed is None else seed, **fixed)
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
    result, whole = _watched(bout, jobs, record)
    if result is not None:
        say(dumps(result.json()) + "\n" if json else _report(result))
    if not whole:
        complain(f"interrupted: {0 if result is None else result.bout.games} of {games} matches were played")
        raise typer.Exit(INTERRUPTED)


def _watched(bout: ArenaBout, jobs: int, directory: Path | None) -> tuple[ArenaResult | None, bool]:
    """Play the bout with progress on stderr; raises as `arena.run`.

    Returns: the result, None if no match was played, and whether all were.
    """
    from deathmatch.match.record import write
    from deathmatch_lab.arena import result_of, run
    from deathmatch_lab.cli.working import counting

    width = len(str(bout.games - 1))
    wins = {"a": 0, "b": 0}
    known: list[ArenaMatch] = []
    with counting(FIRST, bout.games) as progress:

        def seen(played: ArenaMatch) -> None:
            known.append(played)
            if directory is not None:
                (directory / f"{played.number:0{width}}.dm").write_text(write(played.record(bout)), encoding="utf-8", newline="\n")
            if played.winner is not None:
                wins[played.winner] += 1
            progress(f"{bout.named('a')} {wins['a']} : {wins['b']} {bout.named('b')}", len(known))

        try:
            return run(bout, jobs, seen), True
        except KeyboardInterrupt:
            return (result_of(bout, known) if known else None), False


def _report(result: ArenaResult) -> str:
    """A few lines for people."""
    from deathmatch_lab.arena import quantile

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
