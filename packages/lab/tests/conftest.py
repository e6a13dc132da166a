"""The toy game of the tests (`tests/toy.py`) has a solver here."""

from __future__ import annotations

from deathmatch.core import plugins
from tests.conftest import client as client
from tests.conftest import pytest_pyfunc_call as pytest_pyfunc_call
from tests.conftest import w as w

plugins.additions()["toy.solver"] = plugins.Plugin("toy", "packages.lab.tests.toy_solver:solver")  # type: ignore[index]
