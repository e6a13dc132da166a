"""Plots: the figures that they show, the bytes that come out, and what the command says of a bad line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from deathmatch_lab.plots import studies
from deathmatch_lab.plotting import Bar, Bars, Heat, Line, Lines, Panel, Plot
from deathmatch_lab.studying import Board, Cell
from deathmatch_lab.tournaments.folder import opened
from deathmatch_lab.tournaments.tournament import Play, Tournament

SHORT = (("rounds", 1), ("max_rounds", 2))
THREE = Tournament("five-card-trick/gauntlet", ("steady", "random", "level-1"), 6, 7, SHORT)
BARS = Bars("won", (Bar("a", 0.25, 0.1, 0.4), Bar("b", 0.75, goal=0.8)), 0.5, percent=True, goal="best")
PANELS: tuple[Panel, ...] = (
    BARS,
    replace(BARS, points=True),
    replace(BARS, upright=True, names="bot"),
    Lines("event", "chance", (Line("A", ((0, 0.5, 0.4, 0.6), (1, 0.7, 0.7, 0.7))),), True, ends=(0, 1)),
    Heat(
        "down", "across", ("r", "s"), ("long name", "c"), ((0.0, None), (0.5, 1.0)), "chance", neutral=0.3, beside=(0.5, 0.5), below=(1, 0)
    ),
    Heat("down", "across", ("r",), ("c", "d"), ((0.0, 0.4),), "chance", neutral=None),
    Board((Cell("A1", 0, 0, "won"), Cell("A2", 1, 0, "lost")), {"won": "seat-a", "lost": "warm"}),
)


@pytest.mark.parametrize("panel", PANELS)
def test_a_plot_gives_the_same_file_each_time_and_another_plot_another(panel: Panel) -> None:
    plot = Plot("A title", "Some words below it.", (panel,))
    from deathmatch_lab.plots.painting import painted  # matplotlib, which this test alone needs

    svg = painted(plot, ".svg", "light")
    assert svg.startswith(b"<?xml")
    assert svg == painted(plot, ".svg", "light")
    assert svg != painted(plot, ".svg", "dark")
    assert svg != painted(replace(plot, panels=(PANELS[0] if panel is not PANELS[0] else PANELS[1],)), ".svg", "light")
    assert painted(plot, ".png", "light").startswith(b"\x89PNG")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("arena")
    with opened(place, THREE) as kept:
        Play(THREE, kept.rows, kept.keep).run(1)
    return place


def only(plot: Plot, number: int = 0) -> Bars:
    panel = plot.panels[number]
    assert isinstance(panel, Bars)
    return panel


def test_plots_of_a_tournament_show_its_figures(folder: Path) -> None:
    result = Play(THREE).run(1)
    shares = only(studies.shares(folder)).bars
    assert [(bar.name, bar.value, (bar.low, bar.high)) for bar in shares] == [
        (f"{pair.a} : {pair.b}", pair.share, pair.interval) for pair in result.standings
    ]
    assert [(bar.name, bar.value) for bar in only(studies.ratings(folder)).bars] == [(one.name, one.elo) for one in result.ratings]


def command(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["plot", *args], env={"COLUMNS": "200"})
    return result.exit_code, result.output


def test_the_command_writes_a_file(folder: Path, tmp_path: Path) -> None:
    for name in ("shares", "ratings", "edges"):
        target = tmp_path / f"{name}.png"
        assert command(name, str(folder), "-o", str(target)) == (0, f"{target}: {target.name and _title(name, folder)}\n")
        assert target.read_bytes().startswith(b"\x89PNG")
    record = next(folder.rglob("*.dm"))
    code, said = command("course", str(record), "-o", str(tmp_path / "course.svg"), "--theme", "safe-dark")
    assert (code, said) == (0, f"{tmp_path / 'course.svg'}: The course of a match\n")


def _title(name: str, folder: Path) -> str:
    plot: Plot = getattr(studies, name)(folder)
    return plot.title


def test_all_plots_are_listed() -> None:
    code, said = command("--list")
    assert code == 0
    assert "edges DIR: the first mover's edge" in said
    assert "openings --game even-groups/standard [FILE]: which openings win" in said
    assert command("--list", "--game", "tile-joust/final")[1].startswith("tiles --game tile-joust/final")


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ((), 2, "it is missing; --list names all plots"),
        (("shares",), 2, "shares is made from a folder that `deathmatch tournament --out` made; 0 were given"),
        (("shares", "nowhere"), 2, "nowhere is no folder"),
        (("shares", "."), 1, "shares: . holds no tournament; expected a folder that `deathmatch tournament --out` made"),
        (("shares", ".", "--game", "tile-joust/final"), 2, "shares is made from a folder"),
        (("shares", ".", "-o", "x.pdf"), 2, "the file name must end in .svg or .png, not .pdf"),
        (("shares", ".", "--theme", "pink"), 2, "unknown theme pink; the themes are light, dark, safe, safe-dark"),
        (("tiles",), 2, "tiles is none of them (--list has all)"),
        (("tiles", "--game", "even-groups/standard"), 2, "even-groups/standard has no plot tiles; its plots are openings, exploits"),
        (("openings", "--game", "even-groups/standard"), 1, "openings: 61 cells are empty"),
        (("exploits", "--game", "five-card-trick/gauntlet"), 2, "one bot at least must be named"),
        (("exploits", "nobody", "--game", "five-card-trick/gauntlet"), 2, "nobody"),
        (("tiles", "a.dm", "--game", "tile-joust/final"), 1, "a.dm: No such file"),
    ],
)
def test_a_bad_line_is_told_what_was_expected(
    args: tuple[str, ...], code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done, said = command(*args)
    assert (done, words in " ".join(said.replace("│", " ").split())) == (code, True), said
    assert list(tmp_path.iterdir()) == []
