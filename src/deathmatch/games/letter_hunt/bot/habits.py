"""The mixture by which `strong` holds and picks its letters, and the mixture of players for which it takes the other seat."""

from __future__ import annotations

from typing import Final

from deathmatch.games.letter_hunt.priors import Assumed, Habits

_SHARE: Final = (0.55, 0.16, 0.32, 0.27, 0.69, 0.10, 0.22, 0.21, 0.60, 0.01, 0.08, 0.40, 0.24)
_SHARE_: Final = (0.49, 0.47, 0.24, 0.02, 0.53, 0.60, 0.48, 0.27, 0.08, 0.07, 0.03, 0.14, 0.04)
SHARE: Final = (*_SHARE, *_SHARE_)
"""The part of the words of the list `open` that have each letter, A to Z."""

MIXTURE: Final = Habits(tuple(round(0.5 * share, 3) for share in SHARE), (1.0,) * len(SHARE))
"""How `strong` chooses: the chance of each letter A to Z to be held, and its weight where five of eight are picked."""

COMMON_LETTERS: Final = Habits(tuple(0.9 if share >= 0.45 else 0.1 for share in SHARE), tuple(share**2 for share in SHARE))
"""A player who likes letters that many words have."""

RARE_LETTERS: Final = Habits(tuple(0.1 if share >= 0.2 else 0.9 for share in SHARE), tuple(1 / share for share in SHARE))
"""A player who likes letters that few words have."""

KNOWN: Final[Assumed] = ((1.0, MIXTURE),)
"""The assumption of a player who knows `strong`."""

ASSUMED: Final[Assumed] = ((0.9, MIXTURE), (0.1, COMMON_LETTERS))
"""The assumption of `strong` about the other seat."""
