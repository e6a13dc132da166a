"""Asserts of test modules are rewritten before the workers start, and pytest takes what was kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

from tests import rewriting


def test_pytest_takes_the_bytecode_that_was_made_ahead(
    tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(rewriting, "LIBRARIES", "json")  # the others take seconds
    modules = [tmp_path / f"test_{name}.py" for name in "abc"]
    for module in modules:
        module.write_text(f"number = {len(module.name)}\nassert number == 9\n", "utf-8")
    rewriting.ahead(pytestconfig, modules)
    for module in modules:
        code = rewrite._read_pyc(module, rewriting._kept(module))
        assert code is not None
        assert "@pytest_ar" in code.co_names, "the asserts are rewritten"
    modules[0].write_text("number = 10\n", "utf-8")
    assert rewrite._read_pyc(modules[0], rewriting._kept(modules[0])) is None, "a module that has changed is rewritten by its worker"
