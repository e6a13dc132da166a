"""`examples/plugin`, installed: its game and its bot are played by arena, record, command line and page.

Beside it lies a package with a fault, which is named and harms nobody, and a bot that is not installed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from deathmatch.core import plugins
from tests.tooling.serving import PROGRAM, fetch, serving
from tools.conventions import ROOT

PLUGIN = ROOT / "examples" / "plugin"
MINE = '''
class Miser:
    """Heads if it can, from a module in the current folder."""

    plays = ("penny-match",)

    def __init__(self, game):
        self.rounds = game.values["rounds"]

    def choose(self, view, decision, budget, source):
        return min(decision.moves())
'''
HALFWAY = '''
"""A game whose solver, advisor and generator cannot be imported."""
from dataclasses import replace

from penny_match import VARIANTS as MATCHES

MISSING = dict.fromkeys(("solver", "advise", "generator"), "no_such_module:make")
VARIANTS = tuple(replace(variant, game="halfway", capabilities=MISSING) for variant in MATCHES)
'''
FAULT = "broken of the package broken cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'; it is left out"


def install(package: Path, code: str, points: Mapping[str, Mapping[str, str]]) -> None:
    """What an installer makes of a pure package with this code: the package, and what it says of itself."""
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text(code)
    info = package.parent / f"{package.name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package.name}\nVersion: 1\n")
    lines = [f"[{group}]\n" + "".join(f"{name} = {where}\n" for name, where in named.items()) for group, named in points.items()]
    (info / "entry_points.txt").write_text("".join(lines))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder on the path with the package, one with a fault, and a module that is not installed."""
    folder = tmp_path_factory.mktemp("installed")
    site, package = folder / "site", PLUGIN / "penny_match"
    shutil.copytree(package, site / package.name, ignore=shutil.ignore_patterns("*.pyc"))
    about = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["project"]
    install(site / package.name, (package / "__init__.py").read_text(), about["entry-points"])
    broken = {"deathmatch.games": {"broken": "broken"}, "deathmatch.bots": {"broken": "broken:Bot"}}
    install(site / "broken", "import no_such_module\n", broken)
    install(site / "halfway", HALFWAY, {"deathmatch.games": {"halfway": "halfway"}})
    (folder / "mine.py").write_text(MINE)
    return folder


@pytest.fixture
def path(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The processes that are started find the packages."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(installed / "site")]))
    monkeypatch.delenv(plugins.VARIABLE)
    return installed


def deathmatch(*arguments: str, cwd: Path) -> tuple[str, str]:
    """What the command prints, and what it complains of."""
    done = subprocess.run([PROGRAM, *arguments], cwd=cwd, capture_output=True, text=True, env=dict(os.environ), check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, done.stderr


@pytest.mark.nightly
def test_the_arena_plays_the_game_and_a_record_is_read(path: Path, tmp_path: Path) -> None:
    bout = ["--game", "penny-match/standard", "--games", "4", "--seed", "3", "--json", "--out", str(tmp_path)]
    printed, complaints = deathmatch("arena", "guess", "miser", "--bot", "mine:Miser", "--jobs", "2", *bout, cwd=path)
    result = json.loads(printed)
    assert (result["bots"], result["games"]) == (["guess", "miser"], 4)
    assert FAULT not in complaints  # nobody asked for it
    kept = tmp_path / "records" / "1-guess-2-miser"
    record = (kept / "00000.dm").read_text()
    assert re.match(
        r"deathmatch 1\ngame penny-match/standard\nname A guess\nname B miser\ntag seed 3\ntag number 0\nA (heads|tails)\n", record
    )
    assert all(line == "B heads" for line in record.splitlines() if line.startswith("B "))
    printed, _ = deathmatch("replay", str(kept / "00000.dm"), cwd=path)
    assert "Penny Match (penny-match/standard), 10 events; " in printed


def test_it_keeps_to_what_every_game_owes_the_others(path: Path) -> None:
    assert deathmatch("judge", "penny-match", cwd=path) == ("penny-match/standard: 0 faults and 0 warnings\n", "")


def test_checks_and_tests_of_the_repository_judge_its_own_games_alone(path: Path) -> None:
    code = "from deathmatch import games; print(*games.names())"
    for tools, expected in (("import tools; ", False), ("", True)):
        done = subprocess.run([sys.executable, "-c", tools + code], cwd=ROOT, capture_output=True, text=True, check=True)
        assert ("penny-match" in done.stdout.split()) == expected


def test_the_page_plays_it_and_a_package_with_a_fault_harms_nobody(path: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)  # the server looks for it in its current folder
    with serving(PROGRAM, tmp_path, "--bot", "mine:Miser") as address:
        assert "Penny Match" in fetch(f"{address}/")
        book = fetch(f"{address}/rules/penny-match")
        assert 'id="r5"' in book
        assert "Penny Match in half a minute" in fetch(f"{address}/learn/penny-match")
        assert json.loads(fetch(f"{address}/api/lessons/penny-match/standard/0"))["task"] == "Bob likes heads. Show a coin."
        games: Mapping[str, Mapping[str, object]] = {game["variant"]: game for game in json.loads(fetch(f"{address}/api/games"))}
        assert games["penny-match/standard"]["bots"] == ["random", "patient", "guess", "miser"]
        assert games["even-groups/standard"]["bots"] == ["random", "steady", "strong", "guess"]
        assert not any(name.startswith("broken") for name in games)
        for bot in ("guess", "miser"):
            client = [sys.executable, ROOT / "examples" / "http_bot.py", address, "penny-match/standard", f"bot:{bot}"]
            done = subprocess.run(client, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            assert "more points" in done.stdout
    assert FAULT in (tmp_path / "log").read_text()
