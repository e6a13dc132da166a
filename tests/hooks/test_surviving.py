"""Webhooks through bad times: a server that is killed, a receiver that is dead, hosts who have many."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from deathmatch.server.hooks.places import Answer
from deathmatch.server.hooks.webhook import GIVEN_UP_MS
from deathmatch.server.hooks.webhooks import Webhooks
from deathmatch.server.web.webhooks import open_desk
from tests.hooks.receiver import Pigeon, receiving
from tests.hooks.test_delivering import VARIANT, new_match, sit
from tests.hooks.test_posts import hook, say
from tests.server.kit import World, http, settle, studios, world
from tests.server.test_accounts import another, new_key
from tests.server.test_kill import server

HOUR_MS = 3_600_000


# --- A server that is killed


def chat(client: httpx.Client, made: dict[str, Any], text: str) -> int:
    """A line of chat of the host; returns the version from which on it is there."""
    answer = client.post(f"/api/hosts/{made['host']}/chat", json={"text": text})
    return int(answer.raise_for_status().json()["version"])


@pytest.mark.nightly  # by day `tests/server/test_kill.py` has webhooks on all of its tables
def test_a_server_killed_between_commit_and_delivery_delivers_afterwards(tmp_path: Path) -> None:
    with receiving() as receiver:
        receiver.gate.clear()  # the first message is under way when the server dies, and nothing else has left it
        with server(tmp_path) as (process, address), httpx.Client(base_url=f"http://{address}", timeout=60) as client:
            made = new_match(client, receiver)
            sit(client, made)
            version = chat(client, made, "is anybody there?")
            process.kill()
        receiver.gate.set()
        with server(tmp_path):
            got = receiver.wait(lambda got: bool(got) and got[-1].json["number"] == version)
        numbers = [one.json["number"] for one in got]
        assert sorted(set(numbers)) == list(range(1, version + 1))
        assert numbers == sorted(numbers)


# --- A receiver that is dead


class Dead(Pigeon):
    """Nothing arrives while it is dead."""

    dead = True

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        answer = await super().post(url, headers, body)
        return Answer(trouble="connection") if self.dead else answer


async def hooked(browser: httpx.AsyncClient, made: Any, **fields: Any) -> dict[str, Any]:
    return await hook(browser, made.host, "json", format="json", sends="all", **fields)


async def talk(w: World, made: Any, lines: int) -> None:
    for line in range(lines):
        await w.ask(made, "A", partial(say, f"line {line}"))


def delivering(browser: httpx.AsyncClient) -> Webhooks:
    transport: Any = browser._transport
    return cast("Webhooks", transport.app.app.state["desk"].webhooks)


async def test_a_dead_receiver_costs_bounded_memory_and_gets_everything_in_the_end(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Dead(w.time.now)) as browser:
        made = await w.match(settings={"untimed": True})
        await hooked(browser, made)
        webhooks = delivering(browser)
        for _ in range(10):
            await talk(w, made, 30)
            await w.time.pass_by(HOUR_MS)
            assert len(webhooks._pending) == 1
            assert not webhooks._followers
            assert not webhooks._turns
            assert not webhooks._tasks
        tries = len(pigeon.sent)
        assert 15 < tries < 30, "attempts do not grow with the changes that wait"
        assert len({body for *_, body in pigeon.sent}) == 1
        pigeon.dead = False
        await w.time.pass_by(HOUR_MS + 120_000)
        numbers = [message["number"] for message in pigeon.json()[tries:]]
        assert numbers == list(range(1, len(numbers) + 1))
        assert [message["chat"]["text"] for message in pigeon.json()[tries:] if "chat" in message] == [f"line {n}" for n in range(30)] * 10


async def test_after_a_day_a_webhook_is_switched_off_and_goes_on_where_it_stood(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Dead(w.time.now)) as browser:
        made = await w.match(settings={"untimed": True})
        name = (await hooked(browser, made))["id"]
        await talk(w, made, 2)
        await w.time.pass_by(GIVEN_UP_MS + 2 * HOUR_MS)
        apart = [later - earlier for (earlier, *_), (later, *_) in zip(pigeon.sent, pigeon.sent[1:], strict=False)]
        assert apart[:5] == [5_000, 10_000, 20_000, 40_000, 80_000]
        assert max(apart) <= HOUR_MS
        assert sum(apart) >= GIVEN_UP_MS
        (shown,) = (await browser.get(f"/api/hosts/{made.host}/webhooks")).json()["webhooks"]
        assert (shown["on"], shown["trouble"], shown["delivered"]) == (False, "nothing has arrived for a day", 0)
        assert shown["deliveries"][0]["tries"] == len(pigeon.sent)
        assert shown["deliveries"][0]["next"] == 0
        before = len(pigeon.sent)
        await talk(w, made, 1)
        await w.time.pass_by(HOUR_MS)
        assert len(pigeon.sent) == before
        pigeon.dead = False
        await browser.post(f"/api/hosts/{made.host}/webhooks/{name}", json={"on": True})
        await w.time.pass_by(60_000)
        assert [message["number"] for message in pigeon.json()[before:]] == [1, 2, 3]


# --- Many


class Slow(Pigeon):
    """Every message takes until the gate opens."""

    def __init__(self, now: Any) -> None:
        super().__init__(now)
        self.gate = asyncio.Event()

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        answer = await super().post(url, headers, body)
        await self.gate.wait()
        return answer


async def test_play_never_waits_and_one_host_leaves_places_for_others(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Slow(w.time.now)) as browser:
        greedy = [await w.match(address="198.51.100.1") for _ in range(10)]
        other = await w.match(address="198.51.100.2")
        for made in (*greedy, other):
            await hooked(browser, made, address=f"https://{made.id}.example/json")
        for made in (*greedy, other):
            ply = (await w.full(made, "A")).seen.ply
            assert (await w.submit(made, "A", ply, "score grow")).text
            await w.time.pass_by(10)
        hosts = [url.split("/")[2] for _, url, *_ in pigeon.sent]
        assert len(hosts) == 3
        assert hosts[2] == f"{other.id}.example"
        pigeon.gate.set()
        await w.time.pass_by(10_000)
        assert len({url for _, url, *_ in pigeon.sent}) == 11


# --- A name that goes


class Held:
    """A store that gives out the logs which it has read once the gate is open."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.gate = asyncio.Event()
        self.begun = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def load(self, match: str, first: int = 0) -> Any:
        stored = await self._store.load(match, first)
        self.begun = True
        await self.gate.wait()
        return stored


async def test_a_log_that_is_read_while_it_is_rewritten_goes_into_no_message(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as bob, another(bob) as zaphira:
        await new_key(zaphira, "Zaphira")
        wanted = {"variant": VARIANT, "seats": {"A": "friend", "B": "friend"}, "host": True, "settings": {"untimed": True}}
        table = (await bob.post("/api/matches", json=wanted)).json()
        await hook(bob, table["host"], "json", format="json", sends="all")
        await zaphira.post(f"/api/seats/{table['seats']['A']}", json={"name": "Zaphira"})
        await w.time.pass_by(1_000)
        assert "Zaphira" in str(pigeon.json())
        before, webhooks = len(pigeon.sent), delivering(bob)
        webhooks._followers.clear()
        webhooks.store = held = Held(webhooks.store)
        await bob.post(f"/api/hosts/{table['host']}/chat", json={"text": "are you there?"})
        await w.time.pass_by(1_000)
        assert held.begun
        assert len(pigeon.sent) == before
        assert (await zaphira.post("/api/account/delete", json={"confirm": "delete"})).json()["waiting"] == 0
        held.gate.set()
        await bob.post(f"/api/hosts/{table['host']}/chat", json={"text": "gone"})
        await w.time.pass_by(10_000)
        later = pigeon.json()[before:]
        assert [message["number"] for message in later] == list(range(before + 1, before + len(later) + 1))
        assert [message["chat"]["text"] for message in later if "chat" in message] == ["are you there?", "gone"]
        assert "Zaphira" not in str(later)


# --- After the match


async def test_a_rematch_tells_the_same_receiver_and_starts_to_count_again(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path, pigeon := Pigeon(w.time.now)) as browser:
        made = await w.match()
        await hooked(browser, made)
        await w.link(made, "host")
        await w.full(made, "host")
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        for seat in ("A", "B"):
            await w.ask(made, seat, lambda room, role: room.wish(role, str(made.seats[role])))
        await w.time.pass_by(5_000)
        last = pigeon.json()[-1]
        link = (await w.full(made, "host")).table.rematch
        (shown,) = (await browser.get(f"/api/hosts/{link[3:]}/webhooks")).json()["webhooks"]
        assert shown["delivered"] == 1
        old, new = pigeon.json()[-2:]
        assert old["table"]["rematch"] == f"/w/{new['match']}" or last["match"] == new["match"]
        assert (new["number"], new["version"]) == (1, 1)
        assert new["webhook"] != made.id


async def test_a_server_that_starts_sends_only_what_has_not_arrived(w: World, tmp_path: Path) -> None:
    async with http(w, tmp_path, first := Pigeon(w.time.now)) as browser:
        made = await w.match()
        await hooked(browser, made)
        await talk(w, made, 1)
        await w.time.pass_by(1_000)
    await talk(w, made, 2)  # while nobody delivers
    again = await w.again()
    sender = Pigeon(again.time.now)
    async with open_desk(again.lobby, studios().own, again.lobby.settings, lambda _: sender):
        await again.time.pass_by(5_000)
        await settle()
    assert [message["number"] for message in (*first.json(), *sender.json())] == [1, 2, 3]
    await again.lobby.close()
