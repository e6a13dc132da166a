"""A process of its own that answers questions, one at a time: it is replaced if it dies, and ended if it takes too long."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any, Generic, TypeVar

Q = TypeVar("Q")  # question
A = TypeVar("A")  # answer

SLOW_S = 2.0  # after which somebody may want to know what an answer waits for
END_S = 5.0  # to end one in peace


class Lost(Exception):
    """The process ended without an answer."""


class WorkerProcess(Generic[Q, A]):
    """One process and our end of the pipe to it; used by one thread at a time. The process starts with the first question.

    Args:
        serve: answers questions in the process until the other end of the pipe is closed; its first argument is its end.
        given: the other arguments.
        name: of the process.

    Attributes:
        broken_off: whether everything comes to nothing from here on.
    """

    def __init__(self, serve: Callable[..., None], given: tuple[Any, ...], name: str) -> None:
        self.broken_off = False
        self._serve = serve
        self._given = given
        self._name = name
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The process's own; None without a process."""
        return None if self._process is None else self._process.pid

    def break_off(self) -> None:
        """Have whatever is being asked come to nothing, now and from here on; for another thread than the one that asks."""
        self.broken_off = True
        process = self._process
        if process is not None:
            with suppress(ValueError):  # it has just been ended
                process.kill()

    def end(self, patience: float = END_S) -> None:
        """End the process: it has so many seconds to do so in peace."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.join(patience)
            if process.exitcode is None:
                process.kill()
                process.join()
            process.close()

    def _exchange(self, question: Q, seconds: float, slow: Callable[[], None] = lambda: None) -> A:
        """The answer of the process; `slow` is called if it takes longer than `SLOW_S`.

        Raises: Lost; TimeoutError if it takes more than so many seconds, or than `_news` allows.
        """
        pipe = self._pipe or self._start()
        if self.broken_off:  # before there was a process that could be ended
            raise Lost
        try:
            pipe.send(question)
            end = monotonic() + seconds
            if not pipe.poll(min(seconds, SLOW_S)):
                slow()
            while True:
                if not pipe.poll(max(0.0, end - monotonic())):
                    raise TimeoutError
                answer: A = pipe.recv()
                if not (more := self._news(answer)):
                    break
                end = max(end, monotonic() + more)
        except (EOFError, BrokenPipeError, ConnectionError) as error:
            raise Lost from error
        return answer

    def _news(self, _answer: A) -> float:
        """For how many seconds this word of the process allows it to go on; 0 if it is the answer."""
        return 0.0

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=self._serve, args=(theirs, *self._given), name=self._name, daemon=True)
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        return ours
