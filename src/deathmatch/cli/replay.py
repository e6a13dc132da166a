"""`deathmatch replay`: the positions of records (rules/REPLAY.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deathmatch.cli.files import load, refuse, say
from deathmatch.core.letters import visible

if TYPE_CHECKING:
    from deathmatch.match.position import Position
    from deathmatch.match.record import Header


def replay(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Records; - is standard input.", show_default=False)],
    json: Annotated[bool, typer.Option("--json", help="Print every position as a JSON object, one per line.")] = False,
) -> None:
    """Check records and print one line for each with its result, or one line for every position with --json.

    A record that breaks a rule is refused: one line on stderr names the place, the reason and the rule. The remaining files are still
    checked, and the exit status is 1.
    """
    from deathmatch.match.record import RecordError

    failed = False
    for file in files:
        data = load(file)
        if data is None:
            failed = True
            continue
        try:
            text = _positions(file, data) if json else _summary(file, data)
        except RecordError as error:
            refuse(file, error)
            failed = True
        else:
            say(text)
    if failed:
        raise typer.Exit(1)


def _positions(file: str, data: bytes) -> str:
    """The JSON lines of a record; raises RecordError before any is printed."""
    from json import dumps

    from deathmatch.games import find
    from deathmatch.match.replay import replay_steps

    _, steps = replay_steps(data, find)
    return "".join(dumps(moment.json(file)) + "\n" for moment in steps)


def _summary(file: str, data: bytes) -> str:
    """One line: which match it is, how long, and how it ended."""
    from deathmatch.games import find
    from deathmatch.match.record import unfold

    header, steps = unfold(data, find)
    positions = [position for _, position in steps]
    events = len(positions) - 1
    count = "1 event" if events == 1 else f"{events} events"
    return f"{visible(file)}: {header.title} ({header.variant.id}), {count}; {_standing(header, positions[-1])}\n"


def _standing(header: Header, position: Position) -> str:
    """How it ended, or who owes what."""
    over = position.over
    if over is None:
        return f"not over, {' and '.join(position.actors)} to go on"
    if over.winner is None:
        return f"over without a winner ({over.reason})"
    name = header.people[over.winner] if header.names[over.winner] else ""
    return f"{over.winner}{f' ({name})' if name else ''} won ({over.reason})"
