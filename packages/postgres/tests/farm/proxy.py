"""A dumb proxy: every connection and every HTTP request goes to the next of n servers, whoever sends it.

It answers one request on a connection and closes it, so that the next one of the same client may go elsewhere. It passes WebSockets on.
It knows nothing of the servers' health: only a server that refuses the connection is passed over.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Coroutine, Sequence
from typing import Any

CONNECT_S = 2.0
HEAD_BYTES = 65_536
HOST = "127.0.0.1"


class Proxy:
    """Passes bytes on between clients and the servers at these ports.

    Attributes:
        port: that clients connect to.
        went: path of a request -> how many of them each server got, by its number.
        on: the port of a client's end of a connection -> the number of the server that it goes to.

    Args:
        targets: the ports.
    """

    def __init__(self, targets: Sequence[int]) -> None:
        self.port = 0
        self.went: dict[str, Counter[int]] = {}
        self.on: dict[int, int] = {}
        self._targets = targets
        self._next = 0
        self._pairs: dict[asyncio.StreamWriter, asyncio.StreamWriter] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Where clients find it."""
        return f"{HOST}:{self.port}"

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._connect, HOST, 0, limit=HEAD_BYTES)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # in which the sockets are closed

    def cut(self, every: int = 1) -> int:
        """Break every n-th connection that is open now, in the middle of whatever it carries; returns how many."""
        some = list(self._pairs.items())[::every]
        for client, server in some:
            for end in (client, server):
                end.transport.abort()
        return len(some)

    async def _connect(self, client_in: asyncio.StreamReader, client_out: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        server_out: asyncio.StreamWriter | None = None
        port = int(client_out.get_extra_info("peername")[1])
        try:
            head = await client_in.readuntil(b"\r\n\r\n")
            path = head.split(b" ", 2)[1].decode()
            self.on[port], (server_in, server_out) = await self._reach(path)
            self._pairs[client_out] = server_out
            server_out.write(head if _upgrades(head) else _closing(head))
            await first(_pump(client_in, server_out), _pump(server_in, client_out))
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # cancelled at the end of the test alone, when nobody waits for more
        finally:
            self._pairs.pop(client_out, None)
            self.on.pop(port, None)
            client_out.close()
            if server_out is not None:
                server_out.transport.abort()

    async def _reach(self, path: str) -> tuple[int, tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """The number of a server, and a connection to it: to the next server, or the one after it if that one refuses; raises OSError."""
        for _ in self._targets:
            number = self._next % len(self._targets)
            self._next += 1
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_S):
                    reached = await asyncio.open_connection(HOST, self._targets[number])
                self.went.setdefault(path.partition("?")[0], Counter())[number] += 1
                return number, reached
        raise ConnectionRefusedError("no server listens")


def _upgrades(head: bytes) -> bool:
    return b"\r\nupgrade: websocket" in head.lower()


def _closing(head: bytes) -> bytes:
    """The head of a request after which the server closes the connection."""
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith((b"connection:", b"keep-alive:"))]
    return b"\r\n".join([*lines[:1], b"Connection: close", *lines[1:]])


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(65_536):
        target.write(data)
        await target.drain()


async def first(*both: Coroutine[Any, Any, None]) -> None:
    """Until one of them ends."""
    tasks = {asyncio.ensure_future(one) for one in both}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
