"""Webhooks of two servers on one PostgreSQL: each message is sent once while both live, and by the other one if one dies while it sends."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from deathmatch.server.hooks import webhooks
from packages.postgres.tests.databases import changing, until
from packages.postgres.tests.farm.proxy import HOST
from packages.postgres.tests.farm.servers import Zygote, farming, zygotes
from packages.postgres.tests.many_postgres import servers_on
from packages.postgres.tests.test_sharing_hooks import Slow
from tests.hooks.receiver import NETWORK, Receiver, receiving
from tests.hooks.test_delivering import new_match
from tests.hooks.test_surviving import delivering, hooked, talk
from tests.server.kit import FakeTime, World, http, run

POST_MS = 400  # a delivery may take so long, and its lease is so much longer


@contextlib.asynccontextmanager
async def two(database: str, folder: Path) -> AsyncIterator[list[tuple[World, Slow, httpx.AsyncClient]]]:
    """Two servers with their pigeons and doors."""
    async with servers_on(database) as worlds, contextlib.AsyncExitStack() as stack:
        pigeons = [Slow(w.time.now) for w in worlds]
        doors = [http(w, folder, pigeon, webhook_ms=POST_MS) for w, pigeon in zip(worlds, pigeons, strict=True)]
        yield [(w, pigeon, await stack.enter_async_context(door)) for w, pigeon, door in zip(worlds, pigeons, doors, strict=True)]


def numbers(*pigeons: Slow) -> list[int]:
    """The numbers of all messages, in order for each pigeon."""
    return [message["number"] for pigeon in pigeons for message in pigeon.json()]


def sent_so_far(total: int, *pigeons: Slow) -> bool:
    """Whether so many messages have been sent."""
    return len(numbers(*pigeons)) >= total


async def passing(time: FakeTime, enough: Callable[[], object]) -> None:
    """Time passes until there is enough."""
    async with asyncio.timeout(50):
        while not enough():
            await time.pass_by(100)
            await asyncio.sleep(0.002)


def quiet(client: httpx.AsyncClient) -> bool:
    """Whether a server has no webhook that has something to do."""
    return not delivering(client)._pending


def test_two_stores_on_one_postgres_send_each_message_once(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "BACKUP_MS", 2_000)

    async def test() -> None:
        async with two(database, tmp_path) as ((x, first, browser), (y, second, other)):
            made = await x.match(settings={"untimed": True})
            await hooked(browser, made)
            first.steps = second.steps = 20  # so long that the other server begins too
            for _ in range(4):
                await asyncio.gather(talk(x, made, 2), talk(y, made, 2))
                await passing(x.time, lambda: len(numbers(first, second)) > 1)
            await passing(x.time, lambda: len(numbers(first, second)) >= 16)
            await passing(x.time, lambda: quiet(browser) and quiet(other))  # the other one has looked too, long after
            (row,) = await y.store.hooks_of(made.id)
            assert row.done == len(await y.store.load(made.id) or ())
            assert sorted(numbers(first, second)) == list(range(1, 17)), "none twice"
            sent = sorted((at, number) for pigeon in (first, second) for (at, *_), number in zip(pigeon.sent, numbers(pigeon), strict=True))
            assert [number for _, number in sent] == sorted(number for _, number in sent), "in order"
            for total, w in ((17, x), (18, y)):
                await talk(w, made, 1)
                await passing(x.time, partial(sent_so_far, total, first, second))  # mostly by the server that wrote
                await passing(x.time, lambda: quiet(browser) and quiet(other))
            assert sorted(numbers(first, second)) == list(range(1, 19))

    run(test())


def test_a_message_of_a_store_that_dies_while_it_sends_is_sent_by_the_other_one(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "BACKUP_MS", 2_000)
    monkeypatch.setattr(webhooks, "SPARE_MS", POST_MS)

    async def test() -> None:
        async with two(database, tmp_path) as ((x, first, browser), (_, second, _other)):
            made = await x.match(settings={"untimed": True})
            await hooked(browser, made)
            await talk(x, made, 1)
            await passing(x.time, lambda: numbers(first, second) and quiet(browser))
            first.gate, sent = asyncio.Event(), len(numbers(first, second))
            await talk(x, made, 2)
            await passing(x.time, lambda: any(pending.busy for pending in delivering(browser)._pending.values()))
            with changing(database) as db:
                await until(lambda: db.execute("SELECT FROM leases WHERE name LIKE 'hook %'").fetchall())
                cast("Any", x.store)._closed = True  # it is dead: it gives no lease back, and hears nothing
                for task in delivering(browser)._tasks:
                    task.cancel()
                assert db.execute("SELECT FROM leases WHERE name LIKE 'hook %' AND until > clock_timestamp()").fetchall()
            await passing(x.time, lambda: len(numbers(second)) == 2)
            assert numbers(second) == [sent + 1, sent + 2]
            cast("Any", x.store)._closed = False  # so that its connections are closed

    run(test())


# --- Real processes


@pytest.fixture(scope="module")
def zygote() -> Any:
    """Forks the servers."""
    with zygotes() as it:
        yield it


async def say(client: httpx.AsyncClient, made: dict[str, Any], text: str) -> int:
    """A line of chat of the host; returns the version from which on it is there."""
    answer = await client.post(f"/api/hosts/{made['host']}/chat", json={"text": text})
    return int(answer.raise_for_status().json()["version"])


async def arrived(receiver: Receiver, version: int) -> None:
    """Wait until the message with this number has come."""
    await asyncio.to_thread(receiver.wait, lambda got: any(one.json["number"] == version for one in got), 60)


@pytest.mark.nightly
def test_two_real_servers_send_each_message_once_and_one_goes_on_when_the_other_is_killed(
    zygote: Zygote, database: str, tmp_path: Path
) -> None:
    async def test() -> None:
        running = farming(zygote, tmp_path / "data", database, count=2, options=["--webhook-network", NETWORK])
        with receiving() as receiver:
            async with running as (farm, _):
                clients = [httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=30) for port in farm.ports]
                with httpx.Client(base_url=f"http://{HOST}:{farm.ports[0]}", timeout=30) as blocking:
                    made = await asyncio.to_thread(new_match, blocking, receiver)
                for n in range(10):
                    version = max(await asyncio.gather(*(say(client, made, f"line {n}") for client in clients)))
                await arrived(receiver, version)
                await asyncio.sleep(webhooks.BACKUP_MS / 1000 + 3)  # the other one looks too, after this time
                assert receiver.numbers() == list(range(1, version + 1))
                receiver.gate.clear()  # a message is under way when its server dies
                version = await say(clients[0], made, "is anybody there?")
                with changing(database) as db:
                    await until(lambda: db.execute("SELECT FROM leases WHERE name LIKE 'hook %'").fetchall())
                farm.end(0, signal.SIGKILL)
                receiver.gate.set()
                version = await say(clients[1], made, "yes")
                await arrived(receiver, version)
                assert sorted(set(receiver.numbers())) == list(range(1, version + 1))
                assert len(receiver.numbers()) <= version + 1, "at most the message twice that was under way"
                for client in clients:
                    await client.aclose()

    run(test(), seconds=180)
