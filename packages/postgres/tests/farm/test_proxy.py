"""The dumb proxy sends every request somewhere else, and a test can cut what it carries."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial

import httpx
import pytest

from packages.postgres.tests.farm.proxy import HOST, Proxy
from tests.server.kit import run

BODY = b"x" * 100_000


@contextlib.asynccontextmanager
async def behind(count: int) -> AsyncIterator[tuple[Proxy, list[asyncio.Server]]]:
    """Servers that answer with their number, and how many bytes came; a WebSocket gets every byte back."""

    async def answer(number: int, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        begun.append((asyncio.current_task(), target))
        head = (await source.readuntil(b"\r\n\r\n")).lower()
        if b"upgrade: websocket" in head:
            with contextlib.suppress(ConnectionError):
                while data := await source.read(1000):
                    target.write(data)
        else:
            size = int(head.partition(b"content-length: ")[2].split(b"\r\n")[0] or 0)
            await source.readexactly(size)
            said = f"{number} {size} {b'connection: close' in head}".encode()
            target.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(said), said))
            await target.drain()
        target.close()

    begun: list[tuple[asyncio.Task[None] | None, asyncio.StreamWriter]] = []
    servers = [await asyncio.start_server(partial(answer, number), HOST, 0) for number in range(count)]
    try:
        async with Proxy([server.sockets[0].getsockname()[1] for server in servers]) as proxy:
            yield proxy, servers
    finally:
        for server in servers:
            server.close()
        for task, end in begun:
            assert task is not None
            await asyncio.wait({task})
            with contextlib.suppress(ConnectionError):
                await end.wait_closed()


def test_each_request_of_one_client_goes_to_the_next_server() -> None:
    async def test() -> None:
        async with behind(3) as (proxy, servers), httpx.AsyncClient(base_url=f"http://{proxy.address}") as client:
            said = [(await client.post("/here", content=BODY)).text for _ in range(6)]
            assert said == [f"{number} {len(BODY)} True" for number in (0, 1, 2, 0, 1, 2)]
            assert proxy.went == {"/here": {0: 2, 1: 2, 2: 2}}
            servers[1].close()
            assert [(await client.get("/there")).text[0] for _ in range(3)] == ["0", "2", "0"]

    run(test())


def test_a_websocket_is_passed_through_until_it_is_cut() -> None:
    async def test() -> None:
        async with behind(2) as (proxy, _):
            source, target = await asyncio.open_connection(HOST, proxy.port)
            target.write(b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n")
            for _ in range(3):
                target.write(b"ping")
                assert await source.readexactly(4) == b"ping"
            assert proxy.cut() == 1
            with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                await source.readexactly(1)
            target.close()
            with contextlib.suppress(ConnectionError):
                await target.wait_closed()

    run(test())
