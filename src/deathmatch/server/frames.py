"""From what the rules say to what goes over the wire: names filled in, pictures compared, values made plain. All of it is pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from deathmatch.core.game import AnyBeat, Step, Variant
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import SEATS, BySeat, Eye, Seat
from deathmatch.match.seen import Seen
from deathmatch.server import wire

NOBODY = Scene(360, 360, "", ())
"""The picture before there is one."""


def fill(words: str, names: Mapping[str, str]) -> str:
    """Words for people with the players' names for `{A}` and `{B}` (core/game.py)."""
    return words.format_map(names) if "{" in words or "}" in words else words


def _markup(element: Element, names: Mapping[str, str]) -> str:
    """An element with names; inside markup they are escaped, and nothing but the two marks is touched."""
    markup = element.markup()
    if "{" in markup:
        for seat, name in names.items():
            markup = markup.replace(f"{{{seat}}}", escape(name, {'"': "&quot;"}))
    return markup


class Picture:
    """A scene with what is needed to compare it with others."""

    __slots__ = ("_order", "_slots", "names", "scene")

    def __init__(self, scene: Scene, names: Mapping[str, str]) -> None:
        self.scene = scene
        self.names = names
        drawn = scene.drawn()
        self._slots = {element.slot: element for element in drawn}
        self._order = [element.slot for element in drawn]

    def svg(self) -> str:
        """The whole picture."""
        svg = self.scene.svg()
        if "{" in svg:
            for seat, name in self.names.items():
                svg = svg.replace(f"{{{seat}}}", escape(name, {'"': "&quot;"}))
        return svg

    def text(self) -> str:
        """The picture in words."""
        return "\n".join(fill(line, self.names) for line in self.scene.text().split("\n"))

    def change(self, before: Iterable[Picture]) -> wire.Change | None:
        """What makes this picture of any of those before, one after the other; None where all look the same.

        Whoever applies it need not know which of them is on the screen: it puts every slot in which one of them differs.
        """
        put: dict[str, None] = {}
        gone: dict[str, None] = {}
        moved = retitled = False
        for old in before:
            if old.scene is self.scene:
                continue
            put.update((slot, None) for slot, element in self._slots.items() if old._slots.get(slot) != element)
            gone.update((slot, None) for slot in old._order if slot not in self._slots)
            moved = moved or [slot for slot in old._order if slot in self._slots] != self._order
            retitled = retitled or old.scene.title != self.scene.title
        if not (put or gone or moved or retitled):
            return None
        return wire.Change(
            put=[(slot, _markup(self._slots[slot], self.names)) for slot in self._order if slot in put],
            gone=list(gone),
            order=list(self._order) if moved else None,
            title=fill(self.scene.title, self.names),
        )


def beat(told: AnyBeat, names: Mapping[str, str], change: wire.Change | None = None) -> wire.Beat:
    """A beat; its change only where somebody is to see it happen."""
    return wire.Beat(fill(told.words, names), told.notation, fill(told.heading, names), change)


def beats(
    told: Sequence[AnyBeat], names: Mapping[str, str], last: Picture, paint: Callable[[Any], Scene]
) -> tuple[list[wire.Beat], list[Picture]]:
    """Beats with how the picture changes at each, from `last` on; and the pictures at them, which `paint` makes of views."""
    told_now: list[wire.Beat] = []
    pictures: list[Picture] = []
    for one in told:
        change = None
        if one.view is not None:
            picture = Picture(paint(one.view), names)
            change = picture.change((pictures[-1] if pictures else last,))
            pictures.append(picture)
        told_now.append(beat(one, names, change))
    return told_now, pictures


def step(found: Step, prefix: Sequence[str], names: Mapping[str, str]) -> wire.Step:
    """A step of a composition."""
    return wire.Step(
        prompt=fill(found.prompt, names),
        prefix=list(prefix),
        choices=[wire.Choice(c.token, fill(c.label, names), c.slot, fill(c.note, names), c.key) for c in found.choices],
        number=None if found.number is None else wire.Number(found.number.low, found.number.high, list(found.number.quick)),
        word=None if found.word is None else wire.FreeWord(found.word.low, found.word.high),
        whole=found.whole,
        warning=fill(found.warning, names),
    )


def eye_name(eye: Eye) -> str:
    """`A`, `B`, `public` or `onlooker-N`."""
    return eye.value if isinstance(eye, Seat) else str(eye)


def seen(now: Seen, variant: Variant, names: Mapping[str, str]) -> wire.Seen:
    """All that one eye may know, but for the picture and the log."""
    ending = ""
    if now.over is not None:
        winner = now.over.winner
        people = {
            **names,
            "winner": names[winner] if winner is not None else "",
            "loser": names[winner.other] if winner is not None else "",
        }
        ending = variant.reasons[now.over.reason].format_map(people)
    return wire.Seen(
        eye=eye_name(now.eye),
        ply=now.ply,
        public=now.public,
        clocks=clocks(now),
        private=now.private,
        sealed=[seat.value for seat in now.sealed],
        owes=fill(now.decision.words, names) if now.decision is not None else "",
        paused=now.paused,
        ending=ending,
    )


def clocks(now: Seen) -> dict[str, wire.Clock]:
    """Both seats' clocks."""
    return {seat.value: wire.Clock(face.left, face.bank, face.running) for seat, face in now.clocks.items()}


def by_letter(names: BySeat[str]) -> dict[str, str]:
    """Names as words for people ask for them."""
    return {seat.value: names[seat] for seat in SEATS}
