"""Bytes on a socket that never become a request or a message."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator

import pytest

from tests.server.kit import run, serving
from tests.server.test_sockets import begin, read, sit

PING, PONG, EMPTY_PIECE = (bytes([first, 0x80, 0, 0, 0, 0]) for first in (0x89, 0x8A, 0x00))
FIRST_PIECE = bytes([0x01, 0x80, 0, 0, 0, 0])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data")) as found:
        yield found


async def raw(address: str, path: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A bare connection; where a path is given, an open WebSocket."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    if path:
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def ended(reader: asyncio.StreamReader) -> None:
    """Wait until the other end has closed, or broken it off."""
    with contextlib.suppress(ConnectionError):
        while await reader.read(65_536):
            pass


@pytest.mark.parametrize("flood", [PING * 400, PONG * 400, FIRST_PIECE + EMPTY_PIECE * 400], ids=["pings", "pongs", "pieces"])
def test_frames_that_are_no_messages_are_counted_and_hurt_nobody(address: str, flood: bytes) -> None:
    async def test() -> None:
        made = await begin(address)
        reader, writer = await raw(address, f"/ws/w/{made['id']}")
        writer.write(flood)
        await asyncio.wait_for(ended(reader), 5)  # long before the time for a hello is over
        writer.close()
        async with sit(address, f"/s/{made['seats']['A']}") as ws:
            await read(ws, "full")
            for _ in range(5):
                await (await ws.ping())  # who asks now and then whether we are there is answered
            await ws.send(["{", '"type":', '"ping"}'])
            assert (await read(ws, "pong"))["now"] > 0
            await ws.send(json.dumps({"type": "submit", "ply": 0, "text": "score grow"}))
            await read(ws, "accepted")

    run(test())
