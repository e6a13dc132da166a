"""Every exception of the package that a caller may catch hangs below `DeathmatchError`: the classes are read from the sources."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src" / "deathmatch"
HEAD = re.compile(r"^[ \t]*(class \w+\(.*?\)):", re.MULTILINE | re.DOTALL)
"""The head of a class that has bases, on one line or on several."""


@dataclass(frozen=True, slots=True)
class Raised:
    """One class: where it stands, and what it is derived from."""

    path: str
    line: int
    bases: tuple[str, ...]

    @classmethod
    def walk(cls, sources: Mapping[str, str]) -> Iterator[tuple[str, Raised]]:
        """Every exception class by its name, in the order of the files, whose texts are given by path."""
        classes = [found for path, text in sources.items() for found in cls._of_file(path, text)]
        bases: dict[str, set[str]] = {}  # of all classes of one name
        for name, raised in classes:
            bases.setdefault(name, set()).update(raised.bases)

        def is_exception(name: str) -> bool:
            known = getattr(builtins, name, None)
            if isinstance(known, type):
                return issubclass(known, BaseException)
            return any(is_exception(base) for base in bases.get(name, ()) if base != name)

        for name, raised in classes:
            if any(is_exception(base) for base in raised.bases if base != name):
                yield name, raised

    @classmethod
    def _of_file(cls, path: str, text: str) -> Iterator[tuple[str, Raised]]:
        for head in HEAD.finditer(text):
            (node,) = ast.parse(f"{head[1]}: pass").body
            if isinstance(node, ast.ClassDef) and node.bases:
                bases = tuple(ast.unparse(base).rpartition(".")[2] for base in node.bases)
                yield node.name, cls(path, text.count("\n", 0, head.start(1)) + 1, bases)


@cache
def exceptions() -> Mapping[str, Raised]:
    """Every exception class of the package by its name."""
    return dict(Raised.walk({str(path.relative_to(SOURCES)): path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.py"))}))


# --- Every exception of the package that a caller may catch hangs below `DeathmatchError`, and its docstring shows the tree as it is


PRIVATE = {
    "Ended": "the end of a match that rules in one file declare; what runs them catches it",
    "Fault": "of a game in one file; what loads it makes a GameFileError of it",
    "PassedError": "an answer of a bot that a server does not want any more; the seat that asked catches it",
    "NoAnswerError": "ends code of another package that does not come to an end; what loads that code catches it",
    "MissingLibraryError": "an optional library is not installed: a ModuleNotFoundError, as Python has it, with the way to install it",
    "Lost": "the end of a worker process; the thread that waits for its answer catches it",
    "OutOfTime": "ends long work of a bot that has no time left; the bot catches it",
    "Spent": "ends a search inside a bot of Guidance Rite, which catches it itself",
    "Unknown": "a gap in a kept solution, inside the solver of Five-Card Trick, whose bot and advisor catch it",
}
"""Exceptions of the package that never reach a caller, and why. Those whose name begins with `_` are private by their name."""


def public() -> dict[str, Raised]:
    return {name: raised for name, raised in exceptions().items() if not name.startswith("_") and name not in PRIVATE}


def below(name: str) -> bool:
    """Whether the class is `DeathmatchError` or below it."""
    return name == "DeathmatchError" or any(below(base) for base in exceptions()[name].bases if base in exceptions())


def test_every_exception_that_a_caller_may_catch_has_the_one_base() -> None:
    outside = [f"{raised.path}:{raised.line}: {name}" for name, raised in public().items() if not below(name)]
    assert not outside, f"below DeathmatchError, or in PRIVATE with a reason: {outside}"
