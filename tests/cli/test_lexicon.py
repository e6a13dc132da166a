from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from deathmatch.server.lexicons import FOLDER
from tests import wordy


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deathmatch.games.every", lambda: iter(wordy.VARIANTS))


class Host:
    """Whoever types commands beside a folder of their own."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.folder = data / FOLDER

    def __call__(self, *args: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(app, ["lexicon", *args, "--data", str(self.data)])
        return done.exit_code, done.stdout, " ".join(done.stderr.split())

    def file(self, content: str, name: str = "words") -> str:
        path = self.data / name
        path.write_text(content, encoding="utf-8")
        return str(path)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def test_a_list_is_added_listed_and_removed(host: Host) -> None:
    code, out, err = host("add", "Birds", host.file("owl\nEmu\n"))
    assert (code, err) == (0, "")
    assert out == f"birds: 2 words saved in {host.folder / 'birds.txt'}\n"
    assert host("list")[:2] == (0, "birds: 2 words, your own\nshort: 3 words, comes with the game\n")
    code, out, _ = host("remove", "BIRDS")
    assert (code, out) == (0, "birds is removed. Matches that have begun keep it.\n")
    assert list(host.folder.glob("*.txt")) == []


def test_a_list_takes_the_place_of_another_only_if_told_so(host: Host) -> None:
    host("add", "birds", host.file("owl\n"))
    code, _, err = host("add", "birds", host.file("emu\n"))
    assert code == 2
    assert "the list birds exists already; use --replace" in err
    assert (host.folder / "birds.txt").read_text() == "OWL\n"
    code, out, _ = host("add", "birds", host.file("emu\n"), "--replace")
    assert code == 0
    assert "Matches that have begun keep the old list" in out
    assert (host.folder / "birds.txt").read_text() == "EMU\n"


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("add", "short", "words"), 2, "short is the name of a list that comes with a game"),
        (("add", "any", "words"), 2, "any means that a match has no word list"),
        (("add", "../birds", "words"), 2, "the name of a list must be a name of 1 to 40 characters"),
        (("add", "birds", "gone"), 1, "the word list gone cannot be read: No such file or directory; nothing was added"),
        (("add", "birds", "none"), 1, "the word list none contains no usable words; nothing was added"),
        (("add", "birds", "latin"), 1, "line 1 is not UTF-8 text"),
        (("remove", "short"), 2, "you have not added a word list short; your word lists are none"),
        (("remove", "fish"), 2, "you have not added a word list fish"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(
    host: Host, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.chdir(host.data)
    host.file("emu\n")
    host.file("# nothing\n\n2\n", "none")
    (host.data / "latin").write_bytes(b"k\xe4fer\n")
    status, _, err = host(*args)
    assert status == code
    assert said in err
    assert not host.folder.exists()


def test_a_broken_list_is_listed_with_what_is_wrong(host: Host) -> None:
    host.folder.mkdir()
    (host.folder / "bad.txt").write_text("emu\nbig cat\n")
    (host.folder / "Not a name.txt").write_text("emu\n")
    code, out, _ = host("list")
    assert code == 1
    assert out.splitlines()[0] == "bad: cannot be used: bad.txt:2: expected a word of the letters A-Z, not 'big cat'"
    assert "Not a name" not in out
