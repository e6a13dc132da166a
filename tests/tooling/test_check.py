"""`make check` runs every checker and fails if one does; `make test` checks and tests at the same time, and either can fail it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import check, suite
from tools.check import Check


def test_one_that_fails_shows_what_it_said_and_fails_the_whole(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    good = Check("good", (sys.executable, "-c", "print('quiet')"))
    bad = Check("bad", (sys.executable, "-c", "print('woe'); raise SystemExit(3)"), second=True)
    monkeypatch.setattr(check, "checks", lambda: (good, bad))
    assert (check.main([check.BY_DAY]), "bad" in capsys.readouterr().out) == (0, False)
    assert check.main([]) == 1
    said = capsys.readouterr().out
    assert "ok      good" in said
    assert "FAILED  bad" in said
    assert "        woe" in said
    assert "quiet" not in said
    assert said.endswith("failed: bad\n")


# --- make test

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
