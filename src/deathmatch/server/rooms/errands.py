"""Reviews of finished matches, which worker processes make."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from time import monotonic
from typing import Final, Protocol, TypeAlias

from deathmatch.bots.answers import REVIEW_S, PatientQuestion, Reply
from deathmatch.bots.study import MatchReview
from deathmatch.bots.worker import NONE
from deathmatch.core.speech import mark, spoken
from deathmatch.server.errands import Errands, Terms
from deathmatch.server.wire import bodies

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
