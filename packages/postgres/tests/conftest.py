"""Tests that are coroutines run here as they do in the house."""

from tests.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
