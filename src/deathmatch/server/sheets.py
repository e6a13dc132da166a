"""Tables as people's spreadsheet programs save them: bytes to text, and text to rows with the numbers of their lines.

UTF-8 and UTF-16 are recognized. Nobody knows the encoding of other bytes, so they are refused with the ways in which they can be read, the
likeliest first; a person looks at the letters and chooses.
"""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from types import MappingProxyType

from deathmatch.core.speech import mark, numeral, say
from deathmatch.core.words import NotUtf8Error, line_at, text_of
from deathmatch.server.limits import clean
from deathmatch.server.wire import messages, problems

ENCODINGS: Mapping[str, str] = MappingProxyType(
    {
        "windows-1252": mark("Western Europe (Windows-1252)"),
        "cp949": mark("Korea (CP949)"),
        "windows-1250": mark("Central Europe (Windows-1250)"),
        "windows-1251": mark("Cyrillic (Windows-1251)"),
        "cp932": mark("Japan (Shift JIS)"),
        "gb18030": mark("China (GB 18030)"),
        "macintosh": mark("Macintosh (Mac Roman)"),
    }
)
"""The encodings in which programs save tables where they do not save UTF-8, as Python names them, with their names for people."""

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # how the files of Excel, LibreOffice and Numbers begin
SAMPLE = 6  # cells that show how an encoding reads
CELL_LETTERS = 40
_SEPARATOR = re.compile(r'"?sep=(.)"?\n', re.IGNORECASE)  # the first line that Excel takes as an instruction
_FOREIGN = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: the number of its first line, and name of a column -> cell, as far as the row has cells."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the names of its columns, with the number of the line where they stand, and the rows below them."""

    line: int
    header: tuple[str, ...]
    rows: tuple[Row, ...]


# --- Bytes to text


def decode(data: bytes, largest: int, encoding: str = "") -> str:
    """The text of a table's file.

    Args:
        data: the file.
        largest: how many bytes it may have.
        encoding: one of `ENCODINGS`, in which a person says that bytes are to be read that are neither UTF-8 nor UTF-16.

    Raises: Problem. One with `encodings` says that a person has to choose.
    """
    if len(data) > largest:
        found = numeral(len(data))
        raise problems.Problem(say("the file has {found} bytes; {number} are allowed", found=found, number=numeral(largest)), 413)
    if encoding and encoding not in ENCODINGS:
        known = ", ".join(ENCODINGS)
        raise problems.wrong(say("the encoding must be one of {known}, not {text}", known=known, text=clean(encoding, CELL_LETTERS) or "?"))
    if data.startswith(WORKBOOKS):
        raise problems.wrong(say("this is a workbook, not a text file; have your program save the table as CSV UTF-8 and choose that file"))
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return _strict(data, "utf-16", "UTF-16")
    if b"\0" in data:
        line = line_at(data, data.index(b"\0"))
        raise problems.wrong(say("line {line} is not text; have your program save the table as CSV UTF-8 and choose that file", line=line))
    try:
        return text_of(data)
    except NotUtf8Error as error:
        if encoding:
            return _strict(data, encoding, say(ENCODINGS[encoding]))
        raise _choice(data, error.line) from None


def _strict(data: bytes, encoding: str, title: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = len(re.findall(r"\r\n|\r|\n", data[: error.start].decode(encoding, "ignore"))) + 1
        raise problems.wrong(
            say("line {line} cannot be read as {encoding}; have your program save the table as CSV UTF-8", line=line, encoding=title)
        ) from None


def _choice(data: bytes, line: int) -> problems.Problem:
    """The refusal of bytes in an unknown encoding, with every different way to read them, the likeliest first."""
    readings: dict[str, str] = {}  # text -> encoding
    guess = _guess(data)
    for encoding in sorted(ENCODINGS, key=lambda name: name != guess):
        try:
            readings.setdefault(data.decode(encoding), encoding)
        except UnicodeDecodeError:
            continue
    shown = [messages.EncodingMessage(name, say(ENCODINGS[name]), _sample(text)) for text, name in readings.items()]
    reason = say("line {line} is not UTF-8; choose the encoding in which the names are right, or save the table as CSV UTF-8", line=line)
    return problems.Problem(reason, 422, encodings=shown)


def _guess(data: bytes) -> str:
    """The likeliest encoding: Korean if all foreign letters are syllables of Hangul, that of old Macintoshes if lines end as there."""
    try:
        korean = all("가" <= letter <= "힣" for letter in _FOREIGN.findall(data.decode("cp949")))
    except UnicodeDecodeError:
        korean = False
    return "cp949" if korean else "macintosh" if b"\r" in data and b"\n" not in data else "windows-1252"


def _sample(text: str) -> str:
    """Some cells with letters that another encoding would show differently."""
    cells = (clean(cell, CELL_LETTERS) or "?" for cell in re.split(r'[,;"\t\r\n]+', text) if _FOREIGN.search(cell))
    return ", ".join(list(dict.fromkeys(cells))[:SAMPLE])


# --- Text to rows


def table(text: str) -> Table:
    """The table in a text; lines without content, and columns without a name or a cell, are left out.

    A name is in small letters, with `_` for spaces. Raises Problem, which names the line.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    told = _SEPARATOR.match(text)
    body = text[told.end() :] if told else text
    first = body.lstrip("\n").partition("\n")[0]
    delimiter = told[1] if told else max(",;\t", key=first.count)
    lines = _lines(body, delimiter, 1 if told else 0)
    line, names = next(lines, (1, []))
    header = ["_".join(re.split(r"[\s_-]+", name.casefold())) for name in names]
    rows = tuple(Row(line, _named(line, header, cells)) for line, cells in lines)
    return Table(line, tuple(name for name in header if name), rows)


def _lines(text: str, delimiter: str, before: int) -> Iterator[tuple[int, list[str]]]:
    """The rows with content, without empty cells at their ends, each with the number of its first line; so many lines stand before."""
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    while True:
        line = before + reader.line_num + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            raise problems.wrong(say("line {line}: the quotation marks do not match, or a cell is too long", line=line)) from None
        if any(cells):
            yield line, cells[: len(cells) - sum(1 for _ in takewhile(lambda cell: not cell, reversed(cells)))]


def _named(line: int, header: list[str], cells: list[str]) -> dict[str, str]:
    if stray := next((cell for n, cell in enumerate(cells) if cell and not (n < len(header) and header[n])), ""):
        text = clean(stray, CELL_LETTERS) or "?"
        raise problems.wrong(say("line {line}: above the cell {text} there is no name of a column in the header", line=line, text=text))
    return {name: cell for name, cell in zip(header, cells, strict=False) if name}
