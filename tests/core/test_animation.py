"""Several pictures as one GIF: the same as painted one by one, but for the palette."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from deathmatch.core import animation, themes
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.match.reel import Reel, Shot

WHOLE = sorted((Path(__file__).parents[1] / "records").glob("*-whole.dm"))


BAR = '<rect class="accent" width="40" height="12"/><circle class="gold" cx="20" cy="6" r="4"/>'
PATCH = '<clipPath id="cut"><rect width="{0}" height="30"/></clipPath><rect class="good" width="30" height="30" clip-path="url(#cut)"/>'


def same(shots: Sequence[Shot], scale: float = 1) -> int:
    """Checks that each picture is the one that is painted alone, and returns how many there are."""
    image = Image.open(BytesIO(animation.gif(shots, "dark", scale)))
    scenes = animation.alike([scene for scene, _ in shots])
    pictures = [picture for picture, _ in groupby(themes.png(scene, "dark", scale) for scene in scenes)]  # those alike are one
    frames = getattr(image, "n_frames", 1)
    assert frames == len(pictures)
    for number, picture in enumerate(pictures):
        image.seek(number)
        alone = Image.open(BytesIO(picture)).convert("RGB")
        difference = ImageChops.difference(image.convert("RGB"), alone).convert("L")
        assert difference.size == alone.size
        counted = difference.histogram()
        assert sum(counted[48:]) < 0.002 * sum(counted), "only edges differ, by the palette"
    return frames


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: file.stem.removesuffix("-whole"))
def test_an_element_that_is_painted_alone_lies_where_it_lies_in_the_whole_picture(file: Path) -> None:
    assert same(Reel.of(file.read_bytes(), find).shots(PUBLIC, 4)) >= 3


@pytest.mark.parametrize("scale", [1, 1.5])
def test_a_shape_that_moves_over_others_and_out_of_the_picture_is_seen_where_it_is(scale: float) -> None:
    def scene(number: int, *elements: Element) -> Scene:
        return Scene(120, 82, f"Picture {number}", (*elements, edge))

    edge = Element("edge", '<rect class="bad" width="20" height="1"/>', at=(90, 81))  # on the last line
    places = [(-20, 10), (30, 10), (30.5, 10), (100, 10), (60, 74), (200, 200), (30, 10)]  # cut off, moved, between pixels, out of sight
    still = Element("still", '<rect class="muted" width="60" height="60"/>', at=(25, 5))
    moving = [scene(number, still, Element("bar", BAR, at=at)) for number, at in enumerate(places)]
    swapped = scene(7, Element("bar", BAR, at=(30, 10)), still)
    named = [scene(8 + number, Element("patch", PATCH.format(width), at=(10, 40)), still) for number, width in enumerate((10, 20))]
    none = scene(10)
    shots = [(one, 100) for one in (*moving, swapped, *named, none, *moving[:1])]
    assert same(shots, scale) == len(shots)


def test_a_palette_of_one_picture_will_do() -> None:
    scene = Reel.of(WHOLE[0].read_bytes(), find).scene(0, PUBLIC)
    image = Image.open(BytesIO(animation.gif([(scene, 500)], "light", 1.5)))
    assert image.size == (round(scene.width * 1.5), round(scene.height * 1.5))


def test_the_same_picture_twice_changes_nothing() -> None:
    scene = Scene(40, 20, "A bar", (Element("bar", BAR),))
    image = Image.open(BytesIO(animation.gif([(scene, 100), (scene, 200)], "dark")))
    first = image.convert("RGB")
    image.seek(1)
    assert ImageChops.difference(image.convert("RGB"), first).getbbox() is None
