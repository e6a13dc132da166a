"""Tile Joust: its matches are counted exactly, because the number of choices follows from a few numbers.

In an auction these are the chips of both seats and the seat that bids first; in a joust the tiles in hand and up. No number of a tile
matters, and no joust changes an auction. So the match falls into auctions (which seat has bought how many tiles in each set)
and jousts (given these numbers). The same sums with other arithmetic give the shortest and the longest match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import product
from math import comb, factorial
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust
from deathmatch.games.tile_joust.values import GROUPS, HIGHEST, MOST, SIZES, Terms

Array: TypeAlias = NDArray[np.float64]

SOLD: Final = GROUPS * len(SIZES)  # tiles that are sold in a set
A, B = range(2)


class Arithmetic(NamedTuple):
    """How ways are added up.

    Attributes:
        plus, times: of alternatives, and of one thing after another.
        zero, one: no way; nothing to do.
        weight: of a step with a number of choices, which all take this number of submissions.
    """

    plus: np.ufunc
    times: np.ufunc
    zero: float
    one: float
    weight: Callable[[Any, Any], Any]


COUNT: Final = Arithmetic(np.add, np.multiply, 0.0, 1.0, lambda choices, _: choices)
SHORTEST: Final = Arithmetic(np.minimum, np.add, np.inf, 0.0, lambda choices, submissions: np.where(choices > 0, submissions, np.inf))
LONGEST: Final = Arithmetic(np.maximum, np.add, -np.inf, 0.0, lambda choices, submissions: np.where(choices > 0, submissions, -np.inf))


def bound(variant: str, **options: object) -> TileJoust:
    """The game with some options."""
    _, game = find(f"tile-joust/{variant}").bind({key: str(value) for key, value in options.items()})
    assert isinstance(game, TileJoust)
    return game


def deals(terms: Terms) -> int:
    """The outcomes of the deal of a set (R3)."""
    return factorial(SOLD + int(terms.left)) // (factorial(len(SIZES)) ** GROUPS * factorial(terms.left))


# --- One auction


def ways(sums: Arithmetic, opener: Array, other: Array, price: int, *, bought: bool) -> Array:
    """The ways of an auction that end at this price (R15, R16), by the chips of the seat that bids first and of the other one.

    Args:
        sums: the arithmetic.
        opener: chips of the seat that bids first.
        other: chips of the other seat.
        price: the last bid; 0 if nobody bid.
        bought: whether the opener buys.

    A seat can bid all numbers between the last bid and its chips. Below the price, the bids of the seat that does not buy are at most its
    chips, so there are `room` numbers to choose from: an even number of them if the opener buys, else an odd one.
    """
    if not price:
        return sums.weight(np.full(opener.shape, 0.0 if bought else 1.0), (opener > 0) * 1.0)  # type: ignore[no-any-return]
    buyer, loser = (opener, other) if bought else (other, opener)
    room = np.minimum(price - 1, loser)
    some = np.where(room > 0, 2.0 ** np.maximum(room - 1, 0), 1.0 if bought else 0.0) * (buyer >= price)
    folds = (loser > price) * 1.0
    fewest, parity = (0, 0) if bought else (1, 1)
    most = room - (room - parity) % 2
    between = np.full(room.shape, float(fewest)) if sums is SHORTEST else np.maximum(most, fewest)
    return sums.weight(some, 1 + between + folds)  # type: ignore[no-any-return]


class Auctions:
    """All auctions of a match without jousts; arrays are by the chips of A and of B.

    Args:
        sums: the arithmetic.
        chips: of each seat.
    """

    def __init__(self, sums: Arithmetic, chips: int) -> None:
        self._sums, self._size = sums, chips + 1
        self._a, self._b = np.meshgrid(np.arange(chips + 1.0), np.arange(chips + 1.0), indexing="ij")

    @cached_property
    def _outcomes(self) -> list[tuple[int, int, int, Array]]:
        """For an auction: who bids first, who buys, the price, and the ways by the chips."""
        return [
            (
                first,
                buyer,
                price,
                ways(self._sums, *((self._a, self._b) if first == A else (self._b, self._a)), price, bought=first == buyer),
            )
            for first, buyer, price in product((A, B), (A, B), range(self._size))
            if price or first != buyer
        ]

    def whole_set(self, after: Array, opener: int) -> Array:
        """The ways of a set, if the ways after it are these: by the tiles that A buys (0 to 12), and the chips before. Goes backwards."""
        sums = self._sums
        after_a = np.full((SOLD + 1, *after.shape), sums.zero)
        after_a[0] = after
        by_opener = [after_a, after_a]
        for later in range(SOLD):  # sales that come later
            fresh = [np.full(after_a.shape, sums.zero) for _ in (A, B)]
            chosen = sums.weight(2.0, 1.0) if (SOLD - 1 - later) % len(SIZES) == 0 else sums.one  # after the first sale of a group (R17)
            for first, buyer, price, some in self._outcomes:
                weight = sums.times(some, chosen)
                here, there = _paid(buyer, price, self._size)
                tiles = slice(1, later + 2) if buyer == A else slice(0, later + 1)
                target = fresh[first][tiles][(..., *here)]
                sums.plus(target, sums.times(by_opener[buyer][: later + 1][(..., *there)], weight[here]), out=target)
            by_opener = fresh
        return by_opener[opener]

    def match(self, jousts: Array, opener: int) -> float:
        """The ways of a whole match, if those of its jousts are these by the tiles that A buys in each set, the first set first."""
        sums, last = self._sums, (-1, -1)
        found = np.full((self._size, self._size), sums.one)
        for _ in range(jousts.ndim - 1):
            found = self.whole_set(found, opener)
        joined = sums.times(found, jousts[..., np.newaxis, np.newaxis])
        later = sums.plus.reduce(joined, axis=tuple(range(1, jousts.ndim)))  # by the tiles of the first set, and the chips after it
        first = self.whole_set(later, opener)[(..., *last)]
        return float(sums.plus.reduce(np.diagonal(first)))


def _paid(buyer: int, price: int, size: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The chips before a sale and after it, as places in an array."""
    before, after, all_ = slice(price, None), slice(0, size - price), slice(None)
    return ((before, all_), (after, all_)) if buyer == A else ((all_, before), (all_, after))


# --- Jousts


def hands(terms: Terms, bought: int) -> tuple[int, int]:
    """The tiles of A and of B after the left-over ones are given (R18)."""
    a, b = bought, SOLD - bought
    if a == b:
        return a, b
    if terms.left > 1:
        return a + 1, b + 1
    return (a + 1, b) if a < b else (a, b + 1)


class Jousts:
    """The ways of joust phases.

    Args:
        sums: the arithmetic.
        terms: the options.
        knowing: see `matches`.
    """

    def __init__(self, sums: Arithmetic, terms: Terms, *, knowing: bool = False) -> None:
        self._sums, self._terms, self._knowing = sums, terms, knowing
        self.phase = lru_cache(maxsize=None)(self._phase)
        self._joust = lru_cache(maxsize=None)(self._one)

    def _one(self, a: int, b: int, a_up: int, b_up: int) -> dict[tuple[int, int], float]:
        """The tiles left in hand after a joust, and in how many ways (R21)."""
        if not a_up:
            return self._then(self._joust(a - 1, b - 1, 1, 1), float(a * b), 2)
        adds = [min(hand, MOST - up) > 0 for hand, up in ((a, a_up), (b, b_up))]
        if not any(adds):
            return {(a, b): self._sums.one}
        found: dict[tuple[int, int], float] = {}
        for one, other in product(*((0, 1) if can else (0,) for can in adds)):
            choices = float((a if one else 1) * (b if other else 1))
            after = self._joust(a - one, b - other, a_up + one, b_up + other) if one or other else {(a, b): self._sums.one}
            self._add(found, self._then(after, choices, sum(adds)))
        return found

    def _phase(self, a: int, b: int, least: int) -> dict[tuple[int, int], float]:
        """The tiles left in hand after a joust phase, which ends once a seat has `least` tiles (R22, R24)."""
        if min(a, b) <= least:
            return {(a, b): self._sums.one}
        found: dict[tuple[int, int], float] = {}
        for (a_left, b_left), some in self._joust(a, b, 0, 0).items():
            after = self.phase(a_left, b_left, least)
            self._add(found, {left: self._sums.times(some, way) for left, way in after.items()})
        return found

    def _then(self, after: dict[tuple[int, int], float], choices: float, submissions: int) -> dict[tuple[int, int], float]:
        weight = self._sums.weight(choices, submissions)
        return {left: self._sums.times(weight, way) for left, way in after.items()}

    def _add(self, into: dict[tuple[int, int], float], some: dict[tuple[int, int], float]) -> None:
        for left, way in some.items():
            into[left] = self._sums.plus(into.get(left, self._sums.zero), way)

    def items(self, held: Items, hand: tuple[int, int], *, final: bool) -> Iterator[tuple[Items, float]]:
        """The decision `items` (R8, R19): the items left after it, and in how many ways; one way if nobody has any."""
        asked = {
            owner for name, owner in (("inversion", held.inversion), ("conceal", None if final else held.conceal)) if owner is not None
        }
        for invert, conceal in product((False, True), repeat=2):
            if (invert and held.inversion is None) or (conceal and (final or held.conceal is None)):
                continue
            choices = hand[held.inversion] if invert and held.inversion is not None else 1
            after = Items(None if invert else held.inversion, None if conceal else held.conceal)
            yield after, self._sums.weight(float(choices), len(asked)) if asked else self._sums.one

    def match(self, sets: int, held: Items) -> Array:
        """The ways of all joust phases, with the tiles kept and the items used, by the tiles that A has bought in each set."""
        most = (SOLD + 2) * sets
        after = {items: self._last(most, items) for items in held.later()}
        for _ in range(sets):
            after = {items: np.stack([self._set(after, items, bought) for bought in range(SOLD + 1)]) for items in held.later()}
        return after[held][..., 0, 0]

    def _last(self, most: int, held: Items) -> Array:
        """The final joust, by the tiles that each seat has stored."""
        found = np.full((most + 1, most + 1), self._sums.zero)
        for a, b in product(range(most + 1), repeat=2):
            if self._knowing:
                found[a, b] = self._sums.one if min(a, b) else self._sums.zero
                continue
            found[a, b] = self._over(self.phase(a, b, 0))
            if min(a, b):
                ways = [self._sums.times(some, found[a, b]) for _, some in self.items(held, (a, b), final=True)]
                found[a, b] = self._over(dict(enumerate(ways)))
        return found

    def _over(self, some: dict[Any, float]) -> float:
        total = self._sums.zero
        for way in some.values():
            total = self._sums.plus(total, way)
        return total

    def _set(self, after: dict[Items, Array], held: Items, bought: int) -> Array:
        """The joust phase of a set and all that comes after it, by the tiles stored before."""
        hand = hands(self._terms, bought)
        found = np.full(after[held].shape, self._sums.zero)
        kept = self._sums.weight(2.0, 1) if self._terms.left > 1 and 2 * bought != SOLD and not self._knowing else self._sums.one
        for items, used in self.items(held, hand, final=False) if min(hand) > 1 else ((held, self._sums.one),):
            for (a, b), way in self.phase(*hand, 1).items():
                weight = self._sums.times(self._sums.times(kept, used), way)
                shifted = after[items][..., a:, b:]
                target = found[..., : shifted.shape[-2], : shifted.shape[-1]]
                self._sums.plus(target, self._sums.times(shifted, weight), out=target)
        return found


class Items(NamedTuple):
    """The holders of items that are not used: a seat, or None."""

    inversion: int | None = None
    conceal: int | None = None

    def later(self) -> list[Items]:
        """All that can become of it."""
        return sorted({Items(i, c) for i in (self.inversion, None) for c in (self.conceal, None)}, key=str)


# --- Whole matches


def matches(terms: Terms, sums: Arithmetic = COUNT, *, knowing: bool = False) -> float:
    """Whole matches with given deals: their number, or the submissions of the shortest or the longest.

    With `knowing` the histories up to the first tiles of the final joust, without items and with one choice of left-over tiles: each seat
    can tell any two of these from each other, because all jousts before have been revealed.
    """
    auctions, jousts = Auctions(sums, terms.chips), Jousts(sums, terms, knowing=knowing)
    by_opener: dict[int, Array] = {}
    for opener, held in _roles(terms):
        found = jousts.match(terms.sets, Items() if knowing else held)
        by_opener[opener] = sums.plus(by_opener[opener], found) if opener in by_opener else found
    total = sums.plus.reduce([auctions.match(found, opener) for opener, found in by_opener.items()])
    return float(sums.times(total, sums.weight(1.0, 1) if terms.items else sums.one))


def _roles(terms: Terms) -> list[tuple[int, Items]]:
    """The seat that opens the sets, and the holders of the other items, for each pick (R2)."""
    if not terms.items:
        return [(_seat(terms.dmo), Items())]
    mine, theirs = _seat(terms.picker), 1 - _seat(terms.picker)
    return [(theirs, Items(mine, theirs)), (mine, Items(theirs, theirs)), (theirs, Items(theirs, mine))]


def _seat(seat: Any) -> int:
    return A if seat.value == "A" else B


def positions(terms: Terms) -> int:
    """A bound: packages/lab/docs/games.md has its factors."""
    tiles, numbers = SOLD + terms.left, HIGHEST * (HIGHEST + 1) // 2 * terms.sets + (HIGHEST if terms.items else 0)
    points, chips = comb(numbers + 2, 2), (terms.chips + 1) ** 2
    used = 3 * (1 + tiles * terms.sets) * (2 + terms.sets) if terms.items else 1  # the pick; the tile inverted; the set of Conceal
    each, up = deals(terms), factorial(MOST) ** 2
    auction = 3**tiles * GROUPS * (1 + len(SIZES)) * 2 * (1 + 2 * terms.chips)
    found = sum((each * 3**tiles) ** before * each * (auction + 5**tiles * up) * chips for before in range(terms.sets))
    return int(found + (each * 5**tiles) ** terms.sets * up) * points * used
