"""Rate limits and clean text. Their memory is bounded for any input."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Callable

from deathmatch.core.letters import harmless, is_seen
from deathmatch.server.settings import Rate

NAME_LETTERS = 40
CHAT_LETTERS = 500
TITLE_LETTERS = 80
RULES_LETTERS = 6000
ROLE_LETTERS = 40
ITEMS = 12
ITEM_LETTERS = 60
ADVICE_LETTERS = 2000  # what a host notes for a player
REASON_LETTERS = 200
ENTERED = 20  # events by one ruling
WORDS_LETTERS = 30_000  # that one ruling accepts
ALL_WORDS_LETTERS = 300_000  # that all rulings of a table accept
NOTE_LETTERS = 4000
MARK_LETTERS = 40
MARKS = 200  # a seat
LONGEST_TALK = 86_400  # seconds
IDS = 200  # of the last messages of a role
ID_LETTERS = 40
CHAT_LINES = 300  # kept to be shown again; older ones stay in the log


class Bucket:
    """A token bucket: `take` is refused once the burst is used up."""

    __slots__ = ("_left", "_rate", "_then")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._then = now

    def _now(self, now: float) -> float:
        """How much there is at this moment, in seconds."""
        self._left = min(self._rate.burst, self._left + max(0.0, now - self._then) * self._rate.per_second)
        self._then = now
        return self._left

    def take(self, now: float) -> bool:
        """Use one; False if less than that is left."""
        if may := self.peek(now):
            self._left -= 1.0
        return may

    def peek(self, now: float) -> bool:
        """Whether one could be taken, without taking it."""
        return self._now(now) >= 1.0

    def spend(self, now: float, cost: float) -> None:
        """Use `cost` even if that much is not there: nothing can be taken until the debt, a burst at most, has come back."""
        self._left = max(-self._rate.burst, self._now(now) - cost)


class Buckets:
    """One bucket a key, the least recently used dropped beyond `most`."""

    def __init__(self, rate: Rate, clock: Callable[[], float], most: int = 20_000) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._clock())
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def take(self, key: str) -> bool:
        """Whether `key` may once more."""
        return self._bucket(key).take(self._clock())

    def spend(self, key: str, cost: float) -> None:
        """Use this much of a key's allowance, even if less is left."""
        self._bucket(key).spend(self._clock(), cost)

    def peek(self, key: str) -> bool:
        """Whether `key` could once more; nothing is used up."""
        bucket = self._buckets.get(key)
        return bucket is None or bucket.peek(self._clock())

    def __len__(self) -> int:
        return len(self._buckets)


def clean(text: str, most: int, lines: bool = False) -> str:
    """Text of a guest made harmless: no letters that are not seen, single spaces (unless `lines`), at most `most` letters.

    Text without a visible sign comes out empty.
    """
    kept = unicodedata.normalize("NFC", harmless(text))
    if lines:
        tidy = "\n".join(line.rstrip() for line in kept.replace("\r", "").split("\n"))[:most]
    else:
        tidy = " ".join(kept.split())[:most].rstrip()
    tidy = harmless(tidy)  # a cut may have left a joiner without its letter
    return tidy if is_seen(tidy) else ""  # marks on nothing, at best
