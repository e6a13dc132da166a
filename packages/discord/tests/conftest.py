"""Tests that are coroutines, and one server for all tests of a file that need nothing special of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import pytest_pyfunc_call as pytest_pyfunc_call
from tests.server.kit import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`127.0.0.1:PORT` of a server without limits."""
    with serving(tmp_path_factory.mktemp("server"), warm=False) as address:
        yield address
