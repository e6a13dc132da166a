"""A server under load whose event loop is looked at: `python -m bench.loaded FOLDER`. It has no limits on how often; it prints its address.

DEATHMATCH_STORE may name a PostgreSQL for its matches. At each SIGUSR1 it prints, as a JSON object, how long its event loop stood still
since the last one, in all and by its `own` doing.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

from deathmatch.server import running
from deathmatch.server.settings import Settings
from tests.load.server import LIMITS

LOOK_S = 0.002
SCHEDSTAT = Path("/proc/thread-self/schedstat")


class Stalls:
    """Looks at the clock again and again; a look that comes late was held up.

    Some of it is no fault of the server: on a machine that is busy with the load's own clients, a thread that could run waits for a
    processor. Linux tells how long it did, so the figures come with and without this time.
    """

    def __init__(self) -> None:
        self._late: list[float] = []
        self._own: list[float] = []  # without the time for which this thread waited for a processor
        self._kernel = os.open(SCHEDSTAT, os.O_RDONLY) if SCHEDSTAT.exists() else None

    def _waited(self) -> float:
        """Milliseconds for which this thread has waited for a processor since it began."""
        if self._kernel is None:
            return 0.0
        return int(os.pread(self._kernel, 100, 0).split()[1]) / 1e6

    def start(self) -> None:
        """Look from now on, again and again. It is a plain call, no task, because it costs the server the time that we measure."""
        self._loop, self._before = asyncio.get_running_loop(), self._waited()
        self._due = time.perf_counter() + LOOK_S
        self._loop.call_later(LOOK_S, self._look)

    def _look(self) -> None:
        now = time.perf_counter()
        late, waited = (now - self._due) * 1000, self._waited()
        self._late.append(late)
        self._own.append(late - (waited - self._before))
        self._before, self._due = waited, now + LOOK_S
        self._loop.call_later(LOOK_S, self._look)

    def tell(self) -> None:
        """Print the figures since the last time."""
        late, own = sorted(self._late), sorted(self._own)
        self._late, self._own = [], []
        print(json.dumps({**_figures(late), "own": _figures(own)}), flush=True)


def _figures(late: list[float]) -> dict[str, Any]:
    return {
        "longest_ms": round(late[-1], 1) if late else None,
        **{f"over_{limit}_ms": sum(1 for ms in late if ms > limit) for limit in (5, 10, 20, 50)},
    }


class Watched(running.Server):
    """The server, with somebody who looks at its event loop."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and look from then on."""
        await super().startup(sockets)
        stalls = Stalls()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, stalls.tell)
        stalls.start()


if __name__ == "__main__":
    running.Server = Watched  # type: ignore[misc]
    store = os.environ.pop("DEATHMATCH_STORE", "")
    sys.exit(running.run(Settings(Path(sys.argv[1]), LIMITS, webhook_networks=("127.0.0.0/8",), store=store), "127.0.0.1", 0))
