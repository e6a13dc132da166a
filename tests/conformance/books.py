"""The rule books of the games that the suite judges."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deathmatch.core.game import Variant
from deathmatch.games import rule_book

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "rules"


def book(variant: Variant) -> str:
    """The book of a listed game; a package brings its own, and the game that only tests know has one beside it."""
    listed, brought = RULES / f"{variant.game}.md", rule_book(variant.game)
    return _read(listed if listed.is_file() else TESTS / f"{variant.game}.md") if brought is None else brought


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
