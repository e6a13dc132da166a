"""Where bots think for a server: worker processes, so that the event loop never waits. Only views and text cross to them.

A worker that dies is replaced, and the decision asked again, once; one that thinks far beyond its time is ended. A bot that fails raises
`BotFailed` for whoever asked, and the worker lives on.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import signal
import traceback
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.bots.budget import Deadline
from deathmatch.core.game import Resources
from deathmatch.core.options import Value
from deathmatch.match.dealer import HmacSource

T = TypeVar("T")

WARM_S = 180.0  # to start a process and to compile what its bots need, if nothing is cached
END_S = 5.0  # to end one in peace


class BotFailed(RuntimeError):
    """A bot gave no answer: it failed, took far too long, or took its process down twice."""


class _Lost(Exception):
    """The worker process ended without an answer."""


@dataclass(frozen=True, slots=True)
class _Question:
    """What one bot is asked. Without a bot: to get ready for this variant."""

    variant: str
    values: Mapping[str, Value] = field(default_factory=dict)
    bot: str | None = None
    view: Any = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Answer:
    """Canonical text, or what went wrong."""

    text: str = ""
    failure: str = ""


class Thinkers:
    """The worker processes of one server. They start with `warm_up`, or with the first question.

    Args:
        processes: how many decisions may be thought about at the same time; further ones wait for their turn.
        seconds: how long a bot may think.
        grace: how much longer its process is left alone before it is ended.
        resources: what live play asks of the outside, for bots and for their moves; it crosses to the processes once, when they start.
    """

    def __init__(self, processes: int = 1, seconds: float = 2.0, grace: float = 3.0, resources: Resources | None = None) -> None:
        if processes < 1:
            raise ValueError(f"there is at least one process, not {processes}")
        self._seconds, self._grace = seconds, grace
        self._workers = [_Worker(resources) for _ in range(processes)]
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="thinker")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def warm_up(self, variants: Iterable[str] | None = None) -> None:
        """Start every process and have its bots ready for these variants (all by default); until then a first answer takes longer."""
        ids = tuple(variant.id for variant in games.every()) if variants is None else tuple(variants)
        await asyncio.gather(*(self._with_worker(lambda worker: worker.prepare(ids)) for _ in self._workers))

    async def choose(self, variant: str, values: Mapping[str, Value], bot: str, view: Any, seconds: float | None = None) -> str:
        """The canonical text of what a bot submits, given what its seat sees.

        Args:
            variant: `GAME/VARIANT`.
            values: the options of the match.
            bot: its name.
            view: of its seat, which owes a decision.
            seconds: how long it may take from now on, waiting for a worker included; never longer than all bots may.

        Raises: BotFailed.
        """
        question = _Question(variant, dict(values), bot, view)
        end = monotonic() + (self._seconds if seconds is None else min(seconds, self._seconds))
        answer = await self._with_worker(lambda worker: worker.ask(question, end, self._grace))
        if answer.failure:
            raise BotFailed(f"{bot} of {variant}: {answer.failure}")
        return answer.text

    async def close(self) -> None:
        """Wait for what is being thought about, and end the processes."""
        self._closed = True
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in self._workers))
        self._threads.shutdown()

    async def _with_worker(self, work: Callable[[_Worker], T]) -> T:
        """Do something with a worker once one is idle. It goes back when it is done, even if nobody waits any more."""
        if self._closed:
            raise BotFailed("the bots have been sent home")
        task = asyncio.create_task(self._lend(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _lend(self, work: Callable[[_Worker], T]) -> T:
        worker = await self._idle.get()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, worker)
        finally:
            self._idle.put_nowait(worker)


class _Worker:
    """One process and our end of the pipe to it; used by one thread at a time."""

    def __init__(self, resources: Resources | None) -> None:
        self._resources = resources
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._ready: set[str] = set()  # variants whose bots are warm

    @property
    def pid(self) -> int | None:
        """Of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    def prepare(self, variants: Iterable[str]) -> None:
        """Have the bots of these variants ready. What fails here shows when a bot is asked."""
        try:
            for variant in variants:
                self._warm(variant)
        except (_Lost, TimeoutError):
            self.end(patience=0.0)

    def _warm(self, variant: str) -> None:
        if variant not in self._ready:
            self._exchange(_Question(variant), WARM_S)
            self._ready.add(variant)

    def ask(self, question: _Question, end: float, grace: float) -> _Answer:
        """The answer by `end` (of `monotonic`), or `grace` seconds later; a process that dies is replaced and asked again, once."""
        for _ in range(2):
            try:
                self._warm(question.variant)
                left = max(0.0, end - monotonic())
                return self._exchange(replace(question, seconds=left), left + grace)
            except _Lost:
                self.end()
            except TimeoutError:
                self.end(patience=0.0)
                return _Answer(failure="no answer in time")
        return _Answer(failure="its process ended, twice")

    def end(self, patience: float = END_S) -> None:
        """End the process: it has so many seconds to do so in peace."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        self._ready.clear()
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.join(patience)
            if process.exitcode is None:
                process.kill()
                process.join()
            process.close()

    def _exchange(self, question: _Question, seconds: float) -> _Answer:
        pipe = self._pipe or self._start()
        try:
            pipe.send(question)
            if not pipe.poll(seconds):
                raise TimeoutError
            answer: _Answer = pipe.recv()
        except (EOFError, BrokenPipeError, ConnectionError) as error:
            raise _Lost from error
        return answer

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._resources), name="deathmatch bots", daemon=True)
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        return ours


# --- In the worker process


def _serve(pipe: Connection, resources: Resources | None) -> None:
    """Answer questions until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; it closes the pipe
    with suppress(EOFError, ConnectionError):
        while True:
            question: _Question = pipe.recv()
            try:
                answer = _Answer(_think(question, resources))
            except Exception as error:  # the bot's, or a view that does not fit: for whoever asked
                answer = _Answer(failure=_kind(error))
            pipe.send(answer)


def _kind(error: Exception) -> str:
    """What went wrong and where. The error's own text may quote the view, so it stays here."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def _think(question: _Question, resources: Resources | None) -> str:
    """The bot's move in canonical form, checked."""
    variant = games.find(question.variant)
    if question.bot is None:
        registry.warm_all(variant)
        return ""
    _, game = variant.bind(question.values)
    bot = registry.pick(variant, game, question.bot, resources)
    decision = game.decision(question.view)
    source = HmacSource(secrets.token_bytes(32), "bot")
    move = bot.choose(question.view, decision, Deadline(question.seconds), source)
    decision.check(move)
    if resources is not None:
        decision.admit(move, resources)
    return str(decision.write(move))
