"""The list that comes with the game is the agreed one, word for word."""

from __future__ import annotations

import hashlib

import pytest

from deathmatch.core.words import WordList
from deathmatch.games.letter_hunt.lexicon import open_list
from tools.conventions import ROOT

COUNT = 247_661  # words
SHA256 = "fe97b7250d800018939a060595711ec29e2de394032933afdda6f7a78942126a"  # of the list in lower case, a word a line


@pytest.fixture(scope="module")
def words() -> WordList:
    return open_list()


def test_the_file_holds_the_agreed_list(words: WordList) -> None:
    assert hashlib.sha256("".join(f"{word}\n" for word in words).lower().encode()).hexdigest() == SHA256
    assert len(words) == COUNT


def test_its_notice_lies_beside_it() -> None:
    notice = (ROOT / "src/deathmatch/games/letter_hunt/data" / "SCOWL-LICENSE.txt").read_text(encoding="utf-8")
    for owner in ("Copyright 2000-2011 by Kevin Atkinson", "J Ross Beresford 1993-1999. All Rights Reserved.", "1993, Geoff Kuenning"):
        assert owner in notice
