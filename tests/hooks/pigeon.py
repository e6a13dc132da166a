"""A sender that sends nothing, and keeps all that it should have sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from deathmatch.server.hooks.places import Answer, Place


@dataclass
class Pigeon:
    """See above.

    Attributes:
        now: the time.
        sent: all messages, each after its moment.
        answers: the next answers; then 200.
    """

    now: Callable[[], int]
    sent: list[tuple[int, str, Mapping[str, str], bytes]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    async def check(self, url: str) -> Place:
        return Place(url, str(urlsplit(url).hostname), 443, ("192.0.2.1",))

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        self.sent.append((self.now(), url, dict(headers), body))
        return self.answers.pop(0) if self.answers else Answer(200)

    def close(self) -> None:
        """Nothing is held."""

    def json(self) -> list[dict[str, Any]]:
        """The messages in our own form."""
        return [json.loads(body) for _, url, _, body in self.sent if url.endswith("/json")]

    def lines(self) -> list[bytes]:
        """All of it, to be compared."""
        return [repr((at, url, sorted(headers.items()))).encode() + body for at, url, headers, body in self.sent]
