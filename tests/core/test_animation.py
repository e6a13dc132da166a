"""Several pictures as one GIF: the same as painted one by one, but for the palette."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from deathmatch.core import animation, themes
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.match.reel import Reel

WHOLE = sorted((Path(__file__).parents[1] / "records").glob("*-whole.dm"))


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: file.stem.removesuffix("-whole"))
def test_an_element_that_is_painted_alone_lies_where_it_lies_in_the_whole_picture(file: Path) -> None:
    shots = Reel.of(file.read_bytes(), find).shots(PUBLIC, 3)
    image = Image.open(BytesIO(animation.gif(shots, "dark", 1)))
    for number, (scene, _) in enumerate(shots):
        if number >= getattr(image, "n_frames", 1):
            break  # pictures that look alike are one
        image.seek(number)
        whole = Image.open(BytesIO(themes.png(scene, "dark", 1))).convert("RGB")
        difference = ImageChops.difference(image.convert("RGB"), whole).convert("L")
        assert difference.size == (scene.width, scene.height)
        counted = difference.histogram()
        assert sum(counted[48:]) < 0.002 * sum(counted), "only edges differ, by the palette"


def test_a_palette_of_one_picture_will_do() -> None:
    scene = Reel.of(WHOLE[0].read_bytes(), find).scene(0, PUBLIC)
    image = Image.open(BytesIO(animation.gif([(scene, 500)], "light", 1.5)))
    assert image.size == (round(scene.width * 1.5), round(scene.height * 1.5))
