from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app

GOOD = "deathmatch 1\ngame five-card-trick/gauntlet\nname b Bob\nA Score+Grow @012.50\nB score block:grow\nA resign\n"
BAD = "deathmatch 1\ngame five-card-trick/gauntlet\nA score grow\nA score claim\n"


def run(*args: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[bytes]:
    code = "from deathmatch.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, check=False, timeout=60, cwd=cwd, env={**os.environ, **env}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.dm").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.dm").write_text(BAD, encoding="utf-8")
    (tmp_path / "raw.dm").write_bytes(GOOD.encode() + b"\n# \xff\n")
    (tmp_path / "dir").mkdir()
    return tmp_path


def test_every_position_is_printed_as_an_object(folder: Path) -> None:
    done = run("replay", "--json", "good.dm", "./good.dm", cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert [line["file"] for line in lines] == ["good.dm"] * 4 + ["./good.dm"] * 4
    assert [line["event"] for line in lines] == [0, 1, 2, 3] * 2
    assert [line["line"] for line in lines[:4]] == [None, "A score grow", "B score block:grow", "A resign"]
    assert [line["legal"] for line in lines[:4]] == [{"A": 26, "B": 26}, {"B": 26}, {"A": 25, "B": 21}, {}]
    assert lines[1]["private"]["A"]["submitted"] == "score grow"
    assert lines[1]["private"]["B"]["submitted"] is None
    assert lines[3]["public"] | {"reason": "resign", "winner": "B"} == lines[3]["public"]


def test_a_file_that_breaks_a_rule_prints_one_line_on_stderr_and_the_others_are_still_done(folder: Path) -> None:
    done = run("replay", "--json", "bad.dm", "gone.dm", "raw.dm", "dir", "good.dm", cwd=folder)
    assert done.returncode == 1
    assert {json.loads(line)["file"] for line in done.stdout.splitlines()} == {"good.dm"}
    assert done.stderr.decode().splitlines() == [
        "bad.dm:4: A owes nothing now (five-card-trick R1)",
        "gone.dm: No such file or directory",
        "raw.dm:8: this line is not UTF-8 text; save the file as UTF-8",
        "dir: Is a directory",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD, "good.dm: Five-Card Trick (five-card-trick/gauntlet), 3 events; B (Bob) won (resign)\n"),
        (GOOD.replace("A resign", "B resign"), "good.dm: Five-Card Trick (five-card-trick/gauntlet), 3 events; A won (resign)\n"),
        (BAD[: BAD.rindex("A")], "good.dm: Five-Card Trick (five-card-trick/gauntlet), 1 event; not over, B to go on\n"),
        (BAD[: BAD.index("A")], "good.dm: Five-Card Trick (five-card-trick/gauntlet), 0 events; not over, A and B to go on\n"),
    ],
)
def test_without_json_one_line_says_how_it_ended(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str) -> None:
    (folder / "good.dm").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(app, ["replay", "good.dm"])
    assert (done.exit_code, done.stdout, done.stderr) == (0, said, "")


SIGNS = ("\x1b[2K\r", "\x9b2K", "\x07", "\u202e", "\u3164")  # escapes, a bell, turned text, an empty letter


def test_a_record_of_a_stranger_writes_no_sign_to_the_terminal(tmp_path: Path) -> None:
    all_ = "".join(SIGNS)
    text = f"deathmatch 1\ngame five-card-trick/gauntlet\nname A Ada\nname B x{all_}Ben\ntag note x{all_}x\nA resign\n"
    (tmp_path / "x.dm").write_bytes(text.encode())
    for command in (
        ("replay", "x.dm"),
        ("picture", "x.dm", "--text"),
        ("picture", "x.dm"),
        ("replay", f"no{all_}.dm"),
        ("replay", f"--no{all_}"),
    ):
        done = run(*command, cwd=tmp_path)
        for sign in SIGNS:
            assert sign not in (done.stdout + done.stderr).decode(), command
        assert "\\" in (done.stdout + done.stderr).decode(), command
    assert run("record", "x.dm", cwd=tmp_path).stdout == text.encode()


# --- A record in canonical form


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
