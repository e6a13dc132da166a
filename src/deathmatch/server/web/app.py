"""The application: pages, API and WebSocket over one lobby. `create_app` builds it; `serve` runs it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, cast

import msgspec
from litestar import Litestar, MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute
from litestar.types import Scope

import deathmatch
from deathmatch import games
from deathmatch.bots import plugins, registry, worker
from deathmatch.core.speech import numeral, say
from deathmatch.server.lexicons import FOLDER, Lexicons, shipped
from deathmatch.server.replays.studio import Studios
from deathmatch.server.rooms.errands import LONGEST_S, Reviews
from deathmatch.server.rooms.lobby import Figures, Lobby
from deathmatch.server.rooms.others import open_store
from deathmatch.server.rooms.turns import Turns
from deathmatch.server.settings import FRAME_BYTES, Settings
from deathmatch.server.store.interface import Store
from deathmatch.server.vault import Vault, key_of
from deathmatch.server.warming import warm_up
from deathmatch.server.web import (
    accounts,
    api,
    front,
    guard,
    guests,
    learning,
    lessons,
    many,
    openapi,
    operating,
    pages,
    replays,
    seasons,
    sockets,
    webhooks,
)
from deathmatch.server.web.assets import added_pages, assets
from deathmatch.server.web.doorman import Doorman
from deathmatch.server.web.headers import UNMET, StrictRequest, header, problem_of
from deathmatch.server.wire import problems

log = logging.getLogger("deathmatch.app")
GRACE_S = 8.0  # that a bot may overrun its time before its process is ended: a new one takes longer than that to get ready
PARTS = (front, pages, replays, learning, lessons, api, webhooks, many, seasons, accounts)
"""The modules that have a router each."""


def _about(request: Request[Any, Any, Any]) -> str:
    """A request's verb, without its secret link."""
    last = request.scope.get("path_template", "").rsplit("/", 1)[-1]
    return last if last and "{" not in last else "request"


def _refusal(scope: Scope, problem: problems.Problem, about: str = "request") -> Response[Any]:
    """A problem as an answer: a page for people; JSON for programs, which ask the API, for a file, or for no page."""
    people = problem.status in problems.DEAD or "text/html" in header(scope, b"accept")
    if people and not scope["path"].startswith("/api/") and not guard.is_file(scope["path"]):
        if problem.status == 404:
            return pages.missing(say("This page does not exist"))
        return pages.page("missing.html", status=problem.status, secret=True, what=problem.reason, watch=problem.watch or None)
    headers = {"Retry-After": "2"} if problem.status in (429, 503) else {}
    body = msgspec.json.encode(problem.refused(about))
    return Response(body, status_code=problem.status, media_type=MediaType.JSON, headers=headers)


def _shown(request: Request[Any, Any, Any], problem: problems.Problem) -> Response[Any]:
    """A problem as an answer. The guard counts a wrong link against the address that asked for it."""
    foreign = header(request.scope, b"sec-fetch-site") == "cross-site"  # whose page would spend its visitors' guesses
    if problem.status == 404 and not foreign:
        cast("dict[str, Any]", request.scope)[guard.GUESSED] = True
    return _refusal(request.scope, problem, _about(request))


def _unmet(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    return _shown(request, problem_of(error))


def _http_problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """The framework's refusals in our words."""
    status = error.status_code
    if isinstance(error, ValidationException):
        extra = error.extra if isinstance(error.extra, list) else []
        said = "; ".join(f"{e.get('key', '')}: {e.get('message', '')}".strip(": ") for e in extra if isinstance(e, dict))
        wrong = say("the request does not fit the description: {detail}", detail=said or error.detail)
        return _shown(request, problems.Problem(wrong, 400))
    words = {
        400: say("the body is not as described: {detail}", detail=error.detail),
        404: say("there is no such page"),
        405: say("this address does not do that"),
        413: say("a body has at most {number} bytes", number=numeral(_largest(request))),
        415: say("the body is JSON"),
    }
    answer = _shown(request, problems.Problem(words.get(status, say("that did not work")), status))
    if status == 405 and error.headers:
        answer.headers["Allow"] = error.headers.get("allow", "")
    return answer


def _largest(request: Request[Any, Any, Any]) -> int:
    """How many bytes the body of this request may have."""
    handler = request.scope.get("route_handler")
    return (handler.resolve_request_max_body_size() if isinstance(handler, HTTPRouteHandler) else None) or FRAME_BYTES


def _bug(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("a bug at %s %s: %s", request.method, _about(request), problems.outline(error))
    return _shown(request, problems.Problem(say("an error in the server stopped this request; it is not your fault"), 500))


def _allowed(request: Request[Any, Any, Any]) -> Response[None]:
    """The methods of an address. The framework's own answer forgets some if two handlers share the address."""
    routes = [route for route in request.app.routes if isinstance(route, HTTPRoute) and route.path_format == request.scope["path_template"]]
    methods = sorted({method for route in routes for method in route.methods})
    return Response(None, status_code=204, headers={"Allow": ", ".join(methods)}, media_type=MediaType.TEXT)


async def _before(request: Request[Any, Any, Any]) -> Response[None] | None:
    """Answer which methods are allowed; of the other requests accept only JSON in UTF-8."""
    if request.method == "OPTIONS":
        return _allowed(request)
    await _json_alone(request)
    await guests.meet(request)
    return None


async def _json_alone(request: Request[Any, Any, Any]) -> None:
    """Accept only JSON in UTF-8, because a page of another site can send other kinds of body without asking."""
    body = await request.body() if request.method == "POST" else b""
    if not body:
        return
    if request.content_type[0] != "application/json":
        raise problems.Problem(say("the body must be JSON, sent as application/json"), 415)
    try:
        body.decode()
    except UnicodeDecodeError:
        raise problems.Problem(say("the body must be JSON in UTF-8"), 400) from None


def make_folder(folder: Path) -> None:
    """Make the folder if it does not exist, readable only by its owner because it holds the players' secrets; raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


async def open_vault(folder: Path, store: Store) -> Vault:
    """The vault with the key beside the database, which is made if nothing is sealed yet; raises WrongKey, StoreError, OSError."""
    mark = await store.mark()
    vault = key_of(folder, mark)
    if mark is None:
        await store.set_mark(vault.mark)  # before anything is sealed
        key_of(folder, await store.mark())  # another process may have been quicker
    return vault


@contextlib.asynccontextmanager
async def open_lobby(settings: Settings) -> AsyncIterator[Lobby]:
    """The lobby over the store of the settings, open for as long as the server runs."""
    make_folder(settings.data)
    for variant in games.every() if plugins.all_bots() else ():
        registry.names(variant)  # a bot that hangs when it is made is left out before anybody waits
    figures = Figures()
    store, others = await open_store(settings.data, settings.store, settings.limits.writes, figures.store)
    lexicons = Lexicons(settings.data / FOLDER, shipped(games.every()))
    thinkers = worker.Thinkers(settings.thinkers, grace=GRACE_S, resources=lexicons)
    apart = worker.Thinkers(1, grace=GRACE_S, resources=lexicons, hurry=False)  # for matches between bots; it starts with the first of them
    advisors = worker.Thinkers(1, LONGEST_S, resources=lexicons, hurry=False)
    compiler = worker.Thinkers(1, hurry=False)
    try:
        vault = await open_vault(settings.data, store)
        clock = await others.clock()
        if settings.bots_here:
            turns, reviews = Turns(thinkers, settings.thinkers, apart), Reviews(advisors)
        else:
            workers = others.workers(settings.data, vault)
            turns, reviews = Turns(workers, workers.at_once, workers), Reviews(workers)
        lobby = Lobby(settings, store, clock, games.find, registry.names, turns, lexicons, reviews, vault, figures, others)
        await lobby.open()
        warm = settings.warm and settings.bots_here
        warming = asyncio.create_task(warm_up(thinkers, compiler) if warm else asyncio.sleep(0), name="warm up")
        try:
            yield lobby
        finally:
            warming.cancel()
            await lobby.close()
    finally:
        await store.close()
        for one in (compiler, advisors, apart, thinkers):
            await one.close(wait=False)  # the lobby is closed: nobody waits for a bot any more


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    return _shown(request, problems.Problem(say("the body is nested too deeply"), 400))


def create_app(
    settings: Settings,
    lobby_open: Callable[[Settings], AbstractAsyncContextManager[Lobby]] = open_lobby,
    studios_open: Callable[[], Studios] = Studios.start,
    sender_open: webhooks.SenderOpen = webhooks.real_sender,
) -> guard.Guard:
    """A whole server as an ASGI application. Its lobby is opened when the server starts."""
    doorman = Doorman(settings)

    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        async with lobby_open(settings) as lobby:
            await asyncio.to_thread(assets)  # with the catalogues: some 0.1 s that no reader should wait for
            app.state["lobby"] = lobby
            async with (
                contextlib.aclosing(studios_open()) as studios,
                webhooks.open_desk(lobby, studios.own, settings, sender_open) as desk,
            ):
                app.state["studios"], app.state["desk"] = studios, desk
                yield

    app = Litestar(
        route_handlers=[*(part.router() for part in PARTS), *(added.router() for added in added_pages()), *operating.HANDLERS],
        lifespan=[life],
        state=State({"doorman": doorman}),
        logging_config=None,
        debug=False,
        request_max_body_size=FRAME_BYTES,
        before_request=_before,
        request_class=StrictRequest,
        exception_handlers={
            **dict.fromkeys(UNMET, _unmet),
            HTTPException: _http_problem,
            RecursionError: _too_deep,
            Exception: _bug,
        },
        openapi_config=OpenAPIConfig(
            title="Deathmatch",
            version=deathmatch.__version__,
            description="Play, watch and host matches over plain HTTP and JSON. Every error is a Refused with a reason.",
            path="/api/openapi.json",
            render_plugins=[openapi.Described(path="/", media_type=MediaType.JSON)],
            use_handler_docstrings=True,
        ),
    )

    opened = sockets.Sockets(doorman, lambda: app.state["lobby"])
    return guard.Guard(app, settings, doorman, lambda: app.state.get("lobby"), opened, refusal=_refusal)
