"""Every position before one round, solved from those before the next. `solver/plan.py` has the configurations.

A position is a configuration, the pot, and the lead: A's chips less B's. For each configuration and pot the leads that can come and are not
decided are whole numbers side by side, a **run**, and only they have a value of their own, A's chance to win; below a run it is 0, above 1.
In an array of values a run lies between a 0 and a 1, so a lead is looked up without a question. A layer is the runs and the values
before one round. `bounds.py` says which leads these are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import Floats, Ints, Submissions
from deathmatch.games.five_card_trick.fast.search import CRUMB
from deathmatch.solve.kernel import dense, inner, kernel, maker
from deathmatch.solve.matrix import Workspace, certified, workspace

# --- All that can stand before a round but chips and pot: the configurations of a match, and what each pair of submissions makes of them
#
# What binds and lights a seat is one of few **forms**: the masks `last` and `barred` (see `rounds.py` of the game), its lights, its items.
# A **configuration** is a form of each seat and the block in force; a block of a card that its seat cannot play is none, because it changes
# nothing. From a configuration each pair of submissions leads to another, whatever chips and pot are, and moves a few chips, which is all
# that a **cell** holds.


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


class Configurations(NamedTuple):
    """A variant's configurations, C of them.

    Attributes:
        a, b: the seats.
        met: shape (K, K, BLOCKINGS, 5), the result of a round.
        keys: shape (C,), the configurations ascending: (form of A * forms of B + form of B) * BLOCKINGS + block in force.
        place: where in `keys` a key stands, -1 for those that cannot come.
    """

    a: SeatForms
    b: SeatForms
    met: NDArray[np.int8]
    keys: Ints
    place: Numbers


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


def seats(all_: Submissions, roots: Sequence[rounds.Form]) -> tuple[list[rounds.Form], SeatForms]:
    """Every form that a seat can come to from these, in the order in which they are met."""
    forms = list(dict.fromkeys(roots))
    number = {form: place for place, form in enumerate(forms)}
    after: list[list[int]] = []
    shine: list[list[int]] = []
    rows = [tuple(int(column[k]) for column in all_) for k in range(all_.cards.size)]

    def met(form: rounds.Form) -> int:
        if form not in number:
            number[form] = len(forms)
            forms.append(form)
        return number[form]

    for last, barred, lights, items in forms:  # which grows meanwhile
        after.append([-1] * len(rows))
        shine.append([0] * len(rows))
        if items & rounds.PRIORITY:
            met((last, barred, lights, items & ~rounds.PRIORITY))
        for k, (cards, doubled, _, spent) in enumerate(rows):
            twice = cards & last
            if spent & ~items or (not spent & rounds.RESET and (cards & barred or twice & (twice - 1))):  # R8, R10, R5 and R7, R6
                continue
            lit = lights | cards
            full = lit == rounds.ALL_LIGHTS  # R23
            still = 0 if spent & rounds.RESET else last
            after[-1][k] = met((cards, cards & still | doubled, 0 if full else lit, items & ~spent))
            shine[-1][k] = int(full)
    table = np.array(after, dtype=np.int32)
    open_ = np.bitwise_or.reduce(np.where(table >= 0, all_.cards.astype(np.int32), 0), axis=1).astype(np.int32)
    without = [
        number[last, barred, lights, items & ~rounds.PRIORITY] if items & rounds.PRIORITY else -1 for last, barred, lights, items in forms
    ]
    return forms, SeatForms(table, np.array(shine, dtype=np.int32), open_, np.array(without, dtype=np.int32))


def tables(
    all_: Submissions,
    book: rounds.RoundOptions,
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
    met = rounds.results(all_, book)
    place = np.full(a.open.size * b.open.size * rounds.BLOCKINGS, -1, dtype=np.int32)
    place[list(roots)] = 0
    known = Configurations(a, b, met, np.unique(np.array(roots, dtype=np.int64)), place)
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
    return known._replace(keys=keys)


@maker
def cells(count: int) -> Cells:
    """Room for the stage of a variant with so many submissions."""
    numbers, square = np.int64, (count, count)
    return Cells(np.empty(count, numbers), np.empty(count, numbers), np.empty(square, numbers), np.empty(square, numbers))


@inner
def leads(open_a: Numbers, open_b: Numbers, form_a: int, form_b: int, blocking: int) -> int:
    """The key of a configuration; a block without effect is none."""
    blocked = blocking - 1 if blocking <= rounds.CARDS else blocking - 1 - rounds.CARDS
    open_ = open_a[form_a] if blocking <= rounds.CARDS else open_b[form_b]
    works = blocking > 0 and open_ >> blocked & 1
    return (form_a * open_b.size + form_b) * rounds.BLOCKINGS + (blocking if works else 0)


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
    blocking, pair = key % rounds.BLOCKINGS, key // rounds.BLOCKINGS
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
            to_b, begins = known.b.after[form_b, b], met[a, b, blocking, rounds.BLOCKING]
            to = np.int64(place[leads(open_a, open_b, to_a, to_b, begins)])
            gain = met[a, b, blocking, rounds.SCORE] + shine - known.b.shine[form_b, b]
            asked, out.used[i, j] = asks(known, met[a, b, blocking, rounds.ASKED], to_a, to_b, begins)
            rest = (gain + GAIN_ZERO) << GAIN_AT | asked << ASKED_AT | (met[a, b, blocking, rounds.TAKER] + 1) << TAKER_AT
            out.cells[i, j] = to << TO_AT | rest | met[a, b, blocking, rounds.GROW]
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
        blocking, pair = key % rounds.BLOCKINGS, key // rounds.BLOCKINGS
        form_a, form_b = pair // open_b.size, pair % open_b.size
        for a in range(met.shape[0]):
            to_a = known.a.after[form_a, a]
            if to_a < 0:
                continue
            for b in range(met.shape[0]):
                to_b = known.b.after[form_b, b]
                if to_b < 0:
                    continue
                asked, begins = met[a, b, blocking, rounds.ASKED], met[a, b, blocking, rounds.BLOCKING]
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


# --- Every position before a round, from those before the next


Leads: TypeAlias = NDArray[np.int16]  # shape (C, pots + 1); pots count from 1, so row 0 is of no use
Runs: TypeAlias = NDArray[np.int64]  # likewise; see `run`
Values: TypeAlias = NDArray[np.float32]

FAR: Final = 8000
"""A lead that no match comes to; if the least is greater than the greatest, nothing can come."""


START_AT, COUNT_AT, LOW_ZERO, MOST = 28, 14, 8192, 0x3FFF
# The parts of a run: its start from bit 28 on, 14 bits for how many leads it has, 14 for the least of them.


class Layer(NamedTuple):
    """All positions before one round."""

    runs: Runs
    values: Values


class Tally(NamedTuple):
    """The counts of a piece of work; each has the shape (1,).

    Attributes:
        games: stage games solved; pivots: steps of the simplex.
        largest, total: the largest gap of a stage, and all gaps together.
    """

    games: NDArray[np.int64]
    pivots: NDArray[np.int64]
    largest: Floats
    total: Floats


def tally() -> Tally:
    """Nothing done yet."""
    return Tally(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), np.zeros(1), np.zeros(1))


@kernel
def run(start: int, count: int, low: int) -> int:
    """A run as one number: where its 0 lies in the values, how many leads it has, and the least."""
    return start << START_AT | count << COUNT_AT | (low + LOW_ZERO)


@inner
def start_of(run_: int) -> int:
    """Where the 0 of a run lies."""
    return run_ >> START_AT


@inner
def count_of(run_: int) -> int:
    """How many leads a run has."""
    return run_ >> COUNT_AT & MOST


@inner
def low_of(run_: int) -> int:
    """The least lead of a run; if it has none, from which on A has won."""
    return (run_ & MOST) - LOW_ZERO


@inner
def gain_of(cell: int) -> int:
    """The lead that a cell adds, without the pot."""
    return (cell >> GAIN_AT & GAIN_MOST) - GAIN_ZERO


@inner
def taker_of(cell: int) -> int:
    """The taker of the pot: 1 A, -1 B, 0 nobody."""
    return (cell >> TAKER_AT & 3) - 1


@inner
def asked_of(cell: int) -> int:
    """The seat that is asked for Claim Priority: 1 A, 2 B, 0 nobody."""
    return cell >> ASKED_AT & 3


@kernel
def lay_runs(least: Leads, most: Leads, low: Leads, high: Leads, tied: bool, runs: Runs) -> int:
    """The runs of a layer, one behind the other after a 0 and a 1 for those without leads.

    Args:
        least: shape (C, pots + 1), the least lead that can come; greater than `most` if none can.
        most: the greatest.
        low: the greatest lead with which A has lost.
        high: the least with which A has won.
        tied: whether chips have just been compared, so that any lead but 0 has decided the match (R25).
        runs: shape (C, pots + 1), receives the runs.

    Returns: how many values there are.
    """
    start = 2
    for c in range(runs.shape[0]):
        for pot in range(runs.shape[1]):  # no pot is 0, but every run is written
            if least[c, pot] > most[c, pot]:
                runs[c, pot] = run(0, 0, 0)
                continue
            below, above = max(least[c, pot], low[c, pot] + 1), min(most[c, pot], high[c, pot] - 1)
            if below > above:
                runs[c, pot] = run(0, 0, min(max(high[c, pot], 0), 1) if tied else high[c, pot])
            else:
                runs[c, pot] = run(start, above - below + 1, below)
                start += above - below + 3
    return start


class Sources(NamedTuple):
    """Where the payoffs of a stage come from, for one pot; each has the shape (side * side,), row by row.

    Attributes:
        at: where the least lead of the run that a cell leads to has its value.
        shift: the place in that run to which the least lead of the stage's own run leads.
        top: how many leads that run has.
    """

    at: NDArray[np.int64]
    shift: NDArray[np.int64]
    top: NDArray[np.int64]


@maker
def sources(side: int) -> Sources:
    """Room for stages of `side` rows and columns."""
    return Sources(np.empty(side * side, dtype=np.int64), np.empty(side * side, dtype=np.int64), np.empty(side * side, dtype=np.int64))


@kernel
def find_sources(cells_: Cells, m: int, n: int, pot: int, low: int, runs: Runs, out: Sources) -> int:
    """Where the payoffs of a stage come from, for this pot and the lead `low`; how many cells ask for Claim Priority."""
    asking = 0
    for i in range(m):
        for j in range(n):
            cell = cells_.cells[i, j]
            taker, here = taker_of(cell), pot + (cell & 1)
            lead = low + gain_of(cell)
            if taker != 0:
                lead, here = lead + taker * here, 1
            run_ = runs[cell >> TO_AT, here]
            k = i * n + j
            out.at[k] = start_of(run_) + 1
            out.shift[k] = lead - low_of(run_)
            out.top[k] = count_of(run_)
            asking += asked_of(cell) != 0
    return asking


@dense
def payoffs(from_: Sources, m: int, n: int, step: int, values: Values, out: Floats) -> None:
    """The payoffs of a stage whose lead is `step` more than that for which `find_sources` has looked; `out` receives them."""
    for i in range(m):
        for j in range(n):
            k = i * n + j
            out[i, j] = values[from_.at[k] + min(max(from_.shift[k] + step, -1), from_.top[k])]


@kernel
def answers(cells_: Cells, m: int, n: int, pot: int, lead: int, next_: Layer, out: Floats) -> None:
    """Improve the payoffs in `out` for the seat that is asked for Claim Priority, if using it is better for it."""
    for i in range(m):
        for j in range(n):
            cell = cells_.cells[i, j]
            asked = asked_of(cell)
            if not asked:
                continue
            taker, here, after = taker_of(cell), pot + (cell & 1), lead + gain_of(cell)
            if taker != 0:
                after, here = after + taker * here, 1
            after += here if asked == 1 else -here
            run_ = next_.runs[cells_.used[i, j], 1]
            place = min(max(after - low_of(run_), -1), count_of(run_))
            used = float(next_.values[start_of(run_) + 1 + place])
            out[i, j] = max(out[i, j], used) if asked == 1 else min(out[i, j], used)


class Room(NamedTuple):
    """Room for a stage and its solution: its cells, where they come from, the payoffs, both mixtures, and that of the simplex."""

    out: Cells
    sources: Sources
    game: Floats
    row: Floats
    column: Floats
    work: Workspace


@maker
def solve_runs(known: Configurations, first: int, last: int, runs: Runs, values: Values, next_: Layer, done: Tally) -> None:
    """The values of every run of these configurations.

    Args:
        known: the configurations.
        first: the first of them to look at.
        last: the first not to look at.
        runs: shape (C, pots + 1), as `lay_runs` has laid them; those of the configurations lose values that are a crumb.
        values: receives the values.
        next_: the layer before the next round.
        done: is added to.
    """
    side = known.met.shape[0]
    room = Room(cells(side), sources(side), np.empty((side, side)), np.empty(side), np.empty(side), workspace(side))
    _solve_runs(known, first, last, runs, values, next_, done, room)


@kernel
def _solve_runs(known: Configurations, first: int, last: int, runs: Runs, values: Values, next_: Layer, done: Tally, room: Room) -> None:
    """As `solve_runs`, with room for a stage and its solution."""
    out, from_, game, row, column, work = room
    for c in range(first, last):
        m, n = 0, 0
        for pot in range(1, runs.shape[1]):
            here = runs[c, pot]
            start, count, low = start_of(here), count_of(here), low_of(here)
            if count == 0:
                continue
            if m == 0:
                m, n = stage(known, known.keys[c], out)
            asking = find_sources(out, m, n, pot, low, next_.runs, from_)
            for step in range(count):
                payoffs(from_, m, n, step, next_.values, game)
                if asking:
                    answers(out, m, n, pot, low + step, next_, game)
                floor, ceiling, pivots = certified(game, m, n, row, column, work)
                values[start + 1 + step] = 0.5 * (floor + ceiling)
                gap = ceiling - floor
                done.pivots[0] += pivots
                done.total[0] += gap
                done.largest[0] = max(done.largest[0], gap)
            done.games[0] += count
            runs[c, pot] = trimmed(values, start, count, low, CRUMB)


@kernel
def trimmed(values: Values, start: int, count: int, low: int, crumb: float) -> int:
    """The run without crumbs at its ends, between a 0 and a 1."""
    while count > 0 and values[start + 1] <= crumb:
        start, count, low = start + 1, count - 1, low + 1
    while count > 0 and values[start + count] >= 1.0 - crumb:
        count -= 1
    values[start], values[start + 1 + count] = 0.0, 1.0
    return run(start, count, low)
