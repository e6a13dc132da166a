"""The previews that chats make of links: titles, words and pictures of the public state, and nothing of a secret link."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx
import pytest

from deathmatch import games
from tests.server.kit import GAUNTLET, World


def preview(page: str) -> dict[str, str]:
    """The Open Graph part of a page."""
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


@pytest.mark.parametrize("path", ["/", "/rules/Five-Card-Trick", "/rules/readme"])
async def test_a_public_page_has_a_title_words_a_picture_that_is_there_and_its_address(path: str, client: httpx.AsyncClient) -> None:
    found = preview((await client.get(path)).text)
    assert found["title"]
    assert found["description"]
    assert found["url"] == f"http://here{path.lower()}"
    picture = await client.get(found["image"])
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")


async def pages(w: World, browser: Any, made: Any) -> dict[str, dict[str, str]]:
    found = {seat: preview((await browser.get(f"/s/{made['seats'][seat]}")).text) for seat in "AB"}
    found["watch"] = preview((await browser.get(f"/w/{made['id']}")).text)
    found["host"] = preview((await browser.get(f"/h/{made['host']}")).text)
    return found


async def test_a_link_of_a_table_shows_who_plays_and_no_preview_has_a_secret(w: World, client: httpx.AsyncClient) -> None:
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": 'A"nn <b>', "host": True}
    made = (await client.post("/api/matches", json=body)).json()
    before = await pages(w, client, made)
    assert before["B"]["title"] == "A&#34;nn &lt;b&gt; invites you to Five-Card Trick"
    assert before["B"]["image"] == before["watch"]["image"] == "http://here/card/five-card-trick.png"
    assert before["watch"]["description"] == "This match (gauntlet) has not begun."
    await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})
    await client.post(f"/api/seats/{made['seats']['A']}/submit", json={"ply": 0, "text": "score grow"})
    after = await pages(w, client, made)
    assert after["watch"]["title"] == "Five-Card Trick: A&#34;nn &lt;b&gt; against Bob"
    assert (after["watch"]["image"], after["watch"]["url"]) == (f"http://here/w/{made['id']}.png", f"http://here/w/{made['id']}")
    for found in (before, after):
        for role in ("A", "B", "host"):
            assert "url" not in found[role]
            words = " ".join(found[role].values())
            assert not [secret for secret in (*made["seats"].values(), made["host"], "score", "grow") if secret in words]
    assert after["A"] == after["B"] == after["host"], "the same for every secret link of the table"


async def test_a_preview_of_a_delayed_table_knows_no_more_than_its_watchers(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(settings={"delay": 600})
    found = preview((await client.get(f"/w/{made.id}")).text)
    assert "Bob" not in " ".join(found.values())
    await w.time.pass_by(601_000)
    assert preview((await client.get(f"/w/{made.id}")).text)["title"] == "Five-Card Trick: Ann against Bob"


@pytest.mark.parametrize("name", [variant.id for variant in games.unled()])
async def test_a_friend_who_is_invited_to_a_variant_reads_of_no_other_one(name: str, client: httpx.AsyncClient) -> None:
    variant = games.find(name)
    base, *others = games.variants(variant.game)
    options = {"lexicon": "any"} if "lexicon" in {option.key for option in variant.options} else {}
    body = {"variant": name, "options": options, "seats": {"A": "me", "B": "friend"}, "name": "Ann"}
    answer = await client.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    page = (await client.get(f"/s/{answer.json()['seats']['B']}")).text
    told = unescape(re.sub("<[^>]+>", " ", page[page.index("<main") :]))
    assert base.words in told
    assert variant.differs in told
    for other in (one for one in (base, *others) if one.name != variant.name):
        assert not re.search(rf"\b{other.name.capitalize()}\b", told), other.name
