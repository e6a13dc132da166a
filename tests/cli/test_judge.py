"""The commands for a game of one's own: judge, unfold, try."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from tools.conventions import ROOT

LAMPS = ROOT / "examples" / "three_lamps.py"
PATIENCE = 60  # seconds


def run(*args: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(arg) for arg in args])
    return done.exit_code, done.output


@pytest.fixture
def lamps(tmp_path: Path) -> Path:
    """A copy of the example with short matches, which may be written over."""
    made, text = tmp_path / "lamps.py", LAMPS.read_text(encoding="utf-8")
    made.write_text(text.replace("option(20, 1", "option(2, 1").replace("are 20 rounds", "are 2 rounds"), encoding="utf-8")
    return made


def test_a_game_in_one_file_is_judged(lamps: Path) -> None:
    assert run("judge", lamps, "--matches", 1) == (0, "lamps/standard: 0 faults and 0 warnings\n")


@pytest.mark.parametrize("name", ["Free-Table/standard", pytest.param("Even-Groups/standard", marks=pytest.mark.nightly)])
def test_a_game_that_is_installed_is_judged_and_a_warning_is_no_fault(name: str) -> None:
    status, words = run("judge", name, "--matches", 1)
    warned = [(0, f"{name.lower()}: 0 faults and {warnings}") for warnings in ("0 warnings", "1 warning")]
    assert (status, words.splitlines()[-1]) in warned


def test_a_fault_ends_in_1_and_names_its_line(tmp_path: Path) -> None:
    text = LAMPS.read_text(encoding="utf-8").replace("(ACTIONS, 0, 2", '(("grow", "grow"), 0, 2')
    (tmp_path / "lamps.py").write_text(text, encoding="utf-8")
    status, words = run("judge", tmp_path / "lamps.py", "--matches", 1)
    assert status == 1
    assert re.search(r"lamps.py:\d+: ", words)


def test_a_package_that_is_unfolded_is_whole_and_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "lamps"
    status, words = run("unfold", LAMPS, folder)
    assert status == 0
    files = ["pyproject.toml", "three_lamps/__init__.py", "three_lamps/three_lamps.py", "three_lamps/rules.md", "tests/test_game.py"]
    assert words.splitlines() == [str(folder / name) for name in files]
    book = (folder / "three_lamps" / "rules.md").read_text(encoding="utf-8")
    for section in ("Options", "Set-up", "Decisions", "Resolution", "End of match", "Information", "State"):
        assert f"\n## {section}\n" in book
    assert (folder / "three_lamps" / "three_lamps.py").read_bytes() == LAMPS.read_bytes()
    assert run("unfold", LAMPS, folder) == (1, f"{folder}: File exists\n")


@pytest.mark.nightly
def test_a_package_that_is_unfolded_installs_and_is_judged(tmp_path: Path) -> None:
    from tests.tooling.test_plugin import install

    assert run("unfold", LAMPS, tmp_path / "lamps")[0] == 0
    made, site = tmp_path / "lamps", tmp_path / "site"
    shutil.copytree(made / "three_lamps", site / "three_lamps")
    about = tomllib.loads((made / "pyproject.toml").read_text())["project"]
    install(site / "three_lamps", (made / "three_lamps" / "__init__.py").read_text(), about["entry-points"])
    found = os.pathsep.join([str(ROOT / "src"), str(site)])
    environment = {name: value for name, value in os.environ.items() if name != "DEATHMATCH_PLUGINS"} | {"PYTHONPATH": found}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=tmp_path / "lamps",
        env=environment,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout.decode()


# --- try


@pytest.fixture
def trial(lamps: Path) -> Iterator[Path]:
    """The output of a running `deathmatch try` with that file."""
    log = lamps.with_suffix(".log")
    with log.open("wb") as out:
        command = [sys.executable, "-m", "deathmatch", "try", str(lamps), "--no-browser", "--port", "0"]
        running = subprocess.Popen(command, stdout=out, stderr=out)
    yield log
    running.send_signal(signal.SIGTERM)
    assert running.wait(PATIENCE) == 0
    with pytest.raises(URLError):
        urlopen(address(log))


def until(ready: Callable[[], Any]) -> Any:
    """What this gives as soon as it gives something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := ready():
            return found
        time.sleep(0.1)
    raise AssertionError("nothing came")


def address(log: Path) -> str:
    """Of the seat that plays against random."""
    matched = until(lambda: re.search(r"A (http\S+)/s/(\S+)", log.read_text(encoding="utf-8")))
    return f"{matched[1]}/api/seats/{matched[2]}"


def seat(log: Path) -> dict[str, Any]:
    """Everything that it sees; nothing while the server starts anew."""
    try:
        with urlopen(address(log)) as answer:
            found: dict[str, Any] = json.loads(answer.read())
            return found
    except URLError:
        return {}


@pytest.mark.nightly
def test_a_file_that_is_saved_is_judged_and_shown_at_the_same_links_and_a_fault_changes_nothing(lamps: Path, trial: Path) -> None:
    until(lambda: "0 faults" in trial.read_text(encoding="utf-8"))
    assert len(re.findall(r"/[swh]/", trial.read_text(encoding="utf-8"))) == 7
    body = json.dumps({"ply": 0, "text": "grow steal"}).encode()
    urlopen(Request(f"{address(trial)}/submit", body, {"Content-Type": "application/json"})).close()
    until(lambda: seat(trial)["seen"]["ply"] == 1)
    good = lamps.read_text(encoding="utf-8")
    lamps.write_text(good.replace("def play(self)", "def play(self"), encoding="utf-8")
    until(lambda: "SyntaxError" in str(seat(trial)["chat"]))
    assert f"{lamps}:" in trial.read_text(encoding="utf-8")
    assert seat(trial)["seen"]["ply"] == 1
    lamps.write_text(good.replace("option(2, 1", "option(7, 1").replace("are 2 rounds", "are 7 rounds"), encoding="utf-8")
    until(lambda: "of 7" in str(seat(trial)))
    assert seat(trial)["seen"]["ply"] == 0
