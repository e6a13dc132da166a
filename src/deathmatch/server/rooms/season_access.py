"""A season in memory, somebody who opened it by a link, and the secret links of seasons."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import structs

from deathmatch.server.seasons import entries, standings
from deathmatch.server.seasons.season import HOST, Played, Season, player_of, series_of
from deathmatch.server.vault import Vault


@dataclass(slots=True, eq=False)
class Live:
    """A season in memory, and the lock under which it changes.

    Attributes:
        season: as its hosts know it.
        lock: held while it changes.
        known: a season as everybody knew it, after the season and the hidden results from which that came.
        tables: the last tables that were worked out, each after its season.
    """

    season: Season
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    known: tuple[Season, frozenset[tuple[int, int]], Season] | None = None
    tables: list[tuple[Season, standings.Tables]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Access:
    """A season that somebody opened, and as whom: `host`, `cohost-N`, `viewer`, `public`, or a player of a series."""

    live: Live = field(repr=False)
    role: str

    @property
    def manages(self) -> bool:
        """Whether this is a host or a co-host."""
        return self.role == HOST or self.role.startswith("cohost-")

    @property
    def player(self) -> int:
        """The number of the player of a series whose link this is; 0 for everybody else."""
        return self.live.season.same(player_of(self.role))

    @property
    def series(self) -> int:
        """The series of the season whose player this is; 0 if the season is the series, and for everybody else."""
        return series_of(self.role)


class SeasonLinks:
    """Seals links and opens them again."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def seal(self, links: Mapping[str, str], owner: str) -> dict[str, str]:
        """These links, role -> link, of a match or a season, sealed."""
        return {role: self._vault.seal(link.encode(), _place(role, owner)) for role, link in links.items()}

    def _open(self, sealed: Mapping[str, str], owner: str) -> dict[str, str]:
        return {role: self._vault.unseal(text, _place(role, owner)).decode() for role, text in sealed.items()}

    def of_match(self, match: Played) -> dict[str, str]:
        """Those of a match's table, by their roles."""
        return self._open(match.links, match.match)

    def claim(self, link: str) -> str:
        """The claim of a player of a series on the seat behind this link: the same on all their devices, and only theirs."""
        return self._vault.alias(f"claim {link}") + self._vault.alias(f"claim, second half {link}")

    def of_players(self, rule: entries.Rule | None, season: Season) -> dict[int, str]:
        """Those of the players of a series, by their numbers."""
        return {} if rule is None else {season.same(player_of(role)): link for role, link in self._open(rule.links, season.id).items()}

    def seal_viewers(self, entry: entries.Opened, link: str, season: str) -> entries.Opened:
        """The first entry of a season with the link of its viewers."""
        return structs.replace(entry, viewer=self._vault.seal(link.encode(), f"viewer {season}"))

    def shared(self, season: Season) -> str:
        """The link in addresses that people copy: it lets everybody look, and do nothing."""
        return season.id if season.public else self.of_viewers(season)

    def of_viewers(self, season: Season) -> str:
        """The link of the viewers."""
        return self._vault.unseal(season.viewer, f"viewer {season.id}").decode()


def _place(role: str, owner: str) -> str:
    """The place for which a link is sealed."""
    return f"link {role} {owner}"
