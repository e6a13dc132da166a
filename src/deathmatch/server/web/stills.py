"""Pictures over HTTP: orders to the studios, and the public state of a running table as PNG."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any, cast

from litestar import Response

from deathmatch.core import catalogues, themes
from deathmatch.core.speech import say, speaking
from deathmatch.server.limits import clean
from deathmatch.server.replays import orders, studio
from deathmatch.server.rooms import looks
from deathmatch.server.rooms.lobby import Link
from deathmatch.server.table.table import unseen
from deathmatch.server.web import doorman, guard
from deathmatch.server.web.guests import Asking, doorman_of, lobby_of
from deathmatch.server.wire import bodies, problems

FOREVER = "private, max-age=31536000, immutable"
"""A picture that a host has posted never changes: its address is the digest of its bytes."""

UNKEPT = "no-store"
"""No proxy and no browser keeps the pictures of a seat."""

KINDS = {"png": "image/png", "gif": "image/gif", "dm": "text/plain; charset=utf-8"}
"""The files of a match, by suffix."""

KEPT = {"over": "public, no-cache", "running": "public, max-age=10"}
"""For how long browsers and proxies keep the pictures of a match that is over, and of one that goes on. For the first they ask each time
whether it may still be seen, because a ruling can reopen the match."""


def _studios(request: Asking) -> studio.Studios:
    return cast("studio.Studios", request.app.state["studios"])


async def of_match(request: Asking, order: orders.Order) -> bytes:
    """Something of a match of this server; the caller has checked that the asker may have it. Raises Problem."""
    return await _studios(request).own.of(order, partial(doorman_of(request).pictures.enter, guard.address(request.scope)))


async def of_record(request: Asking, order: orders.Order, *, admitted: bool = False) -> bytes:
    """Something of a record that somebody brings, counted unless it is `admitted` with others; raises Problem."""
    admit = doorman.free if admitted else partial(doorman_of(request).records.enter, guard.address(request.scope))
    return await _studios(request).brought.of(order, admit)


def as_download(body: str | bytes, name: str, kind: str = KINDS["dm"]) -> Response[Any]:
    """A file that the browser saves under this name."""
    return Response(body, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def as_file(request: Asking, key: str, body: bytes, kind: str, kept: str) -> Response[bytes]:
    """A picture as an answer, counted as bytes that the address or the link is sent."""
    who, link = guard.address(request.scope), lobby_of(request).known_link(key)
    holder = doorman.NOBODY if link is None else doorman.Holder.of(link)
    if not doorman_of(request).sent.has(who, holder):
        raise problems.too_many(say("your address has been sent very many bytes; wait a moment and try again"))
    headers = {"Cache-Control": kept}
    if kept == KEPT["over"]:
        headers["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(b"", status_code=304, headers=headers)
    doorman_of(request).sent.spend(who, holder, len(body))
    return Response(body, media_type=KINDS.get(kind, kind), headers=headers)


def theme_of(name: str) -> str:
    """The theme of this name; raises Problem."""
    if name not in themes.THEMES:
        raise problems.wrong(say("the theme must be one of {known}, not {name}", known=", ".join(themes.THEMES), name=clean(name, 60)))
    return name


async def picture_of_link(request: Asking, link: Link, key: str, theme: str) -> Response[bytes]:
    """The table as PNG, as this link is shown it now; raises Problem."""
    full = await lobby_of(request).look(link, looks.full, theme_of(theme))
    if full.seen is None:
        raise problems.conflict(unseen(full.table.covered))
    return as_file(request, key, await of_match(request, orders.RasterOrder(full.svg)), "png", UNKEPT)


async def picture_of_composition(request: Asking, link: Link, key: str, wanted: bodies.PreviewBody) -> Response[bytes]:
    """The table as PNG, as it would be with the tokens of a composition; raises Problem, Refusal."""
    svg = await lobby_of(request).look(link, looks.preview, wanted.ply, wanted.prefix, theme_of(wanted.theme))
    return as_file(request, key, await of_match(request, orders.RasterOrder(svg)), "png", UNKEPT)


async def picture_of_table(request: Asking, match: str) -> Response[bytes]:
    """The public state of a table as PNG in English, as its spectators are shown it now; raises Problem if nothing is to be seen yet."""
    lobby = lobby_of(request)
    link = await lobby.watch(match)
    with speaking(catalogues.ENGLISH):
        full = await lobby.look(link, looks.full, "light")
    if full.seen is None:
        raise problems.conflict(unseen(full.table.covered))
    return as_file(request, match, await of_match(request, orders.RasterOrder(full.svg)), "png", KEPT["running"])
