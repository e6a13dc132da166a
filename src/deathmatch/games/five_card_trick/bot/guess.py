"""A round as it is guessed from a fitted worth: how `strong` plays `setna` and `final`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.game import Decision
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.five_card_trick.bot.plain import Mixer, Mixture, answered
from deathmatch.games.five_card_trick.bot.worth import worth
from deathmatch.games.five_card_trick.fast import ahead
from deathmatch.games.five_card_trick.fast.ahead import Floats, Ints
from deathmatch.games.five_card_trick.fast.blind import CRUMB
from deathmatch.games.five_card_trick.fast.catalogue import catalogue, position
from deathmatch.games.five_card_trick.solver.solved import StageGame
from deathmatch.games.five_card_trick.values import Answer, Move, Terms
from deathmatch.solve.matrix import solve

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View


class Guess(Mixer):
    """Plays each round for the chance to win the match: a matrix game whose entries are the chances after the round.

    They come from a fitted worth of restrictions, block, pot, lights and items (`ahead.Worth`) and are exact after the last round. With
    `DEEP` rounds to come or fewer, the submissions that are worth it are tried again one round deeper, unless items make that too wide.
    """

    DEEP = 2
    KEEP = 10  # submissions of each seat that are looked at more deeply
    WIDE = 1500  # pairs of submissions from which one round ahead has to do: unspent items make every next round as wide

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def warm(self) -> None:
        """Have every kernel and the data ready."""
        terms = self._terms
        here, finish = ahead.opening(), ahead.Finish(0, 0.0, 0)
        book, known = catalogue(terms), worth(terms.variation)
        few = book.open(here, 0)[:2]
        payoffs = np.empty((few.size, few.size))
        ahead.chances(here, book.rows, book.book, known, 1, finish, few, few, payoffs)
        ahead.promises(here, book.rows, book.book, known, 1, finish, few, few, payoffs)
        ahead.use_priority(here, 0)
        ahead.promise(here, book.rows, book.book, known, 1, finish)
        solve(payoffs)

    def stage(self, view: View) -> StageGame:
        """The round as it is estimated, in A's chances to win; exact in the last one that may come."""
        book, here = catalogue(view.terms), position(view)
        rows, columns = book.open(here, 0), book.open(here, 1)
        moves = BySeat(tuple(book.moves[row] for row in rows), tuple(book.moves[column] for column in columns))
        return StageGame(moves, self._chances(view, rows, columns))

    def idle(self, view: View, seat: Seat) -> Floats:
        """The value of a time-out of this seat alone against each move of the other one in `stage`: A's chances."""
        book, here, none = catalogue(view.terms), position(view), np.array([ahead.NONE])
        return self._chances(view, *((none, book.open(here, 1)) if seat is Seat.A else (book.open(here, 0), none))).ravel()

    def answers(self, view: View) -> Mapping[Answer, float]:
        """A's estimated chance after each answer about Claim Priority."""
        assert view.answering is not None
        book, known, here = catalogue(view.terms), worth(view.terms.variation), position(view)
        used = here.copy()
        ahead.use_priority(used, SEATS.index(view.answering))
        left, finish = view.ends_after - view.round, _finish(view)
        taken, passed = (ahead.promise(row, book.rows, book.book, known, left, finish) for row in (used, here))
        return {Answer.PRIORITY: taken, Answer.PASS: passed}

    def _chances(self, view: View, rows: Ints, columns: Ints) -> Floats:
        book, left = catalogue(view.terms), view.ends_after - view.round
        payoffs = np.empty((rows.size, columns.size))
        known = worth(view.terms.variation)
        ahead.chances(position(view), book.rows, book.book, known, left, _finish(view), rows, columns, payoffs)
        return payoffs

    def mixture(self, view: View, decision: Decision[Move], /) -> Mixture:
        """An optimal mixture of the estimated game; it assumes that the opponent plays one too."""
        if view.answering is not None:
            return answered(view.answering, self.answers(view))
        here, left, finish = position(view), view.ends_after - view.round, _finish(view)
        book, known = catalogue(view.terms), worth(view.terms.variation)
        rows, columns = book.open(here, 0), book.open(here, 1)
        payoffs = self._chances(view, rows, columns)
        solution = solve(payoffs)
        if 0 < left <= self.DEEP and payoffs.size < self.WIDE:
            rows = rows[_best(payoffs @ solution.column, self.KEEP)]
            columns = columns[_best(-(solution.row @ payoffs), self.KEEP)]
            payoffs = np.empty((rows.size, columns.size))
            ahead.promises(here, book.rows, book.book, known, left, finish, rows, columns, payoffs)
            solution = solve(payoffs)
        own, chances = (rows, solution.row) if view.own is Seat.A else (columns, solution.column)
        return tuple((book.moves[row], float(chance)) for row, chance in zip(own, chances, strict=True) if chance > CRUMB)


def _best(worths: Floats, keep: int) -> NDArray[np.intp]:
    """The places of the largest, ascending."""
    return np.sort(np.argsort(-worths, kind="stable")[:keep])


def _finish(view: View) -> ahead.Finish:
    """How the match goes on after the next count (R25)."""
    terms = view.terms
    extension = min(view.ends_after + terms.extension, terms.max_rounds) - view.ends_after
    a, b = (0, 0) if terms.unused_items else terms.received.map(len)
    winner = terms.dmo if a == b else Seat.A if a > b else Seat.B
    return ahead.Finish(extension, float(winner is Seat.A), int(terms.unused_items))
