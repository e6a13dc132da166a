"""A key: made with one request, brought to another device by its recovery link, changed, and left."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server import tokens
from deathmatch.server.accounts.account import MATCHES, SESSIONS, Account, account_of, row_of
from deathmatch.server.accounts.passkeys import LASTS_MS, Challenges, Site, WrongAnswer
from deathmatch.server.settings import Rate
from deathmatch.server.store.interface import AccountRow, StoreError
from deathmatch.server.tokens import Once, packed
from deathmatch.server.vault import WrongKey
from tests import loops
from tests.server.authenticator import Authenticator
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
        wanted = {link for table in (made, later) for link in (f"/s/{table['seats']['A']}", f"/h/{table['host']}")}
        assert await links(laptop) == await links(phone) == wanted
        assert (await laptop.get("/api/me")).json()["name"] == "Ann"
        (kept,) = (await laptop.get("/api/account/seasons")).json()["seasons"]
        assert (kept["title"], kept["role"], kept["kept"]) == ("Cup", "host", season["host"])
        assert [one["id"] for one in (await laptop.get("/api/account/history")).json()["matches"]] == [later["id"]] * 2 + [made["id"]] * 2


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


# --- A passkey opens its account at its own site, with a challenge that is good once; everything else gets the same refusal


HERE = "http://localhost"


async def options(client: httpx.AsyncClient, path: str) -> Any:
    answer = await client.post(f"/api/account/{path}/options")
    assert answer.status_code == 200, answer.text
    return answer.json()["options"]


async def add(client: httpx.AsyncClient, passkey: Authenticator) -> httpx.Response:
    made = passkey.make(await options(client, "passkeys"))
    return await client.post("/api/account/passkeys", json={"credential": made, "name": "phone"})


async def enter(client: httpx.AsyncClient, signed: dict[str, Any]) -> httpx.Response:
    return await client.post("/api/account/enter/passkey", json={"credential": signed})


async def test_a_passkey_opens_its_account_until_it_is_removed(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann, another(ann) as other:
        ann.base_url = other.base_url = httpx.URL(HERE)
        await new_key(ann, "Ann")
        passkey = Authenticator(HERE)
        assert (await ann.get("/api/account")).json()["offers"] == ["passkeys"]
        asked = await options(ann, "passkeys")
        assert (asked["rp"]["id"], asked["authenticatorSelection"]["residentKey"]) == ("localhost", "required")
        assert asked["authenticatorSelection"]["userVerification"] == "required"
        added = await add(ann, passkey)
        assert (added.status_code, [one["name"] for one in added.json()["passkeys"]]) == (201, ["phone"])
        signed = passkey.sign(await options(other, "enter"))
        assert (await enter(other, signed)).json()["name"] == "Ann"
        (kept,) = (await other.get("/api/account")).json()["passkeys"]
        await other.post("/api/account/leave", json={})
        refused = [await enter(other, signed)]  # the same answer again
        passkey.count = 0  # a copy of the authenticator, which has signed less often
        refused.append(await enter(other, passkey.sign(await options(other, "enter"))))
        passkey.count, passkey.origin = 9, "http://localhost:1"
        refused.append(await enter(other, passkey.sign(await options(other, "enter"))))
        passkey.origin, passkey.verifies = HERE, False
        refused.append(await enter(other, passkey.sign(await options(other, "enter"))))
        passkey.verifies = True
        stranger = Authenticator(HERE, id=passkey.id)
        refused.append(await enter(other, stranger.sign(await options(other, "enter"))))
        refused.append(await enter(other, Authenticator(HERE).sign(await options(other, "enter"))))
        refused.append(await enter(other, passkey.sign({**await options(other, "enter"), "rpId": "evil.example"})))
        refused.append(await enter(other, {"id": 5, "response": None}))
        refused.append(await enter(other, {}))
        assert {answer.status_code for answer in refused} == {422}
        assert len({answer.json()["reason"] for answer in refused}) == 1
        assert not (await other.get("/api/account")).json()["open"]
        assert (await enter(other, passkey.sign(await options(other, "enter")))).status_code == 200
        assert (await ann.post("/api/account/passkeys/remove", json={"id": kept["id"]})).json().get("passkeys", []) == []
        assert (await enter(other, passkey.sign(await options(other, "enter")))).status_code == 422


async def test_a_passkey_is_made_for_the_account_that_asked_and_for_one_account_alone(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann, another(ann) as eve:
        ann.base_url = eve.base_url = httpx.URL(HERE)
        await new_key(ann, "Ann")
        await new_key(eve, "Eve")
        passkey = Authenticator(HERE)
        made = passkey.make(await options(ann, "passkeys"))
        assert (await eve.post("/api/account/passkeys", json={"credential": made})).status_code == 422, "a challenge of somebody else"
        assert (await add(ann, Authenticator(HERE, verifies=False))).status_code == 422
        assert (await add(ann, Authenticator("https://evil.example"))).status_code == 422
        assert (await add(ann, passkey)).status_code == 201
        assert (await add(eve, passkey)).status_code == 409
        assert (await ann.get("/api/account")).json()["browsers"] == 1


async def test_the_site_comes_from_the_public_address_and_not_from_the_request(client: httpx.AsyncClient) -> None:
    public = ("https://play.example.org", "http://play.example.org")
    assert Site.of("https://play.example.org", public) == Site("play.example.org", "https://play.example.org")
    for origin in ("https://evil.example", "https://play.example.org.evil.example", "http://127.0.0.1:8000", "null", ""):
        assert Site.of(origin, public) is None
    assert Site.of("http://localhost:8000", ()) == Site("localhost", "http://localhost:8000")
    await new_key(client, "Ann")
    assert "offers" not in (await client.get("/api/account")).json(), "this server has not been told its public address"
    assert (await client.post("/api/account/passkeys/options")).status_code == 403


def test_a_challenge_is_good_once_and_for_a_short_while() -> None:
    now = [0]
    once = Once(lambda: now[0] / 1000)
    waiting = Challenges(VAULT, once, lambda: now[0])

    def answered(challenge: bytes) -> dict[str, Any]:
        return Authenticator(HERE).sign({"rpId": "localhost", "challenge": packed(challenge)})

    def refused(challenge: bytes, owner: str = "") -> bool:
        try:
            loops.run(waiting.take(answered(challenge), owner))
        except WrongAnswer:
            return True
        return False

    first, second, third = waiting.new(), waiting.new(), waiting.new("ann")
    assert not refused(first)
    assert refused(first)
    assert refused(third), "it was made for an account"
    now[0] = LASTS_MS + 1
    assert refused(second)
    fourth = waiting.new()
    waiting = Challenges(VAULT, Once(), lambda: now[0])
    assert refused(fourth), "the next process does not know whether it was used up"
    assert not refused(waiting.new())
    assert refused(b"sealed.x")
    assert refused(b"\xff")
