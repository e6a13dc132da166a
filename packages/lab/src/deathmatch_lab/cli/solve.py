"""`deathmatch solve`: who wins a position with best play (docs/research.md)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deathmatch.cli.files import complain, load, refuse, say
from deathmatch.cli.options import RuleOptions

if TYPE_CHECKING:
    from deathmatch.core.game import AnyGame, Variant
    from deathmatch.core.options import Value

LETTERS = {"A": "A", "B": "B"}  # what stands for {A} and {B} where nobody has a name


def solve(
    game: Annotated[str | None, typer.Argument(metavar="GAME/VARIANT", help="The variant to solve.", show_default=False)] = None,
    option: RuleOptions = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Solve where this record ends. - is standard input.", show_default=False),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep", metavar="DIR", help="Save solved positions in this folder, and reuse those already there.", show_default=False
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print only one JSON object, in the format of the game.")] = False,
) -> None:
    """Solve a position: who wins with best play, and with which moves.

    The position is the start of GAME/VARIANT, or the last position of a record. Sealed submissions in the record are ignored: both seats
    still decide. A long solution uses all cores and shows its progress. With --keep you may stop it at any time and continue
    later. The exit status is 1 if the record is refused, the match is over, or the position cannot be
    solved.
    """
    from json import dumps

    from deathmatch.cli.options import read_options
    from deathmatch.core.errors import UnsolvableError
    from deathmatch.core.seats import PUBLIC
    from deathmatch_lab import solving
    from deathmatch_lab.cli.working import working

    if record is not None:
        variant, bound, state, people = _recorded(record, game, option or [])
    elif game is None:
        raise typer.BadParameter("no position to solve; give GAME/VARIANT or --record FILE")
    else:
        variant, given = read_options(game, option or [])
        bound, people = variant.bind(given)[1], LETTERS
        state = bound.start()
    try:
        solver = solving.solver(variant, bound)
    except LookupError as error:
        raise typer.BadParameter(str(error.args[0])) from None
    try:
        with working(keep) as work:
            solution = solver.solve(bound.view(state, PUBLIC), work)
    except UnsolvableError as error:
        complain(f"{record if record is not None else variant.id}: {error.reason}")
        raise typer.Exit(1) from None
    if keep is not None and not keep.exists():
        complain(f"nothing was saved: the solver of {variant.id} does not save solutions")
    say(dumps(solution.json) + "\n" if json else "".join(f"{line.format(**people)}\n" for line in solution.words))


def _recorded(file: str, game: str | None, options: list[str]) -> tuple[Variant, AnyGame, Any, Mapping[str, str]]:
    """Variant, game, last state and names of a record, which agrees with whatever else the command line says."""
    from deathmatch.games import find
    from deathmatch.match.record import RecordError, unfold

    data = load(file)
    if data is None:
        raise typer.Exit(1)
    try:
        header, steps = unfold(data, find)
        *_, (_, position) = steps
    except RecordError as error:
        refuse(file, error)
        raise typer.Exit(1) from None
    _agree(file, header.variant, header.variant.bind(header.given)[0], game, options)
    if position.over is not None:
        complain(f"{file}: the match is over, so there is nothing to solve")
        raise typer.Exit(1)
    return header.variant, position.game, position.state, {seat.value: name for seat, name in header.people.items()}


def _agree(file: str, variant: Variant, values: Mapping[str, Value], game: str | None, options: list[str]) -> None:
    """Raises BadParameter if the command line contradicts the record."""
    from deathmatch.cli.options import read_options

    wanted, given = read_options(game if game is not None else variant.id, options)
    if wanted.id != variant.id:
        raise typer.BadParameter(f"{file} is a record of {variant.id}, not of {wanted.id}")
    for key, value in given.items():
        if values[key] != value:
            raise typer.BadParameter(f"{key} is {values[key]} in {file}, not {value}")
