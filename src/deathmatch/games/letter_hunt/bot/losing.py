"""Which letter to hand over (R14), so that the other seat learns as little as possible of the rest of the hand, even if it knows how.

A rule such as "the letter that is most likely" gives away more than the letter: none of the others was more likely. So the letter comes
from a mixture. For every hand that everybody may believe in there is one; together they are the channel from the hand to the letter with
the least mutual information, among the channels that name a letter of the hand. Blahut's and Arimoto's algorithm finds it: the chance of
a letter, given the hand, is in proportion to its chance over all hands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from deathmatch.games.letter_hunt import belief
from deathmatch.games.letter_hunt.belief import Belief, scaled
from deathmatch.games.letter_hunt.priors import Assumed, Floats, Masks, mask
from deathmatch.games.letter_hunt.values import ALPHABET, Turn, Verb
from deathmatch.games.letter_hunt.view import View

STEPS: Final = 30
FEW: Final = 500  # hands that stand for all of a belief
_LEAST: Final = 1e-6  # of a letter's share, so that every letter can be handed over


def shares(hand: Belief) -> Floats:
    """How often each letter is handed over, over all hands, shape (26,): a hand hands over its own letters in these proportions."""
    has = has_letters(hand.hands)
    mean = hand.chances @ has
    share: Floats = mean / mean.sum()
    for _ in range(STEPS):
        share = share * ((hand.chances / (has @ share)) @ has)
    share = np.maximum(share, _LEAST)
    share /= share.sum()
    return share


def has_letters(hands: Masks) -> Floats:
    """Which letters each hand has, as 0.0 and 1.0, shape (n, 26)."""
    found: Floats = (hands[:, None] >> np.arange(len(ALPHABET), dtype=np.uint32) & 1).astype(np.float64)
    return found


def read(view: View, assumed: Assumed) -> Belief:
    """The belief about the other hand of a seat that also reads which letters the other chose to lose, if it chose as above."""
    other = view.near.other
    held = belief.of_other(view, assumed)
    weights, gone = held.chances.copy(), view.lost[other]
    for number, turn in enumerate(view.turns):
        if not _chosen(turn) or turn.seat is not other:
            continue
        since = gone[gone.index(turn.lost) :]  # the letters that left the hand from this one on
        before = replace(view, turns=view.turns[:number], lost=view.lost.put(other, gone[: -len(since)]))
        seen = belief.of_other(before, assumed)
        weights /= has_letters(held.hands | np.uint32(mask(since))) @ shares(seen.few(FEW))
    return scaled(held.hands, weights) or held


def _chosen(turn: Turn) -> bool:
    """Whether a seat chose the letter that the turn cost it; after a time-out chance does (R18)."""
    return bool(turn.lost) and turn.action == Verb.GUESS
