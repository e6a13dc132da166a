"""The entries that a request adds to the log of a season. Everything here is pure: values in, entries out, and a refusal by raising."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from deathmatch.core.letters import alike
from deathmatch.core.speech import say
from deathmatch.server import limits, names
from deathmatch.server.seasons import days, entries, rounds, series, wire
from deathmatch.server.seasons.season import HOST, MOST, PUBLIC, VIEWER, Season, after, player_of, series_of
from deathmatch.server.wire import messages, problems

TITLE_LETTERS = 80
ABOUT_LETTERS = 2000
ITEMS_LETTERS = 200
REASON_LETTERS = 200
PLAYERS = 200
MATCHES = 2_000
WAITING = 100  # matches of one season that are not over
COHOSTS = 20
INVITED = 200  # co-hosts of a season, with those whose links are dead
ENTRIES = 20_000
ANCHORS = (100, 4000)
ROUNDS = 100
MOVES = 2_000
GARNETS = 999  # that one thing brings or takes
ITEM_LETTERS = 60


@dataclass(frozen=True, slots=True)
class By:
    """The role that asks, and when: in the server's own time and in ms since 1970."""

    role: str
    at: int
    wall: int


Change: TypeAlias = Callable[[Season, By], Sequence[entries.Entry]]
"""Decides which entries a request adds to a season."""


def open_season(wanted: wire.NewSeason, by: By) -> tuple[entries.Entry, ...]:
    """The first entries of a season."""
    title, about = _title(wanted.title), limits.clean(wanted.about, ABOUT_LETTERS, lines=True)
    first = entries.Opened(by.at, by.wall, title, about, wanted.public, wanted.rated, zone=days.zone_of(wanted.zone))
    season, enrolled = Season("", by.wall, first.title), list[entries.Entry]()
    for name in wanted.players:
        enrolled += enrol(season, wire.NewPlayer(name), by)
        season = after(season, enrolled[-1])
    return (first, *enrolled)


def _title(text: str) -> str:
    title = limits.clean(text, TITLE_LETTERS)
    if not title:
        raise problems.wrong(say("a season needs a title"))
    return title


def _only_host(by: By) -> None:
    if by.role != HOST:
        raise problems.forbidden(say("only the host who opened the season can do that"))


def describe(season: Season, wanted: wire.SeasonText, by: By) -> tuple[entries.Entry, ...]:
    """Another text, or other eyes; only the host may do that."""
    _only_host(by)
    title = season.title if wanted.title is None else _title(wanted.title)
    about = season.about if wanted.about is None else limits.clean(wanted.about, ABOUT_LETTERS, lines=True)
    public = season.public if wanted.public is None else wanted.public
    rated = season.rated if wanted.rated is None else wanted.rated
    zone = season.zone if wanted.zone is None else days.zone_of(wanted.zone)
    if (title, about, public, rated, zone) == (season.title, season.about, season.public, season.rated, season.zone):
        return ()
    return (entries.Described(by.at, by.role, title, about, public, rated, zone),)


def enrol(season: Season, wanted: wire.NewPlayer, by: By) -> tuple[entries.Enrolled, ...]:
    """One more player."""
    _refuse_series(season)
    name = _free_name(season, wanted.name)
    if len(season.players) >= PLAYERS:
        raise problems.wrong(say("a season has at most {number} players", number=PLAYERS))
    low, high = ANCHORS
    if wanted.anchor and not (wanted.bot and low <= wanted.anchor <= high):
        raise problems.wrong(say("only a bot can have a rating that never changes, from {low} to {high}", low=low, high=high))
    return (entries.Enrolled(by.at, by.role, season.next_player, name, names.clean_name(wanted.bot), wanted.anchor),)


def rename(season: Season, wanted: wire.PlayerName, by: By) -> tuple[entries.Entry, ...]:
    """Another name for a player."""
    player = _player(season, wanted.number)
    if names.clean_name(wanted.name) == player.name:
        return ()
    return (entries.Renamed(by.at, by.role, player.number, _free_name(season, wanted.name, player)),)


def _player(season: Season, number: int) -> wire.SeasonPlayer:
    if number not in season.players:
        raise problems.wrong(say("there is no player {number} in this season", number=number))
    return season.players[number]


def merge(season: Season, wanted: wire.Merge, by: By) -> tuple[entries.Entry, ...]:
    """One player is the same person as another one; or, after such a mistake, they are two again."""
    if not wanted.into:
        if wanted.number not in season.merged:
            raise problems.wrong(say("player {number} was not merged into another player", number=wanted.number))
        return (entries.Merged(by.at, by.role, wanted.number, 0),)
    _refuse_series(season)
    one, other = _player(season, wanted.number), _player(season, wanted.into)
    if one is other:
        raise problems.wrong(say("choose two different players"))
    if one.bot != other.bot:
        raise problems.wrong(say("{name} and {other} are not the same bot", name=one.name, other=other.name))
    pair = {one.number, other.number}
    if any(pair <= {season.same(placed.player) for placed in now.places} for now in season.rounds.values()):
        raise problems.conflict(
            say("{name} and {other} are both in one Main Match, so they are two people", name=one.name, other=other.name)
        )
    if match := next((match for match in season.matches.values() if set(match.players.values()) == pair), None):
        told = {"name": one.name, "other": other.name, "number": match.number}
        raise problems.conflict(say("{name} and {other} play each other in match {number}, so they are two people", **told))
    if any(set(contest.rule.players.values()) == pair for contest in season.contests.values()):
        raise problems.conflict(say("{name} and {other} play a series against each other", name=one.name, other=other.name))
    return (entries.Merged(by.at, by.role, one.number, other.number),)


def remove(season: Season, number: int, by: By) -> tuple[entries.Entry, ...]:
    """A player without a match leaves the season."""
    _refuse_series(season)
    if (player := _player(season, number)) not in season.idle:
        raise problems.conflict(say("{name} has a part in this season; merge {name} into another player instead", name=player.name))
    return (entries.Removed(by.at, by.role, number),)


def _free_name(season: Season, text: str, player: wire.SeasonPlayer | None = None) -> str:
    """A name for a new player, or for this one, that looks like no other of the season; raises Problem."""
    name = names.clean_name(text)
    if not name:
        raise problems.wrong(say("a player needs a name"))
    if names.is_host(name):
        raise problems.conflict(
            say("a player cannot be called {name}, since a table calls its host so; add something to the name", name=name)
        )
    for known in season.players.values():
        if known is not player and alike(name, known.name):
            raise problems.conflict(say("there is a player called {name} already; add something that tells them apart", name=known.name))
    return name


def invite(season: Season, name: str, by: By) -> tuple[entries.Invited]:
    """A link for a co-host; only the host gives one."""
    _only_host(by)
    if len(season.cohosts) >= COHOSTS or season.invited >= INVITED:
        raise problems.wrong(say("a season has at most {number} co-hosts", number=COHOSTS))
    kept = names.clean_name(name)
    if not kept:
        raise problems.wrong(say("a co-host needs a name"))
    return (entries.Invited(by.at, season.invited + 1, kept),)


def renew(by: By) -> tuple[entries.Renewed]:
    """Another link for the host; only the host changes it."""
    _only_host(by)
    return (entries.Renewed(by.at),)


def dismiss(season: Season, number: int, by: By) -> tuple[entries.Entry, ...]:
    """The end of a co-host's link."""
    _only_host(by)
    if number not in season.cohosts:
        raise problems.wrong(say("there is no co-host {number} in this season", number=number))
    return (entries.Dismissed(by.at, number),)


def strike(season: Season, wanted: wire.Strike, by: By) -> tuple[entries.Entry, ...]:
    """A match, a series or a move that does not count any more, or counts again."""
    reason = limits.clean(wanted.reason, REASON_LETTERS)
    if wanted.move and not wanted.series:
        return _strike_move(season, wanted.move, reason, by)
    number = 0 if wanted.series else wanted.number
    struck = season.contests.get(wanted.series) if wanted.series else season.matches.get(number)
    if struck is None and wanted.series:
        raise problems.wrong(say("there is no series {number} in this season", number=wanted.series))
    if struck is None:
        raise problems.wrong(say("there is no match {number} in this season", number=number))
    return () if reason == struck.struck else (entries.Struck(by.at, by.role, number, reason, wanted.series),)


# --- Rounds


def set_round(season: Season, wanted: wire.SeasonRound, by: By) -> tuple[entries.Entry, ...]:
    """A new round, or another text for a round; raises Problem."""
    check_space(season, 0)
    check_round(season, wanted.number)
    number = wanted.number or max(season.rounds, default=0) + 1
    now = clean_round(rounds.resolved(season, msgspec.structs.replace(wanted, number=number)), season.players)
    return () if season.rounds.get(number) == now else (entries.Round(by.at, by.role, now),)


def clean_round(now: wire.SeasonRound, players: Collection[int]) -> wire.SeasonRound:
    """A round of these players with clean texts; raises Problem."""
    if not 1 <= now.number <= ROUNDS:
        raise problems.wrong(say("a season has at most {number} rounds", number=ROUNDS))
    named = [one.player for one in now.places]
    if unknown := {*named, now.ec, now.dmo} - {0, *players}:
        raise problems.wrong(say("there is no player {number} in this season", number=min(unknown)))
    if len({*named, 0}) <= len(named):
        raise problems.wrong(say("a player has two places in the Main Match"))
    if now.ec == now.dmo != 0:
        raise problems.wrong(say("a match needs two different players"))
    if (
        any(not 1 <= one.place <= PLAYERS for one in now.places)
        or max(map(abs, (now.garnets, *(one.garnets for one in now.places)))) > GARNETS
    ):
        told = {"places": PLAYERS, "garnets": GARNETS}
        raise problems.wrong(say("places go from 1 to {places}, and at most {garnets} garnets move at a time", **told))
    day = days.day_of(days.moment(now.day), "UTC") if now.day else ""
    texts = {key: limits.clean(getattr(now, key), TITLE_LETTERS) for key in ("title", "main")}
    places = [msgspec.structs.replace(one, item=limits.clean(one.item, ITEM_LETTERS)) for one in now.places]
    return msgspec.structs.replace(now, **texts, day=day, places=places, item=limits.clean(now.item, ITEM_LETTERS))


def check_round(season: Season, number: int) -> None:
    """Raises Problem if the season has no round of this number; 0 is no round."""
    if number and number not in season.rounds:
        raise problems.wrong(say("there is no round {number} in this season", number=number))


def move(season: Season, wanted: wire.SeasonMove, by: By) -> tuple[entries.Entry, ...]:
    """Garnets or an item move, or a player leaves or comes back; raises Problem."""
    check_space(season, 0)
    number = max(season.rounds, default=0) if wanted.round is None else wanted.round
    new = msgspec.structs.replace(wanted, number=max(season.moves, default=0) + 1, moved=by.wall, round=number, struck="")
    now = clean_move(season, new)
    held = rounds.story(season).held
    for player in {now.giver, now.taker} - {0}:
        _player(season, player)
    if now.giver and (held[now.giver].garnets < now.garnets or now.item not in ("", *held[now.giver].items)):
        name, has = season.players[now.giver].name, held[now.giver]
        told = {"name": name, "number": has.garnets, "items": ", ".join(has.items) or "–"}
        raise problems.conflict(say("{name} does not have that; garnets: {number}, items: {items}", **told))
    if now.place and (held[now.taker].out is None) == (now.place == "in"):
        name = season.players[now.taker].name
        raise problems.conflict(say("{name} is in already", name=name) if now.place == "in" else say("{name} is out already", name=name))
    return (entries.Moved(by.at, by.role, now),)


def clean_move(season: Season, now: wire.SeasonMove) -> wire.SeasonMove:
    """A move of this season with clean texts; raises Problem."""
    check_round(season, now.round or 0)
    if not 1 <= now.number <= MOVES:
        raise problems.wrong(say("a season has at most {number} moves of garnets and items", number=MOVES))
    item, reason = limits.clean(now.item, ITEM_LETTERS), limits.clean(now.reason, REASON_LETTERS)
    if not reason:
        raise problems.wrong(say("say why; everybody sees the reason"))
    if now.giver == now.taker or not (now.garnets or item or (now.place and now.taker)) or not 0 <= now.garnets <= GARNETS:
        raise problems.wrong(say("say who gives and who gets what: 1 to {number} garnets, or an item", number=GARNETS))
    return msgspec.structs.replace(now, item=item, reason=reason, struck=limits.clean(now.struck, REASON_LETTERS))


def _strike_move(season: Season, number: int, reason: str, by: By) -> tuple[entries.Entry, ...]:
    if number not in season.moves:
        raise problems.wrong(say("there is no move {number} in this season", number=number))
    now = msgspec.structs.replace(season.moves[number], struck=reason)
    return () if now == season.moves[number] else (entries.Moved(by.at, by.role, now),)


# --- What comes with a match


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players for a match, and the entries of those who are new."""

    players: Mapping[str, int]
    enrolled: tuple[entries.Enrolled, ...]
    season: Season


def pair(season: Season, wanted: Mapping[str, int | str], by: By) -> Pairing:
    """The two players that a request names by number or by name; raises Problem."""
    if set(wanted) != set(entries.SIDES):
        raise problems.wrong(say("players must name the player of A and of B"))
    found: dict[str, int] = {}
    enrolled: list[entries.Enrolled] = []
    for side in entries.SIDES:
        who = wanted[side]
        if isinstance(who, int):
            found[side] = _player(season, season.same(who)).number
            continue
        known = season.named(names.clean_name(who))
        if known is None:
            (entry,) = enrol(season, wire.NewPlayer(who), by)
            season = after(season, entry)
            enrolled.append(entry)
            found[side] = entry.number
        else:
            found[side] = known.number
    if found["A"] == found["B"]:
        raise problems.wrong(say("a match needs two different players"))
    return Pairing(found, tuple(enrolled), season)


def roles_of(ec: str) -> dict[str, str]:
    """The roles of the seats if this is the seat of the elimination candidate; none if nobody is."""
    return {side: "EC" if side == ec else "DMO" for side in entries.SIDES} if ec else {}


def clean_roles(roles: Mapping[str, str]) -> dict[str, str]:
    """The roles of the seats; raises Problem unless each is one of a seat's, and the two differ."""
    if set(roles) - set(entries.SIDES) or set(roles.values()) - {"EC", "DMO"} or len(set(roles.values())) < len(roles):
        raise problems.wrong(say("roles name for A and B one of EC and DMO, each once"))
    return {side: roles[side] for side in entries.SIDES if side in roles}


def check_space(season: Season, more: int = 1, *, waiting: bool = False) -> None:
    """Raises Problem if the season has no space for this number of further matches."""
    _refuse_series(season)
    if len(season.matches) + more > MATCHES or season.count + more > ENTRIES:
        raise problems.wrong(say("a season has at most {number} matches", number=MATCHES))
    if waiting and len(season.waiting) >= WAITING:
        raise problems.wrong(say("{number} matches of this season are not over; finish some, then try again", number=WAITING))


def _refuse_series(season: Season) -> None:
    if season.rule is not None:
        raise problems.conflict(say("a series has two players, and its matches come by themselves"))


def folded(season: Season, added: Iterable[entries.Entry]) -> Season:
    """The season after these entries."""
    for entry in added:
        season = after(season, entry)
    return season


# --- Series


def open_series(wanted: wire.NewSeries, by: By) -> tuple[entries.Entry, ...]:
    """The first entries of a series, without links; raises Problem."""
    named = {side: names.clean_name(wanted.players.get(side, "")) for side in entries.SIDES}
    if set(wanted.players) != set(entries.SIDES) or not all(named.values()):
        raise problems.wrong(say("players must name the player of A and of B"))
    if alike(named["A"], named["B"]):
        raise problems.wrong(say("a match needs two different players; give them names that differ"))
    if set(wanted.bots) - set(entries.SIDES) or len(wanted.bots) > 1:
        raise problems.wrong(say("at most one player of a series is a bot"))
    _check_series(wanted, bots=len(wanted.bots))
    title = limits.clean(wanted.title, TITLE_LETTERS) or f"{named['A']} – {named['B']}"
    enrolled = [
        entries.Enrolled(by.at, by.role, n, named[side], names.clean_name(wanted.bots.get(side, "")))
        for n, side in enumerate(entries.SIDES, 1)
    ]
    return (
        entries.Opened(
            by.at, by.wall, title, limits.clean(wanted.about, ABOUT_LETTERS, lines=True), wanted.public, zone=days.zone_of(wanted.zone)
        ),
        *enrolled,
        rule_of(wanted, by),
    )


def rule_of(wanted: wire.SeriesWanted, by: By, number: int = 0, players: Mapping[str, int] | None = None) -> entries.Rule:
    """The entry with the rule of a series, without links."""
    return messages.copied(entries.Rule, wanted, at=by.at, number=number, players=dict(players or {}))


def add_series(season: Season, wanted: wire.SeasonSeries, by: By) -> tuple[entries.Entry, ...]:
    """One more series of a season, without links; raises Problem."""
    check_space(season, waiting=True)
    pairing = pair(season, wanted.players, by)
    _check_series(wanted, bots=sum(bool(pairing.season.players[number].bot) for number in pairing.players.values()))
    if season.last + MOST * wanted.best_of > series.LAST_NUMBER:
        raise problems.wrong(say("a season has at most {number} matches", number=MATCHES))
    check_round(season, wanted.round)
    return *pairing.enrolled, rule_of(wanted, by, max(season.contests, default=0) + 1, pairing.players)


def _check_series(wanted: wire.SeriesWanted, bots: int) -> None:
    if not (1 <= wanted.best_of <= series.LONGEST and wanted.best_of % 2):
        raise problems.wrong(
            say(
                "a series is the best of an odd number of matches, {most} at most, not of {number}",
                most=series.LONGEST,
                number=wanted.best_of,
            )
        )
    if not 1 <= len(wanted.variants) <= series.VARIANTS:
        raise problems.wrong(say("a series needs 1 to {most} variants", most=series.VARIANTS))
    if len(wanted.variants) > 1 and wanted.options:
        raise problems.wrong(say("options are for a series of one variant"))
    if bots > 1:
        raise problems.wrong(say("at most one player of a series is a bot"))
    if wanted.sides == "loser" and bots:
        raise problems.wrong(say("a bot cannot choose its side; let the sides be swapped, or stay"))


def choose(season: Season, wanted: wire.Choice, by: By) -> tuple[entries.Entry, ...]:
    """The choice of the player who lost the last match; raises Problem."""
    player, number = season.same(player_of(by.role)), series_of(by.role) or wanted.series
    mine = series.part(season, number) if number in season.contests or not number else None
    waits = series.to_come(mine) if mine is not None else None
    if mine is None or mine.rule is None or not isinstance(waits, series.Waits):
        raise problems.conflict(say("nobody has to choose now"))
    if player != waits.player and (player or by.role in (VIEWER, PUBLIC)):
        raise problems.forbidden(say("the player who lost the last match chooses"))
    if wanted.variant and wanted.variant not in mine.rule.variants:
        raise problems.wrong(
            say(
                "the variant must be one of {known}, not {text}", known=", ".join(mine.rule.variants), text=limits.clean(wanted.variant, 60)
            )
        )
    return (entries.Chosen(by.at, mine.next_match, wanted.seat, wanted.variant, number),)
