"""The exact solver against brute force by the rules, and what it says of whole boards."""

from __future__ import annotations

import pytest

from deathmatch.bots import study
from deathmatch.core.hexes import hexagon
from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC
from deathmatch.core.solving import SilentReporter, Solution, UnsolvableError
from deathmatch.games import find
from deathmatch.games.even_groups import fast, rules, solver
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stone
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch.match.record import unfold
from tests.games.even_groups.trying import scattered, winning, wins


@pytest.mark.parametrize(("side", "empty"), [(2, 2), (2, 4), (2, 6), (3, 2), (3, 4), (3, 6), (5, 2), (5, 4), (5, 6), (8, 4)])
def test_the_winning_moves_are_those_that_trying_everything_finds(side: int, empty: int) -> None:
    source = HmacSource(b"endings", f"{side} {empty}")
    for _ in range({2: 20, 4: 10, 6: 2}[empty]):
        board = scattered(side, empty, source)
        for colour in COLOURS:
            good = winning(board, colour)
            ending = solver.solve(board, colour)
            assert ending is not None
            assert set(ending.winning()) == good
            assert ending.wins == bool(good)


@pytest.mark.parametrize(
    ("empty", "moves"), [(8, 30), (10, 30), (12, 30), (14, 20), (16, 20), pytest.param(20, 10, marks=pytest.mark.nightly)]
)
def test_a_move_wins_if_the_other_seat_does_not_win_afterwards(empty: int, moves: int) -> None:
    """With the test above, which tries everything to the end, this holds all larger endings to the rules, step by step."""
    source = HmacSource(b"endings", f"steps {empty}")
    board = scattered(5, empty, source)
    for colour in COLOURS:
        ending = solver.solve(board, colour)
        assert ending is not None
        good, traps = set(ending.winning()), ending.traps()
        assert set(traps) == set(rules.reach(board).moves())
        for move in [*source.sample(sorted(traps), moves), *sorted(good)[:3]]:
            after = board.put(move[0]).put(move[1])
            answer = solver.solve(after, colour.other)
            assert answer is not None
            assert (move in good) is not answer.wins
            assert traps[move] == len(list(answer.winning())) / rules.reach(after).count()


def test_twenty_two_empty_cells_are_laid_out_as_all_others() -> None:
    """Solving them takes gigabytes; this holds the numbers of their positions together."""
    for cells in range(2, solver.LARGEST + 1, 2):
        plan = fast.plan(cells)
        far, middle = plan.far.start.size - 2, plan.middle.start.size - 2
        assert far + middle + fast.NEAR == max(cells, fast.NEAR)
        assert plan.far.lane[-1] * plan.middle.lane[-1] * 27 == 3 ** max(cells, fast.NEAR)
        assert plan.folds.row.size == middle * 2**middle // 2
        assert fast.slices(cells) >= far + 1


# --- Whole boards, by the capability


def ask(options: Values, *lines: str) -> Solution:
    """What the variant's solver says where these lines of a record lead."""
    position = reached(options, *lines)
    return study.solver(find("even-groups/standard"), position.game).solve(position.game.view(position.state, PUBLIC), SilentReporter())


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


class Listening:
    """Work that keeps how far it is."""

    def __init__(self) -> None:
        self.told: list[float] = []

    def report(self, words: str, done: float | None = None, /) -> None:
        assert "opening" in words
        assert done is not None
        self.told.append(done)


def test_side_3_is_solved_whole() -> None:
    names = Board(3).hexagon.names
    _, game = find("even-groups/standard").bind({"side": 3, "white": "A"})
    work = Listening()
    solution = solver.solver(game).solve(game.view(game.start(), PUBLIC), work)
    winning = solution.json["winning"]
    assert isinstance(winning, list)
    assert solution.json["winner"] == "A"
    assert {name for name in names if f"orange {name}" not in winning} == {"A1", "A3", "C1", "C5", "E1", "E3"}, "the corners"
    assert solution.words[1].count(";") == solver.LISTED - 1
    assert solution.words[1].endswith(" and 1 more")
    assert work.told == sorted(work.told)
    assert 0 <= work.told[0] < 0.1
    assert 0.8 < work.told[-1] <= 1


def test_whoever_follows_the_solver_wins_side_3_against_anything() -> None:
    source = HmacSource(b"endings", "follow")
    for opening, winner in (("B2", Colour.WHITE), ("A1", Colour.ORANGE)):
        board = Board(3).put(Stone(Board(3).hexagon.index[opening], Colour.ORANGE))
        mover = Colour.ORANGE
        while not rules.blocked(board):
            if mover is winner:
                ending = solver.solve(board, mover)
                assert ending is not None
                move = next(iter(ending.winning()))
            else:
                move = rules.sample(board, source)
            board = board.put(move[0]).put(move[1])
            mover = mover.other
        assert len(board.groups(winner)) % 2 == 0


def test_in_a_settled_position_every_move_wins_or_none_does() -> None:
    """Example 7 of the book, with `settled no`."""
    lines = ["A orange A2", "B orange B1 white E3", "A orange C1 orange C2", "B orange A1 orange E2", "A orange C4 white C5"]
    lines += ["B white B3 white D4", "A orange A3 white B2", "B white D1 orange D2"]
    here = reached({"side": 3, "white": "A"}, *lines)
    legal = rules.reach(here.state.board).count()
    solution = ask({"side": 3, "white": "A"}, *lines)
    listed = solution.json["winning"]
    assert solution.json["winner"] == "A"
    assert isinstance(listed, list)
    assert len(set(listed)) == legal, "all that are legal"
    assert solution.words[0] == f"{{A}} wins, now by any of these {len(listed)} moves:"
    assert solution.words[1] == "; ".join(listed)
    after = ask({"side": 3, "white": "A"}, *lines, f"A {listed[0]}")
    assert after.json == {"winner": "A", "winning": []}
    assert after.words == ("{A} wins, whatever {B} does now.",)


def test_boards_that_are_too_large_and_matches_that_are_over_are_said_to_be() -> None:
    with pytest.raises(UnsolvableError, match="61 cells are empty; the solver takes 22 at most"):
        ask({})
    with pytest.raises(UnsolvableError, match="36 cells are empty"):
        ask({"side": 4, "white": "A"}, "A orange A1")
    with pytest.raises(UnsolvableError, match="the match is over"):
        ask({"white": "A"}, "A resign")


def test_what_is_spent_is_not_solved() -> None:
    board = scattered(3, 6, HmacSource(b"endings", "spent"))
    assert solver.solve(board, Colour.WHITE, lambda: True) is None


@pytest.mark.parametrize("side", range(2, 9))
def test_cells_that_look_alike_are_at_most_twelve_and_keep_their_neighbours(side: int) -> None:
    cells = hexagon(side)
    alike = solver.orbits(cells)
    assert sorted(cell for orbit in alike for cell in orbit) == list(range(len(cells)))
    assert sum(len(orbit) == 1 for orbit in alike) == 1, "the centre alone is like no other"
    home = {cell: number for number, orbit in enumerate(alike) for cell in orbit}
    for orbit in alike:
        assert len(orbit) in (1, 6, 12)
        assert len({tuple(sorted(home[other] for other in cells.neighbours[cell])) for cell in orbit}) == 1


def test_traps_are_the_answers_that_lose_for_whoever_gives_them() -> None:
    source = HmacSource(b"endings", "traps")
    board = scattered(5, 6, source)
    for colour in COLOURS:
        ending = solver.solve(board, colour)
        assert ending is not None
        traps = ending.traps()
        assert set(traps) == set(rules.reach(board).moves())
        for x, y in source.sample(sorted(traps), 8):
            after = board.put(x).put(y)
            answers = [after.put(u).put(v) for u, v in rules.reach(after).moves()]
            assert traps[x, y] == sum(not wins(answer, colour) for answer in answers) / len(answers)
