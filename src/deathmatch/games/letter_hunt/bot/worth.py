"""What a position is worth: the chance to win, from how far either hand is from being known."""

from __future__ import annotations

import numpy as np

from deathmatch.games.letter_hunt.fast import Floats


def chance(mine: Floats, theirs: Floats, lives: int, cards: int, moving: bool) -> Floats:
    """The chance to win, of any shape."""
    lead = theirs - mine + (0.5 if moving else -0.5)
    spread = 0.6 + 0.075 * (mine + theirs)
    found: Floats = 1 / (1 + np.exp(-1.6 * lead / spread))
    return found
