"""Pytest rewrites the asserts of every test module before it imports it, and keeps the outcome as bytecode.

In a fresh clone every worker of xdist would do that for all modules at the same time, ten seconds each. So the process that starts them
does it first, with as many processes as may run. Meanwhile another process loads the libraries that tests import, because the set-up does
not compile them and the workers would do it at the same time, too. What does not succeed in this way, the workers do as ever: it only costs
time.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

PROCESSES = 2
LIBRARIES = "scipy.optimize polars discord playwright.sync_api gymnasium pettingzoo numba deathmatch.server.web.app"
LOAD = """
import contextlib, importlib, sys
for name in sys.argv[1].split():
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
"""


def ahead(config: pytest.Config, modules: Sequence[Path]) -> None:
    """Keep the bytecode of these test modules, unless it is there."""
    missing = [module for module in modules if not _kept(module).exists()]
    if not missing or sys.dont_write_bytecode or not hasattr(os, "fork"):
        return
    context = multiprocessing.get_context("fork")  # a child has the settings of pytest as they are
    children = [context.Process(target=_rewrite, args=(config, missing[first::PROCESSES])) for first in range(PROCESSES)]
    loading = None
    if len(missing) == len(modules):  # a fresh clone
        quiet = subprocess.DEVNULL
        loading = subprocess.Popen([sys.executable, "-c", LOAD, LIBRARIES], stdin=quiet, stdout=quiet, stderr=quiet)
    for child in children:
        child.start()
    for child in children:
        child.join()
    if loading is not None:
        loading.wait()


def _kept(module: Path) -> Path:
    """Where pytest keeps the bytecode of a module."""
    return rewrite.get_cache_dir(module) / f"{module.stem}{rewrite.PYC_TAIL}"


def _rewrite(config: pytest.Config, modules: Sequence[Path]) -> None:
    for module in modules:
        digest, code = rewrite._rewrite_test(module, config)
        if rewrite.try_makedirs(_kept(module).parent):
            rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, digest, _kept(module))
