"""A server for load and for being killed: `python -m tests.load.server FOLDER [PORT [LIMITS [METRICS]]]`; METRICS is a port for metrics.

It has no limits on how often, and prints its address.
DEATHMATCH_STORE may name a PostgreSQL for its matches.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

from deathmatch.server import running
from deathmatch.server.settings import Settings
from tests.limits import OPEN, UNLIMITED

LIMITS = replace(
    OPEN,
    answers_to_link=UNLIMITED,
    files_sent=UNLIMITED,
    sockets_per_address=100_000,
    holders_per_address=100_000,
    connections_per_address=100_000,
)


if __name__ == "__main__":
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    limits = replace(LIMITS, **json.loads(sys.argv[3])) if len(sys.argv) > 3 else LIMITS
    metrics = ("127.0.0.1", int(sys.argv[4])) if len(sys.argv) > 4 else None
    store = os.environ.pop("DEATHMATCH_STORE", "")
    settings = Settings(Path(sys.argv[1]), limits, webhook_networks=("127.0.0.0/8",), store=store, metrics=metrics)
    sys.exit(running.run(settings, "127.0.0.1", port))
