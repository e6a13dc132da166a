from __future__ import annotations

from pathlib import Path

from tests.cli.test_replay import BAD, GOOD, run

CANONICAL = b"deathmatch 1\ngame five-card-trick/gauntlet\nname B Bob\nA score grow @12.5\nB score block:grow\nA resign\n"


def test_a_record_is_printed_in_canonical_form_which_changes_nothing_any_more(tmp_path: Path) -> None:
    (tmp_path / "x.dm").write_text(GOOD, encoding="utf-8")
    done = run("record", "x.dm", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, CANONICAL, b"")
    (tmp_path / "x.dm").write_bytes(done.stdout)
    assert run("record", "x.dm", cwd=tmp_path).stdout == CANONICAL


def test_names_come_out_as_utf8_whatever_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "x.dm").write_text(GOOD.replace("Bob", "Zo\u00eb \u4f8b"), encoding="utf-8")
    done = run("record", "x.dm", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert "name B Zo\u00eb \u4f8b\n".encode() in done.stdout


def test_a_record_that_breaks_a_rule_prints_nothing_but_one_line_on_stderr(tmp_path: Path) -> None:
    (tmp_path / "x.dm").write_text(BAD, encoding="utf-8")
    done = run("record", "x.dm", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"x.dm:4: A owes nothing now (five-card-trick R1)\n")
    done = run("record", "gone.dm", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"gone.dm: No such file or directory\n")
