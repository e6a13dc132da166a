"""Plots of studies: of a tournament that `deathmatch tournament --out` kept, of reviews, and of bots against their best responses."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from deathmatch.bots import registry, study
from deathmatch.bots.arena import alone, interval
from deathmatch.bots.budget import Counted
from deathmatch.core.chance import wilson
from deathmatch.core.game import AnyGame, Resources, Variant
from deathmatch.core.seats import Seat
from deathmatch.core.utf8 import NotUtf8Error, text_of
from deathmatch.games import find
from deathmatch.match.record import Record, RecordError, read, unfold
from deathmatch.match.replay import UnfinishedError, match_history
from deathmatch_lab.exploiting import exploit
from deathmatch_lab.plotting import Bar, Bars, Line, Lines, Plot
from deathmatch_lab.solving import Reporter
from deathmatch_lab.tournaments.folder import kept_result
from deathmatch_lab.tournaments.ratings import SURE
from deathmatch_lab.tournaments.tournament import NOBODY, Result, Row

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
    """These bars with names no denser than can be read."""
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


# --- Made with reviews


TENTHS: Final = 10


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
    lines = Lines("event", review.chart.caption, (Line("", points, "seat-a"),), "values", ends=(-0.02, 1.02))
    return Plot("The course of a match", words.strip(), (lines,))


def calibration(folder: Path, units: int, lists: Callable[[Variant], Resources], seen: Callable[[int, int], None]) -> Plot:
    """Whether the seat that a review gives 70 % wins 70 % of such matches, from all finished records below a folder.

    Args:
        folder: the records.
        units: of work of a review.
        lists: the word lists of a variant.
        seen: called with the number of records read so far, and of all.

    Raises: ValueError if there is no such record; LookupError if a variant has no advisor.
    """
    files = sorted(folder.rglob("*.dm"))
    inside: list[list[tuple[int, float, bool]]] = [[] for _ in range(TENTHS)]
    variants: dict[str, int] = {}
    for number, file in enumerate(files):
        seen(number, len(files))
        record = _read(file)
        try:
            history = match_history(record)
        except UnfinishedError:
            continue
        chart = study.advisor(record.variant, record.header.game(), lists(record.variant)).review(history, Counted(units)).chart
        if chart is None or history.outcome.winner is None:
            continue
        variants[record.variant.id] = variants.get(record.variant.id, 0) + 1
        for event, value in chart.points:
            if event < len(history.moments):
                inside[min(TENTHS - 1, int(value * TENTHS))].append((number, value, history.outcome.winner is Seat.A))
    if not variants:
        raise ValueError(f"{folder} holds no records (*.dm) of matches that somebody won and that can be reviewed")
    points = tuple([_tenth(part) for part in inside if part])
    told = ", ".join(f"{count:,} matches of {name}" for name, count in variants.items())
    words = f"{told}. Positions by the chance that the review gives A, in tenths, and the share of them that A won, with 95 % intervals."
    lines = Lines("chance of A by the review", "matches that A won", (Line("", points, joined=False),), "both", True, (-0.02, 1.02))
    return Plot("How right the chances are", words, (lines,))


def _read(file: Path) -> Record:
    try:
        return read(file.read_bytes(), find)
    except RecordError as error:
        raise ValueError(f"{file}, line {error.line}: {error}") from None


def _tenth(part: Sequence[tuple[int, float, bool]]) -> tuple[float, float, float, float]:
    """The mean chance, the share won, and its interval, for as many matches as there are: positions of a match are won together."""
    won = sum(win for _, _, win in part) / len(part)
    matches = len({number for number, _, _ in part})
    return (sum(chance for _, chance, _ in part) / len(part), won, *wilson(won * matches, matches, SURE))


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


def kept(files: Sequence[Path]) -> Plot:
    """The chances from files with the output of `deathmatch exploit --json`, an object a line.

    A search has one bar for both seats: the bot's share of the matches against the best adversary that was found, with its interval. Best
    play against best play wins half of them, because the seats are swapped.

    Raises: ValueError for a file that holds something else, or for results of several variants; OSError.
    """
    bars, games, counts = [], set(), []
    for file in files:
        for result in _results(file):
            try:
                bars += _bars(result)
                games.add(result["game"])
                counts += [result["games"]] if "gives_away" in result else []
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise ValueError(f"{file} holds no results of `deathmatch exploit --json` ({error!r})") from None
    if len(games) != 1:
        raise ValueError(f"the results are of several variants, {', '.join(sorted(games))}; a plot shows one")
    words = f"{games.pop()}: "
    if len(counts) < len(bars):
        words += f"{_EXACT}{', where a bar has no interval' if counts else ''}. "
    if counts:
        most = f"{min(counts):,}" if min(counts) == max(counts) else f"{min(counts):,} to {max(counts):,}"
        words += (
            f"Bars with an interval (95 %) are of searches: the share of {most} matches that the bot won against the best adversary that "
            "was found, with the seats swapped. A better one may exist, so the bot may win less."
        )
    return _plot(words.strip(), bars)


def _results(file: Path) -> Iterator[Mapping[str, Any]]:
    """The objects in a file."""
    try:
        lines = [line for line in text_of(file.read_bytes()).splitlines() if line.strip()]
    except NotUtf8Error as error:
        raise ValueError(f"{file}: {error}") from None
    if not lines:
        raise ValueError(f"{file} is empty; expected the output of `deathmatch exploit --json`")
    for number, line in enumerate(lines, 1):
        try:
            result = json.loads(line)
        except ValueError as error:
            raise ValueError(f"{file}, line {number}: {error}; expected the output of `deathmatch exploit --json`") from None
        yield result


def _bars(result: Mapping[str, Any]) -> list[Bar]:
    """The bars of one result."""
    if "gives_away" not in result:
        return [
            _bar(result["bot"], letter, seat["role"] or "", float(seat["chance"]), float(seat["value"]))
            for letter, seat in result["seats"].items()
        ]
    games, wins = result["games"], result["wins"]
    low, high = result["interval"]
    share = 0.5 + (wins["b"] - wins["a"]) / (2 * games)
    return [Bar(f"{result['b']} against {_short(result['a'])}", share, 1 - high, 1 - low, 0.5)]


def _short(name: str) -> str:
    """An adversary without its dials."""
    family, at, _ = name.partition("@")
    return f"{family}@..." if at else family


def _bar(bot: str, letter: str, role: str, chance: float, goal: float) -> Bar:
    return Bar(f"{bot} on {letter}{f', {role}' if role else ''}", chance, goal=goal, paint=f"seat-{letter.lower()}")


def _plot(words: str, bars: Sequence[Bar]) -> Plot:
    return Plot("Against the best response", words, (Bars("chance to win", tuple(bars), percent=True, goal="best play"),))
