"""A passkey opens its account at its own site, with a challenge that is good once; everything else gets one and the same refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from deathmatch.server.accounts.passkeys import LASTS_MS, Challenges, Site, WrongAnswer
from deathmatch.server.tokens import Once
from tests import loops
from tests.server.authenticator import Authenticator
from tests.server.kit import VAULT, http, world
from tests.server.test_accounts import another, new_key

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
        return Authenticator(HERE).sign({"rpId": "localhost", "challenge": _text(challenge)})

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


def _text(challenge: bytes) -> str:
    from deathmatch.server.tokens import packed

    return packed(challenge)
