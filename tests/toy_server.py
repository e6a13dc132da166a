"""A server that has the toy game among the others: `python -m tests.toy_server serve --port PORT --data FOLDER`. No bot is made ready."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from deathmatch import games
from deathmatch.server.running import run
from deathmatch.server.settings import Settings

games.GAMES["toy"] = "tests.toy"  # in the processes of its bots and advisors too, for they begin by reading this file

if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("command", choices=["serve"])
    parser.add_argument("--no-warm", action="store_true")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True)
    asked = parser.parse_args()
    sys.exit(run(Settings(asked.data), "127.0.0.1", asked.port))
