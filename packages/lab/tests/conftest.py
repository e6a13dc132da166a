"""The toy game of the tests (`tests/toy.py`) has a solver here."""

from __future__ import annotations

from deathmatch.core import plugins

plugins.additions()["toy.solver"] = plugins.Plugin("toy", "packages.lab.tests.toy_solver:solver")  # type: ignore[index]
