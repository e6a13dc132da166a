"""Plots of a tournament that `deathmatch arena --out` kept: shares, ratings, the first mover's edge, the length of matches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from deathmatch.bots.arena import alone, interval
from deathmatch.core.plotting import Bar, Bars, Plot
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.match.record import RecordError, unfold
from deathmatch.study.folder import kept_result
from deathmatch.study.tournament import NOBODY, Result, Row

MOST_BINS: Final = 30  # bars of a histogram


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


def glicko(folder: Path) -> Plot:
    """The ladder of the ratings by Glicko-2."""
    result = kept_result(folder)
    bars = tuple([Bar(one.name, one.rating, *one.ends) for one in result.glicko])
    words = f"{_told(result)} Ratings by Glicko-2, with 95 % intervals of 1.96 deviations; a bot without matches has 1500."
    return Plot("Ratings by Glicko-2", words, (Bars("rating", bars, 1500.0, points=True),))


def lengths(folder: Path) -> Plot:
    """How long matches are, in decisions of both seats."""
    result = kept_result(folder)
    counts = Counter(row.decisions_a + row.decisions_b for row in result.rows)
    least, most = (min(counts), max(counts)) if counts else (0, 0)
    wide = max(1, -(-(most - least + 1) // MOST_BINS))
    bars = []
    for low in range(least, most + 1, wide):
        name = str(low) if wide == 1 else f"{low}-{low + wide - 1}"
        bars.append(Bar(name, float(sum(counts[number] for number in range(low, low + wide)))))
    named = _thinned(bars)
    mean = sum(number * count for number, count in counts.items()) / max(1, len(result.rows))
    words = f"{_told(result)} Decisions of both seats together; the mean is {mean:.1f}."
    return Plot("Length of matches", words, (Bars("matches", named, upright=True, names="decisions"),))


def _thinned(bars: Sequence[Bar]) -> tuple[Bar, ...]:
    """The same bars with names no denser than can be read."""
    every = -(-len(bars) // 12)
    return tuple([bar if place % every == 0 else Bar("", bar.value, paint=bar.paint) for place, bar in enumerate(bars)])


def edges(folder: Path, seen: Callable[[int, int], None] = lambda _done, _all: None) -> Plot:
    """The edge of seat A, and of the seat that was the first to decide alone, for each pair of bots and for all.

    Args:
        folder: of the tournament.
        seen: called with the number of records read so far, and of all, if the table is of an earlier version and does not say who decided.
    """
    result = kept_result(folder)
    opened = _openers(folder, result.rows, seen)
    panels = [Bars("matches that seat A won", _edge(result.rows, lambda _row: Seat.A), 0.5, percent=True, points=True)]
    if opened:
        rows = [row for row in result.rows if row.record in opened]
        bars = _edge(rows, lambda row: opened[row.record], "seat-b")
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


def _openers(folder: Path, rows: Sequence[Row], seen: Callable[[int, int], None]) -> Mapping[str, Seat]:
    """By record, the seat that was the first to owe a decision alone; matches without such a decision are left out."""
    found: dict[str, Seat] = {}
    for number, row in enumerate(rows):
        if row.opener:
            opener = None if row.opener == NOBODY else Seat(row.opener)
        elif row.record:
            seen(number, len(rows))
            opener = _opener(folder / row.record)
        else:
            continue
        if opener is not None:
            found[row.record] = opener
    return found


def _opener(file: Path) -> Seat | None:
    """The seat that was the first to owe a decision alone; a record is played only so far."""
    try:
        _, steps = unfold(file.read_bytes(), find)
        return next((seat for _, position in steps if (seat := alone(position.game.pending(position.state))) is not None), None)
    except RecordError as error:
        raise ValueError(f"{file}, line {error.line}: {error}") from None


def _told(result: Result) -> str:
    options = "".join(f", {key}={value}" for key, value in result.tournament.options)
    return f"{result.tournament.variant}{options}; {len(result.rows):,} matches, seed {result.tournament.seed}."
