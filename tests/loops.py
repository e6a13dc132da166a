"""Event loops for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(test: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`, in a thread of its own: in the main one Playwright's loop runs on after tests of pages, and a thread has one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, test).result()
