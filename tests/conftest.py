"""What all tests share: one folder of compiled kernels, so that a server of a test need not compile them into a folder of its own."""

from __future__ import annotations

import os
from pathlib import Path

from deathmatch.solve.kernel_cache import VARIABLE


def pytest_configure() -> None:
    """For this process and all that it starts."""
    os.environ.setdefault(VARIABLE, str(Path(__file__).parents[1] / ".venv" / "kernels"))
