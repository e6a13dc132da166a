"""Accounts over HTTP (docs/playing.md): made, opened by a recovery link or a passkey, looked at, changed, left and deleted.

Secrets come in bodies and go out in bodies and cookies: none stands in an address. Pages of other sites cannot send these requests
(web/guard.py), and a browser never joins the tables that it remembers to an account unless its owner says so: else a link that somebody
else sent would collect them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import msgspec
from litestar import Controller, MediaType, Response, Router, get, post
from litestar.params import FromQuery, JSONBody

from deathmatch.core.plugins import under
from deathmatch.core.speech import say
from deathmatch.server.accounts import account as value
from deathmatch.server.accounts import passkeys, wire
from deathmatch.server.accounts.account import Account
from deathmatch.server.names import clean_name
from deathmatch.server.rooms.accounts import Opened
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.rooms.season_access import Access
from deathmatch.server.seasons.season import PUBLIC, Season
from deathmatch.server.seasons.standings import ALL
from deathmatch.server.store.interface import StoreError
from deathmatch.server.web import api, doorman, guard, guests, headers, pages
from deathmatch.server.wire import problems

T = TypeVar("T")
PAGE = 20  # tables of one answer


def counted(request: guests.Asking, count: int = 1) -> None:
    """A request counts as so many messages: of its account, or of its address if it has none. Raises Problem if they are too many."""
    opened = guests.opened_of(request)
    holder = doorman.NOBODY if opened is None else doorman.Holder(f"account {opened.account.id}", f"account {opened.account.id}")
    guests.doorman_of(request).message(f"accounts of {guard.address(request.scope)}", holder, count)


def site_of(request: guests.Asking) -> passkeys.Site | None:
    """The site of this request for passkeys; None if it is none of the server's public addresses.

    A browser names the page that asks. A request that names none comes to the address in its `Host`, or, behind a web server that changes
    that, to the first public address.
    """
    public = guests.lobby_of(request).settings.origins
    asked = f"{request.scope['scheme']}://{headers.header(request.scope, b'host').lower()}"
    site = passkeys.Site.of(headers.header(request.scope, b"origin") or asked, public)
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
    info = wire.AccountInfo(account is not None, waiting=len(guests.cookie_guest(request).matches), offers=offers_of(request))
    if account is not None:
        info.name, info.since, info.discord = account.name, account.since, bool(account.discord)
        info.matches, info.browsers = len(account.matches), len(account.sessions)
        info.passkeys = [wire.PasskeyInfo(one.id, one.name, one.since) for one in account.passkeys]
    return info


def answered(request: guests.Asking, answer: T, opened: Opened | None, *, status: int = 200, emptied: bool = False) -> Response[T]:
    """An answer after which the browser is signed in or out; `emptied` if the tables that it remembered are in the account now."""
    cookies = [guests.session_cookie(request.scope, opened)]
    if emptied:
        cookies.append(guests.guest_cookie(request, guests.Guest()))
    return Response(answer, status_code=status, cookies=cookies)


async def enter(request: guests.Asking, account: Account, *, bring: bool) -> Response[wire.AccountInfo]:
    """Sign this browser in to an account; with `bring`, the tables that it remembers go into it. Raises Problem."""
    opened = await guests.accounts_of(request).enter(account, guests.cookie_guest(request).matches if bring else ())
    info = info_of(request, opened.account)
    if bring:
        info.waiting = 0
    return answered(request, info, opened, emptied=bring)


async def changed(request: guests.Asking, how: Callable[[Account], Account]) -> Account:
    """The account of this browser after a change; raises Problem."""
    return await guests.accounts_of(request).change(guests.signed_in(request).account.id, how)


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
        guests.doorman_of(request).new_account(guard.address(request.scope))
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
        everywhere = data.everywhere
        await changed(request, lambda now: msgspec.structs.replace(now, sessions=()) if everywhere else now.without_session(opened.session))
        return answered(request, info_of(request, None), None)

    @post("/name", status_code=200)
    async def rename(self, request: guests.Asking, data: JSONBody[wire.AccountName]) -> wire.AccountInfo:
        """Another name, for tables to come; those at which you sit keep theirs."""
        counted(request)
        name = clean_name(data.name)
        return info_of(request, await changed(request, lambda now: msgspec.structs.replace(now, name=name)))

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


@get("/key", media_type=MediaType.HTML)
async def page(request: guests.Asking) -> Response[Any]:
    """The page of accounts, the same for everybody; its script asks for the rest."""
    return pages.public_page(request, "key.html")


# --- Passkeys over HTTP: made for the account of this browser, removed, and signed in with


COST = 3  # messages that a check counts as


def challenges_of(request: guests.Asking) -> passkeys.Challenges:
    """The challenges of the server."""
    lobby = guests.lobby_of(request)
    return passkeys.Challenges(lobby.vault, lobby.once, lobby.time.wall)


def _site(request: guests.Asking) -> passkeys.Site:
    site = site_of(request)
    if site is None:
        raise problems.forbidden(say("this address of the server has no passkeys; its owner has to name it as the public one"))
    return site


def _refused() -> problems.Problem:
    return problems.wrong(say("the passkey was not accepted; try again"))


class Passkeys(Controller):
    """The passkeys of an account."""

    path = "/api/account/passkeys"
    tags = ("account",)

    @post("/options", status_code=200)
    async def options(self, request: guests.Asking) -> wire.CeremonyOptions:
        """The data with which the browser makes a passkey for the account; good for five minutes, and once."""
        counted(request, COST)
        site, account = _site(request), guests.signed_in(request).account
        challenge = challenges_of(request).new(account.id)
        return wire.CeremonyOptions(await asyncio.to_thread(passkeys.to_make, site, account, challenge))

    @post("/", status_code=201)
    async def add(self, request: guests.Asking, data: JSONBody[wire.NewPasskey]) -> wire.AccountInfo:
        """Keep the passkey that the browser has made; from now on it opens the account."""
        counted(request, COST)
        site, account = _site(request), guests.signed_in(request).account
        if len(account.passkeys) >= value.PASSKEYS:
            raise problems.conflict(say("a key has at most {number} passkeys; remove one first", number=value.PASSKEYS))
        accounts = guests.accounts_of(request)
        try:
            challenge = await challenges_of(request).take(data.credential, account.id)
            name = clean_name(data.name) or say("Passkey")
            made = await asyncio.to_thread(passkeys.made, site, data.credential, challenge, name, accounts.wall())
        except passkeys.WrongAnswer:
            raise _refused() from None
        return info_of(request, await accounts.change(account.id, lambda now: now.with_passkey(made)))

    @post("/remove", status_code=200)
    async def remove(self, request: guests.Asking, data: JSONBody[wire.PasskeyId]) -> wire.AccountInfo:
        """Remove a passkey: it opens nothing any more."""
        counted(request)
        return info_of(request, await changed(request, lambda now: now.without_passkey(data.id)))


@post("/api/account/enter/options", tags=["account"], status_code=200)
async def entry_options(request: guests.Asking) -> wire.CeremonyOptions:
    """The data with which the browser signs in by a passkey of this site; good for five minutes, and once."""
    counted(request, COST)
    site = _site(request)
    return wire.CeremonyOptions(await asyncio.to_thread(passkeys.to_sign_in, site, challenges_of(request).new()))


@post("/api/account/enter/passkey", tags=["account"], status_code=200)
async def enter_by_passkey(request: guests.Asking, data: JSONBody[wire.PasskeyBody]) -> Response[wire.AccountInfo]:
    """Sign this browser in with a passkey."""
    counted(request, COST)
    site, accounts, credential = _site(request), guests.accounts_of(request), data.credential.get("id")
    try:
        challenge = await challenges_of(request).take(data.credential)
        known = isinstance(credential, str) and len(credential) <= passkeys.LONGEST_ID
        account = await accounts.of_passkey(cast("str", credential)) if known else None
        passkey = None if account is None else account.passkey(cast("str", credential))
        if account is None or passkey is None:
            raise passkeys.WrongAnswer("nobody has this passkey")
        after = await asyncio.to_thread(passkeys.used, site, data.credential, challenge, passkey)
    except passkeys.WrongAnswer:
        raise _refused() from None
    account = await accounts.change(account.id, lambda now: now.with_passkey(after) if now.passkey(after.id) else now)
    if account.passkey(after.id) is None:
        raise _refused()
    return await enter(request, account, bring=data.bring)


# --- The seasons of an account over HTTP: the links that it keeps, and how its owner stands behind each of them


async def player_of(lobby: Lobby, account: Account, access: Access, season: Season) -> int:
    """The number of the account's owner among the players of a season; 0 if nothing tells."""
    if access.player:
        return access.player
    links = dict(reversed(account.matches))
    for match in season.matches.values():
        link = links.get(match.match, "")
        if link.startswith("/s/"):
            with contextlib.suppress(problems.Problem):
                return match.players.get((await lobby.seat(link[3:])).key.role, 0)
    return 0


async def standing(lobby: Lobby, account: Account, key: str) -> wire.SeasonOf:
    """A season of an account; raises Problem if its link opens nothing any more."""
    access = await lobby.seasons.find(key)
    season = lobby.seasons.seen(access)
    told = wire.SeasonOf(f"/season/{key}", season.title, access.role, await player_of(lobby, account, access, season), kept=key)
    if told.player not in season.players:
        told.player = 0
        return told
    told.name = season.players[told.player].name
    tables = await lobby.seasons.tables(access, season)
    told.place = next((row.place for row in tables.rows if row.player == told.player and row.score.played), 0)
    rating = tables.ratings.get(ALL, {}).get(told.player)
    told.rating = round(rating.rating) if rating is not None and season.rated else 0
    told.link = f"/season/{lobby.seasons.links.shared(season)}/player/{told.player}"
    return told


class AccountSeasons(Controller):
    """The seasons that an account keeps."""

    path = "/api/account/seasons"
    tags = ("account",)

    @get("/")
    async def seasons(self, request: guests.Asking) -> wire.AccountSeasons:
        """The seasons of the account, and how its owner stands in them."""
        lobby, account = guests.lobby_of(request), guests.signed_in(request).account
        counted(request, max(1, len(account.seasons)))
        found = []
        for key in account.seasons:
            with contextlib.suppress(problems.Problem, StoreError):
                found.append(await standing(lobby, account, key))
        return wire.AccountSeasons(found)

    @post("/", status_code=200)
    async def keep(self, request: guests.Asking, data: JSONBody[wire.SeasonKey]) -> wire.SeasonOf:
        """Keep a season with the account."""
        counted(request)
        lobby = guests.lobby_of(request)
        guests.signed_in(request)
        access = await lobby.seasons.find(data.season)
        key = access.live.season.id if access.role == PUBLIC else data.season
        return await standing(lobby, await changed(request, lambda now: now.with_season(key)), key)

    @post("/dismiss", status_code=200)
    async def dismiss(self, request: guests.Asking, data: JSONBody[wire.SeasonKey]) -> wire.AccountInfo:
        """Have the account forget a season; the season goes on, and its link still opens it."""
        counted(request)
        account = await changed(request, lambda now: now.without_season(data.season))
        return wire.AccountInfo(open=True, name=account.name, since=account.since, matches=len(account.matches))


def router() -> Router:
    """Accounts, their seasons, their passkeys, and the ways to sign in that other packages bring."""
    brought = [handler for way in under("sign-in.").values() for handler in way.load().handlers]
    shown = Router("/", route_handlers=[page], include_in_schema=False)
    handlers = [shown, AccountVerbs, AccountSeasons, Passkeys, entry_options, enter_by_passkey, *brought]
    return Router("/", route_handlers=handlers)
