"""Work whose progress is shown on a terminal (`core.solving.Work`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deathmatch.core.solving import Work


@contextmanager
def working() -> Iterator[Work]:
    """Work whose progress is shown on stderr if that is a terminal, and nowhere else."""
    from deathmatch.core.solving import Silent

    if sys.stderr is None or not sys.stderr.isatty():
        yield Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        class Shown:
            """The bar; `rich` repaints it ten times a second, however often it is told."""

            def report(self, words: str, done: float | None = None, /) -> None:
                """See `Work`."""
                progress.update(task, description=words, total=None if done is None else 1.0, completed=done or 0.0)

        yield Shown()
