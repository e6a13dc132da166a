"""The toy game of the tests (`tests/toy.py`) has an encoding here."""

from __future__ import annotations

from deathmatch.core import plugins

plugins.additions()["toy.encoding"] = plugins.Plugin("toy", "packages.frameworks.tests.toy_encoding:encoding")  # type: ignore[index]
