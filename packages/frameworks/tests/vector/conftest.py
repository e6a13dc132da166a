"""By day the kernels of batches run as Python (`plain_by_day`)."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _kernels(plain_by_day: None) -> None:
    """For every test."""
