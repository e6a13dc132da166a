"""Progress of solvers on a terminal, and the folder that may keep their work (`core.solving.Reporter`, `Threaded`, `Checkpoints`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from deathmatch.bots.solution_folder import SolutionFolder
    from deathmatch.core.pooling import Pool
    from deathmatch.core.solving import Reporter

Report: TypeAlias = Callable[[str, float | None], None]


@contextmanager
def working(keep: Path | None = None, pool: Pool | None = None) -> Iterator[Reporter]:
    """A reporter that shows progress on stderr if that is a terminal.

    With a folder, the work is saved there; with a pool besides, its workers read that folder and share the work.
    """
    from deathmatch.bots.solution_folder import SolutionFolder

    folder = None if keep is None else SolutionFolder(keep.absolute())
    with terminal("solving") as shown:
        if folder is None:
            yield _Working(shown)
        else:
            yield _Kept(shown, folder) if pool is None else _Spread(shown, folder, pool)


@contextmanager
def terminal(words: str) -> Iterator[Report]:
    """Progress, and kernels that are compiled meanwhile, on stderr if that is a terminal; yields the function that reports progress."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _words, _done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from deathmatch.solve.kernel_cache import counted_kernels

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=300) as progress:
        task = progress.add_task(words, total=None)

        def shown(words: str, done: float | None) -> None:
            # `rich` repaints it ten times a second, however often it is told.
            progress.update(task, description=words, total=None if done is None else 1.0, completed=done or 0.0)

        with counted_kernels(lambda name: shown(compiling(name, kernels.count), None)) as kernels:
            yield shown


def compiling(name: str, done: int) -> str:
    """The words for a kernel that is being compiled."""
    return f"compiling for the first use: {name.rpartition('.')[2].strip('_')} ({done} done)"


class _Working:
    """Work for all processors that this process may use."""

    def __init__(self, shown: Report) -> None:
        from deathmatch.bots.processes import processors

        self._shown = shown
        self.threads = processors()

    def report(self, words: str, done: float | None = None, /) -> None:
        """See `Reporter`."""
        self._shown(words, done)


class _Kept(_Working):
    """The same with a folder (`core.solving.Checkpoints`)."""

    def __init__(self, shown: Report, folder: SolutionFolder) -> None:
        super().__init__(shown)
        self.about, self.begin = folder.about, folder.begin
        self.keep, self.kept, self.drop = folder.keep, folder.kept, folder.drop


class _Spread(_Kept):
    """The same with workers (`core.solving.Shared`)."""

    def __init__(self, shown: Report, folder: SolutionFolder, pool: Pool) -> None:
        super().__init__(shown, folder)
        self.pool, self.shared = pool, folder
