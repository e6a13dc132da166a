"""A belief about a hand: every hand that fits the knowledge of an eye, with its chance, by enumeration.

A hand is a bit mask of letters, bit 0 for A. The hands before the first turn are enumerated (at most 20,349 for a seat that knows
its own letters, 65,780 for the public): a prior, less every hand that something in the turns speaks against. The lost
letters are then taken out. The other seat's questions, words, guesses and losses are taken to reveal nothing about its hand beyond the
rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import certain
from deathmatch.games.letter_hunt.deduction import Facts, Ints, Masks, facts, fitting, hands_of, mask, places
from deathmatch.games.letter_hunt.values import ALPHABET, FULL, Letters, Sizes
from deathmatch.games.letter_hunt.view import View

# --- A hand before the first turn: every hand to which the set-up can have led, with its chance, by enumeration
# Only two things in the set-up are choices, so only there a prior has to assume something (`Habits`): which letters are held (R4), and
# which five of eight are picked (R8). All else is counted exactly: which letters can have been in the pool when the seat's own fell, and
# how many offers hold a hand.


Floats: TypeAlias = NDArray[np.float64]


def numbers(letters: Iterable[str]) -> Ints:
    """The letters by number, 0 for A, shape (n,)."""
    return np.array([ord(letter) - ord("A") for letter in letters], dtype=np.int64)


# --- What is assumed of choices


@dataclass(frozen=True, slots=True)
class Habits:
    """How a seat chooses its letters.

    Attributes:
        hold: for each letter A to Z the chance, strictly between 0 and 1, that it is held when it is in the hand (R4), each by itself.
        pick: for each letter a weight above 0; five of an offer are picked with a chance in proportion to the product of theirs (R8).
    """

    hold: tuple[float, ...]
    pick: tuple[float, ...]

    def held(self, letters: Ints) -> Floats:
        """The chance of each letter, by number, to be held, of the same shape."""
        return np.array(self.hold)[letters]

    def picked(self, offers: Ints, hand: int) -> Floats:
        """The chance of each hand out of each offer, in the order of `combinations`, shape (n, comb(offer, hand)).

        Args:
            offers: the letters of each, by number, shape (n, offer).
            hand: letters of a hand.
        """
        weights = np.array(self.pick)[offers][:, places(offers.shape[1], hand)].prod(2)
        chances: Floats = weights / weights.sum(1, keepdims=True)
        return chances


UNIFORM: Final = Habits((0.5,) * len(ALPHABET), (1.0,) * len(ALPHABET))
"""Every set of letters is held as often as any other, and so is every five picked."""

Assumed: TypeAlias = tuple[tuple[float, Habits], ...]
"""Kinds of players that a seat may be, each with its share."""

ANYBODY: Final[Assumed] = ((1.0, UNIFORM),)


# --- Priors: the hands before the first turn, and the chance that the set-up leads to each. Their arrays are not to be written to


@lru_cache(maxsize=32)
def exchanged(dealt: tuple[Letters, ...], kept: tuple[Letters, ...], assumed: Assumed = ANYBODY, sizes: Sizes = FULL) -> Belief:
    """The other hand in `gambit`, for a seat that was dealt and has held this (R3 to R5).

    Forward over the phases: a hand, its held letters, the seat's own letters that fell (with chance 0 if one of them was held), the
    letters that filled it up. `dealt` has one set more than `kept`, or, while a redraw is due, as many.
    """
    hands = [dealt[0]]
    for held, fallen in zip(kept, dealt[1:], strict=False):
        hands.append("".join(sorted(held + fallen)))
    pools = ["".join(letter for letter in sizes.letters if letter not in hand) for hand in hands]
    chances_ = np.zeros(comb(len(pools[0]), sizes.hand))
    for share, habits in assumed:
        chances = np.full(chances_.size, share / chances_.size)
        for phase, fallen in enumerate(dealt[1:]):
            chances = _redrawn(chances, pools[phase], pools[phase + 1], len(fallen), habits, sizes)
        chances_ += chances
    return Belief(hands_of(pools[-1], sizes.hand), chances_ / chances_.sum())


@lru_cache(maxsize=4)
def _parts(pool: int, hand: int) -> tuple[Ints, Ints]:
    """All sets of at most `hand` places of a pool, as bit masks ascending; and the numbers of the parts of each hand.

    These have the shape (hands, 2**hand): part k of a hand has the letters at the bits of k.
    """
    every = np.sort(np.concatenate([(1 << places(pool, size)).sum(1) for size in range(hand + 1)]))
    picked = np.arange(1 << hand)[:, None] >> np.arange(hand) & 1
    return every, np.searchsorted(every, (1 << places(pool, hand)) @ picked.T)


def _held(chances: Floats, pool: Letters, habits: Habits, hand: int) -> Floats:
    """The chance of each set of held letters, in the order of `_parts`, given that of each hand out of a pool."""
    every, parts = _parts(len(pool), hand)
    rates = habits.held(numbers(pool))[places(len(pool), hand)]
    held = chances[:, None]
    for place in range(hand):
        rate = rates[:, place, None]
        held = np.concatenate([held * (1 - rate), held * rate], axis=1)
    sums: Floats = np.bincount(parts.ravel(), held.ravel(), minlength=every.size).astype(np.float64)
    return sums


def _redrawn(chances: Floats, pool: Letters, after: Letters, fallen: int, habits: Habits, sizes: Sizes) -> Floats:
    """One hold and redraw (R4, R5): the chance of each hand out of `after`, given that of each out of `pool`.

    Args:
        chances: of the hands before, shape (hands,).
        pool: the letters that were not the seat's own before.
        after: those that are not its own afterwards.
        fallen: how many letters fell to the seat itself.
        habits: of the other seat.
        sizes: of hands and of the alphabet.
    """
    every, parts = _parts(len(pool), sizes.hand)
    sums = _held(chances, pool, habits, sizes.hand)
    # the same sets by the letters of afterwards; one that has a letter which fell to the seat was not held
    move = np.array([1 << after.index(letter) if letter in after else 0 for letter in pool])
    size = np.bitwise_count(every)
    renamed = (every[:, None] >> np.arange(len(pool)) & 1) @ move
    fits = np.bitwise_count(renamed) == size
    # the seat's own letters and the other's fall out of one pool; all of these sets are then possible for the other
    own = len(pool) + fallen  # letters that the seat does not hold
    counts = range(sizes.hand + 1)
    ways = np.array([comb(own - n, fallen) * comb(own - fallen - n, sizes.hand - n) for n in counts], dtype=np.float64)
    moved = np.zeros(every.size)
    moved[np.searchsorted(every, renamed[fits])] = sums[fits] / ways[size[fits]]
    after_all: Floats = moved[parts].sum(1)
    return after_all


@lru_cache(maxsize=32)
def offered(offer: Letters, assumed: Assumed = ANYBODY, sizes: Sizes = FULL) -> Belief:
    """The other hand in `colosseum`, for a seat that was offered this (R7, R8); with the empty offer either hand, for the public."""
    pools = [("".join(letter for letter in rarity if letter not in offer), number) for rarity, number in sizes.rarities]
    left = "".join(sorted("".join(pool for pool, _ in pools)))
    hands = hands_of(left, sizes.hand)
    if all(len(set(habits.pick)) == 1 for _, habits in assumed):  # how many offers hold a hand
        chances = np.ones(hands.size)
        for pool, number in pools:
            ways = [comb(len(pool) - n, number - n) if n <= number else 0 for n in range(sizes.hand + 1)]
            chances *= np.array(ways)[np.bitwise_count(hands & np.uint32(mask(pool)))]
        return Belief(hands, chances / chances.sum())
    rows = np.zeros((1, 0), dtype=np.int64)  # every offer, as letters by number
    for pool, number in pools:
        some = numbers(pool)[places(len(pool), number)]
        rows = np.concatenate([np.repeat(rows, len(some), 0), np.tile(some, (len(rows), 1))], 1)
    rows.sort(axis=1)
    chances = np.zeros(hands.size)
    for chunk in np.array_split(rows, 1 + len(rows) // _CHUNK):
        where = _ranks(chunk, left, sizes.hand)
        weights = sum(share * habits.picked(chunk, sizes.hand) for share, habits in assumed)
        chances += np.bincount(where.ravel(), np.asarray(weights).ravel(), minlength=hands.size)
    return Belief(hands, chances / chances.sum())


_CHUNK: Final = 8192  # offers at a time, for the sake of memory


def _ranks(offers: Ints, letters: Letters, hand: int) -> Ints:
    """For each hand out of each offer its place among those out of some letters, in the order of `combinations`.

    Args:
        offers: letters by number, each row ascending, shape (n, offer).
        letters: all of them, in order.
        hand: letters of a hand.
    """
    total = len(letters)
    place = np.zeros(len(ALPHABET), dtype=np.int64)
    place[numbers(letters)] = np.arange(total)
    taken = places(offers.shape[1], hand)
    ranks = np.full((len(offers), len(taken)), comb(total, hand) - 1)
    for number in range(hand):
        later = np.array([comb(total - 1 - at, hand - number) for at in range(total)])[place]
        ranks -= later[offers][:, taken[:, number]]
    return ranks


SETTLED: Final = 2
"""After this number of redraws the chances of a hand hardly change."""


@lru_cache(maxsize=8)
def public(offers: bool, holds: int, assumed: Assumed = ANYBODY, sizes: Sizes = FULL) -> Belief:
    """Either hand before the first turn for somebody who knows neither.

    In `gambit` the letters that the other seat holds are taken to be missing from the pool each by itself, and later redraws than the
    second to change nothing any more.
    """
    if offers:
        return offered("", assumed, sizes)
    hands = hands_of(sizes.letters, sizes.hand)
    chances_ = np.zeros(hands.size)
    for share, habits in assumed:
        chances = np.full(hands.size, share / hands.size)
        if habits != UNIFORM:  # then every hand is as likely as any other again, by symmetry
            for _ in range(min(holds, SETTLED)):
                chances = _refilled(chances, habits, sizes)
        chances_ += chances
    return Belief(hands, chances_ / chances_.sum())


def _refilled(chances: Floats, habits: Habits, sizes: Sizes) -> Floats:
    """One hold and redraw of a seat as the public sees it, of the same shape as the chances of its hands, (hands,)."""
    total, hand = len(sizes.letters), sizes.hand
    every, parts = _parts(total, hand)
    sums = _held(chances, sizes.letters, habits, hand)
    free = 1 - habits.held(numbers(sizes.letters)) * hand / (total - hand)  # the chance of a letter that the other seat does not hold it
    has = every[:, None] >> np.arange(total) & 1
    ways = np.zeros((hand + 1, every.size))  # of filling up with so many of the letters that are not held, by their chances to be free
    ways[0] = 1
    for letter in range(total):
        ways[1:] += np.where(has[:, letter], 0.0, free[letter]) * ways[:-1]
    filled = ways[hand - np.bitwise_count(every).astype(np.int64), np.arange(every.size)]
    worth = np.where(has, free, 1.0).prod(1)
    after: Floats = np.divide(sums, worth * filled, out=np.zeros(every.size), where=filled > 0)[parts].sum(1) * worth[parts[:, -1]]
    after *= chances.sum() / after.sum()
    return after


def prior_of_other(view: View, assumed: Assumed = ANYBODY) -> Belief:
    """The other hand for a seat, before the first turn; in the set-up, as far as that has come."""
    own, terms = certain(view.own), view.terms
    if terms.offers:
        return offered(own.dealt[0] if own.dealt else "", assumed, terms.sizes)
    if not own.dealt:
        return public(offers=False, holds=0, sizes=terms.sizes)
    return exchanged(own.dealt, own.kept[: len(own.dealt) - 1], assumed, terms.sizes)


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
        chances: of each, shape (n,), adding up to 1; those of a prior may be 0.
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

    def few(self, count: int) -> Belief:
        """A belief in at most so many hands that stands for this one: hands at even steps of the chances added up."""
        if self.hands.size <= count:
            return self
        return self.at((np.arange(count) + 0.5) / count)

    def at(self, marks: Floats) -> Belief:
        """A belief in the hands at these places, from 0 to 1, of the chances added up."""
        places = np.searchsorted(np.cumsum(self.chances), marks)
        places, counts = np.unique(np.minimum(places, self.hands.size - 1), return_counts=True)
        return Belief(self.hands[places], counts / marks.size)

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


# --- With what the turns have told


def posterior(prior: Belief, known: Facts) -> Belief:
    """The present hand: the prior, and what the turns have told."""
    fits = fitting(prior.hands, known)
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
    return posterior(public(view.terms.offers, view.terms.holds, assumed, view.terms.sizes), facts(view, view.near))


def elsewhere(view: View, other: Belief) -> Floats:
    """For each letter the chance, as the view's seat sees it, that the other seat has it or was offered it, shape (26,).

    So the other seat knows of it that it is not in this one's hand. The letters that it held before a redraw are ignored.
    """
    letters = other.letters
    if not view.terms.offers:
        return letters
    lost = np.uint32(mask(view.lost[view.near.other]))
    # what it was offered and did not pick is, of each rarity, any of those that the two do not have
    for rarity, number in view.terms.sizes.rarities:
        pool = mask(rarity) & ~mask(certain(view.own).dealt[0])
        picked = np.bitwise_count((other.hands | lost) & np.uint32(pool))
        spare = other.chances * ((number - picked.astype(np.int64)) / np.maximum(1, pool.bit_count() - picked.astype(np.int64)))
        offered = spare.sum() - _by_letter(other.hands, spare)
        letters += np.where([pool >> place & 1 for place in range(len(ALPHABET))], offered, 0.0)
    return np.minimum(letters, 1.0)
