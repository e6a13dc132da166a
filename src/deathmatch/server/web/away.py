"""Clocks that stand still until a time, over HTTP: both players agree on it, or the host sets it (docs/hosting.md)."""

from __future__ import annotations

from typing import cast

from litestar import Router, post
from litestar.params import FromPath, JSONBody

from deathmatch.server.rooms.lobby import Link
from deathmatch.server.web.api import doorman_of, lobby_of, sent_id
from deathmatch.server.web.doorman import LOUD, Holder
from deathmatch.server.web.guard import address
from deathmatch.server.web.remembering import Asking
from deathmatch.server.wire.bodies import AwayBody, Done
from deathmatch.server.wire.messages import Away


async def _act(request: Asking, link: Link, until: int) -> Done:
    doorman_of(request).message(address(request.scope), Holder.of(link), LOUD)
    return cast("Done", await lobby_of(request).act(link, Away(until, id=sent_id(request))))


@post("/seats/{key:str}/away", tags=["seat"], status_code=200)
async def of_seat(request: Asking, key: FromPath[str], data: JSONBody[AwayBody]) -> Done:
    """Propose that the clocks stand still until a time, or agree to the proposal of the other player; 0 takes it back or ends the rest."""
    return await _act(request, await lobby_of(request).seat(key), data.until)


@post("/hosts/{key:str}/away", tags=["host"], status_code=200)
async def of_host(request: Asking, key: FromPath[str], data: JSONBody[AwayBody]) -> Done:
    """Let the clocks stand still until a time; 0 lets them run on."""
    return await _act(request, await lobby_of(request).host(key), data.until)


def router() -> Router:
    """All of it."""
    return Router("/api", route_handlers=[of_seat, of_host])
