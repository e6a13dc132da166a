"""The pages over HTTP, with a lobby that holds one table."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch import games
from deathmatch.core.options import DMO
from deathmatch.server.web import pages
from deathmatch.server.web.assets import assets
from deathmatch.server.wire import bodies
from tests.server.kit import World

EVIL = '<script>alert(1)</script>"&'


async def a_table(w: World, **settings: Any) -> dict[str, str]:
    """The paths to a table at which one seat is free; its game has word lists, deals and reviews."""
    wanted = {"variant": "letter-hunt/gambit", "options": {"lexicon": "short"}, "settings": settings}
    made = await w.lobby.create(
        msgspec.convert({**wanted, "seats": {"A": "me", "B": "friend"}, "name": EVIL, "host": True}, bodies.NewMatch)
    )
    return {"A": f"/s/{made.seats['A']}", "free": f"/s/{made.seats['B']}", "watcher": f"/w/{made.id}", "host": f"/h/{made.host}"}


async def test_the_full_form_offers_every_variant_with_every_option_and_bot(client: httpx.AsyncClient) -> None:
    text = (await client.get("/new")).text
    for variant in games.unled():
        assert f'value="{variant.id}" data-bots="dummy"' in text
        for option in variant.options:
            named = f'id="{variant.id.replace("/", "-")}-{option.key}"'
            assert (named in text) == (option.key != DMO)  # the form asks once, for all variants, for the other role
    assert 'name="ec"' in text


async def test_what_says_the_same_to_everybody_is_packed_for_who_takes_it_and_what_a_link_opens_never_is(
    w: World, client: httpx.AsyncClient
) -> None:
    for path in ("/new", "/rules/readme"):
        plain = await client.get(path, headers={"accept-encoding": "identity"})
        packed = await client.get(path, headers={"accept-encoding": "gzip"})
        assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
        assert plain.headers["content-type"] == packed.headers["content-type"]
        assert plain.headers["vary"] == packed.headers["vary"]
        assert "Accept-Encoding" in packed.headers["vary"]
        assert plain.text == packed.text
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
    for path in (await a_table(w)).values():
        assert "content-encoding" not in (await client.get(path, headers={"accept-encoding": "gzip"})).headers


async def test_a_free_seat_shows_a_form_and_names_are_text(w: World, client: httpx.AsyncClient) -> None:
    free = (await a_table(w))["free"]
    answer = await client.get(free)
    assert answer.status_code == 200
    assert f'data-token="{free[3:]}"' in answer.text
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&amp; is waiting for you" in answer.text


@pytest.mark.parametrize("role", ["A", "watcher", "host"])
async def test_a_table_is_one_page_for_all_and_is_never_kept(w: World, client: httpx.AsyncClient, role: str) -> None:
    path = (await a_table(w, aids="none", by_hand=True))[role]
    answer = await client.get(path)
    assert answer.headers["cache-control"] == "no-store"
    assert f'data-role="{role}" data-socket="/ws{path}"' in answer.text
    assert ('id="text"' in answer.text) == (role == "A")
    for part in ('id="pause"', 'id="deal"', 'id="links"', "hosting.js"):
        assert (part in answer.text) == (role == "host")
    for said in ('data-aids="none"', 'id="log-off"', "Player aids: none.", "The host deals by hand.", 'data-lists="short"'):
        assert said in answer.text


async def test_a_link_becomes_a_code_off_the_loop_and_no_address_gets_many(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await client.post("/qr", json={"link": "http://127.0.0.1/s/x"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg ")
    assert "style=" not in answer.text
    for wrong in ({"link": "x" * 121}, {}):
        assert (await client.post("/qr", json=wrong)).status_code == 422

    def make(link: str) -> bytes:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        return b"<svg />"

    monkeypatch.setattr(pages, "code_of", make)
    statuses = [(await client.post("/qr", json={"link": "http://127.0.0.1/s/x"})).status_code for _ in range(200)]
    assert (statuses[0], statuses[-1]) == (200, 429)


async def test_a_file_of_this_version_is_kept_for_ever_and_packed_only_for_who_takes_it(client: httpx.AsyncClient) -> None:
    url = assets().url("match.js")
    packed = await client.get(url, headers={"Accept-Encoding": "gzip"})
    plain = await client.get(url, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content == assets().by_name["match.js"].plain
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")
    assert "immutable" not in (await client.get("/static/old/match.js")).headers["cache-control"]
    assert (await client.get("/static/old/nothing.js")).status_code == 404
    assert (await client.get("/themes.css")).content == assets().by_name["themes.css"].plain
    assert (await client.get("/favicon.ico")).headers["content-type"].startswith("image/svg+xml")


async def test_a_record_is_offered_to_whoever_is_given_it_and_its_address_gives_nothing_away(w: World, client: httpx.AsyncClient) -> None:
    table, kept = await a_table(w, publish=True), await a_table(w)
    offered = (await client.get(table["watcher"])).text
    assert f'href="/api/matches/{table["watcher"][3:]}/record"' in offered
    assert 'id="dealing"' in offered
    host = (await client.get(kept["host"])).text
    assert f'data-save="/api/hosts/{kept["host"][3:]}/record"' in host, "the table keeps its record for its host"
    assert not re.search(f'(href|src|action)="[^"]*/{kept["host"][3:]}[/?"]', host), "no address that a browser shows has the host's key"
    for role in ("watcher", "A"):
        assert not re.search('id="(record|dealing)"', (await client.get(kept[role])).text)
