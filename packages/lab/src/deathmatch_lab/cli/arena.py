"""`deathmatch arena`: two or more bots against each other (docs/research.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from deathmatch.cli.files import complain, read_record, say
from deathmatch.cli.options import AsJson, Brought, RuleOptions, Seed
from deathmatch.core.errors import PluginError
from deathmatch_lab.cli.working import GameOption, Games, Jobs, Start, Thinking

if TYPE_CHECKING:
    from deathmatch.core.game import Variant
    from deathmatch.core.options import Value
    from deathmatch_lab.tournaments.ratings import Rating
    from deathmatch_lab.tournaments.tournament import Play, Result, Row, Tournament

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""
FIRST: Final = "the bots get ready, which takes up to a minute the first time"
BOT_NAMES: Final = "names, such as strong, [NAME=]MODULE:CLASS, or NAME=http://..."


def arena(
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT...", help=f"Two bots or more: {BOT_NAMES}", show_default=False)] = None,
    game: GameOption = None,
    games: Games = 100,
    seed: Seed = None,
    option: RuleOptions = None,
    thinking: Thinking = 2000,
    jobs: Jobs = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep records and a table of matches. The same command goes on.", show_default=False),
    ] = None,
    start: Start = None,
    brought: Brought = None,
    json: AsJson = False,
) -> None:
    """Play paired matches of every two of the bots on all cores, and report their ratings and how often each wins.

    Ctrl-C reports the matches played so far. The same seed, --games and --thinking give the same matches on any machine.
    """
    from deathmatch_lab.tournaments.tournament import Tournament

    with played_here(bots, game, option, thinking, start, brought) as (variant, named, fixed):
        _played(Tournament(variant.id, tuple(named), games, _seed(seed, out), **fixed), jobs, out, json=json)


def _seed(given: int | None, out: Path | None) -> int:
    """The seed of the tournament: the given one, that of the tournament that is kept already, or a random one."""
    from secrets import randbits

    from deathmatch_lab.tournaments.folder import seed_of

    if given is not None:
        return given
    kept = None if out is None else seed_of(out)
    return randbits(32) if kept is None else kept


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


def _played(wanted: Tournament, jobs: int, out: Path | None, *, json: bool) -> None:
    """Play a tournament, or go on with the one in `out`; exits with 130 after Ctrl-C, once it has told the result so far.

    Raises: LookupError, PluginError, ValueError for a tournament that cannot be.
    """
    from json import dumps

    from deathmatch_lab.tournaments.folder import opened
    from deathmatch_lab.tournaments.tournament import Play

    with nullcontext() if out is None else opened(out, wanted) as folder:
        play = Play(wanted) if folder is None else Play(wanted, folder.rows, folder.keep)
        before = play.played
        whole = watched(play, jobs)
    result = play.result()
    say(dumps(result.json()) + "\n" if json else _report(result, before))
    if not whole:
        kept = "; --out DIR would have kept them" if out is None else f"; the same command goes on with those in {out}"
        complain(f"interrupted: {play.played} of at most {wanted.most} matches were played{kept}")
        raise typer.Exit(INTERRUPTED)


def watched(play: Play, jobs: int) -> bool:
    """Play all that is left, with progress and the time left on stderr; returns whether it came to its end."""
    from deathmatch_lab.cli.working import counting

    with counting(FIRST, play.tournament.most, play.played) as progress:

        def seen(row: Row) -> None:
            progress(f"{row.a} : {row.b}", play.played)

        try:
            play.run(jobs, seen)
        except KeyboardInterrupt:
            return False
    return True


def _report(result: Result, before: int) -> str:
    """The tables for people."""
    played = result.tournament
    kept = f", {before} of them kept from before" if before else ""
    lines = [f"{played.variant}, {len(result.rows)} matches{kept}, seed {played.seed}", *_ladder(result.ratings), ""]
    wide = max((len(name) for name in played.names), default=0)
    for pair in result.standings:
        ties = pair.games - sum(pair.wins)
        words = [f"{pair.a:>{wide}} {pair.wins[0]:>4} : {pair.wins[1]:<4} {pair.b:<{wide}}"]
        words.append(f"{pair.share:6.1%} (95 %: {pair.interval[0]:.1%} to {pair.interval[1]:.1%})")
        if ties:
            words.append(f"{ties} without a winner")
        lines.append("  ".join(words))
    return "\n".join(lines) + "\n"


def _ladder(ratings: Sequence[Rating]) -> list[str]:
    """Ratings as a table, best first."""
    wide = max([len(rating.name) for rating in ratings] + [3])
    lines = [f"  # {'bot':<{wide}}  rating     95 %           matches  share"]
    for place, rating in enumerate(ratings, 1):
        ends = f"{rating.low:+.0f} to {rating.high:+.0f}"
        share = f"{rating.score / rating.games:.1%}" if rating.games else "-"
        lines.append(f"{place:>3} {rating.name:<{wide}}  {rating.elo:+6.0f}     {ends:<14} {rating.games:>7}  {share:>6}")
    return lines
