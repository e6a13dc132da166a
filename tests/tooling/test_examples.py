"""The examples run as they stand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tooling.serving import fetch, serving
from tools.conventions import ROOT

ENDING = ("five-card-trick/final", "even-groups/standard", "tile-joust/gauntlet", "letter-hunt/gambit", "letter-hunt/colosseum")
"""Variants that end although everybody takes the first answer each time."""

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


def chat_of(folder: Path, variant: str) -> str:
    """Two people play this variant in the terminal chat, always with the first answer."""
    with serving(PROGRAM, folder) as address:
        command = [sys.executable, "examples/terminal_chat.py", address, variant, "Ann", "Bob"]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        *lines, ending, replay = done.stdout.splitlines()
        shown = json.loads(fetch(f"{address}/api/matches/{replay.rpartition('/')[2]}"))
    assert shown["table"]["state"] == "over"
    assert ending == f"all: {shown['seen']['ending']}"
    assert [line for line in lines if line.startswith("all: ")] == [f"all: {beat['words']}" for beat in shown["log"]]
    assert {line.partition(":")[0] for line in lines} == {"all", "Ann", "Bob"}
    return done.stdout


def test_two_people_play_a_whole_match_in_the_terminal_chat(tmp_path: Path) -> None:
    chat_of(tmp_path, "tile-joust/final")


@pytest.mark.nightly
@pytest.mark.parametrize("variant", ENDING)
def test_other_variants_are_played_to_their_end_in_the_terminal_chat(variant: str, tmp_path: Path) -> None:
    chat_of(tmp_path, variant)


def test_the_bot_over_http_says_what_a_server_refuses(tmp_path: Path) -> None:
    with serving(PROGRAM, tmp_path) as address:
        command = [sys.executable, "examples/http_bot.py", address, "five-card-trick/setna", "bot:nobody"]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "nobody" in done.stderr
