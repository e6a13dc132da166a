"""Work that each worker of xdist would do in a fresh clone, all at the same time, and that is done once here.

Pytest rewrites the asserts of every test module before it imports it, and keeps the outcome as bytecode: ten seconds. So the process that
starts the workers does it first, with as many processes as may run. Meanwhile another process loads the libraries that tests import,
because the set-up does not compile them. If one of these fails, the workers do it themselves: it only costs time.

A worker that needs a kernel which another one is compiling waits for it, and loads it from the cache.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from _pytest.assertion import rewrite as asserts

from deathmatch.solve import kernel

LIBRARIES = "scipy.optimize, polars, discord, playwright.sync_api, gymnasium, pettingzoo, numba, deathmatch.server.web.app"


def rewrite(config: pytest.Config, modules: Sequence[Path]) -> None:
    """Keep the bytecode of these test modules, unless it is there."""
    missing = [module for module in modules if not _kept(module).exists()]
    if not missing or sys.dont_write_bytecode or not hasattr(os, "fork"):
        return
    context = multiprocessing.get_context("fork")  # a child has the settings of pytest as they are
    children = [context.Process(target=_rewrite, args=(config, missing[first::2])) for first in range(2)]
    loading = None
    if len(missing) == len(modules):  # a fresh clone
        loading = subprocess.Popen([sys.executable, "-c", f"import {LIBRARIES}"], stderr=subprocess.DEVNULL)
    for child in children:
        child.start()
    for child in children:
        child.join()
    if loading is not None:
        loading.wait()


def _kept(module: Path) -> Path:
    """Where pytest keeps the bytecode of a module."""
    return asserts.get_cache_dir(module) / f"{module.stem}{asserts.PYC_TAIL}"


def _rewrite(config: pytest.Config, modules: Sequence[Path]) -> None:
    for module in modules:
        digest, code = asserts._rewrite_test(module, config)
        if asserts.try_makedirs(_kept(module).parent):
            asserts._write_pyc(config.stash[asserts.assertstate_key], code, digest, _kept(module))


def compile_kernels(folder: Path) -> None:
    """Have this process lock a file in the folder of compiled kernels when it first compiles or loads the kernel of that name."""
    from fcntl import LOCK_EX, flock

    folder.mkdir(0o700, parents=True, exist_ok=True)
    plainly, known = kernel._compile, set[Path]()

    def in_turn(compile_: Any, dispatcher: Any, types: Any) -> Any:
        path = folder / f"{dispatcher.py_func.__qualname__}.lock"
        # Numba lets one thread of a process compile. A thread that waits for another must not keep a file from other processes.
        if path in known or threading.current_thread() is not threading.main_thread():
            return plainly(compile_, dispatcher, types)
        known.add(path)
        with path.open("w") as file:
            flock(file, LOCK_EX)
            return plainly(compile_, dispatcher, types)

    kernel._compile = in_turn
