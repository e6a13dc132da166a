"""The frames that wait for one reader. The queue is bounded: a reader that does not keep up is cut off, so nobody ever waits for it."""

from __future__ import annotations

import asyncio
from collections import deque

from deathmatch.server.line import Line
from deathmatch.server.settings import Limits

SLOW = "you did not keep up; come again from where you are"


class Outbox:
    """A queue of frames with one end for the room and one for the connection.

    Attributes:
        gone: whether nothing more is taken.
        reason: why it was closed; empty while it is open.
        slow: whether the reader was cut off.
        line: of the connection.
    """

    def __init__(self, limits: Limits, line: Line | None = None) -> None:
        self.line = Line() if line is None else line
        self._most_frames = limits.outbox_frames
        self._most_bytes = limits.outbox_bytes
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self.gone = False
        self.reason = ""
        self.slow = False

    def put(self, frame: bytes, /) -> None:
        """Add a frame; too many waiting frames end the stream."""
        if self.gone:
            return
        if self._frames and (len(self._frames) >= self._most_frames or self._bytes + len(frame) > self._most_bytes):
            self._frames.clear()
            self.slow = True
            self.drop(SLOW)
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        self._ready.set()

    def drop(self, reason: str, /) -> None:
        """End the stream after the frames that wait already."""
        self.gone = True
        self.reason = self.reason or reason
        self._ready.set()

    @property
    def waiting(self) -> int:
        """The bytes that wait."""
        return self._bytes

    async def next(self) -> bytes | None:
        """The next frame; None at the end."""
        while not self._frames:
            if self.gone:
                return None
            self._ready.clear()
            await self._ready.wait()
        frame = self._frames.popleft()
        self._bytes -= len(frame)
        return frame
