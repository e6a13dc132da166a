"""A host's webhooks over HTTP."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import cast

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from deathmatch.server.hooks.desk import Desk
from deathmatch.server.hooks.places import Sender
from deathmatch.server.hooks.webhooks import Webhooks
from deathmatch.server.replays.orders import RasterOrder
from deathmatch.server.replays.studio import Studio
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.room import Room
from deathmatch.server.settings import Settings
from deathmatch.server.table.roles import WATCHER
from deathmatch.server.table.table import Table
from deathmatch.server.web import doorman, guard, previews
from deathmatch.server.web.guests import Asking, doorman_of, lobby_of
from deathmatch.server.wire import webhooks as wire
from deathmatch.server.wire.bodies import Done

SenderOpen = Callable[[Settings], Sender]


def real_sender(settings: Settings) -> Sender:
    """Sends over the network."""
    return Sender(settings.webhook_networks, settings.limits.webhook_ms)


@contextlib.asynccontextmanager
async def open_desk(lobby: Lobby, studio: Studio, settings: Settings, sender_open: SenderOpen) -> AsyncIterator[Desk]:
    """The webhooks of a server, for as long as it runs."""
    sender, reader = sender_open(settings), lobby.log_reader
    webhooks = Webhooks(lobby.store, lobby.others, lobby.time, settings.limits, reader, sender, partial(_paint, studio))
    lobby.others.tell_hooks(webhooks)
    await webhooks.open()
    lobby.shared.changed, lobby.shared.rewritten = webhooks.changed, webhooks.rewritten
    try:
        yield Desk(webhooks)
    finally:
        await webhooks.close()


async def _paint(studio: Studio, svg: str) -> bytes:
    return await studio.of(RasterOrder(svg), doorman.free)


def desk_of(request: Asking) -> Desk:
    """The desk of the application."""
    return cast("Desk", request.app.state["desk"])


async def _shown(room: Room, role: str) -> Table:
    """The table as spectators are shown it now, for every role."""
    async with room.looking() as audiences:
        return audiences.shown(WATCHER)


async def _host(request: Asking, key: str) -> Link:
    """The link of a host whose request is counted."""
    link = await lobby_of(request).host(key)
    doorman_of(request).message(guard.address(request.scope), doorman.Holder.of(link), doorman.LOUD)
    return link


async def _sending(request: Asking, key: str) -> tuple[Link, Desk]:
    """The same for a request by which the server sends something, or looks a name up; it counts for the match too."""
    link, desk = await _host(request, key), desk_of(request)
    desk.count(link.key.match)
    return link, desk


@get("/hosts/{key:str}/webhooks", tags=["webhooks"])
async def webhooks(request: Asking, key: FromPath[str]) -> wire.WebhookList:
    """The webhooks of this match, with the log of their last deliveries."""
    link = await lobby_of(request).host(key)
    return wire.WebhookList(await desk_of(request).of(link.key.match))


@post("/hosts/{key:str}/webhooks", tags=["webhooks"], status_code=201)
async def add(request: Asking, key: FromPath[str], data: JSONBody[wire.NewWebhook]) -> wire.WebhookMade:
    """Have an address told of each change from now on. The answer has the secret of the signatures; it is shown this once."""
    link, desk = await _sending(request, key)
    place = await desk.check(data)
    table = await lobby_of(request).look(link, _shown)
    return await desk.add(link.key.match, data, place, maker=table.made.maker, done=table.count, base=previews.base_of(request))


@post("/hosts/{key:str}/preview-webhook", tags=["webhooks"], status_code=200)
async def preview(request: Asking, key: FromPath[str], data: JSONBody[wire.PreviewWebhook]) -> wire.WebhookPreview:
    """Look at the message that a webhook with these settings would send now. Nothing is sent."""
    link, desk = await _sending(request, key)
    return await desk.preview(data, await lobby_of(request).look(link, _shown), previews.base_of(request))


@post("/hosts/{key:str}/webhooks/{webhook:str}", tags=["webhooks"], status_code=200)
async def change(request: Asking, key: FromPath[str], webhook: FromPath[str], data: JSONBody[wire.ChangeWebhook]) -> wire.WebhookInfo:
    """Change a webhook, or switch it off or on; it goes on with the first change that was not delivered."""
    link, desk = await _sending(request, key)
    return await desk.change(link.key.match, webhook, data)


@post("/hosts/{key:str}/webhooks/{webhook:str}/test", tags=["webhooks"], status_code=200)
async def test(request: Asking, key: FromPath[str], webhook: FromPath[str]) -> wire.WebhookTested:
    """Send a test now, and say how it ended. It has no number."""
    link, desk = await _sending(request, key)
    return await desk.test(link.key.match, webhook, await lobby_of(request).look(link, _shown))


@post("/hosts/{key:str}/webhooks/{webhook:str}/remove", tags=["webhooks"], status_code=200)
async def remove(request: Asking, key: FromPath[str], webhook: FromPath[str]) -> Done:
    """Remove a webhook, with its address and its log."""
    link, desk = await _host(request, key), desk_of(request)
    await desk.remove(link.key.match, webhook)
    return Done((await lobby_of(request).look(link, _shown)).version)


def router() -> Router:
    """All of it."""
    return Router("/api", route_handlers=[webhooks, add, preview, change, test, remove])
