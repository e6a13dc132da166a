"""Real sockets against a real server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import weakref
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from deathmatch.server import tokens
from deathmatch.server.rooms.room import Room
from deathmatch.server.settings import FRAME_BYTES, Rate
from deathmatch.server.web import sockets
from deathmatch.server.web.protocols import BoundedHttp
from tests.limits import OPEN
from tests.server.kit import GAUNTLET, run, serving


async def begin(address: str, **wanted: Any) -> Any:
    """A match of Ann and Bob."""
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True, **wanted}
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        made = (await client.post("/api/matches", json=body)).json()
        if made["seats"]["B"]:
            await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})
    return made


async def get(address: str, path: str) -> Any:
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        return (await client.get(path)).json()


@contextlib.asynccontextmanager
async def sit(address: str, path: str, version: int = 0) -> AsyncIterator[ClientConnection]:
    """A connection that has said hello."""
    async with connect(f"ws://{address}/ws{path}", origin=f"http://{address}") as ws:  # type: ignore[arg-type]
        with contextlib.suppress(websockets.ConnectionClosed):  # a wrong link is closed at once
            await ws.send(json.dumps({"type": "hello", "version": version}))
        yield ws


async def read(ws: ClientConnection, kind: str = "") -> Any:
    """The next message, or the next of a kind."""
    while True:
        message = json.loads(await ws.recv())
        if not kind or message["type"] == kind:
            return message


async def closed(ws: ClientConnection) -> int:
    """The code with which the server closes, whatever it sends before."""
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            await ws.recv()
    assert ws.close_code is not None
    return ws.close_code


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["no json"], 4400),
        (['{"type": "submit", "ply": 0, "text": "score grow"}'], 4400),
        (['{"type": "hello", "version": "x"}'], 4400),
        (["[" * 4000], 4400),
        ([b"\xff\xfe\x00"], 1007),
        (["x" * (FRAME_BYTES + 1)], 1009),
        (['{"type": "hello"}', *(["rubbish"] * 30)], 4400),
        (['{"type": "hello"}', "y" * 100_000], 1009),
        (['{"type": "hello"}', *(['{"type": "hello"}'] * 3), *(["{}"] * 30)], 4400),
    ],
)
async def test_frames_that_are_none_end_the_connection_and_nothing_else(address: str, frames: list[str | bytes], code: int) -> None:
    made = await begin(address)
    async with connect(f"ws://{address}/ws/s/{made['seats']['A']}") as ws:
        with contextlib.suppress(websockets.ConnectionClosed):
            for frame in frames:
                await ws.send(frame)
        assert await closed(ws) == code
    assert (await get(address, f"/api/matches/{made['id']}"))["seen"]["ply"] == 0


@pytest.mark.parametrize("path", ["/s/wrong", "/s/" + "A" * 22, "/h/" + "A" * 22, "/w/nothing", "/w/" + "A" * 22])
async def test_a_link_that_is_none_is_closed_as_such(address: str, path: str) -> None:
    async with sit(address, path) as ws:
        assert await closed(ws) == 4404


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "http://["])
async def test_a_page_of_another_site_gets_no_connection(address: str, origin: str) -> None:
    made = await begin(address)
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with connect(f"ws://{address}/ws/s/{made['seats']['A']}", origin=origin):  # type: ignore[arg-type]
            pass
    assert refused.value.response.status_code == 403


@pytest.mark.limits(hello_ms=200, frames=Rate(20, 1))
async def test_a_silent_connection_and_a_flood_are_closed(address: str) -> None:
    made = await begin(address)
    async with connect(f"ws://{address}/ws/s/{made['seats']['A']}") as ws:
        assert await closed(ws) == 4408
    async with sit(address, f"/s/{made['seats']['B']}") as good, sit(address, f"/s/{made['seats']['A']}") as ws:
        await read(good, "full")
        with contextlib.suppress(websockets.ConnectionClosed):
            for _ in range(60):
                await ws.send('{"type": "ping"}')
        assert await closed(ws) == 4429
        await good.send(json.dumps({"type": "submit", "ply": 0, "text": "score grow"}))
        await read(good, "accepted")


def test_logs_of_a_server_hold_no_links(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret: list[str] = []

    async def test(address: str) -> None:
        made = await begin(address)
        secret.extend([made["seats"]["A"], made["seats"]["B"], made["host"], tokens.heir(made["seats"]["A"])])
        async with sit(address, f"/s/{made['seats']['A']}") as ws:
            await read(ws, "full")
            await ws.send("rubbish")
            await read(ws, "refused")
        await get(address, f"/api/seats/{made['seats']['A']}")
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
            await client.get(f"/s/{made['seats']['A']}/nothing")
            await client.get(f"/s/{made['seats']['A']}")

    with serving(tmp_path) as bound:
        run(test(bound))
    ours = "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore", "websockets.client"))
    )
    assert not [token for token in secret if token in ours]
    assert not [token for token in secret for file in tmp_path.iterdir() if token.encode() in file.read_bytes()]


def test_a_bug_closes_the_connection_and_no_log_quotes_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("what A hides")

    async def test(address: str) -> None:
        made = await begin(address)
        async with sit(address, f"/s/{made['seats']['A']}") as ws:
            await read(ws, "full")
            monkeypatch.setattr(Room, "act", broken)
            await ws.send(json.dumps({"type": "submit", "ply": 0, "text": "score grow"}))
            with pytest.raises(websockets.ConnectionClosed):
                await read(ws, "nothing more")
            assert ws.close_code == sockets.BROKEN
        monkeypatch.undo()
        async with sit(address, f"/s/{made['seats']['A']}") as ws:
            assert (await read(ws, "full"))["seen"]["ply"] == 0

    with serving(tmp_path) as bound:
        run(test(bound))
    assert "RuntimeError at sockets.py" in caplog.text
    assert "what A hides" not in caplog.text


# --- Bytes on a socket that never become a request or a message


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
