"""A whole solution in little space: nearly exact chances for every position of a match.

A **curve** is A's chance to win by its lead, for one configuration, pot and number of rounds to play. The curves of a configuration and
pot, for every number of rounds, are together close to a mean and a sum of few shapes that are the same for all; so a row of **scores**,
how much of each shape there is in it, stands for hundreds of chances. If two configurations mirror each other, one
has a row, and the other's curves are its curves turned round.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.ahead import Ints
from deathmatch.games.five_card_trick.fast.layers import Leads, Runs, Values, count_of, low_of, run, start_of, trimmed
from deathmatch.solve.kernel import dense, inner, kernel, maker

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


class Digest(NamedTuple):
    """The rows, and the shapes of one kind of match.

    Attributes:
        row: shape (C, pots + 1), twice the number of the row of a configuration and pot, plus one if it is mirrored; or NEVER.
        scores: shape (rows, K), in steps of `UNIT`.
        mean: shape (T, LEADS), the mean curves, by rounds to play.
        shapes: shape (T, K, LEADS).
    """

    row: NDArray[np.int32]
    scores: Shorts
    mean: NDArray[np.float32]
    shapes: NDArray[np.float32]


@dense
def curve(digest: Digest, row: int, slot: int, out: Singles) -> None:
    """The curve of a row at a place among the rounds to play; `out` receives it, shape (LEADS,), from -REACH on."""
    for lead in range(LEADS):
        out[lead] = digest.mean[slot, lead]
    for k in range(digest.scores.shape[1]):
        score = np.float32(UNIT) * np.float32(digest.scores[row, k])
        for lead in range(LEADS):
            out[lead] += score * digest.shapes[slot, k, lead]
    for lead in range(LEADS):
        out[lead] = min(max(out[lead], np.float32(0.0)), np.float32(1.0))


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
def lay_rows(least: Leads, most: Leads, tied: bool, reach: int, runs: Runs) -> int:
    """Runs for chances that are recalled, as `layers.lay`; leads beyond `reach` are taken for decided."""
    start = 2
    for c in range(runs.shape[0]):
        for pot in range(runs.shape[1]):
            low, high = max(least[c, pot], -reach), min(most[c, pot], reach)
            if tied:
                low, high = max(low, 0), min(high, 0)
            if least[c, pot] > most[c, pot] or pot == 0:
                runs[c, pot] = run(0, 0, 0)
            elif low > high:
                runs[c, pot] = run(0, 0, 1 if most[c, pot] < 0 else 0)
            else:
                runs[c, pot] = run(start, high - low + 1, low)
                start += high - low + 3
    return start


@kernel
def without_rows(digest: Digest, places: Ints, runs: Runs) -> int:
    """How many runs have no row.

    Args:
        digest: the digest.
        places: shape (C,), the rows of the configurations in `Digest.row`; NEVER if there is none.
        runs: shape (C, pots + 1), as `lay_rows` has laid them.
    """
    top, count = digest.row.shape[1] - 1, 0
    for c in range(runs.shape[0]):
        for pot in range(runs.shape[1]):
            count += count_of(runs[c, pot]) > 0 and (places[c] < 0 or digest.row[places[c], min(pot, top)] < 0)
    return count


class DigestView(NamedTuple):
    """How a digest is looked at.

    Attributes:
        slot: place among the rounds to play.
        narrow: by how much leads count less, if there are more rounds to play than the digest knows of.
        more: the number added to a lead: 1 if the last tie is A's and the digest has it as B's.
        centre: leads are turned round about half of this: 0 if a tie goes on, 1 if it is B's.
    """

    slot: int
    narrow: float
    more: int
    centre: int


@maker
def recall(digest: Digest, places: Ints, view: DigestView, runs: Runs, values: Values) -> None:
    """The chances of every run, nearly.

    Args:
        digest: the digest.
        places: shape (C,), as above.
        view: how to look at it.
        runs: shape (C, pots + 1), as `lay_rows` has laid them.
        values: receives the chances.
    """
    _recall(digest, places, view, runs, values, np.empty(LEADS, np.float32), np.empty(LEADS, np.float32))


@kernel
def _recall(digest: Digest, places: Ints, view: DigestView, runs: Runs, values: Values, here: Singles, out: Singles) -> None:
    """As `recall`, with room for two curves."""
    top = digest.row.shape[1] - 1
    for c in range(runs.shape[0]):
        seen, low_end, high_end = 0, 0.0, 1.0  # the pot whose curve is at hand, and the middle of that of the largest
        for pot in range(1, runs.shape[1]):
            start, count, low = start_of(runs[c, pot]), count_of(runs[c, pot]), low_of(runs[c, pot])
            if count == 0:
                continue
            values[start], values[start + 1 + count] = 0.0, 1.0
            row, before = digest.row[places[c], min(pot, top)], digest.row[places[c], min(pot, top) - 1]
            if seen != min(pot, top):
                seen = min(pot, top)
                curve(digest, row >> 1, view.slot, here)
                if view.slot < SURE:
                    rising(here, out)
                if seen == top and before >= 0:
                    curve(digest, before >> 1, view.slot, out)
                    low_end, high_end = middle(here, out)
            for k in range(LEADS):
                out[k] = here[k] if pot <= top else grown(here, k, pot - top, low_end, high_end)
            for step in range(count):
                place = (low + step + view.more) * view.narrow
                values[start + 1 + step] = 1.0 - at(out, view.centre - place) if row & 1 else at(out, place)


@kernel
def trim(runs: Runs, values: Values, crumb: float) -> None:
    """Take chances that are as small as a crumb, or as near to 1, for 0 or 1; the runs shrink."""
    for c in range(runs.shape[0]):
        for pot in range(1, runs.shape[1]):
            run_ = runs[c, pot]
            if count_of(run_):
                runs[c, pot] = trimmed(values, start_of(run_), count_of(run_), low_of(run_), crumb)
