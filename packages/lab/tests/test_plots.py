"""Plots: the figures that they show, the bytes that come out, and what the command says of a bad line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from deathmatch.cli import progress
from deathmatch.cli.main import app
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.seats import PUBLIC
from deathmatch.games import every, find, made_by
from deathmatch_lab.cli.plot import OF_TOURNAMENTS, OTHERS
from deathmatch_lab.games.five_card_trick import plots
from deathmatch_lab.plots import studies
from deathmatch_lab.plotting import Bar, Bars, Heat, Line, Lines, Panel, Plot
from deathmatch_lab.solving import SilentReporter
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


def test_the_edge_of_a_seat_counts_who_sat_there(folder: Path) -> None:
    plot = studies.edges(folder)
    assert len(plot.panels) == 1, "nobody decides alone in this game"
    won = sum(row.winner == row.first for row in Play(THREE).run(1).rows)
    bars = only(plot).bars
    assert [bar.name for bar in bars] == ["steady : random", "steady : level-1", "random : level-1", "all pairs"]
    assert bars[-1].value == pytest.approx(won / 18)


def test_the_edge_of_the_one_who_decides_alone_first(tmp_path: Path) -> None:
    wanted = Tournament("even-groups/standard", ("random", "steady"), 4, 3, (("side", 2), ("white", "A")))
    with opened(tmp_path, wanted) as kept:
        rows = Play(wanted, kept.rows, kept.keep).run(1).rows
    seat, opener = studies.edges(tmp_path).panels
    assert isinstance(seat, Bars)
    assert isinstance(opener, Bars)
    won = sum(row.winner == row.first for row in rows) / 4
    assert (seat.bars[0].value, opener.bars[0].value) == (won, won), "White opens, and A is White"


def test_exploits_stand_beside_best_play() -> None:
    variant = find("five-card-trick/gauntlet")
    _, game = variant.bind({"rounds": 1, "max_rounds": 1})
    bars = only(studies.exploits(variant, game, ["random"], SilentReporter())).bars
    assert [(bar.name, round(bar.value, 6), bar.goal) for bar in bars] == [
        ("random on A, the EC", 0, 0),
        ("random on B, the DMO", 0.307692, 1),
    ]


def own(name: str, plot: str, **options: object) -> Plot:
    variant = find(name)
    _, game = variant.bind(options)  # type: ignore[arg-type]
    made = made_by(variant, "plots", game)[plot].plot(game.view(game.start(), PUBLIC), SilentReporter())
    assert isinstance(made, Plot)
    return made


def test_the_stage_game_of_two_rounds() -> None:
    plot = own("five-card-trick/gauntlet", "mixtures", rounds=2, max_rounds=2)
    (heat,) = plot.panels
    assert isinstance(heat, Heat)
    assert heat.neutral == pytest.approx(3 / 13)
    assert (len(heat.rows), len(heat.columns)) == (26, 26)
    assert sum(heat.beside) == pytest.approx(1)
    assert sum(heat.below) == pytest.approx(1)
    assert "A (EC) wins 23.08% with best play" in plot.words


def test_the_opening_map_of_a_small_board() -> None:
    (board,) = own("even-groups/standard", "openings", side=2, white="A").panels
    assert isinstance(board, Board)
    assert {cell.name for cell in board.cells if cell.kind == "White wins"} == {"B2"}
    with pytest.raises(UnsolvableError, match="61 cells are empty"):
        own("even-groups/standard", "openings")


def test_the_worth_of_tiles_and_letters() -> None:
    tiles = only(own("tile-joust/gauntlet", "tiles"))
    worth = {bar.name: bar.value for bar in tiles.bars}
    assert list(worth) == [str(number) for number in range(1, 14)]
    assert worth["13"] > worth["1"] > worth["4"], "docs/bots.md: the worth of tiles is U-shaped"
    letters = own("letter-hunt/gambit", "letters")
    having = {bar.name: bar.value for bar in only(letters).bars}
    assert max(having, key=lambda letter: having[letter]) == "E"
    assert {bar.name: bar.value for bar in only(letters, 1).bars}["E"] == pytest.approx(having["E"] / 2, abs=0.01)


def test_no_plot_of_a_game_has_the_name_of_one_of_the_command() -> None:
    for variant in every():
        plots = made_by(variant, "plots", variant.bind({})[1]) or {}
        assert not plots.keys() & {*OF_TOURNAMENTS, *OTHERS}, variant.id
        assert all(one.words for one in plots.values())


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


@pytest.mark.parametrize("name", [*OF_TOURNAMENTS, "course", "mixtures"])
def test_all_work_of_a_plot_shows_its_progress(name: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its making, and the painting; so a log has lines of them."""
    shown: list[str] = []
    worked: list[tuple[str, bool]] = []

    @contextmanager
    def lines(words: str) -> Iterator[Callable[[str, float | None], None]]:
        shown.append(words)
        yield lambda _words, _done: None
        shown.pop()

    def noted(module: object, made: str) -> None:
        work = getattr(module, made)

        def inside(*args: Any) -> Any:
            worked.append((made, bool(shown)))
            return work(*args)

        monkeypatch.setattr(module, made, inside)

    from deathmatch_lab.plots import painting

    monkeypatch.setattr(progress, "lines", lines)
    monkeypatch.setattr(painting, "painted", lambda *_: b"")
    noted(painting, "painted")
    made = "plot" if name == "mixtures" else name
    noted(next(place for place in (studies, plots.Mixtures) if made in vars(place)), made)
    short = ["--game", "five-card-trick/gauntlet", "--option", "rounds=1", "--option", "max_rounds=1"]
    source = {"course": [str(next(folder.rglob("*.dm")))], "mixtures": short}.get(name, [str(folder)])
    assert command(name, *source, "--units", "1", "-o", str(tmp_path / "plot.svg"))[0] == 0
    assert worked == [(made, True), ("painted", True)]


def test_who_decided_before_the_start_position_was_the_first() -> None:
    wanted = Tournament("even-groups/standard", ("random", "steady"), 2, 3, (("side", 2), ("white", "B")), start=("B orange B2",))
    assert [row.opener for row in Play(wanted).run(1).rows] == ["B", "B"], "White opens; the bots begin with Orange, on seat A"
