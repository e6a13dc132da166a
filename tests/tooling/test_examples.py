"""The examples run as they stand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.tooling.serving import fetch, serving
from tools.conventions import ROOT

PROGRAM = Path(sys.executable).parent / "deathmatch"


def test_the_bot_over_http_plays_a_match_to_its_end(tmp_path: Path) -> None:
    with serving(PROGRAM, tmp_path) as address:
        command = [sys.executable, "examples/http_bot.py", address, "five-card-trick/setna", "bot:random"]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        watch, ending = done.stdout.splitlines()
        assert ending.endswith(".")
        seen = json.loads(fetch(f"{address}/api/matches/{watch.rpartition('/')[2]}"))["seen"]
        assert seen["public"]["over"] is True
        assert seen["ending"] == ending


def test_the_bot_over_http_says_what_a_server_refuses(tmp_path: Path) -> None:
    with serving(PROGRAM, tmp_path) as address:
        command = [sys.executable, "examples/http_bot.py", address, "five-card-trick/setna", "bot:nobody"]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "nobody" in done.stderr
