"""The page on which a host sees all tables at once, and the one request behind it. The page itself holds no link; its browser does."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping, Sequence
from typing import Any, cast

from litestar import MediaType, Request, Response, Router, get, post
from litestar.params import JSONBody

from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.overview import card
from deathmatch.server.web.api import lobby_of
from deathmatch.server.web.many import answers, counted, found
from deathmatch.server.web.pages import accepts_gzip, public_page
from deathmatch.server.web.remembering import Asking
from deathmatch.server.wire.bodies import KnownTable, Overview, OverviewBody
from deathmatch.server.wire.frames import encode

MOST = 48  # tables of one request
PACKED_AT = 2_000  # bytes from which an answer is compressed


@post("/api/overview", tags=["host"], status_code=200)
async def overview(request: Asking, data: JSONBody[OverviewBody]) -> Response[Overview]:
    """A card for each of these tables of a host that has changed, as soon as one does, or after `wait` ms; and those that are gone."""
    tables = data.tables
    counted(request, len(tables), MOST)
    lobby = lobby_of(request)
    links = await found(request, {place: table.key for place, table in enumerate(tables)}, lobby.host)
    shown = await _changed(lobby, links, tables, 0)
    shown.gone += [place for place in range(len(tables)) if place not in links]
    most = max(0, min(data.wait, lobby.settings.limits.long_poll_ms))
    if not shown.cards and not shown.gone and most:
        shown = await _changed(lobby, links, tables, most)
    return await _packed(request, shown)


async def _packed(request: Asking, shown: Overview) -> Response[Overview]:
    """The answer, compressed if the browser accepts it, to a tenth of its size. It holds no secret that its size could leak."""
    plain = encode(shown)
    if len(plain) < PACKED_AT or not accepts_gzip(request):
        return Response(shown)
    body = await asyncio.to_thread(gzip.compress, plain, 6, mtime=0)
    return cast("Response[Overview]", Response(body, media_type=MediaType.JSON, headers={"Content-Encoding": "gzip"}))


async def _changed(lobby: Lobby, links: Mapping[int, Link], tables: Sequence[KnownTable], wait: int) -> Overview:
    """All cards that are others now, or the first that are within `wait` ms; and the places of the tables whose links have died."""
    waiting = {place: lobby.look(link, card, tables[place].mark, wait) for place, link in links.items()}
    cards, gone = await answers(waiting, first=bool(wait))
    changed = []
    for place, one in cards.items():
        if one is not None:
            one.place = place
            changed.append(one)
    return Overview(changed, gone)


@get("/overview", media_type=MediaType.HTML, include_in_schema=False)
async def overview_page(request: Request[Any, Any, Any]) -> Response[Any]:
    """All tables of a host side by side. The script fills it with those whose links this browser keeps."""
    return public_page(request, "overview.html")


def router() -> Router:
    """All of it."""
    return Router("/", route_handlers=[overview, overview_page])
