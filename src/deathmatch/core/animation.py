"""Several pictures of one match, one after another, as an animated GIF.

All pictures share one palette. After the first picture the file holds only the pixels that differ from the picture before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from deathmatch.core import themes
from deathmatch.core.scene import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 255  # of one palette for all pictures; the 256th place means that a pixel stays as it was
STAYS = 255
SAMPLED = 16  # pictures that the palette is made from, the first and the last among them, with every second pixel each way


def gif(frames: Sequence[tuple[Scene, int]], theme: str, scale: float = 1) -> bytes:
    """Pictures shown one after another, each for so many milliseconds, as an animated GIF that begins again; raises LookupError.

    All pictures get the size of the largest, and there must be one.
    """
    from PIL import Image, ImageChops

    pictures = list(_painted(alike([scene for scene, _ in frames]), theme, scale))
    palette = _palette(pictures)
    shown = [pictures[0].quantize(palette=palette, dither=Image.Dither.NONE)]
    now = _places(shown[0])
    for picture, before in zip(pictures[1:], pictures, strict=False):
        changed = Image.new("P", picture.size, STAYS)
        changed.putpalette(shown[0].getpalette() or [])
        box = ImageChops.difference(picture, before).getbbox()
        if box is not None:
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
        loop=0,
    )
    return file.getvalue()


def alike(scenes: Sequence[Scene]) -> list[Scene]:
    """The scenes in one size. A smaller one gets room at the right and below."""
    width, height = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    return [replace(scene, width=width, height=height) for scene in scenes]


def _painted(scenes: Sequence[Scene], theme: str, scale: float) -> Iterator[Image]:
    """Each picture as pixels."""
    from PIL import Image

    for scene in scenes:
        yield Image.open(BytesIO(themes.png(scene, theme, scale))).convert("RGB")


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
