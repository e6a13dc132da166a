"""A sign of life on a terminal: if a command has shown nothing for a second, a line says that it is at work, and for how long.

It covers all that a command does, the loading of its libraries too. The line is gone before anything else is written: `files.say`,
`files.complain` and the bars of `progress` see to that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from time import monotonic
from typing import Final, TextIO

AFTER: Final = 1.0  # seconds of silence until the line comes
EVERY: Final = 0.5  # seconds from look to look


class Watch:
    """A command on a terminal.

    Args:
        name: of the command.
        terminal: where the line is written.
        clock: the time in seconds.
    """

    def __init__(self, name: str, terminal: TextIO, clock: Callable[[], float] = monotonic) -> None:
        self._name, self._terminal, self._clock = name, terminal, clock
        self._lock = RLock()
        self._began = self._said = clock()
        self._others = 0  # displays that show that the command is at work
        self._shown = ""

    def look(self) -> None:
        """Write the line if nothing else has been shown for long enough."""
        with self._lock:
            now = self._clock()
            if self._others or now - self._said < AFTER:
                return
            line = f"{self._name}: at work, {time(now - self._began)} so far"
            if line != self._shown:
                self._write(f"\r{line}")
                self._shown = line

    def clear(self) -> None:
        """Take the line away: something else is about to be written."""
        with self._lock:
            if self._shown:
                self._write(f"\r{' ' * len(self._shown)}\r")
                self._shown = ""
            self._said = self._clock()

    @contextmanager
    def other(self) -> Iterator[None]:
        """While another display is on the terminal, or a person types."""
        with self._lock:
            self.clear()
            self._others += 1
        try:
            yield
        finally:
            with self._lock:
                self._others -= 1
                self._said = self._clock()

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # a terminal that is gone does not end the work
            self._terminal.write(text)
            self._terminal.flush()


_watches: Final[list[Watch]] = []
"""Those of the command that runs; one at most."""


@contextmanager
def watched(name: str) -> Iterator[None]:
    """While a command runs: a sign of life on standard error if that is a terminal."""
    if not is_terminal():
        yield
        return
    from deathmatch.solve.kernel_cache import NOTICE

    watch, ended = Watch(name, getattr(sys.stderr, "rich_proxied_file", sys.stderr)), Event()

    def looking() -> None:
        while not ended.wait(EVERY):
            watch.look()

    thread = Thread(target=looking, name="watch", daemon=True)
    _watches.append(watch)
    thread.start()
    try:
        with NOTICE.left_out():
            yield
    finally:
        ended.set()
        thread.join()
        watch.clear()
        _watches.remove(watch)


def clear() -> None:
    """Take the line away, if there is one: something else is about to be written."""
    for watch in _watches:
        watch.clear()


@contextmanager
def other() -> Iterator[None]:
    """While another display shows that the command is at work, or a person types."""
    if not _watches:
        yield
        return
    with _watches[-1].other():
        yield


def is_terminal() -> bool:
    """Whether standard error is one."""
    return sys.stderr is not None and sys.stderr.isatty()


def time(seconds: float) -> str:
    """Minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
