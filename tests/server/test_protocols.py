"""Bytes on a socket that never become a request or a message."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref
from dataclasses import replace
from pathlib import Path

import pytest

from deathmatch.server.web.protocols import BoundedHttp
from tests.limits import OPEN
from tests.server.kit import run, serving
from tests.server.test_sockets import begin

REQUEST = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_BODY = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"


async def raw(address: str, path: str = "", of: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A bare connection from one of this machine's own addresses; where a path is given, an open WebSocket."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(of, 0))
    if path:
        try:
            writer.write(
                f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            assert b"101" in await reader.readuntil(b"\r\n\r\n")
        except BaseException:
            writer.close()
            raise
    return reader, writer


async def ended(reader: asyncio.StreamReader) -> None:
    """Wait until the other end has closed, or broken it off."""
    with contextlib.suppress(ConnectionError):
        while await reader.read(65_536):
            pass


async def answered(connection: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> bool:
    """Whether a request gets an answer."""
    reader, writer = connection
    with contextlib.suppress(ConnectionError):
        writer.write(REQUEST)
        head = await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b""
        await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
        return head.startswith(b"HTTP/1.1 200")
    return False


@pytest.mark.parametrize("start", [b"", b"GET / HT", HALF_BODY], ids=["nothing", "half a head", "half a body"])
@pytest.mark.parametrize("first", [False, True], ids=["at once", "after a request"])
def test_a_request_comes_in_within_some_time_or_never(tmp_path: Path, start: bytes, first: bool, caplog: pytest.LogCaptureFixture) -> None:
    async def test(address: str) -> None:
        reader, writer = await raw(address)
        if first:
            assert await answered((reader, writer))
            if not start:  # between two requests there is more time
                await asyncio.sleep(0.5)
                assert await answered((reader, writer))
                writer.write(b"G")
        writer.write(start)
        await asyncio.wait_for(ended(reader), 10)  # a connection with nothing on it is kept for 30 s, and one with something for ever
        writer.close()

    with serving(tmp_path, replace(OPEN, request_ms=200)) as bound:
        run(test(bound))
    assert not [record for record in caplog.records if record.name.startswith(("uvicorn", "deathmatch", "asyncio"))]


@pytest.mark.limits(connections_per_address=2)
async def test_an_address_has_so_many_connections_and_a_trusted_proxy_as_many_as_it_likes(address: str) -> None:
    made = await begin(address)
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            proxy = await raw(address)
            stack.callback(proxy[1].close)
            assert await answered(proxy)
        one, two = [await raw(address, of="127.0.0.2") for _ in range(2)]
        assert await answered(one)
        three = await raw(address, of="127.0.0.2")  # the oldest gives way
        await ended(one[0])
        other = await raw(address, of="127.0.0.3")
        assert await answered(other)
        assert await answered(two)
        assert await answered(three)
        two[1].close()
        three[1].close()
        for _ in range(3):  # a WebSocket is counted elsewhere
            while True:
                try:
                    watcher = await raw(address, f"/ws/w/{made['id']}", of="127.0.0.2")
                    break
                except (asyncio.IncompleteReadError, ConnectionError):  # another is being closed
                    continue
            stack.callback(watcher[1].close)
        for connection in (one, other):
            connection[1].close()


@pytest.mark.parametrize(
    "frames",
    [
        [(0x81, b"\xff\xfe")],
        [(0x81, b'{"type":"hello"}'), (0x81, b"\xff\xfe"), (0x81, b"\xff\xfe")],
        [(0x01, b'{"type":"hello"}\xe2\x82'), (0x80, b"\x28")],
        [(0x81, b'{"type":"chat","text":"\xed\xa0\x80"}')],
        [(0x81, b"\xc0\xaf")],
        [(0x82, b"\xff\xfe")],
        [(0x82, b'{"type":"hello","version":0}'), (0x82, b'{"type":"chat","text":"\xed\xa0\x80"}')],
        [(0x02, b'{"type":"hello"}\xe2\x82'), (0x80, b"\x28")],
    ],
)
async def test_a_message_that_is_not_utf_8_closes_with_1007(frames: list[tuple[int, bytes]], address: str) -> None:
    made = await begin(address)
    for door in (f"/ws/s/{made['seats']['A']}", f"/ws/h/{made['host']}", f"/ws/w/{made['watch']}"):
        reader, writer = await raw(address, door)
        for first, text in frames:
            writer.write(bytes([first, 0x80 | len(text), 0, 0, 0, 0]) + text)
        said = b""
        while not said.endswith(b"\x03\xefa message must be UTF-8"):
            more = await reader.read(65_536)
            assert more, said[-100:]
            said += more
        await ended(reader)
        writer.close()


@pytest.mark.parametrize("path", ["", "/ws/tables"])
def test_the_http_end_of_a_connection_is_freed_at_once_when_it_is_over(path: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the garbage collector, which is held back: a visitor with a WebSocket took 7 KB more as long as it stayed in a cycle."""
    ends: list[weakref.ref[BoundedHttp]] = []
    made = BoundedHttp.connection_made

    def counted(self: BoundedHttp, transport: asyncio.Transport) -> None:
        ends.append(weakref.ref(self))
        made(self, transport)

    monkeypatch.setattr(BoundedHttp, "connection_made", counted)

    async def test() -> None:
        _, writer = await raw(address, path, "127.0.0.9")
        if not path:
            writer.close()
        while not ends or any(end() is not None for end in ends):  # noqa: ASYNC110 - nobody tells of what is freed
            await asyncio.sleep(0.01)
        writer.close()

    gc.disable()
    try:
        run(test(), 20)
    finally:
        gc.enable()
