"""The facts that the turns have told of a hand, and the letters that follow from them: all hands that fit are gone through.

A hand is a bit mask of letters, bit 0 for A. `belief.py` gives these hands their chances; `deduce` tells the picture the letters that are
certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.values import ALPHABET, HAND, RARITIES, Kind, Letters, Turn, Verb, without
from deathmatch.games.letter_hunt.view import View
from deathmatch.games.letter_hunt.words import Deduced

# --- Sets of letters


Masks: TypeAlias = NDArray[np.uint32]
"""Hands, or other sets of letters."""
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]


def mask(letters: Iterable[str]) -> int:
    """The bit mask of these letters."""
    bits = 0
    for letter in letters:
        bits |= 1 << (ord(letter) - ord("A"))
    return bits


def named(bits: int) -> Letters:
    """The letters of a bit mask."""
    return "".join(letter for place, letter in enumerate(ALPHABET) if bits >> place & 1)


@lru_cache(maxsize=64)
def places(letters: int, size: int) -> Ints:
    """Every combination of `size` places, in order, shape (comb(letters, size), size)."""
    every = chain.from_iterable(combinations(range(letters), size))
    return np.fromiter(every, np.int64).reshape(comb(letters, size), size)


@lru_cache(maxsize=16)
def hands_of(letters: Letters, size: int) -> Masks:
    """Every hand of this size out of some letters as a bit mask, shape (comb(len(letters), size),); not to be written to."""
    marks = np.array([mask(letter) for letter in letters], dtype=np.uint32)
    masks: Masks = marks[places(len(letters), size)].sum(1, dtype=np.uint32)
    return masks


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
    gone, missed, named = 0, mask(view.not_held[seat]), 0
    hints: list[tuple[Shape, Kind, bool]] = []
    for turn in view.turns:
        if turn.action == Verb.WORD:
            hints += _hint(view.terms.each, turn, seat, gone)
        elif turn.action == Verb.GUESS and turn.seat is not seat:
            if turn.hit:
                gone |= mask(turn.what)
            elif turn.hit is False:
                missed |= mask(turn.what) & ~gone
        elif turn.action == Verb.HAND and turn.seat is not seat and turn.hit is None:  # as-written W4
            named = mask(turn.what)
        if turn.seat is seat:
            gone |= mask(turn.lost)
    lost = mask(view.lost[seat])
    out = missed | mask(view.lost[seat.other])
    if seat is not view.eye or view.terms.onlooker_letters == "public":
        out |= mask(letter for letter in view.onlookers if letter in ALPHABET)
    return Facts(lost | named, out, lost, tuple(hints))


def _hint(each: bool, turn: Turn, seat: Seat, gone: int) -> list[tuple[Shape, Kind, bool]]:
    """What the hint that the other seat took told of this one's hand, if it took any."""
    taken = turn.hints[seat.other]
    if taken is None or taken.kind is None or taken.result is None:
        return []
    whole = shape(turn.what, each)
    return [(Shape(whole.letters & ~gone, whole.odd & ~gone, whole.once & ~gone), taken.kind, taken.result)]


def fitting(hands: Masks, known: Facts) -> Bools:
    """Which hands before the first turn the facts allow, shape (n,)."""
    fits: Bools = (hands & np.uint32(known.held | known.out)) == known.held
    left, some = np.flatnonzero(fits), hands[fits]
    for asked, kind, result in known.hints:
        same = answers(some, asked, kind) == result
        left, some = left[same], some[same]
    fits[:] = False
    fits[left] = True
    return fits


# --- What a hand certainly holds, and what it certainly does not
# That two hands have no letter in common is used if the eye knows one of them; between two hands that it does not know it is not.


def deduce(view: View, seat: Seat) -> Deduced:
    """The certain facts about the present hand of a seat that this eye does not see."""
    if not view.cards[seat] or view.hands is not None:
        return Deduced("", "")
    own = view.own.hand + "".join(view.own.dealt[:1] if view.terms.offers else ()) if view.own is not None else ""
    known = facts(view, seat)
    known = replace(known, held=known.lost, out=known.out | mask(own))
    held, possible = _bounds(known, RARITIES if view.terms.offers else ())
    return Deduced(held, without(ALPHABET, possible + view.out))


@lru_cache(maxsize=1024)
def _bounds(known: Facts, rarities: tuple[tuple[Letters, int], ...]) -> tuple[Letters, Letters]:
    """The letters that every present hand has which fits the facts, and those that any has.

    Args:
        known: the facts.
        rarities: if the hand was picked from an offer, the letters of each rarity and how many of them were in it (R7).
    """
    hands = hands_of(ALPHABET, HAND)
    hands = hands[fitting(hands, known)]
    for rarity, most in rarities:
        hands = hands[np.bitwise_count(hands & np.uint32(mask(rarity))) <= most]
    assert hands.size, "the hand that is held fits"
    held, possible = int(np.bitwise_and.reduce(hands)), int(np.bitwise_or.reduce(hands))
    return named(held & ~known.lost), named(possible & ~known.lost)
