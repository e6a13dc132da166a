"""Uvicorn's two protocols with bounds of their own, for what goes on below the application, where none of its limits hold."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from deathmatch.server.limits import Bucket
from deathmatch.server.settings import Rate

SLICE = 2048  # bytes that are parsed before it is seen whether they were too many frames
SMALL_FRAMES = Rate(20, 2)  # pings, pongs and pieces of messages: browsers send a pong now and then, and nothing else


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is cut off when it floods us with frames that never become a message, and so are counted nowhere else."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._small = Bucket(SMALL_FRAMES, self.loop.time())

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def _few(self) -> bool:
        """Whether this frame is not one too many; the one that is ends it all."""
        if not self.transport.is_closing() and not self._small.take(self.loop.time()):
            self.transport.abort()
        return not self.transport.is_closing()

    def handle_ping(self) -> None:
        """See uvicorn."""
        if self._few():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """See uvicorn."""
        if self._few():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """See uvicorn."""
        if self._few():
            super().handle_cont(event)
