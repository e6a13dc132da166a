"""The worth of a position to a seat: its chance to win, from the missing knowledge of either hand. Fitted to matches of `strong`."""

from __future__ import annotations

from typing import Final

import numpy as np

from deathmatch.games.letter_hunt.priors import Floats

LEAD: Final = 0.47  # for each bit that the other seat lacks more
LATE: Final = 0.58  # the same, and
TEMPO: Final = 0.84  # to be the one that moves, both of which count in full at the end and less while much is unknown
KNOWN: Final = 0.3  # to know the other hand
BEHIND: Final = -0.3  # the other seat knows its own hand, and so a little more than the public
FAR: Final = 4.0  # bits, of both seats together, from which the end is half in sight


def features(mine: Floats, theirs: Floats, moving: bool) -> Floats:
    """What the chance to win depends on, shape (..., 5), in the order of the figures above.

    Args:
        mine: bits that the seat lacks of the other hand, of any shape.
        theirs: bits that the other seat lacks of its own.
        moving: whether the seat is to move, else the other.
    """
    near = 1 / (1 + (mine + theirs) / FAR)
    lead = theirs - mine
    return np.stack([lead, lead * near, near if moving else -near, np.exp2(-mine), np.ones_like(near)], axis=-1)


def chance(mine: Floats, theirs: Floats, moving: bool) -> Floats:
    """The chance to win, of the same shape."""
    chances: Floats = 1 / (1 + np.exp(-features(mine, theirs, moving) @ np.array([LEAD, LATE, TEMPO, KNOWN, BEHIND])))
    return chances
