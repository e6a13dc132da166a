"""What a stranger does with the package once it is there, and how tests call other programs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from deathmatch import __version__
from tests.tooling.serving import fetch, load, serving
from tools.conventions import ROOT

RECORD = """deathmatch 1
GAME Five-Card-Trick/Gauntlet   # in any letter case
A  Score Grow
B score block:grow
"""


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; fails with what it said where it does not end well."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
    return done.stdout


def builder(folder: Path) -> Path:
    """A Python with the build system of `pyproject.toml` and nothing else, in this folder."""
    run(sys.executable, "-m", "venv", folder / "builder", cwd=folder)
    python = folder / "builder" / "bin" / "python"
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted, cwd=folder)
    return python


def plays(program: Path, folder: Path) -> None:
    """The program gives help, reads and replays a record, and serves pages with all that they load, from a folder of its own."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.dm").write_text(RECORD)
    assert run(program, "--version", cwd=elsewhere).strip() == f"deathmatch {__version__}"
    assert "replay" in run(program, "--help", cwd=elsewhere)
    assert run(program, "record", "a.dm", cwd=elsewhere).splitlines() == [
        "deathmatch 1",
        "game five-card-trick/gauntlet",
        "A score grow",
        "B score block:grow",
    ]
    positions = [json.loads(line) for line in run(program, "replay", "--json", "a.dm", cwd=elsewhere).splitlines()]
    assert [position["line"] for position in positions] == [None, "A score grow", "B score block:grow"]
    with serving(program, elsewhere) as address:
        front = fetch(f"{address}/")
        assert "Five-Card Trick" in front
        styles = re.findall(r'(?:href|src)="(/(?:static/|ink)[^"]+)"', front)
        assert styles
        for style in styles:
            assert load(address + style)
        assert 'id="r5"' in fetch(f"{address}/rules/five-card-trick")
        assert {game["variant"] for game in json.loads(fetch(f"{address}/api/games"))} >= {"five-card-trick/gauntlet"}
