"""The previews of links in chats: every page that somebody may post has a title, words and a picture that can be had; secrets have none."""

from __future__ import annotations

import re

import httpx

from tests.server.kit import World
from tests.server.test_replays import JOUST, played

OG = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')


async def preview(client: httpx.AsyncClient, path: str) -> dict[str, str]:
    """The preview of a page."""
    page = await client.get(path)
    assert page.status_code == 200, path
    return dict(OG.findall(page.text))


async def assert_whole(client: httpx.AsyncClient, path: str) -> dict[str, str]:
    found = await preview(client, path)
    assert {"title", "description", "image", "url"} <= set(found), path
    assert found["title"]
    assert found["description"].endswith("."), path
    base = str(client.base_url).rstrip("/")
    assert found["image"].startswith(f"{base}/"), "a chat needs the whole address"
    assert found["url"].startswith(f"{base}/")
    image = await client.get(found["image"].removeprefix(base))
    assert image.status_code == 200
    assert image.headers["content-type"] == "image/png"
    return found


async def test_every_page_that_is_worth_posting_has_a_preview(w: World, client: httpx.AsyncClient) -> None:
    made = await played(w)
    pages = (
        "/",
        "/rules/even-groups",
        "/learn",
        "/learn/five-card-trick",
        "/learn/tile-joust/final",
        "/puzzles",
        "/puzzles/letter-hunt/colosseum",
    )
    found = {path: await assert_whole(client, path) for path in (*pages, f"/r/{made.id}", f"/w/{made.id}")}
    assert len({(one["title"], one["description"]) for one in found.values()}) == len(found), "each says which page it is"
    assert "Five-Card Trick" in found["/learn/five-card-trick"]["title"]
    assert found["/puzzles/letter-hunt/colosseum"]["url"].endswith("/puzzles/letter-hunt/colosseum")
    replay = found[f"/r/{made.id}"]
    assert "Ann" in replay["title"]
    assert "Bob" in replay["title"]
    assert replay["image"].endswith(f"/r/{made.id}.png")


async def test_a_secret_link_and_a_match_that_is_kept_private_tell_nothing(w: World, client: httpx.AsyncClient) -> None:
    made = await played(w, JOUST)
    assert await preview(client, f"/r/{made.id}") == {}
    assert await preview(client, f"/r/{made.seats['A']}") == {}
    seat = await preview(client, f"/s/{made.seats['A']}")
    assert "url" not in seat
    assert str(made.seats["A"]) not in str(seat)
