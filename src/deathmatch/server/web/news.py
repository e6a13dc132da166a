"""Waiting for many matches with one request, for programs that have many: front ends in chats, boards of a host."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from litestar import Router, post
from litestar.params import JSONBody

from deathmatch.core.speech import say
from deathmatch.server.rooms import looks
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.web.api import Asking, doorman_of, lobby_of
from deathmatch.server.web.doorman import NOBODY, Doorman
from deathmatch.server.web.guard import address
from deathmatch.server.wire import problems
from deathmatch.server.wire.news import News, NewsBody
from deathmatch.server.wire.problems import Problem

MOST = 100  # links of one request
COUNTED = 10  # so many links count as one message


@post("/news", tags=["lobby"], status_code=200)
async def news(request: Asking, data: JSONBody[NewsBody]) -> News:
    """The links among these that show a later version, as soon as one does, or after `wait` ms; and those that open nothing."""
    if not 0 < len(data.since) <= MOST:
        raise problems.wrong(say("since must have 1 to {most} links", most=MOST))
    lobby, doorman, who = lobby_of(request), doorman_of(request), address(request.scope)
    doorman.message(who, NOBODY, 1 + len(data.since) // COUNTED)
    links = {key: link for key in data.since if (link := await _find(lobby, doorman, who, key)) is not None}
    found = await _later(lobby, links, data.since, 0)
    found.gone += [key for key in data.since if key not in links]
    most = max(0, min(data.wait, lobby.settings.limits.long_poll_ms))
    if not found.versions and not found.gone and most:
        found = await _later(lobby, links, data.since, most)
    return found


async def _find(lobby: Lobby, doorman: Doorman, who: str, key: str) -> Link | None:
    """The link; None if it opens nothing, which counts against its address as anywhere else. Raises Problem."""
    try:
        return await lobby.anyone(key)
    except Problem as problem:
        if problem.status != 404:
            raise
        if not doorman.wrong_link(who):
            raise problems.too_many() from None
        return None


async def _later(lobby: Lobby, links: Mapping[str, Link], since: Mapping[str, int], wait: int) -> News:
    """The links that show a later version: all that do now, or the first ones that do within `wait` ms; and those that have died."""
    tasks = {key: asyncio.create_task(lobby.look(link, looks.version, since[key], wait), name="news") for key, link in links.items()}
    found = News({}, [])
    if not tasks:
        return found
    try:
        done, _ = await asyncio.wait(tasks.values(), return_when=asyncio.FIRST_COMPLETED if wait else asyncio.ALL_COMPLETED)
        for key, task in tasks.items():
            if task in done:
                _note(found, key, task, since[key])
        return found
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


def _note(found: News, key: str, task: asyncio.Task[int], since: int) -> None:
    """Note the version of one link, or its end; raises Problem."""
    try:
        version = task.result()
    except Problem as problem:
        if problem.status != 404:
            raise
        found.gone.append(key)  # somebody has replaced it
    else:
        if version > since:
            found.versions[key] = version


def router() -> Router:
    """All of it."""
    return Router("/api", route_handlers=[news])
