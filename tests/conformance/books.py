"""What the suite reads of a rule book: its sections, and the keys of its table of options."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from deathmatch.core.game import Variant
from deathmatch.games import rule_book

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "rules"
AS_WRITTEN = RULES / "as-written.md"
_KEYS = re.compile(r"`(\w+)`")


def book(variant: Variant) -> str:
    """The book of a listed game; a package brings its own, and the game that only tests know has one beside it."""
    listed, brought = RULES / f"{variant.game}.md", rule_book(variant.game)
    return _read(listed if listed.is_file() else TESTS / f"{variant.game}.md") if brought is None else brought


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def section(text: str, title: str) -> str:
    """One `## ` section of a book."""
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def ends(text: str, reason: str) -> bool:
    """Whether a book has a match end for this reason. One has its rule on resigning outside the section End of match."""
    return f"`{reason}`" in section(text, "End of match") or f"reason `{reason}`" in text


def asks(text: str, name: str) -> bool:
    """Whether a book has a decision or deal of this name, or the page of our options."""
    return f"`{name}`" in section(text, "Decisions") or f"the decision `{name}`" in _read(AS_WRITTEN)


def field(text: str, key: str) -> bool:
    """Whether a book has a state object with this field, or the page of our options."""
    state = section(text, "State")
    return f"`{key}`" in state or f'"{key}"' in state or f"the field `{key}`" in _read(AS_WRITTEN)


def options(text: str) -> list[str]:
    """The keys of a book's table of options, in order. A row may hold several: all words in backticks of its first cell."""
    rows = [line for line in section(text, "Options").splitlines() if line.startswith("| `")]
    return [key for row in rows for key in _KEYS.findall(row.split("|")[1])]


def beyond(game: str) -> dict[str, str]:
    """The options that a game has beyond its book, and the number of each on the page of those (`rules/as-written.md`)."""
    rows = re.findall(rf"^\| \*\*(W\d+)\*\* \| {game} \|[^|]+\|([^|]+)\|", _read(AS_WRITTEN), re.MULTILINE)
    return {key: number for number, cell in rows for key in _KEYS.findall(cell)}
