"""Tests that are coroutines: each runs on a loop of its own, with the world, the client and the server that it asks for by name."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests import loops
from tests.limits import OPEN

SECONDS, SECONDS_BY_NIGHT = 600, 3600
"""After so long a test that hangs has failed."""


@pytest.fixture
def w() -> None:
    """A `World` of this test, under the limits of its mark. `pytest_pyfunc_call` opens it, on the loop of the test."""


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A client of the whole application over a world, under the limits of the test's mark. It is opened beside the world."""
    return tmp_path


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server of all tests of a file that name no limits."""
    from tests.server.kit import serving

    with serving(tmp_path_factory.mktemp("data")) as bound:
        yield bound


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a real server: one of this test alone if its mark names limits."""
    from tests.server.kit import serving

    limits = _limits(request.node)
    if not limits:
        yield request.getfixturevalue("shared_server")
        return
    with serving(tmp_path, replace(OPEN, **limits)) as bound:
        yield bound


def _limits(test: pytest.Item) -> dict[str, Any]:
    """The `Limits` that the mark of a test names."""
    mark = test.get_closest_marker("limits")
    return dict(mark.kwargs) if mark is not None else {}


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, and open first what it asks for."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}

    seconds = SECONDS if pyfuncitem.get_closest_marker("nightly") is None else SECONDS_BY_NIGHT

    async def bounded() -> None:
        async with asyncio.timeout(seconds), contextlib.AsyncExitStack() as stack:
            await test(**given | await _opened(stack, given, _limits(pyfuncitem)))

    loops.run(bounded())
    return True


async def _opened(stack: contextlib.AsyncExitStack, given: dict[str, Any], limits: dict[str, Any]) -> dict[str, Any]:
    """The world and the client, if a test asks for them. Limits are the client's if there is one."""
    if "w" not in given and "client" not in given:
        return {}
    from tests.server import kit

    if "client" not in given:
        return {"w": await stack.enter_async_context(kit.world(**limits))}
    world = await stack.enter_async_context(kit.world())
    opened = {"w": world, "client": await stack.enter_async_context(kit.http(world, given["client"], **limits))}
    return {name: one for name, one in opened.items() if name in given}
