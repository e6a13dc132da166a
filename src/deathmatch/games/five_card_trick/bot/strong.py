"""The bot `strong`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.core.solving import SilentReporter
from deathmatch.core.thinking import UNLIMITED, OutOfTime, TimeLeft
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.bot.estimates import Estimates, estimates
from deathmatch.games.five_card_trick.bot.judging import WIDE_ROUNDS, answers, efforts, judged, rounds
from deathmatch.games.five_card_trick.bot.plain import Mixer, Mixture, answered, picked
from deathmatch.games.five_card_trick.fast.frames import DEPTH
from deathmatch.games.five_card_trick.fast.layers import Layer
from deathmatch.games.five_card_trick.fast.respond import Strategy, from_estimate
from deathmatch.games.five_card_trick.solver.induction import Induction
from deathmatch.games.five_card_trick.solver.reachable import Hull
from deathmatch.games.five_card_trick.solver.search import Effort
from deathmatch.games.five_card_trick.solver.solved import Unknown, state_of
from deathmatch.games.five_card_trick.values import Move, Terms

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View


LOST: Final = 1e-6
"""A smaller chance is none: every submission is as good against a perfect opponent, so it plays as if it had seen less, for the others."""


class Strong(Mixer):
    """Plays each round for the chance to win the match, as well as can be if its chances were right.

    It solves this round and the next two, or the next three if chips are compared after them, and takes the chances after those from a
    digest of a solution (`bot/digest.py`), in `final` of one without items. Chances that it has solved it averages with those that the
    digest says of the same positions (`bot/estimates.py`). As long as items are unspent in `final`, it solves two rounds, or the last three
    before chips are compared, and judges the rest by a fitted worth. The last four rounds of a match it solves to the end; with unspent
    items the last three. It begins with this round alone, and looks further while there is time (`bot/judging.py`).
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

    def mixture(self, view: View, _decision: Decision[Move], /) -> Mixture:
        """An optimal mixture of the round as it is thought of; it assumes that the opponent plays one too."""
        if view.answering is not None:
            return answered(view.answering, answers(self._terms, state_of(view))[0])
        mixture: Mixture = ()
        for effort in efforts(self._terms, state_of(view)):
            mixture = self._mixed(view, effort, mixture)
        return mixture

    def choose(self, view: View, _decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """One move of the mixture, or, if there is no time for it, of one that looks fewer rounds ahead."""
        time = TimeLeft(budget)
        if view.answering is not None:
            return picked(answered(view.answering, answers(self._terms, state_of(view), time)[0]), source)
        quickest, *further = efforts(self._terms, state_of(view))
        mixture = self._mixed(view, quickest, ())
        with suppress(OutOfTime):
            for effort in further:
                time.check()
                mixture = self._mixed(view, effort, mixture, time)
        return picked(mixture, source)

    def _mixed(self, view: View, effort: Effort, before: Mixture, time: TimeLeft = UNLIMITED) -> Mixture:
        """The mixture after so much effort; the one before it, if any, where all is lost. Raises OutOfTime."""
        found = judged(self._terms, state_of(view), effort, time)
        chance = found.value if view.own is Seat.A else 1.0 - found.value
        return before if before and chance < LOST else found.mixture(view.own)

    def perfect_from(self, view: View, /) -> bool:
        """Whether it plays this position, and all that may follow without time-outs, as well as can be."""
        left = self._terms.max_rounds - view.round + (view.answering is None)
        return left <= (WIDE_ROUNDS if any(side.items for side in view.sides) else DEPTH)

    # --- What it thinks of a whole match, for anyone who answers it

    def strategies(self, induction: Induction, hulls: Mapping[int, Hull], last: int, /) -> Iterator[tuple[int, Strategy]]:
        """Its strategies, estimates of the positions before the next round, for the rounds from `last` to the first.

        In play it does not follow pairs of submissions that look bad, which changes its mixtures a little (the figures are in
        research/notes/bots.md). Here it follows all of them.

        Args:
            induction: of a match without items.
            hulls: the leads that can come before each round.
            last: the round to begin with.

        Raises: Unknown if it does not know enough.
        """
        plan, layers = induction.plan, _Layers(induction, hulls, estimates(self._terms))
        for round_ in range(last, plan.first - 1, -1):
            ahead = rounds(round_, min(count for count in plan.counts if count >= round_))
            after = round_ + ahead if plan.last - round_ >= DEPTH else plan.last + 1
            yield round_, from_estimate(layers.exact(round_ + 1) if after > plan.last else layers.estimated(round_ + 1, after))


class _Layers:
    """The chances before the rounds of a match without items, each later than those that are asked for next.

    Args:
        induction: of the match.
        hulls: the leads that can come before each round.
        thought: the estimates of the match.

    Raises: Unknown if they are not enough.
    """

    def __init__(self, induction: Induction, hulls: Mapping[int, Hull], thought: Estimates) -> None:
        self._induction, self._hulls, self._thought = induction, hulls, thought
        plan = induction.plan
        if thought.digest is None and plan.last - plan.first >= DEPTH:
            raise Unknown("there is no digest of this variant")
        self._pairs = induction.pairs() if thought.pairs else None
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
        layer = self._digested(after)
        for here in range(after - 1, round_ - 1, -1):
            layer = self._induction.estimate(here, self._hulls[here], layer, self._pairs if here == after - 1 else None)
            if part := self._thought.recalled(self._induction.plan.counts, here, after):
                self._induction.average(layer, self._digested(here), self._hull(here), part)
        return layer

    def _digested(self, round_: int) -> Layer:
        """By the digest."""
        assert self._thought.digest is not None
        if round_ not in self._recalled:
            self._recalled[round_] = self._thought.digest.layer(self._induction.plan, round_, self._hull(round_), SilentReporter())
        return self._recalled[round_]

    def _hull(self, round_: int) -> Hull:
        """The leads that the digest is asked for."""
        hull = self._hulls[round_]
        return self._induction.plan.of_pairs(hull) if self._thought.pairs else hull
