"""Chance in small steps: a deal as a path of factors, each with a few outcomes and their exact probabilities.

A game can give the factors of its chances (`Factored`): one path to each deal, so the product of its probabilities is that of the deal.
 `selection` makes such factors out of "so many of these": card by card, in the order of the pool.

For every other chance the factors are the random choices that its own `sample` makes (`traced`). They are exact too, but several paths can
lead to one deal, and a path may have no bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, Final, Generic, TypeAlias, TypeVar

from deathmatch.core.chance import RandomSource

D = TypeVar("D")  # deal

Factor: TypeAlias = tuple[tuple[str, Fraction], ...]
"""The outcomes of a factor, each a token with its probability above 0; they add up to 1. Without outcomes the deal is whole."""

Pools: TypeAlias = Sequence[tuple[Sequence[str], int]]
"""The pools that are dealt from in turn, each with its number of cards; a card that has been dealt is in none any more."""

MOST: Final = 1 << 20  # outcomes of a traced factor; a source is asked for more only by `unit`


@dataclass(frozen=True, slots=True)
class Factored(Generic[D]):
    """The deals of a chance (`core.game.Chance`) as paths of factors, one path a deal.

    Attributes:
        factor: the factor after these tokens; the empty factor if they are a whole deal.
        whole: the deal that a whole path is.
        path: the path to a deal.
    """

    factor: Callable[[tuple[str, ...]], Factor]
    whole: Callable[[tuple[str, ...]], D]
    path: Callable[[D], tuple[str, ...]]


def uniform(outcomes: Sequence[str]) -> Factor:
    """Each of these with the same probability."""
    return tuple((outcome, Fraction(1, len(outcomes))) for outcome in outcomes)


def parts(pools: Pools, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A path cut into the cards of each pool; the last parts may be unfinished or empty."""
    cut: list[tuple[str, ...]] = []
    at = 0
    for _, size in pools:
        cut.append(path[at : at + size])
        at += size
    return cut


def selection(pools: Pools, path: tuple[str, ...]) -> Factor:
    """The next card of deals in which every selection is as likely as any other.

    A selection is dealt in the order of its pool, so there is one path to each. The first of m cards out of n is the one at place i with
    probability C(n - 1 - i, m - 1) / C(n, m).
    """
    gone: set[str] = set()
    for (pool, size), taken in zip(pools, parts(pools, path), strict=True):
        if len(taken) < size:
            left = [card for card in pool if card not in gone]
            left = left[left.index(taken[-1]) + 1 :] if taken else left
            wanted, total = size - len(taken), len(left)
            last = total - wanted + 1  # later ones would leave too few
            return tuple((card, Fraction(comb(total - 1 - at, wanted - 1), comb(total, wanted))) for at, card in enumerate(left[:last]))
        gone.update(taken)
    return ()


# --- Any other chance


class _Wanted(Exception):
    """The sample asks for a number below this bound, and the path has ended."""

    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.bound = bound


class _Told(RandomSource):
    """A source that gives the numbers of a path, and stops after them. A number below 1 is no choice, and not in the path."""

    def __init__(self, path: tuple[str, ...]) -> None:
        self._left = [int(token) for token in reversed(path)]

    def below(self, bound: int, /) -> int:
        """See `RandomSource`."""
        if bound == 1:
            return 0
        if not self._left:
            raise _Wanted(bound)
        return self._left.pop()


def traced(chance: Any, path: tuple[str, ...]) -> Factor:
    """The next random choice that a chance makes after these; each of its outcomes is as likely as any other.

    Raises: ValueError if a choice has more than `MOST` outcomes.
    """
    try:
        chance.sample(_Told(path))
    except _Wanted as wanted:
        if wanted.bound > MOST:
            raise ValueError(f"a random choice of {chance.name} has {wanted.bound} outcomes") from None
        return uniform([str(number) for number in range(wanted.bound)])
    return ()


def told(chance: Any, path: tuple[str, ...]) -> Any:
    """The deal of a whole path of `traced`."""
    return chance.sample(_Told(path))
