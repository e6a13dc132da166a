"""The findings of a judge: faults, each with its line in the author's file and the number of times that it was met."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """Something that a game does and that no game may do.

    Attributes:
        cause: one sentence without a full stop, the same each time the fault is met.
        seen: the value that shows the fault, such as the text of a move; may be empty.
        blame: the method, class or value whose line in the author's file is named; None for the game's class.
        advice: what to change, in one sentence.
        warning: whether the game can be played all the same.
    """

    cause: str
    seen: str = ""
    blame: Any = None
    advice: str = ""
    warning: bool = False


@dataclass(slots=True)
class Finding:
    """A fault, and how often it was met.

    Attributes:
        place: `FILE:LINE` in the author's file.
        fault: as it was met first.
        where: the match and the event at which it was met first.
        count: how often.
    """

    place: str
    fault: Fault
    where: str
    count: int = 1

    def lines(self) -> Iterator[str]:
        """The finding for people: a line for the cause, and one for the advice."""
        kind = "warning: " if self.fault.warning else ""
        often = "once" if self.count == 1 else f"{self.count} times"
        seen = f", {self.fault.seen}" if self.fault.seen else ""
        yield f"{self.place}: {kind}{self.fault.cause} ({often}; first in {self.where}{seen})"
        if self.fault.advice:
            yield f"    {self.fault.advice}"


_lines = lru_cache(maxsize=64)(inspect.getsourcelines)  # each look reads the whole file


class Findings:
    """All that was found, each cause once.

    Args:
        home: the file or the folder of the author.
    """

    def __init__(self, home: Path) -> None:
        self._home = home.resolve()
        self._found: dict[tuple[str, str], Finding] = {}

    def __iter__(self) -> Iterator[Finding]:
        """Faults before warnings, and those that were met most often first."""
        return iter(sorted(self._found.values(), key=lambda one: (one.fault.warning, -one.count)))

    def add(self, fault: Fault, where: str, *blames: Any) -> None:
        """Counts a fault. If its blame has no line in the author's file, the first of `blames` that has one gives the place."""
        places = (self.place(blame) for blame in (fault.blame, *blames) if blame is not None)
        place = next((place for place in places if place), self._shown(self._home))
        known = self._found.setdefault((place, fault.cause), Finding(place, fault, where, 0))
        known.count += 1

    def run(self, check: Callable[[], Iterable[Fault]], where: str, *blames: Any) -> None:
        """Counts all that a check finds. An error that it raises is a fault of the author's line in which it came up."""
        try:
            for fault in check():
                self.add(fault, where, *blames)
        except Exception as error:
            words = " ".join(f"{type(error).__name__}: {error}".split())
            self.add(Fault(words[:300], blame=error.__traceback__), where, *blames)

    def place(self, blame: Any) -> str:
        """`FILE:LINE` of a method, a class, a value or the innermost line of a traceback; empty if it is not in the author's file."""
        if isinstance(blame, TracebackType):
            frames = inspect.getinnerframes(blame, 0)
            inside = [frame for frame in frames if self._holds(frame.filename)]
            return f"{self._shown(Path(inside[-1].filename))}:{inside[-1].lineno}" if inside else ""
        owner = blame if isinstance(blame, type) else type(getattr(blame, "__self__", blame))
        code: CodeType | None = getattr(inspect.unwrap(blame), "__code__", None) if callable(blame) else None
        if code is not None and self._holds(code.co_filename):
            return f"{self._shown(Path(code.co_filename))}:{code.co_firstlineno}"
        try:
            file, line = inspect.getsourcefile(owner) or "", _lines(owner)[1]
        except (OSError, TypeError):
            return ""
        return f"{self._shown(Path(file))}:{line}" if self._holds(file) else ""

    def _holds(self, file: str) -> bool:
        path = Path(file).resolve()
        return path == self._home or self._home in path.parents

    def _shown(self, path: Path) -> str:
        """A path as its reader would type it."""
        here = Path.cwd()
        path = path.resolve()
        return str(path.relative_to(here) if here in path.parents else path)
