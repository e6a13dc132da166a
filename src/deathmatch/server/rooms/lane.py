"""Work on the event loop that may wait: showing people what happened.

The sender of a command is answered first. The frames for the others wait here. They are made in the order in which they came, a slice at a
time, and after each slice everybody else gets a turn. So a burst of submissions holds up nobody's answer.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

SLICE_S = 0.001  # of such work before everybody else gets a turn; a piece that takes longer is not cut

Job = Callable[[], bool]
"""Does a piece of work; returns whether more of it is left, which comes after all that waits."""


class Lane:
    """The work that waits. A job must not raise."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._going = False

    def add(self, job: Job) -> None:
        """Have this done, after all that waits already."""
        self._jobs.append(job)
        if not self._going:
            self._going = True
            asyncio.get_running_loop().call_soon(self._slice)

    def _slice(self) -> None:
        end = time.perf_counter() + SLICE_S
        try:
            while self._jobs:
                job = self._jobs.popleft()
                if job():
                    self._jobs.append(job)
                if time.perf_counter() >= end:
                    break
        finally:
            self._going = bool(self._jobs)
            if self._going:
                asyncio.get_running_loop().call_soon(self._slice)
