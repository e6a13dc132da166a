"""The race as a seat sees it: its belief about the other hand, and the other seat's belief about its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from deathmatch.games.letter_hunt import belief
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.values import ALPHABET
from deathmatch.games.letter_hunt.view import View

THIN: Final = 2000  # hands that stand for all that the other seat may take the own hand for
_FAINT: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Both sides of the race, as a seat sees them.

    Attributes:
        other: its belief about the other hand.
        own: the other seat's presumed belief about its own hand.
        hand: its own, as a bit mask.
        mine: bits that it lacks of the other hand.
        theirs: bits that the other seat lacks: how surprised it would be to see the own hand.
        lives, cards: letters in the own hand, and in the other.
    """

    other: Belief
    own: Belief
    hand: int
    mine: float
    theirs: float
    lives: int
    cards: int

    @property
    def cheapest(self) -> tuple[str, float]:
        """The letter of the own hand that it costs least to lose, as the other seat is surest of it, and the bits that it tells."""
        chances = self.own.letters
        held = [place for place in range(len(ALPHABET)) if self.hand >> place & 1]
        place = max(held, key=lambda place: float(chances[place]))
        return ALPHABET[place], surprise(float(chances[place]))


def surprise(chance: float) -> float:
    """How many bits are learned when something of this chance turns out to be so."""
    return max(0.0, -float(np.log2(max(chance, _FAINT))))


def sight(view: View) -> Sight:
    """The race as a seat sees it."""
    assert view.own is not None
    other = belief.of_other(view)
    own = belief.of_own(view).clear_of(belief.elsewhere(view, other))
    hand = belief.mask(view.own.hand)
    theirs = surprise(float(own.chances[own.hands == hand].sum()))
    return Sight(other, own, hand, other.bits, theirs, len(view.own.hand), view.cards[view.near.other])


def thinned(hand: Belief, count: int = THIN) -> Belief:
    """A belief in at most so many hands that stands for another: hands at even steps of the chances added up."""
    if hand.hands.size <= count:
        return hand
    places = np.searchsorted(np.cumsum(hand.chances), (np.arange(count) + 0.5) / count)
    places, counts = np.unique(np.minimum(places, hand.hands.size - 1), return_counts=True)
    return Belief(hand.hands[places], counts / count)
