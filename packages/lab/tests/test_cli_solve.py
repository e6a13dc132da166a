from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch import games
from deathmatch.cli.main import app

RECORD = "deathmatch 1\ngame toy/lenient\noption rounds 3\nname B Bob\ndeal cards A:4 B:5\nA bid 2\n"


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy")


def solve(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["solve", *args])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def record(tmp_path: Path) -> Path:
    (tmp_path / "m.dm").write_text(RECORD)
    return tmp_path / "m.dm"


def test_the_start_of_a_variant_is_solved_in_words_or_as_the_games_own_object() -> None:
    code, out, err = solve("Toy/Lenient", "--option", "rounds=3")
    assert (code, out, err) == (0, "Nobody has won yet: 6 points can still be won.\n", "")
    code, out, err = solve("toy/lenient", "--option", "rounds=3", "--json")
    assert (code, json.loads(out), err) == (0, {"winner": None, "open": 6}, "")
    assert out.count("\n") == 1


def test_the_end_of_a_record_is_solved_with_its_options_and_names(record: Path) -> None:
    assert solve("--record", str(record), "--json")[1] == '{"winner": null, "open": 6}\n'
    lines = ["B bid 3", "B timeout", "deal refill 9"] + ["A bid 0", "B bid 1", "B guess 4", "deal refill 9"] * 2
    record.write_text(RECORD + "\n".join(lines[:-1]) + "\n")
    assert solve("toy/lenient", "--record", str(record), "--option", "rounds=3")[:2] == (0, "Bob cannot be caught up.\n")


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ((), 2, "no position to solve; give GAME/VARIANT or --record FILE"),
        (("toy/none",), 2, "toy has no variant none"),
        (("letter-hunt/gambit",), 2, "letter-hunt/gambit has no solver"),
        (("toy/lenient", "--option", "rounds=0"), 2, "rounds must be a whole number from 1 to 99"),
        (("toy/lenient", "--option", "rounds"), 2, "an option must have the form KEY=VALUE"),
        (("toy/lenient", "--option", "rounds=10"), 1, "toy/lenient: 10 rounds are to come, and 9 can be solved\n"),
    ],
)
def test_what_cannot_be_solved_is_said(args: tuple[str, ...], code: int, words: str) -> None:
    status, out, err = solve(*args)
    assert (status, out) == (code, "")
    assert words in err


@pytest.mark.nightly
def test_what_keeps_nothing_says_so_and_what_keeps_goes_on(tmp_path: Path) -> None:
    code, out, err = solve("toy/lenient", "--option", "rounds=3", "--keep", str(tmp_path / "toy"))
    assert (code, out) == (0, "Nobody has won yet: 6 points can still be won.\n")
    assert err == "nothing was saved: the solver of toy/lenient does not save solutions\n"
    two = ("five-card-trick/gauntlet", "--option", "rounds=1", "--option", "max_rounds=1", "--keep", str(tmp_path / "kept"), "--json")
    assert solve(*two)[0] == 0
    assert (tmp_path / "kept" / "about.json").exists()
    assert solve(*two) == solve(*two)
    code, out, err = solve(*two[:3], "--option", "max_rounds=2", *two[5:])
    assert (code, out) == (1, "")
    assert "something else: counts differ" in err
