"""What is played by solutions: the estimator of `strong` with the digest, and the bot `perfect`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.bots import UNLIMITED, SavedArrays, TimeLeft
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick.bot import Mixer, Mixture, Strong, answered
from deathmatch.games.five_card_trick.fast.search import ALL, DEPTH
from deathmatch.games.five_card_trick.fast.worth import Leaves
from deathmatch.games.five_card_trick.solver import MARGINS, PART, Effort, Estimator, Unknown
from deathmatch.games.five_card_trick.values import Move, Terms, Variation
from deathmatch.games.five_card_trick.view import State, state_of
from deathmatch_lab.games.five_card_trick.digest import CRUMB, DigestEstimates, digest_of
from deathmatch_lab.games.five_card_trick.fast import curves
from deathmatch_lab.games.five_card_trick.solver.solved import Solved, complete

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
class DigestEstimator(Estimator):
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
        digest, known = self.digest, curves.nothing(DEPTH)
        views = [digest.view(self.terms, counts, min(round_ + level, counts[-1])) for level in range(DEPTH)]
        known.whole[:, curves.MORE_LEAD] = self.terms.last_tie is Seat.A
        for level, view in enumerate(views):
            known.whole[level, curves.IS_EARLY], known.whole[level, curves.RISES] = view.phase == "early", view.slot < curves.SURE
            known.broken[level] = view.narrow, CRUMB
        form, place = digest.places_of_fewer_cards if self.pairs else digest.places
        known = known._replace(
            row=digest.row,
            late=digest.scores("late"),
            early=digest.scores("early"),
            mean=np.stack([view.mean for view in views]),
            shapes=np.stack([view.shapes for view in views]),
            part=np.array([view.part for view in views], dtype=np.float64),
            form=form,
            place=place,
        )
        return super().leaf_values(counts, round_)._replace(curves=curves.roomy(known))


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

    def mixture(self, view: View, decision: Decision[Move], /, time: TimeLeft = UNLIMITED) -> Mixture:
        """The optimal mixture; that of `strong` only as far as it has time."""
        return self._known(view) or self._strong.mixture(view, decision, time)

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
    solution = stage.solution()
    moves, parts = (stage.moves.a, solution.row) if view.own is Seat.A else (stage.moves.b, solution.column)
    return tuple((move, float(part)) for move, part in zip(moves, parts, strict=True) if part > PART)
