"""Series: two players who meet until one of them has won more than half of N matches. A series is a season with a rule for its next match.

Everything here is pure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from deathmatch.core.speech import say
from deathmatch.server.limits import NAME_LETTERS, clean
from deathmatch.server.seasons import decide
from deathmatch.server.seasons.decide import By
from deathmatch.server.seasons.entries import SIDES, Chosen, Enrolled, Entry, Opened, Rule
from deathmatch.server.seasons.season import Season, player_of
from deathmatch.server.wire import problems
from deathmatch.server.wire.seasons import Choice, NewSeries

LONGEST = 15  # matches of a series
VARIANTS = 15
MOST = 4  # times as many matches as a series is the best of; those that are void or struck are played again until then


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
    if rule is None or season.waiting or standing(season).over:
        return None
    number = season.next_match
    before = season.matches.get(max(season.matches, default=0))
    variant = rule.variants[(len(season.matches)) % len(rule.variants)]
    if before is None:
        return Next({"A": 1, "B": 2}, variant)
    same, swapped = dict(before.players), {"A": before.players["B"], "B": before.players["A"]}
    if rule.sides == "loser" and before.counts and before.victor:
        chosen = season.chosen
        loser = next(player for player in before.players.values() if player != before.victor)
        if chosen is None or chosen.number != number:
            return Waits(loser)
        return Next({chosen.seat: loser, "B" if chosen.seat == "A" else "A": before.victor}, chosen.variant or variant)
    return Next(same if rule.sides == "stay" else swapped, variant)


def known_to_all(season: Season, hidden: int) -> Season:
    """A series of somebody who does not know yet that match `hidden` is over: later matches would say so."""
    return replace(season, matches={n: match for n, match in season.matches.items() if n <= hidden})


# --- Entries


def open_series(wanted: NewSeries, by: By) -> tuple[Entry, ...]:
    """The first entries of a series, without links; raises Problem."""
    names = {side: clean(wanted.players.get(side, ""), NAME_LETTERS) for side in SIDES}
    if set(wanted.players) != set(SIDES) or not all(names.values()):
        raise problems.wrong(say("players must name the player of A and of B"))
    if names["A"].casefold() == names["B"].casefold():
        raise problems.wrong(say("a match needs two different players"))
    if not (1 <= wanted.best_of <= LONGEST and wanted.best_of % 2):
        raise problems.wrong(
            say("a series is the best of an odd number of matches, {most} at most, not of {number}", most=LONGEST, number=wanted.best_of)
        )
    if not 1 <= len(wanted.variants) <= VARIANTS:
        raise problems.wrong(say("a series needs 1 to {most} variants", most=VARIANTS))
    if len(wanted.variants) > 1 and wanted.options:
        raise problems.wrong(say("options are for a series of one variant"))
    if set(wanted.bots) - set(SIDES) or len(wanted.bots) > 1:
        raise problems.wrong(say("at most one player of a series is a bot"))
    if wanted.sides == "loser" and wanted.bots:
        raise problems.wrong(say("a bot cannot choose its side; let the sides be swapped, or stay"))
    title = clean(wanted.title, decide.TITLE_LETTERS) or f"{names['A']} – {names['B']}"
    enrolled = [Enrolled(by.at, by.role, n, names[side], clean(wanted.bots.get(side, ""), NAME_LETTERS)) for n, side in enumerate(SIDES, 1)]
    rule = Rule(by.at, wanted.best_of, wanted.sides, list(wanted.variants), dict(wanted.options), wanted.pace, wanted.settings)
    return Opened(by.at, by.wall, title, clean(wanted.about, decide.ABOUT_LETTERS, lines=True), wanted.public), *enrolled, rule


def choose(season: Season, wanted: Choice, by: By) -> tuple[Entry, ...]:
    """The choice of the player who lost the last match; raises Problem."""
    waits = to_come(season)
    player = player_of(by.role)
    if season.rule is None or not isinstance(waits, Waits):
        raise problems.conflict(say("nobody has to choose now"))
    if player != waits.player and by.role != "host":
        raise problems.forbidden(say("the player who lost the last match chooses"))
    if wanted.variant and wanted.variant not in season.rule.variants:
        raise problems.wrong(
            say("the variant must be one of {known}, not {text}", known=", ".join(season.rule.variants), text=clean(wanted.variant, 60))
        )
    return (Chosen(by.at, season.next_match, wanted.seat, wanted.variant),)
