"""Long work of commands: their common options, and the folder that keeps it (`--keep`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from deathmatch.bots.processes import processors
from deathmatch.cli.files import console
from deathmatch.cli.progress import Report, is_terminal, lines, terminal
from deathmatch.core.letters import visible

if TYPE_CHECKING:
    from deathmatch_lab.solution_folder import SolutionFolder
    from deathmatch_lab.solving import Reporter

GameOption: TypeAlias = Annotated[
    str | None, typer.Option("--game", metavar="GAME/VARIANT", help="The game and its variant.", show_default=False)
]
Games: TypeAlias = Annotated[
    int, typer.Option("--games", metavar="N", min=1, help="The number of matches of two bots. They swap seats after each match.")
]
Thinking: TypeAlias = Annotated[
    int, typer.Option("--thinking", min=1, help="Units of work per decision, for bots that search until they are stopped.")
]
Jobs: TypeAlias = Annotated[int, typer.Option("--jobs", min=0, help="The number of processes. 0 means one per core.")]
Start: TypeAlias = Annotated[
    str | None,
    typer.Option("--start", metavar="FILE", help="Begin each match where this record ends; it says the options.", show_default=False),
]


@contextmanager
def working(keep: Path | None = None) -> Iterator[Reporter]:
    """A reporter that shows progress on stderr. With a folder, the work is saved there."""
    from deathmatch_lab.solution_folder import SolutionFolder

    folder = None if keep is None else SolutionFolder(keep.absolute())
    with terminal("solving") as shown:
        yield _Working(shown) if folder is None else _Kept(shown, folder)


class _Working:
    """Work for all processors that this process may use."""

    def __init__(self, shown: Report) -> None:
        self._shown = shown
        self.threads = processors()

    def report(self, words: str, done: float | None = None, /) -> None:
        """Show a step of the work and the fraction that is done."""
        self._shown(words, done)


class _Kept(_Working):
    """Work whose parts are saved in a folder (`deathmatch_lab.solving.Checkpoints`)."""

    def __init__(self, shown: Report, folder: SolutionFolder) -> None:
        super().__init__(shown)
        self.about, self.begin = folder.about, folder.begin
        self.keep, self.kept, self.drop = folder.keep, folder.kept, folder.drop


@contextmanager
def counting(words: str, total: int, done: int = 0, things: str = "matches") -> Iterator[Callable[[str, int], None]]:
    """Progress in whole things on stderr; yields the function that takes the words and the number of those done."""
    from deathmatch.solve.kernel import followed

    with followed(lambda _name: None), _counting(words, total, done, things) as report:
        yield report


@contextmanager
def _counting(words: str, total: int, done: int, things: str) -> Iterator[Callable[[str, int], None]]:
    if not is_terminal():
        with lines(_counted(words, done, total, things), done / total) as report:
            yield lambda words, done: report(_counted(words, done, total, things), done / total)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TimeElapsedColumn, TimeRemainingColumn

    spinner = SpinnerColumn()  # it moves before the first one is done
    columns = (spinner, "{task.description}", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), "left", TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(visible(words), total=total, completed=done)
        yield lambda words, done: progress.update(task, description=visible(words), completed=done)


def _counted(words: str, done: int, total: int, things: str) -> str:
    return f"{words}, {done} of {total} {things}"
