"""Signing in with Discord, if the server's owner has set it up: out with a state in a sealed cookie, and back with a code.

It is OAuth 2 by code, with PKCE and a state. Only the scope `identify` is asked for, and only the user's id is read; the access token is
used for that one question and then forgotten.

The way back changes something although it is a GET, because a browser comes that way: it needs the cookie of the browser that began, the
state in it, and a code that Discord gives out once.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpcore
import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from litestar.response import Redirect
from msgspec import Struct
from msgspec.structs import replace

from deathmatch.core.errors import DeathmatchError
from deathmatch.core.speech import say
from deathmatch.server.accounts.account import door_of_discord
from deathmatch.server.accounts.wire import AccountInfo
from deathmatch.server.tokens import packed
from deathmatch.server.vault import WrongKey
from deathmatch.server.web.accounts import SignIn, counted, info_of
from deathmatch.server.web.guests import (
    Asking,
    Guest,
    accounts_of,
    cookie_guest,
    guest_cookie,
    lobby_of,
    opened_of,
    session_cookie,
    signed_in,
)
from deathmatch.server.wire import problems
from deathmatch.server.wire.messages import Private
from deathmatch.server.wire.problems import Problem

NAME = "discord"
LASTS_MS = 600_000  # from the start to the way back
BACK = "/api/account/discord/back"
LONGEST = 65_536  # bytes of an answer
TIMES = {"timeout": {"connect": 5.0, "read": 10.0, "write": 5.0, "pool": 5.0}}
COOKIE = "deathmatch-discord"
PLACE = "discord attempt"
COST = 5  # messages that an attempt counts as


@dataclass(frozen=True, slots=True)
class DiscordClient:
    """The application at Discord with which people sign in.

    Attributes:
        id, secret: of the application.
        origin: the public address of this server, to which they come back.
        site: Discord's own.
    """

    id: str
    secret: str = field(repr=False)
    origin: str
    site: str = "https://discord.com"


def set_up(environment: MutableMapping[str, str], public: Sequence[str]) -> DiscordClient | None:
    """The application, if the environment names it; its secret is taken out, because bots need none. Raises ValueError."""
    client, secret = (environment.pop(f"DEATHMATCH_DISCORD_{part}", "") for part in ("ID", "SECRET"))
    if not client and not secret:
        return None
    if not client or not secret or not public:
        raise ValueError("sign-in with Discord needs DEATHMATCH_DISCORD_ID, DEATHMATCH_DISCORD_SECRET and --origin")
    return DiscordClient(client, secret, public[0])


# --- Discord's side


class NoAnswer(DeathmatchError):
    """Discord did not say who it is."""


class Attempt(Private, Struct, frozen=True):
    """A sign-in that is under way, sealed in a cookie of the browser that began it.

    Attributes:
        state: comes back in the address.
        verifier: of PKCE; only its digest leaves the server.
        until: when it ends, in ms since 1970.
        account: the account that is to be tied; empty for signing in.
    """

    state: str
    verifier: str
    until: int
    account: str = ""

    @classmethod
    def new(cls, now: int, account: str = "") -> Attempt:
        """A fresh one."""
        return cls(secrets.token_urlsafe(24), secrets.token_urlsafe(48), now + LASTS_MS, account)

    def address(self, client: DiscordClient) -> str:
        """Where the browser has to go."""
        asked = {
            "response_type": "code",
            "client_id": client.id,
            "scope": "identify",
            "redirect_uri": client.origin + BACK,
            "state": self.state,
            "code_challenge": packed(hashlib.sha256(self.verifier.encode()).digest()),
            "code_challenge_method": "S256",
            "prompt": "consent" if self.account else "none",
        }
        return f"{client.site}/oauth2/authorize?{urlencode(asked)}"


async def user_of(client: DiscordClient, code: str, verifier: str) -> str:
    """The id of the user who came back with this code; raises NoAnswer."""
    form = {
        "client_id": client.id,
        "client_secret": client.secret,
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": client.origin + BACK,
        "code_verifier": verifier,
    }
    kind = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
    try:
        async with httpcore.AsyncConnectionPool(max_keepalive_connections=0) as pool:
            token = await _asked(pool, "POST", f"{client.site}/api/oauth2/token", kind, urlencode(form).encode())
            bearer = [("Authorization", f"Bearer {token['access_token']}"), ("Accept", "application/json")]
            user = str((await _asked(pool, "GET", f"{client.site}/api/users/@me", bearer, b""))["id"])
    except (
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.TimeoutException,
        OSError,
        KeyError,
        TypeError,
        ValueError,
        RecursionError,
    ):
        raise NoAnswer("Discord did not say who it is") from None  # the causes may hold the token
    if not (0 < len(user) <= 32 and user.isdigit()):
        raise NoAnswer("this is no id of a user")
    return user


async def _asked(pool: httpcore.AsyncConnectionPool, method: str, url: str, headers: list[tuple[str, str]], body: bytes) -> Any:
    sent = [*headers, ("Content-Length", str(len(body)))] if body else headers
    async with pool.stream(method, url, headers=sent, content=body or None, extensions=TIMES) as answer:
        read = b""
        async for part in answer.aiter_stream():
            read += part
            if len(read) > LONGEST:
                raise ValueError("a long answer")
        if answer.status != 200:
            raise ValueError("a refusal")
        return msgspec.json.decode(read)


# --- Our side


class DiscordBody(Struct, forbid_unknown_fields=True):
    """Whether the account is to be tied to a user of Discord; otherwise the browser signs in."""

    tie: bool = False


class Elsewhere(Private, Struct):
    """Where the browser has to go to sign in."""

    address: str


def _client(request: Asking) -> DiscordClient:
    client: DiscordClient | None = lobby_of(request).settings.sign_in.get(NAME)
    if client is None:
        raise problems.forbidden(say("this server has no sign-in with Discord"))
    return client


def _cookie(request: Asking, value: str, seconds: int) -> Cookie:
    secure = request.scope["scheme"] == "https"
    return Cookie(key=COOKIE, value=value, path=BACK, max_age=seconds, httponly=True, samesite="lax", secure=secure)


@post("/api/account/discord", tags=["account"], status_code=200)
async def begin(request: Asking, data: JSONBody[DiscordBody]) -> Response[Elsewhere]:
    """The address at Discord where the browser has to go to sign in, or with `tie` to tie the account to a user there."""
    client = _client(request)
    counted(request, COST)
    attempt = Attempt.new(accounts_of(request).wall(), signed_in(request).account.id if data.tie else "")
    sealed = lobby_of(request).vault.seal(msgspec.json.encode(attempt), PLACE)
    return Response(Elsewhere(attempt.address(client)), cookies=[_cookie(request, sealed, LASTS_MS // 1000)])


@post("/api/account/discord/untie", tags=["account"], status_code=200)
async def untie(request: Asking) -> AccountInfo:
    """Discord opens the account no more."""
    counted(request)
    account = signed_in(request).account
    return info_of(request, await accounts_of(request).change(account.id, lambda now: replace(now, discord="")))


async def _attempt(request: Asking, state: str) -> Attempt:
    """The attempt of this browser with this state, which is good once; raises Problem, StoreError."""
    try:
        kept = lobby_of(request).vault.unseal(request.cookies.get(COOKIE, ""), PLACE)
        attempt = msgspec.json.decode(kept, type=Attempt)
    except (WrongKey, msgspec.DecodeError):
        raise _refused() from None
    if not hmac.compare_digest(attempt.state.encode(), state.encode()) or attempt.until < accounts_of(request).wall():
        raise _refused()
    name = f"{PLACE} {hashlib.sha256(state.encode()).hexdigest()}"
    if not await lobby_of(request).once.first(name, LASTS_MS):
        raise _refused()
    return attempt


def _refused() -> Problem:
    return problems.forbidden(say("Discord did not sign you in; try again"))


@get(BACK, include_in_schema=False)
async def back(request: Asking) -> Response[Any]:
    """The browser comes back from Discord: it is signed in, or its account is tied; then it goes to the page of keys."""
    client, cookies = _client(request), [_cookie(request, "", 0)]
    counted(request, COST)
    code = request.query_params.get("code", "")
    try:
        attempt = await _attempt(request, request.query_params.get("state", ""))
        if not code:
            raise _refused()
        user = await user_of(client, code, attempt.verifier)
        cookies += await _opened(request, attempt, user)
    except (Problem, NoAnswer):
        return Redirect("/key#discord", status_code=303, cookies=cookies)
    return Redirect("/key", status_code=303, cookies=cookies)


async def _opened(request: Asking, attempt: Attempt, user: str) -> list[Cookie]:
    """Tie the account of the attempt, or open that of the user, which is made if there is none; raises Problem."""
    accounts = accounts_of(request)
    alias = lobby_of(request).vault.alias(f"discord {user}")
    if attempt.account:
        now = opened_of(request)
        if now is None or now.account.id != attempt.account:
            raise _refused()  # somebody else is signed in by now
        await accounts.change(attempt.account, lambda one: replace(one, discord=alias))
        return []
    known = await accounts.behind_door(door_of_discord(alias))
    if known is not None:
        return [session_cookie(request.scope, await accounts.enter(known))]
    guest = cookie_guest(request)
    opened, _ = await accounts.make(guest.name, guest.matches, discord=alias)
    return [session_cookie(request.scope, opened), guest_cookie(request, Guest())]


SIGN_IN = SignIn(set_up, (begin, untie, back))
