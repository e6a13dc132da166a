"""A host's word list as a file."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from deathmatch.core.words import WordList
from deathmatch.server import wordfiles
from deathmatch.server.wordfiles import LONG, LONGEST, MANY, SIGNS, Passed, UnreadableLexiconError


def put(folder: Path, content: str | bytes) -> Path:
    file = folder / "list.txt"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_words_are_read_in_any_case_and_what_is_none_is_accounted_for(tmp_path: Path, end: str) -> None:
    lines = ["\ufeff# two birds", "Emu", "", " owl ", "käfer", "EMU", "dog's", "big cat", "a" * (LONGEST + 1), "owl"]
    reading = wordfiles.read(put(tmp_path, end.join(lines)))
    assert reading.words == {"EMU", "OWL"}
    assert reading.repeated == 2
    passed = (Passed(5, "käfer", SIGNS), Passed(7, "dog's", SIGNS), Passed(8, "big cat", MANY), Passed(9, "a" * 40, LONG))
    assert reading.passed == passed


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("emu\nk\xe4fer\n".encode("latin-1"), "line 2 is not UTF-8 text; save the file as UTF-8"),
        ("emu\n".encode("utf-16"), "line 1 is not UTF-8 text"),
        (b"a\n" * (wordfiles.LARGEST // 2 + 1), "is larger than 16 MB"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(UnreadableLexiconError, match=said):
        wordfiles.read(put(tmp_path, content))


def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "gone.txt"):
        with pytest.raises(UnreadableLexiconError, match=f"the word list {file.name} cannot be read: "):
            wordfiles.read(file)


def test_a_list_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "lists" / "birds.txt"
    wordfiles.write(file, WordList.of(["owl", "emu"]))
    assert file.read_text() == "EMU\nOWL\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("deathmatch.server.wordfiles.os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        wordfiles.write(file, WordList.of(["kiwi"]))
    assert [(one.name, one.read_text()) for one in file.parent.iterdir()] == [("birds.txt", "EMU\nOWL\n")]
