"""`deathmatch advise`: a finished match looked at again (packages/lab/docs/research.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final

import typer

from deathmatch.cli.files import complain, console, read_record, say
from deathmatch.cli.options import AsJson
from deathmatch.core.speech import percent

if TYPE_CHECKING:
    from rich.table import Table

    from deathmatch.bots.study import MatchDecision, MatchReview
    from deathmatch.core.reviewing import Chart

BARS: Final = "▁▂▃▄▅▆▇█"
STYLES: Final[Mapping[str, str]] = {"doubtful": "yellow", "mistake": "red", "blunder": "bold red"}
WIDEST = 60  # columns of the chart


def advise(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The record of a match that is over; - is standard input.", show_default=False)
    ],
    every: Annotated[
        bool, typer.Option("--every", help="Print each decision: both chances to win after it with their error, and its cost.")
    ] = False,
    json: AsJson = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="The time limit of the analysis. Remarks that are ready by then are printed.")
    ] = 60.0,
) -> None:
    """Review a finished match: the turning point, the decisions that cost most and why, better moves, and the chances to win.

    The exit status is 1 if the record is refused or the match is not over.
    """
    from dataclasses import asdict
    from json import dumps

    from deathmatch.bots import study
    from deathmatch.bots.budget import Deadline
    from deathmatch.cli.options import all_word_lists
    from deathmatch.cli.progress import terminal
    from deathmatch.match.replay import UnfinishedError

    record = read_record(file)
    try:
        with terminal("looking back"):
            study.warm(record.variant)
            lookback = study.look_back(record, Deadline(seconds), all_word_lists(record.variant), thorough=True)
    except UnfinishedError:
        complain(f"{file}: the match is not over; only a finished match can be reviewed")
        raise typer.Exit(1) from None
    except LookupError as error:
        complain(f"{file}: {error.args[0]}")
        raise typer.Exit(1) from None
    say(dumps(asdict(lookback)) + "\n" if json else _report(lookback, every=every), raw=True)


def _report(lookback: MatchReview, *, every: bool = False) -> str:
    """The review for people, as wide as the terminal."""
    shown = console()
    with shown.capture() as written:
        for line in lookback.summary:
            shown.print(line)
        if lookback.chart is not None:
            top, _, bottom = lookback.chart.scale
            shown.print(f"\n{lookback.chart.caption}, from {bottom} to {top}:\n{_bars(lookback.chart)}")
        if lookback.remarks:
            shown.print()
            shown.print(_table(lookback))
        if every and lookback.chart is not None:
            shown.print(f"\n{lookback.chart.caption} after each decision, and the part that it gave away:")
            for one in lookback.decisions:
                shown.print(_figures(one))
    return "".join(f"{line.rstrip()}\n" for line in written.get().splitlines())


def _bars(chart: Chart) -> str:
    """The values in order, one letter each, thinned out if they are too many for a line; chances have the first and last as figures."""
    values = [value for _, value in chart.points]
    step = max(1, -(-len(values) // WIDEST))
    bars = "".join(BARS[min(len(BARS) - 1, int(value * len(BARS)))] for value in values[::step])
    return f"{percent(values[0])} {bars} {percent(values[-1])}" if chart.scale[0].endswith("%") else bars


def _figures(one: MatchDecision) -> str:
    """A decision in figures: the chances of A and of B, their error, and its cost."""
    low, high = percent(one.low), percent(one.high)
    error = "" if low == high else f" ({low} to {high})"
    given = "" if one.given is None else f", gave away {percent(one.given)}"
    return f"{one.event:>4}  {one.line}: A {percent(one.value)}{error}, B {percent(1 - one.value)}{given}"


def _table(lookback: MatchReview) -> Table:
    """One row per remark; better moves stand below its words."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    for _ in range(3):
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    costs = {one.event: f"Gave away {percent(one.given)}." for one in lookback.decisions if one.given}
    for remark in lookback.remarks:
        parts = ["The turning point." if remark.turning else "", costs.get(remark.event, ""), remark.words]
        words = Text(" ".join([part for part in parts if part]))
        if remark.value is not None:
            words.append(f" ({percent(remark.value)})", style="dim")
        for better in remark.better:
            value = "" if better.value is None else f" ({percent(better.value)})"
            why = f", {better.words}" if better.words else ""
            words.append(f"\nbetter: {better.move}{why}{value}", style="dim")
        table.add_row(str(remark.event), remark.line, Text(remark.verdict, style=STYLES.get(remark.verdict, "")), words)
    return table
