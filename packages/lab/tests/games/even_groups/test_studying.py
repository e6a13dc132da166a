"""The solved figures of Even Groups on the page Study: against the solver, and against the documents that have them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deathmatch import games
from deathmatch.bots import study
from deathmatch.bots.answers import StudyQuestion, find
from deathmatch.bots.budget import Counted
from deathmatch_lab.studying import Facts, Map

STANDARD = games.find("even-groups/standard")
NOTES = Path(__file__).parents[5] / "research" / "notes" / "bots.md"


def maps() -> list[Map]:
    made = study.studied(STANDARD)
    assert made is not None
    return [each for each in made.facts() if isinstance(each, Map)]


def test_the_figures_of_endings_are_those_of_the_notes() -> None:
    made = study.studied(STANDARD)
    assert made is not None
    wins, moves = (each for each in made.facts() if isinstance(each, Facts))
    rows = re.findall(r"^\| (\d+) \| (.*?) \| random \| \d+ \| ([\d.]+) % \| .*? \| ([\d.]+) % \|$", NOTES.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 6
    words = {"places last": "the seat to move places last", "does not place last": "the other seat places last"}
    for place, facts in ((2, wins), (3, moves)):
        assert [(fact.words, round(100 * fact.value, 1)) for fact in facts.facts] == [
            (f"{row[0]}: {words[row[1]]}", float(row[place])) for row in rows
        ]


def test_it_has_no_position_to_find_and_is_ready_at_once() -> None:
    made = study.studied(STANDARD)
    assert made is not None
    assert (made.controls, made.told({}), find(StudyQuestion(STANDARD.id))) == ((), (), "")
    made.check({})
    with pytest.raises(LookupError, match="no positions to study"):
        made.find({}, Counted(1))
