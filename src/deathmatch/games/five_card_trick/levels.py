"""The bots of every skill, `level-1` to `level-8`: players who see a round as people do, and overlook as much as they do.

research/notes/levels.md has their knobs as a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import hypot, inf, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.bots import AnyBot, Budget, FittedLevels, SkillScale
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.five_card_trick.bot import Strong
from deathmatch.games.five_card_trick.fast import rounds, worth
from deathmatch.games.five_card_trick.fast.rounds import Catalogue, Floats, Ints, catalogue, position
from deathmatch.games.five_card_trick.fast.worth import GREED, Worth, fitted_worth, normal
from deathmatch.games.five_card_trick.values import Answer, Move, Terms, Variation
from deathmatch.solve.kernel import kernel
from deathmatch.solve.matrix import solve

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick
    from deathmatch.games.five_card_trick.view import View

LAST_ROUND: Final = 0.2  # the spread of the lead if no round follows, in chips: so small that a lead of one is sure
WHIM: Final = 0.2  # of the misjudgement: between submissions of the same cards, which differ in the name that Block gives
FEWEST: Final = 2  # sets of cards that come to mind at least

_NORMAL: Final = NormalDist()


@dataclass(frozen=True, slots=True)
class Knobs:
    """The errors of a player.

    Attributes:
        misjudges: the error of its judgement of a submission, in chips: the standard deviation of a normal distribution.
        steps: how often it thinks "but then they will play ..."; `inf` if it mixes as is best against everything.
        misses: the part of the sets of cards that do not come to its mind in a decision.
        unseen: the chance that it does not look at the lights; so with blocks, with the restrictions of its opponent, and with items.
        slips: the chance that it forgets its own restrictions; only where the rules let it submit forbidden cards.
        later: the part of the gain after this round that it counts: for the pot, lights, blocks, restrictions and items that are left.
        blur: how little the score matters to it: it takes the lead at the end to vary by so many chips more.
    """

    misjudges: float = 0.0
    steps: float = inf
    misses: float = 0.0
    unseen: float = 0.0
    slips: float = 0.0
    later: float = 1.0
    blur: float = 0.0


@dataclass(frozen=True, slots=True)
class Sight:
    """The things at which a player looks in one decision."""

    lights: bool
    blocks: bool
    theirs: bool
    items: bool
    own: bool

    @classmethod
    def of(cls, knobs: Knobs, disregard: bool, source: RandomSource) -> Sight:
        """Chosen by lot; nobody forgets their own restrictions where the rules refuse the cards."""
        lights, blocks, theirs, items = (source.unit() >= knobs.unseen for _ in range(4))
        return cls(lights, blocks, theirs, items, own=not disregard or source.unit() >= knobs.slips)

    def seen(self, here: Ints, own: int) -> Ints:
        """The position (`fast/rounds.py`) as it looks to a seat, 0 for A."""
        seen = here.copy()
        other = 1 - own
        if not self.lights:
            seen[rounds.LIGHTS : rounds.LIGHTS + 2] = 0
        if not self.blocks:
            seen[rounds.BLOCKED : rounds.BLOCKED + 2] = rounds.NONE
        if not self.items:
            seen[rounds.ITEMS : rounds.ITEMS + 2] = 0
        for seat, looked in ((other, self.theirs), (own, self.own)):
            if not looked:
                seen[rounds.LAST + seat] = seen[rounds.BARRED + seat] = 0
        return seen


class Skilled:
    """Looks one round ahead, at the chips and at what the rest is worth, with the errors that its knobs say."""

    def __init__(self, terms: Terms, knobs: Knobs) -> None:
        self._terms = terms
        self._knobs = knobs

    def choose(self, view: View, _decision: Decision[Move], _budget: Budget, source: RandomSource, /) -> Move:
        """A submission, or the answer about Claim Priority."""
        own = 0 if view.own is Seat.A else 1
        sight = Sight.of(self._knobs, self._terms.disregard, source)
        seen = sight.seen(position(view), own)
        known = _valued(self._terms.variation, sight.lights, sight.blocks)
        left = view.ends_after - view.round
        if view.answering is not None:
            return priority(seen, own, known, left, self._knobs.later, self._error(source)) if sight.items else Answer.PASS
        book = catalogue(self._terms)
        rows, columns = (self._minded(book, book.open(seen, seat), source) for seat in (0, 1))
        liked, feared = (self._liking(book, numbers, source) for numbers in (rows, columns))
        payoffs = glanced(self._terms, view, seen, known, self._knobs, (rows, columns), (liked, feared))
        mixture = self._thought(book, payoffs, rows, columns)[own]
        return book.moves[int((rows, columns)[own][source.weighted(mixture.tolist())])]

    def _error(self, source: RandomSource) -> float:
        """A misjudgement, in chips."""
        return self._knobs.misjudges * _NORMAL.inv_cdf(max(source.unit(), 1e-12))

    def _minded(self, book: Catalogue, numbers: Ints, source: RandomSource) -> Ints:
        """Those of the submissions of a seat that come to mind."""
        sets = list({book.moves[number].cards: None for number in numbers})
        count = max(FEWEST, round(len(sets) * (1.0 - self._knobs.misses)))
        if count >= len(sets):
            return numbers
        minded = set(source.sample(sets, count))
        return np.array([number for number in numbers if book.moves[number].cards in minded])

    def _liking(self, book: Catalogue, numbers: Ints, source: RandomSource) -> Floats:
        """How much more each submission seems to gain than it does: an error for its cards, one for its items, a small one for a name."""
        if not self._knobs.misjudges:
            return np.zeros(numbers.size)
        errors: dict[Hashable, float] = {}
        liking = []
        for number in numbers:
            move = book.moves[number]
            parts: Sequence[tuple[Hashable, float]] = ((move.cards, 1.0), (move.items, 1.0), (number, WHIM))
            for key, _ in parts:
                if key not in errors:
                    errors[key] = self._error(source)
            liking.append(sum(part * errors[key] for key, part in parts))
        return np.array(liking)

    def _thought(self, book: Catalogue, payoffs: Floats, rows: Ints, columns: Ints) -> tuple[Floats, Floats]:
        """The mixtures of both seats after its steps of thought."""
        if self._knobs.steps == inf:
            solution = solve(payoffs)
            return solution.row, solution.column
        row, column = np.empty(rows.size), np.empty(columns.size)
        naive = np.concatenate([_evenly(book, numbers) for numbers in (rows, columns)])
        think(payoffs, naive, self._knobs.steps, row, column)
        return row, column


def glanced(
    terms: Terms, view: View, seen: Ints, known: Worth, knobs: Knobs, numbers: tuple[Ints, Ints], errors: tuple[Floats, Floats]
) -> Floats:
    """A's chances by pairs of submissions, by a glance: shape (m, n).

    Args:
        terms: of the match.
        view: of a seat that owes a submission.
        seen: the position as it looks to the seat.
        known: the worth of positions to it.
        knobs: `later` and `blur` count.
        numbers: of the submissions of A, and of B.
        errors: how much more each of them seems to gain than it does.
    """
    book, left = catalogue(terms), view.ends_after - view.round
    payoffs = np.empty((numbers[0].size, numbers[1].size))
    worth.expected(seen, book.rows, book.book, known, left, knobs.later, *numbers, payoffs)
    lead = float(seen[rounds.CHIPS] - seen[rounds.CHIPS + 1])
    if view.ends_after == terms.max_rounds:
        lead += worth.last_tie(seen, worth.Finish(0, float(terms.last_tie is Seat.A), int(terms.unused_items))) - 0.5
    variance = known.variance[0] + known.variance[1] * (left - 1) if left else LAST_ROUND**2
    weigh(payoffs, *errors, lead, hypot(sqrt(variance), knobs.blur))
    return payoffs


def priority(seen: Ints, own: int, known: Worth, left: int, later: float, error: float) -> Answer:
    """The answer about Claim Priority: uses it if the pot seems worth more than the item."""
    used = seen.copy()
    rounds.use_priority(used, own)
    kept = worth.advantage(known, used, left) - worth.advantage(known, seen, left)
    gain = seen[rounds.POT] + later * (kept if own == 0 else -kept) + error
    return Answer.PRIORITY if gain > 0 else Answer.PASS


def _evenly(book: Catalogue, numbers: Ints) -> Floats:
    """The parts with which a naive player plays these submissions: each set of cards alike, and then each name."""
    cards = [book.moves[number].cards for number in numbers]
    count = Counter(cards)
    return np.array([1.0 / (len(count) * count[one]) for one in cards])


@lru_cache(maxsize=12)
def _valued(variation: Variation, lights: bool, blocks: bool) -> Worth:
    """What positions are worth to a player who looks at the lights and at blocks, or does not."""
    known = fitted_worth(variation)
    if not lights:
        known = known._replace(light=np.zeros_like(known.light))
    if not blocks:
        known = known._replace(table=np.ascontiguousarray(np.broadcast_to(known.table[:, :, :, :1], known.table.shape)))
    return known


# --- Kernels


@kernel
def weigh(gains: Floats, liked: Floats, feared: Floats, lead: float, spread: float) -> None:
    """Turn gains into chances to win, as a player sees them.

    Args:
        gains: shape (m, n), A's gain less B's by pairs of submissions, in chips; receives the chances.
        liked: shape (m,), how much more a submission of A seems to gain than it does.
        feared: shape (n,), the same of B.
        lead: A's chips less B's before the round; half a chip more or less if a tie is decided.
        spread: of the lead at the end about the expected one.
    """
    for i in range(gains.shape[0]):
        for j in range(gains.shape[1]):
            ends = lead + gains[i, j] + liked[i] - feared[j]
            gains[i, j] = normal(ends / spread) + GREED * ends


@kernel
def think(payoffs: Floats, naive: Floats, steps: float, row: Floats, column: Floats) -> None:
    """Steps of thought: in each, both seats answer what the other one has thought of so far, and in the first a naive B and A.

    Args:
        payoffs: shape (m, n), to A.
        naive: shape (m + n,), the parts with which a naive A and a naive B play their submissions.
        steps: more than 0; the last one may be a part of a step.
        row: shape (m,), receives A's mixture: the answers that it thought of.
        column: shape (n,), receives B's.
    """
    m, n = payoffs.shape
    row[:], column[:] = 0.0, 0.0
    left = steps
    while left > 0:
        part = min(left, 1.0)
        best_i, best_j, most, least = 0, 0, 0.0, 0.0
        for i in range(m):
            total = 0.0
            for j in range(n):
                total += payoffs[i, j] * (naive[m + j] if left == steps else column[j])
            if i == 0 or total > most:
                best_i, most = i, total
        for j in range(n):
            total = 0.0
            for i in range(m):
                total += payoffs[i, j] * (naive[i] if left == steps else row[i])
            if j == 0 or total < least:
                best_j, least = j, total
        row[best_i] += part
        column[best_j] += part
        left -= part
    row /= steps
    column /= steps


# --- Levels

MIXES: Final = 0.8
"""The skill from which on a player mixes as is best against everything."""

FORESIGHT: Final = 0.7
"""The skill from which on a player counts all of the gain that follows a round."""

_ABOUT: Final = (
    mark("Plays the cards that it happens to like: it sees few choices and thinks little of later rounds."),
    mark("Counts chips, but misses many choices, and often forgets lights, blocks and barred cards."),
    mark("Asks itself what you will play, but often forgets which cards you may not play."),
    mark("Counts what later rounds bring, but misjudges a choice by most of a chip."),
    mark("Thinks many steps ahead of you, but errs by half a chip and minds the score too little."),
    mark("Mixes its choices so that they are hard to guess, but some of them do not come to its mind."),
    mark("Overlooks very little in this round, but looks only one round ahead."),
    mark("Plays as the bot strong: it searches several rounds and plays the last ones perfectly."),
)
"""By level."""


def knobs(skill: float) -> Knobs:
    """The errors of a player of a skill below 1."""
    lacks = 1.0 - skill
    return Knobs(
        misjudges=7.0 * lacks**2,
        steps=1.0 + 2.0 * skill / (MIXES - skill) if skill < MIXES else inf,
        misses=0.7 * lacks,
        unseen=0.7 * lacks,
        slips=0.2 * lacks,
        later=min(1.0, skill / FORESIGHT),
        blur=12.0 * lacks,
    )


def bot(terms: Terms, skill: float) -> AnyBot:
    """The bot of a skill: `strong` at 1."""
    return Strong(terms) if skill >= 1.0 else Skilled(terms, knobs(skill))


def levels(game: FiveCardTrick) -> SkillScale:
    """The capability `levels`."""
    terms = game.terms
    return FittedLevels(
        "deathmatch.games.five_card_trick", terms.variation.value, partial(bot, terms), lambda level: say(_ABOUT[level - 1])
    )
