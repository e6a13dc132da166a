"""A season in memory, and somebody who opened it by a link."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from deathmatch.server.seasons.season import HOST, Season, player_of, series_of
from deathmatch.server.seasons.standings import Tables


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
    tables: list[tuple[Season, Tables]] = field(default_factory=list)


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
