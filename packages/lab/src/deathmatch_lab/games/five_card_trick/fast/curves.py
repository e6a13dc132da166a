"""The curves of a solution beside the fitted worth: what is known of a position at the end of a search (`search.py` of the house).

A curve is A's chance to win by its lead, for one configuration (a form of each seat and the block in force) and pot. It is a mean and a sum
of few shapes that are the same for all, so a row of **scores** stands for it: how much of each shape there is in it. If two configurations
mirror each other, one has a row, and the other's curve is its curve turned round. `digest.py` has the rows.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import BLOCKINGS, Floats, Ints
from deathmatch.games.five_card_trick.fast.worth import LEAD_BITS, LEVEL_BITS, OPEN, key_of, slot_of
from deathmatch.solve.kernel import dense, inner, kernel

Shorts: TypeAlias = NDArray[np.int16]
Singles: TypeAlias = NDArray[np.float32]

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


CURVES: Final = 1 << 15  # that are kept, until there are more
SLOTS: Final = CURVES * 2


class Curves(NamedTuple):
    """Scores and shapes, and the curves that have been made of them, to be looked up again. A level is that of the search.

    Attributes:
        row: shape (C, pots + 1), twice the number of the row of scores of a configuration and pot, plus one if it is mirrored, or `NEVER`;
            no rows if there are no curves.
        late, early: the scores with few and with many rounds to play, in steps of `UNIT`; one row each if there are none.
        mean: shape (levels, 2, LEADS), of matches in which ties go on, and in which they are the last.
        shapes: shape (levels, 2, K, LEADS).
        part: shape (levels, 2), how much of each there is in this match.
        whole: shape (levels, 3), whole numbers: whether scores are early; whether curves have to be made rising; the number added to a
            lead, 1 if the last tie is A's and the curves have it as B's.
        broken: shape (levels, 2): by how much leads count less, if there are more rounds to play than the curves know of; a chance that is
            nearer to 0 or 1 is taken for it.
        form: shape (1 << ITEMS_AT,), the number of a form, -1 if it has none.
        place: shape (forms, forms, BLOCKINGS), where a configuration stands in `row`, -1 for none.
        key: shape (SLOTS,), of the curve that is found there; -1 for none.
        number: shape (SLOTS,), which of `curve`.
        made: shape (1,), how many there are.
        curve: shape (CURVES, LEADS).
        here: shape (2, LEADS), room for two.
    """

    row: NDArray[np.int32]
    late: Shorts
    early: Shorts
    mean: Singles
    shapes: Singles
    part: Floats
    whole: Ints
    broken: Floats
    form: NDArray[np.int32]
    place: NDArray[np.int32]
    key: Ints
    number: NDArray[np.int32]
    made: Ints
    curve: Singles
    here: Singles


IS_EARLY, RISES, MORE_LEAD = range(3)
NARROW, CRUMB = range(2)


def nothing(levels: int = 4) -> Curves:
    """Curves for a search of positions of which nothing is known."""
    scores = np.empty((1, 0), dtype=np.int16)
    return Curves(
        row=np.empty((0, 1), dtype=np.int32),
        late=scores,
        early=scores,
        mean=np.empty((levels, 2, LEADS), dtype=np.float32),
        shapes=np.empty((levels, 2, 0, LEADS), dtype=np.float32),
        part=np.zeros((levels, 2)),
        whole=np.zeros((levels, 3), dtype=np.int64),
        broken=np.ones((levels, 2)),
        form=np.empty(0, dtype=np.int32),
        place=np.empty((0, 0, BLOCKINGS), dtype=np.int32),
        key=np.full(1, -1, dtype=np.int64),
        number=np.empty(1, dtype=np.int32),
        made=np.zeros(1, dtype=np.int64),
        curve=np.empty((0, LEADS), dtype=np.float32),
        here=np.empty((2, LEADS), dtype=np.float32),
    )


def roomy(curves: Curves) -> Curves:
    """The same with room to make curves in."""
    return curves._replace(
        key=np.full(SLOTS, -1, dtype=np.int64),
        number=np.empty(SLOTS, dtype=np.int32),
        made=np.zeros(1, dtype=np.int64),
        curve=np.empty((CURVES, LEADS), dtype=np.float32),
    )


# --- A position


@inner
def look(curves: Curves, next_: Ints) -> float:
    """A's chance at a position (`Frames.next_`); OPEN if nothing is known of it."""
    level, lead = int(next_[5]) - 1, int(next_[4])
    key = key_of(next_) >> LEVEL_BITS + LEAD_BITS << LEVEL_BITS | level
    slot = slot_of(curves.key, key)
    if curves.key[slot] == key and abs(lead) <= int(REACH / curves.broken[level, NARROW]):
        chance = float(curves.curve[curves.number[slot], lead + REACH])
    else:
        chance = looked_up(curves, key, level, next_)
    return chance


@kernel
def looked_up(curves: Curves, key: int, level: int, next_: Ints) -> float:
    """The same for positions whose curve is not at hand."""
    pot, lead, place = int(next_[3]), int(next_[4]), known_at(curves, next_)
    if place < 0:
        return OPEN
    if abs(lead) > int(REACH / curves.broken[level, NARROW]):
        return 1.0 if lead > 0 else 0.0
    return float(curves.curve[make_curve(curves, key, level, place, pot), lead + REACH])


@kernel
def known_at(curves: Curves, next_: Ints) -> int:
    """Where a position's configuration stands in the digest; -1 if it has no row."""
    if not curves.row.shape[0] or (next_[0] | next_[1]) >> rounds.ITEMS_AT:
        return -1
    a, b = curves.form[next_[0]], curves.form[next_[1]]
    place = int(curves.place[a, b, next_[2]]) if a >= 0 and b >= 0 else -1
    return place if place >= 0 and curves.row[place, min(next_[3], curves.row.shape[1] - 1)] >= 0 else -1


# --- Curves


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


@kernel
def make_curve(curves: Curves, key: int, level: int, place: int, pot: int) -> int:
    """Make a curve and keep it; its number."""
    if curves.made[0] == CURVES:  # start again
        curves.key[:] = -1
        curves.made[0] = 0
    at_ = slot_of(curves.key, key)
    number = curves.made[0]
    curves.key[at_], curves.number[at_] = key, number
    curves.made[0] += 1
    made, crumb = curves.curve[number], curves.broken[level, CRUMB]
    for lead in range(LEADS):
        made[lead] = 0.0
    for last in range(2):
        if curves.part[level, last] > 0.0:
            _add(curves, level, place, pot, last, made)
    for lead in range(LEADS):
        if made[lead] <= crumb:
            made[lead] = 0.0
        elif made[lead] >= 1.0 - crumb:
            made[lead] = 1.0
    return int(number)


@kernel
def _add(curves: Curves, level: int, place: int, pot: int, last: int, made: Singles) -> None:
    """Add a part of a digest's curve for a configuration and pot, by whole leads."""
    here, out, top = curves.here[0], curves.here[1], curves.row.shape[1] - 1
    scores = curves.early if curves.whole[level, IS_EARLY] else curves.late
    mean, shapes, rises = curves.mean[level, last], curves.shapes[level, last], curves.whole[level, RISES]
    row = curves.row[place, min(pot, top)]
    sum_up(scores[row >> 1], mean, shapes, here)
    if rises:
        rising(here, out)
    if pot > top:
        before, low, high = curves.row[place, top - 1], 0.0, 1.0
        if before >= 0:
            sum_up(scores[before >> 1], mean, shapes, out)
            low, high = middle(here, out)
        for k in range(LEADS):
            out[k] = grown(here, k, pot - top, low, high)
        here = out
    centre, more = (1, curves.whole[level, MORE_LEAD]) if last else (0, 0)
    part, narrow = curves.part[level, last], curves.broken[level, NARROW]
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
