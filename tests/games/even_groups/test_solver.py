"""The exact solver against brute force by the rules."""

from __future__ import annotations

import pytest

from deathmatch.games.even_groups import rules, solver
from deathmatch.games.even_groups.values import COLOURS
from deathmatch.match.dealer import HmacSource
from tests.games.even_groups.trying import scattered, winning


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
