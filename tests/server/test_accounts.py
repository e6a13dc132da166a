"""A key: made with one request, brought to another device by its recovery link, changed, and left."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server import tokens
from deathmatch.server.accounts.account import MATCHES, SESSIONS, Account, account_of, row_of
from deathmatch.server.settings import Rate
from deathmatch.server.store.interface import AccountRow, StoreError
from deathmatch.server.vault import WrongKey
from tests.server.kit import GAUNTLET, VAULT, World, http, world

TABLE: dict[str, Any] = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True}


def another(client: httpx.AsyncClient) -> httpx.AsyncClient:
    """Another browser at the same server."""
    return httpx.AsyncClient(transport=client._transport, base_url=client.base_url)


async def new_table(client: httpx.AsyncClient, **more: Any) -> Any:
    answer = await client.post("/api/matches", json={**TABLE, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def new_key(client: httpx.AsyncClient, name: str = "") -> str:
    answer = await client.post("/api/account", json={"name": name})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["key"])


async def links(client: httpx.AsyncClient) -> set[str]:
    return {one["link"] for one in (await client.get("/api/me")).json()["matches"]}


async def test_a_key_brings_name_tables_and_seasons_to_another_device(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as phone, another(phone) as laptop:
        made = await new_table(phone)
        key = await new_key(phone)
        assert tokens.is_token(key)
        season = (await phone.post("/api/seasons", json={"title": "Cup", "players": ["Ann", "Bob"], "rated": True})).json()
        later = await new_table(phone)
        assert (await laptop.post("/api/account/peek", json={"key": key})).json() == {"name": "Ann", "matches": 4}
        info = (await laptop.post("/api/account/enter", json={"key": key})).json()
        assert (info["open"], info["name"], info["matches"], info["browsers"]) == (True, "Ann", 4, 2)
        wanted = {f"/{kind}/{table[what]['A'] if kind == 's' else table[what]}" for table in (made, later) for kind, what in KINDS}
        assert await links(laptop) == await links(phone) == wanted
        assert (await laptop.get("/api/me")).json()["name"] == "Ann"
        (kept,) = (await laptop.get("/api/account/seasons")).json()["seasons"]
        assert (kept["title"], kept["role"], kept["kept"]) == ("Cup", "host", season["host"])
        assert [one["id"] for one in (await laptop.get("/api/account/history")).json()["matches"]] == [later["id"]] * 2 + [made["id"]] * 2


KINDS = (("s", "seats"), ("h", "host"))


async def test_a_new_recovery_link_kills_the_old_one_and_signs_every_other_browser_out(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann, another(ann) as other:
        old = await new_key(ann, "Ann")
        await other.post("/api/account/enter", json={"key": old})
        new = (await ann.post("/api/account/key")).json()["key"]
        assert (await ann.get("/api/account")).json()["browsers"] == 1
        assert not (await other.get("/api/account")).json()["open"]
        answers = [(await other.post("/api/account/enter", json={"key": key})) for key in (old, tokens.new_token(), "x", "")]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.json()["reason"] for answer in answers}) == 1, "a dead link and one that never was get the same answer"
        assert (await other.post("/api/account/enter", json={"key": new})).json()["open"]


async def test_a_browser_signs_out_alone_or_with_all_the_others(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann, another(ann) as other:
        key = await new_key(ann, "Ann")
        stolen = dict(other.cookies)
        await other.post("/api/account/enter", json={"key": key})
        stolen = dict(other.cookies)
        await other.post("/api/account/leave", json={})
        other.cookies.update(stolen)
        assert not (await other.get("/api/account")).json()["open"], "the cookie of a browser that signed out is dead"
        await other.post("/api/account/enter", json={"key": key})
        await ann.post("/api/account/leave", json={"everywhere": True})
        assert not (await other.get("/api/account")).json()["open"]
        assert (await ann.post("/api/account/name", json={"name": "x"})).status_code == 403


async def test_cookies_of_a_key_are_out_of_reach_of_scripts_and_other_sites(client: httpx.AsyncClient) -> None:
    for scheme, name in (("http", "deathmatch-key"), ("https", "__Host-deathmatch-key")):
        answer = await client.post(f"{scheme}://here/api/account", json={"name": "Ann"})
        (cookie,) = [one for one in answer.headers.get_list("set-cookie") if name in one]
        assert cookie.startswith(f"{name}=")
        assert {"httponly", "samesite=lax", "path=/"} <= set(re.split("; *", cookie.lower()))
        assert ("secure" in cookie.lower()) == (scheme == "https")
        assert "domain" not in cookie.lower()
        assert answer.headers["cache-control"] == "no-store"
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}):
        for path in ("", "/peek", "/enter", "/key", "/leave", "/name", "/seasons", "/seasons/dismiss"):
            assert (await client.post(f"/api/account{path}", json={}, headers=headers)).status_code == 403


@pytest.mark.limits(accounts=Rate(2, 0), wrong_links=Rate(3, 0))
async def test_guesses_and_new_keys_are_counted(client: httpx.AsyncClient) -> None:
    statuses = []
    for _ in range(3):
        statuses.append((await client.post("/api/account", json={"name": "Ann"})).status_code)
        client.cookies.clear()
    assert statuses == [201, 201, 429]
    guesses = [(await client.post("/api/account/enter", json={"key": tokens.new_token()})).status_code for _ in range(4)]
    assert guesses == [404, 404, 404, 429]


async def test_a_disk_that_refuses_loses_no_link_and_signs_nobody_in(w: World, client: httpx.AsyncClient) -> None:
    async def refuses(*_: object) -> None:
        raise StoreError("disk full")

    await new_key(client, "Ann")
    w.store.keep_account = refuses  # type: ignore[method-assign, assignment]
    made = await new_table(client)
    client.cookies.delete("deathmatch-key")
    assert f"/s/{made['seats']['A']}" in await links(client), "the browser remembers what the account could not"
    assert (await client.post("/api/account", json={"name": "x"})).status_code == 503


def test_an_account_stays_small_and_its_row_fits_no_other_place() -> None:
    account = Account("abc", 1).with_matches((f"m{n}", f"/s/{n}") for n in range(MATCHES + 5))
    assert len(account.matches) == MATCHES
    for _ in range(SESSIONS + 5):
        account = account.with_session(tokens.new_token(), 1)
    assert len(account.sessions) == SESSIONS
    row = row_of(account, VAULT)
    assert account_of(row, VAULT) == account
    assert repr(account) == "<Account>"
    with pytest.raises(WrongKey):
        account_of(AccountRow("other", row.leaving, row.body), VAULT)
