"""A word list as a text file: read with a report of the lines that are not words, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from deathmatch.core.errors import DeathmatchError
from deathmatch.core.speech import mark, say
from deathmatch.core.words import NotUtf8Error, WordList, is_word, text_of

LARGEST = 16 * 1024 * 1024  # bytes; the longest lists of English words have some 3 MB
LONGEST = 60  # letters of a word
MANY = "more than one word"
SIGNS = "characters other than the letters A-Z"
LONG = f"longer than {LONGEST} letters"


class LexiconError(DeathmatchError):
    """Something about a word list. It is kept for the next reader, so it holds no words of a language: its message is made when it is read.

    Args:
        text: the English sentence, in `mark`.
        values: for the `{names}` in it.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(text)
        self.text, self.values = text, values

    def __str__(self) -> str:
        return say(self.text, **self.values)


class UnreadableLexiconError(LexiconError, ValueError):
    """A word list cannot be read; it says where."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A line that was passed over.

    Attributes:
        line: its number, from 1.
        text: its beginning.
        reason: why it is no word: `MANY`, `SIGNS` or `LONG`.
    """

    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a file.

    Attributes:
        words: its words, each once.
        passed: the lines that are not words, except empty lines and comments.
        repeated: how many lines repeat the word of an earlier line.
    """

    words: WordList
    passed: tuple[Passed, ...]
    repeated: int


def read(file: Path) -> Reading:
    """Read a text file in UTF-8: one word a line, in any letter case. Empty lines and lines that begin with `#` are ignored.

    Raises: UnreadableLexiconError, if it cannot be opened, is too large, or is not UTF-8.
    """
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError as error:
        raise UnreadableLexiconError(
            mark("the word list {file} cannot be read: {reason}"), file=file.name, reason=error.strerror or error
        ) from None
    if len(content) > LARGEST:
        raise UnreadableLexiconError(
            mark("the word list {file} is larger than {size} MB, the limit for a word list"), file=file.name, size=LARGEST // 1024**2
        )
    try:
        text = text_of(content)
    except NotUtf8Error as error:
        raise UnreadableLexiconError(
            mark("the word list {file} cannot be read: line {line} is not UTF-8 text; save the file as UTF-8"),
            file=file.name,
            line=error.line,
        ) from None
    words, passed, repeated = set[str](), list[Passed](), 0
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        reason = fault(word)
        if reason:
            passed.append(Passed(number, word[:40], reason))
            continue
        before = len(words)
        words.add(word.upper())
        repeated += len(words) == before
    return Reading(WordList.of(words), tuple(passed), repeated)


def fault(word: str) -> str:
    """Why this is not a word; empty if it is one."""
    if is_word(word):
        return LONG if len(word) > LONGEST else ""
    return MANY if len(word.split()) > 1 else SIGNS


def write(file: Path, words: WordList) -> None:
    """Write the list, one word a line, readable only by its owner; an existing file is replaced.

    Raises: OSError, and then nothing has changed.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".new", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as opened:
            opened.writelines(f"{word}\n" for word in words)
            opened.flush()
            os.fsync(opened.fileno())
        Path(beside).replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        raise
