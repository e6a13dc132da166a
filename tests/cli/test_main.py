from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.bots.plugins import VARIABLE
from deathmatch.cli import main as cli
from deathmatch.cli.main import COMMANDS, app, main
from deathmatch.cli.options import bring
from deathmatch.cli.serve import endpoint, origins
from deathmatch.core import plugins
from deathmatch.core.plugins import _attempt
from tests import loops

HEAVY = (
    *("rich", "numpy", "numba", "litestar", "uvicorn", "msgspec", "jinja2", "PIL", "resvg_py", "asyncio", "deathmatch.games"),
    *("deathmatch.match",),
)


def test_the_help_lists_every_command_and_loads_none() -> None:
    code = (
        "import sys\nsys.argv[1:] = ['--help']\nfrom deathmatch.cli.main import main\n"
        f"try:\n    main()\nexcept SystemExit:\n    print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"
    for name, command in cli.every().items():
        assert name in done.stdout
        assert command.words.split()[0] in done.stdout


@pytest.mark.parametrize(("name", "package"), [("solve", "lab"), ("discord", "discord"), ("work", "postgres")])
def test_a_command_that_is_not_installed_names_its_package(name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "additions", dict)
    done = CliRunner().invoke(app, [name])
    assert done.exit_code == 2
    assert f"{name}: it comes with the package deathmatch-{package}: pip install deathmatch-{package}" in " ".join(done.output.split())


def test_a_store_that_is_not_installed_names_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "additions", dict)
    done = loops.apart(CliRunner().invoke, app, ["serve", "--data", str(tmp_path), "--store", "postgresql:"])
    assert done.exit_code == 1
    assert "it comes with the package deathmatch-postgres: pip install deathmatch-postgres" in " ".join(done.output.split())


def test_a_command_that_cannot_be_loaded_is_left_out_of_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "additions", lambda: {"command.broken": plugins.Plugin("x", "no_such_module:COMMAND", "x")})
    assert list(cli.every()) == list(COMMANDS)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["rejoice"], "unknown command rejoice; the commands are"),
        (["replay"], "Missing argument 'FILE'"),
        (["record", "a", "b"], "unexpected extra argument"),
        (["--nonsense"], "No such option"),
        ([], "Commands:"),
        (["serve", "--origin", "https://a.example", "--origin", "https://b.example/"], "https://b.example/ is not an origin"),
        (["serve", "--host-name", "https://play.example.org"], "expected one such as play.example.org, without https://"),
        (["serve", "--proxy", "10.0.0.5,proxy.example.org"], "proxy.example.org is neither an address nor a network; expected one such as"),
        (["serve", "--proxy", "0.0.0.0/0"], "any guest may claim any address"),
        (["serve", "--data", __file__], "is a file"),
        (["serve", "--game", "tile_joust.py"], "there is a game of this name already"),
        (["judge", "tile-joust/chess"], "tile-joust has no variant chess"),
        (["try", "no_such_file.py"], "no_such_file.py' does not exist"),
    ],
)
def test_a_command_line_that_cannot_be_understood_is_explained_and_ends_in_2(args: list[str], words: str) -> None:
    done = CliRunner().invoke(app, args)
    assert done.exit_code == 2
    assert words in done.output


@pytest.mark.parametrize("origin", ["https://play.example.org", "http://127.0.0.1:8000", "https://[::1]:8443"])
def test_an_origin_is_taken_as_browsers_send_it(origin: str) -> None:
    assert origins([origin]) == [origin]


@pytest.mark.parametrize("command", [["judge"], ["unfold"], ["serve", "--game"]], ids=" ".join)
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("gone.py", None, "gone.py: No such file or directory"),
        ("folder.py", "", "folder.py: Is a directory"),
        ("latin.py", b'"""Caf\xe9"""', "latin.py: line 1 is not UTF-8 text; save the file as UTF-8"),
        ("wide.py", '"""A game"""'.encode("utf-16"), "wide.py: line 1 is not UTF-8 text"),
        ("broken.py", b'"""A game"""\n\ndef play(:', "broken.py:3: SyntaxError"),
        ("empty.py", b"", "empty.py:1: the file begins with its docstring"),
    ],
)
def test_a_game_that_cannot_be_read_is_refused_with_its_file_and_line(
    command: list[str], name: str, content: bytes | str | None, said: str, tmp_path: Path
) -> None:
    if isinstance(content, bytes):
        (tmp_path / name).write_bytes(content)
    elif content is not None:
        (tmp_path / name).mkdir()
    done = CliRunner().invoke(app, [*command, str(tmp_path / name)])
    assert done.exit_code == 1
    assert f"{tmp_path}/{said}" in done.stderr
    assert done.stdout == ""


def test_a_file_that_is_missing_is_said_without_a_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise FileNotFoundError(2, "No such file or directory", "gone.txt")

    monkeypatch.setattr("deathmatch.cli.main.app", fail)
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 1
    assert capsys.readouterr().err == "deathmatch: gone.txt: No such file or directory\n"


@pytest.mark.parametrize("wrong", ["", "0", "65536", "here", "::1:9100", "[here]:9100"])
def test_an_address_for_metrics_that_cannot_be_read_is_refused(wrong: str) -> None:
    with pytest.raises(typer.BadParameter, match="expected one such as 9100"):
        endpoint(wrong)


# --- `--bot`: bots that are not installed are named for this process and those that it starts; a bad one is refused in a sentence


EVEN = games.find("even-groups/standard")
BOT = """
class Lazy:
    def choose(self, view, decision, budget, source):
        return decision.sample(source)


class Steady(Lazy):
    pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder has a module with bots; path and environment are as before afterwards."""
    (tmp_path / "lazy_bots.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.delitem(sys.modules, "lazy_bots", raising=False)
    _attempt.cache_clear()
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_bot_of_the_current_folder_is_known_by_the_name_of_its_class() -> None:
    bring(["lazy_bots:Lazy", "patient=lazy_bots:Steady"], [EVEN])
    assert os.environ[VARIABLE] == "lazy=lazy_bots:Lazy,patient=lazy_bots:Steady"
    assert registry.names(EVEN)[-2:] == ("lazy", "patient")
    assert type(registry.pick(EVEN, EVEN.bind({})[1], "patient")).__name__ == "Steady"
    bring(["other=lazy_bots:Lazy"], [EVEN])
    assert os.environ[VARIABLE].endswith(",patient=lazy_bots:Steady,other=lazy_bots:Lazy"), "more are added"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lazy", "a bot is MODULE:CLASS or NAME=MODULE:CLASS, not lazy"),
        ("no_such_module:Lazy", "no_such_module:Lazy cannot be loaded: ModuleNotFoundError"),
        ("lazy_bots:Keen", "lazy_bots:Keen cannot be loaded: AttributeError"),
        ("a b=lazy_bots:Lazy", "lazy_bots:Lazy cannot be loaded: ValueError: its name has letters"),
        ("lazy_bots:Steady", "steady: the game has a bot of this name already; write NAME=lazy_bots:Steady"),
    ],
)
def test_one_that_cannot_be_used_is_refused(text: str, words: str) -> None:
    with pytest.raises(typer.BadParameter) as refused:
        bring([text], [EVEN])
    assert words in str(refused.value)
    assert os.environ[VARIABLE] == ""
