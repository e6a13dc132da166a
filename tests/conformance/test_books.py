"""Books and games say the same: the options of the variants stand in the book's table, and examples show what the book describes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from deathmatch.games import GAMES, variants
from tests.conformance.books import RULES, asks, beyond, ends, field, options

SHARED = {"pending", "decision", "over", "winner", "reason", "seat", "submitted"}  # the referee's

BOOKS = [path for path in sorted(RULES.glob("*.md")) if "\n## Options\n" in path.read_text(encoding="utf-8")]


def test_every_game_has_a_book_and_every_book_a_game() -> None:
    assert sorted(path.stem for path in BOOKS) == sorted(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_options_and_the_page_of_ours_have_the_keys_of_all_variants_and_no_others(game: str) -> None:
    table = options((RULES / f"{game}.md").read_text(encoding="utf-8"))
    assert len(set(table)) == len(table)
    ours = beyond(game)
    assert not {*table} & {*ours}
    assert {*table, *ours} == {option.key for variant in variants(game) for option in variant.options}


each_book = pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)


@each_book
def test_what_the_worked_examples_show_is_found_where_the_suite_looks_for_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    states = [json.loads(line) for line in re.findall(r"^#[=AB] (\{.*\})$", text, re.MULTILINE)]
    assert states
    for state in states:
        assert [key for key in state if not field(text, key) and key not in SHARED] == []
        assert state.get("decision") is None or asks(text, state["decision"])
        assert state.get("reason") in (None, "resign") or ends(text, state["reason"])
