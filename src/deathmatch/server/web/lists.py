"""The public lists over HTTP and over a WebSocket of their own, and the way to an open seat."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, cast

from litestar import Response, Router, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery, JSONBody

from deathmatch.core.speech import mark, say
from deathmatch.server.line import LINE, Line
from deathmatch.server.names import own_name
from deathmatch.server.rooms import handovers
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.rooms.outbox import Outbox
from deathmatch.server.web.api import doorman_of, lobby_of
from deathmatch.server.web.doorman import NOBODY, Doorman
from deathmatch.server.web.guard import address
from deathmatch.server.web.remembering import Asking, guest_of, remembered
from deathmatch.server.web.sockets import AGAIN, AWAY, BAD, CARRIER, OVER, SLOW, Carrier
from deathmatch.server.wire import bodies, problems
from deathmatch.server.wire.problems import Problem

CROWDED = mark("too many people look at the lists; try again later")


@get("/tables", tags=["lobby"])
async def tables(request: Asking, since: FromQuery[int] = -1, wait: FromQuery[int] = 0) -> bodies.Tables:
    """The public lists: open tables, matches that are being played, and matches that ended lately.

    Now, or as soon as their version is another one than `since`, or after `wait` ms.
    """
    lobby = lobby_of(request)
    found = lobby.directory.tables()
    most = min(wait, lobby.settings.limits.long_poll_ms) / 1000
    if since != found.version or most <= 0:
        return found
    if lobby.directory.listeners >= lobby.settings.limits.visitors:
        raise problems.too_many(say(CROWDED))
    news = asyncio.Event()
    lobby.directory.once(news.set)
    try:
        await asyncio.wait_for(news.wait(), most)
    except TimeoutError:
        pass
    finally:
        lobby.directory.never(news.set)
    return lobby.directory.tables()


@post("/tables/{key:str}", tags=["lobby"], status_code=200)
async def join(request: Asking, key: FromPath[str], data: JSONBody[bodies.SitDown]) -> Response[bodies.Joined]:
    """Take the open seat of a table in the public lists. The answer has the seat's secret link; with a `claim` you can ask for it again."""
    doorman_of(request).message(f"seats of {address(request.scope)}")
    joined = await handovers.join(lobby_of(request), key, data)
    guest = guest_of(request).with_match(joined.id, f"/s/{joined.token}")
    guest.name = own_name(joined.name, data.name) or guest.name
    return await remembered(request, joined, guest, 200)


@websocket("/ws/tables")
async def follow(socket: WebSocket[Any, Any, Any]) -> None:
    """The public lists, and every change of them. Nothing is read here."""
    lobby, doorman = cast("Lobby", socket.app.state["lobby"]), cast("Doorman", socket.app.state["doorman"])
    who, line = address(socket.scope), cast("Line", cast("dict[str, Any]", socket.scope)[LINE])
    outbox = Outbox(lobby.settings.limits, line)
    await socket.accept()
    with contextlib.ExitStack() as places:
        code, reason = AWAY, ""
        try:
            if lobby.directory.listeners >= lobby.settings.limits.visitors:
                raise problems.too_many(say(CROWDED))
            places.callback(doorman.enter(who, NOBODY, lambda: None, lambda: None))
            cast("Carrier", cast("dict[str, Any]", socket.scope["extensions"])[CARRIER]).carry(outbox)
            lobby.directory.join(outbox)
            places.callback(lobby.directory.leave, outbox)
            doorman.sent(who, NOBODY, outbox.taken)
            code, reason = await _watch(socket, outbox)
        except Problem as problem:
            code, reason = AGAIN, problem.reason
        except (WebSocketDisconnect, OSError):
            return
        finally:
            outbox.drop("closed")
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError, TimeoutError):
        async with asyncio.timeout(2):
            await socket.close(code, reason)


async def _watch(socket: WebSocket[Any, Any, Any], outbox: Outbox) -> tuple[int, str]:
    """Wait until this end or the other one is done; returns why, as a code and in words."""
    event = cast("dict[str, Any]", await socket.receive())
    if OVER in event:
        return (SLOW if outbox.slow else AWAY), say(outbox.reason)
    if event["type"] != "websocket.receive":
        raise WebSocketDisconnect(detail="closed")
    return BAD, say("nothing is read here")


def router() -> Router:
    """All of it."""
    return Router("/", route_handlers=[Router("/api", route_handlers=[tables, join]), follow])
