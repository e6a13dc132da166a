"""Waiting for news of many matches with few requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from deathmatch_discord.api import PATIENCE_MS, UNREACHED, Api

log = logging.getLogger("deathmatch.discord")
MOST: Final = 100  # matches of one request
REST_S: Final = 5.0  # before a server that did not answer is asked again

Tell = Callable[[str, bool], None]
"""Told of a match: whether it still exists."""


class Listener:
    """Waits for news of some matches with one request after the other.

    Args:
        api: the server.
        tell: called for each match that shows something later than the last time, and for each that no longer exists.
    """

    def __init__(self, api: Api, tell: Tell) -> None:
        self._api, self._tell = api, tell
        self._since: dict[str, int] = {}
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="news")

    @property
    def full(self) -> bool:
        """Whether no more matches fit in."""
        return len(self._since) >= MOST

    def add(self, match: str) -> None:
        """Listen to this match too; `tell` hears of it at once."""
        self._since[match] = 0
        self._more.set()

    def remove(self, match: str) -> bool:
        """Listen to it no more; False if this listener never did."""
        return self._since.pop(match, None) is not None

    async def close(self) -> None:
        """Listen no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            if not self._since:
                await self._more.wait()
            self._more.clear()
            more = asyncio.create_task(self._more.wait())
            asked = asyncio.create_task(self._api.post("/api/news", {"since": dict(self._since), "wait": PATIENCE_MS}))
            try:
                await asyncio.wait({asked, more}, return_when=asyncio.FIRST_COMPLETED)
                if not asked.done():
                    continue  # with the matches that have come
                answer = asked.result()
            except UNREACHED as error:
                log.warning("no news: %s", type(error).__name__)
                await asyncio.sleep(REST_S)
                continue
            finally:
                more.cancel()
                asked.cancel()
                await asyncio.gather(more, asked, return_exceptions=True)
            for match, version in answer["versions"].items():
                if match in self._since:
                    self._since[match] = version
                    self._tell(match, True)
            for match in answer["gone"]:
                if self.remove(match):
                    self._tell(match, False)
