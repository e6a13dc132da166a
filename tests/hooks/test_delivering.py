"""Each change that spectators are shown reaches the receiver of a webhook: over a real server and real sockets."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import logging
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.cli.serve import STORE
from deathmatch.server.hooks import discord
from deathmatch.server.hooks.places import Answer
from packages.postgres.tests.databases import contents
from tests.hooks.receiver import NETWORK, Got, Pigeon, Receiver, receiving
from tests.server.kit import http, serving, world

VARIANT = "five-card-trick/gauntlet"


@contextlib.contextmanager
def served(folder: Path) -> Iterator[tuple[Receiver, httpx.Client]]:
    """A receiver, and a client of a server that may send to it."""
    with (
        receiving() as receiver,
        serving(folder, webhook_networks=(NETWORK,)) as address,
        httpx.Client(base_url=f"http://{address}", timeout=60) as client,
    ):
        yield receiver, client


def new_match(client: httpx.Client, receiver: Receiver, format: str = "json", sends: str = "all", **wanted: Any) -> dict[str, Any]:
    """A match of two people with a webhook."""
    body = {"variant": VARIANT, "seats": {"A": "me", "B": "friend"}, "host": True, "name": "Ann", **wanted}
    answer = client.post(
        "/api/matches", json={**body, "webhook": {"address": receiver.address("/hook?key=s3cret"), "format": format, "sends": sends}}
    )
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def sit(client: httpx.Client, made: dict[str, Any]) -> None:
    client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"}).raise_for_status()


def signed(got: Got, secret: str) -> bool:
    """Whether a receiver that holds the secret believes this."""
    name, stamp = got.headers["webhook-id"], got.headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = hmac.new(key, f"{name}.{stamp}.".encode() + got.body, hashlib.sha256).digest()
    return abs(time.time() - int(stamp)) < 60 and got.headers["webhook-signature"] == "v1," + base64.b64encode(expected).decode()


def submit(client: httpx.Client, made: dict[str, Any], seat: str) -> None:
    """This seat answers with its first legal move."""
    path = f"/api/seats/{made['seats'][seat]}"
    legal = client.get(path, params={"moves": 1000, "pictures": "none"}).json()["legal"]
    client.post(f"{path}/submit", json={"ply": legal["ply"], "text": legal["moves"][0]}).raise_for_status()


def test_each_change_arrives_in_order_numbered_and_signed(tmp_path: Path) -> None:
    with served(tmp_path) as (receiver, client):
        made = new_match(client, receiver)
        sit(client, made)
        submit(client, made, "A")
        submit(client, made, "B")
        client.post(f"/api/hosts/{made['host']}/chat", json={"text": "good luck"}).raise_for_status()
        full = client.get(f"/api/matches/{made['id']}").json()
        got = receiver.wait(lambda got: len(got) >= full["version"])
        assert [one.json["number"] for one in got] == list(range(1, full["version"] + 1)) == [one.json["version"] for one in got]
        assert all(signed(one, made["webhook"]["secret"]) for one in got)
        assert not signed(got[0], "whsec_" + base64.b64encode(b"x" * 24).decode())
        assert {one.path for one in got} == {"/hook?key=s3cret"}
        told = [beat["words"] for one in got for beat in one.json.get("beats", [])]
        assert told == [beat["words"] for beat in full["log"]]
        last = got[-1].json
        assert last["chat"]["text"] == "good luck"
        assert last["picture"] == full["picture"]
        assert last["seen"]["public"] == full["seen"]["public"]
        assert last["table"]["names"] == {"A": "Ann", "B": "Bob"}
        while (log := client.get(f"/api/hosts/{made['host']}/webhooks").json()["webhooks"][0])["delivered"] < full["version"]:
            time.sleep(0.01)
        assert log["place"] == "127.0.0.1"
        assert "s3cret" not in json.dumps(log)


def test_a_match_that_is_cancelled_before_its_start_is_told(tmp_path: Path) -> None:
    with served(tmp_path) as (receiver, client):
        made = new_match(client, receiver)
        client.post(f"/api/hosts/{made['host']}/ruling", json={"ruling": "cancel", "reason": "the wrong game"}).raise_for_status()
        last = receiver.wait(lambda got: bool(got) and got[-1].json["table"]["state"] == "over")[-1].json
        assert last["chat"]["text"] == "The host cancelled the match. Reason: the wrong game"


def test_discord_gets_words_and_the_picture_after_each_change(tmp_path: Path) -> None:
    with served(tmp_path) as (receiver, client):
        made = new_match(client, receiver, "discord", name="*Ann*")
        sit(client, made)
        submit(client, made, "A")
        submit(client, made, "B")
        wanted = client.get(f"/api/matches/{made['id']}", params={"pictures": "none"}).json()["log"][-1]["words"]
        got = receiver.wait(lambda got: bool(got) and discord.plain(wanted) in payload(got[-1])["content"])
        said = payload(got[-1])
        assert len(said["content"]) <= 2000
        assert said["allowed_mentions"] == {"parse": []}
        assert said["embeds"][0]["image"] == {"url": "attachment://table.png"}
        assert said["attachments"][0]["description"]
        assert b"\x89PNG\r\n" in got[-1].body
        assert "webhook-signature" not in got[-1].headers


def payload(got: Got) -> dict[str, Any]:
    """The JSON of a message to Discord, with a file or without."""
    if got.headers["content-type"] == "application/json":
        return got.json
    found = re.search(rb'name="payload_json"\r\nContent-Type: application/json\r\n\r\n(.*?)\r\n--deathmatch', got.body, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


# --- The address of a webhook and the secret of its signatures are the host's alone


TOKEN = "s3cret"  # of the address in `new_match`


@pytest.mark.parametrize("trouble", ["dead", *(pytest.param(trouble, marks=pytest.mark.nightly) for trouble in ("none", "refused"))])
def test_the_address_and_the_secret_lie_sealed_on_disk_and_reach_no_log(
    tmp_path: Path, trouble: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr("deathmatch.server.hooks.webhook.FIRST_MS", 50)
    with served(tmp_path) as (receiver, client):
        receiver.answers = [(500, {})] * 3 if trouble == "refused" else []
        made = new_match(client, receiver)
        if trouble == "dead":
            client.post(f"/api/hosts/{made['host']}/webhooks", json={"address": f"http://127.0.0.1:9/{TOKEN}"}).raise_for_status()
        sit(client, made)
        receiver.wait(lambda got: len(got) >= 4)
        shown = client.get(f"/api/hosts/{made['host']}/webhooks").text
        pages = [
            client.get(path).text
            for path in (f"/h/{made['host']}", f"/s/{made['seats']['A']}", f"/w/{made['id']}", f"/api/hosts/{made['host']}")
        ]
    files = {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    if database := os.environ.get(STORE):  # with --store postgres
        files |= contents(database)
    assert {"matches.sqlite", "hooks"} & set(files)
    for secret in (TOKEN, made["webhook"]["secret"], made["webhook"]["secret"].removeprefix("whsec_")):
        assert not [name for name, body in files.items() if secret.encode() in body]
        assert secret not in shown
        assert not [page for page in pages if secret in page]
        assert not [
            record for record in caplog.records if secret in record.getMessage() and not record.name.startswith(("httpx", "httpcore"))
        ]
    assert not [record for record in caplog.records if record.name.startswith("httpcore") and TOKEN in record.getMessage()]


async def add(client: httpx.AsyncClient, key: str, **fields: Any) -> httpx.Response:
    return await client.post(f"/api/hosts/{key}/webhooks", json={"address": "https://receiver.example/json", "sends": "all", **fields})


async def test_only_the_host_of_a_match_can_touch_its_webhooks(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, Pigeon(w.time.now)) as client:
        made, other = await w.match(), await w.match()
        hook = (await add(client, str(made.host))).json()["id"]
        for key in (str(other.host), str(made.seats["A"]), made.id, "x" * 22):
            for path, body in {"": {"on": False}, "/test": None, "/remove": None}.items():
                answer = await client.post(f"/api/hosts/{key}/webhooks/{hook}{path}", json=body)
                assert answer.status_code == 404, (key, path, answer.text)
        (shown,) = (await client.get(f"/api/hosts/{made.host}/webhooks")).json()["webhooks"]
        assert shown["on"]
        assert (await client.get(f"/api/hosts/{other.host}/webhooks")).json() == {"webhooks": []}


async def test_a_host_adds_changes_tests_and_removes(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as client:
        made = await w.match()
        at = f"/api/hosts/{made.host}/webhooks"
        hook = (await add(client, str(made.host), language="de")).json()["id"]
        pigeon.answers = [Answer(200), Answer(403), Answer(trouble="certificate")]
        answers = [(await client.post(f"{at}/{hook}/test")).json() for _ in range(3)]
        assert answers[0] == {"status": 200, "trouble": ""}
        assert (answers[1]["status"], answers[1]["trouble"]) == (403, "the receiver refused the message")
        assert answers[2]["trouble"] == "the certificate of the receiver is not valid"
        assert [(one["type"], one["number"]) for one in pigeon.json()] == [("test", 0)] * 3
        assert (await client.get(at)).json()["webhooks"][0]["delivered"] == 0
        changed = await client.post(f"{at}/{hook}", json={"address": "https://other.example/discord", "format": "discord"})
        assert (changed.json()["place"], changed.json()["format"], changed.json()["language"]) == ("other.example", "discord", "de")
        await w.ask(made, "A", lambda room, seat: room.say(seat, "", "hello"))
        await w.time.pass_by(1_000)
        assert pigeon.sent[-1][1] == "https://other.example/discord"
        assert "Es fehlt noch" in json.dumps(pigeon.sent[-1][3].decode("utf-8", "replace"), ensure_ascii=False)
        assert not (await client.post(f"{at}/{hook}", json={"on": False})).json()["on"]
        count = len(pigeon.sent)
        await w.ask(made, "A", lambda room, seat: room.say(seat, "", "nobody hears this now"))
        await w.time.pass_by(1_000)
        assert len(pigeon.sent) == count
        assert (await client.post(f"{at}/{hook}/remove")).status_code == 200
        assert (await client.get(at)).json() == {"webhooks": []}
        assert not w.store.table("hooks")


async def test_a_match_has_three_webhooks_at_most_and_each_request_is_checked(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, Pigeon(w.time.now)) as client:
        made = await w.match()
        assert [(await add(client, str(made.host))).status_code for _ in range(4)] == [201, 201, 201, 409]
        for fields in ({"language": "tlh"}, {"format": "xml"}, {"color": "red"}):
            assert (await add(client, str(made.host), **fields)).status_code in (400, 422)
        body = {"variant": "toy/lenient", "seats": {"A": "me", "B": "friend"}, "webhook": {"address": "https://receiver.example/json"}}
        assert (await client.post("/api/matches", json=body)).status_code == 422
    async with world() as w, http(w, tmp_path) as client:  # the real sender
        made = await w.match()
        count = len(w.store.matches)
        for address in ("http://127.0.0.1:1/x", "https://127.1/x", "ftp://x", ""):
            assert (await add(client, str(made.host), address=address)).status_code == 422
            assert (await client.post("/api/matches", json={**body, "host": True, "webhook": {"address": address}})).status_code == 422
        assert len(w.store.matches) == count, "a match whose webhook is refused is not made"
