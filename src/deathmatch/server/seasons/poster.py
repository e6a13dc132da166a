"""The standings as one picture, for a host to post: who is in, garnets, items, and who is out since when."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.plate import fitted
from deathmatch.core.scene import Element, Scene
from deathmatch.core.shapes import READABLE, path, rect, text
from deathmatch.core.speech import count, say
from deathmatch.server.seasons.season import Season
from deathmatch.server.seasons.standings import Row

WIDTH = 480
_HEAD, _LINE, _EDGE = 72, 44, 16
_NAME, _TITLE = 17, 22  # sizes of text
MOST = 40  # lines; of a larger season the first ones


def poster(season: Season, rows: Sequence[Row]) -> Scene:
    """The picture of these standings."""
    last = season.rounds.get(max(season.rounds, default=0))
    about = [say("Standings")]
    if last is not None:
        about = [part for part in (say("Round {number}", number=last.number), last.title, last.day) if part]
    head = text(fitted(season.title, _TITLE, WIDTH - 2 * _EDGE), _EDGE, 34, _TITLE, "ink strong")
    head += text(fitted(" · ".join(about), READABLE, WIDTH - 2 * _EDGE), _EDGE, 57, READABLE, "muted")
    lines = [_line(season, n, row) for n, row in enumerate(rows[:MOST])]
    return Scene(WIDTH, _HEAD + _LINE * len(lines) + _EDGE, season.title, (Element("head", head), *lines))


def _line(season: Season, n: int, row: Row) -> Element:
    name, held, score = season.players[row.player].name, row.held, row.score
    by_rounds = bool(season.rounds or season.moves)
    figure = count("{number} garnet", "{number} garnets", held.garnets) if by_rounds else f"{score.points:g}"
    state = "" if held.out is None else say("out in round {number}", number=held.out) if held.out else say("out")
    below = " · ".join(part for part in (state, ", ".join(held.items)) if part)
    paint = "muted" if state else "gold" if row.place == 1 else "ink"
    markup = rect(0, 0, WIDTH, _LINE, "raised") if n % 2 == 0 else ""
    markup += path(f"M{_EDGE},0H{WIDTH - _EDGE}", "bare line-line", pen=1)
    markup += text(str(row.place or ""), _EDGE, 27, READABLE, "muted")
    markup += text(fitted(name, _NAME, 280), _EDGE + 32, 20 if below else 28, _NAME, f"{paint} strong")
    markup += text(fitted(below, READABLE, 300), _EDGE + 32, 38, READABLE, "muted") if below else ""
    markup += text(figure, WIDTH - _EDGE, 28, _NAME, f"{paint} strong", anchor="end")
    return Element(f"row-{n}", markup, at=(0, _HEAD + _LINE * n))
