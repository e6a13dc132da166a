"""Data sets: the same from the same seed, however often they are broken off, and loaded in three lines."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from typer.testing import CliRunner

import deathmatch as dm
from deathmatch.cli.main import app
from deathmatch_lab.cli import dataset as command
from deathmatch_lab.tournaments import dataset, tables
from deathmatch_lab.tournaments.tables import DECISION_COLUMNS, MATCH_COLUMNS
from tools.conventions import ROOT

GAME = ("--game", "five-card-trick/gauntlet", "--game", "even-groups/standard")
ASKED = (*GAME, "--play", "random", "--play", "steady", "--games", "4", "--seed", "3", "--jobs", "1", "--values", "0")


def run(folder: Path, *args: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["dataset", str(folder), *(args or ASKED)])
    return result.exit_code, "".join(f"{line}\n" for line in result.output.splitlines() if line.strip())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "small"
    code, said = run(folder)
    assert (code, said.splitlines()) == (
        0,
        ["five-card-trick/gauntlet: 4 matches", "even-groups/standard: 4 matches", f"{folder / 'README.md'}"],
    )
    return folder


def test_the_three_lines_of_the_card_and_of_the_document_load_it(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card, document = (made / "README.md").read_text(), (ROOT / "packages/lab/docs/dataset.md").read_text()
    assert dataset.loading(".") in card
    assert dataset.loading("small") in document
    assert len([line for line in dataset.loading("small").splitlines() if line]) == 3
    monkeypatch.chdir(made.parent)
    names: dict[str, pl.DataFrame] = {}
    exec(dataset.loading("small"), names)
    matches, decisions = names["matches"], names["decisions"]
    assert (matches.columns, decisions.columns) == (list(MATCH_COLUMNS), list(DECISION_COLUMNS))
    assert matches.height == 8
    assert matches.group_by("variant").len().sort("variant")["len"].to_list() == [4, 4]
    assert decisions.filter(pl.col("variant") == "five-card-trick/gauntlet")["view"].is_not_null().all()


def test_rows_are_those_of_the_records(made: Path) -> None:
    matches = pl.read_parquet(made / "*" / "matches.parquet")
    decisions = pl.read_parquet(made / "*" / "decisions" / "*.parquet")
    for row in matches.iter_rows(named=True):
        record = dm.parse_record(row["record"])
        *_, last = dm.replay_record(record)
        assert last.over is not None
        assert row["winner"] == (None if last.over.winner is None else last.over.winner.value)
        own = decisions.filter((pl.col("variant") == row["variant"]) & (pl.col("match") == row["match"]))
        told = [f"{decision['seat']} {decision['move']}" for decision in own.iter_rows(named=True)]
        assert told == [entry.plain for entry in record.entries]
        assert set(own["bot"]) == {row["seat_a"], row["seat_b"]} == {"random", "steady"}
        for decision in own.iter_rows(named=True):
            assert decision["won"] == (decision["seat"] == row["winner"])
            assert decision["legal"] >= 1
    first = decisions.row(0, named=True)
    view = json.loads(first["view"])
    assert {"public", "private"} == set(view)


def test_the_checksums_are_those_of_every_parquet_file(made: Path) -> None:
    lines = (made / "SHA256SUMS").read_text().splitlines()
    assert {line.split("  ")[1] for line in lines} == {file.relative_to(made).as_posix() for file in made.rglob("*.parquet")}
    for line in lines:
        digest, name = line.split("  ")
        assert sha256((made / name).read_bytes()).hexdigest() == digest


def test_what_is_broken_off_goes_on_to_the_same_files(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from deathmatch_lab.tournaments.tournament import Play

    real = Play.run

    def stopping(play: Play, jobs: int, seen: object, pool: object = None) -> object:
        def stop(row: object) -> None:
            seen(row)  # type: ignore[operator]
            if play.played == 3:
                raise KeyboardInterrupt

        return real(play, jobs, stop, pool)  # type: ignore[arg-type]

    monkeypatch.setattr(Play, "run", stopping)
    code, said = run(tmp_path)
    assert (code, "interrupted: 3 of 4 matches of five-card-trick/gauntlet; the same command goes on" in said) == (130, True)
    assert not (tmp_path / "SHA256SUMS").exists()
    monkeypatch.setattr(Play, "run", real)
    assert run(tmp_path)[0] == 0
    assert (tmp_path / "SHA256SUMS").read_text() == (made / "SHA256SUMS").read_text()


def test_a_part_that_is_whole_is_not_made_again_and_one_that_lacks_matches_is(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made / "five-card-trick-gauntlet"
    part = folder / "decisions" / "part-00000.parquet"
    whole = part.read_bytes()
    table = pq.read_table(part)
    pq.write_table(table.filter(pc.less(table["match"], 2)), part)
    assert dataset.tabulate(folder) == 4
    assert part.read_bytes() == whole
    asked: list[int] = []
    real = tables.decision_rows

    def noted(folder: Path, number: int, *rest: Any) -> Iterator[dict[str, Any]]:
        asked.append(number)
        return real(folder, number, *rest)

    monkeypatch.setattr(tables, "decision_rows", noted)
    dataset.tabulate(folder)
    assert asked == []
    dataset.tabulate(folder, units=1)
    assert asked == [0, 1, 2, 3], "with values it is another table"
    dataset.tabulate(folder)
    assert part.read_bytes() == whole


def test_exact_values_are_in_games_that_know_them(tmp_path: Path) -> None:
    games = ("--game", "even-groups/standard", "--game", "five-card-trick/setna", "--game", "tile-joust/gauntlet")
    code, _ = run(tmp_path, *games, "--play", "random", "--play", "steady", "--games", "2", "--jobs", "1")
    assert code == 0
    decisions = pl.read_parquet(tmp_path / "*" / "decisions" / "*.parquet")
    known = decisions.filter(pl.col("value").is_not_null())
    assert set(known["variant"]) == {"even-groups/standard", "five-card-trick/setna"}
    assert known.filter(pl.col("variant") == "even-groups/standard").height > 6
    assert set(known["value"]) <= {0.0, 1.0}
    decisions = decisions.filter(pl.col("variant") != "tile-joust/gauntlet")
    last = decisions.filter(pl.col("event") == pl.col("event").max().over("variant", "match"))
    for row in last.iter_rows(named=True):
        assert row["value"] == float((row["seat"] == "A") == row["won"])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--game", "nonsense/x"), "unknown game nonsense"),
        (("--game", "even-groups/standard", "--play", "nobody", "--play", "steady"), "nobody"),
        (("--game", "even-groups/standard", "--play", "steady"), "a tournament needs two bots at least"),
        (("--game", "even-groups/standard", "--game", "even-groups/standard"), "a variant is named twice"),
        (("--games", "0"), "Invalid value for '--games'"),
    ],
)
def test_a_bad_line_is_told_what_was_expected(args: tuple[str, ...], words: str, tmp_path: Path) -> None:
    code, said = run(tmp_path / "new", *args)
    assert (code, words in " ".join(said.replace("│", " ").split())) == (2, True), said
    assert not (tmp_path / "new").exists()
    assert command.dataset.__doc__ is not None


@pytest.mark.nightly
def test_the_three_lines_for_pandas_load_all_variants(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card, document = (made / "README.md").read_text(), (ROOT / "packages/lab/docs/dataset.md").read_text()
    assert dataset.loading_with_pandas(".") in card
    assert dataset.loading_with_pandas("small") in document
    assert len([line for line in dataset.loading_with_pandas("small").splitlines() if line]) == 3
    monkeypatch.chdir(made.parent)
    names: dict[str, Any] = {}
    exec(dataset.loading_with_pandas("small"), names)
    for name, files, columns in (("matches", "*/matches.parquet", MATCH_COLUMNS), ("decisions", "*/decisions/*.parquet", DECISION_COLUMNS)):
        loaded, known = names[name], pl.read_parquet(made / files)
        assert list(loaded.columns) == list(columns)
        assert (list(loaded.index), loaded["variant"].nunique()) == (list(range(known.height)), 2)
        assert sorted(loaded["match"]) == sorted(known["match"])


def test_processes_make_the_same_tables(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made / "five-card-trick-gauntlet"
    copy = shutil.copytree(folder, tmp_path / "copy")
    shutil.rmtree(copy / "decisions")
    monkeypatch.setattr(dataset, "PART", 2)
    told: list[tuple[int, int]] = []
    assert dataset.tabulate(copy, jobs=2, seen=lambda done, of: told.append((done, of))) == 4
    assert told == [(2, 4), (4, 4)]
    rows = [pl.read_parquet(place / "decisions" / "*.parquet") for place in (folder, copy)]
    assert rows[0].equals(rows[1])


def test_the_tables_report_every_match_so_that_the_time_left_is_known(made: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(made / "five-card-trick-gauntlet", tmp_path / "copy")
    shutil.rmtree(copy / "decisions")
    told: list[tuple[int, int]] = []
    assert dataset.tabulate(copy, seen=lambda done, of: told.append((done, of))) == 4
    assert list(dict.fromkeys(told)) == [(1, 4), (2, 4), (3, 4), (4, 4)]
