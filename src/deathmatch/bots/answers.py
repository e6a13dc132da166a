"""The work of a worker process: the questions that it is asked, and its replies.

It imports nothing of the server's side (`worker.py`), which would take several megabytes of each process.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Self, TypeAlias

from deathmatch import games
from deathmatch.bots import budget, memory, registry, study
from deathmatch.core import catalogues, errors, plugins
from deathmatch.core.game import Resources
from deathmatch.core.options import Lexicon, Value
from deathmatch.core.speech import speaking
from deathmatch.core.words import PinnedWords
from deathmatch.match.dealer import HmacSource
from deathmatch.match.record import read
from deathmatch.solve import kernel

REVIEW_S = 10.0  # seconds of a review, but for the few matches that its advisor says need more
LONGEST_REASON = 300  # characters of a cause that goes to the log
LOWER = 10  # steps of priority by which a process that is in no hurry stands back
IDLE_S = 5.0  # without a question, after which a process holds no more memory than it needs


PLAIN_S = 1.0  # that a bot without compiled code may take, before a simpler one answers in its place
OUTPUT_BYTES = 100_000  # that a process with foreign code may print


class Kind(Enum):
    """The processes in which bots think."""

    OURS = "ours"
    FOREIGN = "foreign"  # code that does not come with this program: it may hang, crash, print without end or take all memory
    PLAIN = "plain"  # without compiled code: it answers while that is made


class _NotReady(Exception):
    """A bot or an advisor could not be loaded or compiled. No view or record had a part in that, so the log may have its cause in full."""


@dataclass(frozen=True, slots=True)
class BotPreparation:
    """To have a bot ready, and the word lists that these values name; without a bot, all bots of the variant."""

    variant: str
    values: Mapping[str, Value] = field(default_factory=dict)
    bot: str | None = None
    lists: Mapping[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[tuple[object, ...], ...]:
        """The preparations that do: this one, and that of all bots. The process gets this one, and keeps the first of these in mind."""
        lists = tuple(sorted(self.values.items())) + tuple(sorted(self.lists.items()))
        return ("bots", self.variant, self.bot, *lists), ("bots", self.variant, None, *lists)


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A question to one bot.

    Attributes:
        lists: word lists of the match -> their digest when it began.
    """

    variant: str
    values: Mapping[str, Value]
    bot: str
    view: Any
    seconds: float = 0.0
    lists: Mapping[str, str] = field(default_factory=dict)

    @property
    def first(self) -> BotPreparation:
        """The preparation that it needs. A host's list may take the time of a whole turn to read."""
        return BotPreparation(self.variant, _lists(self.variant, self.values), self.bot, self.lists)


@dataclass(frozen=True, slots=True)
class PatientQuestion:
    """A question for which nobody waits at a clock; a package may bring a kind of its own. With the variant alone: to get ready for it.

    Attributes:
        seconds: how long it may take at most.
        lists: word lists of the match -> their digest when it began.
    """

    variant: str
    seconds: float = 0.0
    lists: Mapping[str, str] = field(default_factory=dict)

    @property
    def first(self) -> Self:
        """The question that a process gets before its first one of this kind."""
        return type(self)(self.variant)

    @property
    def kinds(self) -> tuple[tuple[object, ...], ...]:
        """The preparation that it needs."""
        return ((type(self).__name__, self.variant),)

    def answer(self, resources: Resources | None) -> Reply:
        """The answer, made in the worker process."""
        raise AssertionError(f"{type(self).__name__} says how it is answered")


@dataclass(frozen=True, slots=True)
class ReviewQuestion(PatientQuestion):
    """A match that is to be looked back at, in a language; only one that its advisor says needs it takes more than `REVIEW_S`."""

    record: str = ""
    language: str = catalogues.ENGLISH

    def answer(self, resources: Resources | None) -> Reply:
        """An advisor's review of the match."""
        if not self.record:
            with getting_ready():
                study.warm(games.find(self.variant))
            return Reply()
        with speaking(self.language):
            usual, longer = budget.Deadline(min(REVIEW_S, self.seconds)), budget.Deadline(self.seconds)
            return Reply(lookback=study.look_back(read(self.record, games.find), usual, resources, longer=longer))


Preparation: TypeAlias = BotPreparation | PatientQuestion
"""The preparation that a process gets before its first question of a kind."""

Question: TypeAlias = BotPreparation | BotQuestion | PatientQuestion


def _lists(variant: str, values: Mapping[str, Value]) -> dict[str, Value]:
    """The values that name word lists which are looked up."""
    try:
        options = games.find(variant).options
    except LookupError:  # the process says so
        return {}
    kinds = {option.key: option.kind for option in options}
    return {key: value for key, value in values.items() if isinstance(kind := kinds.get(key), Lexicon) and value not in kind.free}


@dataclass(frozen=True, slots=True)
class Reply:
    """A move's canonical text, a review of a match, a finding as JSON, or the failure."""

    text: str = ""
    failure: str = ""
    lookback: study.MatchReview | None = None
    compiled: int = 0  # kernels, to get ready
    preparing: bool = False  # no answer yet: kernels are compiled first; a worker on another machine wants to be asked again
    silent: bool = False  # no answer came in time, or the process died of the question


def serve(pipe: Connection, resources: Resources | None, hurry: bool, kind: Kind = Kind.OURS) -> None:
    """Answer questions until the other end is closed; before an answer comes a word for each kernel that has to be compiled."""
    if not hurry:
        os.nice(LOWER)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; it closes the pipe
    if kind is Kind.FOREIGN:
        _confine()
    elif kind is Kind.PLAIN:
        kernel.without_compiler()
        warnings.simplefilter("ignore")  # numbers that run over, as they may
    begun, turn = 0, threading.Lock()

    def begins(_kernel: str) -> None:
        nonlocal begun
        with turn:
            pipe.send(Reply(preparing=True, compiled=begun))
            begun += 1

    with suppress(EOFError, ConnectionError):
        while True:
            if not pipe.poll(IDLE_S):
                memory.trim()
            question: Question = pipe.recv()
            begun, words = 0, resources
            if resources is not None and question.lists:
                words = PinnedWords(resources, question.lists)
            try:
                with kernel.followed(begins):
                    answer = _reply(question, words) if kind is not Kind.PLAIN else _plain_reply(question, words)
                answer = replace(answer, compiled=begun)
            except Exception as error:  # the bot's, or a view that does not fit: for anyone who asked
                answer = Reply(failure=kind_of(error))
            pipe.send(answer)


def _confine() -> None:
    """Have this process hurt itself alone: half of the memory, the first to go if that is not enough, and a little to print."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
        resource.setrlimit(resource.RLIMIT_DATA, (half, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")
    come, go = os.pipe()
    log = os.dup(2)
    os.dup2(go, 1)
    os.dup2(go, 2)
    sys.stdout = sys.stderr = open(go, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    threading.Thread(target=_pass_on, args=(come, log), daemon=True).start()


def _pass_on(come: int, log: int) -> None:
    """Pass the output on, up to `OUTPUT_BYTES`; the rest is read and forgotten, so that no print waits for it."""
    left = OUTPUT_BYTES
    while text := os.read(come, 65_536):
        with suppress(OSError):
            os.write(log, text[:left])
        left -= len(text[:left])


def _plain_reply(question: Question, resources: Resources | None) -> Reply:
    """The answer without compiled code: of the bot itself, and if that takes too long of a simpler one."""
    assert isinstance(question, BotQuestion), "there is nothing to make ready"
    variant = games.find(question.variant)
    _, game = variant.bind(question.values)
    simpler = (*tuple(registry.own(variant, game))[1:2], *registry.level_names(variant)[:1], registry.RANDOM)
    registry.pick(variant, game, question.bot, resources)  # it may read a word list; no limit ends that half done
    for bot in (question.bot, *simpler):
        with suppress(plugins.NoAnswerError, Exception), plugins.limited(PLAIN_S):
            return Reply(_think(replace(question, bot=bot, seconds=min(question.seconds, PLAIN_S / 2)), resources))
    return Reply(failure="no bot answers without compiled code")


def _reply(question: Question, resources: Resources | None) -> Reply:
    """The answer, unless something raises."""
    if isinstance(question, PatientQuestion):
        return question.answer(resources)
    if isinstance(question, BotPreparation):
        _prepare(question, resources)
        return Reply()
    return Reply(_think(question, resources))


def kind_of(error: Exception) -> str:
    """The kind of an error and its place. Its own text may quote the view, so it stays here, unless no view had been looked at yet."""
    if isinstance(error, _NotReady) and error.__cause__ is not None:
        words = " ".join(str(error.__cause__).split())[:LONGEST_REASON]
        return f"{_place(error.__cause__)}: {words}"
    return _place(error)


def _place(error: BaseException) -> str:
    """The kind of an error, and the line of code that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


@contextmanager
def getting_ready() -> Iterator[None]:
    """Around what looks at no view and at no record of a match."""
    try:
        yield
    except Exception as error:
        raise _NotReady from error


def _prepare(wanted: BotPreparation, resources: Resources | None) -> None:
    """Have bots ready, and have them take up their word lists. If they cannot read a list, a bot that is asked says so."""
    with getting_ready():
        variant = games.find(wanted.variant)
        registry.warm_own(variant) if wanted.bot is None else registry.warm_one(variant, wanted.bot)
        if wanted.values and resources is not None:
            with suppress(LookupError, errors.OptionError):
                _, game = variant.bind(wanted.values)
                for name in registry.own(variant, game) if wanted.bot is None else (wanted.bot,):
                    registry.pick(variant, game, name, resources)


def _think(question: BotQuestion, resources: Resources | None) -> str:
    """The bot's move in canonical form, checked."""
    with getting_ready():
        variant = games.find(question.variant)
        _, game = variant.bind(question.values)
        if isinstance(resources, PinnedWords):
            for name in resources.digests:
                resources.words(name)  # a bot that lacks the list of its match says so, and does not play without words
        bot = registry.pick(variant, game, question.bot, resources)
    decision = game.decision(question.view)
    source = HmacSource(secrets.token_bytes(32), "bot")
    move = bot.choose(question.view, decision, budget.Deadline(question.seconds), source)
    decision.check(move)
    if resources is not None:
        decision.admit(move, resources)
    return str(decision.write(move))
