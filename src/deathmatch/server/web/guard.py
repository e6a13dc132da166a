"""The outermost layer: who may talk to this server at all, how often, and with which headers it answers."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from litestar import Response
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from deathmatch.core.speech import mark, say, speaking, spoken
from deathmatch.server import limits, times, tokens
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.settings import Settings
from deathmatch.server.web.addresses import HostNames, Proxies, counted, read_address
from deathmatch.server.web.doorman import NOBODY, Doorman, Holder
from deathmatch.server.web.headers import header, language_of, with_language
from deathmatch.server.wire import problems

# --- Front ends that speak for their guests


TOKEN, USER = b"x-front-end", b"x-front-end-user"
"""The headers: the front end's token, and a stable name of its choice for the user for whom it asks; without one it asks for itself."""


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


# --- The outermost layer: who may talk to this server at all, how often, and with which headers it answers


log = logging.getLogger("deathmatch.guard")

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
OF_FRAMED = [
    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors *") if name == b"content-security-policy" else value)
    for name, value in HEADERS
    if name not in (b"x-frame-options", b"cross-origin-resource-policy")
]
"""The headers of the one page that other pages may frame; nothing can be done on it but to look."""
OF_FILES = [pair for pair in HEADERS if pair[0] in (b"x-content-type-options", b"cross-origin-resource-policy")]
"""The headers of a file of the pages: the others are about documents, and half a kilobyte on the line for each file."""
SHARED = [(name, b"cross-origin" if name == b"cross-origin-resource-policy" else value) for name, value in HEADERS]
SECRET_PATHS = ("/api/", "/s/", "/h/", "/c/", "/w/", "/r/", "/ws/", "/season/")
PICTURE = re.compile(r"/[rw]/[a-z0-9]{1,20}\.(png|gif)")  # by the public id of a match: it shows what everybody may see
POSTED = re.compile(r"/api/(hosts|matches|seats)/[^/]+/picture/[0-9a-f]{64}")  # a picture of a host, for the browser of one person
FILE = re.compile(r"/[rw]/[^/]+\.[a-z]+")
FRAMED = re.compile(r"/r/[a-z0-9]{1,20}")  # with `?embed`: the page of a published replay that pages of other sites may frame
STATIC = "/static/"  # the files of the pages, the same for all
UNNAMED = re.compile(r"/health|/ready|/static/.*")
"""Answered under any name: load balancers ask under that of a container, and the page of a refusal needs its files."""
GUESSED = "deathmatch.guessed"  # in the scope of a request with a wrong link
GUESSES = mark("too many wrong links from your address; wait a moment, then open the link exactly as you were sent it")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
Refusal = Callable[[Scope, problems.Problem], Response[Any]]


def address(scope: Scope) -> str:
    """The name under which the guest's address is counted."""
    client = scope.get("client")
    return counted(str(client[0])) if client else "nobody"


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


def is_file(path: str) -> bool:
    """Whether a path is that of a picture or a record, for programs as well as for people."""
    return FILE.fullmatch(path) is not None


def is_embed(scope: Scope) -> bool:
    """Whether a request asks for a replay as a frame: by the public id of a match, never by a secret link."""
    asked = scope["query_string"].split(b"&")
    return FRAMED.fullmatch(scope["path"]) is not None and any(part.partition(b"=")[0] == b"embed" for part in asked)


def is_embedded(scope: HTTPScope, settings: Settings) -> bool:
    """Whether a page of another site shows a picture, or frames a replay, that everybody may see."""
    if scope["method"] not in SAFE_METHODS or own_origin(scope, settings):
        return False
    framed = is_embed(scope) and header(scope, b"sec-fetch-dest") in ("iframe", "frame")
    return framed or PICTURE.fullmatch(scope["path"]) is not None


def welcome(scope: HTTPScope, settings: Settings) -> bool:
    """Whether a request is answered. Another site may link to pages here, but may not use its visitors' browsers to act or to ask."""
    visit = scope["method"] in SAFE_METHODS and header(scope, b"sec-fetch-dest") == "document"
    return visit or own_origin(scope, settings)


class Guard:
    """The outermost layer of the application.

    Args:
        app: the application that it guards.
        settings, doorman: its settings and its counts.
        lobby: the lobby behind the application, while it is open.
        sockets: the WebSockets. They come in thousands, so the application's framework costs too much for them.
        refusal: a refused request as an answer: a page for people, JSON for programs.

    Attributes:
        proxies: the web servers in front of this one.
        leaving: the connections that have ended, whose places are given back one after the other.
    """

    def __init__(
        self, app: ASGIApp, settings: Settings, doorman: Doorman, lobby: Callable[[], Lobby | None], sockets: ASGIApp, *, refusal: Refusal
    ) -> None:
        self.app = app
        self._sockets = sockets
        self._refusal = refusal
        self._lobby = lobby
        self._warned = False
        self.settings = settings
        self.doorman = doorman
        self.leaving = times.Lane()
        self.proxies = Proxies(settings.proxies)
        self._names = HostNames(settings.host_names, settings.origins)
        self._front_ends = {_digest(one.token): one.name for one in settings.front_ends}

    def ready(self) -> None:
        """The server listens: from now on its time runs."""
        if (lobby := self._lobby()) is not None:
            lobby.time.start()

    @property
    def broken(self) -> bool:
        """Whether the server has to stop, because it can save nothing any more."""
        return (lobby := self._lobby()) is not None and lobby.store.health.lasting

    def arrived(self) -> int:
        """The moment at which bytes that were read just now count as having arrived."""
        lobby = self._lobby()
        return 0 if lobby is None else lobby.time.arrived()

    def later(self, seconds: float, call: Callable[[], None]) -> times.Timer:
        """Have `call` called in some seconds, not counting those in which the server stands still and can hear nobody."""
        lobby = self._lobby()
        return asyncio.get_running_loop().call_later(seconds, call) if lobby is None else lobby.time.later(int(seconds * 1000), call)

    @property
    def lobby(self) -> Lobby | None:
        """The lobby behind the application, while it is open."""
        return self._lobby()

    def drain(self) -> None:
        """The server is about to go down: nobody should be sent to it any more, and it still does everything."""
        if (lobby := self._lobby()) is not None:
            lobby.draining = True

    async def farewell(self) -> None:
        """The server is asked to stop: send everybody away before it waits for connections to end."""
        if (lobby := self._lobby()) is not None:
            await lobby.dismiss()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        self._find_guest(scope)
        if guest := self._user(scope):
            scope["client"] = (guest, 0)
        with speaking(language_of(scope)):
            if header(scope, TOKEN) and not guest:
                await self._unknown(scope, send)
            else:
                await self._serve(scope, receive, send)

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            if self._named(scope) and own_origin(scope, self.settings) and await self._may_come(scope):
                await self._sockets(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 4403, "reason": ""})
        else:
            await self._http(scope, receive, self._guessing(scope, _with_headers(scope, send)))

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        if not self._named(scope) and not UNNAMED.fullmatch(scope["path"]):
            await self._refuse(scope, send, _misdirected(header(scope, b"host")))
        elif is_embedded(scope, self.settings):
            scope["client"] = (f"~{address(scope)}", 0)  # nothing that it asks for counts for the visitor
            allowed = self.doorman.embedded.take(address(scope)) and await self._may_be_answered(scope)
            await (self.app(scope, receive, self._counting(scope, send)) if allowed else self._refuse(scope, send, problems.too_many()))
        elif not welcome(scope, self.settings):  # and it is not counted: a visitor of that site would pay for it
            await self._refuse(scope, send, problems.forbidden(say("requests from pages of another site are not allowed")))
        elif not await self._may_ask(scope) or not await self._may_be_answered(scope):
            await self._refuse(scope, send, problems.too_many())
        else:
            await self.app(scope, receive, self._counting(scope, send))

    def _guessing(self, scope: Any, send: Send) -> Send:
        """Send as `send` does, but count a wrong link, and answer 429 in its place if the address has guessed too often."""
        instead = False

        async def asked_first(message: Message) -> None:
            nonlocal instead
            counts = message["type"] == "http.response.start" and scope.get(GUESSED) and message["status"] == 404
            if counts and not await self.doorman.may_guess(address(scope), self._lobby()):
                instead = True
                await self._refuse(scope, send, problems.too_many(say(GUESSES)))
            if not instead:
                await send(message)

        return asked_first

    async def _refuse(self, scope: Any, send: Send, problem: problems.Problem) -> None:
        said = self._refusal(scope, problem)
        answer = ASGIResponse(body=said.content, status_code=said.status_code, media_type=said.media_type, headers=said.headers)
        await answer.start_response(send)
        await send({"type": "http.response.body", "body": answer.body, "more_body": False})

    def _find_guest(self, scope: Any) -> None:
        """Put the guest in the place of a proxy that asks for it."""
        peer = scope["client"][0] if scope.get("client") else ""
        scheme = header(scope, b"x-forwarded-proto").partition(",")[0].strip()
        if peer in self.proxies and scheme in ("http", "https"):
            scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        elif peer not in self.proxies and header(scope, b"x-forwarded-for"):
            self._warn(peer)
        scope["client"] = (self.proxies.guest(scope), 0)

    def _user(self, scope: Scope) -> str:
        """The name under which a request of a front end is counted; empty if its token is wrong, or it has none.

        No address has such a name, because it begins with @. The user's name is counted by its digest, whatever its length. Tokens are
        found by their digests, so the time tells nothing of them.
        """
        name, user = self._front_ends.get(_digest(header(scope, TOKEN))), header(scope, USER)
        return "" if name is None else f"@{name} {_digest(user)[:16].hex()}" if user else f"@{name}"

    async def _unknown(self, scope: Any, send: Any) -> None:
        """Refuse a front end whose token is wrong. It counts as a wrong link, for a token is a secret that somebody may try to guess."""
        guessing = not await self.doorman.may_guess(address(scope), self._lobby())
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": ""})
            return
        problem = problems.too_many() if guessing else problems.forbidden(say("this server knows no front end with this token"))
        await self._refuse(scope, _with_headers(scope, send), problem)

    def _warn(self, peer: str) -> None:
        """Tell the host, once, of what looks like a web server of his own that is not trusted."""
        known = read_address(peer)
        if not self._warned and known is not None and known.is_private:
            self._warned = True
            log.warning(
                "%s reports other addresses but is not trusted, so its guests count as one; if it is your proxy, add --proxy %s",
                known,
                known,
            )

    def _named(self, scope: Scope) -> bool:
        """Whether a request names this server; every browser names one."""
        host = header(scope, b"host")
        return not host or host in self._names

    async def _may_ask(self, scope: Scope) -> bool:
        """Whether a request is not one too many. Nobody has to look at the disk for it, unless the address has asked too often."""
        if scope["path"].startswith(STATIC):
            return self.doorman.files.take(address(scope))
        return await self._allows(scope, self.doorman.requests.take)

    async def _may_be_answered(self, scope: Scope) -> bool:
        """Whether a request may have an answer, as far as the bytes of earlier answers go."""
        if scope["path"].startswith(STATIC):
            return self.doorman.files_sent.peek(address(scope))
        return await self._allows(scope, self.doorman.answers.has)

    async def _allows(self, scope: Scope, allowance: Callable[[str, Holder], bool]) -> bool:
        """Whether an allowance has something left for a request: that of its link, if it is known to be right, or of its address."""
        who, token = address(scope), token_in(scope["path"])
        if holder := self._holder(token):
            return allowance(who, holder)
        return allowance(who, NOBODY) or (await self._opens(token) and allowance(who, self._holder(token)))

    def _counting(self, scope: Scope, send: Send) -> Send:
        """Sends an answer, and counts its bytes."""
        who, token = address(scope), token_in(scope["path"])

        async def counted_too(message: Message) -> None:
            if message["type"] == "http.response.body" and (size := len(message["body"])):
                if scope["path"].startswith(STATIC):
                    self.doorman.files_sent.spend(who, size)
                else:
                    self.doorman.answers.spend(who, self._holder(token), size)
            await send(message)

        return counted_too

    def comes_too_often(self, scope: Any) -> bool:
        """Whether a WebSocket cannot open now because its guest has been sent too much; nothing is counted."""
        token = token_in(scope["path"])
        holder, who = self._holder(token), self._user(scope) or counted(self.proxies.guest(scope))
        if token and not holder:
            return False  # the disk knows
        return not self.doorman.sent.has(who, holder)

    async def _may_come(self, scope: Scope) -> bool:
        """Whether a WebSocket may open."""
        return await self._may_ask(scope) and await self._allows(scope, self.doorman.may_come)

    def _holder(self, token: str) -> Holder:
        """The right link of this token, if it was used lately; otherwise nobody."""
        lobby = self._lobby()
        link = lobby.known_link(token) if token and lobby is not None else None
        return NOBODY if link is None else Holder.of(link)

    async def _opens(self, token: str) -> bool:
        """Whether this is a right link."""
        lobby = self._lobby()
        return bool(token) and lobby is not None and await lobby.opens(token)


def token_in(path: str) -> str:
    """The part of a path that has the form of a secret link; empty if there is none."""
    parts = (part.partition(".")[0] for part in path.split("/", 5)[1:5])
    return next((part for part in parts if tokens.is_token(part)), "")


def _misdirected(host: str) -> problems.Problem:
    name = limits.clean(host, 80).partition(":")[0]
    return problems.Problem(say("this server is not known as {name}; if it should be, start it with --host-name {name}", name=name), 421)


def _with_headers(scope: Scope, send: Send) -> Send:
    shared = PICTURE.fullmatch(scope["path"]) is not None
    own = OF_FILES if scope["path"].startswith("/static/") and not scope["path"].endswith(".svg") else HEADERS
    posted = POSTED.fullmatch(scope["path"]) is not None
    secret, embed = scope["path"].startswith(SECRET_PATHS), is_embed(scope)

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            framed = embed and message["status"] == 200
            headers = [*message["headers"], *(OF_FRAMED if framed else SHARED if shared else own)]
            if not scope["path"].startswith(STATIC):
                headers = with_language(headers, spoken())
            if message["status"] != 200 if shared or posted else secret:
                headers = [pair for pair in headers if pair[0].lower() != b"cache-control"] + [(b"cache-control", b"no-store")]
            message["headers"] = headers
        await send(message)

    return wrapped
