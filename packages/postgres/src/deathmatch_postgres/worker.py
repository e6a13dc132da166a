"""`deathmatch work`: bots and advisors of servers on a shared store, on a machine of their own.

A worker sees of a match only the questions that it takes: views of seats that bots play, and records of finished matches.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from pathlib import Path
from typing import Protocol

from deathmatch import games
from deathmatch.bots.answers import BotQuestion, Preparation, Reply, ReviewQuestion
from deathmatch.bots.registry import foreign
from deathmatch.bots.worker import SilentError, Thinkers
from deathmatch.core.errors import BotError
from deathmatch.core.speech import speaking
from deathmatch.server.lexicons import FOLDER, Lexicons, shipped
from deathmatch.server.rooms import errands
from deathmatch.server.rooms.errands import LONGEST_S
from deathmatch.server.rooms.turns import Thinker
from deathmatch.server.store.interface import StoreError
from deathmatch.server.vault import Vault, WrongKey
from deathmatch.server.warming import warm_up
from deathmatch.server.wire import problems
from deathmatch_postgres.database.questions import Question, Work, open_work
from deathmatch_postgres.leases import LEASED_MS, Renewing
from deathmatch_postgres.remote import BOT, REVIEW, SPARE_MS, opened_question, sealed_reply, workers_vault

log = logging.getLogger("deathmatch.work")

LOOK_S = 0.5  # between two looks for a question, if no news come; no news say that a worker has died
GRACE_S = 8.0  # that a bot may overrun its time before its process is ended
READY_S = 1.0  # that a question waits until the code for it is compiled; then the server is to ask again
STALE = "the question cannot be read: the worker has another key, or another version of the program"


class Reviewer(errands.Reviewer, Protocol):
    """Reviews matches and works out positions."""

    async def prepared(self, wanted: Preparation, seconds: float) -> bool:
        """Whether it is ready for such questions; if not, it gets ready, and this waits so long for it."""
        ...


class Worker:
    """Takes questions and has them answered.

    Args:
        work: where the questions are.
        vault: with the workers' key.
        thinker, reviewer: answer them.
        places: bots that think at the same time.
    """

    def __init__(self, work: Work, vault: Vault, thinker: Thinker, reviewer: Reviewer, places: int) -> None:
        self._work = work
        self._vault = vault
        self._thinker = thinker
        self._reviewer = reviewer
        self._free = {BOT: places, REVIEW: 1}
        self._tasks: set[asyncio.Task[None]] = set()
        self._renewing = Renewing(work.renew, "renew questions")
        self._idle = asyncio.Event()  # set whenever a place has come free

    async def run(self, ending: asyncio.Event) -> None:
        """Work until the event is set; questions that it has by then are still answered."""
        while not ending.is_set():
            try:
                taken = [question for kind, free in self._free.items() if free and (question := await self._work.take(kind, LEASED_MS))]
            except StoreError as error:
                log.error("no question can be taken now: %s", error)
                await self._sleep(ending, LOOK_S)
                continue
            for question in taken:
                self._start(question)
            if not taken:
                await self._rest(ending)
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _start(self, question: Question) -> None:
        kind = question.name.partition(" ")[0]
        self._free[kind] -= 1
        back = [kind]  # the place, once it has not been given back
        task = asyncio.create_task(self._answer(question, back), name=f"answer {question.name}")
        self._tasks.add(task)
        self._renewing.keep(question.name, (question.ms + SPARE_MS) / 1000)

        def done(task: asyncio.Task[None]) -> None:
            self._renewing.let_go(question.name)
            self._tasks.discard(task)
            self._give_back(back)

        task.add_done_callback(done)

    async def _rest(self, ending: asyncio.Event) -> None:
        """Wait for a question, for a free place, or for the end."""
        self._idle.clear()
        waiting = [asyncio.ensure_future(one) for one in (self._work.wait(LOOK_S), self._idle.wait(), ending.wait())]
        _, left = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for one in left:
            one.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _sleep(self, ending: asyncio.Event, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ending.wait(), seconds)

    def _give_back(self, place: list[str]) -> None:
        while place:
            self._free[place.pop()] += 1
        self._idle.set()

    async def _answer(self, question: Question, place: list[str]) -> None:
        reply = await self._reply(question, place)
        try:
            await self._work.answer(question.name, sealed_reply(self._vault, question.name, reply))
        except StoreError as error:
            log.error("an answer did not reach the database: %s", error)

    async def _reply(self, question: Question, place: list[str]) -> Reply:
        try:
            asked = opened_question(self._vault, question.name, question.body)
            if foreign(asked.variant, asked.bot if isinstance(asked, BotQuestion) else None):
                self._give_back(place)  # it has a process of its own, and nobody waits for it
            if isinstance(asked, BotQuestion):
                return Reply(
                    await self._thinker.choose(asked.variant, asked.values, asked.bot, asked.view, question.ms / 1000, asked.lists)
                )
            if not await self._reviewer.prepared(asked.first, READY_S):
                return Reply(preparing=True)
            if not isinstance(asked, ReviewQuestion):
                return await self._reviewer.reply_to(asked, f"{type(asked).__name__} of {asked.variant}")
            with speaking(asked.language):
                return Reply(lookback=await self._reviewer.look_back(asked.variant, asked.record, asked.lists))
        except BotError as error:
            log.error("%s", error)
            return Reply(failure=str(error), silent=isinstance(error, SilentError))
        except (WrongKey, AttributeError, ImportError):
            log.error(STALE)
            return Reply(failure=STALE)
        except Exception as error:
            log.error("a question could not be answered: %s", problems.outline(error))
            return Reply(failure=type(error).__name__)


async def work(address: str, folder: Path, places: int, *, warm: bool) -> None:
    """Answer questions until SIGTERM or Ctrl-C.

    Args:
        address: of the PostgreSQL.
        folder: with the workers' key and the word lists.
        places: bots that think at the same time.
        warm: whether everything is made ready at once.

    Raises: StoreError, WrongKey, OSError if it cannot begin.
    """
    vault = workers_vault(folder)
    questions = await open_work(address)
    lexicons = Lexicons(folder / FOLDER, shipped(games.every()))
    thinkers = Thinkers(places, grace=GRACE_S, resources=lexicons)
    advisors = Thinkers(1, LONGEST_S, resources=lexicons, hurry=False)
    compiler = Thinkers(1, hurry=False)
    ending = asyncio.Event()
    for sig in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sig, ending.set)
    print("Deathmatch works; Ctrl-C stops it.", flush=True)  # noqa: T201
    warming = asyncio.create_task(warm_up(thinkers, compiler) if warm else asyncio.sleep(0), name="warm up")
    try:
        await Worker(questions, vault, thinkers, advisors, places).run(ending)
    finally:
        warming.cancel()
        await questions.close()
        await compiler.close(wait=False)
        await advisors.close(wait=False)
        await thinkers.close(wait=False)
