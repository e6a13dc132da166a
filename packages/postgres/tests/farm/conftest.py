"""What the tests of the farm share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from packages.postgres.tests.farm.servers import Zygote


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    """The process that forks the servers of this process of pytest."""
    it = Zygote()
    try:
        yield it
    finally:
        it.close()
