"""Sending one message to one address: checked, bounded in time and size, without redirects, and without a proxy in between."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from deathmatch.server.hooks.places import Answer, Place, Places, Refused, Unknown


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
        """The place of an address; raises places.Refused, places.Unknown."""
        return await self._places.of(url)

    def close(self) -> None:
        """Look no more names up."""
        self._places.close()

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send a message to the place that the address means now; every trouble is in the answer."""
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
