"""All exception classes of the package, read from its sources: nothing is imported, so nothing is compiled."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src" / "deathmatch"


@dataclass(frozen=True, slots=True)
class Raised:
    """One class: where it stands, and what it is derived from."""

    path: str
    line: int
    bases: tuple[str, ...]

    @classmethod
    def walk(cls, trees: Mapping[str, ast.Module]) -> Iterator[tuple[str, Raised]]:
        """Every exception class by its name, in the order of the files."""
        classes = {
            node.name: cls(path, node.lineno, tuple(ast.unparse(base).rpartition(".")[2] for base in node.bases))
            for path, tree in trees.items()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and node.bases
        }

        def is_exception(name: str) -> bool:
            known = getattr(builtins, name, None)
            if isinstance(known, type):
                return issubclass(known, BaseException)
            return name in classes and any(is_exception(base) for base in classes[name].bases if base != name)

        for name, raised in classes.items():
            if is_exception(name):
                yield name, raised


def _trees() -> dict[str, ast.Module]:
    return {str(path.relative_to(SOURCES)): ast.parse(path.read_text("utf-8")) for path in sorted(SOURCES.rglob("*.py"))}


EXCEPTIONS: Mapping[str, Raised] = dict(Raised.walk(_trees()))
