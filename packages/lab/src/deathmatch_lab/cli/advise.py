"""`deathmatch advise`: a finished match looked at again (packages/lab/docs/research.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli.files import complain, read_record, say
from deathmatch.cli.options import AsJson
from deathmatch.core.speech import percent

if TYPE_CHECKING:
    from deathmatch.bots.study import MatchReview


def advise(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The record of a match that is over; - is standard input.", show_default=False)
    ],
    json: AsJson = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="The time limit of the analysis. Remarks that are ready by then are printed.")
    ] = 60.0,
) -> None:
    """Review a finished match: the turning point, the decisions that cost most and why, better moves, and the chances to win.

    With --json the chances after each decision and the chart are there too. The exit status is 1 if the record is refused or the match
    is not over.
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
    say(dumps(asdict(lookback)) + "\n" if json else _report(lookback), raw=json)


def _report(lookback: MatchReview) -> str:
    """The review for people: a line for each remark, and below it the better moves."""
    lines = [*lookback.summary, *[""] * bool(lookback.remarks)]
    for remark in lookback.remarks:
        lines.append(f"{remark.event}  {remark.line}: {remark.verdict}. {remark.words}{_chance(remark.value)}")
        for better in remark.better:
            why = f", {better.words}" if better.words else ""
            lines += [f"   better: {better.move}{why}{_chance(better.value)}"]
    return "".join(f"{line}\n" for line in lines)


def _chance(value: float | None) -> str:
    return "" if value is None else f" ({percent(value)})"
