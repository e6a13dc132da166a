"""Replays over HTTP: the page of a finished match, its pictures, its film, and the same for records that people bring (docs/api.md).

`KEY` is a secret link or the public id of a match. The link alone decides which eyes a reader may look with (`queries.to_replay`).
"""

from __future__ import annotations

import hashlib
from typing import Any, cast

import msgspec
from litestar import Controller, MediaType, Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from deathmatch.bots.study import MatchReview
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import numeral, say
from deathmatch.server import settings, tokens
from deathmatch.server.replays import wire
from deathmatch.server.replays.orders import AnimationOrder, CheckOrder, FilmOrder, InsteadOrder, PastOrder, StillOrder
from deathmatch.server.rooms import looks, setup
from deathmatch.server.table.queries import Replayable
from deathmatch.server.web import api, guard, pages, previews
from deathmatch.server.web.guests import Asking, lobby_of
from deathmatch.server.web.stills import KEPT, KINDS, as_download, as_file, of_match, of_record, theme_of
from deathmatch.server.wire import bodies, problems

LONGEST_WAIT = api.LONGEST_WAIT


async def _replayable(request: Asking, key: str) -> Replayable:
    lobby = lobby_of(request)
    return await lobby.look(await lobby.anyone(key), looks.to_replay)


def _whole(of: Replayable) -> Replayable:
    """Raises Problem if a reader may not have the record."""
    if not of.whole:
        raise problems.forbidden(say("this table does not publish its record and deals"))
    return of


def _eye(of: Replayable, wanted: str) -> str:
    """The name of the eye that a reader looks with; raises Problem if it may not."""
    if wanted not in ("", of.eye) and not of.whole:
        raise problems.forbidden(say("this table does not publish its record, so you can look with your own eye only"))
    return wanted or of.eye


def _reader(of: Replayable) -> Seat | None:
    return Seat(of.eye) if of.eye in SEATS else None


def _made(body: bytes) -> Response[wire.Instead]:
    return cast("Response[wire.Instead]", Response(body, media_type=MediaType.JSON))


# --- The page, and its files


@get("/r/{name:str}", include_in_schema=False)
async def replay(
    request: Asking, name: FromPath[str], ply: FromQuery[int] = -1, eye: FromQuery[str] = "", theme: FromQuery[str] = "light"
) -> Response[Any]:
    """The page `/r/KEY`, or with a suffix the picture of a position, the animation of the match, or its record.

    With `?embed` the page shows the match alone, for a frame on a page of another site (`guard.is_embed`).
    """
    key, dot, kind = name.partition(".")
    if not dot:
        return await (_frame(request, key) if guard.is_embed(request.scope) else _page(request, key, ply))
    if kind not in KINDS:
        raise NotFoundException("there is no such page")
    of = await _replayable(request, key)
    if kind == "dm":
        return as_download(_whole(of).record, f"{of.match}.dm")
    seen: dict[str, Any] = {"record": of.record, "eye": _eye(of, eye), "aid": of.aid, "theme": theme_of(theme), "named": of.named}
    order = StillOrder(**seen, ply=ply) if kind == "png" else AnimationOrder(**seen)
    return as_file(request, key, await of_match(request, order), kind, KEPT["over"])


async def _page(request: Asking, key: str, ply: int) -> Response[Any]:
    try:
        of = await _replayable(request, key)
    except problems.Problem as problem:
        if problem.status != 409:
            raise
        return pages.page("not-over.html", status=409, secret=True, watch="" if tokens.is_token(key) else f"/w/{key}")
    return _shown(request, of, key, ply, embed=False, review=of.variant.has("advise"))


async def _frame(request: Asking, key: str) -> Response[Any]:
    """The replay for a frame: only of a match that everybody may see, and without anything that could be done."""
    of = None if tokens.is_token(key) else await _replayable(request, key)
    if of is None or not of.published:
        raise NotFoundException("there is no such page")
    return _shown(request, of, key, embed=True, review=False)


NOTHING: dict[str, Any] = {"key": "", "match": "", "variant": None, "bots": {}, "preview": None}
NOTHING |= {"published": False, "brought": False, "embed": False, "review": False}
"""The values of the page before a match is there."""


def _shown(request: Asking, of: Replayable, key: str, ply: int = -1, /, **given: bool) -> Response[Any]:
    title = say("{name} and {other} · {game}", name=of.people["A"], other=of.people["B"], game=of.title)
    preview = previews.of_replay(previews.base_of(request), of, ply) if key == of.match else None
    told = {"key": key, "match": of.match, "variant": of.variant, "bots": of.bots, "title": title, "heading": of.title}
    return pages.page("replay.html", secret=True, **NOTHING | told | given | {"preview": preview, "published": of.published})


@get("/open", include_in_schema=False)
async def open_record(request: Asking) -> Response[Any]:
    """Replay, review and go on from a record that somebody brings."""
    title = say("Open a record")
    return pages.public_page(request, "replay.html", **NOTHING | {"title": title, "heading": title, "brought": True, "review": True})


# --- The API


class Replays(Controller):
    """A finished match, looked at again."""

    path = "/api/replays/{key:str}"
    tags = ("replay",)

    @get("/film")
    async def film(self, request: Asking, key: FromPath[str], eye: FromQuery[str] = "") -> Response[wire.Film]:
        """The whole match as one eye saw it: a picture, then changes. `eye` is your own by default; others only with the record."""
        of = await _replayable(request, key)
        order = FilmOrder(record=of.record, eye=_eye(of, eye), aid=of.aid, whole=of.whole, reader=_reader(of))
        return await pages.packed_json(request, await of_match(request, order))

    @post("/instead", status_code=200)
    async def instead(self, request: Asking, key: FromPath[str], data: JSONBody[wire.InsteadBody]) -> Response[wire.Instead]:
        """The position after another move than the one that was played; only for those who may have the record."""
        of = _whole(await _replayable(request, key))
        order = InsteadOrder(record=of.record, eye=data.eye, aid=of.aid, event=data.event, move=data.move, reader=_reader(of))
        return _made(await of_match(request, order))

    @post("/continue", status_code=201)
    async def go_on(self, request: Asking, key: FromPath[str], data: JSONBody[wire.GoOn]) -> Response[bodies.MatchMade]:
        """Set up a match that goes on from a position of this one; only for those who may have the record."""
        of = _whole(await _replayable(request, key))
        past = msgspec.json.decode(await of_match(request, PastOrder(record=of.record, ply=data.ply)), type=wire.Past)
        return await _go_on(request, past, data, of.match if of.published else "")

    @get("/review", responses={202: ResponseSpec(bodies.Making, description="It is not ready; ask again.")})
    async def review(self, request: Asking, key: FromPath[str], wait: FromQuery[int] = LONGEST_WAIT) -> Response[MatchReview]:
        """The review of the match, for those who may have the record; 202 if it is not made within `wait` ms: ask again."""
        return await api.review_behind(request, await lobby_of(request).anyone(key), wait)


class Records(Controller):
    """A record from anywhere: nothing of it is kept, beyond pictures and reviews that may be asked for again."""

    path = "/api/records"
    tags = ("record",)
    request_max_body_size = settings.RECORD_BODY_BYTES

    @post("/film", status_code=200)
    async def film(self, request: Asking, data: JSONBody[wire.RecordBody]) -> Response[wire.Film]:
        """The whole match as an eye saw it: a picture, then changes."""
        return await pages.packed_json(request, await of_record(request, FilmOrder(record=_bounded(data.record), eye=data.eye, whole=True)))

    @post("/png", status_code=200, media_type="image/png")
    async def png(self, request: Asking, data: JSONBody[wire.RecordPicture]) -> Response[bytes]:
        """A position as PNG."""
        order = StillOrder(record=_bounded(data.record), eye=data.eye, theme=theme_of(data.theme), ply=data.ply)
        return as_file(request, "", await of_record(request, order), "png", "no-store")

    @post("/gif", status_code=200, media_type="image/gif")
    async def gif(self, request: Asking, data: JSONBody[wire.RecordPicture]) -> Response[bytes]:
        """The whole match as an animated GIF."""
        order = AnimationOrder(record=_bounded(data.record), eye=data.eye, theme=theme_of(data.theme))
        return as_file(request, "", await of_record(request, order), "gif", "no-store")

    @post("/instead", status_code=200)
    async def instead(self, request: Asking, data: JSONBody[wire.RecordInstead]) -> Response[wire.Instead]:
        """The position after another move than the one that was played."""
        order = InsteadOrder(record=_bounded(data.record), eye=data.eye, event=data.event, move=data.move)
        return _made(await of_record(request, order))

    @post("/continue", status_code=201)
    async def go_on(self, request: Asking, data: JSONBody[wire.RecordGoOn]) -> Response[bodies.MatchMade]:
        """Set up a match that goes on from a position of the record."""
        past = await of_record(request, PastOrder(record=_bounded(data.record), ply=data.ply))
        return await _go_on(request, msgspec.json.decode(past, type=wire.Past), data, "")

    @post("/review", status_code=200, responses={202: ResponseSpec(bodies.Making, description="It is not ready; ask again.")})
    async def review(self, request: Asking, data: JSONBody[wire.RecordBody], wait: FromQuery[int] = LONGEST_WAIT) -> Response[MatchReview]:
        """The review of the match; 202 if it is not made within `wait` ms: ask again."""
        record = _bounded(data.record)
        variant = (await of_record(request, CheckOrder(record=record))).decode()
        name = f"record {hashlib.sha256(record.encode('utf-8', 'surrogatepass')).hexdigest()}"
        return await api.reviewed(request, name, variant, record, wait)


async def _go_on(request: Asking, past: wire.Past, data: wire.GoOn, source: str) -> Response[bodies.MatchMade]:
    wanted = bodies.NewMatch(past.variant, data.seats, past.options, data.name, data.host, data.settings, data.nonce)
    return await api.create(request, wanted, setup.Past(tuple(past.lines), source) if past.lines else None)


def _bounded(record: str) -> str:
    """The text of a record that is not too long; raises Problem."""
    if len(record) > settings.RECORD_BYTES:
        raise problems.Problem(say("a record that is opened here has at most {number} bytes", number=numeral(settings.RECORD_BYTES)), 413)
    return record


def router() -> Router:
    """All of it. The application's state holds `lobby`, `doorman` and `studios`."""
    return Router("/", route_handlers=[replay, open_record, Replays, Records])
