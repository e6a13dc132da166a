"""`deathmatch tournament`: many bots against each other (docs/research.md)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli.files import complain, say
from deathmatch.cli.options import AsJson, Brought, RuleOptions, Seed
from deathmatch_lab.cli.arena import BOT_NAMES, FIRST, INTERRUPTED, played_here
from deathmatch_lab.cli.working import GameOption, Games, Jobs, Start, Thinking

if TYPE_CHECKING:
    from deathmatch_lab.tournaments.ratings import Rating
    from deathmatch_lab.tournaments.tournament import Play, Result, Row, Tournament


def tournament(
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
    """Play a tournament of bots on all cores, and report their ratings.

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
