"""The tables of a season: standings, also as a picture, and who met whom. They come from the matches and series that count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from deathmatch.core import glicko, plate, scene
from deathmatch.core.shapes import READABLE, path, rect, text
from deathmatch.core.speech import count, numeral, say
from deathmatch.server.seasons.rounds import Holding, Story, story
from deathmatch.server.seasons.season import Played, Season
from deathmatch.server.seasons.series import decided


@dataclass(frozen=True, slots=True)
class Score:
    """How often a player won, tied and lost."""

    won: int = 0
    tied: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """How many matches."""
        return self.won + self.tied + self.lost

    @property
    def points(self) -> float:
        """One for a win, half a point for a tie."""
        return self.won + self.tied / 2

    def plus(self, winner: int, player: int) -> Score:
        """The score of this player after one more result; the winner is 0 for a tie."""
        if not winner:
            return Score(self.won, self.tied + 1, self.lost)
        return Score(self.won + 1, self.tied, self.lost) if winner == player else Score(self.won, self.tied, self.lost + 1)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings. Players with the same points from as many matches share a place; a player without a match has place 0.

    In a season with rounds the last who left has the best place, and those who are in have none as long as they are several.
    """

    place: int
    player: int
    score: Score
    held: Holding


def standings(season: Season, told: Story | None = None) -> list[Row]:
    """All players: most points first, then fewest matches, then the order in which they came in; those without a match last.

    In a season with rounds: those who are in by their garnets, then the others, the last who left first.
    """
    told, scores = told or story(season), dict.fromkeys(season.players, Score())
    for one in decided(season):
        for player in one.players:
            scores[player] = scores[player].plus(one.winner, player)
    if season.rounds:
        return _by_rounds(told, scores)
    order = sorted(scores, key=lambda player: (*_worth(scores[player]), player))
    rows: list[Row] = []
    for n, player in enumerate(order, 1):
        same = bool(rows) and _worth(rows[-1].score) == _worth(scores[player])
        place = (rows[-1].place if same else n) if scores[player].played else 0
        rows.append(Row(place, player, scores[player], told.held[player]))
    return rows


def _by_rounds(told: Story, scores: Mapping[int, Score]) -> list[Row]:
    held = told.held
    left = [player for player, one in held.items() if one.out is None]
    gone = {change.player: at for at, change in enumerate(told.changes) if change.place == "out" and change.player not in left}
    order = sorted(left, key=lambda player: (-held[player].garnets, *_worth(scores[player]), player))
    places = {player: n for n, player in enumerate([*order, *sorted(gone, key=lambda player: -gone[player])], 1)}
    return [Row(0 if n <= len(left) > 1 else n, player, scores[player], held[player]) for player, n in places.items()]


def _worth(score: Score) -> tuple[bool, float, int]:
    return score.played == 0, -score.points, score.played


def meetings(season: Season) -> Mapping[tuple[int, int], Score]:
    """Each player head to head with each other one, seen from the first; only those who met."""
    met: dict[tuple[int, int], Score] = {}
    for one in decided(season):
        first, second = one.players
        for pair in ((first, second), (second, first)):
            met[pair] = met.get(pair, Score()).plus(one.winner, pair[0])
    return met


# --- Ratings


ANCHOR_DEVIATION = 30.0  # of a rating that never changes
ALL = "all"
"""The pool of all variants together; each other pool is a variant."""


def ratings(season: Season) -> Mapping[str, Mapping[int, glicko.Rating]]:
    """The ratings of all players of each pool, by the matches that count in the order in which they were played."""
    pools: dict[str, dict[int, glicko.Rating]] = {ALL: {}}
    for match in sorted(season.matches.values(), key=season.order):
        if match.rates:
            for pool in (ALL, match.variant) if match.variant else (ALL,):
                _rate(pools.setdefault(pool, {}), season, match)
    return pools


def _rate(pool: dict[int, glicko.Rating], season: Season, match: Played) -> None:
    a, b = match.players["A"], match.players["B"]
    before = {player: pool.get(player, _first(season, player)) for player in (a, b)}
    for player, other in ((a, b), (b, a)):
        score = 0.5 if not match.victor else float(match.victor == player)
        after = glicko.after_match(before[player], before[other], score)
        pool[player] = replace(before[player], matches=after.matches) if season.players[player].anchor else after


def _first(season: Season, player: int) -> glicko.Rating:
    anchor = season.players[player].anchor
    return glicko.Rating(float(anchor), ANCHOR_DEVIATION) if anchor else glicko.Rating()


# --- Standings, ratings and meetings together


@dataclass(frozen=True, slots=True)
class Tables:
    """Standings, who met whom, for a season with ratings those of each pool, and what its rounds came to."""

    rows: list[Row]
    met: Mapping[tuple[int, int], Score]
    ratings: Mapping[str, Mapping[int, glicko.Rating]]
    story: Story

    @classmethod
    def of(cls, season: Season) -> Tables:
        """The tables of this season."""
        told = story(season)
        return cls(standings(season, told), meetings(season), ratings(season) if season.rated else {}, told)


# --- The standings as one picture, for a host to post: who is in, garnets, items, and who is out since when

WIDTH = 480
_HEAD, _LINE, _EDGE = 72, 44, 16
_NAME, _TITLE = 17, 22  # sizes of text
MOST = 40  # lines; of a larger season the first ones


def poster(season: Season, rows: Sequence[Row]) -> scene.Scene:
    """The picture of these standings."""
    last = season.rounds.get(max(season.rounds, default=0))
    about = [say("Standings")]
    if last is not None:
        about = [part for part in (say("Round {number}", number=last.number), last.title, last.day) if part]
    head = text(plate.fitted(season.title, _TITLE, WIDTH - 2 * _EDGE), _EDGE, 34, _TITLE, "ink strong")
    head += text(plate.fitted(" · ".join(about), READABLE, WIDTH - 2 * _EDGE), _EDGE, 57, READABLE, "muted")
    lines = [_line(season, n, row) for n, row in enumerate(rows[:MOST])]
    return scene.Scene(WIDTH, _HEAD + _LINE * len(lines) + _EDGE, season.title, (scene.Element("head", head), *lines))


def _line(season: Season, n: int, row: Row) -> scene.Element:
    name, held, score = season.players[row.player].name, row.held, row.score
    by_rounds = bool(season.rounds or season.moves)
    figure = count("{number} garnet", "{number} garnets", held.garnets) if by_rounds else numeral(score.points, int(score.points % 1 > 0))
    state = "" if held.out is None else say("out in round {number}", number=held.out) if held.out else say("out")
    below = " · ".join(part for part in (state, ", ".join(held.items)) if part)
    paint = "muted" if state else "gold" if row.place == 1 else "ink"
    markup = rect(0, 0, WIDTH, _LINE, "raised") if n % 2 == 0 else ""
    markup += path(f"M{_EDGE},0H{WIDTH - _EDGE}", "bare line-line", pen=1)
    markup += text(str(row.place or ""), _EDGE, 27, READABLE, "muted")
    markup += text(plate.fitted(name, _NAME, 280), _EDGE + 32, 20 if below else 28, _NAME, f"{paint} strong")
    markup += text(plate.fitted(below, READABLE, 300), _EDGE + 32, 38, READABLE, "muted") if below else ""
    markup += text(figure, WIDTH - _EDGE, 28, _NAME, f"{paint} strong", anchor="end")
    return scene.Element(f"row-{n}", markup, at=(0, _HEAD + _LINE * n))
