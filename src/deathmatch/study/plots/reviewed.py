"""Plots made with reviews: the course of a match, and how right the chances are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.core.chances import wilson
from deathmatch.core.game import Resources, Variant
from deathmatch.core.plotting import Line, Lines, Plot
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.match.record import Record, RecordError, read
from deathmatch.match.replay import UnfinishedError, match_history
from deathmatch.study.ratings import SURE

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
