"""Work that a worker process does once for all who ask, such as reviews of finished matches. The last answers are kept."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from logging import Logger
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from deathmatch.bots.answers import REVIEW_S, PatientQuestion, Reply
from deathmatch.bots.study import MatchReview
from deathmatch.bots.worker import NONE
from deathmatch.core.speech import mark, say, spoken
from deathmatch.server.wire import bodies, problems

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

Leave: TypeAlias = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """What readers can have of one kind of work.

    Attributes:
        kept: results that are kept.
        waiting: keys whose work may be under way at the same time.
        full: the reason, marked, if there are as many.
        failure: the reason, marked, if the work failed.
        log, line: get one line if it failed: with the place of the error, without its text, which may hold secrets.
    """

    kept: int
    waiting: int
    full: str
    failure: str
    log: Logger
    line: str


class Errands(Generic[K, T]):
    """Results by their keys.

    Attributes:
        since: when the turn of the first one came that is under way (of `monotonic`).
    """

    def __init__(self, terms: Terms) -> None:
        self.since = 0.0
        self._terms = terms
        self._kept: OrderedDict[K, T] = OrderedDict()
        self._making: dict[K, asyncio.Task[T]] = {}

    def kept(self, key: K) -> T | None:
        """A result that is kept, and from now on longer than the others; None if it is not."""
        if (found := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
        return found

    def under_way(self) -> tuple[K, ...]:
        """The keys whose work is not done, in the order in which it began."""
        return tuple(self._making)

    async def of(self, key: K, work: Callable[[], Coroutine[Any, Any, T]], *, wait: int, admit: Callable[[], Leave]) -> T | None:
        """A result, kept or new.

        Args:
            key: its key.
            work: does the work.
            wait: how many milliseconds to wait for it.
            admit: called before the work begins; raises Problem if this person asks for too much. Its answer is called when it is done.

        Returns: None if it is still being done. Raises: Problem.
        """
        if (found := self.kept(key)) is not None:
            return found
        if key not in self._making:
            if len(self._making) >= self._terms.waiting:
                raise problems.too_many(say(self._terms.full))
            leave = admit()
            if not self._making:
                self.since = monotonic()
            task = self._making[key] = asyncio.create_task(self._make(key, work), name="errand")
            task.add_done_callback(partial(self._made, key, leave))
        task = self._making[key]
        await asyncio.wait({task}, timeout=wait / 1000)
        if not task.done():
            return None
        if task.cancelled() or task.exception() is not None:
            raise problems.Problem(say(self._terms.failure), 503)
        return task.result()

    def _made(self, key: K, leave: Leave, task: asyncio.Task[T]) -> None:
        del self._making[key]
        leave()
        self.since = monotonic()
        if not task.cancelled():
            task.exception()  # the log has it in one line already; if nobody waited for it, asyncio would write it there in full

    async def _make(self, key: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            made = self._kept[key] = await work()
        except Exception as error:
            name = key[0] if isinstance(key, tuple) else key
            self._terms.log.error(self._terms.line, name, problems.outline(error))
            raise
        if len(self._kept) > self._terms.kept:
            self._kept.popitem(last=False)
        return made

    def stop(self) -> None:
        """Cancel all work that is under way."""
        for task in self._making.values():
            task.cancel()


LONGEST_S = 60.0  # the most that an advisor may think about the few matches that need it; about the others, REVIEW_S
REVIEWS: Final = Terms(
    kept=64,
    waiting=16,
    full=mark("many matches are being reviewed now; try again in a moment"),
    failure=mark("this match could not be reviewed; try again later"),
    log=logging.getLogger("deathmatch.reviews"),
    line="the review of match %s failed: %s",
)


class Reviewer(Protocol):
    """Runs advisors, never on the event loop."""

    @property
    def preparing(self) -> bool:
        """Whether code is compiled for its first use now, which answers wait for."""
        ...

    async def look_back(self, variant: str, record: str, lists: Mapping[str, str], /) -> MatchReview:
        """Review a finished match that began with these word lists; raises if the advisor gives no answer."""
        ...

    async def reply_to(self, question: PatientQuestion, whose: str, /) -> Reply:
        """The answer to another question of this kind; raises if there is none."""
        ...


ReviewKey: TypeAlias = tuple[str, str, bytes]
"""A match, a language, and the SHA-256 of the record: a ruling can open a match again after its end."""


class Reviews:
    """The reviews of one server. The caller has checked that the asker may have the record.

    Attributes:
        reviewer: makes them, and works out positions for pages of packages.
    """

    def __init__(self, reviewer: Reviewer) -> None:
        self.reviewer = reviewer
        self._errands: Errands[ReviewKey, MatchReview] = Errands(REVIEWS)

    async def of(
        self,
        match: str,
        *,
        variant: str,
        record: str,
        wait: int,
        admit: Callable[[], Callable[[], None]],
        lists: Mapping[str, str] = NONE,
    ) -> MatchReview | None:
        """The review of a match, in the language that is being spoken.

        Args:
            match: its id.
            variant: `GAME/VARIANT`.
            record: the record of the match, which is over.
            wait: how many milliseconds to wait if the review has to be made first.
            admit: called before a review is made for this match; raises Problem if this person asks for too many. Its answer is called
                when the review is made.
            lists: word lists of the match -> their digest when it began.

        Returns: None if it is still being made. Raises: Problem.
        """
        key = (match, spoken(), sha256(record.encode()).digest())
        return await self._errands.of(key, partial(self.reviewer.look_back, variant, record, lists), wait=wait, admit=admit)

    def progress(self, match: str) -> bodies.Making:
        """How far a review is that `of` did not have yet."""
        asked = (match, spoken())
        ahead = next((place for place, key in enumerate(self._errands.under_way()) if key[:2] == asked), 0)
        spent = 0 if ahead else round(1000 * (monotonic() - self._errands.since))
        most = round(1000 * (REVIEW_S if spent < 1000 * REVIEW_S else LONGEST_S))
        return bodies.Making(ahead=ahead, spent=spent, most=most, preparing=self.reviewer.preparing)

    def stop(self) -> None:
        """Cancel the reviews that are being made."""
        self._errands.stop()
