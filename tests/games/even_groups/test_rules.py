"""Groups, legal moves, blocked and settled boards, held against the oracle; and what holds in every match."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.core.chance import RandomSource
from deathmatch.core.hexes import bits, hexagon
from deathmatch.games.even_groups import rules
from deathmatch.games.even_groups.values import COLOURS, Board, Stone, Stones
from deathmatch.games.even_groups.view import State
from deathmatch.match.dealer import HmacSource
from tests.games.even_groups import oracle
from tests.games.even_groups.positions import SIDES, after, board, counts, game, named, walk

WHITE, ORANGE = COLOURS

BLOCKED = board(".wo", "ooow", "owwwo", "oo.o", "oow")  # example 5


def is_odd(of: Board, *stones: Stone) -> bool:
    """Whether the total is odd with these stones, counted from scratch."""
    for stone in stones:
        of = of.put(stone)
    return sum(oracle.groups(of.side, named(of)).values()) % 2 == 1


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


@pytest.mark.parametrize("side", [5, 8])
def test_partners_are_the_cells_that_leave_an_odd_total(side: int) -> None:
    states = list(walk(side, 1))
    for state in (states[len(states) // 3], states[len(states) // 2], states[-4]):
        of = state.board
        reach = rules.Reach(of)
        number = 0
        for x, y in combinations(bits(of.empty), 2):
            for c in COLOURS:
                partners, back = reach.partners(Stone(x, c)), reach.partners(Stone(y, c))
                for d in COLOURS:
                    odd = sum(rules.counts_after(of, (Stone(x, c), Stone(y, d)))) % 2 == 1
                    assert (partners[d] >> y & 1) == odd
                    assert (back[d] >> x & 1) == (sum(rules.counts_after(of, (Stone(x, d), Stone(y, c)))) % 2 == 1)
                    number += odd
        assert reach.count() == number


@pytest.mark.parametrize(
    ("rows", "x", "y"),
    [
        (("wwww", "wwwow", "woooww", "..w.w.o", "w..ww.", "owoww", "oww."), "D2", "E2"),  # adjacent
        (("wo.w", "owwww", "w..wwo", "wowowww", "w...w.", "ow.ww", "wwww"), "C2", "E2"),  # apart
    ],
)
def test_two_stones_can_have_three_groups_in_common(rows: tuple[str, ...], x: str, y: str) -> None:
    of = board(*rows)
    cells = of.hexagon.index
    assert len(set(of.touching(cells[x], WHITE)) & set(of.touching(cells[y], WHITE))) == 3
    reach = rules.Reach(of)
    for first, second in combinations(bits(of.empty), 2):
        for c in COLOURS:
            for d in COLOURS:
                assert (reach.partners(Stone(first, c))[d] >> second & 1) == is_odd(of, Stone(first, c), Stone(second, d))


class _Never(RandomSource):
    """A source that never finds a legal move by chance: both stones are white, on the first cells."""

    def below(self, bound: int, /) -> int:
        return 0


def test_every_legal_move_has_a_chance() -> None:
    for state in list(walk(3, 2))[-4:-1]:
        moves = set(rules.reach(state.board).moves())
        source = HmacSource(b"chance", str(state.moves))
        assert {rules.sample(state.board, source) for _ in range(30 * len(moves))} == moves
        assert {rules.reach(state.board).sample(source) for _ in range(30 * len(moves))} == moves


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


def test_with_eight_empty_cells_nothing_is_settled_yet() -> None:
    moves = ("A orange C3", "B white A2 orange A3", "A orange B4 orange C2", "B orange C4 white D1", "A orange B1 orange D3")
    position = after(*moves, "B orange C1 orange E2", side=3, settled="yes")
    assert position.state.board.empty.bit_count() == 8
    assert rules.settled(position.state.board) is WHITE, "every way to play on has the same winner"
    assert position.over is None


# --- What holds in every match


def held(state: State) -> None:
    """The invariants of a state."""
    of = state.board
    groups = [*of.white, *of.orange]
    assert sum(groups) == of.stones(WHITE) | of.stones(ORANGE), "groups share no cell"
    assert sum(groups) | of.empty == of.hexagon.all
    assert (of.total % 2 == 1) == (state.moves > 0)
    assert of.empty.bit_count() % 2 == (0 if state.moves else 1)
    assert of.empty.bit_count() == len(of.hexagon) - max(0, 2 * state.moves - 1)
    if state.moves:
        assert (len(of.white) % 2 == 0) != (len(of.orange) % 2 == 0)
    if state.outcome is None:
        assert state.owing in (state.white, state.white and state.white.other)
        return
    assert state.owing is None
    assert state.white is not None
    empty, reason = of.empty.bit_count(), state.outcome.reason
    assert reason == ("full" if empty == 0 else "blocked")
    assert empty in (0, 2)
    even = WHITE if len(of.white) % 2 == 0 else ORANGE
    assert state.outcome.winner is (state.white if even is WHITE else state.white.other)


@settings(max_examples=60, deadline=None)
@given(side=st.integers(2, 4), picks=st.lists(st.integers(0, 2**16), min_size=19, max_size=19))
def test_the_invariants_hold_to_the_end_of_every_match(side: int, picks: list[int]) -> None:
    played = game(side=side)
    state = played.start()
    for pick in picks:
        held(state)
        if state.outcome is not None:
            return
        assert state.owing is not None
        decision = played.decision(played.view(state, state.owing))
        moves = list(decision.moves())
        assert len(moves) == decision.count()
        state = played.play(state, {state.owing: moves[pick % len(moves)]})
    held(state)


def move(before: State, now: State) -> Stones:
    """The stones that were put between two states."""
    new = before.board.empty & ~now.board.empty
    return tuple(Stone(cell, next(colour for colour in COLOURS if now.board.stones(colour) >> cell & 1)) for cell in bits(new))


@pytest.mark.nightly
def test_side_3_has_1906608_blocked_positions_all_with_two_empty_cells() -> None:
    import numpy as np

    side, size = 3, 19
    odd = np.array(rules._counts(Board(side), WHITE), dtype=np.uint8) & 1  # by the mask of a colour's stones
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
