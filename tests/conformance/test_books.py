"""The suite finds every key of every book's table of options, also of the books whose games are still to be written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conformance.books import RULES, asks, ends, field, options, section

KEYS = {
    "even-groups": "side dmo white settled time_colour time_open time_place bank",
    "five-card-trick": "dmo rounds extension max_rounds replay_limit blocked_collides steal_needs illegal overload priority reset "
    "priority_beats_block items_tiebreak time_submit time_priority bank",
    "guidance-rite": "dmo size board best_of turns first fill powers removals crossing draw_pieces draw_turns draw_from quiet_turns "
    "last_tie timeouts_lose crow_power item_uses honour rotate swap time_look time_claim time_place time_first time_turn time_at_once bank",
    "letter-hunt": "dmo first holds onlookers onlooker_letters hints repeats lexicon turn_limit on_timeout void_after slip "
    "time_first time_hold time_pick time_turn time_hint time_lose bank",
    "tile-joust": "dmo picker chips sets opening preview shown late_first conceal inverted_colour "
    "time_pick time_bid time_choose time_keep time_items time_first time_more bank",
}

SHARED = {"pending", "decision", "over", "winner", "reason", "seat", "submitted"}  # the referee's

BOOKS = [path for path in sorted(RULES.glob("*.md")) if "\n## Options\n" in path.read_text(encoding="utf-8")]


def test_every_book_is_here() -> None:
    assert [path.stem for path in BOOKS] == sorted(KEYS)


@pytest.mark.parametrize("name", KEYS)
def test_every_key_of_the_table_is_found_in_order(name: str) -> None:
    assert options((RULES / f"{name}.md").read_text(encoding="utf-8")) == KEYS[name].split()


each_book = pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)


@each_book
def test_what_the_worked_examples_show_is_found_where_the_suite_looks_for_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    states = [json.loads(line) for line in re.findall(r"^#[=AB] (\{.*\})$", text, re.MULTILINE)]
    assert states
    for state in states:
        assert [key for key in state if not field(text, key) and key not in SHARED] == []
        assert state.get("decision") is None or asks(text, state["decision"])
        assert state.get("reason") is None or ends(text, state["reason"])


@each_book
def test_every_option_of_a_worked_example_is_in_the_table(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    given = set(re.findall(r"^option (\w+) ", text, re.MULTILINE))
    times = set(re.findall(r"`(time_\w+|bank)`", section(text, "Options")))
    assert given | times <= set(options(text))
