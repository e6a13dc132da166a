"""The ending of a board, solved whole: the winner of every reachable position, by operations on 27 of them in each number at a time.

Number the e empty cells 0 to e - 1. Each of them stays empty or gets a stone of either colour: 3**e positions can be reached. They are
kept by three kinds of cells (`layout.py`):

- The three **near** cells, 0 to 2, are the bits of a **lane**, a number of 32 bits. The bit of a position is a + 3 b + 9 c, each digit
  0 for an orange stone, 1 for a white one, 2 for an empty cell.
- The **middle** cells, at most ten, are the lanes of a **table**: by the set of cells that stay empty, small sets first, and for each
  set a row, one lane for each colouring of the others. The bits of a colouring are 1 for white, the lowest cell first.
- The **far** cells are the tables: by set and colouring likewise, all sets of one size a **level**.

To fill one more cell in either colour is then a shift within lanes, an `or` of two halves of a row, or an `or` of two tables. Two fills
are a move. Whether a position is legal (R6) and who wins (R12) follows from the parity of both colours' groups, which is known for every
colouring (`parities.py`). A level needs only the one below it, so no more than two are in memory, besides the few positions with at most
four cells filled (`Solved`).

A position is **good** if it is legal and the seat that moved there wins. Between two moves, with an odd number of cells empty, a bit
says that filling one more cell can make the position good.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.even_groups.fast.layout import NEAR, Ints, Plan, Sets, plan, tables
from deathmatch.games.even_groups.fast.parities import ONE, SIX, WORD, Words
from deathmatch.solve.kernel import inner, kernel

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


def slices(cells: int) -> int:
    """How often `solve` asks for the time."""
    plan_ = plan(cells)
    sizes = range(plan_.far.start.size - 1)
    return 1 + sum(-(-tables(plan_, size) // SLICE) * (1 + (size <= 2)) for size in sizes)


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
