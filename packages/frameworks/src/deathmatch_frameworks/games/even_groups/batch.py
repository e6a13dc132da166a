"""Many matches at once, by kernels (R2 to R6, R11 to R14), without time-outs and resignations.

A move is put together token by token, by the ids of the encoding: `.` ends it, then the two colours, then the cells. So cell `c` has the id
`c + CELL`, and masks of cells have their bits there. A move leads through the **phases** FIRST (no cell yet), SECOND (one stone) and THIRD
(two stones, the second one of either colour).

A match is a row in each of three tables:

- `rows`: the label of each cell, then the columns below. A label is -1 on an empty cell, else `2 * group + colour`, and a group has the
  number of one of its cells.
- `sets`: for each group the cells beside it, by its number, also those that are not empty, then nothing; the cells of each group, then
  nothing; then the sets below.
- `masks`: the legal tokens of each seat (`offered.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, kernel, maker
from deathmatch_frameworks.offered import BITS, ONE, ZERO, Words, bit, size

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards

# --- Whether a match is settled (R14), for batches: every way to play on from a board with few empty cells, by kernels
#
# Number the empty cells from 0. A position is the set of cells that became white and the set of those that became orange.


Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

MOST: Final = 6  # empty cells
_ALL: Final = 1 << MOST
_NEAR: Final = 6


class Room(NamedTuple):
    """Room to work in.

    Attributes:
        cells: shape (MOST,), the empty cells.
        joined: shape (7 * MOST,), a forest of the empty cells and of the groups beside them.
        groups: shape (6 * MOST,), the labels of these groups.
        parity: shape (2, 64), the number of groups of a colour modulo 2, by the set of empty cells that get a stone of it.
        reached: shape (64, 64), the positions that can be reached.
    """

    cells: Ints
    joined: Ints
    groups: Ints
    parity: Ints
    reached: Flags


@inner
def make_room() -> Room:
    """Room for one thread."""
    return Room(
        np.empty(MOST, dtype=np.int64),
        np.empty((1 + _NEAR) * MOST, dtype=np.int64),
        np.empty(_NEAR * MOST, dtype=np.int64),
        np.empty((2, _ALL), dtype=np.int64),
        np.empty((_ALL, _ALL), dtype=np.bool_),
    )


@kernel
def settled(rows: NDArray[np.int16], match: int, near: Ints, here: Room) -> int:
    """The colour that is even at the end of every way to play on; -1 if there are both.

    Args:
        rows: as in `batch.py`.
        match: which; it has 1 to `MOST` empty cells, and a legal move.
        near: shape (cells, 6), the neighbours of each cell, then -1.
        here: changes.
    """
    number = 0
    for cell in range(near.shape[0]):
        if rows[match, cell] < 0:
            here.cells[number] = cell
            number += 1
    for colour in range(2):
        _count(rows, match, near, here, number, colour)
    everything = (1 << number) - 1
    for white in range(everything + 1):
        for orange in range(everything + 1):
            here.reached[white, orange] = False
    here.reached[0, 0] = True
    winner = -1
    # A position is worked out after all positions with fewer stones, for these have smaller sets of filled cells.
    for filled in range(everything + 1):
        for white in range(filled + 1):
            orange = filled ^ white
            if white & ~filled or not here.reached[white, orange]:
                continue
            if not _go_on(here, number, white, orange):
                even = here.parity[0, white]
                if winner >= 0 and winner != even:
                    return -1
                winner = even
    return winner


@inner
def _go_on(here: Room, number: int, white: int, orange: int) -> bool:
    """Mark all positions after one move; returns whether there are any."""
    goes = False
    for x in range(number):
        for y in range(x):
            if (white | orange) & (1 << x | 1 << y):
                continue
            for colours in range(4):
                w = white | (colours & 1) << x | (colours >> 1) << y
                o = orange | (1 - (colours & 1)) << x | (1 - (colours >> 1)) << y
                if (here.parity[0, w] + here.parity[1, o]) & 1:
                    here.reached[w, o] = True
                    goes = True
    return goes


@inner
def _root(joined: Ints, node: int) -> int:
    """The root of a node's tree."""
    while joined[node] != node:
        node = joined[node]
    return node


@kernel
def _count(rows: NDArray[np.int16], match: int, near: Ints, here: Room, number: int, colour: int) -> None:
    """The parities of one colour. A group that no empty cell touches is the same in all, so all groups together give the start."""
    joined, groups = here.joined, here.groups
    total = int(rows[match, near.shape[0] + 4 + colour])  # `batch.COUNT`
    for mask in range(1 << number):
        count, known = total, 0
        for k in range(MOST):
            joined[k] = k
        for x in range(number):
            if not mask >> x & 1:
                continue
            count += 1
            for k in range(near.shape[1]):
                other = near[here.cells[x], k]
                if other < 0:
                    break
                node, label = -1, int(rows[match, other])
                if label < 0:
                    for y in range(number):
                        if here.cells[y] == other and mask >> y & 1:
                            node = y
                elif label & 1 == colour:
                    place = 0
                    while place < known and groups[place] != label:
                        place += 1
                    if place == known:
                        groups[known] = label
                        joined[MOST + known] = MOST + known
                        known += 1
                    node = MOST + place
                if node >= 0:
                    one, two = _root(joined, x), _root(joined, node)
                    if one != two:
                        joined[one] = two
                        count -= 1
        here.parity[colour, mask] = count & 1


# --- The rows of a batch


Rows: TypeAlias = NDArray[np.int16]

END, WHITE_TOKEN, ORANGE_TOKEN, CELL = range(4)  # ids of tokens
COLOUR, OPEN, FIRST, SECOND, THIRD, OVER = range(6)  # phases

# Columns of `rows`, after the cells.
PHASE, MOVER, WHITE, MOVES, COUNT, STONE, TINT, OTHER, SURE = 0, 1, 2, 3, 4, 6, 7, 8, 9
# COUNT has the groups of each colour; SURE the colours, as bits, of which every stone surely has a partner (`surely`).
FIELDS: Final = 10

# Sets, after those of the groups. ODD, STONES and FITS are pairs, white first.
EMPTY, ODD, STONES, FITS = 0, 1, 3, 5  # no stone; beside an odd number of groups; stones; cells that fit for a second stone
SETS: Final = 7

DMO, GIVEN, SETTLED = range(3)  # places of the options; GIVEN is the seat that is White, or -1
OPTIONS: Final = 3

SHARED: Final = 6  # columns of an observation before the cells
PLANES: Final = 4


class Boards(NamedTuple):
    """A board of one size.

    Attributes:
        near: shape (cells, 6), the neighbours of each cell, then -1.
        around: shape (cells, words), the same as sets.
        all: shape (words,), every cell.
    """

    near: Ints
    around: Words
    all: Words


# --- Groups and partners


@inner
def meet(rows: Rows, sets: Words, match: int, cell: int, colour: int, around: Words, words: int) -> tuple[int, int, int, int]:
    """The groups of a colour beside a cell: how many, and their numbers; six neighbours have room for no more than three.

    The other numbers are those of a group that has no cells and nothing beside it, so that callers need not ask.
    """
    groups = around.shape[0] + 1
    number = 0
    one = two = three = around.shape[0]
    for word in range(words):
        beside = around[cell, word] & sets[match, 2 * groups + STONES + colour, word]
        beside &= ~(sets[match, groups + one, word] | sets[match, groups + two, word])
        while beside != ZERO:
            other = word * BITS + size(~beside & (beside - ONE)) - CELL
            three, two = two, one
            one = int(rows[match, other]) >> 1
            beside &= ~sets[match, groups + one, word]
            number += 1
    return number, one, two, three


@inner
def partners(rows: Rows, sets: Words, match: int, cell: int, colour: int, around: Words, words: int) -> int:
    """The cells where a stone of each colour makes a legal move with this one, into FITS, as `rules.Reach.partners`.

    Returns: which colours have such cells: 1 for white, 2 for orange, 3 for both.
    """
    top = 2 * (around.shape[0] + 1)
    number, one, two, three = meet(rows, sets, match, cell, colour, around, words)
    same = ONE if number & 1 else ZERO
    some = 0
    for word in range(words):
        others = sets[match, top + EMPTY, word]
        if word == (cell + CELL) // BITS:
            others &= ~bit(cell + CELL)
        first, second, third = sets[match, one, word], sets[match, two, word], sets[match, three, word]
        twice = first & second | (first | second) & third
        turned = twice & ~(first & second & third) | around[cell, word] & ~(first | second | third)
        fits = sets[match, top + ODD + colour, word] ^ (same - ONE) ^ turned
        crossed = sets[match, top + ODD + 1 - colour, word] ^ (same - ONE)
        fits &= others
        crossed &= others
        sets[match, top + FITS + colour, word], sets[match, top + FITS + 1 - colour, word] = fits, crossed
        some |= (fits != ZERO) << colour | (crossed != ZERO) << 1 - colour
    return some


@kernel
def partnered(rows: Rows, sets: Words, match: int, cell: int, colour: int, around: Words) -> int:
    """`partners`, not taken into its callers: it is large, and these places need it seldom."""
    return partners(rows, sets, match, cell, colour, around, around.shape[1])


@inner
def put(rows: Rows, sets: Words, match: int, cell: int, colour: int, around: Words, words: int) -> None:
    """One stone more (R3): it joins the groups beside it."""
    at = around.shape[0]
    groups = at + 1
    met, one, two, three = meet(rows, sets, match, cell, colour, around, words)
    group = cell if met == 0 else one
    rows[match, at + COUNT + colour] += 1 - met
    rows[match, cell] = 2 * group + colour
    if met > 1:
        joined = 2 * group + colour
        second = 2 * two + colour
        third = second if met == 2 else 2 * three + colour
        for other in range(at):
            label = rows[match, other]
            rows[match, other] = joined if (label == second) | (label == third) else label
    word, mask = (cell + CELL) // BITS, bit(cell + CELL)
    sets[match, 2 * groups + EMPTY, word] &= ~mask
    sets[match, 2 * groups + STONES + colour, word] |= mask
    sets[match, groups + group, word] |= mask
    for word in range(words):
        first, second, third = sets[match, one, word], sets[match, two, word], sets[match, three, word]
        beside = first | second | third | around[cell, word]
        sets[match, 2 * groups + ODD + colour, word] ^= first ^ second ^ third ^ beside
        sets[match, group, word] = beside
        sets[match, groups + group, word] |= sets[match, groups + two, word] | sets[match, groups + three, word]


@inner
def surely(sets: Words, match: int, top: int, colour: int, words: int) -> bool:
    """Whether every empty cell surely has a partner of a colour for a stone of the other.

    It has if two empty cells or more are beside an odd number of groups of that colour, and two or more beside an even one: stones of two
    colours never meet.
    """
    odd = even = 0
    for word in range(words):
        empty = sets[match, top + EMPTY, word]
        odd += size(empty & sets[match, top + ODD + colour, word])
        even += size(empty & ~sets[match, top + ODD + colour, word])
    return odd > 1 and even > 1


@kernel
def firsts(rows: Rows, sets: Words, match: int, around: Words, out: Words) -> None:
    """The cells that belong to some legal move, into `out`, shape (words,)."""
    for word in range(around.shape[1]):
        out[word] = ZERO
    for cell in range(around.shape[0]):
        if rows[match, cell] < 0:
            some = partnered(rows, sets, match, cell, 0, around)
            if some == 0:
                some = partnered(rows, sets, match, cell, 1, around)
            if some:
                out[(cell + CELL) // BITS] |= bit(cell + CELL)


# --- The calls of a batch


@kernel
def start(rows: Rows, sets: Words, masks: Words, options: Ints, board: Boards, which: Bools) -> None:
    """Set-up of these matches."""
    cells = board.around.shape[0]
    for match in range(rows.shape[0]):
        if which[match]:
            for cell in range(cells):
                rows[match, cell] = -1
            for field in range(cells, cells + FIELDS):
                rows[match, field] = 0
            for row in range(sets.shape[1]):
                for word in range(sets.shape[2]):
                    sets[match, row, word] = ZERO
            for word in range(sets.shape[2]):
                sets[match, 2 * cells + 2 + EMPTY, word] = board.all[word]
                masks[match, 0, word] = masks[match, 1, word] = ZERO
            white = int(options[GIVEN])
            rows[match, cells + WHITE] = white
            if white < 0:
                rows[match, cells + PHASE], rows[match, cells + MOVER] = COLOUR, options[DMO]
                masks[match, options[DMO], 0] = bit(WHITE_TOKEN) | bit(ORANGE_TOKEN)
            else:
                opening(rows, masks, match, white, board, sets.shape[2])


@inner
def opening(rows: Rows, masks: Words, match: int, white: int, board: Boards, words: int) -> None:
    """White owes the opening (R4)."""
    cells = board.around.shape[0]
    rows[match, cells + PHASE], rows[match, cells + MOVER], rows[match, cells + WHITE] = OPEN, white, white
    for word in range(words):
        masks[match, white, word] = board.all[word]


@inner
def begin(rows: Rows, sets: Words, masks: Words, match: int, seat: int, cell: int, around: Words, words: int) -> None:
    """The first cell of a move: the stone is white if it can be, and can be made orange if that is legal too."""
    at = around.shape[0]
    orange = rows[match, at + SURE] & 2 != 0 or partnered(rows, sets, match, cell, 1, around) != 0
    white = partners(rows, sets, match, cell, 0, around, words) != 0
    if not white:
        partnered(rows, sets, match, cell, 1, around)
    rows[match, at + PHASE], rows[match, at + STONE], rows[match, at + TINT] = SECOND, cell, 0 if white else 1
    offer(sets, masks, match, seat, 2 * (at + 1), words)
    if white and orange:
        masks[match, seat, 0] |= bit(ORANGE_TOKEN)


@inner
def offer(sets: Words, masks: Words, match: int, seat: int, top: int, words: int) -> None:
    """A second stone is owed: the cells that fit."""
    for word in range(words):
        masks[match, seat, word] = sets[match, top + FITS, word] | sets[match, top + FITS + 1, word]


@inner
def arrive(rows: Rows, sets: Words, masks: Words, match: int, seat: int, around: Words, out: Words, words: int) -> bool:
    """The other seat owes a move (Resolution, step 6); returns whether there is none."""
    at = around.shape[0]
    top = 2 * (at + 1)
    rows[match, at + MOVES] += 1
    rows[match, at + PHASE], rows[match, at + MOVER] = FIRST, 1 - seat
    sure = surely(sets, match, top, 1, words) | surely(sets, match, top, 0, words) << 1
    rows[match, at + SURE] = sure
    some = ZERO
    if not sure:
        firsts(rows, sets, match, around, out)
    for word in range(words):
        cells = sets[match, top + EMPTY, word] if sure else out[word]
        masks[match, seat, word] = ZERO
        masks[match, 1 - seat, word] = cells
        some |= cells
    return bool(some == ZERO)


@inner
def few(sets: Words, match: int, top: int, words: int) -> bool:
    """Whether so few cells are empty that a match may be settled (R14)."""
    empty = 0
    for word in range(words):
        empty += size(sets[match, top + EMPTY, word])
    return empty <= MOST


@maker
def step(tables: tuple[Rows, Words, Words], options: Ints, board: Boards, actions: Actions, rewards: Rewards, ended: Bools) -> None:
    """A token of each match. Sets of one word, which most boards have, are a case by themselves, so the compiler knows it."""
    if board.around.shape[1] == 1:
        steps(tables, options, board, actions, rewards, ended, 1)
    else:
        steps(tables, options, board, actions, rewards, ended, board.around.shape[1])


@inner
def steps(
    tables: tuple[Rows, Words, Words], options: Ints, board: Boards, actions: Actions, rewards: Rewards, ended: Bools, words: int
) -> None:
    """`step`."""
    rows, sets, masks = tables
    around = board.around
    at = around.shape[0]
    top = 2 * (at + 1)
    out = np.empty(words, dtype=np.uint64)
    room = make_room()
    for match in range(rows.shape[0]):
        rewards[match, 0] = rewards[match, 1] = 0.0
        ended[match] = False
        phase, seat = rows[match, at + PHASE], int(rows[match, at + MOVER])
        if phase == OVER:
            continue
        action = int(actions[match, seat])
        if phase == FIRST:
            begin(rows, sets, masks, match, seat, action - CELL, around, words)
            continue
        if phase == COLOUR:
            masks[match, seat, 0] = ZERO
            opening(rows, masks, match, seat if action == WHITE_TOKEN else 1 - seat, board, words)
            continue
        cell, colour = action - CELL, 1
        if phase == SECOND:
            if action == ORANGE_TOKEN:
                rows[match, at + TINT] = 1
                partnered(rows, sets, match, int(rows[match, at + STONE]), 1, around)
                offer(sets, masks, match, seat, top, words)
                continue
            word, mask = action // BITS, bit(action)
            if sets[match, top + FITS, word] & mask != ZERO:
                if sets[match, top + FITS + 1, word] & mask != ZERO:
                    for other in range(words):
                        masks[match, seat, other] = ZERO
                    masks[match, seat, 0] = bit(END) | bit(ORANGE_TOKEN)
                    rows[match, at + PHASE], rows[match, at + OTHER] = THIRD, cell
                    continue
                colour = 0
        elif phase == THIRD:
            cell, colour = int(rows[match, at + OTHER]), 1 if action == ORANGE_TOKEN else 0
        put(rows, sets, match, cell, colour, around, words)
        if phase != OPEN:
            put(rows, sets, match, int(rows[match, at + STONE]), int(rows[match, at + TINT]), around, words)
        even = -1
        if arrive(rows, sets, masks, match, seat, around, out, words):
            even = rows[match, at + COUNT] & 1  # R12
        elif options[SETTLED] and few(sets, match, top, words):
            even = settled(rows, match, board.near, room)
        if even >= 0:
            winner = int(rows[match, at + WHITE]) ^ even
            rewards[match, winner], rewards[match, 1 - winner] = 1.0, -1.0
            ended[match] = True
            rows[match, at + PHASE] = OVER
            for other in range(words):
                masks[match, 1 - seat, other] = ZERO


@kernel
def observe(rows: Rows, seat: int, cells: int, out: Observations) -> None:
    """The observation of a seat: the board is public, a move that is begun is the seat's own."""
    for match in range(rows.shape[0]):
        phase, white = rows[match, cells + PHASE], rows[match, cells + WHITE]
        mine = phase not in (OVER, COLOUR) and rows[match, cells + MOVER] == seat
        out[match, 0] = seat
        out[match, 1] = white == seat
        out[match, 2] = white == 1 - seat
        out[match, 3] = rows[match, cells + MOVES]
        colour = 1 if white == 1 - seat else 0
        out[match, 4] = rows[match, cells + COUNT + colour]
        out[match, 5] = rows[match, cells + COUNT + 1 - colour]
        for cell in range(cells):
            label = rows[match, cell]
            out[match, SHARED + cell] = label >= 0 and label & 1 == colour
            out[match, SHARED + cells + cell] = label >= 0 and label & 1 != colour
        begun = SHARED + 2 * cells
        for cell in range(2 * cells + 1):
            out[match, begun + cell] = 0.0
        if mine and phase in (SECOND, THIRD):
            out[match, begun + rows[match, cells + STONE]] = 1.0
            out[match, begun + 2 * cells] = rows[match, cells + TINT]
        if mine and phase == THIRD:
            out[match, begun + cells + rows[match, cells + OTHER]] = 1.0
