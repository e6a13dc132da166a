"""The season of a channel: it is opened or linked by somebody who manages the channel, and its tables are filed by the server."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from msgspec.structs import replace

from deathmatch.core.letters import alike
from deathmatch_discord.api import Api, RefusedError
from deathmatch_discord.duels import Duel, Duels, League

OF_TABLE = ("variant", "options", "pace", "preset", "settings", "ec", "coin", "title", "rules")  # of a request, for a table of a season


class Leagues:
    """The seasons of all channels.

    Args:
        api, duels: the server, and where the seasons are kept.
    """

    def __init__(self, api: Api, duels: Duels) -> None:
        self._api, self._duels = api, duels

    async def open(self, channel: int, user: int, title: str, *, public: bool, rated: bool, every: bool) -> League:
        """Open a season for a channel; raises RefusedError."""
        made = await self._api.of(user).post("/api/seasons", {"title": title, "public": public, "rated": rated})
        league = League(made["id"], title, made["host"], made["viewer"], user, every)
        self._duels.keep_league(channel, league)
        return league

    async def link(self, channel: int, user: int, key: str, *, every: bool) -> League | None:
        """Link a season by the secret link of a host or co-host; None if it is another link. Raises RefusedError."""
        season = await self._api.of(user).get(f"/api/seasons/{key}")
        if not season.get("viewer"):
            return None
        old = self._duels.league(channel)
        players = old.players if old is not None and old.id == season["id"] else {}
        league = League(season["id"], season["title"], key, season["viewer"], user, every, players)
        self._duels.keep_league(channel, league)
        return league

    async def standings(self, league: League, user: int, language: str) -> Any:
        """The season as its viewers may know it, later by the delay of its tables; raises RefusedError."""
        return await self._api.of(user).get(f"/api/seasons/{league.viewer}", language)

    def files(self, channel: int, user: int, *, hosted: bool) -> bool:
        """Whether a match that this user sets up is filed."""
        league = self._duels.league(channel)
        return league is not None and (league.every or (hosted and league.by == user))

    async def table(self, duel: Duel) -> Duel:
        """The same duel as a table of its channel's season; raises RefusedError."""
        league = self._duels.league(duel.season)
        if league is None:
            return duel
        api = self._api.of(duel.host or duel.players[0])
        numbers = [await self._number(api, duel.season, user, name) for user, name in zip(duel.players, duel.names, strict=True)]
        body = {key: value for key, value in duel.body.items() if key in OF_TABLE}
        made = await api.post(f"/api/seasons/{league.key}/matches", {**body, "players": dict(zip("AB", numbers, strict=True))})
        keys = made["seats"]["A"], made["seats"]["B"]
        return replace(duel, match=made["id"], keys=keys, host_key=made["host"] if duel.host else "")

    async def _number(self, api: Api, channel: int, user: int, name: str) -> int:
        """The number of a user in the season, who becomes a player if they are none.

        A player of the same name is taken for this user, unless that player is another user.
        """
        league = self._duels.league(channel)
        assert league is not None
        season = await api.get(f"/api/seasons/{league.key}")
        known = {one["number"]: one["name"] for one in season["players"]}
        merged = {one["number"]: one for one in season.get("merged", ())}
        number = league.players.get(user, 0)
        while number in merged:
            number = merged[number]["into"]
        if number not in known:
            taken = {known[one] for one in league.players.values() if one in known}
            same = next((one for one, called in known.items() if called == name and called not in taken), None)
            number = (
                same if same is not None else await _enrol(api, league, name, {*known.values(), *(one["name"] for one in merged.values())})
            )
            self._duels.keep_league(channel, replace(league, players={**league.players, user: number}))
        return number


async def _enrol(api: Api, league: League, name: str, known: set[str]) -> int:
    """A new player under this name, with a number behind it if one of that name is there, or looks like it."""
    names = (one for one in (name, *(f"{name} ({count})" for count in range(2, 1_000))) if not any(alike(one, other) for other in known))
    wanted = next(names)
    try:
        made = await api.post(f"/api/seasons/{league.key}/players", {"name": wanted})
    except RefusedError as error:
        if error.status != HTTPStatus.CONFLICT:
            raise
        made = await api.post(f"/api/seasons/{league.key}/players", {"name": next(names)})  # a name that stands for the host
    return int(made["players"][0])
