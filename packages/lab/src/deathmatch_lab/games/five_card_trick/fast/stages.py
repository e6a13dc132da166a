"""All that can stand before a round but chips and pot: the configurations of a match, and what each pair of submissions makes of them.

What binds and lights a seat is one of few **forms**: the masks `last` and `barred` (see `rounds.py` of the game), its lights, its items. A
**configuration** is a form of each seat and the block in force; a block of a card that its seat cannot play is none, because it changes
nothing. From a configuration each pair of submissions leads to another, whatever chips and pot are, and moves a few chips, which is all
that a **cell** holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.rounds import (
    ALL_LIGHTS,
    ASKED,
    BLOCKING,
    BLOCKINGS,
    CARDS,
    GROW,
    PRIORITY,
    RESET,
    SCORE,
    TAKER,
    Form,
    Ints,
    RoundOptions,
    Submissions,
    results,
)
from deathmatch.solve.kernel import inner, kernel, maker

Numbers: TypeAlias = NDArray[np.int32]


# A cell is one whole number of 32 bits: whether the pot grows, and from these bits on the rest.
TAKER_AT = 1  # two bits: 0 B takes the pot, 1 nobody, 2 A
ASKED_AT = 3  # two bits: 1 A, 2 B is asked for Claim Priority
GAIN_AT, GAIN_MOST, GAIN_ZERO = 5, 0xF, 8  # four bits: A's chips less B's, from Score and lights
TO_AT = 9  # where it leads

SLICE: Final = 4096  # configurations that are followed without a break


class SeatForms(NamedTuple):
    """The forms of one seat, F of them, and what K submissions make of them.

    Attributes:
        after: shape (F, K), the form after a submission, -1 if it is not allowed.
        shine: shape (F, K), 1 if it completes all five lights.
        open: shape (F,), the mask of the cards that some submission may play.
        spent: shape (F,), the form without Claim Priority, -1 if it is not held.
    """

    after: Numbers
    shine: Numbers
    open: Numbers
    spent: Numbers


class Gathered(NamedTuple):
    """The cells of all stages, row by row and one stage behind the other; all empty if none are gathered.

    Attributes:
        at: shape (C + 1,), where those of a configuration begin.
        rows: shape (C,), how many rows they make.
        cells: shape (N,).
    """

    at: Ints
    rows: Numbers
    cells: Numbers


class Configurations(NamedTuple):
    """A variant's configurations, C of them.

    Attributes:
        a, b: the seats.
        met: shape (K, K, BLOCKINGS, 5), the result of a round.
        keys: shape (C,), the configurations ascending: (form of A * forms of B + form of B) * BLOCKINGS + block in force.
        place: where in `keys` a key stands, -1 for those that cannot come.
        gathered: their stages, for repeated use.
        order: shape (C,), all of them in the order in which the kernels that solve or answer look at them; their `first` and `last` are
            places in it. It says nothing about the order of results.
    """

    a: SeatForms
    b: SeatForms
    met: NDArray[np.int8]
    keys: Ints
    place: Numbers
    gathered: Gathered
    order: Numbers


class Cells(NamedTuple):
    """A stage: the submissions of both seats that differ, and their cells.

    Attributes:
        rows, columns: shape (K,), submissions of A and of B.
        cells: shape (K, K), see above.
        used: shape (K, K), where a cell leads if the seat that is asked uses Claim Priority; the block stays as it is (R11).
    """

    rows: Ints
    columns: Ints
    cells: Ints
    used: Ints


def seats(all_: Submissions, roots: Sequence[Form]) -> tuple[list[Form], SeatForms]:
    """Every form that a seat can come to from these, in the order in which they are met."""
    forms = list(dict.fromkeys(roots))
    number = {form: place for place, form in enumerate(forms)}
    after: list[list[int]] = []
    shine: list[list[int]] = []
    rows = [tuple(int(column[k]) for column in all_) for k in range(all_.cards.size)]

    def met(form: Form) -> int:
        if form not in number:
            number[form] = len(forms)
            forms.append(form)
        return number[form]

    for last, barred, lights, items in forms:  # which grows meanwhile
        after.append([-1] * len(rows))
        shine.append([0] * len(rows))
        if items & PRIORITY:
            met((last, barred, lights, items & ~PRIORITY))
        for k, (cards, doubled, _, spent) in enumerate(rows):
            twice = cards & last
            if spent & ~items or (not spent & RESET and (cards & barred or twice & (twice - 1))):  # R8, R10, R5 and R7, R6
                continue
            lit = lights | cards
            full = lit == ALL_LIGHTS  # R23
            still = 0 if spent & RESET else last
            after[-1][k] = met((cards, cards & still | doubled, 0 if full else lit, items & ~spent))
            shine[-1][k] = int(full)
    table = np.array(after, dtype=np.int32)
    open_ = np.bitwise_or.reduce(np.where(table >= 0, all_.cards.astype(np.int32), 0), axis=1).astype(np.int32)
    without = [number[last, barred, lights, items & ~PRIORITY] if items & PRIORITY else -1 for last, barred, lights, items in forms]
    return forms, SeatForms(table, np.array(shine, dtype=np.int32), open_, np.array(without, dtype=np.int32))


def tables(
    all_: Submissions,
    book: RoundOptions,
    a: SeatForms,
    b: SeatForms,
    roots: Sequence[int],
    steps: int,
    *,
    most: int = 1 << 40,
    told: Callable[[], None] = lambda: None,
) -> Configurations | None:
    """The configurations that can come within so many rounds of those with these keys; None as soon as there are more than `most`.

    `told` is called after each slice of the work.
    """
    count = all_.cards.size
    met = results(all_, book)
    place = np.full(a.open.size * b.open.size * BLOCKINGS, -1, dtype=np.int32)
    place[list(roots)] = 0
    nothing = Gathered(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int32))
    known = Configurations(a, b, met, np.unique(np.array(roots, dtype=np.int64)), place, nothing, np.empty(0, dtype=np.int32))
    fresh, total = known.keys, known.keys.size
    for _ in range(steps):
        found = [np.empty(0, dtype=np.int64)]
        for first in range(0, fresh.size, SLICE):
            here = fresh[first : first + SLICE]
            heap = np.empty(min(place.size, here.size * count * count * 3, most - total + 1), dtype=np.int64)
            found.append(heap[: walk(known, here, heap)].copy())
            total += found[-1].size
            if total > most:
                return None
            told()
        fresh = np.concatenate(found)
        if not fresh.size:
            break
    keys = np.flatnonzero(place >= 0).astype(np.int64)
    place[keys] = np.arange(keys.size, dtype=np.int32)
    return known._replace(keys=keys, order=np.arange(keys.size, dtype=np.int32))


def of_keys(all_: Submissions, book: RoundOptions, a: SeatForms, b: SeatForms, keys: Ints) -> Configurations:
    """The configurations with these keys, which are all that can come (`tables`)."""
    met = results(all_, book)
    place = np.full(a.open.size * b.open.size * BLOCKINGS, -1, dtype=np.int32)
    place[keys] = np.arange(keys.size, dtype=np.int32)
    nothing = Gathered(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int32))
    return Configurations(a, b, met, keys, place, nothing, np.arange(keys.size, dtype=np.int32))


@maker
def cells(count: int) -> Cells:
    """Room for the stage of a variant with so many submissions."""
    numbers, square = np.int64, (count, count)
    return Cells(np.empty(count, numbers), np.empty(count, numbers), np.empty(square, numbers), np.empty(square, numbers))


@inner
def leads(open_a: Numbers, open_b: Numbers, form_a: int, form_b: int, blocking: int) -> int:
    """The key of a configuration; a block without effect is none."""
    blocked = blocking - 1 if blocking <= CARDS else blocking - 1 - CARDS
    open_ = open_a[form_a] if blocking <= CARDS else open_b[form_b]
    works = blocking > 0 and open_ >> blocked & 1
    return (form_a * open_b.size + form_b) * BLOCKINGS + (blocking if works else 0)


@inner
def asks(known: Configurations, asked: int, to_a: int, to_b: int, begins: int) -> tuple[int, int]:
    """The seat that is asked for Claim Priority after a round (1 A, 2 B, 0 nobody), and the configuration after its use (R11).

    Args:
        known: the configurations.
        asked: who may be, as `met` has it.
        to_a: A's form after the round; to_b: B's.
        begins: the block that begins.
    """
    if asked & 1 and known.a.spent[to_a] >= 0:
        return 1, int(known.place[leads(known.a.open, known.b.open, int(known.a.spent[to_a]), to_b, begins)])
    if asked & 2 and known.b.spent[to_b] >= 0:
        return 2, int(known.place[leads(known.a.open, known.b.open, to_a, int(known.b.spent[to_b]), begins)])
    return 0, -1


@kernel
def open_stage(known: Configurations, key: int, out: Cells) -> tuple[int, int]:
    """Every allowed submission of both seats in a configuration, and their cells; how many rows and columns."""
    met, place, open_a, open_b = known.met, known.place, known.a.open, known.b.open
    blocking, pair = key % BLOCKINGS, key // BLOCKINGS
    form_a, form_b = pair // open_b.size, pair % open_b.size
    m, n = 0, 0
    for k in range(met.shape[0]):
        if known.a.after[form_a, k] >= 0:
            out.rows[m] = k
            m += 1
        if known.b.after[form_b, k] >= 0:
            out.columns[n] = k
            n += 1
    for i in range(m):
        a = out.rows[i]
        to_a, shine = known.a.after[form_a, a], known.a.shine[form_a, a]
        for j in range(n):
            b = out.columns[j]
            to_b, begins = known.b.after[form_b, b], met[a, b, blocking, BLOCKING]
            to = np.int64(place[leads(open_a, open_b, to_a, to_b, begins)])
            gain = met[a, b, blocking, SCORE] + shine - known.b.shine[form_b, b]
            asked, out.used[i, j] = asks(known, met[a, b, blocking, ASKED], to_a, to_b, begins)
            rest = (gain + GAIN_ZERO) << GAIN_AT | asked << ASKED_AT | (met[a, b, blocking, TAKER] + 1) << TAKER_AT
            out.cells[i, j] = to << TO_AT | rest | met[a, b, blocking, GROW]
    return m, n


@kernel
def stage(known: Configurations, key: int, out: Cells) -> tuple[int, int]:
    """As `open_stage`; of submissions that come to the same, whatever the other seat does, the first alone."""
    m, n = open_stage(known, key, out)
    cells_, used = out.cells, out.used
    rows, columns = 0, 0
    for i in range(m):
        if not _row_again(cells_, i, rows, n):
            out.rows[rows] = out.rows[i]
            for j in range(n):
                cells_[rows, j], used[rows, j] = cells_[i, j], used[i, j]
            rows += 1
    for j in range(n):
        if not _column_again(cells_, j, columns, rows):
            out.columns[columns] = out.columns[j]
            for i in range(rows):
                cells_[i, columns], used[i, columns] = cells_[i, j], used[i, j]
            columns += 1
    return rows, columns


@maker
def gather(known: Configurations, first: int, last: int, rows: Numbers, columns: Numbers) -> Numbers:
    """The cells of the stages of configurations from `first` on up to `last`; `rows` and `columns` receive their sizes."""
    side = known.met.shape[0]
    heap = np.empty((last - first) * side * side, dtype=np.int32)
    total = _gather(known, first, last, rows, columns, cells(side), heap)
    return heap[:total].copy()


@kernel
def _gather(known: Configurations, first: int, last: int, rows: Numbers, columns: Numbers, out: Cells, heap: Numbers) -> int:
    """As `gather`, with room for a stage; `heap` receives the cells. Returns how many there are."""
    total = 0
    for c in range(first, last):
        m, n = stage(known, known.keys[c], out)
        rows[c], columns[c] = m, n
        for i in range(m):
            for j in range(n):
                heap[total] = out.cells[i, j]
                total += 1
    return total


@kernel
def stage_at(known: Configurations, place: int, out: Cells) -> tuple[int, int]:
    """As `stage`, for the configuration that stands there; if stages are gathered, for its cells alone."""
    if known.gathered.at.size == 0:
        return stage(known, known.keys[place], out)
    at, end, m = known.gathered.at[place], known.gathered.at[place + 1], int(known.gathered.rows[place])
    n = (end - at) // m
    for i in range(m):
        for j in range(n):
            out.cells[i, j] = known.gathered.cells[at + i * n + j]
    return m, n


@kernel
def _row_again(cells_: Ints, row: int, rows: int, n: int) -> bool:
    """Whether one of the first rows is the same."""
    for h in range(rows):
        j = 0
        while j < n and cells_[h, j] == cells_[row, j]:
            j += 1
        if j == n:
            return True
    return False


@kernel
def _column_again(cells_: Ints, column: int, columns: int, m: int) -> bool:
    """Whether one of the first columns is the same."""
    for h in range(columns):
        i = 0
        while i < m and cells_[i, h] == cells_[i, column]:
            i += 1
        if i == m:
            return True
    return False


@kernel
def walk(known: Configurations, fresh: Ints, heap: Ints) -> int:
    """Note in `place` the keys reachable one round after these; `heap` receives the new ones, until it is full.

    Returns: how many that are.
    """
    count, met, place, open_a, open_b = 0, known.met, known.place, known.a.open, known.b.open
    for key in fresh:
        blocking, pair = key % BLOCKINGS, key // BLOCKINGS
        form_a, form_b = pair // open_b.size, pair % open_b.size
        for a in range(met.shape[0]):
            to_a = known.a.after[form_a, a]
            if to_a < 0:
                continue
            for b in range(met.shape[0]):
                to_b = known.b.after[form_b, b]
                if to_b < 0:
                    continue
                asked, begins = met[a, b, blocking, ASKED], met[a, b, blocking, BLOCKING]
                spent_a = int(known.a.spent[to_a]) if asked & 1 else -1
                spent_b = int(known.b.spent[to_b]) if asked & 2 else -1
                for way in range(3):  # nobody is asked, or passes; A uses Claim Priority; B does
                    if (way == 1 and spent_a < 0) or (way == 2 and spent_b < 0):
                        continue
                    to = leads(open_a, open_b, spent_a if way == 1 else to_a, spent_b if way == 2 else to_b, begins)
                    if place[to] < 0:
                        place[to] = 0
                        heap[count] = to
                        count += 1
                        if count == heap.size:
                            return count
    return count
