"""Series: two players who meet until one of them has won more than half of N matches. A series is a season with a rule for its next match.

A series of a season is a part of it (`part`), and is looked at as if it were such a season.

Everything here is pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from deathmatch.core.letters import alike
from deathmatch.core.speech import say
from deathmatch.server.limits import clean
from deathmatch.server.names import clean_name
from deathmatch.server.seasons import days, decide, wire
from deathmatch.server.seasons.entries import SIDES, Chosen, Enrolled, Entry, Opened, Rule
from deathmatch.server.seasons.season import MOST, PUBLIC, VIEWER, Played, Season, player_of, series_of
from deathmatch.server.wire import messages, problems

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


# --- Entries


def open_series(wanted: wire.NewSeries, by: decide.By) -> tuple[Entry, ...]:
    """The first entries of a series, without links; raises Problem."""
    names = {side: clean_name(wanted.players.get(side, "")) for side in SIDES}
    if set(wanted.players) != set(SIDES) or not all(names.values()):
        raise problems.wrong(say("players must name the player of A and of B"))
    if alike(names["A"], names["B"]):
        raise problems.wrong(say("a match needs two different players; give them names that differ"))
    if set(wanted.bots) - set(SIDES) or len(wanted.bots) > 1:
        raise problems.wrong(say("at most one player of a series is a bot"))
    _check(wanted, bots=len(wanted.bots))
    title = clean(wanted.title, decide.TITLE_LETTERS) or f"{names['A']} – {names['B']}"
    enrolled = [Enrolled(by.at, by.role, n, names[side], clean_name(wanted.bots.get(side, ""))) for n, side in enumerate(SIDES, 1)]
    return (
        Opened(by.at, by.wall, title, clean(wanted.about, decide.ABOUT_LETTERS, lines=True), wanted.public, zone=days.zone_of(wanted.zone)),
        *enrolled,
        rule_of(wanted, by),
    )


def rule_of(wanted: wire.NewSeries | wire.SeasonSeries, by: decide.By, number: int = 0, players: Mapping[str, int] | None = None) -> Rule:
    """The entry with the rule of a series, without links."""
    return messages.copied(Rule, wanted, at=by.at, number=number, players=dict(players or {}))


def add_series(season: Season, wanted: wire.SeasonSeries, by: decide.By) -> tuple[Entry, ...]:
    """One more series of a season, without links; raises Problem."""
    decide.check_space(season, waiting=True)
    pairing = decide.pair(season, wanted.players, by)
    _check(wanted, bots=sum(bool(pairing.season.players[number].bot) for number in pairing.players.values()))
    if season.last + MOST * wanted.best_of > LAST_NUMBER:
        raise problems.wrong(say("a season has at most {number} matches", number=decide.MATCHES))
    decide.check_round(season, wanted.round)
    return *pairing.enrolled, rule_of(wanted, by, max(season.contests, default=0) + 1, pairing.players)


def _check(wanted: wire.NewSeries | wire.SeasonSeries, bots: int) -> None:
    if not (1 <= wanted.best_of <= LONGEST and wanted.best_of % 2):
        raise problems.wrong(
            say("a series is the best of an odd number of matches, {most} at most, not of {number}", most=LONGEST, number=wanted.best_of)
        )
    if not 1 <= len(wanted.variants) <= VARIANTS:
        raise problems.wrong(say("a series needs 1 to {most} variants", most=VARIANTS))
    if len(wanted.variants) > 1 and wanted.options:
        raise problems.wrong(say("options are for a series of one variant"))
    if bots > 1:
        raise problems.wrong(say("at most one player of a series is a bot"))
    if wanted.sides == "loser" and bots:
        raise problems.wrong(say("a bot cannot choose its side; let the sides be swapped, or stay"))


def choose(season: Season, wanted: wire.Choice, by: decide.By) -> tuple[Entry, ...]:
    """The choice of the player who lost the last match; raises Problem."""
    player, number = season.same(player_of(by.role)), series_of(by.role) or wanted.series
    mine = part(season, number) if number in season.contests or not number else None
    waits = to_come(mine) if mine is not None else None
    if mine is None or mine.rule is None or not isinstance(waits, Waits):
        raise problems.conflict(say("nobody has to choose now"))
    if player != waits.player and (player or by.role in (VIEWER, PUBLIC)):
        raise problems.forbidden(say("the player who lost the last match chooses"))
    if wanted.variant and wanted.variant not in mine.rule.variants:
        raise problems.wrong(
            say("the variant must be one of {known}, not {text}", known=", ".join(mine.rule.variants), text=clean(wanted.variant, 60))
        )
    return (Chosen(by.at, mine.next_match, wanted.seat, wanted.variant, number),)
