"""The outermost layer: who may talk to this server at all, how often, and with which headers it answers."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from deathmatch.server.limits import Bucket, Buckets
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.settings import Rate, Settings
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Problem

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
SECRET_PATHS = ("/api/", "/s/", "/h/", "/w/", "/ws/")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty if it has none."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def address(scope: Scope) -> str:
    """The address of the client, or the one that a proxy on this machine reports."""
    client = scope.get("client")
    return str(client[0]) if client else "nobody"


def own_origin(scope: Scope, settings: Settings) -> bool:
    """Whether a browser's request comes from a page of this server. Clients that are not browsers send no Origin and are allowed."""
    origin = header(scope, b"origin")
    if not origin:
        return header(scope, b"sec-fetch-site") not in ("cross-site", "same-site")
    if origin in settings.origins:
        return True
    try:
        return origin != "null" and urlsplit(origin).netloc.lower() == header(scope, b"host").lower()
    except ValueError:  # it is no address at all
        return False


def welcome(scope: HTTPScope, settings: Settings) -> bool:
    """Whether a request is answered. Another site may link to pages here, but may not use its visitors' browsers to act or to ask."""
    visit = scope["method"] in SAFE_METHODS and header(scope, b"sec-fetch-dest") == "document"
    return visit or own_origin(scope, settings)


class OpenConnections:
    """How many of something each address has open, at most `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: Counter[str] = Counter()

    def enter(self, who: str) -> bool:
        """Count one more; False, and nothing is counted, if the address has too many."""
        if self._count[who] >= self._most:
            return False
        self._count[who] += 1
        return True

    def leave(self, who: str) -> None:
        """It is closed."""
        self._count[who] -= 1
        if self._count[who] <= 0:
            del self._count[who]


class Doorman:
    """How often an address may come, and how often it may guess.

    Attributes:
        connections: of TCP, whatever comes through them.
    """

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self._requests = Buckets(limits.requests, time.monotonic)
        self._wrong = Buckets(limits.wrong_links, time.monotonic)
        self._matches = Buckets(limits.matches, time.monotonic)
        self._reviews = Buckets(limits.reviews, time.monotonic)
        self._links = Buckets(limits.frames, time.monotonic)
        self._sockets = OpenConnections(limits.sockets_per_address)
        self.connections = OpenConnections(limits.connections_per_address)

    def request(self, who: str) -> bool:
        """Whether this address may ask once more."""
        return self._requests.take(who) and self._wrong.peek(who)

    def guessed(self, who: str) -> None:
        """It asked for a link that does not exist."""
        self._wrong.take(who)

    def match(self, who: str) -> None:
        """It wants a new match; raises Problem if that is too many."""
        if not self._matches.take(who):
            raise problems.too_many("too many new matches from your address; wait a moment and try again")

    def review(self, who: str) -> None:
        """It wants a review of a match; raises Problem if that is too many."""
        if not self._reviews.take(who):
            raise problems.too_many("too many reviews for your address; wait a moment and try again")

    def link(self, link: str) -> None:
        """Somebody acts through this link; raises Problem."""
        if not self._links.take(link):
            raise problems.too_many()

    def enter(self, who: str) -> bool:
        """Count a connection that stays open; False if the address has too many."""
        return self._sockets.enter(who)

    def leave(self, who: str) -> None:
        """It is closed."""
        self._sockets.leave(who)


class Guard:
    """The outermost layer of the application.

    Attributes:
        app: the application that it guards.
        settings, doorman: its settings and its counts.
        lobby: the lobby behind the application, while it is open.
    """

    def __init__(self, app: ASGIApp, settings: Settings, doorman: Doorman, lobby: Callable[[], Lobby | None]) -> None:
        self.app = app
        self._lobby = lobby
        self.settings = settings
        self.doorman = doorman

    def ready(self) -> None:
        """The server listens: from now on its time runs."""
        if (lobby := self._lobby()) is not None:
            lobby.time.start()

    @property
    def broken(self) -> bool:
        """Whether the server has to stop, because it can save nothing any more."""
        return (lobby := self._lobby()) is not None and lobby.store.health.lasting

    async def farewell(self) -> None:
        """The server is asked to stop: send everybody away before it waits for connections to end."""
        if (lobby := self._lobby()) is not None:
            await lobby.dismiss()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            if own_origin(scope, self.settings) and self.doorman.request(address(scope)):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 4403, "reason": ""})
        else:
            await self._http(scope, receive, _with_headers(scope, send))

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        if not welcome(scope, self.settings):  # and it is not counted: a visitor of that site would pay for it
            await _answer(send, problems.forbidden("requests from pages of another site are not allowed"))
        elif not self.doorman.request(address(scope)):
            await _answer(send, problems.too_many())
        else:
            await self.app(scope, receive, send)


def _with_headers(scope: Scope, send: Send) -> Send:
    secret = scope["path"].startswith(SECRET_PATHS)

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], *HEADERS]
            if secret:
                headers = [pair for pair in headers if pair[0].lower() != b"cache-control"] + [(b"cache-control", b"no-store")]
            message["headers"] = headers
        await send(message)

    return wrapped


async def _answer(send: Send, problem: Problem) -> None:
    body = msgspec.json.encode(problem.refused("request"))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if problem.status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


class Seldom(logging.Filter):
    """Limits how often the event loop may log: if the system runs out of something, the log would fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket = Bucket(Rate(10, 0.1), time.monotonic())

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        return record.name != "asyncio" or self._bucket.take(time.monotonic())


class Hush(logging.Filter):
    """Keeps secret links out of every log: whatever follows `/s/`, `/h/`, `/seats/` or `/hosts/` is struck out."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record pass, without the secrets."""
        text = record.getMessage()
        clean = hush(text)
        if clean != text:
            record.msg, record.args = clean, ()
        return True


def hush(text: str) -> str:
    """The text without anything that could be a secret link."""
    for mark in ("/s/", "/h/", "/w/", "/seats/", "/hosts/", "/matches/"):
        head, *rest = text.split(mark)
        text = head + "".join(
            mark + "..." + part.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") for part in rest
        )
    return text
