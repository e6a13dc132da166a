"""All exception classes of the package, read from its sources: nothing is imported, so nothing is compiled.

Of each file only the heads of its classes are parsed: whole trees of all files take seconds.
"""

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
