"""Series: two players who meet until one of them has won more than half of N matches. A series is a season with a rule for its next match.

A series of a season is a part of it (`part`), and is looked at as if it were such a season.

Everything here is pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from deathmatch.server.seasons.season import MOST, Played, Season

LONGEST = 15  # matches of a series
VARIANTS = 15
LAST_NUMBER = 9999  # of a match; an archive has four digits for it


@dataclass(frozen=True, slots=True)
class Standing:
    """How a series stands.

    Attributes:
        won: number of a player -> matches won.
        played: matches that count.
        over: whether nothing of it is left to be played.
        winner: the number of the player who has won it; 0 for nobody.
    """

    won: dict[int, int]
    played: int
    over: bool
    winner: int


@dataclass(frozen=True, slots=True)
class Next:
    """The next match: seat -> number of the player, and the variant."""

    players: dict[str, int]
    variant: str


@dataclass(frozen=True, slots=True)
class Waits:
    """The loser of the last match has to choose."""

    player: int


def part(season: Season, number: int) -> Season:
    """A series of a season as a season of its own; number 0 is the season itself. Raises KeyError."""
    return _part(season, number, {n: match for n, match in season.matches.items() if match.series == number}) if number else season


def _part(season: Season, number: int, matches: Mapping[int, Played]) -> Season:
    contest = season.contests[number]
    return replace(
        season,
        rule=contest.rule,
        chosen=contest.chosen,
        contests={},
        players={n: season.players[n] for n in contest.rule.players.values()},
        matches=matches,
        last=max(matches, default=contest.first - 1),
    )


def parts(season: Season) -> dict[int, Season]:
    """All series of a season, as `part` gives them."""
    if season.rule is not None:
        return {0: season}
    matches: dict[int, dict[int, Played]] = {number: {} for number in season.contests}
    for n, match in season.matches.items() if matches else ():
        if match.series:
            matches[match.series][n] = match
    return {number: _part(season, number, found) for number, found in matches.items()}


@dataclass(frozen=True, slots=True)
class Decided:
    """A match or a series that counts.

    Attributes:
        players: the numbers of the two.
        winner: the one of them who won; 0 for a tie.
        last: the match, or the last one of the series.
        round: the round whose Death Match it is; 0 for none.
    """

    players: tuple[int, int]
    winner: int
    last: Played
    round: int

    @property
    def loser(self) -> int:
        """The player who lost; of a tie the first."""
        return next(player for player in self.players if player != self.winner)


def decided(season: Season) -> Iterator[Decided]:
    """Everything that counts for the standings. A series counts once, at its end."""
    for match in season.matches.values():
        if match.counts and not match.series:
            yield Decided((match.players["A"], match.players["B"]), match.victor, match, match.round)
    for number, mine in parts(season).items() if season.contests else ():
        contest, now = season.contests[number], standing(mine)
        if now.over and now.played and not contest.struck:
            rule, last = contest.rule, max((one for one in mine.matches.values() if one.counts), key=lambda one: one.number)
            yield Decided((rule.players["A"], rule.players["B"]), now.winner, last, rule.round)


def standing(season: Season) -> Standing:
    """How a series stands. A match that is tied, void or struck gives nobody a point; only those that count are played."""
    rule = season.rule
    assert rule is not None, f"season {season.id} is no series"
    counted = [match for match in season.matches.values() if match.counts]
    won = {player: sum(match.victor == player for match in counted) for player in season.players}
    left = rule.best_of - len(counted)
    first, second = sorted(won, key=lambda player: -won[player])
    lead = won[first] - won[second]
    over = lead > left or left <= 0 or (len(season.matches) >= MOST * rule.best_of and not season.waiting)
    return Standing(won, len(counted), over, first if over and lead > 0 else 0)


def to_come(season: Season) -> Next | Waits | None:
    """The next match of a series, or the player who has to choose first; None while one is open, and after the end."""
    rule = season.rule
    if rule is None or rule.closed or season.waiting or standing(season).over:
        return None
    number = season.next_match
    before = season.matches.get(max(season.matches, default=0))
    variant = rule.variants[(len(season.matches)) % len(rule.variants)]
    if before is None:
        return Next(dict(rule.players) or {"A": 1, "B": 2}, variant)
    same, swapped = dict(before.players), {"A": before.players["B"], "B": before.players["A"]}
    if rule.sides == "loser" and before.counts and before.victor:
        chosen = season.chosen
        loser = next(player for player in before.players.values() if player != before.victor)
        if chosen is None or chosen.number != number:
            return Waits(loser)
        return Next({chosen.seat: loser, "B" if chosen.seat == "A" else "A": before.victor}, chosen.variant or variant)
    return Next(same if rule.sides == "stay" else swapped, variant)


def all_to_come(season: Season) -> dict[int, Next]:
    """The next match of each series of a season that has one to come."""
    plans = {n: to_come(mine) for n, mine in parts(season).items() if not n or not season.contests[n].struck}
    return {n: plan for n, plan in plans.items() if isinstance(plan, Next)}


def known_to_all(season: Season, hidden: Mapping[int, Played]) -> Season:
    """A season of somebody who knows these matches only so: the later ones of the same series would say that they are over."""
    ends: dict[int, int] = {}
    for n in sorted(hidden, reverse=True):
        series = season.matches[n].series
        if series or season.rule is not None:
            ends[series] = n
    matches = {n: hidden.get(n, match) for n, match in season.matches.items() if n <= ends.get(match.series, n)}
    return replace(season, matches=matches)
