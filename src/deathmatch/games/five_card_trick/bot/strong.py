"""The bot `strong`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.core.solving import SilentReporter
from deathmatch.core.thinking import UNLIMITED, OutOfTime, TimeLeft
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick import view as seen
from deathmatch.games.five_card_trick.bot.digest import digest_estimates
from deathmatch.games.five_card_trick.bot.guess import Guess
from deathmatch.games.five_card_trick.bot.plain import Mixer, Mixture, picked
from deathmatch.games.five_card_trick.fast import respond
from deathmatch.games.five_card_trick.fast.ahead import Floats
from deathmatch.games.five_card_trick.fast.blind import CRUMB
from deathmatch.games.five_card_trick.fast.respond import Strategy
from deathmatch.games.five_card_trick.solver.induction import Induction
from deathmatch.games.five_card_trick.solver.lookahead import Lookahead, look_ahead
from deathmatch.games.five_card_trick.solver.plan import lead
from deathmatch.games.five_card_trick.solver.reachable import Hull
from deathmatch.games.five_card_trick.solver.solved import StageGame, Unknown, state_of
from deathmatch.games.five_card_trick.values import Answer, Move, Terms, Variation

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View

ROUNDS: Final = 3
"""Rounds that `strong` solves, including the present one; one more if that reaches the round after which chips are compared."""


class Strong(Mixer):
    """Plays each round for the chance to win the match, as well as can be if its chances were right.

    In `gauntlet` it solves this round and the next two, or the next three if chips are compared after them, and takes the chances after
    those from a digest of the whole solution (`bot/digest.py`). It begins with this round alone, and looks further while there is time.
    The other variants, and what the digest does not know, it plays by `Guess`; a time-out is forgotten in three rounds.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._guess = Guess(terms)
        self._learned = terms.variation is Variation.GAUNTLET

    def warm(self) -> None:
        """Have every kernel and the data ready."""
        self._guess.warm()
        self._mixed(seen.of(rules.start(self._terms), Seat.A, self._terms), ROUNDS)

    def mixture(self, view: View, decision: Decision[Move], /) -> Mixture:
        """An optimal mixture of the round as it is thought of; it assumes that the opponent plays one too."""
        return self._mixed(view, rounds(view.round, view.ends_after)) or self._guess.mixture(view, decision)

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """One move of the mixture, or, if there is no time for it, of one that looks fewer rounds ahead."""
        mixture: Mixture = ()
        with suppress(OutOfTime):
            for count in range(1, rounds(view.round, view.ends_after) + 1):
                mixture = self._mixed(view, count, TimeLeft(budget)) or mixture
        return picked(mixture or self._guess.mixture(view, decision), source)

    def _mixed(self, view: View, count: int, time: TimeLeft = UNLIMITED) -> Mixture:
        """The mixture by the estimates of the positions after `count` rounds; none if they do not suffice. Raises OutOfTime."""
        lookahead = self._ahead(view, count, time)
        if lookahead is None:
            return ()
        state, known, moves = state_of(view), lookahead.plan.known, lookahead.plan.book.moves
        out = respond.bench(known.met.shape[0])
        m, n = respond.optimal(known, lookahead.plan.key(state), state.pot, lead(state), lookahead.layer(state.round + 1), out)
        rows, parts = (out.stage.rows[:m], out.row[:m]) if view.own is Seat.A else (out.stage.columns[:n], out.column[:n])
        return tuple((moves[row], float(part)) for row, part in zip(rows, parts, strict=True) if part > CRUMB)

    def _ahead(self, view: View, count: int, time: TimeLeft = UNLIMITED) -> Lookahead | None:
        """The lookahead of `count` rounds, if enough is known."""
        if not self._learned:
            return None
        try:
            return look_ahead(self._terms, state_of(view), count, digest_estimates(), time)
        except Unknown:
            return None

    # --- How it judges a position, for reviews

    def stage(self, view: View) -> StageGame:
        """The round as it is thought of right after it, in A's chances to win; exact in the last one that may come."""
        lookahead = self._ahead(view, 1)
        return self._guess.stage(view) if lookahead is None else lookahead.solved().stage(state_of(view))

    def idle(self, view: View, seat: Seat) -> Floats:
        """The value of a time-out of this seat alone against each move of the other one in `stage`: A's chances."""
        return self._guess.idle(view, seat)

    def answers(self, view: View) -> Mapping[Answer, float]:
        """A's estimated chance after each answer about Claim Priority."""
        return self._guess.answers(view)

    # --- What it thinks of a whole match, for anyone who answers it

    def strategies(self, induction: Induction, hulls: Mapping[int, Hull], /) -> Iterator[tuple[int, Strategy]]:
        """Its strategies, estimates of the positions before the next round, for every round from the last to the first.

        Args:
            induction: of a match without items.
            hulls: the leads that can come before each round.

        Raises: Unknown if it does not know enough.
        """
        if not self._learned:
            raise Unknown("there is no digest of this variant")
        plan = induction.plan
        for round_ in range(plan.last, plan.first - 1, -1):
            after = min(round_ + rounds(round_, min(count for count in plan.counts if count >= round_)), plan.last + 1)
            layer = (
                digest_estimates().layer(plan, after, hulls[after], SilentReporter())
                if after <= plan.last
                else induction.end(hulls[plan.last])
            )
            for here in range(after - 1, round_, -1):
                layer, _ = induction.solve(here, hulls[here], layer)
            yield round_, respond.from_estimate(layer)


def rounds(round_: int, count: int) -> int:
    """How many rounds are solved before this one is played, if chips are compared next after round `count`: its last decides most."""
    return ROUNDS + (round_ + ROUNDS == count)
