"""What guards secrets is counted over all servers that share a store: wrong links, and things that are good once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server import tokens
from deathmatch.server.settings import Rate
from packages.discord.tests.test_signing import back, discord, start
from packages.postgres.tests.databases import stores
from packages.postgres.tests.many import servers, store_of
from tests.server.authenticator import Authenticator
from tests.server.kit import World, http
from tests.server.test_accounts import another, new_key
from tests.server.test_passkeys import HERE, enter, options

FIVE = Rate(5, 0.1)


@contextlib.asynccontextmanager
async def doors(folder: Path, **limits: Any) -> AsyncIterator[tuple[World, World, httpx.AsyncClient, httpx.AsyncClient]]:
    """Two servers with their doors."""
    async with servers() as (x, y), http(x, folder, **limits) as one, http(y, folder, **limits) as other:
        yield x, y, one, other


async def _guess(client: httpx.AsyncClient, path: str = "/api/seats/") -> int:
    return (await client.get(f"{path}{tokens.new_token()}")).status_code


@pytest.mark.parametrize("path", ["/api/seats/", "/s/", "/h/"])
async def test_a_guesser_gets_no_more_tries_from_two_servers_than_from_one(path: str, tmp_path: Path) -> None:
    async with doors(tmp_path, wrong_links=FIVE) as (x, _, one, other):
        made = await x.match()
        answers = [await _guess((one, other)[n % 2], path) for n in range(9)]
        assert answers == [404] * 5 + [429] * 4
        for client in (one, other):
            assert (await client.get(f"/api/seats/{made.seats['A']}")).status_code == 200, "a right link opens"


async def test_lists_of_links_and_sockets_count_with_the_others(tmp_path: Path) -> None:
    async with doors(tmp_path, wrong_links=FIVE) as (x, _, one, other):
        since = {tokens.new_token(): 0 for _ in range(4)}
        assert (await one.post("/api/news", json={"since": since})).status_code == 200
        assert [await _guess(other), await _guess(other)] == [404, 429]
        assert len(store_of(x).database.buckets) == 1


async def test_if_the_database_does_not_answer_every_wrong_link_is_a_guess_and_right_ones_open(tmp_path: Path) -> None:
    async with doors(tmp_path, wrong_links=FIVE) as (x, _, one, other):
        made = await x.match()
        store_of(x).silent = True
        assert [await _guess(one), await _guess(other)] == [429, 404]
        assert (await one.get(f"/api/seats/{made.seats['A']}")).status_code == 200


async def test_the_database_knows_no_address_of_a_guesser(tmp_path: Path) -> None:
    async with doors(tmp_path, wrong_links=FIVE) as (x, _, one, _):
        await _guess(one)
        (name,) = store_of(x).database.buckets
        assert name.startswith("wrong ")
        assert "127.0.0.1" not in name


async def test_a_passkey_that_began_on_one_server_signs_in_on_the_other_and_once(tmp_path: Path) -> None:
    async with doors(tmp_path) as (_x, _y, one, other), another(one) as eve, another(other) as eva:
        for client in (one, other, eve, eva):
            client.base_url = httpx.URL(HERE)
        await new_key(one, "Ann")
        other.cookies = one.cookies
        passkey = Authenticator(HERE)
        made = passkey.make(await options(one, "passkeys"))
        answer = await other.post("/api/account/passkeys", json={"credential": made, "name": "phone"})
        assert answer.status_code == 201, answer.text
        signed = passkey.sign(await options(eve, "enter"))
        assert (await enter(eva, signed)).status_code == 200
        assert [(await enter(client, signed)).status_code for client in (eve, eva)] == [422, 422]


async def test_a_sign_in_with_discord_that_began_on_one_server_ends_on_the_other_and_once(tmp_path: Path) -> None:
    async with doors(tmp_path) as (x, y, one, other), discord(x) as there:
        y.lobby.settings = x.lobby.settings
        brought = there.agree(await start(one), "77")
        kept = dict(one.cookies)
        other.cookies.update(kept)
        assert await back(other, brought) == "/key"
        assert (await other.get("/api/account")).json()["discord"]
        there.codes["stolen"] = next(iter(there.codes.values()), ("", ""))
        async with another(one) as eve:
            eve.cookies.update(kept)
            assert await back(eve, brought | {"code": "stolen"}) == "/key#discord"
        assert len(store_of(x).database.used) == 1


async def test_a_bucket_and_a_name_are_one_for_all_processes(database: str) -> None:
    async with stores(database, database) as both:
        taken = await asyncio.gather(*(both[n % 2].sharing.spend("x", 5, 1e-9) for n in range(20)))
        assert taken.count(True) == 5
        assert await both[0].sharing.spend("y", 1, 200.0)
        async with asyncio.timeout(20):
            while not await both[1].sharing.spend("y", 1, 200.0):  # noqa: ASYNC110 - it fills by the database's clock
                await asyncio.sleep(0.01)
        used = await asyncio.gather(*(both[n % 2].sharing.once("x", 60_000) for n in range(10)))
        assert used.count(True) == 1
        assert await both[0].sharing.once("y", 0)
        assert await both[1].sharing.once("y", 60_000)
        assert not await both[0].sharing.once("y", 60_000)
