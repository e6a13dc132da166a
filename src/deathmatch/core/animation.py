"""Several pictures of one match, one after another, as an animated GIF.

Most of the time of a picture goes into its shapes and letters, and from one picture to the next most elements stay. So each element is
painted once: many of them beside each other on one sheet, from which they are cut out. A picture is its elements laid over each other, and
only the parts that differ from the picture before are made. After the first picture the file holds only the pixels that differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from deathmatch.core import themes
from deathmatch.core.scene import Element, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 255  # of one palette for all pictures; the 256th place means that a pixel stays as it was
STAYS = 255
SAMPLED = 16  # pictures that the palette is made from, the first and the last among them, with every second pixel each way
COARSE = 0.25  # pixels a unit, at which it is found out where an element lies; with fewer a line of one unit may not be seen
SHEET = 1024  # pixels that a sheet is wide, unless one thing on it is wider
LONGEST = 2048  # pixels that it is high at most, likewise

_CLASSES = re.compile(r'class="([^"]*)"')
_SIGN = re.compile(r'(<g id="(sign-[^"]+)">.*?</g>(?=<g id="sign-|$))', re.DOTALL)
_USE = re.compile(r'href="#(sign-[^"]+)"')
_RULE = re.compile(r"([^{}]+)\{([^}]*)\}")

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""


class _Shape(NamedTuple):
    """All of an element that is seen."""

    markup: str
    at: tuple[float, float]

    @classmethod
    def of(cls, element: Element) -> _Shape:
        return cls(element.svg, element.at)


@dataclass(frozen=True, slots=True)
class _Tile:
    """An element as pixels, and its box in the picture."""

    image: Image
    box: Box


class _Window(NamedTuple):
    """A part of a picture that shows one shape alone: its box at this many pixels a unit."""

    shape: _Shape
    box: Box
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, in pixels."""
        left, top, right, bottom = self.box
        return right - left, bottom - top

    def svg(self, x: int, y: int) -> str:
        """The window with its upper left corner at a place of a sheet; nothing sticks out of it."""
        width, height = self.size
        seen = " ".join(f"{edge / self.scale:g}" for edge in (*self.box[:2], width, height))
        return (
            f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{seen}">'
            f'<g transform="translate({self.shape.at[0]:g} {self.shape.at[1]:g})">{self.shape.markup}</g></svg>'
        )


class _Painter:
    """Paints shapes of one match, many at a time."""

    def __init__(self, signs: str, theme: str) -> None:
        self._signs = {name: sign for sign, name in _SIGN.findall(signs)}
        rules = _RULE.findall(themes.stylesheet(theme))
        self._always = "".join(f"{name}{{{body}}}" for name, body in rules if not name.startswith("."))
        self._rules = {name[1:]: f"{name}{{{body}}}" for name, body in rules if name.startswith(".")}

    def images(self, windows: Sequence[_Window]) -> Iterator[Image]:
        """What each window shows, in their order."""
        images: dict[_Window, Image] = {}
        for places in _sheets(windows):
            width = max(x + window.size[0] for window, (x, _) in places)
            height = max(y + window.size[1] for window, (_, y) in places)
            sheet = self._painted("".join(window.svg(x, y) for window, (x, y) in places), width, height)
            for window, (x, y) in places:
                images[window] = sheet.crop((x, y, x + window.size[0], y + window.size[1]))
        return (images[window] for window in windows)

    def _painted(self, markup: str, width: int, height: int) -> Image:
        from PIL import Image

        named = self._used(markup)
        signs = f"<defs>{''.join(self._signs[name] for name in named)}</defs>" if named else ""
        used = {name for names in set(_CLASSES.findall(signs + markup)) for name in names.split()}
        style = self._always + "".join(rule for name, rule in self._rules.items() if name in used)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><style>{style}</style>{signs}{markup}</svg>'
        return Image.open(BytesIO(themes.rasterized(svg))).convert("RGBA")

    def _used(self, markup: str) -> list[str]:
        """The names of the signs in some markup; a sign may use others."""
        found, waiting = dict[str, None](), _USE.findall(markup)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = None
                waiting += _USE.findall(self._signs[name])
        return list(found)


Places = list[tuple[_Window, tuple[int, int]]]
"""The windows on one sheet, each with the place of its upper left corner."""


def _sheets(windows: Sequence[_Window]) -> Iterator[Places]:
    """Windows beside each other in rows, the highest first, on as many sheets as it takes."""
    sheet: Places = []
    x = y = row = 0
    for window in sorted(windows, key=lambda window: -window.size[1]):
        width, height = window.size
        if x and x + width > SHEET:
            x, y, row = 0, y + row, 0
        alone = " id=" in window.shape.markup  # names are good for one document
        if sheet and (alone or y + max(row, height) > LONGEST):
            yield sheet
            sheet, x, y, row = [], 0, 0, 0
        sheet.append((window, (x, y)))
        if alone:
            yield sheet
            sheet, x, y, row = [], 0, 0, 0
            continue
        x, row = x + width, max(row, height)
    if sheet:
        yield sheet


class _Tiles:
    """Every shape of some pictures as pixels."""

    def __init__(self, scenes: Sequence[Scene], theme: str, scale: float) -> None:
        self._painter = _Painter(scenes[0].signs, theme)
        self._scale = scale
        self._width, self._height = scenes[0].width, scenes[0].height
        self._made: dict[_Shape, _Tile | None] = {}
        alike: dict[tuple[object, ...], list[_Shape]] = {}
        for shape in dict.fromkeys(_Shape.of(element) for scene in scenes for element in scene.elements):
            alike.setdefault((shape.markup, *(round(edge * scale % 1, 3) for edge in shape.at)), []).append(shape)
        cut = self._paint([shapes[0] for shapes in alike.values()])
        # The same shape at another place has the same pixels, unless an edge of the picture cuts something off.
        self._paint([shape for first, *others in alike.values() if first in cut for shape in others])
        for first, *others in alike.values():
            if first not in cut:
                self._made |= {shape: self._moved(first, shape) for shape in others}

    def of(self, shape: _Shape) -> _Tile | None:
        """The shape as pixels; None if nothing of it is seen."""
        return self._made[shape]

    def _paint(self, shapes: Sequence[_Shape]) -> set[_Shape]:
        """Those of the shapes that lie at an edge of the picture."""
        width, height = ceil(self._width * COARSE), ceil(self._height * COARSE)
        windows, cut = list[_Window](), set[_Shape]()
        for shape, image in zip(
            shapes, self._painter.images([_Window(shape, (0, 0, width, height), COARSE) for shape in shapes]), strict=True
        ):
            box = image.getbbox()
            self._made[shape] = None
            if box is None:
                continue
            if box[0] == 0 or box[1] == 0 or box[2] == width or box[3] == height:
                cut.add(shape)
            windows.append(_Window(shape, self._around(box), self._scale))
        for window, image in zip(windows, self._painter.images(windows), strict=True):
            self._made[window.shape] = _Tile(image, window.box)
        return cut

    def _around(self, coarse: Box) -> Box:
        """A box in pixels of the picture, with the coarse pixel beside each edge, because a thin line may hardly be seen."""
        left, top, right, bottom = coarse
        unit = self._scale / COARSE
        return (
            max(0, int((left - 1) * unit)),
            max(0, int((top - 1) * unit)),
            min(round(self._width * self._scale), int((right + 1) * unit) + 1),
            min(round(self._height * self._scale), int((bottom + 1) * unit) + 1),
        )

    def _moved(self, first: _Shape, shape: _Shape) -> _Tile | None:
        """The tile of a shape that was painted at another place."""
        tile = self._made[first]
        if tile is None:
            return None
        x, y = (round((there - here) * self._scale) for here, there in zip(first.at, shape.at, strict=True))
        left, top, right, bottom = tile.box
        return _Tile(tile.image, (left + x, top + y, right + x, bottom + y))


def _pictures(scenes: Sequence[Scene], theme: str, scale: float) -> Iterator[tuple[Image, list[Box]]]:
    """Each picture, and the boxes that hold all that differs from the one before it."""
    from PIL import Image

    tiles = _Tiles(scenes, theme, scale)
    size = round(scenes[0].width * scale), round(scenes[0].height * scale)
    ground = themes.theme(theme).paints["ground"]
    picture = Image.new("RGB", size, ground)
    before: dict[str, _Shape] | None = None
    for scene in scenes:
        after = {element.slot: _Shape.of(element) for element in scene.drawn()}
        boxes = [(0, 0, *size)] if before is None else _changed(before, after, tiles)
        seen = [tile for shape in after.values() if (tile := tiles.of(shape)) is not None]
        if boxes:
            picture = picture.copy()
        for box in boxes:
            part = Image.new("RGB", (box[2] - box[0], box[3] - box[1]), ground)
            for tile in seen:
                if _overlap(box, tile.box):
                    part.paste(tile.image, (tile.box[0] - box[0], tile.box[1] - box[1]), tile.image)
            picture.paste(part, box[:2])
        yield picture, boxes
        before = after


def _overlap(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _changed(before: Mapping[str, _Shape], after: Mapping[str, _Shape], tiles: _Tiles) -> list[Box]:
    """Boxes that hold all that differs between two pictures; none of them overlaps another."""
    both = [slot for slot in before if slot in after]
    if both == [slot for slot in after if slot in before]:
        changed = [*(before.items() - after.items()), *(after.items() - before.items())]
    else:
        changed = [*before.items(), *after.items()]  # something lies over something else now
    waiting = [tile.box for _, shape in changed if (tile := tiles.of(shape)) is not None]
    found: list[Box] = []
    while waiting:
        box = waiting.pop()
        other = next((one for one in found if _overlap(one, box)), None)
        if other is None:
            found.append(box)
        else:
            found.remove(other)
            waiting.append((min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])))
    return found


def gif(frames: Sequence[tuple[Scene, int]], theme: str, scale: float = 1) -> bytes:
    """Pictures shown one after another, each for so many milliseconds, as an animated GIF that runs once; raises LookupError.

    All pictures must have the same size, and there must be one.
    """
    from PIL import Image, ImageChops

    pictures = list(_pictures([scene for scene, _ in frames], theme, scale))
    palette = _palette([picture for picture, _ in pictures])
    flat = pictures[0][0].quantize(palette=palette, dither=Image.Dither.NONE)
    shown = [flat]
    now = _places(flat)
    for picture, boxes in pictures[1:]:
        changed = flat.copy()
        changed.paste(STAYS, (0, 0, *flat.size))
        for box in boxes:
            new = picture.crop(box).quantize(palette=palette, dither=Image.Dither.NONE)
            differs = ImageChops.difference(now.crop(box), _places(new)).point([0] + [255] * 255)
            changed.paste(new, box[:2], differs)
            now.paste(_places(new), box[:2])
        shown.append(changed)
    file = BytesIO()
    shown[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=shown[1:],
        duration=[hold for _, hold in frames],
        optimize=False,
        transparency=STAYS,
        disposal=1,
    )
    return file.getvalue()


def _places(flat: Image) -> Image:
    """The places of a picture's colours in the palette, as numbers."""
    from PIL import Image

    return Image.frombytes("L", flat.size, flat.tobytes())


def _palette(pictures: Sequence[Image]) -> Image:
    """One palette for all: pictures are flat paint and its soft edges, and one palette keeps equal paint equal."""
    from PIL import Image

    last = len(pictures) - 1
    count = min(SAMPLED, len(pictures))
    chosen = [pictures[last * place // max(1, count - 1)] for place in range(count)]
    width, height = ((edge + 1) // 2 for edge in chosen[0].size)
    strip = Image.new("RGB", (width, height * count))
    for place, picture in enumerate(chosen):
        strip.paste(picture.resize((width, height), Image.Resampling.NEAREST), (0, height * place))
    return strip.quantize(COLOURS, dither=Image.Dither.NONE)
