"""A wire between a client and a server on this machine, which a test can cut."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any


class Wire:
    """Passes bytes on between clients and one port.

    Attributes:
        port: that clients connect to.
        broken: how often it was cut.
    """

    def __init__(self, target: int) -> None:
        self.port = 0
        self.broken = 0
        self._target = target
        self._left = 0  # requests until the cut
        self._tasks: set[asyncio.Task[Any]] = set()
        self._connections: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._connections, return_exceptions=True)

    def break_after_next_request(self, requests: int = 1) -> None:
        """The n-th request from now on reaches the server; its answer does not reach the client, whose connection ends."""
        self._left = requests

    async def _connect(self, client_in: asyncio.StreamReader, client_out: asyncio.StreamWriter) -> None:
        connection = asyncio.current_task()
        assert connection is not None
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)
        server_in, server_out = await asyncio.open_connection("127.0.0.1", self._target)
        cut = asyncio.Event()
        there = asyncio.create_task(self._pass_requests(client_in, server_out, cut))
        back = asyncio.create_task(self._pass_answers(server_in, client_out, cut))
        self._tasks |= {there, back}
        await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
        for task in (there, back):
            task.cancel()
            self._tasks.discard(task)
        await asyncio.gather(there, back, return_exceptions=True)
        for end in (client_out, server_out):
            end.close()
            with contextlib.suppress(OSError):
                await end.wait_closed()

    async def _pass_requests(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, cut: asyncio.Event) -> None:
        while data := await source.read(65_536):
            if self._left:
                self._left -= 1
                if not self._left:
                    cut.set()
                    self.broken += 1
            target.write(data)
            await target.drain()

    async def _pass_answers(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, cut: asyncio.Event) -> None:
        while data := await source.read(65_536):
            if cut.is_set():
                return
            target.write(data)
            await target.drain()
