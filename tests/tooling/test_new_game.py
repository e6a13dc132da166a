"""Adding a game is one folder, one book and one line: a new game is written into a copy of the repository and played there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from difflib import ndiff
from pathlib import Path

import pytest

from tools import new_game
from tools.conventions import ROOT
from tools.new_game import Refused

GAME = "blind-mice"
MADE = {
    *(f"src/deathmatch/games/blind_mice/{file}.py" for file in ("__init__", "bot", "game", "picture", "view")),
    "tests/games/blind_mice/test_rules.py",
    "rules/blind-mice.md",
}
CHANGED = {"src/deathmatch/games/__init__.py": 1, "rules/README.md": 1, "tools/rules.sha256": 2}  # lines that differ
CODE_FILES, CODE_LINES = 6, 280  # of a small game with its tests

NEEDED = ("src", "rules", "examples", "tests", "bench", "tools", "docs", "conftest.py", "pyproject.toml")
LEFT_OUT = ("browser", "images", "gauntlet-digest.npz.xz", "final-digest.npz.xz", "setna-digest.npz.xz")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What a game needs of the repository, with what Python compiled of it."""
    root = tmp_path / "repository"
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    subprocess.run(["git", "init", "--quiet", root], check=True)
    return root


def content(root: Path) -> dict[str, list[str]]:
    """The lines of every text of a game's, by its path."""
    paths = [path for kind in ("*.py", "*.md", "*.sha256", "*.toml", "*.dm", "*.txt") for path in root.rglob(kind)]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8").splitlines() for path in paths}


def python(root: Path, *arguments: str) -> str:
    """What a Python prints that takes the package and the tests from this copy; fails if it does."""
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    done = subprocess.run([sys.executable, *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def judge(root: Path, *paths: str) -> None:
    """Have these tests judge the new game; fails if one fails or there are none."""
    assert " passed" in python(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--game", GAME, *paths)


@pytest.mark.nightly
def test_a_new_game_is_a_folder_a_book_and_a_line_and_plays_at_once(copy: Path) -> None:
    before = content(copy)
    new_game.write(GAME, copy)
    after = content(copy)
    assert after.keys() - before.keys() == MADE
    changed = {path: sum(line[0] == "+" for line in ndiff(before[path], after[path])) for path in before if before[path] != after[path]}
    assert changed == CHANGED
    code = [lines for path, lines in after.items() if path in MADE and path.endswith(".py")]
    assert (len(code) <= CODE_FILES, sum(map(len, code)) <= CODE_LINES) == (True, True)

    for writer in new_game.WRITERS:
        python(copy, "-m", writer, GAME)
    judge(copy, "tests/conformance", "tests/rules", "tests/records", "tests/games/blind_mice")
    bout = ("arena", "steady", "random", "--game", f"{GAME}/standard", "--games", "4")
    assert "steady" in python(copy, "-c", "from deathmatch.cli.main import main; main()", *bout)


@pytest.mark.nightly
def test_all_tests_that_ask_the_registry_take_a_new_game(copy: Path) -> None:
    new_game.write(GAME, copy)
    judge(copy, "tests/leaks", "tests/bots", "tests/cli", "tests/core", "tests/match", "tests/server", "tests/web")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "no name: a name is lower-case words"),
        ("Blind-Mice", "Blind-Mice: a name is lower-case words"),
        ("blind_mice", "blind_mice: a name is lower-case words"),
        ("blind--mice", "blind--mice: a name is lower-case words"),
        ("x" * 41, "x" * 41 + ": a name is lower-case words"),
        ("lambda", "lambda is a word of Python"),
        ("even-groups", "even-groups is taken: there is rules/even-groups.md"),
        ("old-one", "old-one is taken: there is src/deathmatch/games/old_one/__init__.py"),
        ("referee", "referee stands in code that may not name a game (src/deathmatch/match/a.py:1)"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_in_words(name: str, said: str) -> None:
    files = {"rules/even-groups.md": "", "src/deathmatch/games/old_one/__init__.py": "", "src/deathmatch/match/a.py": "# the referee\n"}
    with pytest.raises(Refused) as caught:
        new_game.check(name, files)
    assert str(caught.value).startswith(said)
