"""The front page: a picture and a way to play for every game, the films of matches, and the pictures for previews."""

from __future__ import annotations

import json
import re
from html import unescape
from inspect import unwrap
from itertools import pairwise
from typing import Any

import httpx
import pytest

from deathmatch import games
from deathmatch.core.seats import Seat
from deathmatch.server.web import showcases
from tests.server.kit import GAUNTLET, World

SHOWN = [game for game in games.names() if games.variants(game)[0].showcase]


async def test_every_game_has_a_card_with_its_picture_and_every_variant_says_how_it_differs(client: httpx.AsyncClient) -> None:
    text = (await client.get("/")).text
    for game in dict.fromkeys(variant.game for variant in games.unled()):
        first, *others = games.variants(game)
        card = text[text.index(f'data-game="{game}"') :].partition("</li>")[0]
        assert '<svg viewBox="0 0' in card
        assert f'class="main play" data-variant="{first.id}" data-bots="dummy"' in card
        assert 'class="level" min="1" max="8"' in card
        assert f'href="/film/{game}.json"' in card or f'data-film="/film/{game}.json"' in card
        for variant in others:
            assert variant.differs
            assert variant.differs in card.replace("&#39;", "'")
    assert '<option value="dummy">Dummy</option>' in text, "the bots with a name can still be chosen"


async def test_many_pictures_stand_on_one_page_with_ids_of_their_own(client: httpx.AsyncClient) -> None:
    ids = re.findall(r'\bid="([^"]+)"', (await client.get("/")).text)
    assert len(ids) == len(set(ids)) > 5
    for game in games.names():
        still = showcases.shown(game).still
        used, known = re.findall(r'href="#([^"]+)"', still), re.findall(r'\bid="([^"]+)"', still)
        assert set(used) <= set(known)


@pytest.mark.parametrize("game", SHOWN)
async def test_a_film_begins_with_the_picture_of_the_card_and_goes_on_to_the_end(client: httpx.AsyncClient, game: str) -> None:
    answer = await client.get(f"/film/{game}.json")
    film = answer.json()
    frames = ["".join(film["pool"][at] for at in frame) for frame in film["frames"]]
    assert 8 <= len(frames) <= showcases.FRAMES
    assert frames[0] in showcases.shown(game).still
    assert all(one != other for one, other in pairwise(frames))
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 20_000
    plain = await client.get(f"/film/{game}.json", headers={"accept-encoding": "identity"})
    assert json.loads(plain.content) == film


def test_a_game_without_a_showcase_has_a_picture_of_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    bare = replace(games.variants("even-groups")[0], showcase=None)
    monkeypatch.setattr(games, "variants", lambda game: (bare,))
    scene = unwrap(showcases.scene_of)("even-groups")
    game = bare.bind({})[1]
    assert scene.title == game.picture(game.view(game.start(), Seat.A)).title.format(A="Ada", B="Ben")
    with pytest.raises(LookupError):
        unwrap(showcases.film)("even-groups")


# --- The previews that chats make of links: title, words and picture of the public state, and nothing of a secret link


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


async def previews(w: World, browser: Any, made: Any) -> dict[str, dict[str, str]]:
    found = {seat: preview((await browser.get(f"/s/{made['seats'][seat]}")).text) for seat in "AB"}
    found["watch"] = preview((await browser.get(f"/w/{made['id']}")).text)
    found["host"] = preview((await browser.get(f"/h/{made['host']}")).text)
    return found


async def test_a_link_of_a_table_shows_who_plays_and_no_preview_has_a_secret(w: World, client: httpx.AsyncClient) -> None:
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": 'A"nn <b>', "host": True}
    made = (await client.post("/api/matches", json=body)).json()
    before = await previews(w, client, made)
    assert before["B"]["title"] == "A&#34;nn &lt;b&gt; invites you to Five-Card Trick"
    assert before["B"]["description"].startswith("Two of five cards each, in secret and at once. Most chips wins. Sit down and play")
    assert f'href="/learn/{GAUNTLET}"' in (await client.get(f"/s/{made['seats']['B']}")).text
    assert before["B"]["image"] == before["watch"]["image"] == "http://here/card/five-card-trick.png"
    assert before["watch"]["description"] == "This match (gauntlet) has not begun."
    await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})
    await client.post(f"/api/seats/{made['seats']['A']}/submit", json={"ply": 0, "text": "score grow"})
    after = await previews(w, client, made)
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
