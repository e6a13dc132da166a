"""Tournaments: the same whoever plays them and however often they are broken off."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from deathmatch.games import find
from deathmatch.match.record import read
from deathmatch_lab.tournaments.folder import TABLE, opened, read_rows
from deathmatch_lab.tournaments.tournament import Play, Result, Row, Tournament, round_robin

GAME = "five-card-trick/gauntlet"
SHORT = (("rounds", 1), ("max_rounds", 2))
THREE = Tournament(GAME, ("steady", "random", "packages.lab.tests.lazy:Lazy"), 4, 7, SHORT)


def bare(result: Result) -> list[tuple[object, ...]]:
    """The rows without times."""
    return [(row.a, row.b, row.number, row.seed, row.first, row.winner, row.reason, row.events) for row in result.rows]


def test_everybody_meets_everybody_with_a_seed_of_their_own() -> None:
    result = Play(THREE).run(1)
    assert [(pair.a, pair.b) for pair in result.standings] == [("steady", "random"), ("steady", "lazy"), ("random", "lazy")]
    assert [pair.games for pair in result.standings] == [4, 4, 4]
    assert len({row.seed for row in result.rows}) == 3
    assert [row.first for row in result.rows[:4]] == ["steady", "random", "steady", "random"]
    assert {rating.name for rating in result.ratings} == {"steady", "random", "lazy"}
    assert sum(rating.score for rating in result.ratings) == 12
    turned = Play(replace(THREE, bots=(*THREE.bots, "level-1")))
    assert [turned.tournament.bout(pair).seed for pair in round_robin(3)] == [THREE.bout(pair).seed for pair in round_robin(3)]


def test_what_is_broken_off_goes_on(tmp_path: Path) -> None:
    whole = bare(Play(THREE).run(1))
    with opened(tmp_path, THREE) as folder:
        play = Play(THREE, folder.rows, folder.keep)

        def stop(_: object) -> None:
            if play.played == 5:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            play.run(1, stop)
        assert bare(play.result()) == whole[:5]
    table = tmp_path / TABLE
    with table.open("a") as file:
        file.write("steady,lazy,1,99")  # a crash has cut this row off
    played: list[Row] = []
    with opened(tmp_path, THREE) as folder:
        assert len(folder.rows) == 5
        result = Play(THREE, folder.rows, folder.keep).run(1, played.append)
    assert bare(result) == whole
    assert len(played) == 7
    assert {replace(row, record="") for row in read_rows(table)} == {replace(row, record="") for row in result.rows}
    for row in read_rows(table):
        record = read((tmp_path / row.record).read_bytes(), find)
        assert len(record.entries) == row.events
        assert record.header.names.a == row.first


def test_a_folder_of_another_tournament_is_refused_whole(tmp_path: Path) -> None:
    with opened(tmp_path, THREE):
        pass
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(ValueError, match="holds another tournament: games is 4, not 6"), opened(tmp_path, replace(THREE, games=6)):
        pass
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    (tmp_path / TABLE).write_text("a,b\n")
    with pytest.raises(ValueError, match="its columns must be a, b, number"), opened(tmp_path, THREE):
        pass


GAME_OPTIONS = ("--game", GAME, "--option", "rounds=1", "--option", "max_rounds=2", "--jobs", "1")


def arena(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["arena", *args])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_goes_on_with_its_folder(tmp_path: Path) -> None:
    args = ("Steady", "random", "packages.lab.tests.lazy:Lazy", *GAME_OPTIONS, "--games", "2")
    code, out, _ = arena(*args, "--out", str(tmp_path), "--json")
    shown = json.loads(out)
    assert (code, out.count("\n"), shown["games"], len(shown["pairs"])) == (0, 1, 6, 3)
    assert arena(*args, "--seed", str(shown["seed"]), "--json")[1] == out
    code, out, _ = arena(*args, "--out", str(tmp_path))
    assert code == 0
    assert f"6 matches, 6 of them kept from before, seed {shown['seed']}" in out


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
def test_an_arena_that_cannot_be_is_refused_with_a_clear_error(args: tuple[str, ...], said: str) -> None:
    code, out, err = arena(*args)
    assert code == 2
    assert said in err
    assert "Traceback" not in err
    assert out == ""
