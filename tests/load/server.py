"""A server for load and for being killed: `python -m tests.load.server FOLDER [PORT]`. No limits on how often; prints its address."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from deathmatch.server.running import run
from deathmatch.server.settings import Limits, Rate, Settings

FREE = Rate(1e9, 1e9)
LIMITS = replace(
    Limits(), frames=FREE, requests=FREE, matches=FREE, wrong_links=FREE, sent=FREE, open_matches=1_000_000, sockets_per_address=100_000
)

if __name__ == "__main__":
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    sys.exit(run(Settings(Path(sys.argv[1]), LIMITS), "127.0.0.1", port))
