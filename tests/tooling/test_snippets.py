"""What the documents tell a reader to type is true: Python sessions are doctests, shell sessions are run, commands named elsewhere exist.

- A fence `pycon` is a doctest; all of one document share their names.
- A fence `console` is run line by line where it stands after `$ `, in a fresh folder; what follows is compared, `...` stands for anything.
- A comment `<!-- file: NAME -->` puts the fence after it into that folder first.
- A fence `sh` is not run, but the commands and options of `deathmatch` and the targets of `make` that it names have to be there.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from tools.conventions import ROOT, tracked
from tools.docs import help_of

DOCUMENTS = {path: text for path, text in tracked().items() if re.fullmatch(r"README\.md|(packages/\w+/)?docs/.*\.md", path)}
FENCE = re.compile(r"(?:<!-- file: (\S+) -->\s*)?^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SLOW = ("packages/", "docs/library.md", "docs/hosting.md")
FLAGS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


def fences(text: str, language: str) -> list[str]:
    """The content of all fences of one language."""
    return [body for _, tag, body in FENCE.findall(text) if tag == language]


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """Every command of the shell sessions with what it prints."""
    for body in fences(text, "console"):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def agrees(shown: str, printed: str) -> bool:
    """Whether a program printed what is shown; a `...` stands for anything, trailing blanks do not matter."""
    tidy = "\n".join(line.rstrip() for line in printed.splitlines())
    return doctest.OutputChecker().check_output(shown.rstrip() + "\n", tidy.rstrip() + "\n", FLAGS)


def documents(language: str) -> list[Any]:
    """The documents with sessions of this language. Those that take longest are for the night."""
    paths = sorted(path for path, text in DOCUMENTS.items() if fences(text, language))
    return [pytest.param(path, marks=[pytest.mark.nightly] if path.startswith(SLOW) else []) for path in paths]


@pytest.mark.parametrize("path", documents("pycon"))
def test_python_sessions_are_true(path: str) -> None:
    code = "\n".join(fences(DOCUMENTS[path], "pycon"))
    test = doctest.DocTestParser().get_doctest(code, {}, path, path, 0)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("path", documents("console"))
def test_shell_sessions_are_true(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = DOCUMENTS[path]
    monkeypatch.chdir(tmp_path)
    for name, _, body in FENCE.findall(text):
        if name:
            (tmp_path / name).write_text(body)
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    for command, shown in sessions(text):
        if command.startswith("deathmatch ") and "~" not in command and path.startswith("docs/"):  # a process of its own costs a second
            done: Any = CliRunner().invoke(app, shlex.split(command)[1:], env=environment)
        else:
            done = subprocess.run(["bash", "-c", command], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert agrees(shown, done.stdout + done.stderr), f"{path}: $ {command}\nprinted\n{done.stdout}{done.stderr}\nand not\n{shown}"


@pytest.mark.parametrize("path", sorted(path for path, text in DOCUMENTS.items() if fences(text, "sh")))
def test_commands_that_are_named_exist(path: str) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for line in "\n".join(fences(DOCUMENTS[path], "sh")).split("\n"):
        if matched := re.match(r"(?:\.venv/bin/)?deathmatch ([a-z]+)(.*)", line):
            known = help_of(matched[1])
            for option in re.findall(r"(?<!\S)--?[a-z][\w-]*", matched[2].split(" #")[0]):
                assert re.search(rf"(?<![\w-]){option}(?![\w-])", known), f"{path}: {line}: no {option}"
        elif matched := re.match(r"make (\w+)", line):
            assert re.search(rf"^{matched[1]}:", makefile, re.MULTILINE), f"{path}: {line}"
        elif matched := re.search(r"(?:^|\s)((?:examples|tools|tests|bench)/[\w./-]+)", line):
            assert (ROOT / matched[1]).exists(), f"{path}: {line}"
