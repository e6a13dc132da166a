"""The solved figures of Even Groups on the page Study: against the solver, and against the documents that have them."""

from __future__ import annotations

import re
from pathlib import Path

from deathmatch import games
from deathmatch_lab.studying import Facts, studied

STANDARD = games.find("even-groups/standard")
NOTES = Path(__file__).parents[5] / "research" / "notes" / "bots.md"


def test_the_figures_of_endings_are_those_of_the_notes() -> None:
    made = studied(STANDARD)
    assert made is not None
    wins, moves = (each for each in made.facts() if isinstance(each, Facts))
    rows = re.findall(r"^\| (\d+) \| (.*?) \| random \| \d+ \| ([\d.]+) % \| .*? \| ([\d.]+) % \|$", NOTES.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 6
    words = {"places last": "the seat to move places last", "does not place last": "the other seat places last"}
    for place, facts in ((2, wins), (3, moves)):
        assert [(fact.words, round(100 * fact.value, 1)) for fact in facts.facts] == [
            (f"{row[0]}: {words[row[1]]}", float(row[place])) for row in rows
        ]
