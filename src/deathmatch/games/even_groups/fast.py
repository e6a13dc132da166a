"""The rules as compiled kernels: the parity of groups, the features of a board's shape, and the exact solution of endings.

`tests/games/even_groups/test_solver.py` compares the endings with `rules.py`. Colours are 0 (white) and 1 (orange) as in `values.Colour`,
cells are counted in board order (`core/hexes.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, kernel, maker

# --- The parity of the number of groups of a colour, for every way to fill the empty cells of a board


Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]  # bits

WORD = 64  # bits
SIX = 6  # cells whose colours number the bits of one word
AROUND: Final = 6  # cells around a cell, at most
ZERO, ONE = np.uint64(0), np.uint64(1)


@inner
def _root(parent: Ints, node: int) -> int:
    while parent[node] != node:
        node = parent[node]
    return node


@maker
def parities(near: Ints, count: Ints, groups: int, flip: int, out: Words) -> None:
    """The parity of the number of groups of one colour, for every set of the empty cells that may get that colour.

    Args:
        near: shape (e, 6), the neighbours of each empty cell: other empty cells 0 to e - 1, and from e on groups of the colour.
        count: shape (e,), how many of them there are.
        groups: that the colour has on the board.
        flip: 0, or all cells: then the bits are numbered by the cells that get the other colour.
        out: shape (max(1, 2**e / 64),), receives the bits: 1 for an odd number.

    It goes through the sets by counting, from cell e - 1 outside to cell 0 inside, and takes back what changes: a union-find by size
    without shorter ways.
    """
    cells = count.size
    nodes = cells + AROUND * cells
    parent, size = np.arange(nodes), np.ones(nodes, dtype=np.int64)
    undo, top = np.empty(AROUND * cells, dtype=np.int64), 0
    mark, before = np.zeros(cells, dtype=np.int64), np.zeros(cells, dtype=np.int64)
    odd = groups & 1
    out[:] = ZERO
    chosen = 0
    while True:
        if odd:
            out[(chosen ^ flip) >> SIX] |= ONE << np.uint64((chosen ^ flip) & (WORD - 1))
        chosen += 1
        if chosen >> cells:
            return
        cell = 0
        while not chosen >> cell & 1:  # was chosen, and is not any more
            while top > mark[cell]:
                top -= 1
                size[parent[undo[top]]] -= size[undo[top]]
                parent[undo[top]] = undo[top]
            odd = before[cell]
            cell += 1
        mark[cell], before[cell] = top, odd
        odd ^= 1
        for k in range(count[cell]):
            node = near[cell, k]
            if node < cells and not chosen >> node & 1:
                continue
            a, b = _root(parent, cell), _root(parent, node)
            if a != b:
                if size[a] < size[b]:
                    a, b = b, a
                parent[b] = a
                size[a] += size[b]
                undo[top] = b
                top += 1
                odd ^= 1


# --- How the positions of an ending are laid out in memory: the near, the middle and the far cells


NEAR: Final = 3  # cells that number the bits of a lane
MIDDLE: Final = 10  # cells that number the lanes of a table, at most: a table of 236 KB stays in a core's cache


class Sets(NamedTuple):
    """The sets of some cells, by size, and rows of lanes for them, one lane for each colouring of the other cells.

    Attributes:
        masks: shape (2**cells,), the sets as masks, by size and then ascending.
        rank: shape (2**cells,), for each mask its place among those of its size.
        start: shape (cells + 2,), where those of a size begin in `masks`.
        row: shape (2**cells,), where the row of each mask begins.
        lane: shape (cells + 2,), where the rows of a size begin.
        white: shape (3**cells,), for each lane the mask of the white cells.
        light: shape (3**cells,), for each lane the mask of the white and the empty cells.
    """

    masks: NDArray[np.int32]
    rank: NDArray[np.int32]
    start: Ints
    row: Ints
    lane: Ints
    white: NDArray[np.int32]
    light: NDArray[np.int32]


@cache
def sets(cells: int) -> Sets:
    """The sets of `cells` cells, at most `MIDDLE`."""
    masks = np.arange(1 << cells, dtype=np.int32)
    sizes = np.zeros(1 << cells, dtype=np.int64)
    for cell in range(cells):
        sizes += masks >> cell & 1
    order = np.argsort(sizes, kind="stable")
    start = np.concatenate(([0], np.cumsum(np.bincount(sizes, minlength=cells + 1))))
    rank = np.empty(1 << cells, dtype=np.int32)
    rank[order] = np.arange(1 << cells) - start[sizes[order]]
    ends = np.concatenate(([0], np.cumsum(1 << (cells - sizes[order]))))
    row = np.empty(1 << cells, dtype=np.int64)
    row[order] = ends[:-1]
    white = np.concatenate([_whites(cells, int(mask)) for mask in masks[order]])
    empty = np.repeat(masks[order], 1 << (cells - sizes[order]))
    return Sets(masks[order], rank, start, row, ends[start], white, white | empty)


def _whites(cells: int, empty: int) -> NDArray[np.int32]:
    """The masks of the white cells of a row."""
    row = np.zeros(1, dtype=np.int32)
    for cell in range(cells):
        if not empty >> cell & 1:
            row = np.concatenate((row, row | 1 << cell))
    return row


class Folds(NamedTuple):
    """All ways to fill a middle cell in a table: by the size of the set before, then by how many filled cells come before that cell.

    Attributes:
        row, out: the pairs of lanes where the rows begin, with the cell filled and with it empty.
        start: shape (cells + 1, cells + 1), where those of a size and a place begin.
    """

    row: Ints
    out: Ints
    start: Ints


def _folds(all_: Sets) -> Folds:
    """The ways to fill one of these cells."""
    cells = all_.start.size - 2
    ways = []
    for mask in range(1 << cells):
        for cell in range(cells):
            if mask >> cell & 1:
                size, place = mask.bit_count(), (~mask & (1 << cell) - 1).bit_count()
                ways.append((size, place, int(all_.row[mask ^ 1 << cell]) // 2, int(all_.row[mask]) // 2))
    ways.sort()
    start = np.array([[bisect_left(ways, (size, place)) for place in range(cells + 1)] for size in range(cells + 2)], dtype=np.int64)
    row, out = (np.array([way[column] for way in ways], dtype=np.int64) for column in (2, 3))
    return Folds(row, out, start)


class Plan(NamedTuple):
    """How the positions of a number of empty cells are laid out.

    Attributes:
        middle, far: the sets of those cells.
        folds: the ways to fill a middle cell.
        stride: lanes from one table to the next; whole lines of a cache.
    """

    middle: Sets
    far: Sets
    folds: Folds
    stride: int


@cache
def plan(cells: int) -> Plan:
    """The plan for this number of empty cells."""
    middle = min(MIDDLE, max(0, cells - NEAR))
    return Plan(sets(middle), sets(max(0, cells - NEAR - middle)), _folds(sets(middle)), -(-(3**middle) // 16) * 16)


def tables(plan_: Plan, size: int) -> int:
    """The number of tables of a level."""
    far = plan_.far.start
    return int(far[size + 1] - far[size]) << (far.size - 2 - size)


# --- The shape of a board as numbers: how far the groups of each colour are settled, long before the end can be solved


Floats: TypeAlias = NDArray[np.float64]

EMPTY: Final = 2  # on a cell; 0 is a white stone, 1 an orange one
KINDS: Final = 9  # of features, each for both colours: those of White first
GROUPS, OPEN, REACH, WIDEST, UNTOUCHED, TOUCHED, MEETING, APART, STONES = range(KINDS)
NAMES: Final = ("groups", "open", "reach", "widest", "untouched", "touched", "meeting", "apart", "stones")


@inner
def _flood(start: int, label: int, first: int, second: int, board: Ints, near: Ints, labels: Ints, queue: Ints) -> int:
    """Label the cells connected with one, of either of two contents; returns how many there are, and leaves them in the queue."""
    labels[start] = label
    queue[0] = start
    size = 1
    done = 0
    while done < size:
        cell = queue[done]
        done += 1
        for k in range(near.shape[1]):
            other = near[cell, k]
            if other < 0:
                break
            if labels[other] < 0 and (board[other] == first or board[other] == second):
                labels[other] = label
                queue[size] = other
                size += 1
    return size


@maker
def measure(board: Ints, near: Ints, out: Floats) -> None:
    """The features of a board.

    Args:
        board: shape (cells,), what lies on each.
        near: shape (cells, 6), the neighbours of each, then -1.
        out: shape (2 * KINDS,), receives for each colour the groups; those that touch an empty cell; how many empty cells groups touch,
            counted for each group; the most that one touches; the empty cells that no group touches, that exactly one does, and how many
            touch the others beyond the first; the parts in which the groups stay if all empty cells become theirs; and the stones.
    """
    cells = board.size
    labels, queue = np.empty(cells, dtype=np.int64), np.empty(cells, dtype=np.int64)
    touched, met = np.empty(cells, dtype=np.int64), np.empty(cells, dtype=np.int64)
    out[:] = 0.0
    for colour in range(2):
        at = colour * KINDS
        labels[:] = -1
        met[:] = -1
        touched[:] = 0
        for start in range(cells):
            if board[start] != colour:
                continue
            out[at + STONES] += 1
            if labels[start] >= 0:
                continue
            size = _flood(start, start, colour, colour, board, near, labels, queue)
            reach = 0
            for number in range(size):
                for k in range(near.shape[1]):
                    other = near[queue[number], k]
                    if other < 0:
                        break
                    if board[other] == EMPTY and met[other] != start:
                        met[other] = start
                        touched[other] += 1
                        reach += 1
            out[at + GROUPS] += 1
            out[at + OPEN] += reach > 0
            out[at + REACH] += reach
            out[at + WIDEST] = max(out[at + WIDEST], reach)
        labels[:] = -1
        for start in range(cells):
            if board[start] == EMPTY:
                out[at + UNTOUCHED] += touched[start] == 0
                out[at + TOUCHED] += touched[start] == 1
                out[at + MEETING] += max(0, touched[start] - 1)
            if board[start] != 1 - colour and labels[start] < 0:
                _flood(start, start, colour, EMPTY, board, near, labels, queue)
                out[at + APART] += 1


@maker
def rate(board: Ints, near: Ints, moves: Ints, weights: Floats, out: Floats) -> None:
    """What each of some moves makes of a board: the sum of its features by their weights.

    Args:
        board, near: as for `measure`; the board is changed and changed back.
        moves: shape (moves, 4), the cells and the colours of two stones: cell, colour, cell, colour.
        weights: shape (2 * KINDS,).
        out: shape (moves,), receives the sums.
    """
    features = np.empty(2 * KINDS, dtype=np.float64)
    for number in range(moves.shape[0]):
        board[moves[number, 0]], board[moves[number, 2]] = moves[number, 1], moves[number, 3]
        measure(board, near, features)
        total = 0.0
        for k in range(2 * KINDS):
            total += features[k] * weights[k]
        out[number] = total
        board[moves[number, 0]] = board[moves[number, 2]] = EMPTY


# --- The ending of a board, solved whole: the winner of every reachable position, by operations on 27 of them in each number at a time
# Number the e empty cells 0 to e - 1. Each of them stays empty or gets a stone of either colour: 3**e positions can be reached. They are
# kept by three kinds of cells:
# - The three **near** cells, 0 to 2, are the bits of a **lane**, a number of 32 bits. The bit of a position is a + 3 b + 9 c, each digit
#   0 for an orange stone, 1 for a white one, 2 for an empty cell.
# - The **middle** cells, at most ten, are the lanes of a **table**: by the set of cells that stay empty, small sets first, and for each
#   set a row, one lane for each colouring of the others. The bits of a colouring are 1 for white, the lowest cell first.
# - The **far** cells are the tables: by set and colouring likewise, all sets of one size a **level**.
# To fill one more cell in either colour is then a shift within lanes, an `or` of two halves of a row, or an `or` of two tables. Two fills
# are a move. Whether a position is legal (R6) and who wins (R12) follows from the parity of both colours' groups, which is known for every
# colouring (`parities`). A level needs only the one below it, so no more than two are in memory, besides the few positions with at most
# four cells filled (`Solved`).
# A position is **good** if it is legal and the seat that moved there wins. Between two moves, with an odd number of cells empty, a bit says
# that filling one more cell can make the position good.


Lanes: TypeAlias = NDArray[np.uint32]

KEPT: Final = 4  # filled cells up to which positions can be looked up afterwards
SLICE: Final = 32  # tables that are worked out between two looks at the time: 8 ms
TWO, THREE, FOUR = (np.uint64(number) for number in range(2, 5))
HALF, LOW = np.uint64(32), np.uint64(0xFFFFFFFF)  # of a pair of lanes


def _having(test: Callable[[tuple[int, int, int]], bool]) -> np.uint32:
    """The bits of a lane whose digits pass a test."""
    return np.uint32(sum(1 << bit for bit in range(27) if test((bit % 3, bit // 3 % 3, bit // 9))))


E0, E1, E2 = _having(lambda digits: digits[0] == 2), _having(lambda digits: digits[1] == 2), _having(lambda digits: digits[2] == 2)
N0, N1 = _having(lambda digits: digits.count(2) == 0), _having(lambda digits: digits.count(2) == 1)  # so many near cells are empty
N2, N3 = _having(lambda digits: digits.count(2) == 2), _having(lambda digits: digits.count(2) == 3)
S1, S2, S3, S6, S9, S18 = (np.uint32(number) for number in (1, 2, 3, 6, 9, 18))  # digits 1 and 2 as distances


@cache
def _expanded() -> tuple[Lanes, Lanes]:
    """For each byte of `parities` of white, and of orange, the lane: the parity where the near cells are not all filled, too."""
    white, orange = np.zeros(256, dtype=np.uint32), np.zeros(256, dtype=np.uint32)
    everything = np.arange(256)
    for bit in range(27):
        digits = bit % 3, bit // 3 % 3, bit // 9
        whites = sum(1 << place for place, digit in enumerate(digits) if digit == 1)
        light = sum(1 << place for place, digit in enumerate(digits) if digit)
        white |= (everything >> whites & 1).astype(np.uint32) << np.uint32(bit)
        orange |= (everything >> light & 1).astype(np.uint32) << np.uint32(bit)
    return white, orange


# --- Filling a cell


@inner
def _fill_near(lane: np.uint32) -> np.uint32:
    """The bits from which filling a near cell leads to a bit of this lane."""
    return ((lane << S1 | lane << S2) & E0) | ((lane << S3 | lane << S6) & E1) | ((lane << S9 | lane << S18) & E2)


@inner
def _fold(words: Words, row: int, place: int, length: int, out: int) -> None:
    """Add to a row (by `or`) what filling one of its empty cells leads to, in either colour.

    Numbers without a sign and no slices: otherwise the compiler checks more than it works, for most rows are short.

    Args:
        words: pairs of lanes.
        row: the pair where the row with the cell filled begins, which is twice as long.
        place: how many filled cells come before it.
        length: of the row, in pairs.
        out: the pair where it begins.
    """
    from_, to = np.uint64(row), np.uint64(out)
    end = to + np.uint64(length)
    if place == 0:
        while to < end:
            first, second = words[from_], words[from_ + ONE]
            words[to] |= (first | first >> HALF) & LOW | (second | second >> HALF) << HALF
            to += ONE
            from_ += TWO
    elif place == 1:
        while to < end:
            words[to] |= words[from_] | words[from_ + ONE]
            to += ONE
            from_ += TWO
    elif place == 2:
        while to < end:
            first = words[to] | words[from_] | words[from_ + TWO]
            second = words[to + ONE] | words[from_ + ONE] | words[from_ + THREE]
            words[to], words[to + ONE] = first, second
            to += TWO
            from_ += FOUR
    else:
        size = ONE << np.uint64(place - 1)
        while to < end:
            half = to + size
            while to < half:
                first = words[to] | words[from_] | words[from_ + size]
                second = words[to + ONE] | words[from_ + ONE] | words[from_ + size + ONE]
                third = words[to + TWO] | words[from_ + TWO] | words[from_ + size + TWO]
                fourth = words[to + THREE] | words[from_ + THREE] | words[from_ + size + THREE]
                words[to], words[to + ONE], words[to + TWO], words[to + THREE] = first, second, third, fourth
                to += FOUR
                from_ += FOUR
            from_ += size


@kernel
def _join(one: Words, other: Words, fresh: bool, out: Words) -> None:
    """The `or` of two tables, added to a third or in its place."""
    if fresh:
        for k in range(out.size):
            out[k] = one[k] | other[k]
    else:
        for k in range(out.size):
            out[k] |= one[k] | other[k]


@kernel
def _finish(even: bool, legal_white: Lanes, legal_orange: Lanes, lanes: Lanes) -> None:
    """Lanes from what filling a far or a middle cell leads to: near cells, and whether a position is good.

    Args:
        even: whether an even number of the far and middle cells is empty.
        legal_white, legal_orange: the parities of both colours; a position is legal if their sum is odd.
        lanes: changes.
    """
    for k in range(lanes.size):
        lane, legal = lanes[k], legal_white[k] ^ legal_orange[k]
        if even:
            none = legal & ~lane & N0
            one = (lane | _fill_near(none)) & N1
            two = legal & ~(lane | _fill_near(one)) & N2
            three = (lane | _fill_near(two)) & N3
        else:
            none = lane & N0
            one = legal & ~(lane | _fill_near(none)) & N1
            two = (lane | _fill_near(one)) & N2
            three = legal & ~(lane | _fill_near(two)) & N3
        lanes[k] = none | one | two | three


@kernel
def _finish_movable(full: bool, legal_white: Lanes, legal_orange: Lanes, lanes: Lanes) -> None:
    """As `_finish`, for whether a legal position can be reached by filling the last two cells or one of them."""
    for k in range(lanes.size):
        lane = lanes[k]
        if full:
            lane |= (legal_white[k] ^ legal_orange[k]) & N0
        none = lane & N0
        one = (lane | _fill_near(none)) & N1
        lanes[k] = none | one | ((lane | _fill_near(one)) & N2)


# --- A level


@kernel
def _deposit(colours: int, empty: int, cells: int) -> int:
    """The mask of the white ones among the cells that are not empty, from a colouring."""
    out = 0
    for cell in range(cells):
        if not empty >> cell & 1:
            out |= (colours & 1) << cell
            colours >>= 1
    return out


@kernel
def _gather(far: Sets, size: int, number: int, colours: int, below: Words, fresh: bool, table: Words) -> None:
    """A table, or the beginning of one, from those with one of its far cells filled.

    Args:
        far: the sets of far cells.
        size, number, colours: of the set, its place among those of its size, and the colouring.
        below: the level below.
        fresh: whether the table holds nothing yet.
        table: changes.
    """
    cells = far.start.size - 2
    empty = far.masks[far.start[size] + number]
    seen = 0
    for cell in range(cells):
        if not empty >> cell & 1:
            continue
        place = cell - seen
        seen += 1
        orange = colours >> place << (place + 1) | colours & ((1 << place) - 1)
        at = np.int64(far.rank[empty ^ 1 << cell]) << (cells - size + 1) | orange
        _join(below[at, : table.size], below[at | 1 << place, : table.size], fresh, table)
        fresh = False


@kernel
def level(
    plan_: Plan, size: int, first: int, last: int, parity: tuple[Lanes, Lanes], below: Words, preset: bool, movable: bool, out: Words
) -> None:
    """Tables of a level, from the level below it.

    Args:
        size: of the sets of far cells that stay empty.
        first, last: the tables, from one and up to but not including another.
        parity: the parities of white and of orange for every colouring of the far cells, as tables.
        below: shape (tables, pairs), the level of size - 1.
        preset: whether the tables hold something already, to which what filling leads to is added.
        movable: True to ask whether the last two cells can be filled, and not who wins (`_finish_movable`).
        out: shape (tables, pairs), the level; changes. Its tables may be cut off after the lanes that are asked for.
    """
    middle, far, folds = plan_.middle, plan_.far, plan_.folds
    cells, far_cells = middle.start.size - 2, far.start.size - 2
    most = min(2 - size, cells) if movable else cells  # middle cells that may stay empty
    for table in range(first, last):
        number, colours = table >> (far_cells - size), table & ((1 << (far_cells - size)) - 1)
        words = out[table]
        lanes = words.view(np.uint32)
        _gather(far, size, number, colours, below, not preset, words[: (middle.lane[most + 1] + 1) // 2])
        empty = int(far.masks[far.start[size] + number])
        white = _deposit(colours, empty, far_cells)
        for taken in range(most + 1):
            if taken == cells:  # one lane
                for k in range(folds.start[taken, 0], folds.start[taken + 1, 0]):
                    lanes[2 * folds.out[k]] |= lanes[2 * folds.row[k]] | lanes[2 * folds.row[k] + 1]
            else:
                for place in range(cells - taken + 1):
                    for k in range(folds.start[taken, place], folds.start[taken, place + 1]):
                        _fold(words, folds.row[k], place, 1 << (cells - taken - 1), folds.out[k])
            a, b = middle.lane[taken], middle.lane[taken + 1]
            whites, oranges = parity[0][white, a:b], parity[1][white | empty, a:b]
            if movable:
                _finish_movable(size + taken == 0, whites, oranges, lanes[a:b])
            else:
                _finish((size + taken) % 2 == 0, whites, oranges, lanes[a:b])


@kernel
def _end(plan_: Plan, size: int, first: int, last: int, white: Lanes, last_white: bool, movable: Words, out: Words) -> None:
    """The facts of a level before anything is filled (R11, R12): who has won a full board, or one on which no move is left.

    Args:
        first, last: the tables, as for `level`.
        white: the parities of white, as tables.
        last_white: whether White places last on a full board.
        movable: the positions with two cells empty and some legal move.
        out: receives the positions that are no good to the seat that moved there.
    """
    middle, far = plan_.middle, plan_.far
    far_cells = far.start.size - 2
    known = min(2 - size, middle.start.size - 2)  # middle cells that may stay empty
    for table in range(first, last):
        lanes, moves = out[table].view(np.uint32), movable[table].view(np.uint32)
        empty = int(far.masks[far.start[size] + (table >> (far_cells - size))])
        whites = _deposit(table & ((1 << (far_cells - size)) - 1), empty, far_cells)
        for taken in range(known + 1):
            rest = 2 - size - taken
            bits = N2 if rest == 2 else N1 if rest == 1 else N0
            for k in range(middle.lane[taken], middle.lane[taken + 1]):
                odd = white[whites, k]
                won = ~odd if last_white else odd  # whether the seat that places last has it
                lanes[k] = ~moves[k] & won & bits
                if rest == 2:
                    lanes[k] |= ~won & N0
        lanes[middle.lane[known + 1] :] = 0


# --- All of it


class Solved(NamedTuple):
    """The positions with few cells filled.

    Attributes:
        cells: how many were empty.
        white, orange: `parities` of both colours, numbered by the white cells.
        plan: how positions are laid out.
        kept: by the number of filled far cells, up to `KEPT`: shape (tables, lanes), the last lanes of the tables of that level.
        skipped: the lanes before those, by the number of filled far cells.
    """

    cells: int
    white: Words
    orange: Words
    plan: Plan
    kept: tuple[Lanes, ...]
    skipped: tuple[int, ...]


def solve(white: Words, orange: Words, cells: int, last_white: bool, spent: Callable[[], bool]) -> Solved | None:
    """The winner of every position that can follow from `cells` empty cells, at least 2 and an even number.

    Args:
        white, orange: `parities` of both colours, numbered by the white cells.
        last_white: whether White places last on a full board.
        spent: asked before each slice.

    Returns: the positions with few cells filled; None if `spent` said so.
    """
    if spent():
        return None
    plan_ = plan(cells)
    parity = _parity_tables(plan_, white, orange, cells)
    far, lane = plan_.far.start.size - 2, plan_.middle.lane
    kept: list[Lanes] = [np.zeros((1, 1), dtype=np.uint32)] * (KEPT + 1)
    skipped = [0] * (KEPT + 1)
    most = max(tables(plan_, size) for size in range(far + 1))
    memory = [np.empty((most, plan_.stride // 2), dtype=np.uint64) for _ in range(min(2, far + 1))]
    below = movable = memory[0]
    for size in range(far + 1):
        count = tables(plan_, size)
        out = memory[size % 2][:count]
        if size <= 2:
            asked = int(lane[min(3 - size, lane.size - 1)])
            before, movable = movable, np.zeros((count, -(-asked // 2)), dtype=np.uint64)
            for first in range(0, count, SLICE):
                if spent():
                    return None
                level(plan_, size, first, min(first + SLICE, count), parity, before, True, True, movable)
                _end(plan_, size, first, min(first + SLICE, count), parity[0], last_white, movable, out)
        for first in range(0, count, SLICE):
            if spent():
                return None
            level(plan_, size, first, min(first + SLICE, count), parity, below, size <= 2, False, out)
        filled = far - size
        if filled <= KEPT:
            skipped[filled] = int(lane[max(0, lane.size - 2 - (KEPT - filled))])
            kept[filled] = out.view(np.uint32)[:, skipped[filled] : lane[-1]].copy()
        below = out
    return Solved(cells, white, orange, plan_, tuple(kept), tuple(skipped))


def _parity_tables(plan_: Plan, white: Words, orange: Words, cells: int) -> tuple[Lanes, Lanes]:
    """The parities of both colours: shape (colourings of the far cells, lanes of a table)."""
    out = []
    for words, expanded, lanes in zip((white, orange), _expanded(), (plan_.middle.white, plan_.middle.light), strict=True):
        data = words.view(np.uint8)[: max(1, 1 << cells >> NEAR)]
        if cells < NEAR:  # the third near cell counts as filled and changes nothing
            data = data & np.uint8(15) | data << np.uint8(4)
        rows = expanded[data].reshape(-1, 1 << (plan_.middle.start.size - 2))
        out.append(np.take(rows, lanes, axis=1))
    return out[0], out[1]


# --- What follows from a move


@inner
def _compressed(white: int, empty: int, cells: int) -> int:
    """The colouring of the cells that are not empty, from the mask of the white ones."""
    out = place = 0
    for cell in range(cells):
        if not empty >> cell & 1:
            out |= (white >> cell & 1) << place
            place += 1
    return out


@kernel
def _good(solved: Solved, empty: int, white: int) -> bool:
    """Whether a position with few cells filled is good."""
    middle, far = solved.plan.middle, solved.plan.far
    code, three = 0, 1
    for cell in range(NEAR):
        code += three * (2 if empty >> cell & 1 else white >> cell & 1)
        three *= 3
    middle_cells, far_cells = middle.start.size - 2, far.start.size - 2
    near = empty >> NEAR & ((1 << middle_cells) - 1)
    off = empty >> (NEAR + middle_cells)
    filled = far_cells
    for cell in range(far_cells):
        filled -= off >> cell & 1
    table = np.int64(far.rank[off]) << filled | _compressed(white >> (NEAR + middle_cells), off, far_cells)
    lane = middle.row[near] + _compressed(white >> NEAR, near, middle_cells) - solved.skipped[filled]
    return bool(solved.kept[filled][table, lane] >> np.uint32(code) & np.uint32(1))


@inner
def _legal(solved: Solved, empty: int, white: int) -> bool:
    """Whether a position has an odd total (R6)."""
    light = white | empty
    odd = solved.white[white >> SIX] >> np.uint64(white & (WORD - 1)) ^ solved.orange[light >> SIX] >> np.uint64(light & (WORD - 1))
    return bool(odd & ONE)


@kernel
def after_moves(solved: Solved, good: NDArray[np.bool_], legal: NDArray[np.bool_]) -> None:
    """Which moves are legal, and which of them win.

    Args:
        good, legal: shape (cells, cells, 4), receive it for two cells, the lower one first, and their colours, a bit of 1 for white.
    """
    everything = (1 << solved.cells) - 1
    for y in range(solved.cells):
        for x in range(y):
            empty = everything ^ 1 << x ^ 1 << y
            for colours in range(4):
                white = (colours & 1) << x | (colours >> 1) << y
                good[x, y, colours] = _good(solved, empty, white)
                legal[x, y, colours] = _legal(solved, empty, white)


@kernel
def count_replies(solved: Solved, legal: NDArray[np.bool_], answers: Ints, winning: Ints) -> None:
    """How many answers each legal move has, and how many of them win for the seat that gives them.

    Args:
        legal: shape (cells, cells, 4), as of `after_moves`.
        answers, winning: of that shape, receive the numbers.
    """
    cells = solved.cells
    everything = (1 << cells) - 1
    for y in range(cells):
        for x in range(y):
            for colours in range(4):
                if not legal[x, y, colours]:
                    continue
                empty = everything ^ 1 << x ^ 1 << y
                white = (colours & 1) << x | (colours >> 1) << y
                for v in range(cells):
                    for u in range(v):
                        pair = 1 << u | 1 << v
                        if empty & pair != pair:
                            continue
                        for reply in range(4):
                            both = white | (reply & 1) << u | (reply >> 1) << v
                            if _legal(solved, empty ^ pair, both):
                                answers[x, y, colours] += 1
                                winning[x, y, colours] += _good(solved, empty ^ pair, both)
