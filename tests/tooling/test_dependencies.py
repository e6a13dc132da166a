"""Everything that the package imports is declared in `pyproject.toml`, and everything declared is used."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions

import pytest

from tools.conventions import ROOT, statements, tracked

OURS = {path.name for path in ROOT.glob("packages/*/src/*")} | {"deathmatch", "tests", "tools", "bench", "examples", "packages", "research"}
NOT_IMPORTED = {
    "open-spiel",  # imported by name
    "pettingzoo",
    "gymnasium",
    "uvloop",  # uvicorn takes it for its loop
    "tzdata",  # zoneinfo takes it where the system has no time zones
    "pytest-xdist",  # plug-ins and programs
    "pytest-benchmark",
    "ruff",
    "mypy",
    "pyright",
    "import-linter",
}


@cache
def names(text: str) -> frozenset[str]:
    """The top names of all modules from elsewhere that this code imports, those inside functions included."""
    found: set[str] = set()
    for node in statements(ast.parse(text)) if "import " in text else ():
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add((node.module or "").partition(".")[0])
    return frozenset(found)


def imported(folder: str) -> set[str]:
    """The top names of all modules from elsewhere that the files below this folder import."""
    return {name for path, text in tracked().items() if path.startswith(folder) and path.endswith(".py") for name in names(text)}


installed = cache(packages_distributions)
"""The distributions that bring each module."""


def distributions(modules: set[str]) -> set[str]:
    """The distributions, in normal form, that bring these modules; the standard library and our own code are no distributions."""
    foreign = modules - set(sys.stdlib_module_names) - OURS
    assert foreign <= set(installed()), "imported, but not installed"
    return {normal(installed()[module][0]) for module in foreign}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(group: str | None = None, folder: str = "") -> set[str]:
    """What the `pyproject.toml` of a package asks for: a group, or the package with its extras."""
    project = tomllib.loads((ROOT / folder / "pyproject.toml").read_text())
    extras = [line for lines in project["project"].get("optional-dependencies", {}).values() for line in lines]
    lines = project["dependency-groups"][group] if group else [*project["project"]["dependencies"], *extras]
    return {normal(re.split(r"[\[<>=~! ]", line)[0]) for line in lines} - {
        "deathmatch"
    }  # an extra may bring another; packages build on the house


PACKAGES = ("", *(f"{path.parent.relative_to(ROOT)}/" for path in sorted(ROOT.glob("packages/*/pyproject.toml"))))


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_package_declares_what_it_imports_and_nothing_else(folder: str) -> None:
    house = declared() if folder else set()
    found = distributions(imported(f"{folder}src/"))
    assert found - declared(folder=folder) - house == set()
    assert declared(folder=folder) - found - NOT_IMPORTED == set()


@pytest.mark.parametrize("folder", ["tests/", "tools/", "bench/", "packages/"])
def test_what_development_imports_is_declared(folder: str) -> None:
    every = set().union(*(declared(folder=package) for package in PACKAGES))
    assert distributions(imported(folder)) - every - declared("dev") == set()
