from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app

GAME = "guidance-rite/guardians"


def board(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["board", *args])
    return result.exit_code, result.stdout, result.stderr


def test_a_seed_gives_the_same_board_as_text_deal_line_and_object() -> None:
    code, out, _ = board(GAME, "--seed", "5", "--option", "size=4x3")
    assert (code, out) == board(GAME.upper(), "--seed", "5", "--option", "size=4x3")[:2]
    lines = out.splitlines()
    assert lines[0] == f"{GAME}, seed 5"
    assert [line[0] for line in lines[2:6]] == ["3", "2", "1", " "]
    assert lines[5].split() == ["A", "B", "C", "D"]
    deal = lines[-1].removeprefix("deal board ").split(" | ")
    assert [row.split() for row in deal] == [line.split()[1:] for line in lines[2:5]]
    fields = json.loads(board(GAME, "--seed", "5", "--option", "size=4x3", "--json")[1])
    assert fields["variant"] == GAME
    assert fields["options"] == {"size": "4x3"}
    assert (fields["seed"], f"deal {fields['deal']}") == (5, lines[-1])
    assert fields["text"].splitlines() == lines[2:6]


def test_a_picture_is_written_as_its_name_says(tmp_path: Path) -> None:
    for name, begins in (("b.svg", b"<svg"), ("b.png", b"\x89PNG")):
        assert board(GAME, "--seed", "1", "--out", str(tmp_path / name))[0] == 0
        assert (tmp_path / name).read_bytes().startswith(begins)
    dark = tmp_path / "dark.svg"
    assert board(GAME, "--seed", "1", "-o", str(dark), "--theme", "dark")[0] == 0
    assert dark.read_bytes() != (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Missing argument"),
        (("five-card-trick/gauntlet",), "has no board generator"),
        (("no/game",), "unknown game no"),
        ((GAME, "--option", "size=9x9"), "size"),
        ((GAME, "--out", "b.gif"), "the file name must end in .svg or .png, not .gif"),
        ((GAME, "--theme", "pink"), "unknown theme pink"),
        ((GAME, "--seed", "-1"), "--seed"),
    ],
)
def test_what_cannot_be_understood_is_said(args: tuple[str, ...], said: str) -> None:
    code, out, err = board(*args)
    assert (code, out) == (2, "")
    assert said in err
