"""The worth of a position that nobody solves: fitted, in chips and as a chance, or from curves of a solution.

The fitted worth ships with the game. The laboratory can lay **curves** beside it (`deathmatch_lab`, `digest.py`). A curve is A's chance to
win by its lead, for one configuration (a form of each seat and the block in force) and pot. It is a mean and a sum of few shapes that are
the same for all, so a row of **scores** stands for it: how much of each shape there is in it. If two configurations mirror each other, one
has a row, and the other's curve is its curve turned round.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import Floats, Ints, Submissions
from deathmatch.games.five_card_trick.values import Variation
from deathmatch.solve.kernel import dense, inner, kernel, maker

Shorts: TypeAlias = NDArray[np.int16]
Singles: TypeAlias = NDArray[np.float32]

GREED = 1e-6  # what a chip adds to a match that is decided, so that more chips still are better than fewer

# --- Chips: the fitted worth


class Worth(NamedTuple):
    """What positions are worth, in chips that A will gain beyond B; fitted by `research/fit_five_card_trick.py`.

    A worth is a sum of parts, each for the rounds still to be played. Levels are those rounds, the last level standing for all more:
    K levels for what soon settles, H for items, which may wait long. R rows are the masks (last, barred) that rounds without items
    lead to; P and Q are the largest pots that a part has an entry for.

    Attributes:
        row: shape (32, 32), the row of the masks (last, barred); 0, that of a fresh seat, for those without one of their own.
        shift: shape (32, 32), what such masks without a row change; 0 for the others.
        table: shape (K, R, R, 11, P), by the rows of A and B, the block in force (0 none, 1 + card A's, 6 + card B's), the pot from 1.
        light: shape (K, R, 32), the worth of a mask of lights that are on.
        item: shape (H, 8, R), the worth of a mask of items.
        item_pots: shape (H, 8, Q), what the pot changes about it, Q standing for all larger pots.
        variance: shape (3,), of A's gain less B's, about its worth: with one round to play; more for each one more; more for
            (pot - 1) ** 1.5, times 1 - exp(-rounds / 4).
    """

    row: Ints
    shift: Floats
    table: NDArray[np.float32]
    light: Floats
    item: Floats
    item_pots: Floats
    variance: Floats


@lru_cache(maxsize=len(Variation))
def fitted_worth(variation: Variation) -> Worth:
    """What positions of a variant are worth, unpacked from its data file (`research/fit_five_card_trick.py`)."""
    with resources.files("deathmatch.games.five_card_trick").joinpath("data", f"{variation.value}.npz").open("rb") as file:
        parts = dict(np.load(file))
    return unpack(parts)


def unpack(parts: Mapping[str, NDArray[Any]]) -> Worth:
    """The worth in the form that the kernels use, from the arrays of a data file."""
    floats = {name: parts[name].astype(np.float64) for name in ("light", "item", "item_pots", "shift", "variance")}
    return Worth(
        rows_of(parts["home"]), floats["shift"], _table(parts), floats["light"], floats["item"], floats["item_pots"], floats["variance"]
    )


def rows_of(home: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
    """The row numbers of masks (last, barred), shape (32, 32); 0 for those without a row of their own."""
    row = np.zeros((32, 32), dtype=np.int64)
    for number, (last, barred) in enumerate(home):
        row[last, barred] = number
    return row


def _table(parts: Mapping[str, NDArray[Any]]) -> NDArray[np.float32]:
    """The table. The file has whole steps for rows a <= b only, each as its difference to the pot and the level before."""
    cells = parts["cells"].astype(np.int32).cumsum(1).cumsum(-1).astype(np.float32) * np.float32(parts["step"])
    count = len(parts["home"])
    table = np.empty((cells.shape[1], count, count, *cells.shape[2:]), dtype=np.float32)
    mirrored = [0, *range(1 + rounds.CARDS, 1 + 2 * rounds.CARDS), *range(1, 1 + rounds.CARDS)]  # blocks with the seats swapped
    for cell, (a, b) in zip(cells, combinations_with_replacement(range(count), 2), strict=True):
        table[:, b, a] = -cell[:, mirrored]
        table[:, a, b] = cell
    return table


@kernel
def advantage(worth: Worth, position: Ints, left: int) -> float:
    """How many chips more than B A can expect to gain in the rounds that are left."""
    if left <= 0:
        return 0.0
    level, item_level = min(left, worth.table.shape[0]) - 1, min(left, worth.item.shape[0]) - 1
    a, b = worth.row[position[rounds.LAST], position[rounds.BARRED]], worth.row[position[rounds.LAST + 1], position[rounds.BARRED + 1]]
    block = 0
    if position[rounds.BLOCKED] != rounds.NONE:
        block = 1 + position[rounds.BLOCKED]
    elif position[rounds.BLOCKED + 1] != rounds.NONE:
        block = 1 + rounds.CARDS + position[rounds.BLOCKED + 1]
    pots = worth.table[level, a, b, block]
    top = pots.size
    total = float(pots[min(position[rounds.POT], top) - 1])
    if position[rounds.POT] > top:  # beyond the table the last step goes on
        total += (position[rounds.POT] - top) * float(pots[top - 1] - pots[top - 2])
    total += worth.light[level, a, position[rounds.LIGHTS]] - worth.light[level, b, position[rounds.LIGHTS + 1]]
    total += worth.item[item_level, position[rounds.ITEMS], a] - worth.item[item_level, position[rounds.ITEMS + 1], b]
    stake = min(position[rounds.POT], worth.item_pots.shape[2]) - 1
    total += worth.item_pots[item_level, position[rounds.ITEMS], stake] - worth.item_pots[item_level, position[rounds.ITEMS + 1], stake]
    total += (
        worth.shift[position[rounds.LAST], position[rounds.BARRED]] - worth.shift[position[rounds.LAST + 1], position[rounds.BARRED + 1]]
    )
    return float(total)


@maker
def expected(
    position: Ints,
    all_: Submissions,
    book: rounds.RoundOptions,
    worth: Worth,
    left: int,
    later: float,
    rows: Ints,
    columns: Ints,
    out: Floats,
) -> None:
    """The payoffs of a round in chips: A's gain less B's in it and, by `worth`, in the `left` rounds after it.

    Args:
        later: the part of the gain after this round that counts; 1 for a player who looks at all of it.
        rows, columns: shapes (m,) and (n,), submissions of A and of B.
        out: shape (m, n), receives the payoffs.
    """
    after, used = np.empty(rounds.WIDTH, dtype=np.int64), np.empty(rounds.WIDTH, dtype=np.int64)
    start = position[rounds.CHIPS] - position[rounds.CHIPS + 1]
    for i in range(rows.size):
        for j in range(columns.size):
            asked = rounds.play(position, all_, book, rows[i], columns[j], after)
            value = after[rounds.CHIPS] - after[rounds.CHIPS + 1] - start + later * advantage(worth, after, left)
            if asked != rounds.NONE:
                used[:] = after
                rounds.use_priority(used, asked)
                taken = used[rounds.CHIPS] - used[rounds.CHIPS + 1] - start + later * advantage(worth, used, left)
                value = max(value, taken) if asked == 0 else min(value, taken)
            out[i, j] = value


# --- The chance to win


class Finish(NamedTuple):
    """How the match ends (R25), as far as the rounds that are looked at reach.

    Attributes:
        extension: rounds that a tie at the next count adds; 0 if that count is the last.
        tie: A's chance to win the very last tie: 1.0 or 0.0; with `by_items` where unspent items are equal too.
        by_items: whether the last tie goes to the seat with more unspent items.
    """

    extension: int
    tie: float
    by_items: int


@kernel
def last_tie(position: Ints, finish: Finish) -> float:
    """A's chance if the very last count is a tie, going by the items that are unspent now."""
    if finish.by_items:
        mine, theirs = rounds.count(position[rounds.ITEMS]), rounds.count(position[rounds.ITEMS + 1])
        if mine != theirs:
            return 1.0 if mine > theirs else 0.0
    return finish.tie


@kernel
def normal(x: float) -> float:
    """The chance of a standard normal variable to stay below x."""
    return 0.5 * math.erfc(-x * 0.7071067811865476)


@kernel
def chance(worth: Worth, position: Ints, left: int, finish: Finish) -> float:
    """A's chance to win with so many rounds to play before the next count: with none exact (but for GREED), else a normal estimate."""
    lead = position[rounds.CHIPS] - position[rounds.CHIPS + 1]
    if left <= 0:
        if lead != 0:
            return float((1.0 if lead > 0 else 0.0) + GREED * lead)
        if finish.extension <= 0:
            return last_tie(position, finish)
        left = finish.extension
    tie = 0.5 if finish.extension > 0 else last_tie(position, finish)
    middle = lead + advantage(worth, position, left)
    variance = worth.variance[0] + worth.variance[1] * (left - 1)
    if position[rounds.POT] > 1:
        variance += worth.variance[2] * (1.0 - math.exp(-0.25 * left)) * (position[rounds.POT] - 1) ** 1.5
    spread = math.sqrt(variance)
    return float(tie * normal((middle + 0.5) / spread) + (1.0 - tie) * normal((middle - 0.5) / spread))


# --- Curves

REACH: Final = 16
"""Leads further from 0 than this are as good as decided if matches come to them."""

SURE: Final = 7
"""Slots of the early rounds below which every lead of a curve is reachable and exact."""

MIDDLES: Final = 10
"""Steps in which the middle of a curve is looked for."""

UNIT: Final = 1 / 4096
"""The step in which scores are held in memory."""

LEADS: Final = 2 * REACH + 1
NEVER: Final = -1  # instead of a row: it takes a time-out to come there


@kernel
def rising(out: Singles, top: Singles) -> None:
    """Make a curve one that never falls: the middle of the least such curve above it and the greatest below it; `top` is room for one."""
    top[0] = out[0]
    for k in range(1, out.size):
        top[k] = max(top[k - 1], out[k])
    floor = out[out.size - 1]
    for k in range(out.size - 1, -1, -1):
        floor = min(floor, out[k])
        out[k] = 0.5 * (top[k] + floor)


@inner
def grown(curve_: Singles, k: int, further: int, low: float, high: float) -> float:
    """A chance with a pot that has grown further.

    Below a middle in which it does not matter any more how large the pot is, A takes it and has the chance with a lead that is smaller by
    what the pot grew; above it B does. The middle is where the chance lies between `low` and `high`.
    """
    taken, lost = curve_[min(k + further, LEADS - 1)], curve_[max(k - further, 0)]
    return float(min(max(min(max(curve_[k], low), high), lost), taken))


@kernel
def middle(curve_: Singles, before: Singles) -> tuple[float, float]:
    """The middle of a curve, from that with a pot that is smaller by one: what makes this one of that."""
    best, fit = 1e9, (0.0, 1.0)
    for first in range(MIDDLES + 1):
        for last in range(first, MIDDLES + 1):
            low, high, error = first / MIDDLES, last / MIDDLES, 0.0
            for k in range(LEADS):
                error += (curve_[k] - grown(before, k, 1, low, high)) ** 2
            if error < best:
                best, fit = error, (low, high)
    return fit


@kernel
def at(curve_: Singles, lead: float) -> float:
    """The chance of a curve at a lead, which need not be whole."""
    place = min(max(lead + REACH, 0.0), LEADS - 1.0)
    below = min(int(place), LEADS - 2)
    part = place - below
    return float((1.0 - part) * curve_[below] + part * curve_[below + 1])


# --- The chance at the end of a search

MIX: Final = 0x9E3779B97F4A7C1  # spreads keys over a table

CURVES: Final = 1 << 15  # that are kept, until there are more
SLOTS: Final = CURVES * 2


class Leaves(NamedTuple):
    """How the positions at each level of a search are judged: those before one round at one level.

    Attributes:
        row: shape (C, pots + 1), twice the number of the row of scores of a configuration and pot, plus one if it is mirrored, or `NEVER`;
            no rows if there are no curves.
        late, early: the scores with few and with many rounds to play, in steps of `UNIT`; one row each if there are none.
        mean: shape (levels, 2, LEADS), of matches in which ties go on, and in which they are the last.
        shapes: shape (levels, 2, K, LEADS).
        part: shape (levels, 2), how much of each there is in this match.
        whole: shape (levels, 6), whole numbers: whether scores are early; whether curves have to be made rising; the number added to a
            lead, 1 if the last tie is A's and the curves have it as B's; rounds to play before the next count; rounds that a tie adds
            then; whether unspent items decide the last tie.
        broken: shape (levels, 3): by how much leads count less, if there are more rounds to play than the curves know of; a chance that is
            nearer to 0 or 1 is taken for it; A's chance in the last tie.
        form: shape (1 << ITEMS_AT,), the number of a form, -1 if it has none.
        place: shape (forms, forms, BLOCKINGS), where a configuration stands in `row`, -1 for none.
    """

    row: NDArray[np.int32]
    late: Shorts
    early: Shorts
    mean: NDArray[np.float32]
    shapes: NDArray[np.float32]
    part: Floats
    whole: Ints
    broken: Floats
    form: NDArray[np.int32]
    place: NDArray[np.int32]


IS_EARLY, RISES, MORE_LEAD, LEFT, EXTENSION, BY_ITEMS = range(6)
NARROW, CRUMB, TIE = range(3)


class Curves(NamedTuple):
    """Curves that have been looked up, to be looked up again.

    Attributes:
        key: shape (SLOTS,), of the curve that is found there; -1 for none.
        number: shape (SLOTS,), which of `curve`.
        made: shape (1,), how many there are.
        curve: shape (CURVES, LEADS).
        here: shape (2, LEADS), room for two.
        position: shape (WIDTH,), room for one.
    """

    key: Ints
    number: NDArray[np.int32]
    made: Ints
    curve: Singles
    here: Singles
    position: Ints


def curves() -> Curves:
    """Room for curves."""
    number, one = np.empty(SLOTS, dtype=np.int32), np.float32
    return Curves(
        np.full(SLOTS, -1, dtype=np.int64),
        number,
        np.zeros(1, dtype=np.int64),
        np.empty((CURVES, LEADS), dtype=one),
        np.empty((2, LEADS), dtype=one),
        np.empty(rounds.WIDTH, dtype=np.int64),
    )


@kernel
def guessed(leaves: Leaves, worth: Worth, position: Ints, level: int, next_: Ints) -> float:
    """The chance at a position (`search.Frames.next_`) by the fitted worth; `position` is room for it."""
    for seat in range(2):
        form = next_[seat]
        position[rounds.LAST + seat] = form & rounds.ALL_LIGHTS
        position[rounds.BARRED + seat] = form >> rounds.CARDS & rounds.ALL_LIGHTS
        position[rounds.LIGHTS + seat] = form >> rounds.LIGHTS_AT & rounds.ALL_LIGHTS
        position[rounds.ITEMS + seat] = form >> rounds.ITEMS_AT
        position[rounds.BLOCKED + seat] = rounds.NONE
        position[rounds.CHIPS + seat] = 0
    blocking, lead = next_[2], next_[4]
    if 1 <= blocking <= rounds.CARDS:
        position[rounds.BLOCKED] = blocking - 1
    elif blocking > rounds.CARDS:
        position[rounds.BLOCKED + 1] = blocking - 1 - rounds.CARDS
    position[rounds.POT] = next_[3]
    position[rounds.CHIPS + (0 if lead >= 0 else 1)] = abs(lead)
    finish = Finish(leaves.whole[level, EXTENSION], leaves.broken[level, TIE], leaves.whole[level, BY_ITEMS])
    return min(max(chance(worth, position, leaves.whole[level, LEFT], finish), 0.0), 1.0)


@inner
def spread(key: int) -> int:
    """A number for a key, to find its place in a table by."""
    return ((key ^ key >> 29) * MIX) >> 40


@inner
def slot_of(keys: Ints, key: int) -> int:
    """Where a key stands in a table, or may be put; the table has a power of two places, and -1 in an empty one."""
    last = keys.size - 1
    at_ = spread(key) & last
    while keys[at_] >= 0 and keys[at_] != key:
        at_ = (at_ + 1) & last
    return at_


@kernel
def make_curve(leaves: Leaves, room: Curves, key: int, level: int, place: int, pot: int) -> int:
    """Make a curve and keep it; its number."""
    if room.made[0] == CURVES:  # start again
        room.key[:] = -1
        room.made[0] = 0
    at_ = slot_of(room.key, key)
    number = room.made[0]
    room.key[at_], room.number[at_] = key, number
    room.made[0] += 1
    made, crumb = room.curve[number], leaves.broken[level, CRUMB]
    for lead in range(LEADS):
        made[lead] = 0.0
    for last in range(2):
        if leaves.part[level, last] > 0.0:
            _add(leaves, room, level, place, pot, last, made)
    for lead in range(LEADS):
        if made[lead] <= crumb:
            made[lead] = 0.0
        elif made[lead] >= 1.0 - crumb:
            made[lead] = 1.0
    return int(number)


@kernel
def _add(leaves: Leaves, room: Curves, level: int, place: int, pot: int, last: int, made: Singles) -> None:
    """Add a part of a digest's curve for a configuration and pot, by whole leads."""
    here, out, top = room.here[0], room.here[1], leaves.row.shape[1] - 1
    scores = leaves.early if leaves.whole[level, IS_EARLY] else leaves.late
    mean, shapes, rises = leaves.mean[level, last], leaves.shapes[level, last], leaves.whole[level, RISES]
    row = leaves.row[place, min(pot, top)]
    sum_up(scores[row >> 1], mean, shapes, here)
    if rises:
        rising(here, out)
    if pot > top:
        before, low, high = leaves.row[place, top - 1], 0.0, 1.0
        if before >= 0:
            sum_up(scores[before >> 1], mean, shapes, out)
            low, high = middle(here, out)
        for k in range(LEADS):
            out[k] = grown(here, k, pot - top, low, high)
        here = out
    centre, more = (1, leaves.whole[level, MORE_LEAD]) if last else (0, 0)
    part, narrow = leaves.part[level, last], leaves.broken[level, NARROW]
    for k in range(LEADS):
        lead = (k - REACH + more) * narrow
        made[k] += np.float32(part * (1.0 - at(here, centre - lead) if row & 1 else at(here, lead)))


@dense
def sum_up(scores: Shorts, mean: Singles, shapes: Singles, out: Singles) -> None:
    """A curve from its scores, shape (LEADS,), from -REACH on: `out` receives it."""
    for lead in range(LEADS):
        out[lead] = mean[lead]
    for k in range(scores.size):
        score = np.float32(UNIT) * np.float32(scores[k])
        for lead in range(LEADS):
            out[lead] += score * shapes[k, lead]
    for lead in range(LEADS):
        out[lead] = min(max(out[lead], np.float32(0.0)), np.float32(1.0))
