"""Each change that spectators are shown reaches the receiver of a webhook: over a real server and real sockets."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from deathmatch.server.hooks import discord
from tests.hooks.receiver import NETWORK, Got, Receiver, receiving
from tests.server.kit import serving

VARIANT = "five-card-trick/gauntlet"


@contextlib.contextmanager
def served(folder: Path) -> Iterator[tuple[Receiver, httpx.Client]]:
    """A receiver, and a client of a server that may send to it."""
    with (
        receiving() as receiver,
        serving(folder, webhook_networks=(NETWORK,)) as address,
        httpx.Client(base_url=f"http://{address}") as client,
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
