"""Bytes on a socket that never become a request or a message."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
import weakref
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection
from websockets.http11 import Request

from deathmatch.server import running
from deathmatch.server.rooms import outbox
from deathmatch.server.settings import Settings
from deathmatch.server.web import protocols, sockets
from deathmatch.server.web.doorman import Doorman
from deathmatch.server.web.guard import Guard
from deathmatch.server.web.protocols import BoundedHttp, BoundedWebSocket
from tests.limits import OPEN
from tests.server.kit import run, serving
from tests.server.test_sockets import begin, get, read, sit

PING, PONG, EMPTY_PIECE = (bytes([first, 0x80, 0, 0, 0, 0]) for first in (0x89, 0x8A, 0x00))
REQUEST = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_BODY = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
HELLO = b"\x81\x90\0\0\0\0" + b'{"type":"hello"}'
FIRST_PIECE = bytes([0x01, 0x80, 0, 0, 0, 0])


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


@contextlib.contextmanager
def slow_client(address: str) -> Iterator[socket.socket]:
    """A connection that takes in very little before it is read."""
    host, _, port = address.partition(":")
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect((host, int(port)))
        yield slow


async def fill_until_the_watcher_is_gone(seat: ClientConnection) -> None:
    """Wait for a watcher, then chat until it has been cut off."""
    while (await read(seat, "table"))["table"].get("watchers") != 1:
        pass
    while True:
        await seat.send(json.dumps({"type": "chat", "text": "x" * 500}))
        message = await read(seat)
        if message["type"] == "table" and message["table"].get("watchers", 0) == 0:
            return


def rest(slow: socket.socket) -> bytes:
    """Everything that still comes through, until the other end has closed or broken it off."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while data := slow.recv(65_536):
            heard += data
    return heard


def slow_code(heard: bytes) -> int:
    """The code of the last frame, if that closes a WebSocket for a reason of ours; else 0."""
    reason = outbox.SLOW.encode()
    return int.from_bytes(heard.removesuffix(reason)[-2:]) if heard.endswith(reason) else 0


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


@pytest.mark.parametrize("flood", [PING * 400, PONG * 400, FIRST_PIECE + EMPTY_PIECE * 400], ids=["pings", "pongs", "pieces"])
async def test_frames_that_are_no_messages_are_counted_and_hurt_nobody(address: str, flood: bytes) -> None:
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


@pytest.mark.limits(outbox_frames=16, send_ms=300)
async def test_whoever_takes_nothing_of_a_stream_is_cut_off(address: str) -> None:
    made = await begin(address)
    async with sit(address, f"/s/{made['seats']['A']}") as a:
        await read(a, "full")
        with slow_client(address) as slow:
            slow.sendall(f"GET /api/matches/{made['id']}/stream HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
            await fill_until_the_watcher_is_gone(a)
        await a.send(json.dumps({"type": "submit", "ply": 0, "text": "score grow"}))
        await read(a, "accepted")


@pytest.mark.parametrize("wakes", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["takes nothing", "hears why"])
def test_a_websocket_that_takes_nothing_for_some_time_is_cut_off(wakes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little waits for it. One that reads again after that hears why; of one that does not, nothing is left."""
    monkeypatch.setattr(protocols, "GOODBYE_S", 20.0 if wakes else 0.2)

    def narrow(self: BoundedWebSocket, event: Request, connect: Any = BoundedWebSocket.handle_connect) -> None:
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        connect(self, event)

    monkeypatch.setattr(BoundedWebSocket, "handle_connect", narrow)

    async def test(address: str) -> None:
        made = await begin(address)
        async with sit(address, f"/s/{made['seats']['A']}") as a:
            await read(a, "full")
            with slow_client(address) as slow:
                slow.sendall(
                    f"GET /ws/w/{made['id']} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
                )
                assert slow.recv(4096).endswith(b"\r\n\r\n")
                slow.sendall(HELLO)
                await fill_until_the_watcher_is_gone(a)
                slow.settimeout(10)
                heard = await asyncio.to_thread(rest, slow)
            assert (slow_code(heard) == sockets.SLOW) == wakes
            await a.send(json.dumps({"type": "submit", "ply": 0, "text": "score grow"}))
            await read(a, "accepted")

    with serving(tmp_path, replace(OPEN, outbox_frames=1_000_000, outbox_bytes=1_000_000_000, send_ms=300)) as bound:
        run(test(bound), 40)


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


class Chatterbox:
    """An application that goes on sending after the other end is gone."""

    def __init__(self) -> None:
        self.heard: list[BaseException] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        try:
            await send({"type": "websocket.send", "text": "still here"})
        except BaseException as error:
            self.heard.append(error)


@pytest.mark.limits(connections_per_address=2)
async def test_a_connection_that_waits_for_an_answer_gives_way_after_those_that_wait_for_nothing(address: str) -> None:
    made = await begin(address)
    version = (await get(address, f"/api/matches/{made['id']}"))["version"]
    polls, writer = await raw(address, of="127.0.0.2")
    writer.write(f"GET /api/matches/{made['id']}?since={version}&wait=25000 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    idle = [await raw(address, of="127.0.0.2")]
    assert await answered(idle[0])  # so the request before it has come in, too
    for _ in range(3):
        idle.append(await raw(address, of="127.0.0.2"))
        await ended(idle[-2][0])
    async with sit(address, f"/s/{made['seats']['A']}") as ws:
        await ws.send('{"type":"resign"}')
        head = await polls.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    for closing in (writer, *(one[1] for one in idle)):
        closing.close()


class Loop:
    """A loop whose time we turn."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.calls: list[tuple[float, Any]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, wait: float, call: Any) -> Any:
        self.calls.append((self.now + wait, call))
        return SimpleNamespace(cancel=lambda: None)

    def go_to(self, then: float) -> None:
        while self.calls and min(self.calls, key=lambda one: one[0])[0] <= then:
            call = min(self.calls, key=lambda one: one[0])
            self.calls.remove(call)
            self.now = call[0]
            call[1]()
        self.now = then


@pytest.mark.parametrize(("seat", "every", "pinged"), [(False, 40, 3), (False, 1000, 13), (True, 40, 22)])
def test_who_is_sent_frames_is_seldom_pinged_unless_it_is_a_seat(seat: bool, every: int, pinged: int) -> None:
    """Ten minutes of a connection that gets a frame every so many seconds and answers each ping; proxies end silent ones after 60 s."""
    written: list[tuple[float, bytes]] = []
    loop, settings = Loop(), Settings(Path("nowhere"), OPEN)
    guard = Guard(Chatterbox(), settings, Doorman(settings), lambda: None)
    config = running.config(guard)
    config.load()
    connection: Any = BoundedWebSocket(config, ServerState(), {}, cast("Any", loop))
    connection.config = SimpleNamespace(
        app=SimpleNamespace(settings=settings, later=lambda _wait, _call: SimpleNamespace(cancel=lambda: None))
    )
    connection.transport = SimpleNamespace(
        is_closing=lambda: False,
        write=lambda data: written.append((loop.now, data)),
        writelines=lambda parts: written.append((loop.now, b"".join(parts))),
    )
    connection._seat = seat
    connection.schedule_ping()
    for second in range(600):
        loop.go_to(1000.0 + second)
        if second % every == 0:
            connection.write(b"{}")
        if connection.pending_ping_payload is not None:
            connection._ponged(connection.pending_ping_payload)
    pings = [at for at, data in written if data.startswith(protocols.PING)]
    assert abs(len(pings) - pinged) <= 1
    times = [1000.0, *(at for at, _ in written)]
    assert max(later - at for at, later in pairwise(times)) < 60


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
