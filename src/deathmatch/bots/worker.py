"""Where bots and advisors think for a server: worker processes, so that the event loop never waits. Views, records and words cross to them.

A worker that dies is replaced, and the question asked again, once; one that thinks far beyond its time is ended. A bot that fails raises
`BotError` for anyone who asked, and the worker lives on.

Code that does not come with this program (bots of the owner, games and bots of packages) has processes of its own, one for each. If one is
silent or dies, it is left out for a while, and keeps no other bot waiting. A bot that has to be compiled first is also asked without
compiled code, a level at once and others after a while, and the first answer counts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import monotonic
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from deathmatch.bots import registry, study, worker_process
from deathmatch.bots.answers import BotPreparation, BotQuestion, Kind, PatientQuestion, Preparation, Question, Reply, ReviewQuestion, serve
from deathmatch.core.bots import level_of
from deathmatch.core.errors import BotError
from deathmatch.core.game import Resources
from deathmatch.core.options import Value
from deathmatch.core.speech import spoken

T = TypeVar("T")
AnyQuestion: TypeAlias = BotQuestion | PatientQuestion

log = logging.getLogger("deathmatch.bots")

NONE: Mapping[str, str] = MappingProxyType({})
WARM_S = 180.0  # to start a process and to compile what its bots need, if nothing is cached
PATIENT_S = 1800.0  # the same of a process without hurry: nobody waits at a clock, and a busy machine compiles slowly
FOREIGN_S = 30.0  # the same of foreign code
KERNEL_S = 120.0  # from the last kernel that a process began to compile; none takes half as long
NAMED_S = 8.0  # that a bot with a name has to become ready, before one without compiled code answers in its place
PLAIN_GRACE_S = 10.0  # that a process without compiled code may take for its start, and for the bots that it tries
REST_S = 60.0  # that a foreign bot is left out when it was silent; twice as long each time, up to
LONGEST_REST_S = 3600.0
SLOW = "%s: getting the bots ready; their code is compiled at its first use, and a first move waits for that"


class SilentError(BotError):
    """A bot of another package or of the owner does not answer, or its process dies; it is left out.

    Attributes:
        seconds: for so long.
    """

    def __init__(self, text: str, seconds: float = REST_S) -> None:
        super().__init__(text)
        self.seconds = seconds


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
        self._resources, self._hurry = resources, hurry
        self._workers = [_Worker(resources, hurry) for _ in range(processes)]
        self._ours = _Crew(self._workers)
        self._plain = _Crew([_Worker(resources, hurry, Kind.PLAIN)])
        self._foreign: dict[str, _Crew] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._preparing: dict[object, asyncio.Task[None]] = {}
        self._closed = False

    @property
    def preparing(self) -> bool:
        """Whether a process compiles code for its first use, which further answers wait for."""
        return any(worker.preparing for crew in (self._ours, *self._foreign.values()) for worker in crew.workers)

    def compiled(self, variant: str, bot: str) -> int | None:
        """How many kernels have been compiled for this bot, while it is made ready; else None."""
        for worker in self._crew(variant, bot).workers:
            wanted = worker.wanted
            if worker.preparing and isinstance(wanted, BotPreparation) and wanted.variant == variant and wanted.bot in (None, bot):
                return worker.compiled
        return None

    async def warm_up(self, variant: str, *, studies: bool = False) -> None:
        """Start every process and have it ready for this variant, with `studies` for reviews too; until then first answers take longer."""
        crew = self._crew(variant)
        wanted: list[Preparation] = [BotPreparation(variant), *([ReviewQuestion(variant)] if studies else [])]

        def unready(worker: _Worker) -> bool:
            return not all(worker.ready(one) for one in wanted)

        await asyncio.gather(*(self._with_worker(crew, lambda worker: crew.prepare(worker, wanted), unready) for _ in crew.workers))

    async def prepared(self, wanted: Preparation, seconds: float) -> bool:
        """Whether a process is ready for such questions, or has tried to be; if none is, one gets ready, and this waits so long for it."""
        crew = self._crew(wanted.variant)
        if crew.rests() or any(worker.ready(wanted) for worker in crew.workers):
            return True
        kind = wanted.kinds[0]
        task = self._preparing.get(kind)
        if task is None:
            task = self._preparing[kind] = self._begin(crew, lambda worker: crew.prepare(worker, [wanted]))
            task.add_done_callback(lambda _: self._preparing.pop(kind))
        await asyncio.wait({task}, timeout=seconds)
        return task.done()

    async def choose(
        self, variant: str, values: Mapping[str, Value], bot: str, view: Any, seconds: float | None = None, lists: Mapping[str, str] = NONE
    ) -> str:
        """The canonical text of a bot's submission, given the view of its seat.

        Args:
            variant: `GAME/VARIANT`.
            values: the options of the match.
            bot: its name.
            view: of its seat, which owes a decision.
            seconds: how long it may take from now on, waiting for a worker included; never longer than all bots may.
            lists: word lists of the match -> their digest when it began.

        Raises: BotError; SilentError for a foreign bot that does not answer.
        """
        question = BotQuestion(variant, dict(values), bot, view, lists=dict(lists))
        end = monotonic() + (self._seconds if seconds is None else min(seconds, self._seconds))
        crew = self._crew(variant, bot)

        def ready(worker: _Worker) -> bool:
            return worker.ready(question.first)

        asked = self._begin(crew, lambda worker: crew.ask(worker, question, end, self._grace), ready)
        if crew is self._ours and self._hurry and not any(ready(worker) for worker in crew.workers):
            answer = await self._first(asked, question)
        else:
            answer = await asyncio.shield(asked)
            if self._plain.workers[0].pid is not None and not self.preparing:
                self._begin(self._plain, lambda worker: worker.end())  # all that was asked for is compiled now
        return self._checked(crew, f"{bot} of {variant}", answer).text

    async def _first(self, asked: asyncio.Task[Reply], question: BotQuestion) -> Reply:
        """The first answer: of the bot, which may have to be compiled, or of one without compiled code.

        A level plays as well without. Another bot may have to let a simpler one answer, so it has a while to become ready.
        """
        if level_of(question.bot) is None:
            await asyncio.wait({asked}, timeout=NAMED_S)
        if asked.done():
            return asked.result()
        beside = self._begin(self._plain, lambda worker: worker.ask_once(replace(question, seconds=self._seconds), PLAIN_GRACE_S))
        await asyncio.wait({asked, beside}, return_when=asyncio.FIRST_COMPLETED)
        if not asked.done() and not beside.result().failure:
            return beside.result()
        return await asyncio.shield(asked)

    @staticmethod
    def _checked(crew: _Crew, whose: str, answer: Reply) -> Reply:
        """The answer, if it is one; raises BotError, SilentError."""
        if answer.silent and (rest := crew.rests()):
            raise SilentError(f"{whose}: {answer.failure}; it is left out for {rest:.0f} s", rest)
        if answer.failure:
            raise BotError(f"{whose}: {answer.failure}")
        return answer

    async def look_back(self, variant: str, record: str, lists: Mapping[str, str] = NONE) -> study.MatchReview:
        """What there is to say about a finished match, in the language that is being spoken.

        Args:
            variant: `GAME/VARIANT`, as the record says.
            record: of a match that is over, in a variant that has an advisor.
            lists: word lists of the match -> their digest when it began.

        It may take the seconds of these processes from when its turn comes. Raises: BotError.
        """
        question = ReviewQuestion(variant, self._seconds, dict(lists), record, spoken())
        lookback = (await self.reply_to(question, f"review of a match of {variant}")).lookback
        assert lookback is not None
        return lookback

    async def reply_to(self, question: PatientQuestion, whose: str) -> Reply:
        """The answer to a question for which nobody waits at a clock.

        Its seconds, never more than those of these processes, run from when its turn comes. Raises: BotError, which names the question.
        """
        crew, most = self._crew(question.variant), min(question.seconds, self._seconds)
        answer = await self._with_worker(crew, lambda worker: crew.ask(worker, question, None, self._grace, most))
        return self._checked(crew, whose, answer)

    async def close(self, wait: bool = True) -> None:
        """Wait for the bots that are thinking, or stop them, and end the processes."""
        self._closed = True
        crews = (self._ours, self._plain, *self._foreign.values())
        for worker in (worker for crew in crews for worker in crew.workers if not wait or crew is not self._ours):
            worker.break_off()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(worker.end) for crew in crews for worker in crew.workers))
        for crew in crews:
            crew.threads.shutdown()

    def _crew(self, variant: str, bot: str | None = None) -> _Crew:
        """The processes of a bot, or of the code of a game."""
        whose = registry.foreign(variant, bot)
        if whose and whose not in self._foreign:
            self._foreign[whose] = _Crew([_Worker(self._resources, self._hurry, Kind.FOREIGN)])
        return self._foreign[whose] if whose else self._ours

    async def _with_worker(self, crew: _Crew, work: Callable[[_Worker], T], prefer: Callable[[_Worker], bool] = lambda _worker: True) -> T:
        """Do something with a worker once one is idle, if possible with one of those preferred.

        It goes back when it is done, even if nobody waits any more.
        """
        return await asyncio.shield(self._begin(crew, work, prefer))

    def _begin(
        self, crew: _Crew, work: Callable[[_Worker], T], prefer: Callable[[_Worker], bool] = lambda _worker: True
    ) -> asyncio.Task[T]:
        if self._closed:
            raise BotError("the bots have been sent home")
        task = asyncio.create_task(crew.lend(work, prefer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


class _Crew:
    """Processes that do the same, and the questions that wait for one of them.

    Args:
        workers: the processes.
    """

    def __init__(self, workers: list[_Worker]) -> None:
        self.workers = workers
        self.threads = ThreadPoolExecutor(len(workers), thread_name_prefix="thinker")
        self._idle = list(workers)
        self._places = asyncio.Semaphore(len(workers))  # one for each idle worker
        self._silences, self._until = 0, 0.0

    async def lend(self, work: Callable[[_Worker], T], prefer: Callable[[_Worker], bool]) -> T:
        """Do something with a worker once one is idle, if possible with one of those preferred."""
        async with self._places:
            worker = next((one for one in self._idle if prefer(one)), self._idle[0])
            self._idle.remove(worker)
            try:
                return await asyncio.get_running_loop().run_in_executor(self.threads, work, worker)
            finally:
                self._idle.append(worker)

    def rests(self) -> float:
        """For how many seconds foreign code is left out from now on."""
        return max(0.0, self._until - monotonic())

    def ask(self, worker: _Worker, question: AnyQuestion, end: float | None, grace: float, seconds: float = 0.0) -> Reply:
        """As `_Worker.ask`; foreign code that is silent is left out, longer each time, until it answers."""
        if self.rests():
            return Reply(failure="it did not answer before", silent=True)
        answer = worker.ask(question, end, grace, seconds)
        self._judge(worker, silent=answer.silent)
        return answer

    def prepare(self, worker: _Worker, wanted: Iterable[Preparation]) -> None:
        """As `_Worker.prepare`, with the same consequence."""
        if not self.rests():
            self._judge(worker, silent=not worker.prepare(wanted))

    def _judge(self, worker: _Worker, *, silent: bool) -> None:
        if worker.kind is not Kind.FOREIGN or worker.broken_off:
            return
        self._silences = self._silences + 1 if silent else 0
        if silent:
            self._until = monotonic() + min(LONGEST_REST_S, REST_S * 2 ** (self._silences - 1))


class _Worker(worker_process.WorkerProcess[Question, Reply]):
    """One process in which bots think, or an advisor.

    Attributes:
        kind: of its process.
        preparing: whether it has been getting ready for seconds, or compiles; read by other threads.
        wanted: the preparation that is under way.
        compiled: how many kernels it has compiled for that.
    """

    def __init__(self, resources: Resources | None, hurry: bool, kind: Kind = Kind.OURS) -> None:
        super().__init__(serve, (resources, hurry, kind), "deathmatch bots")
        self.kind = kind
        self.preparing = False
        self.wanted: Preparation | None = None
        self.compiled = 0
        self._warm_s = FOREIGN_S if kind is Kind.FOREIGN else WARM_S if hurry else PATIENT_S  # without a word
        self._ready: set[tuple[object, ...]] = set()  # what it was asked to get ready for

    def ready(self, wanted: Preparation) -> bool:
        """Whether it has been asked this to get ready."""
        return any(kind in self._ready for kind in wanted.kinds)

    def prepare(self, wanted: Iterable[Preparation]) -> bool:
        """Have ready what these questions need; False if the process was silent. What fails here shows when one of them is asked."""
        for one in wanted:
            try:
                self._warm(one)
            except (worker_process.Lost, TimeoutError):
                log.error("the bots of %s could not be made ready: there was no answer in time, or the process ended", one.variant)
                self.end(patience=0.0)
                return False
        return True

    def _warm(self, wanted: Preparation) -> None:
        if not self.ready(wanted):
            began, self.wanted, self.compiled = monotonic(), wanted, 0

            def slow() -> None:
                self.preparing = True
                log.info(SLOW, wanted.variant)

            try:
                answer = self._exchange(wanted, self._warm_s, slow)
            finally:
                self.preparing, self.wanted = False, None
            if answer.failure:
                log.error("the bots of %s could not be made ready: %s", wanted.variant, answer.failure)
            elif answer.compiled:
                log.info("%s: compiled %d kernels in %.0f s", wanted.variant, answer.compiled, monotonic() - began)
            self._ready.add(wanted.kinds[0])

    def _news(self, answer: Reply) -> float:
        """A kernel is about to be compiled."""
        if not answer.preparing:
            return 0.0
        self.preparing, self.compiled = self.wanted is not None, answer.compiled
        return KERNEL_S

    def ask(self, question: AnyQuestion, end: float | None, grace: float, seconds: float = 0.0) -> Reply:
        """The answer by `end` (of `monotonic`), or, if nobody waits at a clock, within `seconds`; or `grace` seconds later.

        A process that dies is replaced and asked again, once; with foreign code it is not.
        """
        for _ in range(1 if self.kind is Kind.FOREIGN else 2):
            if self.broken_off:
                return Reply(failure="it was broken off")
            try:
                self._warm(question.first)
                left = seconds if end is None else max(0.0, end - monotonic())
                return self._exchange(replace(question, seconds=left), left + grace)
            except worker_process.Lost:
                self.end()
            except TimeoutError:
                self.end(patience=0.0)
                return Reply(failure="no answer in time", silent=True)
        return Reply(failure="its process ended", silent=True)

    def ask_once(self, question: AnyQuestion, grace: float) -> Reply:
        """The answer to a question for which there is nothing to make ready."""
        try:
            return self._exchange(question, question.seconds + grace)
        except (worker_process.Lost, TimeoutError):
            self.end(patience=0.0)
            return Reply(failure="no answer in time")

    def end(self, patience: float = worker_process.END_S) -> None:
        """End the process: it has so many seconds to do so in peace."""
        super().end(patience)
        self._ready.clear()
