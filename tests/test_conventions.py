"""The conventions of the project hold in this tree, and each rule reports its offence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tools import conventions
from tools.conventions import Files, tracked

BOOK = {"rules/blind-mice.md": "# Blind Mice\n"}
LONG_FUNCTION = "def long() -> None:\n" + "    x = 1\n" * 60
KERNEL = "def kernel() -> None:\n" + "    x = 1\n" * 99


def test_the_tree_is_really_read() -> None:
    files = tracked()
    assert {"Makefile", "src/deathmatch/core/game.py", "rules/README.md", "tests/test_conventions.py"} <= set(files)
    assert not any(path.startswith(".venv/") for path in files)


@pytest.mark.parametrize(
    ("rule", "path", "text", "said"),
    [
        (conventions.long_files, "src/a.py", "x = 1\n" * 901, "src/a.py:901: 901 lines"),
        (conventions.long_files, "src/a.js", "\n" * 901, "src/a.js:901: 901 lines"),
        (conventions.long_functions, "src/a.py", LONG_FUNCTION, "src/a.py:1: long has 61 lines"),
        (conventions.long_functions, "src/games/x/fast.py", KERNEL + "    x = 1\n", "src/games/x/fast.py:1: kernel has 101 lines"),
        (conventions.banned_names, "src/a.py", "x = 1\ndef draw_card() -> None: ...\n", "src/a.py:2: draw_card"),
        (conventions.banned_names, "src/a.js", "// words\n/* more\n*/ function drawTable() {}\n", "src/a.js:3: drawTable"),
        (conventions.banned_names, "src/a.py", "class Card:\n    def turn(self) -> None:\n        self.draws = 1\n", "src/a.py:3: draws"),
        (conventions.banned_names, "src/draw.py", "", "src/draw.py:1: the file's name"),
        (
            conventions.games_named,
            "src/deathmatch/core/a.py",
            "x = 1\n# as in blind-mice\n",
            "src/deathmatch/core/a.py:2: names a game (blind-mice)",
        ),
        (
            conventions.games_named,
            "src/deathmatch/web/a.js",
            "const blindMice = 1\n",
            "src/deathmatch/web/a.js:1: names a game (blindMice)",
        ),
        (conventions.games_named, "src/deathmatch/web/a.html", "Blind Mice", "src/deathmatch/web/a.html:1: names a game (Blind Mice)"),
        (
            conventions.games_named,
            "src/deathmatch/match/blind_mice.py",
            "",
            "src/deathmatch/match/blind_mice.py:1: names a game (blind_mice)",
        ),
        (conventions.machine_traces, "docs/a.md", "x\nsee /home/ann/x\n", "docs/a.md:2: a path of one machine"),
        (
            conventions.machine_traces,
            "a.toml",
            f"host = 'https://{conventions.HOSTS[0]}.org/simple'",
            "a.toml:1: a package registry's host",
        ),
        (conventions.machine_traces, "a.lock", f'"{"resolved"}": "https://else.where/x.tgz"', "a.lock:1: a package registry's host"),
        (conventions.unfinished, "src/a.py", "x = 1  # TODO: more\n", "src/a.py:1: unfinished"),
        (conventions.bare_exclusions, "src/a.py", "x = 1\nif x:  # pragma: no cover\n", "src/a.py:2: left out of coverage"),
    ],
)
def test_the_rule_finds_its_offence(rule: Callable[[Files], Iterator[str]], path: str, text: str, said: str) -> None:
    complaints = list(rule({**BOOK, path: text}))
    assert len(complaints) == 1
    assert complaints[0].startswith(said)


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    [
        (conventions.long_files, "src/a.py", "x = 1\n" * 900),
        (conventions.long_functions, "src/games/x/fast.py", KERNEL),
        (conventions.banned_names, "src/a.py", "redrawn = 'draw'  # to draw\n"),
        (conventions.banned_names, "tests/a.py", "move = data.draw(moves)\n"),
        (conventions.banned_names, "src/a.js", "canvas.drawImage(card, 0, 0);\n"),
        (conventions.games_named, "src/deathmatch/games/blind_mice/values.py", 'BOOK = "blind-mice"\n'),
        (conventions.games_named, "docs/a.md", "Blind Mice\n"),
        (conventions.machine_traces, "src/a.py", 'path = "/api/matches"; rest = f"{root}/home/x"\n'),
        (conventions.bare_exclusions, "src/a.py", "if x:  # pragma: no branch - the last of three\n"),
    ],
)
def test_the_rule_lets_pass_what_is_right(rule: Callable[[Files], Iterator[str]], path: str, text: str) -> None:
    assert list(rule({**BOOK, path: text})) == []
