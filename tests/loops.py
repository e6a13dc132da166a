"""Event loops for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def run(test: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`, in a thread of its own: in the main one Playwright's loop runs on after tests of pages, and a thread has one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, test).result()


def apart(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call something that runs a loop of its own, in a thread of its own for the same reason."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work, *args, **kwargs).result()
