"""`deathmatch tournament`: many bots against each other, and the ratings of kept records (docs/research.md)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from deathmatch.cli.arena import BOT_NAMES, FIRST, INTERRUPTED, played_here
from deathmatch.cli.files import complain, refuse, say
from deathmatch.cli.options import AsJson, Brought, GameOption, Games, Jobs, RuleOptions, Seed, Start, Thinking
from deathmatch_lab.cli.working import ClusterAddress, pool_at, spelled_out

if TYPE_CHECKING:
    from deathmatch.core.game import Resources
    from deathmatch.core.pooling import Pool
    from deathmatch.match.record import RecordError
    from deathmatch_lab.tournaments.ratings import GlickoRating, Rating
    from deathmatch_lab.tournaments.tournament import Play, Result, Row, Tournament

SYSTEMS: Final = ("bradley-terry", "glicko")
"""Systems of ratings."""
FORMATS: Final = ("csv", "parquet")
"""Formats of the tables of decisions."""

Tables: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--tables",
        metavar="FORMAT",
        help="With --out: write a table of all decisions with their views: csv, or parquet, with one of matches beside it. Repeatable.",
        show_default=False,
    ),
]


def tournament(
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT...", help=f"Two bots or more: {BOT_NAMES}", show_default=False)] = None,
    game: GameOption = None,
    games: Games = 100,
    seed: Seed = None,
    option: RuleOptions = None,
    thinking: Thinking = 2000,
    jobs: Jobs = 0,
    cluster: ClusterAddress = None,
    swiss: Annotated[
        int | None,
        typer.Option("--swiss", metavar="ROUNDS", min=1, help="Rounds of the Swiss system. By default all meet all.", show_default=False),
    ] = None,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Stop the matches of two bots once it is sure who is better. --games is the most.")
    ] = False,
    margin: Annotated[
        float, typer.Option("--margin", help="For --until-decided: a better bot wins this much over half of the matches.")
    ] = 0.05,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep records and a table of matches. The same command goes on.", show_default=False),
    ] = None,
    tables: Tables = None,
    start: Start = None,
    score: Annotated[
        Path | None,
        typer.Option("--score", metavar="DIR", help="Play nothing. Rate the players of the records here.", show_default=False),
    ] = None,
    ratings: Annotated[
        str, typer.Option("--ratings", metavar="SYSTEM", help="bradley-terry, or glicko to have ratings by Glicko-2 beside these.")
    ] = SYSTEMS[0],
    brought: Brought = None,
    json: AsJson = False,
) -> None:
    """Play a tournament of bots on all cores, or on a cluster, and report their ratings.

    Ctrl-C reports the matches played so far. The same seed, --games and --thinking give the same matches on any machine.
    """
    from deathmatch_lab.tournaments.tournament import Tournament

    if ratings not in SYSTEMS:
        raise typer.BadParameter(f"unknown system {ratings}; the systems are {' and '.join(SYSTEMS)}", param_hint="--ratings")
    by_glicko = ratings == "glicko"
    if score is not None:
        if bots or game is not None or out is not None:
            raise typer.BadParameter("it rates kept records and takes no bots, no --game and no --out", param_hint="--score")
        _rate_records(score, by_glicko, json)
        return
    formats = _formats(tables or [], out)
    with played_here(bots, game, option, thinking, start, brought) as (variant, named, fixed), pool_at(cluster, jobs) as pool:
        names = tuple(named if pool is None else spelled_out(named))
        least = margin if until_decided else None
        wanted = Tournament(variant.id, names, games, _seed(seed, out), rounds=swiss, margin=least, **fixed)
        _played(wanted, jobs, pool, out, formats, by_glicko=by_glicko, json=json)


def _formats(tables: list[str], out: Path | None) -> tuple[str, ...]:
    """The formats of the tables; raises BadParameter for one that there is not, and for tables of matches that are not kept."""
    formats = tuple(dict.fromkeys(name.lower() for name in tables))
    for name in formats:
        if name not in FORMATS:
            raise typer.BadParameter(f"unknown format {name}; the formats are {' and '.join(FORMATS)}", param_hint="--tables")
    if tables and out is None:
        raise typer.BadParameter("it is for a tournament that is kept; give --out DIR", param_hint="--tables")
    return formats


def _seed(given: int | None, out: Path | None) -> int:
    """The seed of the tournament: the given one, that of the tournament that is kept already, or a random one."""
    from secrets import randbits

    from deathmatch_lab.tournaments.folder import seed_of

    if given is not None:
        return given
    kept = None if out is None else seed_of(out)
    return randbits(32) if kept is None else kept


def _played(
    wanted: Tournament, jobs: int, pool: Pool | None, out: Path | None, tables: Sequence[str], *, by_glicko: bool, json: bool
) -> None:
    """Play a tournament, or go on with the one in `out`; exits with 130 after Ctrl-C, once it has told the result so far.

    Raises: LookupError, PluginError, ValueError for a tournament that cannot be.
    """
    from json import dumps

    from deathmatch_lab.tournaments.folder import opened
    from deathmatch_lab.tournaments.tournament import Play

    with nullcontext() if out is None else opened(out, wanted) as folder:
        play = Play(wanted) if folder is None else Play(wanted, folder.rows, folder.keep)
        before = play.played
        whole = watched(play, jobs, pool)
    result = play.result()
    if out is not None and whole:
        for name in tables:
            _tabulated(out, name, wanted.resources)
    say(dumps(result.json(by_glicko=by_glicko)) + "\n" if json else _report(result, before, by_glicko))
    if not whole:
        kept = "; --out DIR would have kept them" if out is None else f"; the same command goes on with those in {out}"
        complain(f"interrupted: {play.played} of at most {wanted.most} matches were played{kept}")
        raise typer.Exit(INTERRUPTED)


def _tabulated(out: Path, name: str, lists: Resources | None) -> None:
    """Write the tables of a kept tournament in a format, with progress on stderr."""
    from deathmatch.cli.progress import terminal

    with terminal(f"tables ({name})") as shown:

        def seen(done: int, of: int) -> None:
            shown(f"tables ({name}): match {done} of {of}", done / of)

        if name == "csv":
            from deathmatch_lab.tournaments.tables import write_csv

            write_csv(out, seen=seen)
        else:
            from deathmatch_lab.tournaments.dataset import tabulate

            tabulate(out, resources=lists, seen=seen)


def watched(play: Play, jobs: int, pool: Pool | None = None) -> bool:
    """Play all that is left, with progress and the time left on stderr; returns whether it came to its end."""
    from deathmatch.cli.progress import counting

    with counting(FIRST, play.tournament.most, play.played) as progress:

        def seen(row: Row) -> None:
            progress(f"{row.a} : {row.b}", play.played)

        try:
            play.run(jobs, seen, pool)
        except KeyboardInterrupt:
            return False
    return True


def _report(result: Result, before: int, by_glicko: bool) -> str:
    """The tables for people."""
    from deathmatch_lab.tournaments.tournament import LOOK

    played = result.tournament
    kept = f", {before} of them kept from before" if before else ""
    ladder = _ladder(result.ratings, result.glicko if by_glicko else ())
    lines = [f"{played.variant}, {len(result.rows)} matches{kept}, seed {played.seed}", *ladder, ""]
    wide = max((len(name) for name in played.names), default=0)
    for pair in result.standings:
        ties = pair.games - sum(pair.wins)
        words = [f"{pair.a:>{wide}} {pair.wins[0]:>4} : {pair.wins[1]:<4} {pair.b:<{wide}}"]
        words.append(f"{pair.share:6.1%} (95 %: {pair.interval[0]:.1%} to {pair.interval[1]:.1%})")
        if ties:
            words.append(f"{ties} without a winner")
        if played.margin is not None:
            words.append("not decided" if pair.better is None else f"{pair.better} is better")
        lines.append("  ".join(words))
    if played.margin is not None:
        lines.append(f"Each pair was looked at every {LOOK} matches. If the better bot wins {0.5 + played.margin:.1%} or more,")
        lines.append("an answer is wrong in 5 % of all cases at most.")
    return "\n".join(lines) + "\n"


def _ladder(ratings: Sequence[Rating], by_glicko: Sequence[GlickoRating] = ()) -> list[str]:
    """Ratings as a table, best first, with those by Glicko-2 beside them if there are any."""
    beside = {one.name: f"     {one.rating:>6.0f} ±{one.deviation:<4.0f}" for one in by_glicko}
    wide = max([len(rating.name) for rating in ratings] + [3])
    lines = [f"  # {'bot':<{wide}}  rating     95 %           matches  share{'     Glicko-2' if beside else ''}"]
    for place, rating in enumerate(ratings, 1):
        ends = f"{rating.low:+.0f} to {rating.high:+.0f}"
        share = f"{rating.score / rating.games:.1%}" if rating.games else "-"
        more = beside.get(rating.name, "")
        lines.append(f"{place:>3} {rating.name:<{wide}}  {rating.elo:+6.0f}     {ends:<14} {rating.games:>7}  {share:>6}{more}".rstrip())
    return lines


def _rate_records(folder: Path, by_glicko: bool, json: bool) -> None:
    """Print the ratings of the players of all records below a folder; exits with 1 if one cannot be read."""
    from json import dumps

    from deathmatch.cli.progress import counting
    from deathmatch_lab.tournaments.ratings import score
    from deathmatch_lab.tournaments.tournament import glicko_json

    if not folder.is_dir():
        raise typer.BadParameter(f"{folder} is no folder", param_hint="--score")
    files = sorted(folder.rglob("*.dm"))
    if not files:
        raise typer.BadParameter(f"{folder} holds no records (*.dm)", param_hint="--score")
    damaged: list[Path] = []

    def refused(file: Path, error: RecordError) -> None:
        damaged.append(file)
        refuse(str(file), error)

    count = itertools.count(1)
    with counting("reading records", len(files), things="records") as progress:
        scored = score(files, lambda file: progress(f"reading {file.name}", next(count)), refused)
    if json:
        shown = [
            {
                "game": one.variant,
                "options": list(one.options),
                "games": one.games,
                "ratings": [
                    {"bot": rating.name, "games": rating.games, "score": rating.score, "elo": round(rating.elo, 1)}
                    | {"low": round(rating.low, 1), "high": round(rating.high, 1)}
                    for rating in one.ratings
                ],
            }
            | ({"glicko": glicko_json(one.glicko)} if by_glicko else {})
            for one in scored.scores
        ]
        say(dumps({"scores": shown, "unfinished": scored.unfinished, "nameless": scored.nameless, "damaged": len(damaged)}) + "\n")
    else:
        for one in scored.scores:
            options = f" ({', '.join(one.options)})" if one.options else ""
            say(
                "\n".join([f"{one.variant}{options}, {one.games} matches", *_ladder(one.ratings, one.glicko if by_glicko else ()), ""])
                + "\n"
            )
        left = {"go on": scored.unfinished, "have no two names": scored.nameless, "cannot be read": len(damaged)}
        say(f"{len(files)} records" + "".join(f"; {count} {why}" for why, count in left.items() if count) + "\n")
    if damaged:
        raise typer.Exit(1)
