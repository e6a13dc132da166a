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
from deathmatch_lab import arena
from deathmatch_lab.arena import ArenaBout
from deathmatch_lab.tournaments.folder import TABLE, opened, read_rows
from deathmatch_lab.tournaments.tournament import Play, Result, Row, Tournament, round_robin

GAME = "five-card-trick/gauntlet"
SHORT = (("rounds", 1), ("max_rounds", 2))
THREE = Tournament(GAME, ("steady", "random", "packages.lab.tests.lazy:Lazy"), 4, 7, SHORT)


def bare(result: Result) -> list[tuple[object, ...]]:
    """The rows without times."""
    return [(row.a, row.b, row.number, row.seed, row.first, row.winner, row.reason, row.events) for row in result.rows]


def test_two_bots_play_the_matches_of_their_bout() -> None:
    two = Play(replace(THREE, bots=THREE.bots[:2])).run(1)
    bout = ArenaBout(GAME, "steady", "random", 4, 7, SHORT)
    alone = arena.run(bout, 1)
    assert (two.standings[0].wins, two.standings[0].interval) == ((alone.wins["a"], alone.wins["b"]), alone.interval)
    assert [row.events for row in two.rows] == [len(arena.play(bout, number).entries) for number in range(4)]


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


@pytest.mark.nightly
def test_several_processes_play_the_same() -> None:
    assert bare(Play(THREE).run(2)) == bare(Play(THREE).run(1))


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


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"bots": ("steady",)}, "two bots at least"),
        ({"bots": ("steady", "random", "steady")}, "bot steady is named twice"),
        ({"games": 0}, "games must be at least 1, not 0"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(THREE, **changes)  # type: ignore[arg-type]


def called(*line: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, line)
    return result.exit_code, result.stdout, result.stderr


def command(*args: str) -> tuple[int, str, str]:
    return called("tournament", *args)


OPTIONS = ("--game", GAME, "--option", "rounds=1", "--option", "max_rounds=2", "--jobs", "1")


def test_the_command_goes_on_with_its_folder(tmp_path: Path) -> None:
    args = ("steady", "random", "packages.lab.tests.lazy:Lazy", *OPTIONS, "--games", "2", "--out", str(tmp_path))
    code, out, _ = command(*args, "--json")
    shown = json.loads(out)
    assert (code, shown["games"], len(shown["pairs"])) == (0, 6, 3)
    code, out, _ = command(*args)
    assert code == 0
    assert f"6 matches, 6 of them kept from before, seed {shown['seed']}" in out


@pytest.mark.parametrize("line", [("arena", "steady", "random"), ("tournament", "steady", "random", "level-1")])
def test_ctrl_c_tells_what_was_played(line: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    play, count = arena.play, 0

    def interrupted(bout: ArenaBout, number: int) -> arena.ArenaMatch:
        nonlocal count
        count += 1
        if count > 3:
            raise KeyboardInterrupt
        return play(bout, number)

    monkeypatch.setattr(arena, "play", interrupted)
    code, out, err = called(*line, *OPTIONS, "--seed", "1")
    assert code == 130
    assert "3 matches" in out
    assert "interrupted: 3 of" in err
    count = 3
    code, out, err = called(*line, *OPTIONS, "--seed", "1")
    assert code == 130
    assert "interrupted: 0 of" in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("steady", *OPTIONS), "two bots or more must be named, not 1"),
        (("steady", "random", "steady", *OPTIONS), "bot steady is named twice"),
        (("steady", "random", "nobody", *OPTIONS), "has no bot nobody"),
        (("steady", "random", "no.module:Bot", *OPTIONS), "no.module:Bot"),
    ],
)
def test_wrong_words_are_refused(args: tuple[str, ...], said: str) -> None:
    code, out, err = command(*args)
    assert (code, out) == (2, "")
    assert said in " ".join(err.replace("│", " ").split())
    assert "Traceback" not in err


OPENED = "deathmatch 1\ngame five-card-trick/gauntlet\noption rounds 1\noption max_rounds 2\nA score grow\nB score grow\n"


def tournament_from(file: Path, *args: str) -> tuple[int, str]:
    line = ["tournament", "steady", "random", "--game", GAME, "--games", "2", "--seed", "1", "--jobs", "1", "--start", str(file), *args]
    result = CliRunner().invoke(app, line, env={"COLUMNS": "200"})
    return result.exit_code, result.output


def test_matches_begin_where_a_record_ends_and_go_on_from_there(tmp_path: Path) -> None:
    file, out = tmp_path / "start.dm", tmp_path / "out"
    file.write_text(OPENED)
    assert tournament_from(file, "--out", str(out))[0] == 0
    for row in read_rows(out / TABLE):
        record = read((out / row.record).read_bytes(), find)
        assert [entry.plain for entry in record.entries[:2]] == ["A score grow", "B score grow"]
        assert record.header.given == {"rounds": 1, "max_rounds": 2}
        assert (row.events, row.decisions_a, row.decisions_b) == (4, 1, 1)
    before = (out / TABLE).read_text()
    assert tournament_from(file, "--out", str(out))[0] == 0
    assert (out / TABLE).read_text() == before
    other = CliRunner().invoke(
        app, ["tournament", "steady", "random", "--game", GAME, "--games", "2", "--seed", "1", "--jobs", "1", "--out", str(out)]
    )
    assert (other.exit_code, "holds another tournament" in other.output) == (2, True)


@pytest.mark.parametrize(
    ("text", "args", "code", "words"),
    [
        (OPENED + "A grow claim\n", (), 2, "a submission waits sealed; end it after a whole turn"),
        (OPENED + "A resign\n", (), 2, "the match is over there"),
        (OPENED, ("--option", "rounds=2"), 2, "start.dm says the options, and rounds is not 2 there"),
        (OPENED + "A score grow\n", (), 1, "start.dm:7: "),
        (
            "deathmatch 1\ngame even-groups/standard\n",
            (),
            2,
            "start.dm is a record of even-groups/standard, not of five-card-trick/gauntlet",
        ),
    ],
)
def test_a_start_that_cannot_be_is_refused(text: str, args: tuple[str, ...], code: int, words: str, tmp_path: Path) -> None:
    file = tmp_path / "start.dm"
    file.write_text(text)
    done, said = tournament_from(file, *args)
    assert (done, words in " ".join(said.split())) == (code, True), said
