"""The worth of a position that nobody solves: fitted, in chips and as a chance.

The fitted worth ships with the game. The laboratory can lay **curves** beside it, which say the chances of a solution (`Leaves.curves`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import Floats, Ints, Submissions
from deathmatch.games.five_card_trick.values import Variation
from deathmatch.solve.kernel import inner, kernel, maker

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


# --- The chance at the end of a search

MIX: Final = 0x9E3779B97F4A7C1  # spreads keys over a table
OPEN: Final = -1.0  # a chance that is not known yet
LEAD_ZERO, LEAD_BITS, POT_BITS, BLOCK_BITS, LEVEL_BITS = 512, 10, 8, 4, 3
GAINS: Final = (1 << LEVEL_BITS) - 1  # in the place of a level: what can be gained in a round


class Leaves(NamedTuple):
    """How the positions at each level of a search are judged: those before one round at one level.

    Attributes:
        ahead: shape (levels, 2), rounds to play before the next count, and rounds that a tie adds then.
        by_items: whether unspent items decide the last tie.
        tie: A's chance in the last tie.
        position: shape (WIDTH,), room for one.
        curves: what the laboratory lays beside the fitted worth, to be looked at by its `look`.
    """

    ahead: Ints
    by_items: int
    tie: float
    position: Ints
    curves: Any


@kernel
def guessed(leaves: Leaves, worth: Worth, level: int, next_: Ints) -> float:
    """The chance at a position (`search.Frames.next_`) by the fitted worth."""
    position = leaves.position
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
    finish = Finish(leaves.ahead[level, 1], leaves.tie, leaves.by_items)
    return min(max(chance(worth, position, leaves.ahead[level, 0], finish), 0.0), 1.0)


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


@inner
def key_of(next_: Ints) -> int:
    """A position and its level as one number."""
    return key_with(next_[0], next_[1], next_[3], next_)


@inner
def key_with(a: int, b: int, pot: int, next_: Ints) -> int:
    """A position (`search.Frames.next_`) with these forms and this pot, and the rest of it, as one number."""
    key = ((a << rounds.FORM_BITS | b) << BLOCK_BITS | next_[2]) << POT_BITS | pot
    return int((key << LEAD_BITS | (next_[4] + LEAD_ZERO)) << LEVEL_BITS | next_[5])


@inner
def last_key(next_: Ints) -> int:
    """As `key_of`, before the last round of a match: the same for all positions among which that round cannot tell.

    The seat that takes a large enough pot wins, so larger pots count as one.
    """
    return key_with(last_form(next_[0]), last_form(next_[1]), min(next_[3], abs(next_[4]) + rounds.BESIDE + 1), next_)


@inner
def gains_key(next_: Ints) -> int:
    """As `key_of`, for the gains of a round that are looked for before chips are compared; they are the same for any lead."""
    key = last_form(next_[0]) << rounds.FORM_BITS | last_form(next_[1])
    return int(((key << BLOCK_BITS | next_[2]) << POT_BITS | next_[3]) << LEAD_BITS + LEVEL_BITS | GAINS)


@kernel
def last_form(form: int) -> int:
    """A form without all that does not count in its last submission: cards of the last round (R6), and lights that stay too few (R23)."""
    last, barred, lights = form & rounds.ALL_LIGHTS, form >> rounds.CARDS & rounds.ALL_LIGHTS, form >> rounds.LIGHTS_AT & rounds.ALL_LIGHTS
    if rounds.count(last & ~barred) < 2:  # no two of them could be played together anyway
        form &= ~rounds.ALL_LIGHTS
    if rounds.count(lights) < rounds.CARDS - (3 if form >> rounds.ITEMS_AT & rounds.OVERLOAD else 2):
        form &= ~(rounds.ALL_LIGHTS << rounds.LIGHTS_AT)
    return form
