"""Where bots and advisors think for a server: worker processes, so that the event loop never waits. Views, records and words cross to them.

A worker that dies is replaced, and the question asked again, once; one that thinks far beyond its time is ended. A bot that fails raises
`BotError` for anyone who asked, and the worker lives on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

from deathmatch import games
from deathmatch.bots.answers import BotPreparation, BotQuestion, Preparation, Question, Reply, ReviewQuestion, StudyQuestion, serve
from deathmatch.bots.study import MatchReview
from deathmatch.bots.worker_process import END_S, Lost, WorkerProcess
from deathmatch.core.errors import BotError
from deathmatch.core.game import Resources
from deathmatch.core.options import Value
from deathmatch.core.speech import spoken

T = TypeVar("T")

log = logging.getLogger("deathmatch.bots")

WARM_S = 180.0  # to start a process and to compile what its bots need, if nothing is cached
PATIENT_S = 1800.0  # the same of a process without hurry: nobody waits at a clock, and a busy machine compiles slowly
SLOW = "%s: getting the bots ready; their code is compiled at its first use, and a first move waits for that"


class Thinkers:
    """The worker processes of one server. They start with `warm_up`, or with the first question.

    Args:
        processes: how many decisions may be thought about at the same time; further ones wait for their turn.
        seconds: how long a bot may think.
        grace: how much longer its process is left alone before it is ended.
        resources: what live play asks of the outside, for bots and for their moves; it crosses to the processes once, when they start.
        hurry: whether somebody waits at a clock. Processes without hurry take what the others leave of the machine.
    """

    def __init__(
        self, processes: int = 1, seconds: float = 2.0, grace: float = 3.0, resources: Resources | None = None, *, hurry: bool = True
    ) -> None:
        if processes < 1:
            raise ValueError(f"there is at least one process, not {processes}")
        self._seconds, self._grace = seconds, grace
        self._workers = [_Worker(resources, hurry) for _ in range(processes)]
        self._idle = list(self._workers)
        self._places = asyncio.Semaphore(processes)  # one for each idle worker
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="thinker")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._preparing: dict[object, asyncio.Task[None]] = {}
        self._closed = False

    @property
    def preparing(self) -> bool:
        """Whether a process compiles code for its first use, which further answers wait for."""
        return any(worker.preparing for worker in self._workers)

    async def warm_up(self, variants: Iterable[str] | None = None, *, studies: bool = False) -> None:
        """Start every process and have it ready for these variants (all by default); until then a first answer takes longer.

        Args:
            variants: `GAME/VARIANT`.
            studies: whether to get ready for reviews and positions to study too.
        """
        ids = tuple(variant.id for variant in games.every()) if variants is None else tuple(variants)
        wanted: list[Preparation] = [BotPreparation(name) for name in ids]
        if studies:
            wanted += [kind(name) for name in ids for kind in (ReviewQuestion, StudyQuestion)]

        def unready(worker: _Worker) -> bool:
            return not all(worker.ready(one) for one in wanted)

        await asyncio.gather(*(self._with_worker(lambda worker: worker.prepare(wanted), unready) for _ in self._workers))

    async def prepared(self, wanted: Preparation, seconds: float) -> bool:
        """Whether a process is ready for such questions, or has tried to be; if none is, one gets ready, and this waits so long for it."""
        if any(worker.ready(wanted) for worker in self._workers):
            return True
        kind = wanted.kinds[0]
        task = self._preparing.get(kind)
        if task is None:
            task = self._preparing[kind] = self._begin(lambda worker: worker.prepare([wanted]))
            task.add_done_callback(lambda _: self._preparing.pop(kind))
        await asyncio.wait({task}, timeout=seconds)
        return task.done()

    async def choose(self, variant: str, values: Mapping[str, Value], bot: str, view: Any, seconds: float | None = None) -> str:
        """The canonical text of a bot's submission, given the view of its seat.

        Args:
            variant: `GAME/VARIANT`.
            values: the options of the match.
            bot: its name.
            view: of its seat, which owes a decision.
            seconds: how long it may take from now on, waiting for a worker included; never longer than all bots may.

        Raises: BotError.
        """
        question = BotQuestion(variant, dict(values), bot, view)
        end = monotonic() + (self._seconds if seconds is None else min(seconds, self._seconds))
        answer = await self._with_worker(lambda worker: worker.ask(question, end, self._grace), lambda worker: worker.ready(question.first))
        if answer.failure:
            raise BotError(f"{bot} of {variant}: {answer.failure}")
        return answer.text

    async def look_back(self, variant: str, record: str) -> MatchReview:
        """What there is to say about a finished match, in the language that is being spoken.

        Args:
            variant: `GAME/VARIANT`, as the record says.
            record: of a match that is over, in a variant that has an advisor.

        It may take the seconds of these processes from when its turn comes. Raises: BotError.
        """
        question = ReviewQuestion(variant, record, language=spoken())
        answer = await self._with_worker(lambda worker: worker.ask(question, None, self._grace, self._seconds))
        if answer.lookback is None:
            raise BotError(f"review of a match of {variant}: {answer.failure}")
        return answer.lookback

    async def find(self, variant: str, chosen: Mapping[str, str], seconds: float) -> str:
        """The finding at a position to study, as JSON of `core.studying.Finding`.

        Args:
            variant: `GAME/VARIANT`, which has something to study.
            chosen: values that its `check` has let pass.
            seconds: how long it may take from when its turn comes; never longer than all questions may.

        Raises: BotError.
        """
        question = StudyQuestion(variant, dict(chosen))
        most = min(seconds, self._seconds)
        answer = await self._with_worker(lambda worker: worker.ask(question, None, self._grace, most))
        if answer.failure:
            raise BotError(f"study of {variant}: {answer.failure}")
        return answer.text

    async def close(self, wait: bool = True) -> None:
        """Wait for the bots that are thinking, or stop them, and end the processes."""
        self._closed = True
        if not wait:
            for worker in self._workers:
                worker.break_off()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in self._workers))
        self._threads.shutdown()

    async def _with_worker(self, work: Callable[[_Worker], T], prefer: Callable[[_Worker], bool] = lambda _worker: True) -> T:
        """Do something with a worker once one is idle, if possible with one of those preferred.

        It goes back when it is done, even if nobody waits any more.
        """
        return await asyncio.shield(self._begin(work, prefer))

    def _begin(self, work: Callable[[_Worker], T], prefer: Callable[[_Worker], bool] = lambda _worker: True) -> asyncio.Task[T]:
        if self._closed:
            raise BotError("the bots have been sent home")
        task = asyncio.create_task(self._lend(work, prefer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _lend(self, work: Callable[[_Worker], T], prefer: Callable[[_Worker], bool]) -> T:
        async with self._places:
            worker = next((one for one in self._idle if prefer(one)), self._idle[0])
            self._idle.remove(worker)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work, worker)
            finally:
                self._idle.append(worker)


class _Worker(WorkerProcess[Question, Reply]):
    """One process in which bots think, or an advisor.

    Attributes:
        preparing: whether it has been getting ready for seconds; read by other threads.
    """

    def __init__(self, resources: Resources | None, hurry: bool) -> None:
        super().__init__(serve, (resources, hurry), "deathmatch bots")
        self.preparing = False
        self._warm_s = WARM_S if hurry else PATIENT_S
        self._ready: set[tuple[object, ...]] = set()  # what it was asked to get ready for

    def ready(self, wanted: Preparation) -> bool:
        """Whether it has been asked this to get ready."""
        return any(kind in self._ready for kind in wanted.kinds)

    def prepare(self, wanted: Iterable[Preparation]) -> None:
        """Have ready what these questions need. What fails here shows when one of them is asked."""
        try:
            for one in wanted:
                self._warm(one)
        except (Lost, TimeoutError):
            self.end(patience=0.0)

    def _warm(self, wanted: Preparation) -> None:
        if not self.ready(wanted):
            began = monotonic()

            def slow() -> None:
                self.preparing = True
                log.info(SLOW, wanted.variant)

            try:
                answer = self._exchange(wanted, self._warm_s, slow)
            finally:
                self.preparing = False
            if answer.failure:
                log.error("the bots of %s could not be made ready: %s", wanted.variant, answer.failure)
            elif answer.compiled:
                log.info("%s: compiled %d kernels in %.0f s", wanted.variant, answer.compiled, monotonic() - began)
            self._ready.add(wanted.kinds[0])

    def ask(self, question: BotQuestion | ReviewQuestion | StudyQuestion, end: float | None, grace: float, seconds: float = 0.0) -> Reply:
        """The answer by `end` (of `monotonic`), or, if nobody waits at a clock, within `seconds`; or `grace` seconds later.

        A process that dies is replaced and asked again, once.
        """
        for _ in range(2):
            if self.broken_off:
                return Reply(failure="it was broken off")
            try:
                self._warm(question.first)
                left = seconds if end is None else max(0.0, end - monotonic())
                return self._exchange(replace(question, seconds=left), left + grace)
            except Lost:
                self.end()
            except TimeoutError:
                self.end(patience=0.0)
                return Reply(failure="no answer in time")
        return Reply(failure="its process ended, twice")

    def end(self, patience: float = END_S) -> None:
        """End the process: it has so many seconds to do so in peace."""
        super().end(patience)
        self._ready.clear()
