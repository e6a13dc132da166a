"""The examples run as they stand."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tooling.serving import fetch, serving
from tools.conventions import ROOT

ENDING = ("five-card-trick/final", "even-groups/standard", "tile-joust/gauntlet", "letter-hunt/gambit", "letter-hunt/colosseum")
"""Variants that end although everybody takes the first answer each time."""

PROGRAM = Path(sys.executable).parent / "deathmatch"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where one server for all of them listens."""
    with serving(PROGRAM, tmp_path_factory.mktemp("server")) as address:
        yield address


def test_the_bot_over_http_plays_a_match_to_its_end(address: str) -> None:
    command = [sys.executable, "examples/http_bot.py", address, "five-card-trick/setna", "bot:random"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    watch, ending = done.stdout.splitlines()
    assert ending.endswith(".")
    seen = json.loads(fetch(f"{address}/api/matches/{watch.rpartition('/')[2]}"))["seen"]
    assert seen["public"]["over"] is True
    assert seen["ending"] == ending


def chat_of(address: str, variant: str) -> str:
    """Two people play this variant in the terminal chat, always with the first answer."""
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


def test_two_people_play_a_whole_match_in_the_terminal_chat(address: str) -> None:
    chat_of(address, "tile-joust/final")


@pytest.mark.nightly
@pytest.mark.parametrize("variant", ENDING)
def test_other_variants_are_played_to_their_end_in_the_terminal_chat(variant: str, address: str) -> None:
    chat_of(address, variant)


def test_the_bot_over_http_says_what_a_server_refuses(address: str) -> None:
    command = [sys.executable, "examples/http_bot.py", address, "five-card-trick/setna", "bot:nobody"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "nobody" in done.stderr


def test_the_terminal_chat_has_40_lines_of_code_and_says_what_a_server_refuses(address: str) -> None:
    source = (ROOT / "examples" / "terminal_chat.py").read_text("utf-8")
    tree = ast.parse(source)
    texts = [one for one in ast.walk(tree) if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)]
    told = {line for one in texts for line in range(one.lineno, (one.end_lineno or 0) + 1)}
    code = [line for number, line in enumerate(source.splitlines(), 1) if number not in told and line.strip() and line[0] != "#"]
    assert len(code) <= 40
    command = [sys.executable, "examples/terminal_chat.py", address, "five-card-trick/nothing"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("five-card-trick has no variant nothing"), done.stderr


def test_in_the_terminal_chat_a_wrong_word_is_refused_with_its_reason_and_a_player_can_resign(address: str) -> None:
    command = [sys.executable, "examples/terminal_chat.py", address, "five-card-trick/setna", "Ann", "Bob"]
    done = subprocess.run(command, cwd=ROOT, input="nonsense\nresign\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    first = lines.index(next(line for line in lines if line.startswith("Ann:")))
    (refused,) = [line for line in lines if line.startswith("Ann: ") and "nonsense" in line]
    again = lines.index(refused)
    assert again > first
    assert lines[again + 1 : 2 * again - first] == lines[first + 1 : again], "she is asked the same again"
    assert lines[-2] == "all: Ann resigned.", lines
