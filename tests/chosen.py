"""Which games the suite judges: all, or those of `pytest --game NAME` (`make test-game`)."""

from __future__ import annotations

from deathmatch import games
from deathmatch.core.game import Variant
from tests import toy

names: list[str] = []
"""Those of the command line; `tests/conftest.py` puts them here before any test is collected. None of them means all."""


def judged() -> tuple[Variant, ...]:
    """Every variant of the games here and of the toy game, or of the games that were asked for."""
    variants = (*games.every(), *toy.VARIANTS)
    return tuple(variant for variant in variants if not names or variant.game in names)
