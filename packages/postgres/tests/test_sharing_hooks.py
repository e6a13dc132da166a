"""Webhooks of two servers on one store: each message is sent once, whichever server wrote the change, and none is lost with a server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import httpx

from deathmatch.server.hooks.places import Answer
from deathmatch.server.hooks.webhooks import BACKUP_MS, SPARE_MS
from packages.postgres.tests.many import calm, die, servers, store_of
from tests.hooks.receiver import Pigeon
from tests.hooks.test_surviving import delivering, hooked, talk
from tests.server.kit import World, http

POST_MS = 10_000


class Slow(Pigeon):
    """A message takes until the gate is open; one that is broken off has not arrived."""

    gate: asyncio.Event | None = None
    steps = 0

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        if self.gate is not None:
            await self.gate.wait()
        for _ in range(self.steps):
            await asyncio.sleep(0)
        return await super().post(url, headers, body)


@contextlib.asynccontextmanager
async def two(folder: Path) -> AsyncIterator[tuple[World, World, Slow, Slow, httpx.AsyncClient, httpx.AsyncClient]]:
    """Two servers with their doors and their pigeons."""
    async with servers() as (x, y):
        pigeons = Slow(x.time.now), Slow(y.time.now)
        async with http(x, folder, pigeons[0]) as one, http(y, folder, pigeons[1]) as other:
            yield x, y, *pigeons, one, other


def _numbers(*pigeons: Pigeon) -> list[int]:
    """The numbers of all messages in the order in which they were sent."""
    sent = sorted((at, message["number"]) for pigeon in pigeons for (at, *_), message in zip(pigeon.sent, pigeon.json(), strict=True))
    return [number for _, number in sent]


async def test_what_two_servers_write_is_sent_once_and_in_order(tmp_path: Path) -> None:
    async with two(tmp_path) as (x, y, first, second, browser, _):
        first.steps = second.steps = 100  # so long that the other server begins too
        made = await x.match(settings={"untimed": True})
        await hooked(browser, made)
        await x.time.pass_by(2_000)
        for n in range(6):
            await talk((x, y)[n % 2], made, 2)
            await asyncio.gather(talk(x, made, 1), talk(y, made, 1))
            await x.time.pass_by(300)
        for _ in range(100):
            await x.time.pass_by(100)
        numbers = _numbers(first, second)
        assert len(numbers) >= 24
        assert numbers == list(range(1, len(numbers) + 1)), "in order, none twice"
        assert second.sent, "the server that wrote sends"
        before = len(numbers)
        await x.time.pass_by(3 * BACKUP_MS)
        assert len(_numbers(first, second)) == before
        (row,) = await x.store.hooks_of(made.id)
        assert row.done == len(x.store.matches[made.id])
        assert not [name for name in store_of(x).database.leases if name.startswith("hook ")]


async def test_a_message_of_a_server_that_dies_is_sent_by_the_other_one(tmp_path: Path) -> None:
    async with two(tmp_path) as (x, y, first, second, browser, _):
        made = await x.match(settings={"untimed": True})
        await hooked(browser, made)
        await x.time.pass_by(2_000)
        sent = len(first.sent)
        first.gate = asyncio.Event()
        await talk(x, made, 3)
        await x.time.pass_by(100)
        await die(x)
        await y.time.pass_by(BACKUP_MS - 1_000)
        assert second.sent == []
        await y.time.pass_by(POST_MS + SPARE_MS)
        assert _numbers(first, second) == list(range(1, sent + 4))
        await talk(y, made, 1)
        await y.time.pass_by(100)
        assert _numbers(first, second) == list(range(1, sent + 5)), "from now on at once"


async def test_a_commit_of_a_server_that_dies_before_it_has_begun_to_send_is_sent(tmp_path: Path) -> None:
    async with two(tmp_path) as (x, y, first, second, browser, _):
        made = await x.match(settings={"untimed": True})
        await hooked(browser, made)
        await x.time.pass_by(2_000)
        x.lobby.shared.changed = lambda match: None
        await talk(x, made, 1)
        await die(x)
        await y.time.pass_by(BACKUP_MS + 100)
        assert len(second.sent) == 1
        assert _numbers(first, second)[-1] == len(_numbers(first, second))


async def test_a_webhook_that_its_host_changes_on_one_server_is_changed_on_the_other(tmp_path: Path) -> None:
    async with two(tmp_path) as (x, y, first, second, browser, other):
        made = await x.match(settings={"untimed": True})
        name = (await hooked(browser, made))["id"]
        await talk(y, made, 1)
        await x.time.pass_by(2_000)
        address = {"address": "https://elsewhere.example/json"}
        assert (await other.post(f"/api/hosts/{made.host}/webhooks/{name}", json=address)).status_code == 200
        await talk(x, made, 1)
        await x.time.pass_by(2_000)
        assert max([*first.sent, *second.sent], key=lambda sent: sent[0])[1] == address["address"]
        assert (await other.post(f"/api/hosts/{made.host}/webhooks/{name}", json={"on": False})).status_code == 200
        sent = len(first.sent) + len(second.sent)
        await talk(x, made, 1)
        await x.time.pass_by(2 * BACKUP_MS)
        assert len(first.sent) + len(second.sent) == sent
        assert (await browser.post(f"/api/hosts/{made.host}/webhooks/{name}", json={"on": True})).status_code == 200
        await talk(y, made, 1)
        await x.time.pass_by(2 * BACKUP_MS)
        assert _numbers(first, second) == list(range(1, len(_numbers(first, second)) + 1))
        assert (await other.post(f"/api/hosts/{made.host}/webhooks/{name}/remove", json={})).status_code in (200, 201)
        sent = len(first.sent) + len(second.sent)
        await talk(x, made, 1)
        await x.time.pass_by(2 * BACKUP_MS)
        assert len(first.sent) + len(second.sent) == sent


async def test_after_lost_news_the_other_server_knows_all_webhooks(tmp_path: Path) -> None:
    async with two(tmp_path) as (x, y, _, second, browser, other):
        store_of(y).lost = True
        made = await x.match(settings={"untimed": True})
        await hooked(browser, made)
        await x.time.pass_by(2_000)
        store_of(y).reconnect()
        await calm()
        await y.time.pass_by(2_000)
        assert delivering(other)._of_match.get(made.id)
        await talk(y, made, 1)
        await y.time.pass_by(100)
        assert second.sent
