"""Text from the bytes of a file that must be UTF-8: never a letter is guessed, or replaced by another."""

from __future__ import annotations

from codecs import BOM_UTF8

from deathmatch.core.errors import DeathmatchError
from deathmatch.core.speech import say


class NotUtf8Error(DeathmatchError, ValueError):
    """Bytes that are not UTF-8.

    Attributes:
        line: the number of the first line that has such bytes; the first line is 1.
    """

    def __init__(self, line: int) -> None:
        super().__init__(say("line {line} is not UTF-8 text; save the file as UTF-8", line=line))
        self.line = line


def text_of(data: bytes) -> str:
    """The text of a file, without a byte order mark; raises NotUtf8Error."""
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotUtf8Error(line_at(data, error.start)) from None


def line_at(data: bytes, place: int) -> int:
    """The number of the line with this byte; lines end with a line feed, or in a file without any with a carriage return."""
    return data.count(b"\n" if b"\n" in data else b"\r", 0, place) + 1
