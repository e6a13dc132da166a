"""The bots, weakest first: `random`, `steady`, `strong`, `perfect`. They see views only; docs/bots.md says how they think."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from deathmatch.core import plugins
from deathmatch.core.bots import UNLIMITED, AnyBot, Budget, OutOfTime, TimeLeft
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import SEATS, Seat, certain
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import BITS, Catalogue, Floats, Ints, catalogue, position
from deathmatch.games.five_card_trick.solver import PART, Effort, answers, efforts, judged
from deathmatch.games.five_card_trick.values import Answer, Card, Item, Move, Submission, Terms
from deathmatch.games.five_card_trick.view import state_of
from deathmatch.solve.matrix import solve

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick
    from deathmatch.games.five_card_trick.view import View


Mixture: TypeAlias = Sequence[tuple[Move, float]]


def answer(use: bool) -> Mixture:
    """The answer about Claim Priority, for certain."""
    return ((Answer.PRIORITY if use else Answer.PASS, 1.0),)


def asked(view: View) -> View:
    """The view of a seat that may use Claim Priority until the round ends, as if it decided now (as-written W5 and R11)."""
    return replace(view, round=certain(view.last).number, answering=view.window, window=None)


def answered(seat: Seat, answers: Mapping[Answer, float]) -> Mixture:
    """The answer with the better chance, given A's chances; the item is kept if it makes no difference."""
    used, passed = answers[Answer.PRIORITY], answers[Answer.PASS]
    return answer(used > passed if seat is Seat.A else used < passed)


class Mixer(ABC):
    """A bot that is its mixture: it chooses by lot, with the probabilities that it states."""

    @abstractmethod
    def mixture(self, view: View, decision: Decision[Move], /, time: TimeLeft = UNLIMITED) -> Mixture:
        """Moves with their probabilities, as good as time permits; those that are never chosen are left out."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """One move of the mixture."""
        mixture = self.mixture(view, decision, TimeLeft(budget))
        return mixture[source.weighted([chance for _, chance in mixture])][0]


class Steady(Mixer):
    """Solves the matrix game of this round alone for chips and lights, and mixes accordingly. It looks neither ahead nor at the score.

    A light is worth a little less than a fifth of the chip that five of them bring, as long as the rounds left suffice to complete
    them; each item has a price that falls to nothing towards the end, so that it is spent if it pays.
    """

    LIGHT = 0.15
    PRICES: Mapping[Item, float] = {Item.OVERLOAD: 1.2, Item.RESET: 1.0, Item.PRIORITY: 2.5}
    FADE = 8  # rounds before the end from which prices fall

    def mixture(self, view: View, decision: Decision[Move], /, time: TimeLeft = UNLIMITED) -> Mixture:
        """The row (or column) player's optimal mixture of this round; names that Block gives and that make no difference share evenly."""
        if view.window is view.eye and self.mixture(asked(view), decision) == answer(use=True):
            return answer(use=True)
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
    alike: dict[tuple[tuple[Card, ...], tuple[Item, ...]], list[tuple[Submission, float]]] = {}
    for row, chance in zip(rows, chances, strict=True):
        move = book.moves[row]
        alike.setdefault((move.cards, move.items), []).append((move, float(chance)))
    shared = [(group, sum(chance for _, chance in group)) for group in alike.values()]
    return tuple((move, share / len(group)) for group, share in shared if share > PART for move, _ in group)


# --- The bot `strong`


LOST: Final = 1e-6
"""A smaller chance is none: every submission is as good against a perfect opponent, so it plays as if it had seen less, for the others."""


class Strong(Mixer):
    """Plays each round for the chance to win the match, as well as can be if its chances were right.

    It solves this round and the next one, or up to three if chips are compared soon, and judges the rest by a fitted worth. With the
    laboratory it solves this round and the next two, or the next three if chips are compared after them, and takes the chances after those
    from a digest of a solution; in `final` as soon as all items are spent. The last four rounds of a match it solves to the end; with
    unspent items the last three. It begins with this round alone, and looks further while there is time (`solver.py`).
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def warm(self) -> None:
        """Have every kernel and the data ready, also those for the time when all items are spent."""
        state = rules.start(self._terms)
        spent = replace(state, sides=state.sides.map(lambda side: replace(side, items=())))
        for here in dict.fromkeys((state, spent)):
            judged(self._terms, here, Effort(1))
            judged(self._terms, here, Effort(2, (0.0,)))

    def mixture(self, view: View, decision: Decision[Move], /, time: TimeLeft = UNLIMITED) -> Mixture:
        """An optimal mixture of the round as far ahead as there is time for; it assumes that the opponent plays one too."""
        if view.window is view.eye and self.mixture(asked(view), decision) == answer(use=True):
            return answer(use=True)
        if view.answering is not None:
            return answered(view.answering, answers(self._terms, state_of(view), time)[0])
        quickest, *further = efforts(self._terms, state_of(view))
        mixture = self._mixed(view, quickest, ())
        with suppress(OutOfTime):
            for effort in further:
                time.check()
                mixture = self._mixed(view, effort, mixture, time)
        return mixture

    def _mixed(self, view: View, effort: Effort, before: Mixture, time: TimeLeft = UNLIMITED) -> Mixture:
        """The mixture after so much effort; the one before it, if any, where all is lost. Raises OutOfTime."""
        found = judged(self._terms, state_of(view), effort, time)
        chance = found.value if view.own is Seat.A else 1.0 - found.value
        return before if before and chance < LOST else found.mixture(view.own)


# --- The bots, weakest first: `random`, `steady`, `strong`, `perfect`
#
# They see views only; docs/bots.md says how they think.


PERFECT: Final = "five-card-trick.perfect"
"""The addition that makes the bot `perfect`, which plays by solutions of whole matches: `(terms) -> bot`."""


def bots(game: FiveCardTrick) -> Mapping[str, AnyBot]:
    """The bots of a variant by name, weakest first; `perfect` only with the laboratory, which has it."""
    found: dict[str, AnyBot] = {"steady": Steady(), "strong": Strong(game.terms)}
    perfect = plugins.brought(PERFECT)
    return found if perfect is None else found | {"perfect": perfect(game.terms)}
