"""The guest behind a browser: a sealed cookie with a name and the links of the last matches. Nobody needs an account."""

from __future__ import annotations

import logging
from typing import Any, TypeVar, cast

import msgspec
from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.types import Scope
from msgspec import Struct

from deathmatch.core.speech import say
from deathmatch.server.accounts.account import Account
from deathmatch.server.rooms.accounts import Accounts, Opened
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.store.interface import StoreError
from deathmatch.server.vault import Vault, WrongKey, is_sealed
from deathmatch.server.web import doorman, guard
from deathmatch.server.web.headers import cookie
from deathmatch.server.wire import problems

COOKIE = "deathmatch"
REMEMBERED = 12  # matches
YEAR = 365 * 24 * 3600  # seconds


class Guest(Struct):
    """A name, and match id and link (`/s/TOKEN`) of the last matches, newest first. The cookie holds the first of them."""

    name: str = ""
    matches: list[tuple[str, str]] = []

    def with_match(self, match: str, link: str) -> Guest:
        """The same guest, who is in this match too."""
        others = [pair for pair in self.matches if pair != (match, link)]
        return Guest(self.name, [(match, link), *others])

    def without_match(self, match: str) -> Guest:
        """The same guest, who has nothing to do with this match any more."""
        return Guest(self.name, [pair for pair in self.matches if pair[0] != match])


def read_guest(vault: Vault, cookie: str | None) -> Guest:
    """The guest in a cookie, which is sealed, because the links in it are secrets; a new one if it is not ours."""
    if not cookie or len(cookie) >= 4096 or not is_sealed(cookie):
        return Guest()
    try:
        return msgspec.json.decode(vault.unseal(cookie, COOKIE), type=Guest)
    except (WrongKey, msgspec.DecodeError):
        return Guest()


def sealed_guest(vault: Vault, guest: Guest) -> str:
    """The data of a guest in the cookie."""
    return vault.seal(msgspec.json.encode(Guest(guest.name, guest.matches[:REMEMBERED])), COOKIE)


def _cookie(key: str, value: str, seconds: int, *, secure: bool) -> Cookie:
    return Cookie(key=key, value=value, path="/", max_age=seconds, httponly=True, samesite="lax", secure=secure)


# --- What a request remembers of its browser


T = TypeVar("T")
Asking = Request[Any, Any, Any]


def lobby_of(request: Asking) -> Lobby:
    """The lobby behind the application."""
    return cast("Lobby", request.app.state["lobby"])


def doorman_of(request: Asking) -> doorman.Doorman:
    """The doorman of the application."""
    return cast("doorman.Doorman", request.app.state["doorman"])


def admit_match(request: Asking) -> str:
    """A request that sets a match up is counted; returns the name under which its address is. Raises Problem if they are too many."""
    who = guard.address(request.scope)
    doorman_of(request).new_match(who)
    return who


log = logging.getLogger("deathmatch.accounts")

SHOWN = 24  # tables of an account that the first page shows


def session_name(scope: Scope) -> str:
    """The name of the cookie of a browser that is signed in. Under https no other host can set one of this name."""
    return "__Host-deathmatch-key" if scope["scheme"] in ("https", "wss") else "deathmatch-key"


def session_cookie(scope: Scope, opened: Opened | None) -> Cookie:
    """The cookie that keeps a browser signed in, or that signs it out; no script can read it."""
    value, seconds = ("", 0) if opened is None else (opened.cookie, YEAR)
    return _cookie(session_name(scope), value, seconds, secure=scope["scheme"] == "https")


def accounts_of(request: Asking) -> Accounts:
    """The accounts of the server."""
    return lobby_of(request).accounts


async def opened_by(accounts: Accounts, scope: Scope) -> Opened | None:
    """The account to which a browser is signed in; none if the disk cannot say."""
    kept = cookie(scope, session_name(scope))
    if not kept:
        return None
    try:
        return await accounts.behind(kept)
    except StoreError as error:
        log.error("an account cannot be read now: %s", error)
        return None


async def meet(request: Asking) -> None:
    """Find the account behind a request, for the functions below."""
    request.state["opened"] = await opened_by(accounts_of(request), request.scope)


def opened_of(request: Asking) -> Opened | None:
    """The account to which the browser is signed in."""
    return cast("Opened | None", request.state.get("opened"))


def signed_in(request: Asking) -> Opened:
    """The account to which the browser is signed in; raises Problem if there is none."""
    opened = opened_of(request)
    if opened is None:
        raise problems.forbidden(say("this browser is not signed in"))
    return opened


def cookie_guest(request: Asking) -> Guest:
    """The guest whom the browser itself remembers."""
    return read_guest(lobby_of(request).vault, request.cookies.get(COOKIE))


def guest_cookie(request: Asking, guest: Guest) -> Cookie:
    """The cookie by which the browser remembers this guest; no script can read it."""
    return _cookie(COOKIE, sealed_guest(lobby_of(request).vault, guest), YEAR, secure=request.scope["scheme"] == "https")


def guest_of(request: Asking) -> Guest:
    """The guest behind a request."""
    opened = opened_of(request)
    return cookie_guest(request) if opened is None else Guest(opened.account.name, list(opened.account.matches))


async def name_behind(lobby: Lobby, scope: Scope) -> str:
    """The name of the guest behind a WebSocket."""
    opened = await opened_by(lobby.accounts, scope)
    return read_guest(lobby.vault, cookie(scope, COOKIE)).name if opened is None else opened.account.name


async def remembered(request: Asking, answer: T, guest: Guest, status: int) -> Response[T]:
    """An answer after which the guest is remembered. If the account cannot be saved now, the browser itself remembers."""
    opened = opened_of(request)
    if opened is not None:
        try:
            await accounts_of(request).change(opened.account.id, lambda now: _followed(now, opened.account, guest))
            return Response(answer, status_code=status)
        except problems.Problem:
            before = set(opened.account.matches)
            new = [pair for pair in guest.matches if pair not in before]
            kept = cookie_guest(request)
            guest = Guest(kept.name, [*new, *(pair for pair in kept.matches if pair not in new)])
    return Response(answer, status_code=status, cookies=[guest_cookie(request, guest)])


def _followed(now: Account, before: Account, guest: Guest) -> Account:
    """The account as it is now, with the changes that a request has made to the guest as it was `before`."""
    removed, known = set(before.matches) - set(guest.matches), set(before.matches)
    kept = tuple(pair for pair in now.matches if pair not in removed)
    name = now.name if guest.name == before.name else guest.name
    return msgspec.structs.replace(now, name=name, matches=kept).with_matches(pair for pair in guest.matches if pair not in known)
