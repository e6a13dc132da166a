"""`make test` checks and tests at the same time: the lines of the checks come first, the summary of pytest last, and either can fail it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import suite
from tools.conventions import ROOT

TESTS = (
    "import pathlib, sys, time; p = pathlib.Path({!r}); print('begun', flush=True); [time.sleep(0.01) for _ in iter(p.exists, True)]; {}"
)


@pytest.mark.parametrize(("tested", "checked", "status"), [(0, 0, 0), (3, 0, 3), (0, 1, 1), (3, 1, 3)])
def test_both_come_to_their_end_and_either_fails_it(
    tested: int, checked: int, status: int, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    done = tmp_path / "checked"
    command = (sys.executable, "-c", TESTS.format(str(done), f"print('all tested'); sys.exit({tested})"))

    def checks() -> int:
        sys.stdout.write("ok      mypy\n")
        sys.stdout.flush()
        done.touch()  # the tests have begun before: they wait for it
        return checked

    assert suite.run(command, checks) == status
    said = capfdbinary.readouterr().out.decode().splitlines()
    assert said == ["ok      mypy", "begun", "all tested", *(["the checks above failed"] if checked else [])]


def test_make_runs_it() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert "-m tools.suite" in makefile.split("\ntest:")[1].split("\n\n")[0]
