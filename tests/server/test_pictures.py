"""Pictures of a host: what is taken and refused, that nothing of the file is left but its points, and that they stay."""

from __future__ import annotations

import hashlib
from io import BytesIO

import httpx
import pytest
from PIL import Image

from deathmatch.server.replays import orders
from deathmatch.server.table import pictures
from tests.server.duels import bring, image, line, post, set_up
from tests.server.kit import World


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_is_made_anew_without_anything_but_its_points(kind: str) -> None:
    exif = Image.Exif()
    exif[0x010E] = "SECRET"  # ImageDescription
    file = image(kind, exif=exif, comment=b"SECRET") if kind != "GIF" else image(kind, comment=b"SECRET")
    assert b"SECRET" in file
    made = orders.renewed(file)
    assert (made.kind, made.width, made.height) == ("image/png", 40, 30)
    assert b"SECRET" not in made.data
    assert made.digest == hashlib.sha256(made.data).hexdigest()
    with Image.open(BytesIO(made.data)) as shown:
        red, green, blue = shown.convert("RGB").getpixel((5, 5))  # type: ignore[misc]
        assert red > 200
        assert max(green, blue) < 60


def test_a_photo_stands_upright_and_fits() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    noise = Image.merge("RGB", [Image.effect_noise((3000, 2000), 90) for _ in range(3)])
    file = BytesIO()
    noise.save(file, "JPEG", exif=exif)
    made = orders.renewed(file.getvalue())
    assert made.kind == "image/jpeg"
    assert made.width < made.height <= 1280
    assert len(made.data) <= orders.BYTES


def _bomb() -> bytes:
    """A PNG of which only the head is true: it says that it has very many points."""
    file = bytearray(image())
    file[16:24] = (60_000).to_bytes(4, "big") * 2
    import zlib

    file[29:33] = zlib.crc32(bytes(file[12:29])).to_bytes(4, "big")
    return bytes(file)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"", "none that can be read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "none that can be read"),
        (image("BMP"), "none that can be read"),
        (image()[:60], "none that can be read"),
        (_bomb(), ""),
        (image(size=(6000, 5000)), "25 million points, not 6000 times 5000"),
        (bytes(orders.LARGEST + 1), "at most 4,000,000 bytes"),
    ],
)
async def test_what_is_no_picture_or_too_large_is_refused(w: World, client: httpx.AsyncClient, file: bytes, said: str) -> None:
    made = await set_up(client)
    refused = await bring(client, made, file)
    assert refused.status_code == 422
    assert said in refused.json()["reason"]


async def test_only_the_host_of_a_game_with_pictures_can_bring_one(w: World, client: httpx.AsyncClient) -> None:
    made = await set_up(client)
    for way, key in (("seats", made["seats"]["A"]), ("matches", made["watch"])):
        assert (await client.post(f"/api/{way}/{key}/picture", json={"file": ""})).status_code in (400, 405, 422)
    assert (await client.post(f"/api/hosts/{made['seats']['A']}/picture", json={"file": ""})).status_code == 404
    other = await w.match()
    refused = await bring(client, {"host": other.host}, image())
    assert (refused.status_code, "a game that a host leads" in refused.json()["reason"]) == (409, True)


async def test_a_line_posts_only_a_picture_that_the_table_keeps(w: World, client: httpx.AsyncClient) -> None:
    made = await set_up(client)
    unknown = "a" * 64
    refused = await line(client, made, f'picture {unknown} "Nothing"')
    assert (refused.status_code, refused.json()["reason"]) == (422, "this table keeps no picture aaaaaaaaaaaa; bring the file first")
    ruling = {"ruling": "back", "reason": "x", "event": 1, "enter": [f'host picture {unknown} ""']}
    (await line(client, made, 'say all "x"')).raise_for_status()
    assert (await client.post(f"/api/hosts/{made['host']}/ruling", json=ruling)).status_code == 422
    digest = await post(client, made, image())
    seen = (await client.get(f"/api/matches/{made['watch']}")).json()["seen"]
    assert seen["public"]["picture"] == digest


async def test_the_same_file_twice_is_one_picture_and_the_table_keeps_so_many(
    w: World, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PICTURES", 2)
    made = await set_up(client)
    told = [(await bring(client, made, image(colour=colour))).json() for colour in ("red", "red", "blue")]
    assert told[0] == told[1] != told[2]
    refused = await bring(client, made, image(colour="green"))
    assert (refused.status_code, "no more pictures" in refused.json()["reason"]) == (409, True)
