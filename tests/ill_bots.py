"""Bots that do what a program with a fault does, each in its own way; and one that is well."""

from __future__ import annotations

import os
import time
from typing import Any

ALL = "hang,dies,floods,stuck,well"


class Well:
    """Plays anything."""

    plays = "even-groups"

    def choose(self, _view: Any, decision: Any, _budget: Any, source: Any) -> Any:
        return decision.sample(source)


class Hang(Well):
    """Never answers, and catches what it can."""

    def choose(self, *_: Any) -> Any:
        while True:
            try:
                time.sleep(60)
            except Exception:
                continue


class Dies(Well):
    """Takes its process down."""

    def choose(self, *_: Any) -> Any:
        os._exit(3)


class Floods(Well):
    """Prints without end, and answers all the same."""

    def choose(self, view: Any, decision: Any, budget: Any, source: Any) -> Any:
        for _ in range(40):
            print("noise " * 1000)  # noqa: T201
        return super().choose(view, decision, budget, source)


class Stuck(Hang):
    """Is never made."""

    def __init__(self) -> None:
        self.choose()


def named(bots: str = ALL) -> str:
    """These bots as the environment names them (`DEATHMATCH_BOTS`)."""
    return ",".join(f"{name}=tests.ill_bots:{name.capitalize()}" for name in bots.split(","))
