"""All that a table can be asked through one link, for tests: the leak tests ask each of these for two worlds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from deathmatch.server.rooms import looks
from deathmatch.server.rooms.audiences import Reader
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.room import Room
from deathmatch.server.store.interface import Key
from deathmatch.server.table.roles import Command, Sender
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.bodies import Talks


class Verbs:
    """All that a table can be asked through one link, as methods: the commands that come in, and the looks of its room."""

    def __init__(self, lobby: Lobby, link: Link) -> None:
        self._lobby = lobby
        self._link = link

    async def _room(self) -> Room:
        return await self._lobby.room(self._link)

    async def _act(self, role: str, command: Command, name: str = "", token: str = "") -> Any:
        room = await self._room()
        return await room.act(Sender(role, token or self._link.token, name), command)

    async def submit(self, role: str, ply: int, text: str) -> messages.Accepted:
        return cast(
            "messages.Accepted", await self._lobby.act(replace(self._link, key=Key(self._link.key.match, role)), messages.Submit(ply, text))
        )

    async def resign(self, role: str) -> int:
        return int((await self._act(role, messages.Resign())).version)

    async def deal(self, role: str, ply: int, text: str) -> int:
        return int((await self._act(role, messages.Deal(ply, text))).version)

    async def ready(self, role: str) -> int:
        return int((await self._act(role, messages.Ready())).version)

    async def prepare(self, role: str, *deals: str) -> int:
        return int((await self._act(role, messages.Prepare(list(deals)))).version)

    async def rule(self, role: str, ruling: str, reason: str = "a link was lost", **more: Any) -> int:
        return int((await self._act(role, messages.Rule(cast("Any", ruling), reason, **more))).version)

    async def effect(self, role: str, ruling: str, reason: str = "a link was lost", **more: Any) -> bodies.Effect:
        return await looks.effect(await self._room(), role, messages.Rule(cast("Any", ruling), reason, **more))

    async def desk(self, role: str) -> bodies.Desk:
        return await looks.desk(await self._room(), role)

    async def away(self, role: str, until: int) -> int:
        return int((await self._act(role, messages.Away(until))).version)

    async def pause(self, role: str, stop: bool) -> int:
        return int((await self._act(role, messages.Pause() if stop else messages.Resume())).version)

    async def say(self, role: str, who: str, text: str) -> int:
        return int((await self._act(role, messages.Chat(text), who)).version)

    async def announce(self, role: str, who: str, text: str) -> int:
        return int((await self._act(role, messages.Announce(text), who)).version)

    async def mute(self, role: str, whom: str = "", on: bool = True) -> int:
        return int((await self._act(role, messages.Mute(whom, on))).version)

    async def tell(self, role: str, to: str, text: str, who: str = "") -> int:
        return int((await self._act(role, messages.Tell(to, text), who)).version)

    async def open_talk(self, role: str, seconds: int = 0) -> int:
        return int((await self._act(role, messages.OpenTalk(seconds))).version)

    async def close_talk(self, role: str) -> int:
        return int((await self._act(role, messages.CloseTalk())).version)

    async def talks(self, role: str, since: int, wait: int) -> Talks:
        return await looks.talks(await self._room(), role, since, wait)

    async def note(self, role: str, text: str) -> int:
        return int((await self._act(role, messages.Note(text))).version)

    async def mark(self, role: str, slot: str, text: str) -> int:
        return int((await self._act(role, messages.Mark(slot, text))).version)

    async def wish(self, role: str, token: str) -> int:
        return int((await self._act(role, messages.Rematch(), token=token)).version)

    async def sit(self, role: str, name: str, nonce: str) -> bodies.Seated:
        return cast("bodies.Seated", await self._act(role, bodies.SitDown(name, nonce)))

    async def begin(self) -> None:
        await (await self._room()).begin()

    async def contact(self, role: str, token: str) -> None:
        await (await self._room()).contact(role, token)

    async def join(self, role: str, reader: Reader, version: int) -> None:
        await (await self._room()).join(role, reader, version)

    async def full(self, role: str) -> messages.Full:
        return await looks.full(await self._room(), role)

    async def news(self, role: str, since: int, wait: int) -> messages.Full:
        return await looks.news(await self._room(), role, since, wait)

    async def table(self, role: str) -> messages.TableMessage:
        return await looks.table_message(await self._room(), role)

    async def news_and_decision(self, role: str, since: int, wait: int) -> tuple[messages.Full, Any]:
        return await looks.news_and_decision(await self._room(), role, since, wait)

    async def compose(self, role: str, ply: int, prefix: list[str], slot: str = "") -> messages.StepMessage:
        return await looks.compose(await self._room(), role, ply, prefix, slot)

    async def preview(self, role: str, ply: int, prefix: list[str], theme: str = "light") -> str:
        return await looks.preview(await self._room(), role, ply, prefix, theme)

    async def version(self, role: str, since: int, wait: int) -> int:
        return await looks.version(await self._room(), role, since, wait)

    async def position(self, role: str, ply: int) -> bodies.Looked:
        return await looks.position(await self._room(), role, ply)

    async def posted(self, role: str, digest: str) -> tuple[str, bytes]:
        return await looks.posted(await self._room(), role, digest)

    async def record(self, role: str) -> str:
        return await looks.record(await self._room(), role)

    async def may_have_record(self, role: str) -> bool:
        return await looks.may_have_record(await self._room(), role)

    async def to_replay(self, role: str) -> Any:
        return await looks.to_replay(await self._room(), role)

    async def to_review(self, role: str) -> tuple[str, str, Mapping[str, str]]:
        return await looks.to_review(await self._room(), role)

    async def dealing(self, role: str) -> bodies.Dealing:
        return await looks.dealing(await self._room(), role)

    async def mine(self, role: str, link: str) -> bodies.Mine:
        return await looks.mine(await self._room(), role, link)

    async def receipts(self, role: str) -> bodies.Receipts:
        return await looks.receipts(await self._room(), role)

    async def links(self, role: str, token: str) -> bodies.Links:
        return await looks.links(await self._room(), role, token)

    async def hands(self, role: str, since: int, wait: int) -> Any:
        return await looks.hands(await self._room(), role, since, wait)

    async def sketch(self, role: str, deal: str, prefix: list[str]) -> bodies.Sketch:
        return await looks.sketch(await self._room(), role, deal, prefix)

    def leave(self, role: str, reader: Reader) -> None:
        self._lobby.leave(self._link, reader)
