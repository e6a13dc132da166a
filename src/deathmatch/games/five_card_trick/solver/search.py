"""One round, searched: its value and what to play, from the few positions that matter to it (`fast/search.py`).

The search is exact if it reaches the end of the match and follows every submission. Else it takes the chances after the last of its rounds
from estimates, and a **margin** says which submissions it does not follow: those that seem to give away more. Estimates right after the
round stand for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.thinking import UNLIMITED, TimeLeft, remembered
from deathmatch.games.five_card_trick.fast import frames as room
from deathmatch.games.five_card_trick.fast import looks, search, stages
from deathmatch.games.five_card_trick.fast.ahead import Worth
from deathmatch.games.five_card_trick.fast.blind import CRUMB
from deathmatch.games.five_card_trick.fast.catalogue import Catalogue, catalogue
from deathmatch.games.five_card_trick.fast.frames import ALL, DEPTH, FULL, GOES_ON, OPEN, OVER, SOLVED, Found, Horizon, Round, Search
from deathmatch.games.five_card_trick.fast.looks import Looks
from deathmatch.games.five_card_trick.solver.plan import form, lead
from deathmatch.games.five_card_trick.values import Submission, Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch.solve.matrix import workspace

Floats: TypeAlias = NDArray[np.float64]

Position: TypeAlias = State
"""A position to search; a bot has it from its view by `solved.state_of`."""

SLICE: Final = 60_000  # pairs of submissions, about, that are looked at without a break
ROOM: Final = 1 << 13  # chances that are remembered at first


class Estimator(Protocol):
    """Says what positions are worth that a search does not follow any further."""

    @property
    def worth(self) -> Worth:
        """The worth of positions that no digest knows."""
        ...

    @property
    def pairs(self) -> bool:
        """Whether it judges only positions after submissions of two cards."""
        ...

    def recalled(self, counts: Sequence[int], round_: int, after: int, /) -> float:
        """The part of its own judgement in the chances before a round that are solved from those it judges before round `after`."""
        ...

    def looks(self, counts: tuple[int, ...], round_: int, /) -> Looks:
        """How it judges positions before a round and the next ones; chips are compared after the rounds `counts`."""
        ...


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to search.

    Attributes:
        depth: rounds that are solved.
        margins: by level, from the round that is to be played; the last of them stands for all further ones.
    """

    depth: int
    margins: tuple[float, ...] = (ALL,)


EXACT: Final = Effort(DEPTH)


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
        rows = BySeat(frames.ways[0, 0, : own[room.ROWS]], frames.ways[0, 3, : own[room.COLUMNS]])
        self.moves = rows.map(lambda numbers: tuple(book.moves[number] for number in numbers))
        self.mixtures = self._mixtures()
        self.value = float(frames.value[0])

    def _mixtures(self) -> BySeat[Floats]:
        frames, mixtures = self._search.frames, []
        for k, seat in enumerate(SEATS):
            mixture, used = np.zeros(len(self.moves[seat])), frames.own[0, room.ROWS_USED + k]
            mixture[frames.matter[0, k, :used]] = frames.mixture[0, k, :used]
            mixture[mixture < CRUMB] = 0.0
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
    store = room.found(max(ROOM, 1 << (4 * len(catalogue(terms).moves) ** 2).bit_length()))
    search.begin(search_, store)
    store = _run(search_, store, time)
    return SearchedRound(terms, search_, store, ends and bool(margins.min() >= ALL))


def ending(terms: Terms, state: State) -> bool:
    """Whether a search reaches the end of the match, whatever happens."""
    return terms.max_rounds - state.round < DEPTH


def counts_of(terms: Terms, state: State) -> tuple[int, ...]:
    """The rounds after which chips are compared, from the next one on."""
    counts = [state.ends_after]
    while counts[-1] < terms.max_rounds:
        counts.append(min(counts[-1] + terms.extension, terms.max_rounds))
    return tuple(counts)


def _run(search_: Search, store: Found, time: TimeLeft, *, fill: bool = False) -> Found:
    """Go on until all is found."""
    own = search_.frames.own[0]
    stages_ = SLICE // int(own[room.ROWS] * own[room.COLUMNS]) + 1
    while (ended := search.run(search_, store, stages_, fill)) != SOLVED:
        if ended == FULL:
            larger = room.found(2 * store.key.size)
            room.moved(store, larger)
            store = larger
        else:
            time.check()
    return store


def _search(terms: Terms, state: State, counts: tuple[int, ...], depth: int, margins: Floats, estimator: Estimator) -> Search:
    book = catalogue(terms)
    frames = room.frames(len(book.moves))
    key = BySeat.of(lambda seat: looks.packed(*form(terms, state.sides[seat])))
    blocked = [-1 if side.blocked is None else int(side.blocked) for side in state.sides]
    open_ = [looks.free(key_) for key_ in key]
    frames.own[0, :5] = *key, stages.block_key(blocked, open_), state.pot, lead(state)
    horizon = _horizon(terms, state, counts, depth, margins, estimator)
    look = estimator.looks(counts, state.round + 1)
    return Search(_round(terms), horizon, look, estimator.worth, looks.curves(), frames, workspace(len(book.moves)))


def _horizon(terms: Terms, state: State, counts: tuple[int, ...], depth: int, margins: Floats, estimator: Estimator) -> Horizon:
    compared, left = np.zeros(DEPTH, dtype=np.uint8), np.full(DEPTH, -1, dtype=np.int64)
    for level in range(depth):
        round_ = state.round + level
        next_ = next(count for count in counts if count >= round_)
        if next_ == round_:
            compared[level] = OVER if round_ == counts[-1] else GOES_ON
        elif next_ < state.round + depth:
            left[level] = next_ - round_
    recalled, after = np.zeros(DEPTH), state.round + depth
    if after <= counts[-1]:
        recalled[1:depth] = [estimator.recalled(counts, round_, after) for round_ in range(state.round + 1, after)]
    pairs = estimator.pairs and after <= counts[-1]
    return Horizon(depth, compared, left, float(terms.last_tie is Seat.A), int(terms.unused_items), int(pairs), margins, recalled)


@lru_cache(maxsize=16)
def _round(terms: Terms) -> Round:
    book: Catalogue = catalogue(terms)
    count = len(book.moves)
    met = np.zeros((count, count, stages.BLOCKINGS, 5), dtype=np.int8)
    stages.meet(book.rows, book.book, met)
    return Round(book.rows, met)
