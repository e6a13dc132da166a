"""The kernels that place stones against `rules.py` and `values.Board`, which are the law, on random walks of every side."""

from __future__ import annotations

import pytest

from deathmatch.core.hexes import bits, hexagon
from deathmatch.games.even_groups import rules
from deathmatch.games.even_groups.fast import grid
from deathmatch.games.even_groups.fast.grid import EMPTY, ORANGE, WHITE, Grid, Position
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stone, Stones
from deathmatch.match.dealer import HmacSource

SIDES = range(2, 9)


def same(here: Position, board: Board) -> bool:
    """Whether both are one position: counts, empty cells, and which groups touch each of them."""
    empty = bits(board.empty)
    free = here.free[: here.counts[EMPTY]].tolist()
    return (
        sorted(free) == empty
        and [here.where[cell] for cell in free] == list(range(len(free)))
        and here.counts.tolist() == [len(empty), len(board.white), len(board.orange)]
        and all(grid.bits(here.touch[c, cell]) == len(board.touching(cell, c)) for c in COLOURS for cell in empty)
    )


def placed(cells: Grid, here: Position, board: Board, stones: Stones) -> Board:
    """The board after these stones; they are placed by the kernel as well."""
    for stone in stones:
        grid.put(cells, here, *stone)
        board = board.put(stone)
    return board


@pytest.mark.parametrize("side", SIDES)
def test_what_two_stones_change_is_what_the_rules_count(side: int) -> None:
    source, cells = HmacSource(b"walk", f"fast {side}"), grid.grid(side)
    here, board = grid.start(side), Board(side)
    board = placed(cells, here, board, (Stone(source.below(len(board.hexagon)), Colour.ORANGE),))
    while not rules.blocked(board):
        assert same(here, board)
        empty = bits(board.empty)
        for _ in range(40):
            x, y = sorted(source.sample(empty, 2))
            stones = Stone(x, source.choice(COLOURS)), Stone(y, source.choice(COLOURS))
            assert grid.change(cells, here, *stones[0], *stones[1]) == sum(rules.counts_after(board, stones)) - board.total
        board = placed(cells, here, board, rules.sample(board, source))
    assert same(here, board)
    left = board.empty.bit_count()
    assert left in (0, 2)
    assert left == 0 or not grid.movable(cells, here)


@pytest.mark.parametrize("side", SIDES)
def test_random_play_is_legal_to_its_end(side: int) -> None:
    cells, here, seed = grid.grid(side), grid.start(side), grid.seeded(side)
    grid.put(cells, here, 0, Colour.ORANGE)
    left = here.counts[EMPTY]
    while grid.step(cells, here, seed):
        left -= 2
        assert here.counts[EMPTY] == left
        assert (here.counts[WHITE] + here.counts[ORANGE]) % 2
    assert left == 0 or (left == 2 and not grid.movable(cells, here))


def test_a_position_from_masks_is_the_position_stone_by_stone() -> None:
    source = HmacSource(b"walk", "masks")
    for side in SIDES:
        board = Board(side).put(Stone(3, Colour.ORANGE))
        for _ in range(3 * side):
            if rules.blocked(board):
                break
            for stone in rules.sample(board, source):
                board = board.put(stone)
        here = grid.position(side, board.stones(Colour.WHITE), board.stones(Colour.ORANGE))
        assert same(here, board)
        there = grid.start(side)
        grid.copy(here, there)
        assert same(there, board)
        if there.counts[EMPTY]:
            grid.put(grid.grid(side), there, int(there.free[0]), Colour.WHITE)
        assert same(here, board), "a copy stands by itself"


def test_playouts_leave_their_start_alone_and_count_what_they_place() -> None:
    cells, here, there, seed = grid.grid(5), grid.position(5, 0, 1 << 30), grid.start(5), grid.seeded(7)
    even, stones = grid.playouts(cells, here, there, seed, 400)
    assert here.counts.tolist() == [60, 0, 1]
    assert 400 * 58 <= stones <= 400 * 60, "two cells stay empty where the end is blocked"
    assert 120 < even < 280
    assert (there.counts[WHITE] + there.counts[ORANGE]) % 2
    assert grid.playouts(cells, here, there, grid.seeded(7), 400) == (even, stones), "chance comes from the seed alone"


def test_random_play_takes_every_legal_move_equally_often() -> None:
    cells, there, seed = grid.grid(2), grid.start(2), grid.seeded(5)
    board = Board(2).put(Stone(0, Colour.ORANGE)).put(Stone(3, Colour.WHITE)).put(Stone(6, Colour.WHITE))
    here = grid.position(2, board.stones(Colour.WHITE), board.stones(Colour.ORANGE))
    legal = list(rules.reach(board).moves())
    after = {(board.put(x).put(y).stones(Colour.WHITE), board.put(x).put(y).empty) for x, y in legal}
    assert len(after) == len(legal)
    seen: dict[int, int] = {}
    for _ in range(4000):
        grid.copy(here, there)
        grid.step(cells, there, seed)
        empty = sum(1 << int(cell) for cell in there.free[: there.counts[EMPTY]])
        seen[empty] = seen.get(empty, 0) + 1
    wanted: dict[int, int] = {}
    for _, empty in after:
        wanted[empty] = wanted.get(empty, 0) + 1
    assert seen.keys() == wanted.keys()
    for empty, ways in wanted.items():
        assert abs(seen[empty] / 4000 - ways / len(legal)) < 0.04


def test_no_side_has_more_groups_of_a_colour_than_a_word_has_bits() -> None:
    """Cells in triangles that cover the board: two stones of one triangle are one group, so there are no more groups than triangles."""
    for side in SIDES:
        cells = hexagon(side)
        left, triangles = cells.all, 0
        while left:
            cell = (left & -left).bit_length() - 1
            beside = bits(cells.around[cell] & left)
            third = [(a, b) for a in beside for b in beside if a < b and cells.around[a] >> b & 1]
            taken = third[0] if third else tuple(beside[:1])
            for other in (cell, *taken):
                left &= ~(1 << other)
            triangles += 1
        assert triangles <= 64
