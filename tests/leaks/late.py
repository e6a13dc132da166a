"""Two worlds in which a match goes on in different ways while its spectators are late, and all that they and the public can ask meanwhile:
over HTTP, over WebSockets, from the room itself, in the lists and by webhooks.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from deathmatch.server.times import Line
from deathmatch.server.web.sockets import Connection
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.messages import kinds
from tests import toy
from tests.hooks.receiver import Pigeon
from tests.leaks import doors
from tests.leaks.doors import filled, hooked, looked
from tests.leaks.pairs import Fixed, pairs
from tests.leaks.test_doors import FREE
from tests.server.kit import TOY, Reader, World, http, settle, world

OPTIONS: dict[str, dict[str, Any]] = {
    "letter-hunt/gambit": {"onlookers": 2, "lexicon": "any"},
    "letter-hunt/colosseum": {"lexicon": "any"},
    TOY: {"onlookers": 1, "rounds": 8},
}
PUBLIC = ("/api/tables", "/")
TELLS_MS = 6_000
"""How long `Watched.told` takes."""

MESSAGES: list[Any] = [
    messages.Hello(0),
    messages.Compose(1, 0, []),
    messages.Ping(),
    *(msgspec.convert(filled(kind, "bid 0", ply=0, event=1), kind) for kind in kinds(messages.Command)),
]
"""Everything that can be sent over a WebSocket."""


async def outcome(asked: Any) -> str:
    try:
        return repr(await asked)
    except Exception as error:
        return repr(error)


async def everything(w: World, made: bodies.MatchMade, role: str, folder: Path) -> list[str]:
    """What this watcher gets from all that it can ask: over a WebSocket, and at every door of the server."""
    link = await w.link(made, role)
    connection = Connection(cast("Any", None), w.lobby, link, "Eve", lambda _: None, lambda _: None, "", Line())
    out = [f"{message}: {await outcome(connection._handle(message))}" for message in MESSAGES]
    out.append(repr(list(connection._outbox._frames)))
    async with http(w, folder, None, **FREE) as browser:
        held = [(role, str(made.onlookers.get(role, made.watch)))]
        return out + await doors.everything(browser, held, 0, ("bid 0",), thorough=False)


class Watched:
    """A listed match with spectators, onlookers, webhooks and somebody at the lists, to be looked at again and again."""

    def __init__(self, w: World, made: Any, browser: Any, pigeon: Pigeon, folder: Path) -> None:
        self.w, self.made, self.browser, self.pigeon, self._folder = w, made, browser, pigeon, folder
        self._roles = ("watcher", *made.onlookers)
        self._readers: list[Reader] = []

    async def begin(self) -> None:
        await hooked(self.browser, self.made.host)
        self._readers = [await self.w.reader(self.made, role) for role in self._roles if role != "caster"]
        self._readers.append(Reader())
        self.w.lobby.directory.join(self._readers[-1])

    async def told(self) -> list[str]:
        """Everything up to now."""
        await self.w.time.pass_by(TELLS_MS // 2)
        await settle()
        out = [line for role in self._roles if role != "caster" for line in await everything(self.w, self.made, role, self._folder)]
        return [*out, *map(repr, await looked(self.browser, PUBLIC)), *await self.streamed()]

    async def streamed(self) -> list[str]:
        """What readers and webhooks got without asking."""
        await self.w.time.pass_by(TELLS_MS // 2)
        await settle()
        return [*(repr(reader.frames) for reader in self._readers), *map(repr, self.pigeon.lines())]


async def two_worlds(
    variant: str, settings: dict[str, Any], meanwhile: Any, folder: Path, patched: pytest.MonkeyPatch, **wanted: Any
) -> list[Any]:
    """What `meanwhile` returns for world 0 and world 1, which have the same random bytes; `wanted` are its options and clocks."""
    pair, found = next(pairs(toy.VARIANTS[0], 1)), []
    for number in (0, 1):
        patched.setattr(secrets, "token_bytes", Fixed(pair))
        async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now)) as browser:
            table = {"listed": True, "kibitz": True, "publish": True, **settings}
            made = await w.match(variant, settings=table, **(wanted or {"options": OPTIONS.get(variant, {}), "pace": "none"}))
            watched = Watched(w, made, browser, pigeon, folder)
            await watched.begin()
            found.append(await meanwhile(watched, number))
    return found
