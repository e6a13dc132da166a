"""How large the house is, and how far a thought has to walk in it: `make count` prints it beside the budgets that a test holds.

A line of code is a line that is no docstring, comment or blank. The house is `src/deathmatch`, the packages beside it lie in `packages`.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import PurePosixPath
from statistics import median
from typing import Final

from tools.conventions import ROOT, statements, tracked

HOUSE: Final = "src/deathmatch/"
QUIET: Final = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
OPTION: Final = "steal_needs"  # an option of Five-Card Trick, for the files that know one option
BUTTON: Final = re.compile(r"\bmut(?:e|es|ed|ing)\b", re.IGNORECASE)  # the host silences somebody: for the files that know one button
SCRIPT: Final = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']\./([\w-]+\.js)["']""")  # now or later, by a name or for its effects
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
SHOWN: Final = re.compile(
    r"/(?:picture|words|glyphs|deduction|narration|advice|bot|bidding|drafting|levels|fast|solver|shape|extra|chances|belief|lexicon)"
)

BUDGETS: Final[Mapping[str, int]] = {
    "lines of code in the house": 47_700,
    "lines of code in house and packages": 61_700,
    "Python files of the house": 305,
    "lines of a file of the house, median": 130,
    "files of rules, most of any game but Guidance Rite": 6,
    "files of rules, Guidance Rite": 10,
    "files of the house that know an option (steal_needs)": 4,
    "files of the house that know a button of the host (mute)": 8,
    "circles of imports in the house": 0,
    "scripts of the page": 53,
    "circles of imports among the scripts": 0,
    "lines of tests": 55_000,
}
"""The most of each figure. They fall as the house gets smaller, and rise only for a capability."""

AT_LEAST: Final = {"lines of a file of the house, median"}
"""Budgets that are the least, not the most."""


@cache
def _statements(text: str) -> list[ast.AST]:
    return statements(ast.parse(text))


@cache
def code_lines(text: str) -> int:
    """Lines of Python that are no docstring, comment or blank."""
    quiet: set[int] = set()
    for node in _statements(text):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and ast.get_docstring(node, clean=False) is not None
        ):
            quiet.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in QUIET:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - quiet)


def imported(path: str, text: str) -> Iterator[str]:
    """The modules that a file of the house names in an import, at its top, in a function or for a type checker only."""
    package = [*PurePosixPath(path).parts[1:-1]]
    for node in _statements(text):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def circles(edges: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The groups of two and more files that import each other in a circle (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in edges.get(node, ()):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                found.append(sorted(group))

    sys.setrecursionlimit(10_000)
    for node in edges:
        if node not in index:
            visit(node)
    return found


@dataclass(frozen=True)
class Tree:
    """The tracked text files of the repository, by path from its root."""

    files: Mapping[str, str]

    def python(self, *folders: str) -> dict[str, str]:
        """The Python files below these folders."""
        return {path: text for path, text in self.files.items() if path.endswith(".py") and path.startswith(folders)}

    def code(self, *folders: str) -> int:
        """The lines of code below these folders, without their tests."""
        return sum(code_lines(text) for path, text in self.python(*folders).items() if "/tests/" not in path)

    def lines(self, *folders: str) -> int:
        """All lines of Python below these folders."""
        return sum(text.count("\n") for text in self.python(*folders).values())

    @cached_property
    def scripts(self) -> dict[str, str]:
        """The page's scripts, by name."""
        start = f"{HOUSE}web/static/"
        return {path.removeprefix(start): text for path, text in self.files.items() if path.startswith(start) and path.endswith(".js")}

    def python_circles(self) -> list[list[str]]:
        """Circles of imports in the house, those in functions and for type checkers counted."""
        modules = {module(path): path for path in self.python(HOUSE)}
        edges = {}
        for path in modules.values():
            named = {modules[name] for name in imported(path, self.files[path]) if name in modules}
            edges[path] = sorted(other for other in named - {path} if not other.endswith("__init__.py"))
        return circles(edges)

    def script_circles(self) -> list[list[str]]:
        """Circles of imports among the page's scripts."""
        bare = {name: COMMENT.sub("", text) for name, text in self.scripts.items()}  # types that a comment imports are never loaded
        return circles({name: [other for other in SCRIPT.findall(text) if other != name] for name, text in bare.items()})

    def rule_files(self, game: str) -> int:
        """The files of a game without which nobody could play it by text: no picture, no narration, no bot, nothing that a bot needs."""
        return sum(SHOWN.search(path) is None and text.count("\n") > 1 for path, text in self.python(f"{HOUSE}games/{game}/").items())

    def knowing(self, pattern: str | re.Pattern[str], *folders: str) -> list[str]:
        """The Python files and scripts below these folders in which this stands."""
        files = {path: text for path, text in self.files.items() if path.startswith(folders) and path.endswith((".py", ".js", ".ts"))}
        return sorted(path for path, text in files.items() if re.search(pattern, text))


def module(path: str) -> str:
    """The dotted name of a file of the house."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def counted(tree: Tree) -> dict[str, int]:
    """Every figure, by name."""
    house = [text for text in tree.python(HOUSE).values() if text.count("\n") > 1]
    games = sorted({PurePosixPath(path).parts[3] for path in tree.python(f"{HOUSE}games/") if len(PurePosixPath(path).parts) > 4})
    rules = {game: tree.rule_files(game) for game in games}
    return {
        "lines of code in the house": tree.code(HOUSE),
        "lines of code in house and packages": tree.code(HOUSE, "packages/"),
        "Python files of the house": len(tree.python(HOUSE)),
        "lines of a file of the house, median": int(median(text.count("\n") for text in house)),
        "files of rules, most of any game but Guidance Rite": max(count for game, count in rules.items() if game != "guidance_rite"),
        "files of rules, Guidance Rite": rules["guidance_rite"],
        f"files of the house that know an option ({OPTION})": len(tree.knowing(OPTION, HOUSE)),
        "files of the house that know a button of the host (mute)": len(tree.knowing(BUTTON, f"{HOUSE}server/", f"{HOUSE}web/")),
        "circles of imports in the house": len(tree.python_circles()),
        "scripts of the page": len(tree.scripts),
        "circles of imports among the scripts": len(tree.script_circles()),
        "lines of tests": tree.lines("tests/", "conftest.py")
        + sum(text.count("\n") for path, text in tree.python("packages/").items() if "/tests/" in path),
        "lines of the house's tests": tree.lines("tests/", "conftest.py"),
    }


def main() -> int:
    """Print every figure with its budget; the exit status is 1 if one does not keep to it."""
    figures = counted(Tree(tracked(ROOT)))
    for name, figure in figures.items():
        print(f"{figure:>7,}  {f'of {BUDGETS[name]:,}' if name in BUDGETS else '':>10}  {name}")
    return any(figures[name] < bound if name in AT_LEAST else figures[name] > bound for name, bound in BUDGETS.items())


if __name__ == "__main__":
    sys.exit(main())
