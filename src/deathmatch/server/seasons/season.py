"""A season as a value: all that its log says. `after` makes the next one; nothing here changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from msgspec import structs

from deathmatch.match.rulings import NOSHOW, VOID
from deathmatch.server.seasons import days, entries, wire

HOST = "host"
VIEWER = "viewer"
PUBLIC = "public"
PLAYER = "player-"
"""How the role of a player of a series begins; the number follows, and after a further hyphen that of a series of the season."""
MOST = 4  # times as many matches as a series is the best of; those that are void or struck are played again until then


def cohost(number: int) -> str:
    """The role of a co-host."""
    return f"cohost-{number}"


def player_of(role: str) -> int:
    """The number of the player of a series who has this role; 0 for every other role."""
    number = role.removeprefix(PLAYER).partition("-")[0]
    return int(number) if role.startswith(PLAYER) and number.isdigit() else 0


def series_of(role: str) -> int:
    """The series of the season for which a player has this role; 0 if the season is the series, and for every other role."""
    number = role.removeprefix(PLAYER).partition("-")[2]
    return int(number) if role.startswith(PLAYER) and number.isdigit() else 0


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match, or that it has none, with all that comes with it, as everybody may know it from a moment on; see `Played`."""

    shown: int
    over: bool
    winner: str
    reason: str
    published: bool
    roles: Mapping[str, str]
    variant: str
    options: Mapping[str, str | int]


RESULT = tuple(one.name for one in fields(Result))
EARLIER = 8  # results of a match that are kept beside the last one; one of them is that it had none yet


@dataclass(frozen=True, slots=True, repr=False)
class Played:
    """A match of the season, played here or elsewhere.

    Attributes:
        number: in the season, from 1.
        players: seat -> number of the player.
        variant, options, roles, items, title: see `entries.Fixed`.
        played: when it was set up, or played elsewhere, in ms since 1970.
        match: the id of its table; empty if it was played elsewhere.
        over: whether it has a result.
        shown: from which moment of the server's own time everybody may know the result.
        winner, reason: the result.
        published: whether everybody may have the record.
        record: its text, if it was brought from elsewhere.
        struck: why it does not count; empty if it does.
        links: role -> its secret link to the table, sealed.
        earlier: the last results that it had before this one.
        entries: how many entries the log of its table had when it was filed.
        series: the series of the season to which it belongs; 0 for none.
        round: the round whose Death Match it is; 0 for none.
        entered: `players` as they were entered, if one of them has been merged into another since.
    """

    number: int
    players: Mapping[str, int]
    variant: str
    played: int
    options: Mapping[str, str | int] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    items: str = ""
    match: str = ""
    over: bool = False
    shown: int = 0
    winner: str = ""
    reason: str = ""
    published: bool = True
    record: str = ""
    struck: str = ""
    links: Mapping[str, str] = field(default_factory=dict)
    earlier: tuple[Result, ...] = ()
    entries: int = 0
    series: int = 0
    title: str = ""
    round: int = 0
    entered: Mapping[str, int] = field(default_factory=dict)

    @property
    def victor(self) -> int:
        """The number of the player who won; 0 for a tie, and before the end."""
        return self.players[self.winner] if self.winner else 0

    @property
    def counts(self) -> bool:
        """Whether it counts for the standings."""
        return self.over and not self.struck and not self.void

    @property
    def void(self) -> bool:
        """Whether it has an end, and no result: it is void, or neither player came."""
        return self.reason == VOID or (self.reason == NOSHOW and not self.winner)

    @property
    def rates(self) -> bool:
        """Whether it counts for the ratings: not if a player did not come, because nothing was played."""
        return self.counts and self.reason != NOSHOW

    def known(self, at: int) -> Played:
        """The match as everybody may know it at this moment of the server's own time."""
        if self.shown <= at:
            return self
        return _with_result(self, next(result for result in reversed(self.earlier) if result.shown <= at))


@dataclass(frozen=True, slots=True, repr=False)
class Contest:
    """A series of the season. Its matches have numbers of their own, so no other number says that one of them is over.

    Attributes:
        rule: who plays it, and how.
        first: the number of its first match.
        chosen: the last choice of a loser.
        struck: why it does not count; empty if it does.
        entered: the players of the rule as they were entered, if one of them has been merged into another since.
    """

    rule: entries.Rule
    first: int
    chosen: entries.Chosen | None = None
    struck: str = ""
    entered: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False)
class Season:
    """What the entries of a log add up to. `id` is its public name, `count` the number of its entries.

    Attributes:
        id: public.
        opened: ms since 1970.
        title, about, public, rated: see `entries.Opened`.
        players: number -> player.
        matches: number -> match.
        cohosts: number -> name of the co-hosts whose links open.
        invited: how many co-hosts have ever been invited.
        last: the greatest number that a match has had.
        count: entries so far.
        bytes: of records from elsewhere.
        viewer: the link of its viewers, sealed.
        rule: of a series; None for any other season.
        chosen: the last choice of a player of a series.
        contests: number -> series of the season.
        zone: the time zone of its days.
        merged: number of a player -> number of the player into whom they were merged.
        gone: number -> player who was merged into another one, or removed.
        rounds, moves: number -> round, and what hosts have had moved.
    """

    id: str
    opened: int
    title: str
    about: str = ""
    public: bool = False
    rated: bool = False
    players: Mapping[int, wire.SeasonPlayer] = field(default_factory=dict)
    matches: Mapping[int, Played] = field(default_factory=dict)
    cohosts: Mapping[int, str] = field(default_factory=dict)
    invited: int = 0
    last: int = 0
    count: int = 1
    bytes: int = 0
    viewer: str = ""
    rule: entries.Rule | None = None
    chosen: entries.Chosen | None = None
    contests: Mapping[int, Contest] = field(default_factory=dict)
    zone: str = "UTC"
    merged: Mapping[int, int] = field(default_factory=dict)
    gone: Mapping[int, wire.SeasonPlayer] = field(default_factory=dict)
    rounds: Mapping[int, wire.SeasonRound] = field(default_factory=dict)
    moves: Mapping[int, wire.SeasonMove] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Season {self.id}, {self.count} entries>"  # all else may be secret

    @property
    def waiting(self) -> tuple[Played, ...]:
        """The matches whose tables have not been filed."""
        return tuple(match for match in self.matches.values() if not match.over)

    @property
    def next_match(self) -> int:
        """The number of the next match."""
        return self.last + 1

    @property
    def next_player(self) -> int:
        """The number of the next player."""
        return max((*self.players, *self.gone), default=0) + 1

    def same(self, number: int) -> int:
        """The player who stands for this one: another one, if the two have been merged."""
        while number in self.merged:
            number = self.merged[number]
        return number

    def day(self, match: Played | entries.Added) -> str:
        """The day of a match in the season's time zone, as 2024-05-31."""
        return days.day_of(match.played, self.zone)

    def order(self, match: Played) -> tuple[str, int, int]:
        """By which matches are sorted as they were played."""
        return self.day(match), match.played, match.number

    def named(self, name: str) -> wire.SeasonPlayer | None:
        """The player of this name, in any case; a player who was merged into another one is known by both names."""
        wanted = name.casefold()
        everybody = (*self.players.values(), *(self.gone[number] for number in self.merged))
        number = next((player.number for player in everybody if player.name.casefold() == wanted), 0)
        return self.players.get(self.same(number))

    @property
    def idle(self) -> list[wire.SeasonPlayer]:
        """The players without a match or a series, who stand in no round and no move."""
        pairs = [*(match.players for match in self.matches.values()), *(contest.rule.players for contest in self.contests.values())]
        playing = {number for pair in pairs for number in pair.values()}
        playing |= {self.same(number) for one in self.rounds.values() for number in (one.ec, one.dmo, *(p.player for p in one.places))}
        playing |= {self.same(number) for one in self.moves.values() for number in (one.giver, one.taker)}
        return [player for number, player in self.players.items() if number not in playing]

    def numbers(self, player: int) -> list[int]:
        """The number of a player, and those of all who were merged into them."""
        return [player, *(number for number in self.merged if self.same(number) == player)]

    def opens(self, role: str) -> bool:
        """Whether a link of this role still opens the season."""
        if not role.startswith(PLAYER):
            return role in (HOST, VIEWER) or role in map(cohost, self.cohosts)
        contest = self.contests.get(series_of(role))
        return self.same(player_of(role)) in (
            contest.rule.players.values() if contest is not None else self.players if self.rule is not None else ()
        )

    def hidden(self, at: int) -> Mapping[int, Played]:
        """The matches whose last result not everybody may know at this moment, as everybody knows them."""
        return {n: match.known(at) for n, match in self.matches.items() if match.shown > at}


def _with_result(match: Played, result: Result) -> Played:
    return replace(match, **{part: getattr(result, part) for part in RESULT})


def _result(match: Played) -> Result:
    return Result(**{part: getattr(match, part) for part in RESULT})


def opened(name: str, entry: entries.Opened) -> Season:
    """The season after its first entry."""
    return Season(name, entry.wall, entry.title, entry.about, entry.public, entry.rated, viewer=entry.viewer, zone=entry.zone)


def after(season: Season, entry: entries.Entry) -> Season:
    """The season after one more entry. Filing the same result again changes nothing of it, so nothing is filed twice."""
    counted = replace(season, count=season.count + 1)
    match entry:
        case entries.Described():
            zone = entry.zone or season.zone
            return replace(counted, title=entry.title, about=entry.about, public=entry.public, rated=entry.rated, zone=zone)
        case entries.Enrolled() | entries.Renamed():
            return replace(counted, players={**season.players, entry.number: _player_of(season, entry)})
        case entries.Merged() | entries.Removed():
            return _with_merged(counted, entry)
        case entries.Invited():
            return replace(counted, cohosts={**season.cohosts, entry.number: entry.name}, invited=max(season.invited, entry.number))
        case entries.Dismissed():
            return replace(counted, cohosts={n: name for n, name in season.cohosts.items() if n != entry.number})
        case entries.Round() | entries.Moved():
            return _with_round(counted, entry)
        case entries.Rule() | entries.Chosen() | entries.Struck() if in_series(entry):
            return _with_contest(counted, entry)
        case entries.Fixed() | entries.Added() | entries.Filed() | entries.Struck() | entries.Renewed():
            return _with_match(counted, entry)
        case entries.Lapsed():
            return replace(counted, matches={n: match for n, match in season.matches.items() if n != entry.number})
        case entries.Rule():
            return replace(counted, rule=entry)
        case entries.Chosen():
            return replace(counted, chosen=entry)
        case _:
            raise AssertionError(f"no entry of the kind {entry.__struct_config__.tag} can follow in season {season.id}")


def _player_of(season: Season, entry: entries.Enrolled | entries.Renamed) -> wire.SeasonPlayer:
    if isinstance(entry, entries.Enrolled):
        return wire.SeasonPlayer(entry.number, entry.name, entry.bot, entry.anchor)
    return structs.replace(season.players[entry.number], name=entry.name)


def _with_merged(season: Season, entry: entries.Merged | entries.Removed) -> Season:
    """A player leaves, or comes back; each match and series has the players who stand for those with whom it was entered."""
    everybody, away = {**season.players, **season.gone}, {*season.gone, entry.number}
    merged = {number: into for number, into in season.merged.items() if number != entry.number}
    if isinstance(entry, entries.Merged) and entry.into:
        merged[entry.number] = entry.into
    elif isinstance(entry, entries.Merged):
        away.remove(entry.number)
    season = replace(
        season,
        players={n: player for n, player in sorted(everybody.items()) if n not in away},
        gone={n: everybody[n] for n in away},
        merged=merged,
    )
    return replace(
        season,
        matches={n: _match_of(season, match) for n, match in season.matches.items()},
        contests={n: _contest_of(season, contest) for n, contest in season.contests.items()},
    )


def _match_of(season: Season, match: Played) -> Played:
    entered = match.entered or match.players
    players = {seat: season.same(number) for seat, number in entered.items()}
    return replace(match, players=players, entered={} if players == entered else entered)


def _contest_of(season: Season, contest: Contest) -> Contest:
    entered = contest.entered or contest.rule.players
    players = {seat: season.same(number) for seat, number in entered.items()}
    return replace(contest, rule=structs.replace(contest.rule, players=players), entered={} if players == entered else entered)


def _with_round(season: Season, entry: entries.Round | entries.Moved) -> Season:
    if isinstance(entry, entries.Round):
        return replace(season, rounds={**season.rounds, entry.now.number: entry.now})
    return replace(season, moves={**season.moves, entry.now.number: entry.now})


def in_series(entry: entries.Rule | entries.Chosen | entries.Struck) -> bool:
    """Whether an entry is about a series of the season, and not about the season itself."""
    return bool(entry.number if isinstance(entry, entries.Rule) else entry.series)


def _with_contest(season: Season, entry: entries.Rule | entries.Chosen | entries.Struck) -> Season:
    match entry:
        case entries.Rule():
            contest, number = Contest(entry, season.next_match), entry.number
            season = replace(season, last=season.last + MOST * entry.best_of)
        case entries.Chosen():
            contest, number = replace(season.contests[entry.series], chosen=entry), entry.series
        case entries.Struck():
            contest, number = replace(season.contests[entry.series], struck=entry.reason), entry.series
    return replace(season, contests={**season.contests, number: contest})


def _with_match(season: Season, entry: entries.Fixed | entries.Added | entries.Filed | entries.Struck | entries.Renewed) -> Season:
    match entry:
        case entries.Renewed():
            if (before := season.matches.get(entry.number)) is None:
                return season  # the season's own link, which only the store knows
            made = replace(before, links={**before.links, **entry.links})
        case entries.Fixed():
            made = Played(played=entry.wall, **_shared(entry))
        case entries.Added():
            made = Played(over=True, **_shared(entry))
        case entries.Filed():
            before = season.matches[entry.number]
            if is_filed(before, entry):
                return _with_one(season, replace(before, entries=entry.entries))
            earlier = (*before.earlier, _result(before))
            game = (entry.variant, entry.options) if entry.variant else (before.variant, before.options)
            result = Result(entry.shown, entry.over, entry.winner, entry.reason, entry.published, entry.roles or before.roles, *game)
            kept = (*earlier[:1], *earlier[1:][1 - EARLIER :])
            made = replace(_with_result(before, result), earlier=kept, entries=entry.entries)
        case entries.Struck():
            made = replace(season.matches[entry.number], struck=entry.reason)
    if not isinstance(entry, entries.Filed | entries.Struck) and made.series and (entered := season.contests[made.series].entered):
        made = replace(made, entered={seat: _entered(season, entered, number) for seat, number in made.players.items()})
    size = len(entry.record.encode()) if isinstance(entry, entries.Added) else 0
    return replace(_with_one(season, made), last=max(season.last, entry.number), bytes=season.bytes + size)


def _entered(season: Season, entered: Mapping[str, int], player: int) -> int:
    """The number by which a series was entered that this player has now."""
    return next((number for number in entered.values() if season.same(number) == player), player)


def _with_one(season: Season, match: Played) -> Season:
    return replace(season, matches={**season.matches, match.number: match})


def is_filed(match: Played, entry: entries.Filed) -> bool:
    """Whether a match has this result already."""
    return (match.over, match.winner, match.reason) == (entry.over, entry.winner, entry.reason)


def _shared(entry: entries.Fixed | entries.Added) -> dict[str, Any]:
    """The fields of a match that the entry has by the same names."""
    return {one.name: getattr(entry, one.name) for one in fields(Played) if hasattr(entry, one.name)}


def fold(name: str, log: Iterable[entries.Entry]) -> Season:
    """The season of a whole log."""
    first, *rest = log
    assert isinstance(first, entries.Opened), f"the log of season {name} begins with {type(first).__name__}"
    season = opened(name, first)
    for entry in rest:
        season = after(season, entry)
    return season
