"""The plate above a picture that leaves the page: the title of the match, its players and their roles.

A page shows these beside its picture, and a file has nothing beside it. So every picture with the colours of a theme carries a plate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from unicodedata import category, east_asian_width

from deathmatch.core.letters import FSI, PDI
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.shapes import READABLE, path, seat_mark, text
from deathmatch.core.speech import say
from deathmatch.core.themes import PLAIN

HEIGHT = 62
_EDGE = 12
_TITLE, _PLAYERS = 22, 46  # base lines
_NAMES = (16, 13)  # the sizes of a name, in units: the smaller one for a long name
_NARROW, _WIDE = "filjrtI.,:;'!|()[]- ", "mwMW@%&"


@dataclass(frozen=True, slots=True)
class Plate:
    """The words of a plate.

    Attributes:
        title: of the match.
        names: of the players, by the letters of their seats.
        ec: the seat of the elimination candidate; empty if nobody named the roles.
        named: whether the picture says the names; only the letters of the seats if not.
        winner: the seat that won, which the plate marks; empty before the end.
    """

    title: str
    names: Mapping[str, str]
    ec: str = ""
    named: bool = True
    winner: str = ""

    @property
    def people(self) -> Mapping[str, str]:
        """The words for the players in the whole picture."""
        return self.names if self.named else {seat.value: seat.value for seat in SEATS}

    def above(self, scene: Scene) -> Scene:
        """The picture below its plate, with words for the players in its markup."""
        one, other = (safe(self.people[seat]) for seat in SEATS)
        moved = [
            replace(element, svg=element.svg.replace("{A}", one).replace("{B}", other), at=(element.at[0], element.at[1] + HEIGHT))
            for element in scene.elements
        ]
        plain = any(f'class="{PLAIN}"' in element.svg for element in scene.elements)
        head = self._element(scene.width, plain=plain)
        return replace(scene, height=scene.height + HEIGHT, elements=(head, *moved), pivot=None, wide=None, high=None)

    def card(self, board: str, score: Mapping[str, int]) -> str:
        """The result beside the last picture, for the preview of a link: 600 by 315 units, as chats want it, with room at every edge.

        Args:
            board: the picture, as a document with the colours of a theme.
            score: by the letters of the seats; empty if nothing was counted.
        """
        left, right, plain = 330, 572, f'class="{PLAIN}"' in board
        names = {seat: self.people[seat].strip(FSI + PDI) for seat in SEATS}
        won = say("{name} won", name=fitted(names[Seat(self.winner)], 22, 160)) if self.winner else say("Nobody won")
        result, size = _sized(won, (36, 30, 26, 22), 242)
        markup = _text(fitted(self.title, 22, 240), left, 66, 22, "muted") + _text(result, left, 116, size, "ink strong")
        for seat, y in zip(SEATS, (180, 226), strict=True):
            paint = "gold strong" if seat.value == self.winner else "ink strong"
            name, size = _sized(names[seat], (24, 18), 144 if score else 200)
            markup += seat_mark(seat, left + 15, y - 9, 15, plain=plain) + _text(name, left + 42, y, size, paint)
            markup += text(str(score[seat]), right, y, 36, paint, anchor="end") if score else ""
        markup += _text("Deathmatch", left, 277, 22, "accent strong")
        inside = board.replace("<svg ", '<svg x="28" y="24" width="278" height="267" ', 1)
        ground = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="315"><rect class="ground" width="600" height="315"/>'
        return f"{ground}{inside}{markup}</svg>"

    def _element(self, width: int, *, plain: bool) -> Element:
        markup = _text(fitted(self.title, READABLE, width - 2 * _EDGE), _EDGE, _TITLE, READABLE, "muted")
        for seat, left in zip(SEATS, (_EDGE, width / 2 + 4), strict=True):
            markup += seat_mark(seat, left + 9, _PLAYERS - 6, 9, plain=plain)
            won, paint = (say("won"), "gold strong") if seat.value == self.winner else ("", "muted")
            role = " ".join(filter(None, ["" if not self.ec else "EC" if seat.value == self.ec else "DMO", won]))
            room = width / 2 - _EDGE - 28 - (sum(map(_em, role)) * 13 + 6 if role else 0)
            short, size = _sized(self.names[seat].strip(FSI + PDI) if self.named else "", _NAMES, room)
            end = f'<tspan class="{paint}" font-size="13" dx="{6 if short else 0}">{role}</tspan>' if role else ""
            markup += _text(short, left + 24, _PLAYERS, size, "ink strong", end)
        return Element("plate", markup + path(f"M{_EDGE},{HEIGHT - 3}H{width - _EDGE}", "bare line-line", pen=1))


def _text(words: str, x: float, y: float, size: int, paint: str, end: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" class="{paint}">{safe(words)}{end}</text>'


@lru_cache(maxsize=4096)
def safe(words: str) -> str:
    """Words inside markup, escaped so that they end no element and stand for no player's name."""
    return escape(words).replace("{", "&#123;").replace("}", "&#125;")


def fitted(words: str, size: float, room: float) -> str:
    """As much of a line of semibold text as fits into so many units, with an ellipsis if that is not all of it."""
    kept = words
    while sum(map(_em, kept)) * size > room - size * (kept != words):
        kept = kept[:-1]
    return words if kept == words else kept.rstrip("\u200d ") + "…"


def _sized(words: str, sizes: Sequence[int], room: float) -> tuple[str, int]:
    """A line in the largest of these sizes in which it fits, else as much of it as fits in the last."""
    size = next((size for size in sizes if fitted(words, size, room) == words), sizes[-1])
    return fitted(words, size, room), size


def _em(letter: str) -> float:
    """How wide a letter is at most, about, by the size of its font."""
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE or east_asian_width(letter) in "WF":
        return 1.05
    return 0.8 if not letter.isascii() else 0.64 if letter.islower() else 0.76
