"""Webhooks of two real servers on one PostgreSQL: each message is sent once, and one server goes on when the other is killed."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server.hooks import webhooks
from packages.postgres.tests.databases import changing, until
from packages.postgres.tests.farm.proxy import HOST
from packages.postgres.tests.farm.servers import Zygote, farming, zygotes
from tests.hooks.receiver import NETWORK, Receiver, receiving
from tests.hooks.test_delivering import new_match


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
async def test_two_real_servers_send_each_message_once_and_one_goes_on_when_the_other_is_killed(
    zygote: Zygote, database: str, tmp_path: Path
) -> None:
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
