"""All that a table can be asked through one link, for tests: the commands that come in, and the looks of its room."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

from deathmatch.server.rooms import looks
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.room import Room
from deathmatch.server.store.interface import Key
from deathmatch.server.table.roles import Command, Sender
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.messages import Chat, Pause, Prepare, Resume, Rule


def _done(command: Callable[..., Command]) -> Callable[..., Awaitable[int]]:
    """Has a role give the command that this makes; returns the version after it."""

    async def act(self: Verbs, role: str, *values: Any, **more: Any) -> int:
        return int((await self._act(role, command(*values, **more))).version)

    return act


def _look(look: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Has a role look so."""

    async def seen(self: Verbs, role: str, *values: Any, **more: Any) -> Any:
        return await look(await self._room(), role, *values, **more)

    return seen


def _ruling(ruling: str, reason: str = "a link was lost", **more: Any) -> Rule:
    return Rule(cast("Any", ruling), reason, **more)


class Verbs:
    """The verbs, each for a role."""

    def __init__(self, lobby: Lobby, link: Link) -> None:
        self._lobby = lobby
        self._link = link

    async def _room(self) -> Room:
        return await self._lobby.room(self._link)

    async def _act(self, role: str, command: Command, name: str = "", token: str = "") -> Any:
        room = await self._room()
        return await room.act(Sender(role, token or self._link.token, name), command)

    # --- Commands

    resign = _done(messages.Resign)
    deal = _done(messages.Deal)
    ready = _done(messages.Ready)
    prepare = _done(lambda *deals: Prepare(list(deals)))
    rule = _done(_ruling)
    away = _done(messages.Away)
    pause = _done(lambda stop: Pause() if stop else Resume())
    mute = _done(lambda whom="", on=True: messages.Mute(whom, on))
    open_talk = _done(messages.OpenTalk)
    close_talk = _done(messages.CloseTalk)
    note = _done(messages.Note)
    mark = _done(messages.Mark)

    async def submit(self, role: str, ply: int, text: str) -> messages.Accepted:
        link = replace(self._link, key=Key(self._link.key.match, role))
        return cast("messages.Accepted", await self._lobby.act(link, messages.Submit(ply, text)))

    async def say(self, role: str, who: str, text: str) -> int:
        return int((await self._act(role, Chat(text), who)).version)

    async def tell(self, role: str, to: str, text: str, who: str = "") -> int:
        return int((await self._act(role, messages.Tell(to, text), who)).version)

    async def wish(self, role: str, token: str) -> int:
        return int((await self._act(role, messages.Rematch(), token=token)).version)

    async def sit(self, role: str, name: str, nonce: str) -> bodies.Seated:
        return cast("bodies.Seated", await self._act(role, bodies.SitDown(name, nonce)))

    # --- Looks

    async def effect(self, role: str, *ruling: str, **more: Any) -> bodies.Effect:
        return await looks.effect(await self._room(), role, _ruling(*ruling, **more))

    desk = _look(looks.desk)
    talks = _look(looks.talks)
    full = _look(looks.full)
    news = _look(looks.news)
    table = _look(looks.table_message)
    compose = _look(looks.compose)
    version = _look(looks.version)
    position = _look(looks.position)
    record = _look(looks.record)
    dealing = _look(looks.dealing)
    mine = _look(looks.mine)
    receipts = _look(looks.receipts)
    hands = _look(looks.hands)
    sketch = _look(looks.sketch)
