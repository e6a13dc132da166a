"""Whether the chances in reviews are right: when a graph says 70 %, does that seat win 70 % of such matches?

Bots of several strengths play matches of each variant, every match is reviewed, and the points of its graph are put into tenths. The
intervals are Wilson's, 95 %, for as many matches as scatter as much as the pairs of matches with equal deals do. A line through the
logarithms of the odds says how sure the graphs are: a slope of 1 is right, below 1 they are too sure.
`python -m research.calibration --help` has the parts to choose. `--keep DIR` saves the records, and reads those of earlier runs instead of
playing them again. `--rows` prints the rows of packages/lab/docs/calibration.md.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.machine import each, facts, note
from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.cli.options import all_word_lists
from deathmatch.core.chance import odds_of, wilson
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.match.record import Record, read, write
from deathmatch.match.replay import match_history
from deathmatch_lab import arena

TENTHS: Final = 10
TWO_SIDED: Final = 1.959964
SEED: Final = 25
STEPS: Final = 25  # of Newton's method, which takes five
RIDGE: Final = 1e-6
EVERY: Final = 50  # matches between two reports

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the matches of a variant come about.

    Attributes:
        mix: pairs of bots, and how many of a hundred matches each plays.
        matches: how many.
        thinking: units of work of a bot's decision.
        units: of a review.
        seed: of the first pair of bots; each other pair has the next one.
    """

    mix: Mapping[Pair, int]
    matches: int = 1000
    thinking: int = 20
    units: int = 2_000
    seed: int = SEED


EQUAL: Final = {("level-2", "level-2"): 10, ("level-4", "level-4"): 15, ("level-6", "level-6"): 20, ("level-7", "level-7"): 20}
UNEQUAL: Final = {("level-3", "level-5"): 10, ("level-5", "level-7"): 15}
MIXED: Final = {**EQUAL, **UNEQUAL, ("strong", "strong"): 10}
CHEAP: Final = {**EQUAL, **UNEQUAL, ("strong", "strong"): 2}
PLANS: Final = {
    "tile-joust/gauntlet": Plan(MIXED, thinking=5, units=1),
    "tile-joust/final": Plan(MIXED, thinking=5, units=1),
    "letter-hunt/gambit": Plan(MIXED, thinking=2, units=90),
    "letter-hunt/colosseum": Plan(MIXED, thinking=2, units=90),
    "even-groups/standard": Plan(MIXED),
    "five-card-trick/setna": Plan(CHEAP, thinking=2, units=50),
    "five-card-trick/final": Plan(CHEAP, thinking=2, units=50),
    "five-card-trick/gauntlet": Plan(CHEAP, thinking=2, units=50),
    "guidance-rite/guardians": Plan(CHEAP, thinking=1, units=6_000),
    "guidance-rite/final": Plan(CHEAP, thinking=1, units=6_000),
}


class Point(NamedTuple):
    """A point of a graph: the match that it is of, the chance that it gives A, whether A won, and the bots."""

    match: int
    chance: float
    won: bool
    pair: Pair


def measure() -> dict[str, Any]:
    """The table of each variant."""
    return {name: table(name, PLANS[name]) for name in each(PLANS)}


def schedule(mix: Mapping[Pair, int], matches: int) -> list[tuple[Pair, int]]:
    """The bots of each match, and its number among theirs: two matches with swapped seats at a time, by the proportions of the mix."""
    shares, played = {pair: share / sum(mix.values()) for pair, share in mix.items()}, dict.fromkeys(mix, 0)
    found: list[tuple[Pair, int]] = []
    while len(found) < matches:
        pair = max(mix, key=lambda one: shares[one] * (len(found) + 1) - played[one])
        for _ in range(min(2, matches - len(found))):
            found.append((pair, played[pair]))
            played[pair] += 1
    return found


def records(name: str, plan: Plan, keep: Path | None = None) -> Iterator[tuple[Pair, Record]]:
    """The matches, played or read, with their bots."""
    resources = all_word_lists(find(name))
    bouts = {  # each pair of bots has other deals
        pair: arena.ArenaBout(name, *pair, plan.matches, plan.seed + place, thinking=plan.thinking, resources=resources)
        for place, pair in enumerate(plan.mix)
    }
    ready = set[Pair]()
    for pair, number in schedule(plan.mix, plan.matches):
        file = None if keep is None else keep / f"{name.replace('/', '-')}-{plan.seed}-{pair[0]}-{pair[1]}-{number}.dm"
        if file is not None and file.exists():
            yield pair, read(file.read_text(), find)
            continue
        if pair not in ready:
            arena.get_ready(bouts[pair])
            ready.add(pair)
        record = arena.play(bouts[pair], number).record(bouts[pair])
        if file is not None:
            file.write_text(write(record))
        yield pair, record


def points(name: str, plan: Plan, keep: Path | None = None) -> list[Point]:
    """The points of all graphs but for the end of each match."""
    variant, found = find(name), list[Point]()
    resources = all_word_lists(variant)
    study.warm(variant)
    for number, (pair, record) in enumerate(records(name, plan, keep)):
        history = match_history(record)
        chart = study.advisor(variant, record.header.game(), resources).review(history, Counted(plan.units)).chart
        if chart is not None and history.outcome.winner is not None:
            won = history.outcome.winner is Seat.A
            found += [Point(number, value, won, pair) for event, value in chart.points if event < len(history.moments)]
        if number % EVERY == EVERY - 1:
            note(f"{name}: {number + 1} of {plan.matches}")
    return found


def table(name: str, plan: Plan, keep: Path | None = None) -> dict[str, Any]:
    """The share of matches that were won in each tenth of the chances, and the line, for all matches and for each pair of bots."""
    return {"matches": plan.matches, "seed": plan.seed, **tabled(points(name, plan, keep), plan.mix)}


def tabled(found: Sequence[Point], mix: Iterable[Pair]) -> dict[str, Any]:
    """The same for some points."""
    tenths = []
    for tenth in range(TENTHS):
        inside = [point for point in found if min(TENTHS - 1, int(point.chance * TENTHS)) == tenth]
        if inside:
            tenths.append({"tenth": tenth, **{key: round(value, 3) for key, value in share(inside).items()}})
    brier = _mean([(point.chance - point.won) ** 2 for point in found])
    pairs = {f"{a}:{b}": line([point for point in found if point.pair == (a, b)]) for a, b in mix}
    return {"points": len(found), "brier": round(brier, 4), "tenths": tenths, "line": line(found), "pairs": pairs}


def share(inside: Sequence[Point]) -> dict[str, float]:
    """The mean of the chances of some points, and the share of them that A won, with its interval.

    The points of a match are won or lost together, and the two matches with swapped seats have the same deals. So the interval is that of
    as many matches as would scatter as much as the pairs of matches do, and never of more than weigh as much as the matches.
    """
    by_match = Counter(point.match for point in inside)
    won, number = _mean([point.won for point in inside]), len(inside)
    weight = number**2 / sum(points**2 for points in by_match.values())
    off = defaultdict[int, float](float)
    for point in inside:
        off[point.match // 2] += point.won - won
    scatter = sum(pair**2 for pair in off.values()) / number**2
    weight = min(weight, won * (1 - won) / scatter) if scatter else weight
    low, high = wilson(won * weight, weight, TWO_SIDED)
    return {
        "said": _mean([point.chance for point in inside]),
        "won": won,
        "low": low,
        "high": high,
        "matches": len(by_match),
        "weight": weight,
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def line(found: Iterable[Point]) -> dict[str, float]:
    """Logistic regression of the result on the odds that a graph gives; every match weighs the same.

    The errors are clustered by pairs of matches, which have the same deals.
    """
    open_ = [point for point in found if 0 < point.chance < 1]
    if not open_:
        return {}
    rows = np.array([[1.0, odds_of(point.chance)] for point in open_])
    won = np.array([float(point.won) for point in open_])
    _, groups, counts = np.unique([point.match for point in open_], return_inverse=True, return_counts=True)
    weights = 1.0 / counts[groups]
    beta = np.zeros(2)  # from where Newton's method finds its way
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-rows @ beta))
        beta = beta + np.linalg.solve(_information(rows, weights, chances), rows.T @ (weights * (won - chances)))
    chances = 1 / (1 + np.exp(-rows @ beta))
    pairs = np.array([point.match // 2 for point in open_])
    scores = np.zeros((pairs.max() + 1, 2))
    np.add.at(scores, pairs, rows * (weights * (won - chances))[:, None])
    bread = np.linalg.inv(_information(rows, weights, chances))
    errors = np.sqrt(np.diag(bread @ (scores.T @ scores) @ bread))
    lift, slope = (round(float(value), 3) for value in beta)
    return {"slope": slope, "slope_error": round(float(errors[1]), 3), "lift": lift, "lift_error": round(float(errors[0]), 3)}


def _information(rows: NDArray[np.float64], weights: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = rows.T @ (rows * (weights * chances * (1 - chances))[:, None]) + RIDGE * np.eye(2)
    return found


def rows(name: str, found: Mapping[str, Any]) -> Iterator[str]:
    """The rows of a variant in packages/lab/docs/calibration.md: the tenths, the line, and the lines of the pairs of bots."""
    cells = dict.fromkeys(range(TENTHS), "")
    for one in found["tenths"]:
        won, low, high = (f"{100 * one[key]:.0f}" for key in ("won", "low", "high"))
        cells[one["tenth"]] = f"{won} ({low}-{high}), {one['matches']}"
    yield f"| {name} | {' | '.join(cells.values())} |"
    fitted = found["line"]
    slope, lift = (f"{fitted[key]:{sign}.2f} ± {fitted[f'{key}_error']:.2f}" for key, sign in (("slope", ""), ("lift", "+")))
    yield f"| {name} | {found['matches']:,} | levels | {found['brier']:.3f} | {slope} | {lift} |"
    pairs = (f"{one['slope']:.1f} ± {one['slope_error']:.1f}" if one else "" for one in found["pairs"].values())
    yield f"| {name} | {' | '.join(pairs)} |"


def main() -> None:
    """Measure some variants."""
    parser = argparse.ArgumentParser(prog="python -m research.calibration", description=__doc__)
    parser.add_argument("variant", nargs="*", choices=[*PLANS, []], metavar="GAME/VARIANT", help="all if none is given")
    parser.add_argument("--matches", type=int, help="of each variant; a thousand by default")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first pair of bots")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="a folder for the records")
    parser.add_argument("--rows", action="store_true", help="print the rows of packages/lab/docs/calibration.md after the figures")
    given = parser.parse_args()
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    for name in each(given.variant or list(PLANS)):
        plan = replace(PLANS[name], seed=given.seed, matches=given.matches or PLANS[name].matches)
        found = table(name, plan, given.keep)
        print(json.dumps({name: found, "machine": facts()}), flush=True)
        for row in rows(name, found) if given.rows else ():
            print(row, flush=True)


if __name__ == "__main__":
    main()
