"""A picture from a file of a guest: its points painted into a new, smaller file, so that nothing else of the file is left.

It runs in the process for strangers' things (`studio.py`). Kind and size are read from the head of the file before a point is decoded.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct

from deathmatch.core.speech import say
from deathmatch.server.wire import problems

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 4_000_000  # bytes of a file that somebody brings
POINTS = 25_000_000  # that it may show; a telephone's photo has 12 million
KINDS = ("PNG", "JPEG", "WEBP", "GIF")
SIDES = (1280, 960, 640)  # points of the longer side, until the file is small enough
QUALITIES = (85, 60)  # of JPEG
BYTES = 300_000  # of the new file


class Picture(Struct):
    """A picture as it is kept and shown.

    Attributes:
        kind: its media type.
        digest: SHA-256 of its bytes, in hex.
    """

    kind: str
    digest: str
    width: int
    height: int
    data: bytes


def renewed(file: bytes) -> Picture:
    """The first picture of a file, upright, with nothing of the file but its points; raises Problem."""
    points = _points(file)
    for side in SIDES:
        points.thumbnail((side, side))
        png = ("image/png", _saved(points, "PNG", optimize=True))
        fine, coarse = (("image/jpeg", _saved(_opaque(points), "JPEG", quality=quality, optimize=True)) for quality in QUALITIES)
        for kind, data in (min(png, fine, key=lambda one: len(one[1])), coarse):
            if len(data) <= BYTES:
                return Picture(kind, hashlib.sha256(data).hexdigest(), points.width, points.height, data)
    raise problems.wrong(say("this picture cannot be made small enough; cut a part out of it"))


def _points(file: bytes) -> Image:
    """Only the points of a file; raises Problem."""
    from PIL import Image, ImageOps

    unreadable = problems.wrong(say("a picture must be a PNG, JPEG, WebP or GIF file, and this is none that can be read"))
    if len(file) > LARGEST:
        raise problems.wrong(say("a picture has at most {number} bytes, not {size}", number=f"{LARGEST:,}", size=f"{len(file):,}"))
    try:
        with Image.open(BytesIO(file), formats=KINDS) as found:
            if found.width * found.height > POINTS:
                told = {"most": POINTS // 1_000_000, "width": found.width, "height": found.height}
                raise problems.wrong(say("a picture has at most {most} million points, not {width} times {height}", **told))
            found.draft("RGB", (SIDES[0], SIDES[0]))  # a JPEG is decoded no larger than needed
            upright = ImageOps.exif_transpose(found)
            mode = "RGBA" if upright.has_transparency_data else "RGB"
            clean = Image.new(mode, upright.size)
            clean.paste(upright.convert(mode))
            return clean
    except problems.Problem:
        raise
    except Exception:  # whatever a decoder makes of a stranger's bytes
        raise unreadable from None


def _opaque(points: Image) -> Image:
    """The same on white, because JPEG knows no transparency."""
    from PIL import Image

    if points.mode == "RGB":
        return points
    ground = Image.new("RGB", points.size, "white")
    ground.paste(points, mask=points.getchannel("A"))
    return ground


def _saved(points: Image, kind: str, **how: object) -> bytes:
    file = BytesIO()
    points.save(file, kind, **how)
    return file.getvalue()
