"""The race as a seat sees it: its belief about the other hand, and the other seat's belief about its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from deathmatch.games.letter_hunt import belief, priors
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.bot import ending, losing, worth
from deathmatch.games.letter_hunt.priors import ANYBODY, Assumed, Floats
from deathmatch.games.letter_hunt.values import Kind, Letters
from deathmatch.games.letter_hunt.view import View

THIN: Final = 2000  # hands that stand for all that the other seat may take the bot's hand for
_FAINT: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Both sides of the race, as a seat sees them.

    Attributes:
        other: its belief about the other hand.
        own: the other seat's presumed belief about its own hand.
        hand: its own, as a bit mask.
        mine: bits that it lacks of the other hand.
        theirs: bits that the other seat lacks: how surprised it would be to see the bot's hand.
        lives, cards: letters in the bot's own hand, and in the other.
        minded: the part of the information given away that it counts.
        linked: the part of a hint about letters together that it can use.
        words: how many of the coming turns allow a word, if there are only one or none; else None.
    """

    other: Belief
    own: Belief
    hand: int
    mine: float
    theirs: float
    lives: int
    cards: int
    minded: float = 1.0
    linked: float = 1.0
    words: int | None = None

    def chance(self, mine: Floats, theirs: Floats, moving: bool, cards: int | None = None, lives: int | None = None) -> Floats:
        """The chance to win once so many bits are missing on either side, of the same shape.

        Args:
            mine: bits that the seat lacks of the other hand, of any shape.
            theirs: bits that the other seat lacks of its own.
            moving: whether the seat is to move, else the other.
            cards: letters in the other hand, if they have changed.
            lives: letters in the bot's own one, if they have changed.
        """
        if self.words is None:
            return worth.chance(mine, theirs, moving)
        cards, lives = self.cards if cards is None else cards, self.lives if lives is None else lives
        race = ending.with_a_word if self.words else ending.chance
        return race(mine, theirs, cards, lives) if moving else 1 - race(theirs, mine, lives, cards)

    def use(self, kind: Kind) -> float:
        """The part of the information of a kind of hint that it can use."""
        return 1.0 if kind in (Kind.NONE, Kind.ANY) else self.linked

    @property
    def losses(self) -> tuple[Letters, Floats, float]:
        """The letters of the bot's hand, the chance with which each is lost if one must be, and the bits that this tells (`losing.py`)."""
        held = belief.named(self.hand)
        shares = losing.shares(self.own.few(losing.FEW))[priors.numbers(held)]
        total = float(shares.sum())
        return held, shares / total, surprise(total)


def surprise(chance: float) -> float:
    """How many bits are learned when something of this chance turns out to be so."""
    return max(0.0, -float(np.log2(max(chance, _FAINT))))


def sight(view: View, assumed: Assumed = ANYBODY, taken: Assumed = ANYBODY) -> Sight:
    """The race as a seat sees it.

    Args:
        view: of the seat.
        assumed: how it takes the other seat to choose its letters.
        taken: how the other seat takes this one to choose its letters.
    """
    return believing(view, belief.of_other(view, assumed), taken)


def believing(view: View, other: Belief, taken: Assumed) -> Sight:
    """The race as a seat sees it that has this belief about the other hand."""
    assert view.own is not None
    own = belief.of_own(view, taken).clear_of(belief.elsewhere(view, other))
    hand = priors.mask(view.own.hand)
    theirs = surprise(float(own.chances[own.hands == hand].sum()))
    left = 2 * view.terms.turn_limit - view.turn
    words = None if not view.terms.turn_limit or left > 1 else max(0, left)
    return Sight(other, own, hand, other.bits, theirs, len(view.own.hand), view.cards[view.near.other], words=words)
