"""The study of a round: its positions, its figures against the solver, and the facts against the page that has them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deathmatch import games
from deathmatch.bots.budget import Counted
from deathmatch.core.seats import PUBLIC
from deathmatch_lab import solving
from deathmatch_lab.solution_folder import SolutionFolder
from deathmatch_lab.studying import Facts, Study, read_all, studied
from packages.lab.tests.games.five_card_trick.folders import Kept

GAUNTLET = games.find("five-card-trick/gauntlet")
DOCS = Path(__file__).parents[3] / "docs" / "five-card-trick.md"


@pytest.fixture(scope="module")
def rounds() -> Study:
    made: Study | None = studied(GAUNTLET)
    assert made is not None
    return made


def chosen(rounds: Study, **values: object) -> dict[str, str]:
    read = read_all(rounds.controls, [(key, str(value)) for key, value in values.items()])
    rounds.check(read)
    return read


@pytest.mark.parametrize(("left", "value"), [(1, 0.0), (2, 0.2308), (3, 0.2765), (4, 0.3302)])
@pytest.mark.nightly
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


@pytest.mark.nightly
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


def test_a_server_that_shows_the_page_loads_no_kernel() -> None:
    program = """
import sys
from deathmatch import games
from deathmatch_lab.studying import read_all, studied

for name in ("five-card-trick/gauntlet", "five-card-trick/setna", "five-card-trick/final", "even-groups/standard"):
    made = studied(games.find(name))
    chosen = read_all(made.controls, [("round", "3")] if made.controls else [])
    made.check(chosen), made.told(chosen), made.facts()
print("numba" in sys.modules, "numpy" in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False"]
