"""The play of a bot in a whole match without items, as strategies for all positions of a round at once.

A best response (`best_response/`) can answer such strategies without asking the bot position by position. A bot that looks at the score
plays each round optimally by its estimates of the chances before the next one; one that does not plays the same whatever the lead is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import Budget, SavedArrays
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.bot import Mixer, Mixture, Random, Steady, Strong, answered, picked
from deathmatch.games.five_card_trick.fast import worth
from deathmatch.games.five_card_trick.fast.rounds import BLOCKINGS, Floats, Ints
from deathmatch.games.five_card_trick.fast.search import ALL, DEPTH
from deathmatch.games.five_card_trick.fast.worth import Leaves
from deathmatch.games.five_card_trick.solver import MARGINS, PART, Effort, FittedEstimator, Unknown
from deathmatch.games.five_card_trick.values import Move, Terms, Variation
from deathmatch.games.five_card_trick.view import State, state_of
from deathmatch_lab.games.five_card_trick.digest import CRUMB, DigestEstimates, digest_of
from deathmatch_lab.games.five_card_trick.fast import blind
from deathmatch_lab.games.five_card_trick.fast.blind import Blind
from deathmatch_lab.games.five_card_trick.fast.layers import Layer
from deathmatch_lab.games.five_card_trick.fast.respond import Strategy, from_estimate, from_mixtures
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import Plan, side
from deathmatch_lab.games.five_card_trick.solver.reachable import Hull
from deathmatch_lab.games.five_card_trick.solver.solved import Solved, complete
from deathmatch_lab.solve import plain
from deathmatch_lab.solving import SilentReporter

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View

# --- The estimator of `strong` and the reviews that has nearly exact chances, from a digest of a solution (`digest.py`)
#
# Positions of whole matches that the digest does not know are judged by the fitted worth.


ROUNDS: Final = 3
"""Rounds that are solved before the end comes near; one more if that reaches the round after which chips are compared."""

NEAR: Final = range(5, 25)
"""Rounds to play before the next count at which the digest is so near to the truth that it can choose the submissions to follow."""

WIDER: Final = (0.04, 0.02)
"""Margins in the other rounds of `setna`, and in those of `final` but the last three before a count: they would take ten seconds."""

RECALLED: Final = (0.4, 0.1)
"""The part of the digest in a chance that is solved from the digest's chances of the next round, and in one that is solved from those.

The errors of the two differ. The parts were chosen in matches of `gauntlet` of eight rounds; research/notes/bots.md has the measurements.
"""


def rounds(round_: int, count: int) -> int:
    """How many rounds are solved before this one is played, if chips are compared next after round `count`: its last decides most."""
    return ROUNDS + (round_ + ROUNDS == count)


@dataclass(frozen=True, eq=False)
class DigestEstimator(FittedEstimator):
    """The estimates of one match.

    Attributes:
        digest: that of the variant. The one of `setna` has only positions after submissions of two cards.
    """

    digest: DigestEstimates

    @property
    def pairs(self) -> bool:
        """Whether it judges only positions after submissions of two cards."""
        return self.terms.variation is Variation.SETNA

    def efforts(self, state: State, /) -> Iterator[Effort]:
        """Two rounds, then three or four."""
        margins = self._margins(state.ends_after - state.round + 1)
        yield Effort(2, margins)
        yield Effort(rounds(state.round, state.ends_after), margins)

    def _margins(self, left: int) -> tuple[float, ...]:
        """Margins with so many rounds to play before the next count."""
        if left in NEAR:
            return MARGINS
        variation = self.terms.variation
        quick = variation is Variation.GAUNTLET or (variation is Variation.FINAL and left <= ROUNDS)
        return (ALL,) if quick else WIDER

    def recalled(self, counts: Sequence[int], round_: int, after: int, /) -> float:
        """The part of the digest in the chances before a round that are solved from those it says before round `after`.

        It is none if chips are compared in between, for then most of the chances are certain, or nearly; nor with more rounds to play than
        the digest has curves for.
        """
        between, next_ = after - 1 - round_, min(count for count in counts if count >= round_)
        if between >= len(RECALLED) or next_ < after or next_ - round_ >= self.digest.most:
            return 0.0
        return RECALLED[between]

    def leaf_values(self, counts: tuple[int, ...], round_: int, /) -> Leaves:
        """The curves of the digest for positions before a round and the next ones; chips are compared after the rounds `counts`."""
        leaves, digest = super().leaf_values(counts, round_), self.digest
        views = [digest.view(self.terms, counts, min(round_ + level, counts[-1])) for level in range(DEPTH)]
        for level, view in enumerate(views):
            leaves.whole[level, worth.IS_EARLY], leaves.whole[level, worth.RISES] = view.phase == "early", view.slot < worth.SURE
            leaves.broken[level, worth.NARROW], leaves.broken[level, worth.CRUMB] = view.narrow, CRUMB
        form, place = digest.places_of_fewer_cards if self.pairs else digest.places
        return leaves._replace(
            row=digest.row,
            late=digest.scores("late"),
            early=digest.scores("early"),
            mean=np.stack([view.mean for view in views]),
            shapes=np.stack([view.shapes for view in views]),
            part=np.array([view.part for view in views], dtype=np.float64),
            form=form,
            place=place,
        )


def estimator(terms: Terms) -> DigestEstimator | None:
    """The addition to the house: an estimator for matches under these options; None if no digest of the variant ships."""
    digest = digest_of(terms.variation)
    return None if digest is None else DigestEstimator(terms, digest)


# --- The bot `perfect`


class Perfect(Mixer):
    """Plays the mixtures of a solution that somebody has kept; nothing that is known of it helps against it.

    What the solution does not know, because it takes time-outs to come to it, it plays as `strong`; without any, everything.
    """

    def __init__(self, terms: Terms, solved: Solved | None = None) -> None:
        self._terms = terms
        self.solved = solved
        self._strong = Strong(terms)

    def consult(self, solutions: Sequence[SavedArrays], /) -> Perfect | None:
        """With the first solution of the whole match under these options."""
        solved = complete(self._terms, solutions)
        return None if solved is None else Perfect(self._terms, solved)

    def warm(self) -> None:
        """Have the kernels of `strong` ready, and with them the solver of a round."""
        self._strong.warm()

    def mixture(self, view: View, decision: Decision[Move], /) -> Mixture:
        """The optimal mixture."""
        return self._known(view) or self._strong.mixture(view, decision)

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """One move of the mixture; that of `strong` only as far as it has time."""
        known = self._known(view)
        return self._strong.choose(view, decision, budget, source) if known is None else picked(known, source)

    def _known(self, view: View) -> Mixture | None:
        """The mixture of the solution; None if it does not know the position."""
        return None if self.solved is None else _known(self.solved, view)


def _known(solved: Solved, view: View) -> Mixture | None:
    """The optimal mixture at a view; None if the solution does not know it."""
    state = state_of(view)
    try:
        if view.answering is not None:
            return answered(view.answering, solved.answers(state))
        stage = solved.stage(state)
    except Unknown:
        return None
    solution = plain.solve(stage.payoffs)  # `stage.solution` would have to load a kernel first
    moves, parts = (stage.moves.a, solution.row) if view.own is Seat.A else (stage.moves.b, solution.column)
    return tuple((move, float(part)) for move, part in zip(moves, parts, strict=True) if part > PART)


# --- The strategies of all bots


class Strategies(Protocol):
    """The play of a bot in every round of a match without items.

    Attributes:
        name: of the bot, in folders that keep the answers to it.
    """

    name: ClassVar[str]

    def strategies(self, induction: Induction, hulls: Mapping[int, Hull], last: int, /) -> Iterator[tuple[int, Strategy]]:
        """The strategies for the rounds from `last` to the first, in this order.

        Args:
            induction: of a match without items.
            hulls: the leads that can come before each round.
            last: the round to begin with.

        Raises: Unknown if too little is known.
        """
        ...


def strategies_of(bot: object, terms: Terms) -> Strategies | None:
    """The strategies of a bot in a match under these options; None if it can only be asked position by position."""
    if isinstance(bot, Random):
        return OfRandom()
    if isinstance(bot, Steady):
        return OfSteady(bot)
    if isinstance(bot, Strong):
        return OfStrong(terms)
    return OfPerfect(bot, terms) if isinstance(bot, Perfect) else None


class OfRandom:
    """Those of `random`, which are the same in all rounds."""

    name: ClassVar[str] = "deathmatch.games.five_card_trick.bot.Random"

    def strategies(self, induction: Induction, _hulls: Mapping[int, Hull], last: int, /) -> Iterator[tuple[int, Strategy]]:
        """The strategies, as `Strategies` says."""
        strategy = from_mixtures(random_mixtures(induction.plan))
        for round_ in range(last, induction.plan.first - 1, -1):
            yield round_, strategy


@dataclass(frozen=True, slots=True)
class OfSteady:
    """Those of `steady`; only lights change them."""

    bot: Steady
    name: ClassVar[str] = "deathmatch.games.five_card_trick.bot.Steady"

    def strategies(self, induction: Induction, hulls: Mapping[int, Hull], last: int, /) -> Iterator[tuple[int, Strategy]]:
        """The strategies, as `Strategies` says."""
        plan, strategies = induction.plan, dict[bytes, Strategy]()
        numbers = range(last, plan.first - 1, -1)
        lights = {round_: self.bot.lights(min(count for count in plan.counts if count >= round_) - round_) for round_ in numbers}
        for round_ in numbers:
            key = lights[round_].tobytes()
            if key not in strategies:
                same = [hulls[other] for other in numbers if lights[other].tobytes() == key]
                strategies[key] = from_mixtures(plainly(induction, same, lights[round_]))
            yield round_, strategies[key]


@dataclass(frozen=True, slots=True)
class OfStrong:
    """Those of `strong` with the digest: estimates of the positions before the next round.

    In play it does not follow pairs of submissions that look bad, which changes its mixtures a little (the figures are in
    research/notes/bots.md). Here it follows all of them.
    """

    terms: Terms
    name: ClassVar[str] = "deathmatch.games.five_card_trick.bot.Strong"

    def strategies(self, induction: Induction, hulls: Mapping[int, Hull], last: int, /) -> Iterator[tuple[int, Strategy]]:
        """The strategies, as `Strategies` says."""
        plan, layers = induction.plan, _Layers(induction, hulls, estimator(self.terms))
        for round_ in range(last, plan.first - 1, -1):
            ahead = rounds(round_, min(count for count in plan.counts if count >= round_))
            after = round_ + ahead if plan.last - round_ >= DEPTH else plan.last + 1
            yield round_, from_estimate(layers.exact(round_ + 1) if after > plan.last else layers.estimated(round_ + 1, after))


@dataclass(frozen=True, slots=True)
class OfPerfect:
    """Those of a kept solution, else those of `strong`. If several mixtures are optimal, `perfect` may play others than the kernels'."""

    bot: Perfect
    terms: Terms
    name: ClassVar[str] = "deathmatch.games.five_card_trick.bot.perfect.Perfect"

    def strategies(self, induction: Induction, hulls: Mapping[int, Hull], last: int, /) -> Iterator[tuple[int, Strategy]]:
        """The strategies, as `Strategies` says."""
        solved, plan = self.bot.solved, induction.plan
        if solved is None:
            yield from OfStrong(self.terms).strategies(induction, hulls, last)
            return
        for round_ in range(last, plan.first - 1, -1):
            yield round_, from_estimate(induction.end(hulls[round_]) if round_ == plan.last else solved.layer(round_ + 1))


class _Layers:
    """The chances before the rounds of a match without items, each later than those that are asked for next.

    Args:
        induction: of the match.
        hulls: the leads that can come before each round.
        thought: the estimates of the match.

    Raises: Unknown if they are not enough.
    """

    def __init__(self, induction: Induction, hulls: Mapping[int, Hull], thought: DigestEstimator | None) -> None:
        self._induction, self._hulls, self._thought = induction, hulls, thought
        plan = induction.plan
        if thought is None and plan.last - plan.first >= DEPTH:
            raise Unknown("there is no digest of this variant")
        self._pairs = induction.pairs() if thought is not None and thought.pairs else None
        self._exact = plan.last + 1, induction.end(hulls[plan.last])
        self._recalled: dict[int, Layer] = {}

    def exact(self, round_: int) -> Layer:
        """Solved from the end of the match."""
        for here in range(self._exact[0] - 1, round_ - 1, -1):
            self._exact = here, self._induction.solve(here, self._hulls[here], self._exact[1])[0]
        return self._exact[1]

    def estimated(self, round_: int, after: int) -> Layer:
        """Solved from the digest's chances before round `after`, and averaged with its chances before the rounds in between."""
        for here in [here for here in self._recalled if here > after]:
            del self._recalled[here]
        assert self._thought is not None
        layer = self._digested(after)
        for here in range(after - 1, round_ - 1, -1):
            layer = self._induction.estimate(here, self._hulls[here], layer, self._pairs if here == after - 1 else None)
            if part := self._thought.recalled(self._induction.plan.counts, here, after):
                self._induction.average(layer, self._digested(here), self._hull(here), part)
        return layer

    def _digested(self, round_: int) -> Layer:
        """By the digest."""
        assert self._thought is not None
        if round_ not in self._recalled:
            self._recalled[round_] = self._thought.digest.layer(self._induction.plan, round_, self._hull(round_), SilentReporter())
        return self._recalled[round_]

    def _hull(self, round_: int) -> Hull:
        """The leads that the digest is asked for."""
        hull = self._hulls[round_]
        return self._induction.plan.of_pairs(hull) if self._thought is not None and self._thought.pairs else hull


# --- Bots that do not look at the score: the same whatever the lead


def random_mixtures(plan: Plan) -> Blind:
    """Each legal submission with the same chance."""
    parts = BySeat.of(lambda seat: _random_mixtures(plan, seat))
    begin = parts.map(lambda forms: np.concatenate([[0], np.cumsum([form.size for form in forms])]).astype(np.int64))
    at = BySeat(begin.a, begin.b + begin.a[-1])
    mixtures = [
        np.repeat(at[seat][numbers][:, None], plan.pots(plan.last) + 1, axis=1) for seat, numbers in zip(SEATS, _forms(plan), strict=True)
    ]
    return Blind(mixtures[0], mixtures[1], np.concatenate([*parts.a, *parts.b]).astype(np.float32))


def _random_mixtures(plan: Plan, seat: Seat) -> list[Floats]:
    """For every form of a seat, the chance of each of the submissions that are open to it."""
    row = {move: number for number, move in enumerate(plan.book.moves)}
    mixtures = []
    for form, number in plan.forms[seat].items():
        bound = side(form)
        moves = rules.legal(plan.terms, bound)
        parts = np.zeros(len(row))
        for move in moves:
            parts[row[rules.counting(plan.terms, bound, move)]] += 1.0 / len(moves)
        mixtures.append(parts[plan.seats[seat].after[number] >= 0])
    return mixtures


def plainly(induction: Induction, hulls: Sequence[Hull], lights: Floats) -> Blind:
    """The optimal mixtures of a round by its own gains.

    Args:
        induction: of the match.
        hulls: of the rounds that are asked about.
        lights: shape (6,), what so many lights that are on are worth, in chips.
    """
    plan = induction.plan
    known, there = plan.known, np.zeros((plan.known.keys.size, plan.pots(plan.last) + 1), dtype=np.bool_)
    for least, most in hulls:
        there[:, : least.shape[1]] |= least <= most
    sizes = [(plan.seats[seat].after >= 0).sum(axis=1)[numbers] for seat, numbers in zip(SEATS, _forms(plan), strict=True)]
    ends = np.cumsum(np.where(there, (sizes[0] + sizes[1])[:, None], 0).ravel()).reshape(there.shape)
    begin = np.where(there, ends - (sizes[0] + sizes[1])[:, None], -1)
    mixtures = Blind(begin, np.where(there, begin + sizes[0][:, None], -1), np.empty(int(ends[-1, -1]), dtype=np.float32))
    worth = [np.array([lights[form[2].bit_count()] for form in plan.forms[seat]]) for seat in SEATS]
    alike = _alike(plan)
    induction.each(lambda first, last: blind.plain(known, first, last, alike, worth[0], worth[1], mixtures))
    return mixtures


def _alike(plan: Plan) -> Ints:
    """A number for each submission, the same for those that differ only in the name that Block gives."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault((move.cards, move.items), len(numbers)) for move in plan.book.moves], dtype=np.int64)


def _forms(plan: Plan) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The forms of A and of B in every configuration."""
    pairs = plan.known.keys // BLOCKINGS
    a, b = np.divmod(pairs, plan.seats.b.open.size)
    return a, b
