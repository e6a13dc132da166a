"""Accounts over HTTP (docs/playing.md): made, opened by a recovery link, looked at, changed, left and deleted.

Secrets come in bodies and go out in bodies and cookies: none stands in an address. Pages of other sites cannot send these requests
(web/guard.py), and a browser never joins the tables that it remembers to an account unless its owner says so: else a link that somebody
else sent would collect them.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from litestar import Controller, MediaType, Response, Router, get, post
from litestar.params import FromQuery, JSONBody

from deathmatch.core.speech import say
from deathmatch.server.accounts import passkeys, wire
from deathmatch.server.accounts.account import Account
from deathmatch.server.names import clean_name
from deathmatch.server.rooms.accounts import Opened
from deathmatch.server.web import api, doorman, guests, pages
from deathmatch.server.web.guard import address
from deathmatch.server.web.headers import header
from deathmatch.server.wire import problems

T = TypeVar("T")
PAGE = 20  # tables of one answer


def counted(request: guests.Asking, count: int = 1) -> None:
    """A request counts as so many messages: of its account, or of its address if it has none. Raises Problem if they are too many."""
    opened = guests.opened_of(request)
    holder = doorman.NOBODY if opened is None else doorman.Holder(f"account {opened.account.id}", f"account {opened.account.id}")
    guests.doorman_of(request).message(f"accounts of {address(request.scope)}", holder, count)


def site_of(request: guests.Asking) -> passkeys.Site | None:
    """The site of this request for passkeys; None if it is none of the server's public addresses.

    A browser names the page that asks. A request that names none comes to the address in its `Host`, or, behind a web server that changes
    that, to the first public address.
    """
    public = guests.lobby_of(request).settings.origins
    asked = f"{request.scope['scheme']}://{header(request.scope, b'host').lower()}"
    site = passkeys.Site.of(header(request.scope, b"origin") or asked, public)
    return passkeys.Site.of(public[0], public) if site is None and public else site


@dataclass(frozen=True, slots=True)
class SignIn:
    """A way to sign in that another package brings, as its addition `sign-in.NAME` (`core/plugins.py`).

    Attributes:
        set_up: given the environment and the server's public addresses, what `Settings.sign_in` keeps; None if the environment does not
            mention it. It takes its secrets out of the environment, and raises ValueError if something is missing.
        handlers: of its addresses, as Litestar takes them.
    """

    set_up: Callable[[MutableMapping[str, str], Sequence[str]], Any]
    handlers: tuple[Any, ...]


def offers_of(request: guests.Asking) -> list[str]:
    """The other ways in that this server has."""
    return [*(["passkeys"] if site_of(request) is not None else []), *guests.lobby_of(request).settings.sign_in]


def info_of(request: guests.Asking, account: Account | None) -> wire.AccountInfo:
    """An account for its owner."""
    waiting = len(guests.cookie_guest(request).matches)
    if account is None:
        return wire.AccountInfo(open=False, waiting=waiting, offers=offers_of(request))
    return wire.AccountInfo(
        open=True,
        name=account.name,
        since=account.since,
        matches=len(account.matches),
        browsers=len(account.sessions),
        passkeys=[wire.PasskeyInfo(one.id, one.name, one.since) for one in account.passkeys],
        discord=bool(account.discord),
        waiting=waiting,
        offers=offers_of(request),
    )


def answered(request: guests.Asking, answer: T, opened: Opened | None, *, status: int = 200, emptied: bool = False) -> Response[T]:
    """An answer after which the browser is signed in or out; `emptied` if the tables that it remembered are in the account now."""
    cookies = [guests.session_cookie(request.scope, opened)]
    if emptied:
        cookies.append(guests.guests_of(request).write(guests.Guest(), secure=request.scope["scheme"] == "https"))
    return Response(answer, status_code=status, cookies=cookies)


async def enter(request: guests.Asking, account: Account, *, bring: bool) -> Response[wire.AccountInfo]:
    """Sign this browser in to an account; with `bring`, the tables that it remembers go into it. Raises Problem."""
    opened = await guests.accounts_of(request).enter(account, guests.cookie_guest(request).matches if bring else ())
    info = info_of(request, opened.account)
    if bring:
        info.waiting = 0
    return answered(request, info, opened, emptied=bring)


class AccountVerbs(Controller):
    """The account of this browser, and the ways to one."""

    path = "/api/account"
    tags = ("account",)

    @get("/")
    async def everything(self, request: guests.Asking) -> wire.AccountInfo:
        """The account to which this browser is signed in, if it is."""
        opened = guests.opened_of(request)
        return info_of(request, None if opened is None else opened.account)

    @post("/", status_code=201)
    async def make(self, request: guests.Asking, data: JSONBody[wire.NewAccount]) -> Response[wire.KeyMade]:
        """Make an account of this browser's name and tables, and sign in to it. The answer has its recovery link; it is shown this once."""
        if guests.opened_of(request) is not None:
            raise problems.conflict(say("this browser is signed in already"))
        guests.doorman_of(request).new_account(address(request.scope))
        guest = guests.cookie_guest(request)
        opened, link = await guests.accounts_of(request).make(data.name or guest.name, guest.matches)
        return answered(request, wire.KeyMade(link), opened, status=201, emptied=True)

    @post("/peek", status_code=200)
    async def peek(self, request: guests.Asking, data: JSONBody[wire.KeyBody]) -> wire.Peeked:
        """Whose account a recovery link opens, so that nobody signs in to somebody else's unawares."""
        counted(request)
        account = await guests.accounts_of(request).of_key(data.key)
        return wire.Peeked(account.name, len(account.matches))

    @post("/enter", status_code=200)
    async def enter(self, request: guests.Asking, data: JSONBody[wire.KeyBody]) -> Response[wire.AccountInfo]:
        """Sign this browser in with a recovery link."""
        counted(request)
        return await enter(request, await guests.accounts_of(request).of_key(data.key), bring=data.bring)

    @post("/key", status_code=201)
    async def new_key(self, request: guests.Asking) -> wire.KeyMade:
        """Another recovery link. The old one is dead at once, and every other browser is signed out."""
        counted(request)
        return wire.KeyMade(await guests.accounts_of(request).new_key(guests.signed_in(request)))

    @post("/leave", status_code=200)
    async def leave(self, request: guests.Asking, data: JSONBody[wire.LeaveBody]) -> Response[wire.AccountInfo]:
        """Sign this browser out, or all of them."""
        opened = guests.signed_in(request)
        await guests.accounts_of(request).change(
            opened.account.id,
            lambda now: msgspec.structs.replace(now, sessions=()) if data.everywhere else now.without_session(opened.session),
        )
        return answered(request, info_of(request, None), None)

    @post("/name", status_code=200)
    async def rename(self, request: guests.Asking, data: JSONBody[wire.AccountName]) -> wire.AccountInfo:
        """Another name, for tables to come; those at which you sit keep theirs."""
        counted(request)
        name = clean_name(data.name)
        return info_of(request, await self._change(request, lambda now: msgspec.structs.replace(now, name=name)))

    @post("/delete", status_code=200)
    async def delete(self, request: guests.Asking, data: JSONBody[wire.DeleteBody]) -> Response[wire.Deleted]:
        """Delete the account, and take its owner's name out of every table and season that it knows, and out of this browser."""
        counted(request)
        opened = guests.signed_in(request)
        if data.confirm != "delete":
            raise problems.wrong(say("nothing is deleted without the word delete as confirmation"))
        done = await guests.lobby_of(request).leaving.delete(opened.account, guests.cookie_guest(request).matches)
        return answered(request, done, None, emptied=True)

    @get("/history")
    async def history(self, request: guests.Asking, after: FromQuery[int] = 0) -> wire.History:
        """The tables of the account, newest first, from this place on."""
        matches = guests.signed_in(request).account.matches
        first = max(0, after)
        page = matches[first : first + PAGE]
        counted(request, max(1, len(page)))
        found = await api.tables_behind(guests.lobby_of(request), page)
        return wire.History(found, first + PAGE if first + PAGE < len(matches) else 0)

    async def _change(self, request: guests.Asking, how: Any) -> Account:
        return await guests.accounts_of(request).change(guests.signed_in(request).account.id, how)


@get("/key", media_type=MediaType.HTML)
async def page(request: guests.Asking) -> Response[Any]:
    """The page of accounts, the same for everybody; its script asks for the rest."""
    return pages.public_page(request, "key.html")


def router() -> Router:
    """All of it."""
    shown = Router("/", route_handlers=[page], include_in_schema=False)
    return Router("/", route_handlers=[shown, AccountVerbs])
