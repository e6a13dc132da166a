"""The bots, weakest first: `random`, `steady`, `strong`, `perfect`. They see views only; docs/bots.md says how they think."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import Source
from deathmatch.core.game import Decision
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.solving import Kept
from deathmatch.games.five_card_trick.fast import ahead
from deathmatch.games.five_card_trick.fast.ahead import Floats, Ints
from deathmatch.games.five_card_trick.fast.catalogue import BITS, Catalogue, catalogue, position
from deathmatch.games.five_card_trick.solver.shelved import complete
from deathmatch.games.five_card_trick.solver.solved import Solved, Stage, Unknown, state_of
from deathmatch.games.five_card_trick.values import Answer, Card, Item, Move, Submission, Terms, Variation
from deathmatch.solve import plain
from deathmatch.solve.matrix import solve

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.game import FiveCardTrick
    from deathmatch.games.five_card_trick.view import View

Mixture: TypeAlias = Sequence[tuple[Move, float]]

_CRUMB = 1e-9  # a probability below this is rounding


def _answers(use: bool) -> Mixture:
    return ((Answer.PRIORITY if use else Answer.PASS, 1.0),)


def _answered(seat: Seat, answers: Mapping[Answer, float]) -> Mixture:
    """The answer with the better chance, of these of A; the item is kept where it makes no difference."""
    used, passed = answers[Answer.PRIORITY], answers[Answer.PASS]
    return _answers(used > passed if seat is Seat.A else used < passed)


# --- The bots


class Random:
    """Any legal move, each as likely as the next."""

    def choose(self, _view: View, decision: Decision[Move], _budget: Budget, source: Source, /) -> Move:
        """A legal move."""
        return decision.sample(source)

    def mixture(self, _view: View, decision: Decision[Move], /) -> Mixture:
        """All legal moves alike."""
        moves = tuple(decision.moves() or ())
        return tuple((move, 1.0 / len(moves)) for move in moves)


class _Mixer(ABC):
    """A bot that is its mixture: it chooses by lot, with the probabilities that it states."""

    @abstractmethod
    def mixture(self, view: View, decision: Decision[Move], /) -> Mixture:
        """Moves with their probabilities; those that are never chosen are left out."""

    def choose(self, view: View, decision: Decision[Move], _budget: Budget, source: Source, /) -> Move:
        """One move of the mixture."""
        mixture = self.mixture(view, decision)
        return mixture[source.weighted([chance for _, chance in mixture])][0]


class Steady(_Mixer):
    """Solves the matrix game of this round alone for chips and lights, and mixes accordingly. It looks neither ahead nor at the score.

    A light is worth a little less than a fifth of the chip that five of them bring, as long as the rounds left suffice to complete
    them; each item has a price that falls to nothing towards the end, so that it is spent where it pays.
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
            held = int(here[ahead.ITEMS + SEATS.index(view.answering)])
            return _answers(view.pot > prices[held] - prices[held & ~ahead.PRIORITY])
        book = catalogue(view.terms)
        rows, columns = book.open(here, 0), book.open(here, 1)
        payoffs = np.empty((rows.size, columns.size))
        ahead.plain_payoffs(here, book.rows, book.book, rows, columns, self._lights(left), prices, payoffs)
        solution = solve(payoffs)
        chances = (rows, solution.row) if view.own is Seat.A else (columns, solution.column)
        return _spread(book, *chances)

    def _lights(self, left: int) -> Floats:
        """What n lights are worth with so many rounds to come, shape (6,): nothing where two a round cannot complete them."""
        return np.array([self.LIGHT * lit if 2 * left >= ahead.CARDS - lit else 0.0 for lit in range(ahead.CARDS + 1)])

    def _prices(self, left: int) -> Floats:
        """What each mask of items is worth to hold with so many rounds to come, shape (8,)."""
        fade = min(1.0, left / self.FADE)
        return np.array([fade * sum(price for item, price in self.PRICES.items() if mask & BITS[item]) for mask in range(8)])


def _spread(book: Catalogue, rows: Ints, chances: Floats) -> Mixture:
    """A mixture in which submissions that differ only in the name that Block gives share what they have together."""
    shares: dict[tuple[tuple[Card, ...], tuple[Item, ...]], float] = {}
    alike: dict[tuple[tuple[Card, ...], tuple[Item, ...]], list[Submission]] = {}
    for row, chance in zip(rows, chances, strict=True):
        move = book.moves[row]
        key = (move.cards, move.items)
        shares[key] = shares.get(key, 0.0) + float(chance)
        alike.setdefault(key, []).append(move)
    return tuple((move, share / len(alike[key])) for key, share in shares.items() if share > _CRUMB for move in alike[key])


@lru_cache(maxsize=len(Variation))
def worth(variation: Variation) -> ahead.Worth:
    """What positions of a variant are worth, unpacked from its data file (`tools/fit_five_card_trick.py`)."""
    with resources.files("deathmatch.games.five_card_trick").joinpath("data", f"{variation.value}.npz").open("rb") as file:
        parts = dict(np.load(file))
    return unpack(parts)


def unpack(parts: Mapping[str, NDArray[Any]]) -> ahead.Worth:
    """The worth in the form that the kernels use, from the arrays of a data file."""
    row = np.zeros((32, 32), dtype=np.int64)
    for number, (last, barred) in enumerate(parts["home"]):
        row[last, barred] = number
    floats = {name: parts[name].astype(np.float64) for name in ("light", "item", "shift", "variance")}
    return ahead.Worth(row, floats["shift"], _table(parts), floats["light"], floats["item"], floats["variance"])


def _table(parts: Mapping[str, NDArray[Any]]) -> NDArray[np.float32]:
    """The table, of which the file has whole steps for rows a <= b alone, each as its difference to the pot and the level before."""
    cells = parts["cells"].astype(np.int32).cumsum(1).cumsum(-1).astype(np.float32) * np.float32(parts["step"])
    count = len(parts["home"])
    table = np.empty((cells.shape[1], count, count, *cells.shape[2:]), dtype=np.float32)
    mirrored = [0, *range(1 + ahead.CARDS, 1 + 2 * ahead.CARDS), *range(1, 1 + ahead.CARDS)]  # blocks with the seats swapped
    for cell, (a, b) in zip(cells, combinations_with_replacement(range(count), 2), strict=True):
        table[:, b, a] = -cell[:, mirrored]
        table[:, a, b] = cell
    return table


class Strong(_Mixer):
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

    def stage(self, view: View) -> Stage:
        """The round as it is estimated, in A's chances to win; exact in the last one that may come."""
        book, here = catalogue(view.terms), position(view)
        rows, columns = book.open(here, 0), book.open(here, 1)
        moves = BySeat(tuple(book.moves[row] for row in rows), tuple(book.moves[column] for column in columns))
        return Stage(moves, self._chances(view, rows, columns))

    def idle(self, view: View, seat: Seat) -> Floats:
        """What a time-out of this seat alone comes to, against each move that the other one has in `stage`: A's chances."""
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
            return _answered(view.answering, self.answers(view))
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
        return tuple((book.moves[row], float(chance)) for row, chance in zip(own, chances, strict=True) if chance > _CRUMB)


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


class Perfect(_Mixer):
    """Plays the mixtures of a solution that somebody has kept; nothing that is known of it helps against it.

    What the solution does not know, because it takes time-outs to come to it, it plays as `strong`; without any, everything.
    """

    def __init__(self, terms: Terms, solved: Solved | None = None) -> None:
        self._terms = terms
        self._solved = solved
        self._strong = Strong(terms)

    def consult(self, shelves: Sequence[Kept], /) -> Perfect | None:
        """With the first solution of the whole match under these options."""
        solved = complete(self._terms, shelves)
        return None if solved is None else Perfect(self._terms, solved)

    def warm(self) -> None:
        """Have the kernels of `strong` ready, and with them the solver of a round."""
        self._strong.warm()

    def mixture(self, view: View, decision: Decision[Move], /) -> Mixture:
        """The optimal mixture."""
        found = None if self._solved is None else _known(self._solved, view)
        return self._strong.mixture(view, decision) if found is None else found


def _known(solved: Solved, view: View) -> Mixture | None:
    """The optimal mixture at a view; None where the solution does not know it."""
    state = state_of(view)
    try:
        if view.answering is not None:
            return _answered(view.answering, solved.answers(state))
        stage = solved.stage(state)
    except Unknown:
        return None
    found = plain.solve(stage.payoffs)  # `stage.solution` would have to load a kernel first
    moves, parts = (stage.moves.a, found.row) if view.own is Seat.A else (stage.moves.b, found.column)
    return tuple((move, float(part)) for move, part in zip(moves, parts, strict=True) if part > _CRUMB)


def bots(game: FiveCardTrick) -> Mapping[str, AnyBot]:
    """The bots of a variant by name, weakest first."""
    return {"random": Random(), "steady": Steady(), "strong": Strong(game.terms), "perfect": Perfect(game.terms)}
