"""The one alarm of a room."""

from __future__ import annotations

from collections.abc import Callable

from deathmatch.server.times import Time, Timer


class Alarm:
    """Rings once, at a moment of the server's time or earlier: its room then looks which moments have come, and sets it again.

    Args:
        time: of the server.
    """

    __slots__ = ("_at", "_time", "_timer")

    def __init__(self, time: Time) -> None:
        self._time = time
        self._timer: Timer | None = None
        self._at = 0  # when it rings

    def set(self, at: int | None, now: int, ring: Callable[[], None]) -> None:
        """Ring at this moment; with None, never. An alarm that is set already and comes earlier stays: it finds nothing due.

        So a submission, which moves the deadline back, mostly costs no timer.
        """
        if at is None or (self._timer is not None and at < self._at):
            self.stop()
        if at is not None and self._timer is None:
            self._timer, self._at = self._time.later(at - now, ring), at

    def stop(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def is_set(self) -> bool:
        """Whether it will ring."""
        return self._timer is not None
