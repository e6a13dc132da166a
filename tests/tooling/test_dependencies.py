"""Everything that the package imports is declared in `pyproject.toml`, and everything declared is used."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

import pytest

from tools.conventions import ROOT, tracked

OURS = {"deathmatch", "tests", "tools", "bench", "examples"}
NOT_IMPORTED = {
    "uvloop",  # uvicorn takes it for its loop
    "pytest-xdist",  # plug-ins and programs
    "pytest-benchmark",
    "ruff",
    "mypy",
    "pyright",
    "import-linter",
}


def imported(folder: str) -> Iterator[str]:
    """The top names of all modules from elsewhere that the files below this folder import, those inside functions included."""
    for path, text in tracked().items():
        if path.startswith(folder) and path.endswith(".py"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Import):
                    yield from (alias.name.partition(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.level == 0:
                    yield (node.module or "").partition(".")[0]


def distributions(modules: Iterator[str]) -> set[str]:
    """The distributions, in normal form, that bring these modules; the standard library and our own code are no distributions."""
    known = packages_distributions()
    foreign = set(modules) - set(sys.stdlib_module_names) - OURS
    assert foreign <= set(known), "imported, but not installed"
    return {normal(known[module][0]) for module in foreign}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(group: str | None = None) -> set[str]:
    """What `pyproject.toml` asks for: a group, or the package with its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = [line for lines in project["project"].get("optional-dependencies", {}).values() for line in lines]
    lines = project["dependency-groups"][group] if group else [*project["project"]["dependencies"], *extras]
    return {normal(re.split(r"[\[<>=~! ]", line)[0]) for line in lines}


def test_what_the_package_imports_is_declared() -> None:
    assert distributions(imported("src/")) - declared() == set()


def test_what_the_package_declares_is_imported() -> None:
    assert declared() - distributions(imported("src/")) - NOT_IMPORTED == set()


@pytest.mark.parametrize("folder", ["tests/", "tools/", "bench/"])
def test_what_development_imports_is_declared(folder: str) -> None:
    assert distributions(imported(folder)) - declared() - declared("dev") == set()


def test_a_version_is_known_for_everything_that_is_declared() -> None:
    lines = (ROOT / "tools" / "constraints-3.11.txt").read_text().splitlines()
    known = {normal(line.partition("==")[0]) for line in lines if not line.startswith("#")}
    assert (declared() | declared("dev")) - known == set()
