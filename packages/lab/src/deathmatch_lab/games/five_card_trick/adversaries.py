"""Adversaries of `strong`: they know its mixture and answer it. Players are not offered them; docs/bots.md describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from deathmatch.core.bots import AdversaryFamily, AnyBot, Budget, Dial
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick.fast.rounds import catalogue, position
from deathmatch.games.five_card_trick.fast.worth import fitted_worth
from deathmatch.games.five_card_trick.levels import Knobs, glanced, priority
from deathmatch.games.five_card_trick.solver import efforts, judged
from deathmatch.games.five_card_trick.values import Move, Terms
from deathmatch.games.five_card_trick.view import state_of

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick
    from deathmatch.games.five_card_trick.view import View


@dataclass(frozen=True, slots=True)
class Reader:
    """Knows the mixture that `strong` plays, and answers it by a judgement of its own.

    It plays a submission that gives away little against the mixture by the search of `strong` itself. Among these it takes the one that
    gains most by a glance at the chips and at the fitted worth of the position after the round.

    Attributes:
        terms: the options of the match.
        slack: the chance to win that a submission may give away by the search; with 1 the glance alone decides.
        knobs: how it glances; the part that it counts of the worth of the position after the round, and how little the score matters.
    """

    terms: Terms
    slack: float
    knobs: Knobs

    def choose(self, view: View, _decision: Decision[Move], _budget: Budget, _source: RandomSource, /) -> Move:
        """The answer; it thinks as long as it takes."""
        own, here, known = 0 if view.own is Seat.A else 1, position(view), fitted_worth(self.terms.variation)
        if view.answering is not None:
            return priority(here, own, known, view.ends_after - view.round, self.knobs.later, 0.0)
        *_, best = efforts(self.terms, state_of(view))
        found = judged(self.terms, state_of(view), best)
        safe = np.array([found.against(view.own, move) for move in found.moves[view.own]])
        mine = safe if view.own is Seat.A else 1.0 - safe
        open_ = [move for move, chance in zip(found.moves[view.own], mine, strict=True) if chance >= mine.max() - self.slack]
        theirs = dict(found.mixture(view.own.other))
        row = {move: number for number, move in enumerate(catalogue(self.terms).moves)}
        numbers = np.array([row[move] for move in open_]), np.array([row[move] for move in theirs])
        parts = np.array(list(theirs.values()))
        none = np.zeros(numbers[0].size), np.zeros(numbers[1].size)
        if own == 0:
            gains = glanced(self.terms, view, here, known, self.knobs, numbers, none) @ parts
        else:
            gains = -(parts @ glanced(self.terms, view, here, known, self.knobs, (numbers[1], numbers[0]), (none[1], none[0])))
        answer: Move = open_[int(gains.argmax())]
        return answer


@dataclass(frozen=True, slots=True)
class Readers:
    """Those that differ in their dials (`core.bots.AdversaryFamily`)."""

    terms: Terms

    @property
    def dials(self) -> Sequence[Dial]:
        """See `Reader`."""
        return (Dial("slack", (0.002, 0.01, 1.0), 0.01), Dial("later", (0.7, 1.0, 1.3), 1.0), Dial("blur", (0.0, 4.0), 0.0))

    def adversary(self, settings: Mapping[str, float], /) -> AnyBot:
        """One of them."""
        return Reader(self.terms, settings["slack"], Knobs(later=settings["later"], blur=settings["blur"]))


def families(game: FiveCardTrick) -> Mapping[str, AdversaryFamily]:
    """The capability `adversary_families`."""
    return {"reader": Readers(game.terms)}
