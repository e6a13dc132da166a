"""The wheel, built from this tree and installed into a bare environment, holds all that is needed and plays from any directory."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
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


def build(folder: Path) -> Path:
    """The wheel of this tree."""
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """The `bin` of a bare environment that has the wheel with the extra of servers, and nothing else."""
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    bin_ = folder / "venv" / "bin"
    run(bin_ / "python", "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check", f"{wheel}[server]", cwd=folder)
    return bin_


def sources() -> set[str]:
    """What has to be in the wheel: all sources that git knows, and the rule books."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "src", "rules", cwd=ROOT).split("\n")
    there = [name for name in listed if name and (ROOT / name).exists()]
    return {re.sub(r"^src/|^(?=rules/)", lambda matched: "" if matched[0] else "deathmatch/", name) for name in there}


def test_the_wheel_installed_alone_plays(tmp_path: Path) -> None:
    wheel = build(tmp_path)
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == sources()
    assert "deathmatch/py.typed" in packed
    licences = {name.rpartition("/")[2] for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/licenses/" in name}
    assert licences == {"LICENSE", "NOTICE", "Inter-LICENSE.txt", "SCOWL-LICENSE.txt"}

    about = message_from_bytes(zipfile.ZipFile(wheel).read(f"deathmatch-{__version__}.dist-info/METADATA"))
    assert [wanted for wanted in about.get_all("Requires-Dist", []) if "extra ==" not in wanted] == []
    assert about["License-Expression"] == "MIT AND OFL-1.1 AND LicenseRef-SCOWL"
    assert {"cli", "study", "server", "all"} <= set(about.get_all("Provides-Extra", []))

    program = install(wheel, tmp_path) / "deathmatch"
    elsewhere = tmp_path / "elsewhere"
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
