"""Groups, legal moves, blocked and settled boards, held against the oracle; and what holds in every match."""

from __future__ import annotations

from itertools import combinations

import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.hexes import bits, hexagon
from deathmatch.games.even_groups import rules, solver
from deathmatch.games.even_groups.values import COLOURS, Board, Stone, Stones
from deathmatch.match.dealer import HmacSource
from tests.games.even_groups import oracle
from tests.games.even_groups.positions import SIDES, board, counts, named, walk

WHITE, ORANGE = COLOURS

BLOCKED = board(".wo", "ooow", "owwwo", "oo.o", "oow")  # example 5


def as_named(move: Stones, side: int) -> oracle.Move:
    (x, c), (y, d) = move
    names = hexagon(side).names
    return (names[x], c.word[0]), (names[y], d.word[0])


# --- Cells and groups


@pytest.mark.parametrize("side", SIDES)
def test_cells_and_neighbours_are_those_of_the_book(side: int) -> None:
    cells = hexagon(side)
    assert cells.names == oracle.cells(side)
    assert len(cells) == 3 * side * (side - 1) + 1
    for cell, near in enumerate(cells.neighbours):
        assert {cells.names[other] for other in near} == oracle.adjacent(side)[cells.names[cell]]


@pytest.mark.parametrize("side", SIDES)
def test_groups_kept_up_to_date_are_those_counted_from_scratch(side: int) -> None:
    for state in walk(side):
        assert counts(state.board) == oracle.groups(side, named(state.board))


# --- Legal moves (R5, R6)


@pytest.mark.parametrize(("side", "number"), [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1)])
def test_legal_moves_are_those_that_the_oracle_finds(side: int, number: int) -> None:
    for state in walk(side, number):
        if state.moves:
            legal = [as_named(move, side) for move in rules.reach(state.board).moves()]
            assert sorted(legal) == sorted(oracle.legal(side, named(state.board)))
            assert rules.Reach(state.board).count() == len(legal)


class _Never(RandomSource):
    """A source that never finds a legal move by chance: both stones are white, on the first cells."""

    def below(self, bound: int, /) -> int:
        return 0


def test_every_legal_move_has_a_chance() -> None:
    for state in list(walk(3, 2))[-4:-1]:
        moves = set(rules.reach(state.board).moves())
        source = HmacSource(b"chance", str(state.moves))
        assert {rules.sample(state.board, source) for _ in range(30 * len(moves))} == moves


def test_a_legal_move_is_found_where_chance_finds_none() -> None:
    changed = 0
    for side in SIDES:
        for state in list(walk(side))[1:-1]:
            move = rules.sample(state.board, _Never())
            rules.check_move(state.board, move)
            cells = bits(state.board.empty)
            changed += move != (Stone(cells[0], WHITE), Stone(cells[1], WHITE))
    assert changed > 0


# --- The end (R11, R12, R14)


def test_a_board_is_blocked_where_no_pair_of_stones_is_legal() -> None:
    assert rules.blocked(BLOCKED)
    assert not list(oracle.legal(3, named(BLOCKED)))
    assert rules.even(BLOCKED) is ORANGE
    seen = set()
    for number in range(40):
        for state in walk(3, number):
            if state.moves and state.board.empty.bit_count() <= 4:
                none = not any(oracle.legal(3, named(state.board)))
                assert rules.blocked(state.board) == none
                seen.add((none, state.board.empty.bit_count()))
    assert seen == {(True, 0), (True, 2), (False, 2), (False, 4)}


@pytest.mark.parametrize(("side", "number"), [(2, n) for n in range(8)] + [(3, n) for n in range(4)])
def test_settled_is_what_every_way_to_play_on_says(side: int, number: int) -> None:
    for state in walk(side, number):
        if state.moves and 2 <= state.board.empty.bit_count() <= 6:
            ends = oracle.ends(side, named(state.board))
            sure = rules.settled(state.board)
            assert (None if sure is None else {sure.word[0]}) == (ends if len(ends) == 1 else None)


@pytest.mark.nightly
def test_side_3_has_1906608_blocked_positions_all_with_two_empty_cells() -> None:
    import numpy as np

    side, size = 3, 19
    odd = np.unpackbits(solver._parities(Board(side), WHITE).view(np.uint8), bitorder="little")  # by the mask of a colour's stones
    counts = {2: 0, 3: 0, 4: 0}
    for number in counts:
        for empty in combinations(range(size), number):
            white = np.zeros(1, dtype=np.int32)
            for cell in set(range(size)) - set(empty):
                white = np.concatenate([white, white | 1 << cell])
            orange = ((1 << size) - 1 - sum(1 << cell for cell in empty)) & ~white
            kept = (odd[white] ^ odd[orange]) == 1
            for x, y in combinations(empty, 2):
                for whites in (0, 1 << x, 1 << y, 1 << x | 1 << y):
                    white, orange = white[kept], orange[kept]
                    oranges = (1 << x | 1 << y) ^ whites
                    kept = (odd[white | whites] ^ odd[orange | oranges]) == 0
            counts[number] += int(kept.sum())
    assert counts == {2: 1_906_608, 3: 0, 4: 0}


@pytest.mark.parametrize("side", [0, -1, 14])
def test_a_side_that_no_board_has_is_refused(side: int) -> None:
    with pytest.raises(ValueError, match="1 to 13"):
        hexagon(side)
