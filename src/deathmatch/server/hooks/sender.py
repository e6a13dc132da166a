"""Sending one message to one address: checked, bounded in time and size, without redirects, and without a proxy in between."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from deathmatch.server.hooks.places import Place, Places, Refused, Unknown


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of one attempt.

    Attributes:
        status: of HTTP; 0 if nothing was answered.
        trouble: why not, as a word of `webhook.TROUBLES`; empty if something was.
        wait_ms: for how long the receiver wants to be left alone; 0 if it does not say.
    """

    status: int = 0
    trouble: str = ""
    wait_ms: int = 0

    @property
    def well(self) -> bool:
        """Whether the message has arrived."""
        return 200 <= self.status < 300


class Sends(Protocol):
    """Sends messages."""

    async def check(self, url: str) -> Place:
        """The place of an address; raises places.Refused, places.Unknown."""
        ...

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send a message; every trouble is in the answer."""
        ...

    def close(self) -> None:
        """Send no more."""
        ...


class Sender:
    """Sends over the network.

    Args:
        places: checks the addresses.
        longest_ms: that an attempt may take.
    """

    def __init__(self, places: Places, longest_ms: int) -> None:
        self._places = places
        self._longest_s = longest_ms / 1000

    async def check(self, url: str) -> Place:
        """See `Sends`."""
        return await self._places.of(url)

    def close(self) -> None:
        """See `Sends`."""
        self._places.close()

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """See `Sends`."""
        from deathmatch.server.hooks import network  # the library takes a while, and many servers have no webhook

        try:
            async with asyncio.timeout(self._longest_s):
                return await network.post(await self._places.of(url), headers, body)
        except Refused:
            return Answer(trouble="place")
        except Unknown:
            return Answer(trouble="name")
        except TimeoutError:
            return Answer(trouble="time")
        except network.Undelivered as failure:
            return Answer(trouble=failure.trouble)
