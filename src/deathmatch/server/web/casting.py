"""The caster: a link that sees both hands, at a table that was made so."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.params import FromPath, FromQuery

from deathmatch.server.rooms import looks
from deathmatch.server.web.api import lobby_of, pictures_of
from deathmatch.server.web.doorman import Holder
from deathmatch.server.web.guard import address
from deathmatch.server.web.pages import page
from deathmatch.server.web.stills import doorman_of
from deathmatch.server.wire.bodies import Hands

Asking = Request[Any, Any, Any]


@get("/c/{token:str}", media_type=MediaType.HTML, include_in_schema=False)
async def caster(request: Asking, token: FromPath[str]) -> Response[str]:
    """The page of the caster."""
    table = await lobby_of(request).linked_table("c", token)
    return page("caster.html", secret=True, table=table, key=token)


@get("/api/hands/{key:str}", tags=["host"])
async def hands(
    request: Asking, key: FromPath[str], since: FromQuery[int] = -1, wait: FromQuery[int] = 0, pictures: FromQuery[str] = "light"
) -> Hands:
    """Both hands, as soon as the version is not `since`, or after `wait` ms; `KEY` is the caster's link or the host's.

    403 at a table that was made without a caster.
    """
    lobby, kind = lobby_of(request), pictures_of(pictures)
    link = await lobby.overseer(key)
    doorman_of(request).message(address(request.scope), Holder.of(link))
    most = max(0, min(wait, lobby.settings.limits.long_poll_ms)) if since >= 0 else 0
    return await lobby.look(link, looks.hands, since, most, kind)


def router() -> Router:
    """All of it."""
    return Router("/", route_handlers=[caster, hands])
