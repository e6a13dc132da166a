"""Records in, byte for byte, and text out, whatever the terminal's encoding.

All text that a terminal may get goes out here, or through `main.Shown`: letters that are not seen, such as those that a terminal obeys,
are written out, also those of records and of file names.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import typer

from deathmatch.core.letters import visible

if TYPE_CHECKING:
    from rich.console import Console

    from deathmatch.match.record import Record, RecordError


STDIN: Final = "-"
"""The name of a file that stands for standard input."""

PART: Final = 65_536
"""Bytes that are read at a time."""

_ODD: Final = re.compile("([\udca0-\udcff]+)")


def load(file: str) -> bytes | None:
    """The record in a file, or on standard input; None if it cannot be read or is too large, after a line on stderr that says so.

    Args:
        file: its name, or `-`.
    """
    from deathmatch.match.record import RecordError, gather

    try:
        with _opened(file) as opened:
            return gather(iter(lambda: opened.read(PART), b""))
    except OSError as error:
        complain(f"{file}: {error.strerror or error}")
    except RecordError as error:
        refuse(file, error)
    return None


def read_record(file: str) -> Record:
    """The record in a file, or on standard input, read whole; ends the command after a line on stderr if it cannot be read or is wrong.

    Args:
        file: its name, or `-`.
    """
    from deathmatch.games import find
    from deathmatch.match.record import RecordError, read

    data = load(file)
    if data is None:
        raise typer.Exit(1)
    try:
        return read(data, find)
    except RecordError as error:
        refuse(file, error)
        raise typer.Exit(1) from None


def _opened(file: str) -> AbstractContextManager[IO[bytes]]:
    """The file, for reading; raises OSError."""
    if file != STDIN:
        return Path(file).open("rb")
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), file)
    return nullcontext(sys.stdin.buffer)


def refuse(file: str, error: RecordError) -> None:
    """Prints the error in the record on stderr."""
    from deathmatch.match.replay import complaint

    complain(complaint(file, error))


def say(text: str, *, raw: bool = False) -> None:
    """Writes to stdout; raises OSError if it is closed.

    Args:
        text: lines.
        raw: whether they go out as they are: data for a file or a program, or lines that `console` has made.
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    sys.stdout.flush()
    sys.stdout.buffer.write(_bytes(text if raw else _shown(text, lines=True)))
    sys.stdout.buffer.flush()


def complain(line: str) -> None:
    """Writes a line to stderr, if there is one."""
    if sys.stderr is None:
        return
    sys.stderr.flush()
    sys.stderr.buffer.write(_bytes(_shown(" ".join(line.splitlines()))) + b"\n")
    sys.stderr.buffer.flush()


def console(*, stderr: bool = False) -> Console:
    """A console of `rich` that takes no text for markup, and writes out the letters that are not seen."""
    from rich.console import Console, RenderHook
    from rich.segment import Segment

    class Filtered:
        def __init__(self, inner: Any) -> None:
            self._inner = inner

        def __rich_console__(self, console: Console, options: Any) -> Iterator[Segment]:
            for one in console.render(self._inner, options):
                yield one if one.control else Segment(visible(one.text, lines=True), one.style)

    class Filter(RenderHook):
        def process_renderables(self, renderables: list[Any]) -> list[Any]:
            return [Filtered(one) for one in renderables]

    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    made.push_render_hook(Filter())
    return made


def _shown(text: str, *, lines: bool = False) -> str:
    """A text for people. The name of a file that is no UTF-8 keeps its bytes, but for those that a terminal obeys."""
    return "".join(part if place % 2 else visible(part, lines=lines) for place, part in enumerate(_ODD.split(text)))


def _bytes(text: str) -> bytes:
    """UTF-8, and the name of a file that is none as it was given."""
    return text.encode("utf-8", "surrogateescape")
