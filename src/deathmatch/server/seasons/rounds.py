"""What the rounds of a season come to: who is still in, and who has which garnets and items. Everything here is pure.

In each round the Main Match comes first, then the matches and the moves of hosts in the order of their moments.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec import structs

from deathmatch.server.seasons import days, series, wire
from deathmatch.server.seasons.season import Season


@dataclass(frozen=True, slots=True)
class Holding:
    """The garnets and items of a player. `out` is the round in which the player left; None as long as the player is in."""

    garnets: int = 0
    items: tuple[str, ...] = ()
    out: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A change for a player, by one cause.

    Attributes:
        round: in which it happened.
        player: the number.
        cause: a Main Match, a match (or series), or a move of a host.
        garnets: as many more, or fewer; never more fewer than the player had.
        gained, lost: an item.
        place: whether the player came back, or left.
        reason: of a host's move.
    """

    round: int
    player: int
    cause: Literal["main", "match", "move"]
    garnets: int = 0
    gained: str = ""
    lost: str = ""
    place: Literal["", "in", "out"] = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """What all players have, and the changes that led there, in their order."""

    held: dict[int, Holding]
    changes: list[Change] = field(default_factory=list)

    def _take(self, change: Change) -> None:
        """Add a change, as far as it can be: nobody has less than nothing."""
        before = self.held[change.player]
        garnets, items = max(change.garnets, -before.garnets), [*before.items]
        lost = change.lost if change.lost in items else ""
        if lost:
            items.remove(lost)
        items += [change.gained] if change.gained else []
        if garnets or lost or change.gained or change.place:
            out = {"": before.out, "in": None, "out": change.round}[change.place]
            self.held[change.player] = Holding(before.garnets + garnets, tuple(items), out)
            now = Change(change.round, change.player, change.cause, garnets, change.gained, lost, change.place, change.reason)
            self.changes.append(now)

    def _main(self, season: Season, now: wire.SeasonRound) -> None:
        for one in sorted(now.places, key=lambda one: one.place):
            self._take(Change(now.number, season.same(one.player), "main", one.garnets, one.item))

    def _duel(self, now: wire.SeasonRound, duel: series.Decided) -> None:
        if duel.winner:
            spoils = self.held[duel.loser].garnets if now.spoils else 0
            self._take(Change(now.number, duel.loser, "match", -spoils, place="out"))
            self._take(Change(now.number, duel.winner, "match", now.garnets + spoils, now.item))

    def _move(self, season: Season, move: wire.SeasonMove) -> None:
        giver, taker, number = season.same(move.giver), season.same(move.taker), move.round or 0
        garnets, item = move.garnets, move.item
        if giver:
            garnets = min(garnets, self.held[giver].garnets)
            item = item if item in self.held[giver].items else ""
            self._take(Change(number, giver, "move", -garnets, lost=item, reason=move.reason))
        if taker:
            self._take(Change(number, taker, "move", garnets, item, place=move.place, reason=move.reason))


def story(season: Season) -> Story:
    """The garnets and items of all players, by everything that counts."""
    made = Story({player: Holding() for player in season.players})
    duels = [one for one in series.decided(season) if one.round in season.rounds]
    moves = [one for one in season.moves.values() if not one.struck]
    for number in sorted({0, *season.rounds}):
        now = season.rounds.get(number)
        if now is not None:
            made._main(season, now)
        happened: list[series.Decided | wire.SeasonMove] = [one for one in duels if one.round == number]
        happened += [one for one in moves if one.round == number]
        for one in sorted(happened, key=lambda one: _moment(season, one)):
            if isinstance(one, wire.SeasonMove):
                made._move(season, one)
            elif now is not None:
                made._duel(now, one)
    return made


def _moment(season: Season, one: series.Decided | wire.SeasonMove) -> tuple[str, int, int]:
    """When it happened; a match that was entered with its day alone comes first on that day."""
    if isinstance(one, wire.SeasonMove):
        return days.day_of(one.moved, season.zone), one.moved, one.number
    day, played, number = season.order(one.last)
    return day, played if played % days.DAY_MS else 0, number


def resolved(season: Season, now: wire.SeasonRound) -> wire.SeasonRound:
    """The round with the players who stand for those that it names."""
    places = [structs.replace(one, player=season.same(one.player)) for one in now.places]
    return structs.replace(now, places=places, ec=season.same(now.ec), dmo=season.same(now.dmo))


def resolved_move(season: Season, move: wire.SeasonMove) -> wire.SeasonMove:
    """The move with the players who stand for those that it names."""
    return structs.replace(move, giver=season.same(move.giver), taker=season.same(move.taker))


def ec_of(season: Season, now: wire.SeasonRound) -> int:
    """The elimination candidate of a round: who was chosen, or the last of the Main Match; 0 for nobody yet."""
    last = max((one.place for one in now.places), default=0)
    players = [one.player for one in now.places if one.place == last]
    return season.same(now.ec or (players[0] if len(players) == 1 and last > 1 else 0))
