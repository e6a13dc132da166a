"""The tables of a season, worked out together: they take a tenth of a second for a large season, so a server keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deathmatch.core.glicko import Rating
from deathmatch.server.seasons.ratings import ratings
from deathmatch.server.seasons.season import Season
from deathmatch.server.seasons.standings import Row, Score, meetings, standings


@dataclass(frozen=True, slots=True)
class Tables:
    """Standings, who met whom, and for a season with ratings those of each pool."""

    rows: list[Row]
    met: Mapping[tuple[int, int], Score]
    ratings: Mapping[str, Mapping[int, Rating]]

    @classmethod
    def of(cls, season: Season) -> Tables:
        """The tables of this season."""
        return cls(standings(season), meetings(season), ratings(season) if season.rated else {})
