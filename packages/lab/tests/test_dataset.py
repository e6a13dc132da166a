"""Data sets: the same from the same seed, however often they are broken off, and loaded in three lines."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import deathmatch as dm
from deathmatch.cli.main import app
from deathmatch_lab.tournaments import dataset
from deathmatch_lab.tournaments.tables import DECISION_COLUMNS, MATCH_COLUMNS
from tools.conventions import ROOT

GAME = ("--game", "five-card-trick/gauntlet", "--game", "even-groups/standard")
ASKED = (*GAME, "--play", "random", "--play", "steady", "--games", "4", "--seed", "3", "--jobs", "1")


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


def test_what_is_broken_off_goes_on_to_the_same_files(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from deathmatch_lab.tournaments.tournament import Play

    real = Play.run

    def stopping(play: Play, jobs: int, seen: object) -> object:
        def stop(row: object) -> None:
            seen(row)  # type: ignore[operator]
            if play.played == 3:
                raise KeyboardInterrupt

        return real(play, jobs, stop)

    monkeypatch.setattr(Play, "run", stopping)
    code, said = run(tmp_path)
    assert (code, "interrupted: 3 of 4 matches of five-card-trick/gauntlet; the same command goes on" in said) == (130, True)
    assert not (tmp_path / "SHA256SUMS").exists()
    monkeypatch.setattr(Play, "run", real)
    assert run(tmp_path)[0] == 0
    assert (tmp_path / "SHA256SUMS").read_text() == (made / "SHA256SUMS").read_text()
