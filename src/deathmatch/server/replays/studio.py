"""The process in which pictures, films and animations are made, never on the event loop, and those that were made last.

A server has two studios: one for its own matches, and one for records that people bring. So a record that takes long, or takes its process
down, delays nobody who looks at a match of this server.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from deathmatch.bots.worker_process import Lost, WorkerProcess
from deathmatch.core.speech import mark, say, speaking
from deathmatch.server.errands import Errands, Leave, Terms
from deathmatch.server.replays.orders import Order
from deathmatch.server.wire import problems

log = logging.getLogger("deathmatch.studio")

WAITING = 24  # orders of one studio that are being made or wait
START_S = 20.0  # that a new process has besides, to start
LOWER = 10  # steps of priority by which it stands back
MEMORY = 2_000_000_000  # bytes of address space that the process for strangers' records may take


@dataclass(frozen=True, slots=True)
class _Filled:
    """The answer of the process: the thing, or a refusal with its status and rule, or a bug."""

    body: bytes = b""
    reason: str = ""
    status: int = 0
    rule: str = ""
    bug: str = ""


class MakerProcess:
    """Fills orders one after another in a process of low priority, which starts with the first of them.

    Args:
        seconds: that an order may take.
        late: the refusal of one that takes longer.
        memory: bytes of address space that the process may take; 0 for any number.
    """

    def __init__(self, seconds: float, late: problems.Problem, memory: int = 0) -> None:
        self._seconds = seconds
        self._late = late
        self._process = _Process(_serve, (memory,), "deathmatch pictures")
        self._turn = asyncio.Lock()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._closed = False

    async def make(self, order: Order) -> bytes:
        """The thing that was ordered; raises Problem."""
        async with self._turn:
            if self._closed:
                raise problems.cut_short()
            filled = await asyncio.get_running_loop().run_in_executor(self._threads, self._process.fill, order, self._seconds)
        if filled is None:
            raise problems.Problem(say(self._late.reason), self._late.status)
        if filled.bug:
            log.error("a bug in %r: %s", order, filled.bug)
            raise problems.Problem(say("this picture could not be made"), 503)
        if filled.reason:
            raise problems.Problem(filled.reason, filled.status, filled.rule)
        return filled.body

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        self._process.break_off()
        async with self._turn:
            await asyncio.to_thread(self._process.end, 0.0)
        self._threads.shutdown()


class _Process(WorkerProcess[Order, _Filled]):
    """The process, as the thread sees it that waits for it."""

    def fill(self, order: Order, seconds: float) -> _Filled | None:
        """None if it takes too long, or takes its process down."""
        fresh = self.pid is None
        try:
            return self._exchange(order, seconds + (START_S if fresh else 0.0))
        except (Lost, TimeoutError):
            self.end(patience=0.0)
            return None


def _serve(pipe: Connection, memory: int) -> None:
    """Fill orders until the other end is closed."""
    os.nice(LOWER)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; it closes the pipe
    if memory:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(EOFError, ConnectionError):
        while True:
            order: Order = pipe.recv()
            pipe.send(filled(order))


def filled(order: Order) -> _Filled:
    """The answer to an order, whatever goes wrong."""
    try:
        with speaking(order.language, to=order.reader):
            return _Filled(order.made())
    except problems.Problem as problem:
        return _Filled(reason=problem.reason, status=problem.status, rule=problem.rule)
    except Exception as error:  # a bug, perhaps of another package's game; its words may quote the record
        last = traceback.extract_tb(error.__traceback__)[-1]
        return _Filled(bug=f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}")


class Studio:
    """Makes each thing once, however many ask, and keeps the last ones.

    Args:
        maker: fills the orders.
        kept: the bytes of finished things that are kept.
    """

    def __init__(self, maker: MakerProcess, kept: int) -> None:
        self._maker = maker
        self._errands: Errands[bytes, bytes] = Errands(
            Terms(
                kept=kept,
                waiting=WAITING,
                full=mark("many pictures are being made now; try again in a moment"),
                failure=mark("this picture could not be made"),
                log=log,
                line="an order %s failed: %s",
                size=len,
            )
        )

    async def of(self, order: Order, admit: Callable[[], Leave]) -> bytes:
        """The thing that was ordered.

        Args:
            order: the caller has checked that the asker may have it.
            admit: called before it is made; raises Problem if this person asks for too many. Its answer is called when it is made.

        Raises: Problem.
        """
        made = await self._errands.of(order.key(), lambda: self._maker.make(order), wait=None, admit=admit)
        assert made is not None, "it was waited for"
        return made

    async def close(self) -> None:
        """End everything."""
        self._errands.stop()
        await self._maker.close()


@dataclass(frozen=True, slots=True)
class Studios:
    """The two studios of a server: for its own matches, and for the records that people bring."""

    own: Studio
    brought: Studio

    @classmethod
    def start(cls) -> Studios:
        """Both; their processes start with their first order."""
        slow = problems.Problem(mark("this picture takes too long; try again in a moment"), 503)
        heavy = problems.wrong(mark("this record takes too long to show, so it was given up"))
        return cls(Studio(MakerProcess(15.0, slow), 32_000_000), Studio(MakerProcess(8.0, heavy, MEMORY), 8_000_000))

    async def aclose(self) -> None:
        """End everything."""
        await asyncio.gather(self.own.close(), self.brought.close())
