"""Plots: the figures that they show, the bytes that come out, and what the command says of a bad line."""

from __future__ import annotations

import json
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
    Lines("event", "chance", (Line("A", ((0, 0.5, 0.4, 0.6), (1, 0.7, 0.7, 0.7))),), "values", ends=(0, 1)),
    Lines("said", "won", (Line("", ((0.1, 0.2, 0.1, 0.3),), joined=False),), "both", diagonal=True),
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
    by_glicko = only(studies.glicko(folder)).bars
    assert [(bar.name, bar.value, (bar.low, bar.high)) for bar in by_glicko] == [(one.name, one.rating, one.ends) for one in result.glicko]
    lengths = only(studies.lengths(folder)).bars
    assert sum(bar.value for bar in lengths) == len(result.rows) == 18
    assert {bar.name for bar in lengths} == {"2", "3", "4"}


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


def test_calibration_sorts_positions_by_their_chance(folder: Path) -> None:
    def no_lists(_: object) -> None:
        return None

    seen: list[tuple[int, int]] = []
    plot = studies.calibration(folder, 5, no_lists, lambda done, of: seen.append((done, of)))  # type: ignore[arg-type]
    (panel,) = plot.panels
    assert isinstance(panel, Lines)
    (line,) = panel.lines
    assert seen == [(number, 18) for number in range(18)]
    assert "18 matches of five-card-trick/gauntlet" in plot.words
    assert line.points
    for said, won, low, high in line.points:
        assert 0 <= said <= 1
        assert 0 <= low <= won <= high <= 1


def test_exploits_stand_beside_best_play() -> None:
    variant = find("five-card-trick/gauntlet")
    _, game = variant.bind({"rounds": 1, "max_rounds": 1})
    bars = only(studies.exploits(variant, game, ["random"], SilentReporter())).bars
    assert [(bar.name, round(bar.value, 6), bar.goal) for bar in bars] == [
        ("random on A, the EC", 0, 0),
        ("random on B, the DMO", 0.307692, 1),
    ]


SEARCHED = {"game": "even-groups/standard", "a": "tilted@exact=16,last=2", "b": "level-4", "games": 40, "wins": {"a": 30, "b": 6}}
SEARCHED |= {"interval": [0.65, 0.9], "gives_away": 0.3, "gives_away_interval": [0.15, 0.4], "seed": 1, "tried": {}}
EXACT = {"game": "even-groups/standard", "bot": "steady", "positions": 1}
EXACT |= {"seats": {"A": {"role": None, "value": 1.0, "chance": 0.25}, "B": {"role": "the DMO", "value": 0.0, "chance": 0.0}}}


def test_kept_results_of_searches_and_of_best_responses_stand_together(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    file.write_text(f"{json.dumps(SEARCHED)}\n{json.dumps(EXACT)}\n")
    plot = studies.kept([file])
    assert [(bar.name, bar.value, bar.goal) for bar in only(plot).bars] == [
        ("level-4 against tilted@...", 0.2, 0.5),
        ("steady on A", 0.25, 1.0),
        ("steady on B, the DMO", 0.0, 0.0),
    ]
    assert [bar.low for bar in only(plot).bars] == [pytest.approx(0.1), None, None]
    assert only(plot).bars[0].high == pytest.approx(0.35)
    assert (
        "computed exactly, where a bar has no interval. Bars with an interval (95 %) are of searches: the share of 40 matches" in plot.words
    )
    file.write_text(json.dumps(EXACT))
    assert "searches" not in studies.kept([file]).words


def test_the_output_of_the_command_is_what_the_plot_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    short = ("--game", "five-card-trick/gauntlet", "--option", "rounds=1", "--option", "max_rounds=1", "--json")
    bounds = ("--search", "--trial", "2", "--games", "4", "--seed", "1", "--jobs", "1")
    for name, more in (("exact", ()), ("search", bounds)):
        done = CliRunner().invoke(app, ["exploit", "random", *short, *more])
        assert done.exit_code == 0
        (tmp_path / f"{name}.json").write_text(done.stdout)
    assert command("exploits", "exact.json", "search.json", "-o", "found.svg") == (0, "found.svg: Against the best response\n")
    bars = only(studies.kept([tmp_path / "exact.json", tmp_path / "search.json"])).bars
    assert [bar.name.partition(" against")[0] for bar in bars] == ["random on A, the EC", "random on B, the DMO", "random"]
    assert bars[1].value == pytest.approx(0.307692, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "kept.json is empty; expected the output of `deathmatch exploit --json`"),
        ("nonsense", "kept.json, line 1: Expecting value"),
        ('{"game": "even-groups/standard"}', "kept.json holds no results of `deathmatch exploit --json`"),
        ("[1]", "kept.json holds no results of `deathmatch exploit --json`"),
        (f"{json.dumps(EXACT)}\n{json.dumps({**EXACT, 'game': 'x/y'})}", "of several variants, even-groups/standard, x/y"),
    ],
)
def test_what_is_no_result_is_refused(text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.json").write_text(text)
    code, said = command("exploits", "kept.json")
    assert (code, words in said) == (1, True), said
    assert command("exploits", "kept.json", "steady")[0] == 2


def own(name: str, plot: str, **options: object) -> Plot:
    variant = find(name)
    _, game = variant.bind(options)  # type: ignore[arg-type]
    made = made_by(variant, "plots", game)[plot].plot(game.view(game.start(), PUBLIC), SilentReporter())
    assert isinstance(made, Plot)
    return made


def test_the_solution_of_two_rounds_in_colours() -> None:
    (heat,) = own("five-card-trick/gauntlet", "values", rounds=2, max_rounds=2).panels
    assert isinstance(heat, Heat)
    first = dict(zip(heat.columns, heat.values[heat.rows.index("1")], strict=True))
    assert first.pop("0") == pytest.approx(3 / 13, abs=1e-6)
    assert set(first.values()) == {None}, "a match begins even"
    second = [value for value in heat.values[heat.rows.index("2")] if value is not None]
    assert second == sorted(second), "a greater lead is worth no less"
    turned = own("five-card-trick/gauntlet", "values", rounds=2, max_rounds=2, dmo="A")
    assert isinstance(turned.panels[0], Heat)
    assert turned.panels[0].values[0] == pytest.approx(heat.values[0], abs=1e-6)


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
    for name in ("shares", "ratings", "glicko", "lengths", "edges"):
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
    assert "calibration DIR: how right the chances in reviews are" in said
    assert "openings --game even-groups/standard [FILE]: which openings win" in said
    assert command("--list", "--game", "tile-joust/final")[1].startswith("tiles --game tile-joust/final")


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ((), 2, "it is missing; --list names all plots"),
        (("shares",), 2, "shares is made from a folder that `deathmatch tournament --out` made; 0 were given"),
        (("shares", "nowhere"), 2, "nowhere is no folder"),
        (("shares", "."), 1, "shares: . holds no tournament; expected a folder that `deathmatch tournament --out` made"),
        (("calibration", "."), 1, "calibration: . holds no records"),
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


def test_a_kept_solution_gives_the_same_picture(tmp_path: Path) -> None:
    line = ["--game", "five-card-trick/gauntlet", "--option", "rounds=2", "--option", "max_rounds=2"]
    kept = ("--keep", str(tmp_path / "kept"))
    assert CliRunner().invoke(app, ["solve", line[1], *line[2:], *kept]).exit_code == 0
    assert command("values", *line, *kept, "-o", str(tmp_path / "kept.svg"))[0] == 0
    assert command("values", *line, "-o", str(tmp_path / "new.svg"))[0] == 0
    assert (tmp_path / "kept.svg").read_bytes() == (tmp_path / "new.svg").read_bytes()
    (tmp_path / "kept" / "round-002-values.npy").unlink()
    code, said = command("values", *line, *kept, "-o", str(tmp_path / "part.svg"))
    assert (code, said) == (1, "values: round 2 of the kept solution is not there yet; `deathmatch solve` goes on with it\n")


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

    monkeypatch.setattr(progress, "_lines", lines)
    monkeypatch.setattr(painting, "painted", lambda *_: b"")
    noted(painting, "painted")
    made = "plot" if name == "mixtures" else name
    noted(next(place for place in (studies, plots.Mixtures) if made in vars(place)), made)
    short = ["--game", "five-card-trick/gauntlet", "--option", "rounds=1", "--option", "max_rounds=1"]
    source = {"course": [str(next(folder.rglob("*.dm")))], "mixtures": short}.get(name, [str(folder)])
    assert command(name, *source, "--units", "1", "-o", str(tmp_path / "plot.svg"))[0] == 0
    assert worked == [(made, True), ("painted", True)]


def test_who_decided_first_is_read_from_records_only_if_the_table_does_not_say_it(tmp_path: Path) -> None:
    wanted = Tournament("even-groups/standard", ("random", "steady"), 4, 3, (("side", 2), ("white", "A")))
    with opened(tmp_path, wanted) as kept:
        Play(wanted, kept.rows, kept.keep).run(1)
    seen: list[tuple[int, int]] = []
    plot = studies.edges(tmp_path, lambda done, of: seen.append((done, of)))
    assert len(plot.panels) == 2
    assert not seen
    table = tmp_path / "matches.csv"
    lines = table.read_text().splitlines()
    assert {line.rpartition(",")[2] for line in lines} == {"opener", "A"}
    table.write_text("".join(f"{line.rpartition(',')[0]}\n" for line in lines))
    assert studies.edges(tmp_path, lambda done, of: seen.append((done, of))) == plot, "a table of an earlier version"
    assert seen == [(number, 4) for number in range(4)]
    with opened(tmp_path, wanted) as kept:
        assert [row.opener for row in kept.rows] == [""] * 4
        assert Play(wanted, kept.rows, kept.keep).played == 4


def test_who_decided_before_the_start_position_was_the_first() -> None:
    wanted = Tournament("even-groups/standard", ("random", "steady"), 2, 3, (("side", 2), ("white", "B")), start=("B orange B2",))
    assert [row.opener for row in Play(wanted).run(1).rows] == ["B", "B"], "White opens; the bots begin with Orange, on seat A"
