"""The bots `random` and `steady`, and the base of bots that play by chance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import BITS, Catalogue, Floats, Ints, catalogue, position
from deathmatch.games.five_card_trick.solver import PART
from deathmatch.games.five_card_trick.values import Answer, Card, Item, Move, Submission
from deathmatch.solve.matrix import solve

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View

Mixture: TypeAlias = Sequence[tuple[Move, float]]


def answer(use: bool) -> Mixture:
    """The answer about Claim Priority, for certain."""
    return ((Answer.PRIORITY if use else Answer.PASS, 1.0),)


def answered(seat: Seat, answers: Mapping[Answer, float]) -> Mixture:
    """The answer with the better chance, given A's chances; the item is kept if it makes no difference."""
    used, passed = answers[Answer.PRIORITY], answers[Answer.PASS]
    return answer(used > passed if seat is Seat.A else used < passed)


def picked(mixture: Mixture, source: RandomSource) -> Move:
    """One move of a mixture, by lot."""
    return mixture[source.weighted([chance for _, chance in mixture])][0]


class Random:
    """Any legal move, each as likely as the next."""

    def choose(self, _view: View, decision: Decision[Move], _budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        return decision.sample(source)

    def mixture(self, _view: View, decision: Decision[Move], /) -> Mixture:
        """All legal moves alike."""
        moves = tuple(decision.moves() or ())
        return tuple((move, 1.0 / len(moves)) for move in moves)


class Mixer(ABC):
    """A bot that is its mixture: it chooses by lot, with the probabilities that it states."""

    @abstractmethod
    def mixture(self, view: View, decision: Decision[Move], /) -> Mixture:
        """Moves with their probabilities; those that are never chosen are left out."""

    def choose(self, view: View, decision: Decision[Move], _budget: Budget, source: RandomSource, /) -> Move:
        """One move of the mixture."""
        return picked(self.mixture(view, decision), source)


class Steady(Mixer):
    """Solves the matrix game of this round alone for chips and lights, and mixes accordingly. It looks neither ahead nor at the score.

    A light is worth a little less than a fifth of the chip that five of them bring, as long as the rounds left suffice to complete
    them; each item has a price that falls to nothing towards the end, so that it is spent if it pays.
    """

    LIGHT = 0.15
    PRICES: Mapping[Item, float] = {Item.OVERLOAD: 1.2, Item.RESET: 1.0, Item.PRIORITY: 2.5}
    FADE = 8  # rounds before the end from which prices fall

    def mixture(self, view: View, decision: Decision[Move], /) -> Mixture:
        """The row (or column) player's optimal mixture of this round; names that Block gives and that make no difference share evenly."""
        here = position(view)
        left = view.ends_after - view.round
        prices = self._prices(left)
        if view.answering is not None:
            held = int(here[rounds.ITEMS + SEATS.index(view.answering)])
            return answer(view.pot > prices[held] - prices[held & ~rounds.PRIORITY])
        book = catalogue(view.terms)
        rows, columns = book.open(here, 0), book.open(here, 1)
        payoffs = np.empty((rows.size, columns.size))
        rounds.plain_payoffs(here, book.rows, book.book, rows, columns, self.lights(left), prices, payoffs)
        solution = solve(payoffs)
        chances = (rows, solution.row) if view.own is Seat.A else (columns, solution.column)
        return _spread(book, *chances)

    def lights(self, left: int) -> Floats:
        """The worth of n lights by the number of rounds to come, shape (6,): 0 if two a round cannot complete them."""
        return np.array([self.LIGHT * lit if 2 * left >= rounds.CARDS - lit else 0.0 for lit in range(rounds.CARDS + 1)])

    def _prices(self, left: int) -> Floats:
        """What each mask of items is worth to hold with so many rounds to come, shape (8,)."""
        fade = min(1.0, left / self.FADE)
        return np.array([fade * sum(price for item, price in self.PRICES.items() if mask & BITS[item]) for mask in range(8)])


def _spread(book: Catalogue, rows: Ints, chances: Floats) -> Mixture:
    """A mixture in which submissions that differ only in the card that Block names share their total evenly."""
    shares: dict[tuple[tuple[Card, ...], tuple[Item, ...]], float] = {}
    alike: dict[tuple[tuple[Card, ...], tuple[Item, ...]], list[Submission]] = {}
    for row, chance in zip(rows, chances, strict=True):
        move = book.moves[row]
        key = (move.cards, move.items)
        shares[key] = shares.get(key, 0.0) + float(chance)
        alike.setdefault(key, []).append(move)
    return tuple((move, share / len(alike[key])) for key, share in shares.items() if share > PART for move in alike[key])
