"""The bot `strong`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.core.thinking import UNLIMITED, OutOfTime, TimeLeft
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.bot.plain import Mixer, Mixture, answered, picked
from deathmatch.games.five_card_trick.fast.search import DEPTH
from deathmatch.games.five_card_trick.solver import WIDE_ROUNDS, Effort, answers, efforts, judged
from deathmatch.games.five_card_trick.values import Move, Terms
from deathmatch.games.five_card_trick.view import state_of

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View


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
