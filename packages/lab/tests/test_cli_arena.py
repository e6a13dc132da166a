from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.cli.main import app
from deathmatch.match.record import read

GAME = next(variant.id for variant in games.every() if registry.names(variant))


def arena(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["arena", *args])
    return result.exit_code, result.stdout, result.stderr


def test_json_is_one_object_and_the_same_for_the_same_seed() -> None:
    args = ("steady", "random", "--game", GAME, "--games", "4", "--seed", "11", "--jobs", "1", "--json")
    code, out, _ = arena(*args)
    assert code == 0
    shown = json.loads(out)
    assert out.count("\n") == 1
    assert list(shown) == ["game", "a", "b", "games", "wins", "interval", "seed"]
    assert (shown["game"], shown["a"], shown["b"], shown["games"], shown["seed"]) == (GAME, "steady", "random", 4, 11)
    assert sum(shown["wins"].values()) == 4
    assert arena(*args)[1] == out


def test_every_record_is_written_and_replays(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    code, out, _ = arena(
        *("Steady", "random", "--game", GAME, "--games", "3", "--seed", "5", "--jobs", "1"),
        *("--record", str(folder), "--option", "rounds=2", "--option", "max_rounds=4"),
    )
    assert code == 0
    assert "seed 5" in out
    assert "steady scores" in out
    assert sorted(file.name for file in folder.iterdir()) == ["0.dm", "1.dm", "2.dm"]
    for file in folder.iterdir():
        record = read(file.read_bytes(), games.find)
        assert record.header.given == {"rounds": 2, "max_rounds": 4}
        assert set(record.header.names) == {"steady", "random"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("steady", "nobody", "--game", GAME), "has no bot nobody"),
        (("steady", "random", "--game", "no-game/x"), "unknown game no-game"),
        (("steady", "random", "--game", GAME, "--games", "0"), "--games"),
        (("steady", "random", "--game", GAME, "--option", "rounds"), "KEY=VALUE"),
        (("steady", "random", "--game", GAME, "--option", "rounds=x"), "whole number"),
        (("steady", "random", "--game", GAME, "--option", "rounds=2", "--option", "rounds=3"), "given twice"),
        (("steady", "random", "--game", GAME, "--option", "max_rounds=2"), "max_rounds"),
        (("steady", "random"), "--game"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_clear_error(args: tuple[str, ...], said: str) -> None:
    code, out, err = arena(*args)
    assert code == 2
    assert said in err
    assert "Traceback" not in err
    assert out == ""
