"""A picture as data: an ordered list of elements. From it come the page's SVG, PNG and GIF, the words for it, and what the wire carries.

Markup holds classes and no colours (`core/themes.py` gives each class its paint). An element is named by its place, never by the
object on it, so an id cannot follow a thing that lies face down. Coordinates are units of a view box that is 360 units wide on a
phone at most, so one unit is one CSS pixel there: touch targets are at least 44 units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from operator import attrgetter
from typing import NamedTuple

from deathmatch.core.letters import filled
from deathmatch.core.seats import BySeat


@dataclass(frozen=True, slots=True)
class Element:
    """One thing in the picture. A game that returns the same object for the same content saves work for the shells.

    Attributes:
        slot: its id: lower-case words joined by `-`, unique in the scene. `round` has the number of the round or move alone: a replay
            that shows the effect of a turn keeps the number of that turn there.
        svg: markup drawn around the origin of the element's own place; well formed, with classes and without colours.
        label: its content in words; empty for mere decoration.
        at: where its origin lies. An element that moves keeps its slot and changes `at`.
        layer: elements of a higher layer are drawn later; within a layer the scene's order holds.
        markable: whether a player may put private marks and notes on it.
        turns: whether it goes round when a reader turns the picture (`Scene.pivot`): it moves to the opposite place and stands on its
            head there, but for groups of the class `upright`, which turn back around their own origin.
        wide: where its origin lies in the second arrangement of the scene (`Scene.wide`), and by how much it is larger; None if it
            lies as it does here.
        high: the same in the arrangement for upright phones (`Scene.high`).
        reach: the slots to which the thing in it can go now, as everybody who sees it knows; a page shows them when it is pointed at.
        threats: the slots of the things by which it could be taken now, likewise.
        own: those of `reach` where a thing of its own side lies.
        went: the slot to which what lay in it has just gone; a page lets it slide there.
    """

    slot: str
    svg: str
    label: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    layer: int = 0
    markable: bool = False
    turns: bool = False
    wide: tuple[float, float, float] | None = None
    high: tuple[float, float, float] | None = None
    reach: tuple[str, ...] = ()
    threats: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    went: tuple[str, ...] = ()
    _markup: str = field(default="", init=False, compare=False, repr=False)  # once it is made

    def markup(self) -> str:
        """The element as one SVG group."""
        if not self._markup:
            role = f' role="img" aria-label={_quoted(self.label)}' if self.label else ' aria-hidden="true"'
            marks = (' data-markable=""' if self.markable else "") + (' data-turns=""' if self.turns else "")
            for name, slots in (("reach", self.reach), ("threats", self.threats), ("own", self.own), ("went", self.went)):
                if slots:
                    marks += f' data-{name}="{" ".join(slots)}"'
            place = f'transform="translate({self.at[0]:g} {self.at[1]:g})"'
            for name, spot in (("wide", self.wide), ("high", self.high)):
                if spot is not None:
                    x, y, size = spot
                    place += f' data-{name}="translate({x:g} {y:g}){f" scale({size:g})" if size != 1 else ""}"'
            made = f'<g id="slot-{self.slot}" data-slot="{self.slot}"{marks} {place}{role}>{self.svg}</g>'
            object.__setattr__(self, "_markup", made)  # it says the same as the other fields: the value stays what it was
        return self._markup


def _quoted(words: str) -> str:
    """Words as an attribute's value."""
    return '"' + escape(words, quote=False).replace('"', "&quot;") + '"'


_layer = attrgetter("layer")


class Change(NamedTuple):
    """How one scene becomes the next.

    Attributes:
        put: every element that is new.
        edited: the slot of every element that stays and looks different, its markup before, and its markup now.
        gone: slots that are no more.
        order: all slots in drawing order, or None if the order of what stays did not change and nothing came.
        retitled: whether the title differs.
    """

    put: tuple[Element, ...] = ()
    edited: tuple[tuple[str, str, str], ...] = ()
    gone: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None
    retitled: bool = False

    def __bool__(self) -> bool:
        """Whether the two differ at all."""
        return bool(self.put or self.edited or self.gone or self.order is not None or self.retitled)


class Scroll(NamedTuple):
    """A list whose last lines a picture shows: the elements `SLOT-1`, `SLOT-2` and so on. Lines above them are the elements
    `SLOT-past-1` and so on, whose shapes have the class `past`, so that only a page shows them. `SLOT-head` stands over the first line.
    A page lays the picture out as high as its room: the list takes all of it, and what lies below the list goes down. In the second
    arrangement the list has a column of its own; of the rest, what begins in the lowest fifth goes down, and what begins below the first
    tenth or the first quarter goes a third or two thirds as far.

    Attributes:
        slot: how the names of its elements begin.
        lines: how many the picture shows.
        width, line: the size of a line, in units.
        head: the height of the head.
    """

    slot: str
    lines: int
    width: int
    line: int
    head: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture.

    Attributes:
        width, height: the size of the view box, in units.
        title: the state of the match in a few words: `Round 7 of 25`.
        elements: in reading order, which is the drawing order within a layer.
        pivot: the point, in units, around which a reader may turn the elements that turn, by half a circle, to look from the other side;
            None if there is nothing to turn. Names of places go with their places, so that coordinates stay true.
        signs: markup that elements show again and again by `shapes.use` (`shapes.define` makes it); the same in all pictures of a game.
        wide: the size of a second arrangement of the same elements, for screens that are wider than high; None if there is only one.
        high: the size of another one, for phones that are held upright and leave much height. It is narrower than the first, so that it
            is the larger one if there is room for it.
        scroll: a list whose last lines alone the picture shows, so that a page scrolls it; None if there is none.
    """

    width: int
    height: int
    title: str
    elements: tuple[Element, ...]
    pivot: tuple[float, float] | None = None
    signs: str = ""
    wide: tuple[int, int] | None = None
    high: tuple[int, int] | None = None
    scroll: Scroll | None = None
    _slots: tuple[str, ...] = field(default=(), init=False, compare=False, repr=False)  # once they are in order
    _lines: tuple[str, ...] = field(default=(), init=False, compare=False, repr=False)  # once they are made

    def drawn(self) -> list[Element]:
        """The elements in drawing order."""
        return sorted(self.elements, key=_layer)

    def slots(self) -> tuple[str, ...]:
        """The slots in drawing order."""
        if not self._slots:
            object.__setattr__(self, "_slots", tuple([element.slot for element in self.drawn()]))
        return self._slots

    def named(self, names: BySeat[str]) -> Scene:
        """The same picture with the players' names in place of `{A}` and `{B}` in the title and the labels.

        Args:
            names: of both players.

        Returns: a new picture. Texts inside the elements keep `{A}` and `{B}`.
        """

        def fill(words: str) -> str:
            return filled(words, {"A": names.a, "B": names.b})

        return replace(self, title=fill(self.title), elements=tuple(replace(e, label=fill(e.label)) for e in self.elements))

    def svg(self, style: str = "", ground: str = "") -> str:
        """The whole picture as an SVG document. A document of its own needs both arguments; a page brings its own style.

        Args:
            style: a style sheet (CSS) with the colours; none if empty.
            ground: the class of a rectangle behind everything; no rectangle if empty.

        Returns: the `<svg>` element, with the title and the labels for screen readers.
        """
        head = f"<style>{style}</style>" if style else ""
        if ground:
            head += f'<rect class="{ground}" width="{self.width}" height="{self.height}"/>'
        if self.signs:
            head += f"<defs>{self.signs}</defs>"
        body = "".join(element.markup() for element in self.drawn())
        pivot = f' data-pivot="{self.pivot[0]:g} {self.pivot[1]:g}"' if self.pivot is not None else ""
        sizes = "".join([f' data-{name}="{size[0]} {size[1]}"' for name, size in (("wide", self.wide), ("high", self.high)) if size])
        scroll = "" if self.scroll is None else f' data-scroll="{" ".join(str(part) for part in self.scroll)}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="group" '
            f"aria-label={_quoted(self.title)}{pivot}{sizes}{scroll}>{head}<title>{escape(self.title, quote=False)}</title>{body}</svg>"
        )

    def text(self) -> str:
        """The picture in words, a line for the title and one for each labelled element."""
        return "\n".join(self._said())

    def lines(self) -> tuple[str, ...]:
        """The lines of `text`."""
        if not self._lines:
            said = self._said()
            text = "\n".join(said)
            object.__setattr__(self, "_lines", tuple(said if text.count("\n") == len(said) - 1 else text.split("\n")))
        return self._lines

    def _said(self) -> list[str]:
        return [self.title, *[element.label for element in self.elements if element.label]]

    def change(self, before: Scene) -> Change:
        """The difference between two pictures of one match.

        Args:
            before: the picture that a reader has.

        Returns: the change that makes this picture of it.
        """
        retitled = self.title != before.title
        edited = _edited_in_place(before.elements, self.elements)
        if edited is not None:
            return Change((), edited, (), None, retitled)
        left = {element.slot: element for element in before.elements}
        put: list[Element] = []
        differing: list[tuple[str, str, str]] = []
        for now in self.elements:
            was = left.pop(now.slot, None)
            if was is None:
                put.append(now)
            elif was is not now and was.markup() != now.markup():
                differing.append((now.slot, was.markup(), now.markup()))
        stays = not put and [slot for slot in before.slots() if slot not in left] == list(self.slots())
        return Change(tuple(put), tuple(differing), tuple(left), None if stays else self.slots(), retitled)


def _edited_in_place(before: Sequence[Element], after: Sequence[Element]) -> tuple[tuple[str, str, str], ...] | None:
    """The elements that look different, as `Change.edited` has them; None if slots came, went or moved."""
    if len(before) != len(after):
        return None
    edited: list[tuple[str, str, str]] = []
    for was, now in zip(before, after, strict=True):
        if was is not now:  # nearly all are the same objects
            if was.slot != now.slot or was.layer != now.layer:
                return None
            old, new = was.markup(), now.markup()
            if old != new:
                edited.append((now.slot, old, new))
    return tuple(edited)


@lru_cache(maxsize=8192)
def also_at(element: Element, x: float, y: float, size: float = 1, high: tuple[float, float, float] | None = None) -> Element:
    """The same element with a place and a size in the second arrangement of its scene, and in the `high` one: the same object each time."""
    return replace(element, wide=(x, y, size), high=high)
