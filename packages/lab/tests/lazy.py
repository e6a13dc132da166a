"""A bot that plays badly, named as MODULE:CLASS."""

from __future__ import annotations

from typing import Any


class Lazy:
    """Plays the first move that is listed."""

    def choose(self, view: Any, decision: Any, budget: Any, source: Any) -> Any:
        return next(iter(decision.moves()))
