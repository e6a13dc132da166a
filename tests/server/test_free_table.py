"""Duels that a host leads: how they are set up and refused, who reads the host's words, where the title stands, and what stays."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image

from deathmatch.server.replays import orders
from deathmatch.server.seasons import archive
from deathmatch.server.table import entries, forgetting, pictures
from deathmatch.server.table.entries import Made
from deathmatch.server.wire import bodies
from tests.hooks.receiver import Pigeon
from tests.hooks.test_posts import hook
from tests.server.duels import DUEL, FREE_TABLE, PEOPLE, bring, image, line, post, set_up
from tests.server.kit import World, http, settle, world
from tests.server.test_season_files import as_body
from tests.server.test_seasons import opened, posted, seen
from tests.server.test_seasons import table as season_table

WATCH = {"A": "seats", "B": "seats", "host": "hosts", "watcher": "matches"}


async def table_of(client: httpx.AsyncClient, made: dict[str, Any], role: str) -> dict[str, Any]:
    keys = {**made["seats"], "host": made["host"], "watcher": made["watch"]}
    table: dict[str, Any] = (await client.get(f"/api/{WATCH[role]}/{keys[role]}")).raise_for_status().json()["table"]
    return table


# --- Setting up


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"host": False}, "takes a host"),
        ({"seats": {"A": "me", "B": "friend"}}, "set both seats to friend"),
        ({"seats": {"A": "friend", "B": "open"}}, "set both seats to friend"),
        ({"seats": {"A": "friend", "B": "bot:dummy"}}, "set both seats to friend"),
        ({"title": "x" * 81}, "title can have 80 letters, not 81"),
        ({"rules": "x" * 6001}, "rules can have 6000 letters, not 6001"),
        ({"people": {"A": {"notes": "x" * 2001}}}, "notes can have 2000 letters, not 2001"),
        ({"people": {"A": {"role": "x" * 41}}}, "role can have 40 letters, not 41"),
        ({"people": {"A": {"name": "x" * 41}}}, "name can have 40 letters, not 41"),
        ({"people": {"A": {"items": ["x"] * 13}}}, "12 items, not 13"),
        ({"people": {"A": {"items": ["x" * 61]}}}, "items can have 60 letters, not 61"),
        ({"variant": "five-card-trick/final"}, "nobody leads five-card-trick/final"),
        (
            {"variant": "lot", "title": "", "rules": "", "people": {}, "lot": [{"variant": FREE_TABLE}, {"variant": "toy/lenient"}]},
            "cannot be in a lot",
        ),
    ],
)
async def test_what_cannot_be_is_refused_with_what_was_expected(
    w: World, client: httpx.AsyncClient, changed: dict[str, Any], said: str
) -> None:
    refused = await client.post("/api/matches", json=DUEL | changed)
    assert refused.status_code == 422
    assert said in refused.json()["reason"]


async def test_whoever_opens_a_players_link_sits_down_under_the_name_that_the_host_gave(w: World, client: httpx.AsyncClient) -> None:
    made = await set_up(client, sit=False)
    page = (await client.get(f"/s/{made['seats']['A']}")).text
    for words in ("Fifteen Points", "You play as Ann.", "Joker", "your ally is Cleo", "The higher bid wins # a point."):
        assert words in page
    assert "The host sees everything." in page
    assert "You are the EC" in page
    assert "your ally" not in (await client.get(f"/s/{made['seats']['B']}")).text
    (await client.post(f"/api/seats/{made['seats']['A']}", json={"name": "Mallory"})).raise_for_status()
    assert (await table_of(client, made, "watcher"))["names"] == {"A": "Ann"}


async def test_names_and_texts_are_made_harmless_and_told_apart(w: World, client: httpx.AsyncClient) -> None:
    people = {"A": {"name": "Bob\u202e", "items": ["  ", "a\u200b b"]}, "B": {"name": "B\u043eb"}}
    made = await set_up(client, title="<b>\u202e Two\n Dice", people=people, rules="https://example.org/rules#r1")
    table = await table_of(client, made, "A")
    assert (table["title"], table["names"], table["people"]["A"]["items"]) == ("<b> Two Dice", {"A": "Bob", "B": "B\u043eb B"}, ["a b"])
    page = (await client.get(f"/w/{made['watch']}")).text
    assert "&lt;b&gt; Two Dice" in page
    assert "<b> Two" not in page
    assert table["rules"] == "https://example.org/rules#r1"


# --- The title


async def test_the_title_stands_wherever_a_match_is_named_and_is_never_translated(w: World, client: httpx.AsyncClient) -> None:
    german = {"Accept-Language": "de"}
    made = await set_up(client, title="Resign", settings={"listed": True, "publish": True})
    for page in (f"/w/{made['watch']}", f"/h/{made['host']}", f"/s/{made['seats']['A']}"):
        assert "<h1>Resign" in (await client.get(page, headers=german)).text
    assert (await client.get(f"/api/matches/{made['watch']}", headers=german)).json()["table"]["title"] == "Resign"
    assert 'og:title" content="Resign' in (await client.get(f"/w/{made['watch']}", headers=german)).text
    overview = await client.post("/api/overview", json={"tables": [{"key": made["host"]}]}, headers=german)
    assert overview.json()["cards"][0]["title"] == "Resign"
    assert {one["title"] for one in (await client.get("/api/me", headers=german)).json()["matches"]} == {"Resign"}
    await w.reader(bodies.MatchMade(made["id"], made["seats"], made["watch"], made["host"], {}, ""), "A")
    assert [one["title"] for one in (await client.get("/api/tables", headers=german)).json()["tables"]] == ["Resign"]
    await line(client, made, 'end A "More points."')
    film = (await client.get(f"/api/replays/{made['watch']}/film", headers=german)).json()
    assert (film["title"], ["title", "Resign"] in film["tags"]) == ("Resign", True)
    assert '<h1 id="heading">Resign' in (await client.get(f"/r/{made['watch']}", headers=german)).text


async def test_webhooks_name_the_duel_and_hold_no_note(tmp_path: Any) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as client:
        made = await set_up(client, title="*Fifteen*")
        for form in ("json", "discord"):
            await hook(client, made["host"], form, format=form)
        await line(client, made, 'say A "the door is green"')
        await line(client, made, 'say all "Round 1"')
        await w.time.pass_by(5_000)
        told = b"".join(pigeon.lines())
    assert b"*Fifteen*" in told
    assert b"\\\\*Fifteen" in told  # Discord reads no sign in it
    for secret in (b"your ally", b"door is green"):
        assert secret not in told


async def test_a_season_files_the_result_under_the_title_and_its_archive_keeps_it(w: World, client: httpx.AsyncClient) -> None:
    season = await opened(client)
    people = {"A": {"name": "Zoe", "notes": "hush"}}
    made = await season_table(client, season["host"], variant=FREE_TABLE, title="Fifteen Points", people=people)
    assert (await table_of(client, made, "watcher"))["names"] == {"A": "Ada", "B": "Ben"}
    await line(client, made, 'end A "More points."')
    await settle()
    viewer = await seen(client, season["viewer"])
    assert [(one["title"], one["winner"]) for one in viewer["matches"]] == [("Fifteen Points", "A")]
    assert "hush" not in str(viewer)
    assert "Fifteen Points" in (await client.get(f"/season/{season['viewer']}")).text
    exported = (await client.get(f"/api/seasons/{season['host']}/archive")).content
    head, row = archive.unpack(exported)["matches.csv"].splitlines()
    assert (b"title" in head, b"Fifteen Points" in row) == (True, True)
    brought = await posted(client, "/api/seasons/archive", as_body(exported))
    assert [one["title"] for one in (await seen(client, brought["host"]))["matches"]] == ["Fifteen Points"]


# --- What stays


async def test_whoever_deletes_an_account_is_named_in_no_word_of_the_host(w: World, client: httpx.AsyncClient) -> None:
    people = {"A": PEOPLE["A"], "B": {"name": "Bob", "notes": "Ann bids high"}}
    made = await set_up(client, people=people, rules="Ann begins.", title="Ann against Bob")
    log = [entries.decode(body) for body in w.store.matches[made["id"]]]
    after = forgetting.forgotten(log, "A", 5, 6)
    assert after is not None
    first = after[0]
    assert isinstance(first, Made)
    assert (first.title, first.rules, first.meant) == ("A against Bob", "A begins.", {"B": "Bob"})
    assert (sorted(first.people), first.people["B"].notes) == (["B"], "A bids high")


# --- Pictures of a host: what is taken and refused, that nothing of the file is left but its points, and that they stay


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


def _bomb(width: int, height: int) -> bytes:
    """A PNG of which only the head can be read: it says that it has very many points."""
    file = bytearray(image())
    file[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
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
        (_bomb(60_000, 60_000), ""),
        (_bomb(6000, 5000), "25 million points, not 6000 times 5000"),
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
