"""Progress of long commands on stderr.

A terminal gets a bar. A file or a log gets lines now and then: the first one after `FIRST_AFTER` seconds, so that quick commands print
none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import Final, TypeAlias

from deathmatch.cli.files import complain, console
from deathmatch.core.letters import visible
from deathmatch.solve.kernel import PROGRESS

Report: TypeAlias = Callable[[str, float | None], None]

FIRST_AFTER: Final = 1.0  # seconds until the first line
EVERY: Final = 10.0  # seconds from line to line


@contextmanager
def terminal(words: str) -> Iterator[Report]:
    """Progress, and kernels that are compiled meanwhile, on stderr; yields the function that reports progress."""
    from deathmatch.solve.kernel import followed

    meanwhile = _bar(words) if is_terminal() else lines(words)
    with meanwhile as shown, followed(lambda name: shown(compiling(name), None)):
        yield shown


@contextmanager
def _bar(words: str) -> Iterator[Report]:
    """A bar on a terminal."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True, speed_estimate_period=300) as progress:
        task = progress.add_task(visible(words), total=None)

        def shown(words: str, done: float | None) -> None:
            # `rich` repaints it ten times a second, however often it is told.
            progress.update(task, description=visible(words), total=None if done is None else 1.0, completed=done or 0.0)

        yield shown


@contextmanager
def lines(words: str, done: float | None = None) -> Iterator[Report]:
    """Lines now and then, written by a thread of their own: the work may report nothing for minutes."""
    if sys.stderr is None or os.environ.get(PROGRESS, "").strip().lower() == "off":
        yield lambda _words, _done: None
        return
    lines = _Lines(words, done)
    thread = Thread(target=lines.write, name="progress", daemon=True)
    thread.start()
    try:
        yield lines.report
    finally:
        lines.ended.set()
        thread.join()


class _Lines:
    """The words of the next line.

    Attributes:
        ended: set at the end of the work.
    """

    def __init__(self, words: str, done: float | None) -> None:
        self.ended = Event()
        self._began, self._before = monotonic(), done or 0.0
        self._now = (words, done)

    def report(self, words: str, done: float | None) -> None:
        """See `Report`."""
        self._now = (words, done)

    def write(self) -> None:
        """Write lines until the end; if nobody can read them, the work goes on without."""
        wait = FIRST_AFTER
        while not self.ended.wait(wait):
            try:
                complain(self._line())
            except (OSError, ValueError):
                return
            wait = EVERY

    def _line(self) -> str:
        (words, done), passed = self._now, monotonic() - self._began
        parts = [words] if done is None else [words, f"{done:.0%}"]
        parts.append(f"{time(passed)} so far")
        if done is not None and done > self._before:
            parts.append(f"about {time(passed * (1 - done) / (done - self._before))} left")
        return ", ".join(parts)


def is_terminal() -> bool:
    """Whether standard error is one."""
    return sys.stderr is not None and sys.stderr.isatty()


def time(seconds: float) -> str:
    """Minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def compiling(name: str) -> str:
    """The words for a kernel that is being compiled."""
    return f"compiling for the first use: {name.rpartition('.')[2].strip('_')}"
