"""The study of a round: its positions, its figures against the solver, and the facts against the page that has them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deathmatch import games
from deathmatch.bots import study
from deathmatch.bots.answers import StudyQuestion, find
from deathmatch.bots.budget import Counted
from deathmatch.core.seats import PUBLIC
from deathmatch_lab import solving
from deathmatch_lab.solution_folder import SolutionFolder
from deathmatch_lab.studying import Facts, Study, read_all
from packages.lab.tests.games.five_card_trick.folders import Kept

GAUNTLET = games.find("five-card-trick/gauntlet")
DOCS = Path(__file__).parents[3] / "docs" / "five-card-trick.md"


@pytest.fixture(scope="module")
def rounds() -> Study:
    made: Study | None = study.studied(GAUNTLET)
    assert made is not None
    return made


def chosen(rounds: Study, **values: object) -> dict[str, str]:
    read = read_all(rounds.controls, [(key, str(value)) for key, value in values.items()])
    rounds.check(read)
    return read


@pytest.mark.parametrize(("left", "value"), [(1, 0.0), (2, 0.2308), (3, 0.2765), (4, 0.3302)])
def test_near_the_end_it_is_exact_and_agrees_with_the_solver(rounds: Study, left: int, value: float) -> None:
    found = rounds.find(chosen(rounds, round=41 - left), Counted(1_000_000))
    assert found.exact
    assert found.value == pytest.approx(value, abs=5e-5)
    for ways in (found.a, found.b):
        assert sum(way.share for way in ways) == pytest.approx(1, abs=1e-6)
    for at, way in enumerate(found.a):
        mixed = sum(other.share * found.chances[at][column] for column, other in enumerate(found.b))
        assert way.worth == pytest.approx(mixed, abs=1e-9)
        assert way.worth <= found.value + 1e-9
        assert not way.share or way.worth == pytest.approx(found.value, abs=1e-9)
    for way in found.b:
        assert way.worth <= 1 - found.value + 1e-9


def test_earlier_it_is_an_estimate_near_the_solution(rounds: Study) -> None:
    found = rounds.find(chosen(rounds, round=20), Counted(1_000_000))
    assert not found.exact
    assert found.value == pytest.approx(0.5, abs=0.01)
    ahead = rounds.find(chosen(rounds, round=20, lead=3), Counted(1_000_000))
    assert ahead.value > 0.7
    assert [way.text for way in ahead.a if way.share] != [way.text for way in found.a if way.share]


@pytest.mark.nightly
def test_with_a_kept_solution_of_the_match_it_is_exact_from_the_start(tmp_path: Path) -> None:
    game = GAUNTLET.bind({"rounds": 5, "max_rounds": 5})[1]
    short = games.made_by(GAUNTLET, "study", game)
    first = chosen(short)
    assert not short.find(first, Counted(1_000_000)).exact
    assert short.consult([Kept(tmp_path / "none")]) is None
    solved: Any = solving.solver(GAUNTLET, game).solve(game.view(game.start(), PUBLIC), Kept(tmp_path / "five")).json
    known = short.consult([SolutionFolder(tmp_path / "five")])
    found = known.find(first, Counted(1))
    assert found.exact
    assert found.value == pytest.approx(solved["value"], abs=1e-6)
    assert [way.text for way in found.a if way.share > 0.1] == [text for text, part in solved["first"]["EC"].items() if part > 0.1]


def test_the_cards_that_are_barred_are_not_played(rounds: Study) -> None:
    position = chosen(rounds, round=39, last_a="score+grow", earlier_a="score+steal", blocked_b="claim", lights_b="score claim")
    assert rounds.told(position) == (
        "A may not play Score, which would be the third time in a row, nor repeat Score + Grow.",
        "B may play any two cards.",
    )
    found = rounds.find(position, Counted(1_000_000))
    assert len(found.a) + found.left[0] == 18, "of 26 submissions these have no Score"
    assert not [way for way in found.a if "score" in way.text.replace("block:score", "").split()]


def test_a_worker_answers_in_json_and_gets_ready_without_choices(rounds: Study) -> None:
    told = json.loads(find(StudyQuestion(GAUNTLET.id, chosen(rounds, round=40), 20.0)))
    assert (told["exact"], told["value"]) == (True, 0.0)
    assert find(StudyQuestion(GAUNTLET.id)) == ""


def test_the_facts_are_those_of_the_page(rounds: Study) -> None:
    text = DOCS.read_text("utf-8")
    rulings, lengths, _ = rounds.facts()
    assert isinstance(rulings, Facts)
    assert isinstance(lengths, Facts)
    assert f"**{rulings.facts[0].value}**" in text
    assert "error at most 1.2e-6" in text
    told = re.findall(r"^\| (?:default|`)[^|]*\| (0\.\d+) \|$", text, re.MULTILINE)
    assert [fact.value for fact in rulings.facts] == [float(one) for one in told]
    numbers, values = (re.search(rf"^\| {row} \|(.*)\|$", text, re.MULTILINE) for row in ("rounds", "value"))
    assert numbers is not None
    assert values is not None
    table = zip(numbers[1].split("|"), values[1].split("|"), strict=True)
    assert [(fact.words.split()[0], fact.value) for fact in lengths.facts] == [(n.strip(), float(v)) for n, v in table]


SETNA = games.find("five-card-trick/setna")


@pytest.fixture(scope="module")
def setna() -> Study:
    made: Study | None = study.studied(SETNA)
    assert made is not None
    return made


@pytest.fixture(scope="module")
def final() -> Study:
    made: Study | None = study.studied(games.find("five-card-trick/final"))
    assert made is not None
    return made


def test_in_setna_fewer_cards_can_have_been_played_and_barred_ones_do_not_count(setna: Study) -> None:
    position = chosen(setna, round=39, last_a="raise", earlier_a="score+raise", last_b="score+steal")
    assert setna.told(position) == (
        "Of A this does not count: Raise, which would be the third time in a row.",
        "Of B this does not count: Score + Steal together.",
    )
    assert setna.told(chosen(setna, round=39, last_b="block")) == ("All cards of A count.", "All cards of B count.")
    both = chosen(setna, round=39, last_a="score+raise", earlier_a="raise+steal")
    assert setna.told(both)[0] == "Of A these do not count: Raise, which would be the third time in a row, and Score + Raise together."
    found = setna.find(position, Counted(1_000_000))
    assert {way.text for way in found.b} - {way.text for way in found.a}


def test_a_round_of_final_is_one_in_which_nobody_holds_an_item(final: Study) -> None:
    assert not {"overload", "priority", "reset"} & {control.key for control in final.controls}
    position = chosen(final, round=48, last_a="score+score", last_b="grow+steal", earlier_b="score+grow")
    assert final.told(position) == (
        "Nobody holds an item any more.",
        "A may not play Score, which it played twice in the last round.",
        "B may not play Grow, which would be the third time in a row, nor repeat Grow + Steal.",
    )
    found = final.find(position, Counted(1_000_000))
    assert found.exact
    assert not [way for way in found.a if "score" in way.text.replace("block:score", "").split()]
    assert "grow grow" not in {way.text for way in found.b}


def test_the_variants_are_those_of_the_page(rounds: Study, setna: Study, final: Study) -> None:
    (table,) = setna.facts()
    assert isinstance(table, Facts)
    assert rounds.facts()[-1] == table == final.facts()[0]
    text = DOCS.read_text("utf-8")
    for fact, name in zip(table.facts, ("`gauntlet`, default", "`setna`, default", "`final` without items"), strict=True):
        assert f"| {name} | {fact.value} | {fact.error} |".replace("e-06", "e-6") in text


def test_a_server_that_shows_the_page_loads_no_kernel() -> None:
    program = """
import sys
from deathmatch import games
from deathmatch.bots.study import studied
from deathmatch_lab.studying import read_all

for name in ("five-card-trick/gauntlet", "five-card-trick/setna", "five-card-trick/final", "even-groups/standard"):
    made = studied(games.find(name))
    chosen = read_all(made.controls, [("round", "3")] if made.controls else [])
    made.check(chosen), made.told(chosen), made.facts()
print("numba" in sys.modules, "numpy" in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False"]
