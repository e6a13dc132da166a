"""The seasons of an account over HTTP: the links that it keeps, and how its owner stands behind each of them."""

from __future__ import annotations

import contextlib

from litestar import Controller, Router, get, post
from litestar.params import JSONBody

from deathmatch.core.plugins import under
from deathmatch.server.accounts import wire
from deathmatch.server.accounts.account import Account
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.rooms.season_access import Access
from deathmatch.server.seasons.season import PUBLIC, Season
from deathmatch.server.seasons.standings import ALL
from deathmatch.server.store.interface import StoreError
from deathmatch.server.web import accounts, guests, passkeys
from deathmatch.server.wire.problems import Problem


async def player_of(lobby: Lobby, account: Account, access: Access, season: Season) -> int:
    """The number of the account's owner among the players of a season; 0 if nothing tells."""
    if access.player:
        return access.player
    links = dict(reversed(account.matches))
    for match in season.matches.values():
        link = links.get(match.match, "")
        if link.startswith("/s/"):
            with contextlib.suppress(Problem):
                role = (await lobby.seat(link[3:])).key.role
                return match.players.get(role, 0)
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
        accounts.counted(request, max(1, len(account.seasons)))
        found = []
        for key in account.seasons:
            with contextlib.suppress(Problem, StoreError):
                found.append(await standing(lobby, account, key))
        return wire.AccountSeasons(found)

    @post("/", status_code=200)
    async def keep(self, request: guests.Asking, data: JSONBody[wire.SeasonKey]) -> wire.SeasonOf:
        """Keep a season with the account."""
        accounts.counted(request)
        lobby, opened = guests.lobby_of(request), guests.signed_in(request)
        access = await lobby.seasons.find(data.season)
        key = access.live.season.id if access.role == PUBLIC else data.season
        account = await guests.accounts_of(request).change(opened.account.id, lambda now: now.with_season(key))
        return await standing(lobby, account, key)

    @post("/dismiss", status_code=200)
    async def dismiss(self, request: guests.Asking, data: JSONBody[wire.SeasonKey]) -> wire.AccountInfo:
        """Have the account forget a season; the season goes on, and its link still opens it."""
        accounts.counted(request)
        account = await guests.accounts_of(request).change(
            guests.signed_in(request).account.id, lambda now: now.without_season(data.season)
        )
        return wire.AccountInfo(open=True, name=account.name, since=account.since, matches=len(account.matches))


def routers() -> list[Router]:
    """Accounts, their seasons, their passkeys, and the ways to sign in that other packages bring."""
    brought = [handler for way in under("sign-in.").values() for handler in way.load().handlers]
    return [accounts.router(), Router("/", route_handlers=[AccountSeasons, *passkeys.handlers(), *brought])]
