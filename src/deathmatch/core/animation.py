"""Several pictures of one match, one after another, as an animated GIF.

Two thirds of the time of a picture go into its shapes and letters, and from one picture to the next most elements stay. So each element is
painted once, alone, and cut out; a picture is its elements laid over each other. After the first picture
the file holds only the pixels that differ from the picture before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

from deathmatch.core import themes
from deathmatch.core.scene import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 255  # of one palette for all pictures; the 256th place means that a pixel stays as it was
STAYS = 255
SAMPLED = 4  # pictures that the palette is made from, the first and the last among them
COARSE = 0.25  # pixels a unit, at which it is found out where an element lies

_CLASSES = re.compile(r'class="([^"]*)"')
_SIGN = re.compile(r'(<g id="(sign-[^"]+)">.*?</g>(?=<g id="sign-|$))', re.DOTALL)
_USE = re.compile(r'href="#(sign-[^"]+)"')
_RULE = re.compile(r"([^{}]+)\{([^}]*)\}")


class _Tiles:
    """The elements of a match as pixels, each painted once."""

    def __init__(self, first: Scene, theme: str, scale: float) -> None:
        self._width, self._height = first.width, first.height
        self._signs = {name: sign for sign, name in _SIGN.findall(first.signs)}
        self._scale = scale
        rules = _RULE.findall(themes.stylesheet(theme))
        self._always = "".join(f"{name}{{{body}}}" for name, body in rules if not name.startswith("."))
        self._rules = {name[1:]: f"{name}{{{body}}}" for name, body in rules if name.startswith(".")}
        self._made: dict[str, tuple[Image, tuple[int, int]] | None] = {}

    def of(self, markup: str) -> tuple[Image, tuple[int, int]] | None:
        """The element of this markup, and the place of its upper left corner; None if nothing of it is seen."""
        if markup not in self._made:
            self._made[markup] = self._paint(markup)
        return self._made[markup]

    def _used(self, markup: str) -> list[str]:
        """The names of the signs in an element; a sign may use others."""
        found, waiting = dict[str, None](), _USE.findall(markup)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = None
                waiting += _USE.findall(self._signs[name])
        return list(found)

    def _paint(self, markup: str) -> tuple[Image, tuple[int, int]] | None:
        named = self._used(markup)
        signs = f"<defs>{''.join(self._signs[name] for name in named)}</defs>" if named else ""
        used = {name for names in _CLASSES.findall(signs + markup) for name in names.split()}
        markup = signs + markup
        style = self._always + "".join(rule for name, rule in self._rules.items() if name in used)
        coarse = _image(_svg(style, markup, (0, 0, self._width, self._height)), COARSE).getbbox()
        if coarse is None:
            return None
        left, top, right, bottom = coarse  # with the pixel beside each edge, because a thin line may hardly be seen
        unit = self._scale / COARSE
        box = (
            max(0, int((left - 1) * unit)),
            max(0, int((top - 1) * unit)),
            min(round(self._width * self._scale), int((right + 1) * unit) + 1),
            min(round(self._height * self._scale), int((bottom + 1) * unit) + 1),
        )
        return _image(_svg(style, markup, tuple(edge / self._scale for edge in box)), self._scale).convert("RGBA"), box[:2]


def _svg(style: str, markup: str, box: Sequence[float]) -> str:
    """An element alone, of the whole picture only this box: left, top, right, bottom."""
    left, top, width, height = box[0], box[1], box[2] - box[0], box[3] - box[1]
    size = f'width="{width:g}" height="{height:g}" viewBox="{left:g} {top:g} {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>{markup}</svg>'


def _image(svg: str, scale: float) -> Image:
    from PIL import Image

    return Image.open(BytesIO(themes.rasterized(svg, scale)))


def _pictures(scenes: Sequence[Scene], theme: str, scale: float) -> Iterator[Image]:
    from PIL import Image

    width, height = scenes[0].width, scenes[0].height
    tiles = _Tiles(scenes[0], theme, scale)
    ground = themes.theme(theme).paints["ground"]
    for scene in scenes:
        picture = Image.new("RGBA", (round(width * scale), round(height * scale)), ground)
        for element in scene.drawn():
            tile = tiles.of(element.markup())
            if tile is not None:
                picture.alpha_composite(*tile)
        yield picture.convert("RGB")


def gif(frames: Sequence[tuple[Scene, int]], theme: str, scale: float = 1) -> bytes:
    """Pictures shown one after another, each for so many milliseconds, as an animated GIF that runs once; raises LookupError.

    All pictures must have the same size, and there must be one.
    """
    from PIL import Image, ImageChops

    pictures = list(_pictures([scene for scene, _ in frames], theme, scale))
    palette = _palette(pictures)
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    shown = [flat[0]]
    for before, after in pairwise(flat):
        old, new = (Image.frombytes("L", one.size, one.tobytes()) for one in (before, after))
        stays = ImageChops.difference(old, new).point([255] + [0] * 255)
        changed = after.copy()
        changed.paste(STAYS, mask=stays)
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


def _palette(pictures: Sequence[Image]) -> Image:
    """One palette for all: pictures are flat paint and its soft edges, and one palette keeps equal paint equal."""
    from PIL import Image

    last = len(pictures) - 1
    chosen = [pictures[last * place // (SAMPLED - 1)] for place in range(SAMPLED)]
    width, height = chosen[0].size
    strip = Image.new("RGB", (width, height * SAMPLED))
    for place, picture in enumerate(chosen):
        strip.paste(picture, (0, height * place))
    return strip.quantize(COLOURS, dither=Image.Dither.NONE)
