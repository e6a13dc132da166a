"""A whole solution in little space: nearly exact chances for every position of a match.

A **curve** is A's chance to win by its lead, for one configuration, pot and number of rounds to play. The curves of a configuration and
pot, for every number of rounds, are together close to a mean and a sum of few shapes that are the same for all; so a row of **scores**,
how much of each shape there is in it, stands for hundreds of chances. If two configurations mirror each other, one
has a row, and the other's curves are its curves turned round.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.rounds import Ints
from deathmatch.games.five_card_trick.fast.worth import LEADS, SURE, Shorts, Singles, at, grown, middle, rising, sum_up
from deathmatch.solve.kernel import kernel, maker
from deathmatch_lab.games.five_card_trick.fast.layers import Leads, Runs, Values, count_of, low_of, run, start_of, trimmed


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
                sum_up(digest.scores[row >> 1], digest.mean[view.slot], digest.shapes[view.slot], here)
                if view.slot < SURE:
                    rising(here, out)
                if seen == top and before >= 0:
                    sum_up(digest.scores[before >> 1], digest.mean[view.slot], digest.shapes[view.slot], out)
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
