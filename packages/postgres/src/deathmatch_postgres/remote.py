"""Bots and advisors that think on other machines: a question is a row that one worker takes, and its answer comes back in the row.

A question holds the same as one to a worker process of a server: the view of one seat, or the record of a finished match. It is sealed with
the workers' key, so the database shows neither, and nobody without that key can ask a worker or answer a server. Answers are JSON inside.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from deathmatch.bots.answers import BotQuestion, PatientQuestion, Reply, ReviewQuestion
from deathmatch.bots.study import MatchReview
from deathmatch.bots.worker import NONE, SilentError
from deathmatch.core.errors import BotError
from deathmatch.core.options import Value
from deathmatch.core.speech import spoken
from deathmatch.server.rooms.errands import LONGEST_S
from deathmatch.server.rooms.turns import UnattendedError
from deathmatch.server.store.interface import StoreError
from deathmatch.server.vault import Vault, WrongKey, make_key
from deathmatch_postgres.sharing import Sharing

AnyQuestion: TypeAlias = BotQuestion | PatientQuestion

AT_ONCE = 64  # questions of a server that wait for workers at the same time
BOT, REVIEW = "bot", "review"
SPARE_MS = 2_000  # beside its time to think a worker that lives has a question so long; then another one may take it
LOOK_S = 1.0  # between two looks for an answer, if no news come
WAITING_MS = 30_000  # that a review waits for a worker
AGAIN_S = 1.0  # before a worker that compiles its code is asked again


WORKERS_FILE = "workers.key"


def give_workers_key(folder: Path, vault: Vault) -> None:
    """Put the key for workers into a data folder, for a copy on their machines; raises OSError."""
    path = folder / WORKERS_FILE
    if not path.exists() or path.read_bytes() != vault.workers:
        make_key(path, vault.workers)


def workers_vault(folder: Path) -> Vault:
    """The vault of a worker, by the key in its folder; raises WrongKey, OSError."""
    path = folder / WORKERS_FILE
    if not path.exists():
        raise WrongKey(f"{path} is missing; copy it from the data folder of a server that was started with --no-bots")
    return Vault(path.read_bytes())


class _Said(msgspec.Struct, array_like=True):
    """An answer as a row holds it."""

    text: str
    failure: str
    lookback: MatchReview | None
    preparing: bool
    silent: bool = False


def sealed_question(vault: Vault, name: str, question: AnyQuestion) -> bytes:
    """A question as a row holds it."""
    return vault.seal(pickle.dumps(question), f"question {name}").encode()


def opened_question(vault: Vault, name: str, body: bytes) -> AnyQuestion:
    """The question of a row, which only a holder of the key can have written; raises WrongKey."""
    question = pickle.loads(vault.unseal(body.decode("ascii", "replace"), f"question {name}"))  # noqa: S301 - it was sealed by a server
    if not isinstance(question, (BotQuestion, PatientQuestion)):
        raise WrongKey(f"this is no question but a {type(question).__name__}")
    return question


def sealed_reply(vault: Vault, name: str, reply: Reply) -> bytes:
    """An answer as a row holds it."""
    said = _Said(reply.text, reply.failure, reply.lookback, reply.preparing, reply.silent)
    return vault.seal(msgspec.json.encode(said), f"answer {name}").encode()


def opened_reply(vault: Vault, name: str, body: bytes) -> Reply:
    """The answer of a row; raises WrongKey."""
    try:
        said = msgspec.json.decode(vault.unseal(body.decode("ascii", "replace"), f"answer {name}"), type=_Said)
    except msgspec.DecodeError as error:
        raise WrongKey("this is no answer of a worker") from error
    return Reply(said.text, said.failure, said.lookback, preparing=said.preparing, silent=said.silent)


class RemoteThinkers:
    """Has workers on other machines think, in the place of `bots.worker.Thinkers`.

    Args:
        sharing: of the store.
        vault: with the workers' key.
    """

    at_once = AT_ONCE

    def __init__(self, sharing: Sharing, vault: Vault) -> None:
        self._sharing = sharing
        self._vault = vault
        self._waiting: dict[str, asyncio.Event] = {}
        self._put_off = 0  # answers that wait until a worker has compiled its code

    @property
    def preparing(self) -> bool:
        """As `bots.worker.Thinkers.preparing`, of the workers that have been asked."""
        return self._put_off > 0

    def compiled(self, variant: str, bot: str, /) -> int | None:
        """None: no worker tells how far it is with a bot."""
        return None

    def heard(self, name: str) -> None:
        """A question is answered; perhaps one of another server."""
        if (event := self._waiting.get(name)) is not None:
            event.set()

    async def choose(
        self, variant: str, values: Mapping[str, Value], bot: str, view: Any, seconds: float, lists: Mapping[str, str] = NONE
    ) -> str:
        """The canonical text of a bot's submission, given the view of its seat. Raises UnattendedError, BotError, StoreError."""
        question = BotQuestion(variant, dict(values), bot, view, seconds, dict(lists))
        reply = await self._asked(BOT, question, seconds, round(seconds * 1000) + SPARE_MS)
        if reply.failure:
            raise (SilentError if reply.silent else BotError)(f"{bot} of {variant}: {reply.failure}")
        return reply.text

    async def look_back(self, variant: str, record: str, lists: Mapping[str, str] = NONE) -> MatchReview:
        """What there is to say about a finished match, in the language that is being spoken. As for `choose`."""
        question, whose = ReviewQuestion(variant, LONGEST_S, dict(lists), record, spoken()), f"review of a match of {variant}"
        reply = await self.reply_to(question, whose)
        if reply.lookback is None:
            raise BotError(f"{whose}: {reply.failure}")
        return reply.lookback

    async def reply_to(self, question: PatientQuestion, whose: str) -> Reply:
        """As `bots.worker.Thinkers.reply_to`. A worker that first compiles its code says so, and is asked again: that may take minutes."""
        reply = await self._asked(REVIEW, question, question.seconds, WAITING_MS)
        if reply.preparing:
            self._put_off += 1
            try:
                while reply.preparing:
                    await asyncio.sleep(AGAIN_S)
                    reply = await self._asked(REVIEW, question, question.seconds, WAITING_MS)
            finally:
                self._put_off -= 1
        if reply.failure:
            raise BotError(f"{whose}: {reply.failure}")
        return reply

    async def _asked(self, kind: str, question: AnyQuestion, seconds: float, untaken: int) -> Reply:
        """The answer of a worker, which is waited for until two could have thought; for one that takes it `untaken` ms at most.

        A database that was killed has forgotten all questions, and any answer; then the question is asked again.
        """
        name, ms = f"{kind} {secrets.token_hex(16)}", round(seconds * 1000)
        lasts = untaken + 2 * (ms + SPARE_MS)
        event = self._waiting[name] = asyncio.Event()
        clock = asyncio.get_running_loop().time
        began = clock()
        body = sealed_question(self._vault, name, question)
        try:
            await self._sharing.ask(name, body, ms, lasts)
            while clock() < began + lasts / 1000:
                reply = (await self._sharing.replies([name])).get(name)
                if reply is not None and reply.answer:
                    return opened_reply(self._vault, name, reply.answer)
                if (reply is None or not reply.taken) and clock() > began + untaken / 1000:
                    raise UnattendedError
                if reply is None:
                    await self._sharing.ask(name, body, ms, lasts)
                event.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await event.wait()
            raise BotError("no answer in time")
        except WrongKey as error:
            raise BotError(str(error)) from None
        finally:
            del self._waiting[name]
            with contextlib.suppress(StoreError):
                await self._sharing.withdraw(name)
