"""What `deathmatch solve` says of whole boards of Even Groups."""

from __future__ import annotations

from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.games.even_groups.values import Board, Colour, Stone
from deathmatch.match.position import Position
from deathmatch.match.record import unfold
from deathmatch_lab import solving
from deathmatch_lab.games.even_groups.solving import LISTED
from deathmatch_lab.solving import SilentReporter, Solution
from tests.games.even_groups.trying import wins


def ask(options: Values, *lines: str) -> Solution:
    """What the variant's solver says where these lines of a record lead."""
    position = reached(options, *lines)
    return solving.solver(find("even-groups/standard"), position.game).solve(position.game.view(position.state, PUBLIC), SilentReporter())


def reached(options: Values, *lines: str) -> Position:
    """Where these lines of a record lead."""
    header = ["deathmatch 1", "game even-groups/standard", *(f"option {key} {value}" for key, value in options.items())]
    *_, (_, position) = unfold("\n".join([*header, *lines, ""]), find)[1]
    return position


def test_side_2_is_solved_as_trying_everything_solves_it() -> None:
    openings = [Stone(cell, Colour.ORANGE) for cell in range(7)]
    good = [stone for stone in openings if not wins(Board(2).put(stone), Colour.ORANGE)]
    names = [f"orange {Board(2).hexagon.names[stone.cell]}" for stone in good]
    assert names == ["orange B2"], "the centre, as example 7 of the book has it"
    assert ask({"side": 2, "white": "B"}).json == {"winner": "B", "winning": names}
    assert ask({"side": 2, "dmo": "A"}).json == {"winner": "A", "winning": ["white"]}
    assert ask({"side": 2, "white": "B"}, "B orange A1").json["winner"] == "A"


def test_side_3_is_solved_whole() -> None:
    names = Board(3).hexagon.names
    solution = ask({"side": 3, "white": "A"})
    winning = solution.json["winning"]
    assert isinstance(winning, list)
    assert solution.json["winner"] == "A"
    assert {name for name in names if f"orange {name}" not in winning} == {"A1", "A3", "C1", "C5", "E1", "E3"}, "the corners"
    assert solution.words[1].count(";") == LISTED - 1
    assert solution.words[1].endswith(" and 1 more")
