"""Requests about many tables at once: their links are found and counted, and the first answers are waited for."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar, cast

from litestar import MediaType, Request, Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from deathmatch.core.speech import say
from deathmatch.server.names import own_name
from deathmatch.server.rooms import handovers, looks
from deathmatch.server.rooms.lobby import Link
from deathmatch.server.rooms.looks import card
from deathmatch.server.web import guard, pages, sockets
from deathmatch.server.web.doorman import NOBODY
from deathmatch.server.web.guests import Asking, doorman_of, guest_of, lobby_of, remembered
from deathmatch.server.wire import bodies, frames, problems

K = TypeVar("K", str, int)
T = TypeVar("T")
COUNTED = 10  # so many links count as one message


def counted(request: Asking, number: int, most: int) -> None:
    """A request about so many links; raises Problem if it has none or too many, or there were too many such requests."""
    if not 0 < number <= most:
        raise problems.wrong(say("since must have 1 to {most} links", most=most))
    doorman_of(request).message(guard.address(request.scope), NOBODY, 1 + number // COUNTED)


async def found(request: Asking, keys: Mapping[K, str], door: Callable[[str], Awaitable[Link]]) -> dict[K, Link]:
    """The links that open something. Each of the others counts against the address of the request, as anywhere else. Raises Problem."""
    links: dict[K, Link] = {}
    for name, key in keys.items():
        try:
            links[name] = await door(key)
        except problems.Problem as problem:
            if problem.status not in problems.DEAD:
                raise
            if not await doorman_of(request).may_guess(guard.address(request.scope), lobby_of(request)):
                raise problems.too_many() from None
    return links


async def answers(looks: Mapping[K, Awaitable[T]], *, first: bool) -> tuple[dict[K, T], list[K]]:
    """The answers, and the names of the links that have died: of all these looks, or of the first that end.

    Raises Problem.
    """
    tasks = {name: asyncio.ensure_future(look) for name, look in looks.items()}
    there: dict[K, T] = {}
    gone: list[K] = []
    if not tasks:
        return there, gone
    try:
        done, _ = await asyncio.wait(tasks.values(), return_when=asyncio.FIRST_COMPLETED if first else asyncio.ALL_COMPLETED)
        for name, task in tasks.items():
            if task not in done:
                continue
            try:
                there[name] = task.result()
            except problems.Problem as problem:
                if problem.status not in problems.DEAD:
                    raise
                gone.append(name)  # somebody has replaced it
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
    return there, gone


# --- The public lists


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
        raise problems.too_many(say(sockets.CROWDED))
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
    doorman_of(request).message(f"seats of {guard.address(request.scope)}")
    joined = await handovers.join(lobby_of(request), key, data)
    guest = guest_of(request).with_match(joined.id, f"/s/{joined.token}")
    guest.name = own_name(joined.name, data.name) or guest.name
    return await remembered(request, joined, guest, 200)


# --- News of many tables


MOST_NEWS = 100  # links of one request


@post("/news", tags=["lobby"], status_code=200)
async def news(request: Asking, data: JSONBody[bodies.NewsBody]) -> bodies.News:
    """The links among these that show another version, as soon as one does, or after `wait` ms; and those that open nothing."""
    counted(request, len(data.since), MOST_NEWS)
    lobby = lobby_of(request)
    links = await found(request, {key: key for key in data.since}, lobby.anyone)

    async def later(wait: int) -> bodies.News:
        waiting = {key: lobby.look(link, looks.version, data.since[key], wait) for key, link in links.items()}
        versions, gone = await answers(waiting, first=bool(wait))
        return bodies.News({key: version for key, version in versions.items() if version != data.since[key]}, gone)

    told = await later(0)
    told.gone += [key for key in data.since if key not in links]
    most = max(0, min(data.wait, lobby.settings.limits.long_poll_ms))
    return await later(most) if not told.versions and not told.gone and most else told


# --- The overview of a host


MOST_TABLES = 48  # tables of one request
PACKED_AT = 2_000  # bytes from which an answer is compressed


@post("/api/overview", tags=["host"], status_code=200)
async def overview(request: Asking, data: JSONBody[bodies.OverviewBody]) -> Response[bodies.Overview]:
    """A card for each of these tables of a host that has changed, as soon as one does, or after `wait` ms; and those that are gone."""
    tables, lobby = data.tables, lobby_of(request)
    counted(request, len(tables), MOST_TABLES)
    links = await found(request, {place: table.key for place, table in enumerate(tables)}, lobby.host)

    async def changed(wait: int) -> bodies.Overview:
        waiting = {place: lobby.look(link, card, tables[place].mark, wait) for place, link in links.items()}
        cards, gone = await answers(waiting, first=bool(wait))
        for place, one in cards.items():
            if one is not None:
                one.place = place
        return bodies.Overview([one for one in cards.values() if one is not None], gone)

    shown = await changed(0)
    shown.gone += [place for place in range(len(tables)) if place not in links]
    most = max(0, min(data.wait, lobby.settings.limits.long_poll_ms))
    return await _packed(request, await changed(most) if not shown.cards and not shown.gone and most else shown)


async def _packed(request: Asking, shown: bodies.Overview) -> Response[bodies.Overview]:
    """The answer, compressed if the browser accepts it, to a tenth of its size. It holds no secret that its size could leak."""
    plain = frames.encode(shown)
    if len(plain) < PACKED_AT or not pages.accepts_gzip(request):
        return Response(shown)
    body = await asyncio.to_thread(gzip.compress, plain, 6, mtime=0)
    return cast("Response[bodies.Overview]", Response(body, media_type=MediaType.JSON, headers={"Content-Encoding": "gzip"}))


@get("/overview", media_type=MediaType.HTML, include_in_schema=False)
async def overview_page(request: Request[Any, Any, Any]) -> Response[Any]:
    """All tables of a host side by side. The script fills it with those whose links this browser keeps."""
    return pages.public_page(request, "overview.html")


def router() -> Router:
    """All of it."""
    return Router("/", route_handlers=[Router("/api", route_handlers=[tables, join, news]), overview, overview_page])
