"""A server for load and for being killed: `python -m tests.load.server FOLDER [PORT]`. No limits on how often; prints its address.

At each SIGUSR1 it prints, as a JSON object, how long its event loop stood still since the last one.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path

from deathmatch.server import running
from deathmatch.server.settings import Limits, Rate, Settings

FREE = Rate(1e9, 1e9)
LIMITS = replace(
    Limits(),
    frames=FREE,
    requests=FREE,
    matches=FREE,
    wrong_links=FREE,
    sent=FREE,
    open_matches=1_000_000,
    sockets_per_address=100_000,
    holders_per_address=100_000,
    connections_per_address=100_000,
)
LOOK_S = 0.002


class Stalls:
    """Looks at the clock again and again; a look that comes late was held up."""

    def __init__(self) -> None:
        self._late: list[float] = []

    async def run(self) -> None:
        """Look for ever."""
        while True:
            due = time.perf_counter() + LOOK_S
            await asyncio.sleep(LOOK_S)
            self._late.append((time.perf_counter() - due) * 1000)

    def tell(self) -> None:
        """Print the figures since the last time."""
        late, self._late = sorted(self._late), []
        over = {f"over_{limit}_ms": sum(1 for ms in late if ms > limit) for limit in (5, 10, 20, 50)}
        print(json.dumps({"longest_ms": round(late[-1], 1) if late else None, **over}), flush=True)  # noqa: T201


class Watched(running.Server):
    """The server, with somebody who looks at its event loop."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        await super().startup(sockets)
        stalls = Stalls()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, stalls.tell)
        self._stalls = asyncio.create_task(stalls.run(), name="stalls")


if __name__ == "__main__":
    running.Server = Watched  # type: ignore[misc]
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    sys.exit(running.run(Settings(Path(sys.argv[1]), LIMITS), "127.0.0.1", port))
