"""Ratings of the players of a season by Glicko-2 (`core/glicko.py`). Each match is a rating period of its two players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from deathmatch.core.glicko import Rating, after_match
from deathmatch.server.seasons.season import Played, Season

ANCHOR_DEVIATION = 30.0  # of a rating that never changes
ALL = "all"
"""The pool of all variants together; each other pool is a variant."""


def ratings(season: Season) -> Mapping[str, Mapping[int, Rating]]:
    """The ratings of all players of each pool, by the matches that count in the order in which they were played."""
    pools: dict[str, dict[int, Rating]] = {ALL: {}}
    for match in sorted(season.matches.values(), key=season.order):
        if match.counts:
            for pool in (ALL, match.variant):
                _rate(pools.setdefault(pool, {}), season, match)
    return pools


def _rate(pool: dict[int, Rating], season: Season, match: Played) -> None:
    a, b = match.players["A"], match.players["B"]
    before = {player: pool.get(player, _first(season, player)) for player in (a, b)}
    for player, other in ((a, b), (b, a)):
        score = 0.5 if not match.victor else float(match.victor == player)
        after = after_match(before[player], before[other], score)
        pool[player] = replace(before[player], matches=after.matches) if season.players[player].anchor else after


def _first(season: Season, player: int) -> Rating:
    anchor = season.players[player].anchor
    return Rating(float(anchor), ANCHOR_DEVIATION) if anchor else Rating()
