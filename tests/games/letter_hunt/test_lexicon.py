"""The list that comes with the game is the agreed one, word for word."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest

from deathmatch.core.words import WordList
from deathmatch.games.letter_hunt.lexicon import LISTS, open_list
from tools import letter_hunt_words as tool


@pytest.fixture(scope="module")
def words() -> WordList:
    return open_list()


@pytest.fixture(scope="module")
def source(words: WordList) -> bytes:
    """The list that the file was made of."""
    return "".join(f"{word}\n" for word in words).lower().encode()


def test_the_file_holds_the_agreed_list_and_the_tool_makes_it_again(words: WordList, source: bytes) -> None:
    assert hashlib.sha256(source).hexdigest() == tool.SHA256
    assert len(words) == tool.COUNT
    assert gzip.decompress(tool.pack(source)) == gzip.decompress(tool.TARGET.read_bytes()) == source.upper()
    with pytest.raises(ValueError, match="this is another list"):
        tool.pack(source.replace(b"zyzzyvas\n", b""))


def test_the_tool_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "list.gz").write_bytes(gzip.compress(b"cat\n"))
    before = tool.TARGET.read_bytes()
    assert tool.main([str(tmp_path / "list.gz")]) == 1
    with pytest.raises(SystemExit, match="2"):
        tool.main([])
    for size in tool.SIZES:
        (tmp_path / f"english-words.{size}").write_text("cat\ncats'\nox\n")
    assert tool.main([str(tmp_path), "--common"]) == 1
    assert tool.TARGET.read_bytes() == before
    said = capsys.readouterr().err
    assert "this is another list" in said
    assert "usage: " in said


def test_its_words_are_of_3_to_15_letters_and_those_of_the_book_are_there(words: WordList) -> None:
    assert list(words.by_length()) == list(range(3, 16))
    assert set(LISTS) == {"open"}
    assert LISTS["open"]() == words
    for word in ("BASIC", "GENIUS", "NONE", "MUMMY", "NEED", "JUMP", "JUMPS"):  # rules/letter-hunt.md, Worked examples and R10
        assert word in words
    for word in ("BASICC", "OX", "basic", "QQQ", ""):
        assert word not in words


def test_its_notice_lies_beside_it() -> None:
    notice = (tool.TARGET.parent / "SCOWL-LICENSE.txt").read_text(encoding="utf-8")
    for owner in ("Copyright 2000-2011 by Kevin Atkinson", "J Ross Beresford 1993-1999. All Rights Reserved.", "1993, Geoff Kuenning"):
        assert owner in notice
