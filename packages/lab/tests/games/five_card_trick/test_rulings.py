"""The worth of rulings at a position: in the last rounds, by kept solutions, and by the table that ships."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from deathmatch import games
from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.core.seats import PUBLIC, BySeat
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.fast.search import DEPTH
from deathmatch.games.five_card_trick.solver import Effort, judged
from deathmatch.games.five_card_trick.values import Side, Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch_lab import solving
from deathmatch_lab.games.five_card_trick import studying
from deathmatch_lab.games.five_card_trick.studying import BOOK, LEADS, POTS, RULINGS, late, options, others, plain
from deathmatch_lab.solution_folder import SolutionFolder
from deathmatch_lab.studying import RulingWorths, Study, read_all
from packages.lab.tests.games.five_card_trick.folders import Kept

GAUNTLET = games.find("five-card-trick/gauntlet")
DOCS = Path(__file__).parents[3] / "docs" / "five-card-trick.md"
ENOUGH = Counted(1_000_000)


def bound(given: dict[str, Any], name: str = "gauntlet") -> FiveCardTrick:
    game = games.find(f"five-card-trick/{name}").bind(given)[1]
    assert isinstance(game, FiveCardTrick)
    return game


def chosen(made: Study, **given: object) -> dict[str, str]:
    return read_all(made.controls, [(key, str(value)) for key, value in given.items()])


def plain_state(terms: Terms, round_: int, pot: int, lead: int) -> State:
    return State(round_, studying.ending(terms, round_), 0, pot, BySeat(Side(max(lead, 0)), Side(max(-lead, 0))))


# --- Which rulings there are


@pytest.mark.parametrize(
    ("name", "given", "keys"),
    [
        ("gauntlet", {}, list(RULINGS)),
        ("setna", {}, list(RULINGS)),
        ("final", {}, ["blocked_collides=no", "steal_needs=any", "max_rounds=25"]),
        ("gauntlet", {"steal_needs": "any", "extension": 15}, ["blocked_collides=no", "extension=1", "max_rounds=25"]),
        ("gauntlet", {"rounds": 4, "max_rounds": 6}, ["blocked_collides=no", "steal_needs=any"]),
    ],
)
def test_rulings_are_those_that_mean_something_in_the_match(name: str, given: dict[str, Any], keys: list[str]) -> None:
    terms = bound(given, name).terms
    assert list(others(terms)) == keys
    for key, changed in others(terms).items():
        assert changed == bound({**given, **options(key)}, name).terms


# --- In the last rounds


@pytest.mark.parametrize("name", ["gauntlet", "setna", "final"])
def test_in_the_last_rounds_each_ruling_has_the_worth_of_its_match(name: str) -> None:
    """The figures are those of a match that has the ruling among its options."""
    variant = games.find(f"five-card-trick/{name}")
    made = study.studied(variant)
    assert made is not None
    last = 50 if name == "final" else 40
    position = chosen(made, round=last - 2, lead=1, blocked_b="claim", last_a="score+claim")
    found = made.find(position, ENOUGH)
    (worths,) = found.ruled
    assert (worths.plain, worths.value) == (False, found.value)
    assert [key for key, _ in worths.chances] == ["blocked_collides=no", "steal_needs=any"]
    for key, value in worths.chances:
        other = games.made_by(variant, "study", variant.bind(options(key))[1])
        assert value == other.find(position, ENOUGH).value
        assert key not in other.rulings
    assert len({found.value, *dict(worths.chances).values()}) > 1, "a ruling makes a difference here"


# --- The table


def test_before_them_the_table_has_the_plain_position_with_the_same_round_lead_and_pot() -> None:
    made = study.studied(GAUNTLET)
    assert made is not None
    given = {"round": 10, "lead": 2, "pot": 2}
    (near,) = made.find(chosen(made, **given, lights_a="score", last_b="score+grow"), Counted(1)).ruled
    (here,) = made.find(chosen(made, **given), Counted(1)).ruled
    assert (near.plain, here.plain) == (True, False)
    assert replace(near, plain=False) == here
    assert [key for key, _ in here.chances] == list(RULINGS)
    known = plain(bound({}).terms, 10, 2, 2)
    assert here == RulingWorths(False, known[BOOK], tuple((key, known[key]) for key in RULINGS))


def test_extensions_have_no_worth_after_the_first_count() -> None:
    terms = bound({}).terms
    assert list(plain(terms, 25, 1, 0)) == [BOOK, *RULINGS]
    assert list(plain(terms, 28, 1, 0)) == [BOOK, "blocked_collides=no", "steal_needs=any"]


def test_the_table_is_of_the_rules_of_the_book_and_of_positions_that_can_come() -> None:
    terms = bound({}).terms
    assert plain(terms, 1, 1, 0)
    for other in (bound({"dmo": "A"}), bound({"rounds": 24}), bound({"steal_needs": "any"}), bound({}, "setna"), bound({}, "final")):
        assert plain(other.terms, 1, 1, 0) == {}
    for round_, pot, lead in ((1, 1, 1), (1, 2, 0), (26, 1, 3), (10, POTS + 1, 0), (10, 1, LEADS + 1), (10, 0, 0)):
        assert plain(terms, round_, pot, lead) == {}


def test_the_first_round_of_the_table_is_that_of_the_solved_matches() -> None:
    facts = json.loads(resources.files("deathmatch_lab.games.five_card_trick").joinpath("data", "facts.json").read_text("utf-8"))
    first = plain(bound({}).terms, 1, 1, 0)
    assert first[BOOK] == pytest.approx(facts["default"][0], abs=1.1e-5)
    assert {key: first[key] for key in RULINGS} == pytest.approx(facts["rulings"], abs=1.1e-5)


@pytest.mark.parametrize(("round_", "pot", "lead"), [(38, 1, 0), (38, 3, -1), (39, 1, 1), (39, 2, 0), (40, 1, 0)])
def test_the_last_rounds_of_the_table_agree_with_the_search(round_: int, pot: int, lead: int) -> None:
    """Two solvers that share the rules alone: layers of a whole match, and a search from the position."""
    terms = bound({}).terms
    state = plain_state(terms, round_, pot, lead)
    found = {BOOK: judged(terms, state, Effort(DEPTH)).value} | dict(late(terms, state))
    assert plain(terms, round_, pot, lead) == pytest.approx(found, abs=1.1e-5)


def test_the_page_has_the_figures_of_the_table() -> None:
    terms, text = bound({}).terms, DOCS.read_text("utf-8")
    rows = re.findall(r"^\| (\d) (?:chips )?\| (\d+\.\d+) % \| ((?:[+-]\d\.\d+ \|? ?)+)", text, re.MULTILINE)
    assert [int(lead) for lead, _, _ in rows] == [0, 1, 2, 3, 4, 6, 8]
    for lead, value, worths in rows:
        known = plain(terms, 10, 1, int(lead))
        assert float(value) == round(100 * known[BOOK], 2)
        assert [float(one) for one in worths.rstrip(" |").split(" | ")] == [round(100 * (known[key] - known[BOOK]), 2) for key in RULINGS]
    assert "is worth 29.9 points" in text
    worth = {place: points(plain(terms, *place)) for place in product(range(1, 26), range(1, 5), range(-LEADS, LEADS + 1))}
    most = max(worth.values())
    assert round(most, 1) == 29.9
    assert worth[24, 4, 1] == most


def points(known: Mapping[str, float]) -> float:
    """The worth of `steal_needs=any` in percentage points, in either direction."""
    return abs(100 * (known["steal_needs=any"] - known[BOOK])) if "steal_needs=any" in known else 0.0


# --- Kept solutions


@pytest.mark.nightly
def test_kept_solutions_under_rulings_know_every_position(tmp_path: Path) -> None:
    """Four rounds, of which the first is not among the last three; a search to the end judges it too."""
    given = {"rounds": 4, "max_rounds": 4}
    for key in ("", "steal_needs=any"):
        game = bound(given | options(key))
        solving.solver(GAUNTLET, game).solve(game.view(game.start(), PUBLIC), Kept(tmp_path / (key or "book")))
    game = bound(given)
    short = games.made_by(GAUNTLET, "study", game)
    folders = [SolutionFolder(tmp_path / name) for name in ("steal_needs=any", "book")]
    assert short.find(chosen(short), ENOUGH).ruled == ()
    assert short.consult(folders[:1]) is None, "the match itself is not kept"
    (worths,) = short.consult(folders).find(chosen(short), ENOUGH).ruled
    assert not worths.plain
    start = plain_state(game.terms, 1, 1, 0)
    assert worths.value == pytest.approx(judged(game.terms, start, Effort(DEPTH)).value, abs=1e-6)
    ((key, value),) = worths.chances
    assert key == "steal_needs=any"
    assert value == pytest.approx(judged(others(game.terms)[key], start, Effort(DEPTH)).value, abs=1e-6)
    unreached = chosen(short, round=2, lead=0, pot=1)
    both = short.consult(folders).find(unreached, ENOUGH)
    assert dict(both.ruled[0].chances)["steal_needs=any"] == pytest.approx(
        judged(others(game.terms)["steal_needs=any"], plain_state(game.terms, 2, 1, 0), Effort(DEPTH)).value, abs=1e-6
    )


def test_a_solution_without_items_serves_the_study_of_final(tmp_path: Path) -> None:
    """Its positions are those without items, whoever holds them at the start."""
    final, given = games.find("five-card-trick/final"), {"rounds": 2, "max_rounds": 2}
    for key in ("", "steal_needs=any"):
        game = bound({**given, **options(key), "overload": "none", "priority": "none", "reset": "none"}, "final")
        solving.solver(final, game).solve(game.view(game.start(), PUBLIC), Kept(tmp_path / (key or "book")))
    short = games.made_by(final, "study", bound(given, "final"))
    known = short.consult([SolutionFolder(tmp_path / name) for name in ("book", "steal_needs=any")])
    found = known.find(chosen(short), Counted(1))
    assert found.exact
    assert found.value == pytest.approx(0.2619048, abs=1e-6)
    (worths,) = found.ruled
    terms = bound(given, "final").terms
    value = judged(others(terms)["steal_needs=any"], plain_state(terms, 1, 1, 0), Effort(DEPTH)).value
    assert dict(worths.chances)["steal_needs=any"] == pytest.approx(value, abs=1e-6)
