"""The public names of the package: the list, the lazy table, and the functions."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from typing import Any

import pytest

import deathmatch_lab
from deathmatch_lab import library
from tests.test_public_api import SECTIONS

FUNCTIONS = (library.solve_game, library.exploit_bot, library.find_adversary, library.run_arena)


def test_the_names_are_there_and_the_lazy_table_is_what_type_checkers_read() -> None:
    (checked,) = (node for node in ast.parse(inspect.getsource(deathmatch_lab)).body if isinstance(node, ast.If))
    imports = {alias.name: node.module for node in checked.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imports == deathmatch_lab._HOME
    assert sorted(imports) == sorted(deathmatch_lab.__all__)
    assert all(getattr(deathmatch_lab, name).__doc__ for name in imports)
    with pytest.raises(AttributeError, match="no public name 'guess'"):
        _ = deathmatch_lab.guess


def test_the_table_loads_nothing_of_the_package() -> None:
    code = "import sys, deathmatch_lab.capabilities; print(*sys.modules)"
    loaded = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    assert {name for name in loaded if name.startswith("deathmatch")} == {"deathmatch_lab", "deathmatch_lab.capabilities"}
    assert "numpy" not in loaded


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_says_what_goes_in_and_what_comes_out(function: Any) -> None:
    doc = inspect.getdoc(function) or ""
    assert set(SECTIONS.findall(doc)) == {"Args", "Returns", "Raises"}
    assert all(f" {name}: " in doc for name in inspect.signature(function).parameters)


def test_examples_in_docstrings_run() -> None:
    assert doctest.testmod(library, optionflags=doctest.ELLIPSIS).failed == 0
