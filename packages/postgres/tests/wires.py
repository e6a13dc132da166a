"""A wire between a client and a server on this machine, which a test can cut."""

from __future__ import annotations

import asyncio

from packages.postgres.tests.farm.proxy import HOST, first


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
        self._connections: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._connect, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def break_after_next_request(self, requests: int = 1) -> None:
        """The n-th request from now on reaches the server; its answer does not reach the client, whose connection ends."""
        self._left = requests

    async def _connect(self, client_in: asyncio.StreamReader, client_out: asyncio.StreamWriter) -> None:
        connection = asyncio.current_task()
        assert connection is not None
        self._connections.add(connection)
        server_in, server_out = await asyncio.open_connection(HOST, self._target)
        cut = asyncio.Event()
        try:
            await first(self._pass_requests(client_in, server_out, cut), self._pass_answers(server_in, client_out, cut))
        finally:
            for end in (client_out, server_out):
                end.close()

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
