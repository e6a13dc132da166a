"""Bare connections to a server: requests and WebSockets whose every byte is ours, and everything that comes back."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

ENDLESS = b"application/x-ndjson"
EMPTY = (101, 204, 304)  # answers without a body


@dataclass(frozen=True)
class Answer:
    """An answer to a request; status 0 if the server hung up without one."""

    status: int
    head: bytes
    body: bytes

    @property
    def is_json(self) -> bool:
        """Whether its body says that it is JSON."""
        return b"content-type: application/json" in self.head.lower()


async def ask(address: str, request: bytes, *, half: bool) -> Answer:
    """Send a request on a connection of its own and read the answer to it.

    Args:
        address: of the server.
        request: its bytes.
        half: whether the server may wait for more; then it is told that no more will come.
    """
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=2**24)
    try:
        with contextlib.suppress(OSError):  # ENOTCONN, if the server has ended the connection already, is no ConnectionError
            writer.write(request)
            if half:
                writer.write_eof()
        head = await reader.readuntil(b"\r\n\r\n")
        if head[9:12] == b"100":
            head = await reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        return Answer(status, head, b"" if request.startswith(b"HEAD ") or status in EMPTY else await _body(reader, head.lower()))
    except (asyncio.IncompleteReadError, ConnectionError):
        return Answer(0, b"", b"")
    finally:
        writer.transport.abort()


async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    if ENDLESS in head:
        return await _chunk(reader)
    if b"transfer-encoding: chunked" in head:
        body = b""
        while chunk := await _chunk(reader):
            body += chunk
        return body
    length = head.partition(b"content-length: ")[2]
    return await reader.readexactly(int(length.split(b"\r\n")[0])) if length else b""


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    size = int(await reader.readuntil(b"\r\n"), 16)
    return (await reader.readexactly(size + 2))[:-2]


class Socket:
    """One WebSocket through which any bytes can be sent. Every message that comes is handed over at once."""

    def __init__(self, connection: ClientConnection, got: Callable[[bytes], None]) -> None:
        self._connection = connection
        self._got = got
        self._ponged = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                message = await self._connection.recv(decode=False)
                self._got(message)
                if message.startswith(b'{"type":"pong"'):
                    self._ponged.set()
        except ConnectionClosed:
            pass
        finally:
            self._ponged.set()

    def send(self, data: bytes) -> None:
        """Send bytes."""
        if not self._connection.transport.is_closing():
            self._connection.transport.write(data)

    @property
    def open(self) -> bool:
        """Whether the server still talks."""
        return not self._reading.done()

    @property
    def closed(self) -> tuple[int | None, str]:
        """The code and the reason with which the server has closed it."""
        return self._connection.close_code, self._connection.close_reason or ""

    async def heard(self, ping: bytes) -> None:
        """Wait until everything that was sent is done, which an answer to a ping shows, or until the connection has ended."""
        if self.open:
            self._ponged.clear()
            self.send(ping)
            await self._ponged.wait()

    async def end(self) -> None:
        """Say that nothing more comes, and wait until the server has hung up."""
        with contextlib.suppress(OSError):
            self._connection.transport.write_eof()
        try:
            await self._reading
        finally:
            self._reading.cancel()
            self._connection.transport.abort()


@contextlib.asynccontextmanager
async def websocket(address: str, path: str, got: Callable[[bytes], None]) -> AsyncIterator[Socket | None]:
    """An open WebSocket; None if the server does not open it."""
    socket = None
    with contextlib.suppress(InvalidHandshake, InvalidURI, ValueError):
        connection = await connect(f"ws://{address}{path}", compression=None, ping_interval=None, max_size=None, proxy=None)
        socket = Socket(connection, got)
    try:
        yield socket
    finally:
        if socket is not None:
            await socket.end()


def is_message(text: bytes) -> bool:
    """Whether these bytes are a JSON object with a type, as all messages of the server are."""
    decoded: Any = json.loads(text)
    return isinstance(decoded, dict) and isinstance(decoded.get("type"), str)
