from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from tests.cli.test_replay import BAD, GOOD, run

CANONICAL = b"deathmatch 1\ngame five-card-trick/gauntlet\nname B Bob\nA score grow @12.5\nB score block:grow\nA resign\n"


def test_a_record_is_printed_in_canonical_form_which_changes_nothing_any_more(tmp_path: Path) -> None:
    (tmp_path / "x.dm").write_text(GOOD, encoding="utf-8")
    done = run("record", "x.dm", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, CANONICAL, b"")
    (tmp_path / "x.dm").write_bytes(done.stdout)
    assert run("record", "x.dm", cwd=tmp_path).stdout == CANONICAL


def test_a_record_that_breaks_a_rule_prints_nothing_but_one_line_on_stderr(tmp_path: Path) -> None:
    (tmp_path / "x.dm").write_text(BAD, encoding="utf-8")
    done = run("record", "x.dm", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"x.dm:4: A owes nothing now (five-card-trick R1)\n")
    done = run("record", "gone.dm", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"gone.dm: No such file or directory\n")


@pytest.mark.parametrize("command", [["record"], ["replay"], ["picture", "--text"], ["advise"], ["solve", "--record"]])
def test_what_is_far_too_large_is_refused_at_once_by_every_command(command: list[str], tmp_path: Path) -> None:
    with (tmp_path / "zeros.dm").open("wb") as file:
        file.truncate(10**11)
    result = CliRunner().invoke(app, [*command, str(tmp_path / "zeros.dm")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith("zeros.dm:1: this line is too long; a line has 65,536 bytes at most\n")
    result = CliRunner().invoke(app, [*command, "-"], input=b"# as many lines as there may be\n" * 100_000 + b"x" * 65_537)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "-:100001: this line is too long; a line has 65,536 bytes at most\n"
