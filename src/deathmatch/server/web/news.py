"""Waiting for many matches with one request, for programs that have many, such as front ends in chats."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Router, post
from litestar.params import JSONBody

from deathmatch.server.rooms import looks
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.web.api import lobby_of
from deathmatch.server.web.many import answers, counted, found
from deathmatch.server.web.remembering import Asking
from deathmatch.server.wire.bodies import News, NewsBody

MOST = 100  # links of one request


@post("/news", tags=["lobby"], status_code=200)
async def news(request: Asking, data: JSONBody[NewsBody]) -> News:
    """The links among these that show another version, as soon as one does, or after `wait` ms; and those that open nothing."""
    counted(request, len(data.since), MOST)
    lobby = lobby_of(request)
    links = await found(request, {key: key for key in data.since}, lobby.anyone)
    told = await _later(lobby, links, data.since, 0)
    told.gone += [key for key in data.since if key not in links]
    most = max(0, min(data.wait, lobby.settings.limits.long_poll_ms))
    if not told.versions and not told.gone and most:
        told = await _later(lobby, links, data.since, most)
    return told


async def _later(lobby: Lobby, links: Mapping[str, Link], since: Mapping[str, int], wait: int) -> News:
    """The links that show another version: all that do now, or the first ones that do within `wait` ms; and those that have died."""
    waiting = {key: lobby.look(link, looks.version, since[key], wait) for key, link in links.items()}
    versions, gone = await answers(waiting, first=bool(wait))
    return News({key: version for key, version in versions.items() if version != since[key]}, gone)


def router() -> Router:
    """All of it."""
    return Router("/api", route_handlers=[news])
