"""How `strong` and the reviews judge a position: rounds that are searched (`fast/search.py`), and how far.

A search is exact if it reaches the end of the match and follows every submission. Else it takes the chances after the last of its rounds
from an **estimator**, and a **margin** says which submissions it does not follow: those that seem to give away more. Estimates right after
the round stand for them. The house estimates by the fitted worth. The laboratory, if it is installed, adds an estimator that has nearly
exact chances, and reads solutions of whole matches (`core/plugins.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

import numpy as np

from deathmatch.core import plugins
from deathmatch.core.bots import UNLIMITED, OutOfTime, SavedArrays, TimeLeft, remembered
from deathmatch.core.game import TIMEOUT, Over
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.fast import rounds as kernels
from deathmatch.games.five_card_trick.fast import search, worth
from deathmatch.games.five_card_trick.fast.rounds import Floats, catalogue
from deathmatch.games.five_card_trick.fast.search import ALL, DEPTH, Found, Horizon, Search
from deathmatch.games.five_card_trick.fast.worth import OPEN, Leaves
from deathmatch.games.five_card_trick.values import Answer, Submission, Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch.solve.matrix import workspace

ESTIMATOR: Final = "five-card-trick.estimator"
"""The addition that makes another estimator: `(terms) -> Estimator | None`."""

SOLUTIONS: Final = "five-card-trick.solutions"
"""The addition that reads solutions of whole matches: `(terms, saved arrays) -> SolvedMatch | None`."""

PART: Final = 1e-9  # a smaller part of a mixture is rounding
SLICE: Final = 60_000  # pairs of submissions, about, that are looked at without a break
ROOM: Final = 1 << 13  # chances that are remembered at first

MARGINS: Final = (0.02, 0.01)
"""What the others seem to give away at least, in the round that is played and in the next one; research/notes/bots.md has the cost."""

GUESSED: Final = (0.03,)
"""The same where positions are judged by the fitted worth alone."""

BEFORE_COUNT: Final = ((ALL,), (0.1,), MARGINS)
"""The same with two, three and four rounds to play before a count."""

WIDE: Final = 1500
"""Pairs of submissions from which unspent items make every further round as wide."""

WIDE_ROUNDS: Final = 3
"""Rounds that are then solved to the end of the match, in a second or so; four take 11 to 28."""


# --- Who says what positions are worth


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to search.

    Attributes:
        depth: rounds that are solved.
        margins: by level, from the round that is to be played; the last of them stands for all further ones.
    """

    depth: int
    margins: tuple[float, ...] = (ALL,)


@dataclass(frozen=True, eq=False)
class Estimator:
    """Says the worth of positions that a search does not follow any further: by the fitted worth alone. The laboratory has another one.

    Attributes:
        terms: the options of the match.
    """

    terms: Terms

    @property
    def pairs(self) -> bool:
        """Whether it judges only positions after submissions of two cards."""
        return False

    def efforts(self, state: State, /) -> Iterator[Effort]:
        """How far to search a round that is not among the last ones, after a first look at this round alone; the best last.

        Two rounds; more right before a count, for the worth says little about the last rounds before it.
        """
        left = state.ends_after - state.round + 1
        yield Effort(2, GUESSED)
        if 1 < left <= len(BEFORE_COUNT) + 1:
            yield Effort(min(left, WIDE_ROUNDS), BEFORE_COUNT[left - 2])

    def recalled(self, _counts: Sequence[int], _round: int, _after: int, /) -> float:
        """The part of its own judgement in the chances before a round that are solved from those it judges before round `after`.

        None: a chance that is solved is nearer to the truth than the fitted worth.
        """
        return 0.0

    def leaf_values(self, counts: tuple[int, ...], round_: int, /) -> Leaves:
        """How it judges positions before a round and the next ones; chips are compared after the rounds `counts`.

        It has no curves, so the fitted worth judges all of them.
        """
        ahead = np.zeros((DEPTH, 2), dtype=np.int64)
        for level in range(DEPTH):
            here = min(round_ + level, counts[-1])
            place = next(k for k, count in enumerate(counts) if count >= here)
            ahead[level] = counts[place] - here + 1, counts[place + 1] - counts[place] if place + 1 < len(counts) else 0
        tie, position = float(self.terms.last_tie is Seat.A), kernels.opening()
        nothing = np.zeros(0, dtype=np.int64) if search.CURVES is None else search.CURVES.nothing()
        return Leaves(ahead, int(self.terms.unused_items), tie, position, nothing)


@lru_cache(maxsize=8)
def estimator_of(terms: Terms, spent: bool = True) -> Estimator:
    """The estimator of a match under these options; as long as not all items are `spent`, the fitted worth, which knows their price."""
    make = plugins.brought(ESTIMATOR) if spent else None
    found: Estimator | None = None if make is None else make(terms)
    return Estimator(terms) if found is None else found


# --- Rounds that are solved


class JudgedRound(Protocol):
    """A round with its value and optimal mixtures, searched or read from a solution.

    Attributes:
        moves: the submissions of each seat that were looked at.
        value: A's chance to win.
        exact: whether all of it is exact.
    """

    moves: BySeat[tuple[Submission, ...]]
    value: float
    exact: bool

    def mixture(self, seat: Seat) -> tuple[tuple[Submission, float], ...]:
        """The mixture of a seat, without submissions that it never plays."""
        ...

    def after(self, pair: Mapping[Seat, Submission], time: TimeLeft = UNLIMITED) -> float:
        """A's chance after a pair of submissions; raises ValueError if one was left out, OutOfTime."""
        ...

    def against(self, seat: Seat, move: Submission, time: TimeLeft = UNLIMITED) -> float:
        """A's chance with a seat's submission against the other one's mixture; raises ValueError if it was left out, OutOfTime."""
        ...


class Unknown(LookupError):
    """A position that the solution does not know: it takes time-outs to come to it, or its layer has not been kept."""


class SolvedMatch(Protocol):
    """The solution of a whole match. Every method raises Unknown for a position that it does not know."""

    def chance(self, state: State) -> float:
        """A's chance to win."""
        ...

    def answers(self, state: State) -> Mapping[Answer, float]:
        """A's chance after each answer about Claim Priority."""
        ...

    def round(self, state: State) -> JudgedRound:
        """The round before which a state stands."""
        ...


def solved_match(terms: Terms, solutions: Sequence[SavedArrays]) -> SolvedMatch | None:
    """The first solution of the whole match under these options; None without one, or without the laboratory, which reads them."""
    read = plugins.brought(SOLUTIONS)
    found: SolvedMatch | None = None if read is None else read(terms, solutions)
    return found


class SearchedRound:
    """A round that has been searched.

    Attributes:
        moves: the submissions of each seat that were looked at.
        mixtures: of each seat, as parts of its moves; an optimal strategy, if all chances were right.
        value: A's chance to win.
        exact: whether all this is exact.
    """

    def __init__(self, terms: Terms, search_: Search, store: Found, exact: bool) -> None:
        self._search, self._store, self.exact = search_, store, exact
        frames = search_.frames
        book, own = catalogue(terms), frames.own[0]
        rows = BySeat(frames.ways[0, 0, : own[search.ROWS]], frames.ways[0, 3, : own[search.COLUMNS]])
        self.moves = rows.map(lambda numbers: tuple(book.moves[number] for number in numbers))
        self.mixtures = self._mixtures()
        self.value = float(frames.value[0])

    def _mixtures(self) -> BySeat[Floats]:
        frames, mixtures = self._search.frames, []
        for k, seat in enumerate(SEATS):
            mixture, used = np.zeros(len(self.moves[seat])), frames.own[0, search.ROWS_USED + k]
            mixture[frames.matter[0, k, :used]] = frames.mixture[0, k, :used]
            mixture[mixture < PART] = 0.0
            mixtures.append(mixture / mixture.sum())
        return BySeat(*mixtures)

    def mixture(self, seat: Seat) -> tuple[tuple[Submission, float], ...]:
        """The mixture of a seat, without submissions that it never plays."""
        return tuple((move, float(part)) for move, part in zip(self.moves[seat], self.mixtures[seat], strict=True) if part > 0)

    def after(self, pair: Mapping[Seat, Submission], time: TimeLeft = UNLIMITED) -> float:
        """A's chance after a pair of submissions; raises ValueError if one was left out, OutOfTime."""
        return float(self._filled([(self.moves.a.index(pair[Seat.A]), self.moves.b.index(pair[Seat.B]))], time)[0])

    def against(self, seat: Seat, move: Submission, time: TimeLeft = UNLIMITED) -> float:
        """A's chance with a seat's submission against the other one's mixture; raises ValueError if it was left out, OutOfTime."""
        number, theirs = self.moves[seat].index(move), self.mixtures[seat.other]
        others = np.flatnonzero(theirs).tolist()
        chances = self._filled([(number, other) if seat is Seat.A else (other, number) for other in others], time)
        return float(chances @ theirs[others])

    def _filled(self, pairs: list[tuple[int, int]], time: TimeLeft) -> Floats:
        """The chances after pairs of submissions, by their numbers."""
        frames = self._search.frames
        for i, j in pairs:
            if frames.chance[0, i, j] == OPEN:
                frames.wanted[0, frames.counts[0]] = i * frames.chance.shape[2] + j
                frames.counts[0] += 1
        self._store = _run(self._search, self._store, time, fill=True)
        return np.array([frames.chance[0, i, j] for i, j in pairs])

    @property
    def stages(self) -> int:
        """How many stages were solved."""
        return int(self._store.counts[1])

    @property
    def gap(self) -> float:
        """The largest gap of any of them."""
        return float(self._store.gap[0])


@remembered(4)  # both seats ask, some of them twice
def searched(terms: Terms, state: State, effort: Effort, estimator: Estimator, time: TimeLeft = UNLIMITED) -> SearchedRound:
    """A round searched; raises OutOfTime if there is no time for it."""
    counts = counts_of(terms, state)
    depth = min(effort.depth, counts[-1] - state.round + 1)
    ends = state.round + depth - 1 == counts[-1]
    margins = np.array([effort.margins[min(level, len(effort.margins) - 1)] for level in range(DEPTH)])
    search_ = _search(terms, state, counts, depth, margins, estimator)
    store = search.found(max(ROOM, 1 << (4 * len(catalogue(terms).moves) ** 2).bit_length()))
    search.begin(search_, store)
    store = _run(search_, store, time)
    return SearchedRound(terms, search_, store, ends and bool(margins.min() >= ALL))


def counts_of(terms: Terms, state: State) -> tuple[int, ...]:
    """The rounds after which chips are compared, from the next one on."""
    counts = [state.ends_after]
    while counts[-1] < terms.max_rounds:
        counts.append(min(counts[-1] + terms.extension, terms.max_rounds))
    return tuple(counts)


def _run(search_: Search, store: Found, time: TimeLeft, *, fill: bool = False) -> Found:
    """Go on until all is found."""
    own = search_.frames.own[0]
    slice_ = SLICE // int(own[search.ROWS] * own[search.COLUMNS]) + 1
    while (ended := search.run(search_, store, slice_, fill)) != search.SOLVED:
        if ended == search.FULL:
            larger = search.found(2 * store.key.size)
            search.moved(store, larger)
            store = larger
        else:
            time.check()
    return store


def _search(terms: Terms, state: State, counts: tuple[int, ...], depth: int, margins: Floats, estimator: Estimator) -> Search:
    book = catalogue(terms)
    frames = search.frames(len(book.moves))
    key = BySeat.of(lambda seat: kernels.packed(*kernels.form(terms, state.sides[seat])))
    blocked = [-1 if side.blocked is None else int(side.blocked) for side in state.sides]
    open_ = [kernels.free(key_) for key_ in key]
    frames.own[0, :5] = *key, kernels.block_key(blocked, open_), state.pot, kernels.lead(state)
    horizon = _horizon(terms, state, counts, depth, margins, estimator)
    look = estimator.leaf_values(counts, state.round + 1)
    return Search(_results(terms), horizon, look, worth.fitted_worth(terms.variation), frames, workspace(len(book.moves)))


def _horizon(terms: Terms, state: State, counts: tuple[int, ...], depth: int, margins: Floats, estimator: Estimator) -> Horizon:
    compared, left = np.zeros(DEPTH, dtype=np.uint8), np.full(DEPTH, -1, dtype=np.int64)
    for level in range(depth):
        round_ = state.round + level
        next_ = next(count for count in counts if count >= round_)
        if next_ == round_:
            compared[level] = search.OVER if round_ == counts[-1] else search.GOES_ON
        elif next_ < state.round + depth:
            left[level] = next_ - round_
    recalled, after = np.zeros(DEPTH), state.round + depth
    if after <= counts[-1]:
        recalled[1:depth] = [estimator.recalled(counts, round_, after) for round_ in range(state.round + 1, after)]
    pairs = estimator.pairs and after <= counts[-1]
    return Horizon(depth, compared, left, float(terms.last_tie is Seat.A), int(terms.unused_items), int(pairs), margins, recalled)


@lru_cache(maxsize=16)
def _results(terms: Terms) -> search.Round:
    book = catalogue(terms)
    return search.Round(book.rows, kernels.results(book.rows, book.book))


# --- How far a round is searched, and what it comes to


def wide(terms: Terms, state: State) -> bool:
    """Whether items give the seats so many submissions that four rounds take 11 to 28 s."""
    return len(rules.legal(terms, state.sides.a)) * len(rules.legal(terms, state.sides.b)) > WIDE


def efforts(terms: Terms, state: State) -> Iterator[Effort]:
    """How far to search a round: the quickest first, the best last."""
    to_the_end = terms.max_rounds - state.round + 1
    deepest = WIDE_ROUNDS if wide(terms, state) else DEPTH
    yield Effort(1)
    if to_the_end <= deepest:
        yield from (Effort(depth) for depth in range(2, to_the_end + 1))
    else:
        yield from _estimator(terms, state).efforts(state)


def whole_effort(terms: Terms, state: State) -> Effort | None:
    """The search to the end of the match from one of the last four rounds, however long it takes; None before them."""
    to_the_end = terms.max_rounds - state.round + 1
    return Effort(to_the_end) if to_the_end <= DEPTH else None


def judged(terms: Terms, state: State, effort: Effort, time: TimeLeft = UNLIMITED) -> SearchedRound:
    """A round, searched so far; raises OutOfTime."""
    return searched(terms, state, effort, _estimator(terms, state), time)


def judged_in_time(terms: Terms, state: State, time: TimeLeft = UNLIMITED) -> SearchedRound:
    """A round, searched as far as time permits."""
    quickest, *further = efforts(terms, state)
    found = judged(terms, state, quickest)
    with suppress(OutOfTime):
        for effort in further:
            time.check()
            found = judged(terms, state, effort, time)
    return found


def _estimator(terms: Terms, state: State) -> Estimator:
    return estimator_of(terms, not any(side.items for side in state.sides))


def chance(terms: Terms, state: State, time: TimeLeft = UNLIMITED) -> tuple[float, bool]:
    """A's chance before a round or at the end, as well as time permits, and whether it is exact."""
    if state.outcome is not None:
        return won(state.outcome), True
    found = judged_in_time(terms, state, time)
    return found.value, found.exact


def won(outcome: Over) -> float:
    """A's chance if the match is over."""
    return 1.0 if outcome.winner is Seat.A else 0.0


def answers(terms: Terms, state: State, time: TimeLeft = UNLIMITED) -> tuple[Mapping[Answer, float], bool]:
    """A's chance after each answer about Claim Priority, and whether all of them are exact."""
    after = {answer: chance(terms, rules.play(terms, state, {certain(state.answering): answer}), time) for answer in Answer}
    return {answer: found for answer, (found, _) in after.items()}, all(exact for _, exact in after.values())


def idle(
    terms: Terms, state: State, seat: Seat, against: tuple[tuple[Submission, float], ...], time: TimeLeft = UNLIMITED
) -> tuple[float, bool]:
    """A's chance if this seat alone runs out of time against a mixture of the other one, and whether it is exact."""
    total, sure = 0.0, True
    for move, part in against:
        after = rules.play(terms, state, {seat: TIMEOUT, seat.other: move})
        found, exact = chance(terms, after, time)  # nobody is asked for Claim Priority: that takes two Claims
        total, sure = total + part * found, sure and exact
    return total, sure
