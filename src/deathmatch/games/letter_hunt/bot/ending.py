"""The race of guesses that is left once no more words may be played (R16), solved for hands that are equally likely.

Each seat knows that the other hand is some letters out of a number of candidates, all sets of them as likely. The seat to move names the
hand, or guesses a letter: a hit takes the letter from the other hand, a miss costs one of its own, which the other seat then knows.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

import numpy as np

from deathmatch.games.letter_hunt.priors import Floats
from deathmatch.games.letter_hunt.values import ALPHABET

MOST: Final = len(ALPHABET)


@lru_cache(maxsize=100_000)
def solved(cards: int, candidates: int, lives: int, exposed: int) -> float:
    """The chance of the seat to move to win.

    Args:
        cards: letters of the other hand, at least 1.
        candidates: letters that may be among them.
        lives: letters of its own hand, at least 1.
        exposed: letters that the other seat takes to be possible there.
    """
    named = 1 / comb(candidates, cards)
    if candidates == cards:
        return 1.0
    hit = 1.0 if cards == 1 else 1 - solved(lives, exposed, cards - 1, candidates - 1)
    missed = 0.0 if lives == 1 else 1 - solved(lives - 1, exposed - 1, cards, candidates - 1)
    likely = cards / candidates
    return max(named, likely * hit + (1 - likely) * missed)


@lru_cache(maxsize=32)
def _table(cards: int, lives: int) -> tuple[Floats, Floats, Floats]:
    """The bits of each number of candidates for either hand, and the chances of all pairs of them."""
    mine, theirs = (np.log2([float(comb(number, size)) for number in range(size, MOST + 1)]) for size in (cards, lives))
    chances = [[solved(cards, one, lives, other) for other in range(lives, MOST + 1)] for one in range(cards, MOST + 1)]
    return mine, theirs, np.array(chances)


def chance(mine: Floats, theirs: Floats, cards: int, lives: int) -> Floats:
    """The chance to win of the seat to move, between whole numbers of candidates by interpolation, of the shape of the bits.

    Args:
        mine: bits that it lacks of the other hand.
        theirs: bits that the other seat lacks of its own.
        cards: letters of the other hand.
        lives: letters of its own.
    """
    rows, columns, chances = _table(cards, lives)
    row, column = (np.interp(bits, grid, np.arange(grid.size)) for bits, grid in ((mine, rows), (theirs, columns)))
    top, left = (np.minimum(place.astype(np.int64), grid.size - 2) for place, grid in ((row, rows), (column, columns)))
    down, right = row - top, column - left
    upper = chances[top, left] * (1 - right) + chances[top, left + 1] * right
    lower = chances[top + 1, left] * (1 - right) + chances[top + 1, left + 1] * right
    found: Floats = upper * (1 - down) + lower * down
    return found


def with_a_word(mine: Floats, theirs: Floats, cards: int, lives: int) -> Floats:
    """The same if the seat to move may play the last word, which tells both seats a bit."""
    guessing = chance(mine, theirs, cards, lives)
    return np.maximum(guessing, 1 - chance(np.maximum(theirs - 1, 0), np.maximum(mine - 1, 0), lives, cards))
