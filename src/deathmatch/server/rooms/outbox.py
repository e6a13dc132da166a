"""The frames that wait for one reader. The queue is bounded: a reader that does not keep up is cut off, so nobody ever waits for it."""

from __future__ import annotations

from typing import Protocol

from deathmatch.core.speech import mark
from deathmatch.server.settings import Limits
from deathmatch.server.times import Line

SLOW = mark("you did not keep up; come again from where you are")


class Pipe(Protocol):
    """The way to a reader that takes frames at once, as long as it is ready."""

    @property
    def ready(self) -> bool:
        """Whether it takes a frame now."""
        ...

    def write(self, frame: bytes, /) -> None:
        """Takes a frame; nothing waits for its arrival."""
        ...

    def end(self) -> None:
        """No more frames will come. It may be called more than once."""
        ...


class Outbox:
    """A queue of frames with one end for the room and one for the connection.

    Once it has a pipe (`attach`), frames go straight through while it is ready, and the connection calls `flush` when it is ready again.

    Attributes:
        gone: whether nothing more is taken.
        reason: why it was closed; empty while it is open.
        slow: whether the reader was cut off.
        line: of the connection.
        taken: bytes that were put so far.
    """

    __slots__ = ("_bytes", "_frames", "_limits", "_pipe", "gone", "line", "reason", "slow", "taken")

    def __init__(self, limits: Limits, line: Line | None = None) -> None:
        self.line = Line() if line is None else line
        self._limits = limits
        self._pipe: Pipe | None = None
        self._frames: list[bytes] = []
        self._bytes = 0
        self.gone = False
        self.reason = ""
        self.slow = False
        self.taken = 0

    def attach(self, pipe: Pipe) -> None:
        """From now on, frames go through this pipe."""
        self._pipe = pipe

    def put(self, frame: bytes, /) -> None:
        """Add a frame; too many waiting frames end the stream."""
        if self.gone:
            return
        self.taken += len(frame)
        if self._pipe is not None and not self._frames and self._pipe.ready:
            self._pipe.write(frame)
            return
        if self._frames and (len(self._frames) >= self._limits.outbox_frames or self._bytes + len(frame) > self._limits.outbox_bytes):
            self.cut_off()
            return
        self._frames.append(frame)
        self._bytes += len(frame)

    def cut_off(self) -> None:
        """End the stream at once, because the reader does not keep up."""
        self._frames.clear()
        self._bytes = 0
        self.slow = True
        self.drop(SLOW)

    def drop(self, reason: str, /) -> None:
        """End the stream after the frames that wait already."""
        self.gone = True
        self.reason = self.reason or reason
        self._end_if_empty()

    def _end_if_empty(self) -> None:
        if self._pipe is not None and self.gone and not self._frames:
            self._pipe.end()

    def flush(self) -> None:
        """The pipe is ready again."""
        while self._frames and self._pipe is not None and self._pipe.ready:
            frame = self._frames.pop(0)
            self._bytes -= len(frame)
            self._pipe.write(frame)
        self._end_if_empty()
