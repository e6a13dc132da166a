"""Plots of studies: of a tournament that `deathmatch tournament --out` kept, of reviews, and of bots against their best responses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from deathmatch.bots import registry, study
from deathmatch.bots.budget import Counted
from deathmatch.core.game import AnyGame, Resources, Variant
from deathmatch.core.seats import Seat
from deathmatch.match.record import Record
from deathmatch_lab.arena import interval
from deathmatch_lab.exploiting import exploit
from deathmatch_lab.plotting import Bar, Bars, Line, Lines, Plot
from deathmatch_lab.solving import Reporter
from deathmatch_lab.tournaments.folder import kept_result
from deathmatch_lab.tournaments.tournament import NOBODY, Result, Row


def shares(folder: Path) -> Plot:
    """The share of the matches that each bot won against each other."""
    result = kept_result(folder)
    bars = tuple([Bar(f"{pair.a} : {pair.b}", pair.share, *pair.interval) for pair in result.standings])
    words = f"{_told(result)} Share of the matches that the first bot of each pair won, with 95 % intervals."
    return Plot("Shares of matches won", words, (Bars("matches won", bars, 0.5, percent=True, points=True),))


def ratings(folder: Path) -> Plot:
    """The ladder of the ratings."""
    result = kept_result(folder)
    bars = tuple([Bar(rating.name, rating.elo, rating.low, rating.high) for rating in result.ratings])
    words = f"{_told(result)} Ratings by the model of Bradley and Terry with 95 % intervals; 400 points more are odds of 10 : 1."
    return Plot("Ratings", words, (Bars("rating; the mean of all bots is 0", bars, points=True),))


def edges(folder: Path) -> Plot:
    """The edge of seat A, and of the seat that was the first to decide alone, for each pair of bots and for all."""
    result = kept_result(folder)
    panels = [Bars("matches that seat A won", _edge(result.rows, lambda _row: Seat.A), 0.5, percent=True, points=True)]
    opened = [row for row in result.rows if row.opener != NOBODY]
    if opened:
        bars = _edge(opened, lambda row: Seat(row.opener), "seat-b")
        panels.append(Bars("matches that the seat won which was the first to decide alone", bars, 0.5, percent=True, points=True))
    words = f"{_told(result)} The edge of a seat, with 95 % intervals. Each pair of bots swaps seats, so their strengths cancel."
    return Plot("First mover's edge", words, tuple(panels))


def _edge(rows: Iterable[Row], of: Callable[[Row], Seat], paint: str = "seat-a") -> tuple[Bar, ...]:
    groups: dict[str, dict[tuple[str, str, int], list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        winner = None if not row.winner else Seat.A if row.winner == row.first else Seat.B
        won = 0.5 if winner is None else float(winner is of(row))
        for group in (f"{row.a} : {row.b}", "all pairs"):
            groups[group][row.a, row.b, row.number // 2].append(won)
    bars = []
    for name, pairs in groups.items():
        scores, sizes = [sum(won) for won in pairs.values()], [len(won) for won in pairs.values()]
        bars.append(Bar(name, sum(scores) / sum(sizes), *interval(scores, sum(sizes), sizes), paint=paint))
    all_ = [bar for bar in bars if bar.name == "all pairs"]
    return (*[bar for bar in bars if bar.name != "all pairs"], *(all_ if len(bars) > 2 else ()))


def _told(result: Result) -> str:
    options = "".join(f", {key}={value}" for key, value in result.tournament.options)
    return f"{result.tournament.variant}{options}; {len(result.rows):,} matches, seed {result.tournament.seed}."


# --- Made with reviews


def course(record: Record, units: int, resources: Resources | None) -> Plot:
    """The chance of A over a match, as its review has it.

    Raises: LookupError if the variant has no advisor; UnfinishedError.
    """
    review = study.look_back(record, Counted(units), resources)
    names = {seat.value: name for seat, name in record.header.people.items()}
    if review.chart is None:
        raise ValueError(f"the review of this match of {record.variant.id} has no chances")
    points = tuple([(float(event), value, *review.chart.at(event)[1:]) for event, value in review.chart.points])
    words = f"{record.variant.id}: {names['A']} on seat A, {names['B']} on seat B. {' '.join(review.summary[:1])} {review.chart.margin}"
    lines = Lines("event", review.chart.caption, (Line("", points, "seat-a"),), True, ends=(-0.02, 1.02))
    return Plot("The course of a match", words.strip(), (lines,))


# --- Bots against their best responses


_EXACT: Final = "the chance to win against an opponent that knows the mixed strategy of the bot, computed exactly"


def exploits(variant: Variant, game: AnyGame, bots: Sequence[str], work: Reporter) -> Plot:
    """The chance of each bot against its best response, beside that of best play.

    Raises: LookupError for an unknown bot; core.errors.UnsolvableError.
    """
    bars: list[Bar] = []
    for bot in bots:
        found = exploit(variant, game, registry.pick(variant, game, bot), work)
        bars += [_bar(bot, seat.seat.value, seat.role, seat.chance, seat.value) for seat in found.seats]
    return _plot(f"{variant.id}: {_EXACT}.", bars)


def _bar(bot: str, letter: str, role: str, chance: float, goal: float) -> Bar:
    return Bar(f"{bot} on {letter}{f', {role}' if role else ''}", chance, goal=goal, paint=f"seat-{letter.lower()}")


def _plot(words: str, bars: Sequence[Bar]) -> Plot:
    return Plot("Against the best response", words, (Bars("chance to win", tuple(bars), percent=True, goal="best play"),))
