"""The toy game of the tests (`tests/toy.py`) has a solver here."""

from __future__ import annotations

import pytest

from deathmatch.core import plugins
from tests.conftest import client as client
from tests.conftest import pytest_pyfunc_call as pytest_pyfunc_call
from tests.conftest import w as w


@pytest.fixture(autouse=True)
def _toy_has_a_solver() -> None:
    """Each time, because tests of plug-ins forget all that was added."""
    _add()


def _add() -> None:
    plugins.additions()["toy.solver"] = plugins.Plugin("toy", "packages.lab.tests.toy_solver:solver")  # type: ignore[index]


_add()  # for the cases of tests
