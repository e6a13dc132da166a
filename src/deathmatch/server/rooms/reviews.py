"""Reviews of finished matches. A worker process makes them, one at a time for each match and language, and the last ones are kept."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from time import monotonic
from typing import Protocol, TypeAlias

import msgspec

from deathmatch.bots.study import MatchReview
from deathmatch.core.speech import say, spoken
from deathmatch.server.wire import problems
from deathmatch.server.wire.bodies import Making, ReviewBody

log = logging.getLogger("deathmatch.reviews")

LONGEST_S = 10.0  # the most that an advisor may think
KEPT = 64  # reviews
WAITING = 16  # matches that may wait for their review at the same time


class Reviewer(Protocol):
    """Runs advisors, never on the event loop."""

    async def look_back(self, variant: str, record: str) -> MatchReview:
        """Review a finished match; raises if the advisor gives no answer."""
        ...


Key: TypeAlias = tuple[str, str, bytes]
"""A match, a language, and the SHA-256 of the record: a ruling can open a match again after its end."""


class Reviews:
    """The reviews of one server. The caller has checked that the asker may have the record."""

    def __init__(self, reviewer: Reviewer) -> None:
        self._reviewer = reviewer
        self._kept: OrderedDict[Key, ReviewBody] = OrderedDict()
        self._making: dict[Key, asyncio.Task[ReviewBody]] = {}
        self._turn = 0.0  # when the first of them began to be made

    async def of(self, match: str, *, variant: str, record: str, wait: int, admit: Callable[[], Callable[[], None]]) -> ReviewBody | None:
        """The review of a match, in the language that is being spoken.

        Args:
            match: its id.
            variant: `GAME/VARIANT`.
            record: the record of the match, which is over.
            wait: how many milliseconds to wait if the review has to be made first.
            admit: called before a review is made for this match; raises Problem if this person asks for too many. Its answer is called
                when the review is made.

        Returns: None if it is still being made. Raises: Problem.
        """
        key = (match, spoken(), sha256(record.encode()).digest())
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        if key not in self._making:
            if len(self._making) >= WAITING:
                raise problems.too_many(say("many matches are being reviewed now; try again in a moment"))
            leave = admit()
            if not self._making:
                self._turn = monotonic()
            task = self._making[key] = asyncio.create_task(self._make(key, variant, record), name=f"review of {match}")
            task.add_done_callback(partial(self._made, key, leave))
        task = self._making[key]
        await asyncio.wait({task}, timeout=wait / 1000)
        if not task.done():
            return None
        if task.cancelled() or task.exception() is not None:
            raise problems.Problem(say("this match could not be reviewed; try again later"), 503)
        return task.result()

    def _made(self, key: Key, leave: Callable[[], None], task: asyncio.Task[ReviewBody]) -> None:
        del self._making[key]
        leave()
        self._turn = monotonic()
        if not task.cancelled():
            task.exception()  # the log has it in one line already; if nobody waited for it, asyncio would write it there in full

    async def _make(self, key: Key, variant: str, record: str) -> ReviewBody:
        try:
            lookback = await self._reviewer.look_back(variant, record)
        except Exception as error:
            log.error("the review of match %s failed: %s", key[0], problems.outline(error))
            raise
        review = self._kept[key] = msgspec.convert(msgspec.to_builtins(lookback), ReviewBody)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return review

    def progress(self, match: str) -> Making:
        """How far a review is that `of` did not have yet."""
        asked = (match, spoken())
        ahead = next((place for place, key in enumerate(self._making) if key[:2] == asked), 0)
        return Making(ahead=ahead, spent=0 if ahead else round(1000 * (monotonic() - self._turn)), most=round(1000 * LONGEST_S))

    def stop(self) -> None:
        """Cancel the reviews that are being made."""
        for task in self._making.values():
            task.cancel()
