"""A belief about a hand: every hand that fits the knowledge of an eye, with its chance, by enumeration.

A hand is a bit mask of letters, bit 0 for A. The hands before the first turn are enumerated (at most 20,349 for a seat that knows
its own letters, 65,780 for the public): a prior (`priors.py`), less every hand that something in the turns speaks against. The lost
letters are then taken out. The other seat's questions, words, guesses and losses are taken to reveal nothing about its hand beyond the
rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.priors import ANYBODY, Assumed, Floats, Masks, Prior, mask, prior_of_other, prior_of_public
from deathmatch.games.letter_hunt.values import ALPHABET, Kind, Letters, Turn, Verb
from deathmatch.games.letter_hunt.view import View

Bools: TypeAlias = NDArray[np.bool_]


def named(bits: int) -> Letters:
    """The letters of a bit mask."""
    return "".join(letter for place, letter in enumerate(ALPHABET) if bits >> place & 1)


# --- Beliefs

_HALF: Final = 13  # bits: sums over the letters of many hands go by two tables of 2**13
_FAINT: Final = 1e-12
_LOW: Final = np.uint32((1 << _HALF) - 1)


@lru_cache(maxsize=1)
def _bits() -> Floats:
    """The bits of each number below 2**13 as 0.0 and 1.0, shape (8192, 13)."""
    return (np.arange(1 << _HALF)[:, None] >> np.arange(_HALF) & 1).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The possible hands.

    Attributes:
        hands: the possible hands, shape (n,), n at least 1, each once; all of one size.
        chances: of each, shape (n,); above 0, adding up to 1.
    """

    hands: Masks
    chances: Floats

    @property
    def bits(self) -> float:
        """The entropy: how many perfect questions the hand is away."""
        return max(0.0, -float(self.chances @ np.log2(self.chances)))

    @property
    def best(self) -> tuple[int, float]:
        """The most likely hand (of equals the one that comes first), and its chance."""
        place = int(self.chances.argmax())
        return int(self.hands[place]), float(self.chances[place])

    @property
    def letters(self) -> Floats:
        """The chance of each letter to be in the hand, shape (26,)."""
        return _by_letter(self.hands, self.chances)

    @property
    def split_bits(self) -> tuple[Floats, Floats]:
        """For each letter the entropy of the hands that have it, and of those that have not, shape (26,) each; 0 if there are none."""
        weights = self.chances * np.log2(self.chances)
        has, bits = self.letters, _by_letter(self.hands, weights)
        return _entropies(has, bits), _entropies(1 - has, weights.sum() - bits)

    def given(self, fits: Bools) -> Belief | None:
        """The belief limited to some hands, shape (n,); None if none fits."""
        return scaled(self.hands[fits], self.chances[fits])

    def few(self, count: int) -> Belief:
        """A belief in at most so many hands that stands for this one: hands at even steps of the chances added up."""
        if self.hands.size <= count:
            return self
        places = np.searchsorted(np.cumsum(self.chances), (np.arange(count) + 0.5) / count)
        places, counts = np.unique(np.minimum(places, self.hands.size - 1), return_counts=True)
        return Belief(self.hands[places], counts / count)

    def clear_of(self, elsewhere: Floats) -> Belief:
        """Reweight hands by the chance that none of their letters is elsewhere; `elsewhere`, shape (26,), is per letter, independent.

        That is the average belief of somebody who knows where these letters are.
        """
        absent = np.log(np.clip(1 - elsewhere, 1e-9, 1.0))
        low, high = (np.exp(_bits() @ absent[half]) for half in (slice(_HALF), slice(_HALF, None)))
        apart = low[self.hands & _LOW] * high[self.hands >> np.uint32(_HALF)]
        return scaled(self.hands, self.chances * apart) or self


def _entropies(chances: Floats, bits: Floats) -> Floats:
    """The entropies of parts of a belief from their chances and their sums of `p log2 p`, of the same shape."""
    some = np.maximum(chances, _FAINT)
    return np.where(chances > _FAINT, np.maximum(0.0, np.log2(some) - bits / some), 0.0)


def _by_letter(hands: Masks, weights: Floats) -> Floats:
    """For each letter the weights of the hands that have it, added up, shape (26,)."""
    halves = (hands & _LOW, hands >> np.uint32(_HALF))
    return np.concatenate([np.bincount(half, weights, minlength=1 << _HALF) @ _bits() for half in halves])


def scaled(hands: Masks, chances: Floats) -> Belief | None:
    """The belief with chances in these proportions; None if there is none."""
    total = float(chances.sum())
    return Belief(hands, chances / total) if total > 0 else None


# --- What the turns have told


@dataclass(frozen=True, slots=True)
class Shape:
    """What matters of a word (R12), as bit masks: the letters that it has, that count an odd number of times, that count once."""

    letters: int
    odd: int
    once: int


def shape(word: str, each: bool) -> Shape:
    """The shape of a word; `each` as option `repeats` has it."""
    letters = mask(word)
    if not each:
        return Shape(letters, letters, letters)
    counts = {letter: word.count(letter) for letter in word}
    odd = mask("".join(letter for letter, count in counts.items() if count % 2))
    return Shape(letters, odd, mask("".join(letter for letter, count in counts.items() if count == 1)))


def answers(hands: Masks, asked: Shape, kind: Kind) -> Bools:
    """R12: what the hint would say of each hand, shape (n,)."""
    there = hands & np.uint32(asked.letters)
    fits: Bools
    match kind:
        case Kind.NONE:
            fits = there == 0
        case Kind.ANY:
            fits = there != 0
        case Kind.ODD:
            fits = np.bitwise_count(hands & np.uint32(asked.odd)) % 2 == 1
        case Kind.ONE:
            fits = (np.bitwise_count(there) == 1) & ((hands & np.uint32(asked.once)) != 0)
    return fits


@dataclass(frozen=True, slots=True)
class Facts:
    """What the turns have told of one hand as it was before the first of them.

    Attributes:
        held, out: letters that it had, and letters that it had not, as bit masks.
        lost: the letters that it has lost since.
        hints: shapes without the letters lost by then, kinds, and answers.
    """

    held: int
    out: int
    lost: int
    hints: tuple[tuple[Shape, Kind, bool], ...]


def facts(view: View, seat: Seat) -> Facts:
    """The knowledge of a seat's hand, from the turns and from onlookers (R6, R12 to R14): everybody's of its own hand, else the eye's."""
    gone, missed = 0, mask(view.not_held[seat])
    hints: list[tuple[Shape, Kind, bool]] = []
    for turn in view.turns:
        if turn.action == Verb.WORD:
            hints += _hint(view.terms.each, turn, seat, gone)
        elif turn.action == Verb.GUESS and turn.seat is not seat:
            if turn.hit:
                gone |= mask(turn.what)
            else:
                missed |= mask(turn.what) & ~gone
        if turn.seat is seat:
            gone |= mask(turn.lost)
    lost = mask(view.lost[seat])
    out = missed | mask(view.lost[seat.other])
    if seat is not view.eye or view.terms.onlooker_letters == "public":
        out |= mask(letter for letter in view.onlookers if letter in ALPHABET)
    return Facts(lost, out, lost, tuple(hints))


def _hint(each: bool, turn: Turn, seat: Seat, gone: int) -> list[tuple[Shape, Kind, bool]]:
    """What the hint that the other seat took told of this one's hand, if it took any."""
    taken = turn.hints[seat.other]
    if taken is None or taken.kind is None or taken.result is None:
        return []
    whole = shape(turn.what, each)
    return [(Shape(whole.letters & ~gone, whole.odd & ~gone, whole.once & ~gone), taken.kind, taken.result)]


def _fitting(hands: Masks, known: Facts) -> Bools:
    """Which hands before the first turn the facts allow, shape (n,)."""
    fits: Bools = (hands & np.uint32(known.held | known.out)) == known.held
    left, some = np.flatnonzero(fits), hands[fits]
    for asked, kind, result in known.hints:
        same = answers(some, asked, kind) == result
        left, some = left[same], some[same]
    fits[:] = False
    fits[left] = True
    return fits


def posterior(prior: Prior, known: Facts) -> Belief:
    """The present hand: the prior, and what the turns have told."""
    fits = _fitting(prior.hands, known)
    belief = scaled(prior.hands[fits], prior.chances[fits])
    assert belief is not None, "no hand fits the known facts"
    some = belief.chances > 0
    return Belief(belief.hands[some] & ~np.uint32(known.lost), belief.chances[some])


def of_other(view: View, assumed: Assumed = ANYBODY) -> Belief:
    """The exact belief of a seat about the other hand, if the other's choices in the set-up are as assumed."""
    return posterior(prior_of_other(view, assumed), facts(view, view.near.other))


def of_own(view: View, assumed: Assumed = ANYBODY) -> Belief:
    """What everybody may believe of the hand of the view's own seat, if its choices in the set-up are as assumed.

    The other seat knows this, and besides its own letters.
    """
    return posterior(prior_of_public(view, assumed), facts(view, view.near))


def elsewhere(view: View, other: Belief) -> Floats:
    """For each letter the chance, as the view's seat sees it, that the other seat has it or was offered it, shape (26,).

    So the other seat knows of it that it is not in this one's hand. The letters that it held before a redraw are ignored.
    """
    letters = other.letters
    if not view.terms.offers:
        return letters
    assert view.own is not None
    lost = np.uint32(mask(view.lost[view.near.other]))
    # what it was offered and did not pick is, of each rarity, any of those that the two do not have
    for rarity, number in view.terms.sizes.rarities:
        pool = mask(rarity) & ~mask(view.own.dealt[0])
        picked = np.bitwise_count((other.hands | lost) & np.uint32(pool))
        spare = other.chances * ((number - picked.astype(np.int64)) / np.maximum(1, pool.bit_count() - picked.astype(np.int64)))
        offered = spare.sum() - _by_letter(other.hands, spare)
        letters += np.where([pool >> place & 1 for place in range(len(ALPHABET))], offered, 0.0)
    return np.minimum(letters, 1.0)
