"""Signing in with Discord over HTTP, if the server's owner has set it up: out with a state in a sealed cookie, and back with a code.

The way back changes something although it is a GET, because a browser comes that way: it needs the cookie of the browser that began, the
state in it, and a code that Discord gives out once.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from litestar.response import Redirect
from msgspec.structs import replace

from deathmatch.core.speech import say
from deathmatch.server.accounts import wire
from deathmatch.server.accounts.discord import BACK, LASTS_MS, Attempt, NoAnswer, user_of
from deathmatch.server.settings import DiscordClient
from deathmatch.server.vault import WrongKey
from deathmatch.server.web.accounts import counted, info_of
from deathmatch.server.web.guests import Asking, Guest, accounts_of, cookie_guest, guests_of, lobby_of, opened_of, session_cookie, signed_in
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Problem

COOKIE = "deathmatch-discord"
PLACE = "discord attempt"
COST = 5  # messages that an attempt counts as


def _client(request: Asking) -> DiscordClient:
    client = lobby_of(request).settings.discord
    if client is None:
        raise problems.forbidden(say("this server has no sign-in with Discord"))
    return client


def _cookie(request: Asking, value: str, seconds: int) -> Cookie:
    secure = request.scope["scheme"] == "https"
    return Cookie(key=COOKIE, value=value, path=BACK, max_age=seconds, httponly=True, samesite="lax", secure=secure)


@post("/api/account/discord", tags=["account"], status_code=200)
async def begin(request: Asking, data: JSONBody[wire.DiscordBody]) -> Response[wire.Elsewhere]:
    """The address at Discord where the browser has to go to sign in, or with `tie` to tie the account to a user there."""
    client = _client(request)
    counted(request, COST)
    attempt = Attempt.new(accounts_of(request).wall(), signed_in(request).account.id if data.tie else "")
    sealed = lobby_of(request).vault.seal(msgspec.json.encode(attempt), PLACE)
    return Response(wire.Elsewhere(attempt.address(client)), cookies=[_cookie(request, sealed, LASTS_MS // 1000)])


@post("/api/account/discord/untie", tags=["account"], status_code=200)
async def untie(request: Asking) -> wire.AccountInfo:
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
    alias = accounts.alias(user)
    if attempt.account:
        now = opened_of(request)
        if now is None or now.account.id != attempt.account:
            raise _refused()  # somebody else is signed in by now
        await accounts.change(attempt.account, lambda one: replace(one, discord=alias))
        return []
    known = await accounts.of_discord(user)
    if known is not None:
        return [session_cookie(request.scope, await accounts.enter(known))]
    guest = cookie_guest(request)
    opened, _ = await accounts.make(guest.name, guest.matches, discord=alias)
    return [session_cookie(request.scope, opened), guests_of(request).write(Guest(), secure=request.scope["scheme"] == "https")]


def handlers() -> list[Any]:
    """All of it."""
    return [begin, untie, back]
