"""`deathmatch arena`: bots against each other (docs/bots.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from deathmatch.cli.clusters import ClusterAddress, pool_at, spelled_out
from deathmatch.cli.files import complain, read_record, say
from deathmatch.cli.options import Brought, RuleOptions
from deathmatch.core.errors import PluginError

if TYPE_CHECKING:
    from deathmatch.bots.arena import ArenaBout, ArenaMatch, ArenaResult
    from deathmatch.core.game import Variant
    from deathmatch.core.options import Value
    from deathmatch.core.pooling import Pool


INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""
SYSTEMS: Final = ("bradley-terry", "glicko")
"""Systems of ratings."""
FORMATS: Final = ("csv", "parquet")
"""Formats of the tables of decisions."""
FIRST: Final = "the bots get ready, which takes up to a minute the first time"


Players: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="BOT...",
        help="Two bots or more: names, such as strong, [NAME=]MODULE:CLASS, NAME=http://..., or openspiel:mcts",
        show_default=False,
    ),
]
Swiss: TypeAlias = Annotated[
    int | None,
    typer.Option("--swiss", metavar="ROUNDS", min=1, help="Rounds of the Swiss system. By default all meet all.", show_default=False),
]
UntilDecided: TypeAlias = Annotated[
    bool, typer.Option("--until-decided", help="Stop the matches of two bots once it is sure who is better. --games is the most.")
]
Margin: TypeAlias = Annotated[
    float, typer.Option("--margin", help="For --until-decided: a better bot wins this much over half of the matches.")
]
Out: TypeAlias = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Keep records and a table of matches. The same command goes on.", show_default=False),
]
Tables: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--tables",
        metavar="FORMAT",
        help="With --out: write a table of all decisions with their views: csv, or parquet, with one of matches beside it. Repeatable.",
        show_default=False,
    ),
]
Start: TypeAlias = Annotated[
    str | None,
    typer.Option("--start", metavar="FILE", help="Begin each match where this record ends; it says the options.", show_default=False),
]
Score: TypeAlias = Annotated[
    Path | None, typer.Option("--score", metavar="DIR", help="Play nothing. Rate the players of the records here.", show_default=False)
]
Ratings: TypeAlias = Annotated[
    str, typer.Option("--ratings", metavar="SYSTEM", help="bradley-terry, or glicko to have ratings by Glicko-2 beside these.")
]
Records: TypeAlias = Annotated[
    Path | None, typer.Option("--record", metavar="DIR", help="Write the record of every match to this folder.", show_default=False)
]
Games: TypeAlias = Annotated[
    int, typer.Option("--games", metavar="N", min=1, help="The number of matches of two bots. They swap seats after each match.")
]
Thinking: TypeAlias = Annotated[
    int, typer.Option("--thinking", min=1, help="Units of work per decision, for bots that search until they are stopped.")
]


def arena(
    bots: Players = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME/VARIANT", help="The game and its variant.", show_default=False)
    ] = None,
    games: Games = 100,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Random seed (default: random).", show_default=False)] = None,
    option: RuleOptions = None,
    thinking: Thinking = 2000,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="The number of processes. 0 means one per core.")] = 0,
    cluster: ClusterAddress = None,
    record: Records = None,
    swiss: Swiss = None,
    until_decided: UntilDecided = False,
    margin: Margin = 0.05,
    out: Out = None,
    tables: Tables = None,
    start: Start = None,
    score: Score = None,
    ratings: Ratings = SYSTEMS[0],
    brought: Brought = None,
    json: Annotated[bool, typer.Option("--json", help="Print only one JSON object.")] = False,
) -> None:
    """Play paired matches between bots on all cores, or on a cluster.

    Of two bots it reports the win rate with its 95 % confidence interval, of more their ratings. Ctrl-C reports the matches played so far.

    The same seed, --games and --thinking give the same matches on any machine.
    """
    from deathmatch.cli.options import bring, read_options, word_lists
    from deathmatch.cli.tournament import rate_records, tournament

    by_glicko = _is_glicko(ratings)
    if score is not None:
        _alone(bool(bots) or game is not None or out is not None)
        rate_records(score, by_glicko, json)
        return
    named = _named(bots or [])
    if game is None:
        raise typer.BadParameter("it is missing; expected GAME/VARIANT", param_hint="--game")
    many = len(named) > 2 or swiss is not None or until_decided or out is not None or by_glicko
    formats = _check_kept(many, record, out, tables or [])
    variant, given = read_options(game, option or [])
    given, lines = (given, ()) if start is None else _begun(start, variant, given)
    bring(brought, [variant])
    _look_here(named)
    fixed = {"options": tuple(given.items()), "thinking": thinking, "resources": word_lists(variant, given), "start": lines}
    try:
        with pool_at(cluster, jobs) as pool:
            named = named if pool is None else spelled_out(named)
            if many:
                least = margin if until_decided else None
                shown: dict[str, Any] = {"tables": formats, "by_glicko": by_glicko, "json": json}
                tournament(variant.id, named, games, seed, swiss, least, fixed, jobs=jobs, pool=pool, out=out, **shown)
            else:
                _bout(variant.id, named, games, seed, fixed, jobs=jobs, pool=pool, record=record, json=json)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    except (PluginError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None


def _alone(more: bool) -> None:
    """Raises BadParameter if `--score` does not stand alone."""
    if more:
        raise typer.BadParameter("it rates kept records and takes no bots, no --game and no --out", param_hint="--score")


def _is_glicko(system: str) -> bool:
    """Whether these ratings are those by Glicko-2."""
    if system not in SYSTEMS:
        raise typer.BadParameter(f"unknown system {system}; the systems are {' and '.join(SYSTEMS)}", param_hint="--ratings")
    return system == "glicko"


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


def _check_kept(many: bool, record: Path | None, out: Path | None, tables: list[str]) -> tuple[str, ...]:
    """The formats of the tables; raises BadParameter if options that keep matches do not go together."""
    formats = tuple(dict.fromkeys(name.lower() for name in tables))
    for name in formats:
        if name not in FORMATS:
            raise typer.BadParameter(f"unknown format {name}; the formats are {' and '.join(FORMATS)}", param_hint="--tables")
    if "parquet" in formats:
        import deathmatch.study.parquet  # noqa: F401 - if its library is missing, the error comes before the matches are played
    if tables and out is None:
        raise typer.BadParameter("it is for a tournament that is kept; give --out DIR", param_hint="--tables")
    if many and record is not None:
        raise typer.BadParameter("it is for two bots and all of their matches; use --out DIR", param_hint="--record")
    return formats


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
    pool: Pool | None,
    record: Path | None,
    json: bool,
) -> None:
    """Two bots; exits with 130 after Ctrl-C, once it has told the result so far."""
    from json import dumps
    from secrets import randbits

    from deathmatch.bots.arena import ArenaBout

    bout = ArenaBout(variant, bots[0], bots[1], games, randbits(32) if seed is None else seed, **fixed)
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
    result, whole = _watched(bout, jobs, pool, record)
    if result is not None:
        say(dumps(result.json()) + "\n" if json else _report(result))
    if not whole:
        complain(f"interrupted: {0 if result is None else result.bout.games} of {games} matches were played")
        raise typer.Exit(INTERRUPTED)


def _watched(bout: ArenaBout, jobs: int, pool: Pool | None, directory: Path | None) -> tuple[ArenaResult | None, bool]:
    """Play the bout with progress on stderr; raises as `arena.run`.

    Returns: the result, None if no match was played, and whether all were.
    """
    from deathmatch.bots.arena import result_of, run
    from deathmatch.cli.progress import counting
    from deathmatch.match.record import write

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
            return run(bout, jobs, seen, pool), True
        except KeyboardInterrupt:
            return (result_of(bout, known) if known else None), False


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
