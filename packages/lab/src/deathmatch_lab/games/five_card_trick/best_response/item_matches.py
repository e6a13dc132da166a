"""The best response to a bot in a short match with items, by the plain rules from position to position.

Items make positions so many that a bot cannot be asked in all of them. `strong` plays the last rounds perfectly, and says from where on
(`Perfected`): there the position is worth the solver's value, and nobody has to be asked any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from deathmatch.core.bots import MixedStrategyBot
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.five_card_trick import compose, rules, view
from deathmatch.games.five_card_trick.values import Answer, Move, Terms
from deathmatch.games.five_card_trick.view import State, View
from deathmatch_lab.exploiting import ExploitResult, SeatExploitResult, WorstDecision
from deathmatch_lab.games.five_card_trick.essence import essence
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import plan
from deathmatch_lab.games.five_card_trick.solver.solved import Solved
from deathmatch_lab.solving import Reporter

LARGEST: Final = 20_000
"""Positions in which a bot is asked on one seat at most: an hour for `strong`."""

CRUMB: Final = 1e-7  # a loss below this is the rounding of what the solver keeps

Mixture: TypeAlias = tuple[tuple[Move, float], ...]


@runtime_checkable
class Perfected(Protocol):
    """A bot that plays the end of a match perfectly."""

    def perfect_from(self, view: View, /) -> bool:
        """Whether it plays this position, and all that may follow without time-outs, as well as can be."""
        ...


@dataclass(slots=True)
class Answered:
    """A position in which the bot was asked, or its opponent alone.

    Attributes:
        chance: A's, against the best response.
        mixture: the bot's; empty if it owes nothing.
        answer: the best one; None if the opponent owes nothing.
    """

    chance: float
    mixture: Mixture
    answer: Move | None


@dataclass(frozen=True, slots=True)
class Reached:
    """A position on the way of the bot and its best response.

    Attributes:
        chance: that they come there.
        likeliest: the same by the likeliest way alone.
        way: the events of that one.
    """

    chance: float
    likeliest: float
    way: tuple[tuple[str, str], ...]

    def or_by(self, chance: float, way: tuple[tuple[str, str], ...]) -> Reached:
        """With one more way."""
        if chance > self.likeliest:
            return Reached(self.chance + chance, chance, way)
        return Reached(self.chance + chance, self.likeliest, self.way)


NEVER: Final = Reached(0.0, 0.0, ())


@dataclass(slots=True)
class ItemMatch:
    """A match with the solver's values."""

    terms: Terms
    work: Reporter
    solved: Solved = field(init=False)
    positions: int = field(init=False)

    def __post_init__(self) -> None:
        whole = plan(self.terms, rules.start(self.terms))
        induction, layers = Induction(whole, self.work), dict[int, tuple[Any, Any, Any]]()
        for round_, layer in induction.layers():
            layers[round_] = layer.runs, layer.values, induction.hulls[round_]
        self.solved, self.positions = Solved(whole, whole.known.keys, layers.get), induction.done.positions

    def exploited(self, bot: MixedStrategyBot[Any, Any]) -> ExploitResult:
        """The best response on either seat.

        Raises: UnsolvableError if the bot would have to be asked in too many positions.
        """
        return ExploitResult(BySeat.of(lambda seat: ItemResponse(self, bot, seat).seat_result()), self.positions)


class ItemResponse:
    """The best response to a bot on one seat."""

    def __init__(self, match: ItemMatch, bot: MixedStrategyBot[Any, Any], seat: Seat) -> None:
        self._match = match
        self._terms = match.terms
        self._solved = match.solved
        self._bot = bot
        self._seat = seat
        self._known: dict[State, Answered] = {}

    def seat_result(self) -> SeatExploitResult:
        """The result of the bot in this seat, with the decision that costs most."""
        start = rules.start(self._terms)
        value, chance = self._own(self._solved.chance(start)), self._own(self._chance(start))
        asked = sum(bool(found.mixture) for found in self._known.values())
        role = "the DMO" if self._seat is self._terms.dmo else "the EC"
        return SeatExploitResult(self._seat, value, chance, asked, self._worst(start), role)

    def _own(self, chance: float) -> float:
        """The bot's chance, from A's."""
        return chance if self._seat is Seat.A else 1.0 - chance

    # --- Backwards

    def _chance(self, state: State) -> float:
        """A's chance against the best response."""
        if state.outcome is not None or (isinstance(self._bot, Perfected) and self._bot.perfect_from(self._view(state))):
            return self._solved.chance(state)
        return self._answered(state).chance

    def _answered(self, state: State) -> Answered:
        here = essence(self._terms, state)
        found = self._known.get(here)
        if found is None:
            found = self._known[here] = self._answer(here)
        return found

    def _answer(self, state: State) -> Answered:
        mixture = self._mixture(state)
        if state.answering is self._seat:
            return Answered(self._expected(state, mixture, None), mixture, None)
        best = min if self._seat is Seat.A else max
        chances = {move: self._expected(state, mixture, move) for move in self._moves(state)}
        answer = best(chances, key=chances.__getitem__)
        return Answered(chances[answer], mixture, answer)

    def _expected(self, state: State, mixture: Mixture, answer: Move | None) -> float:
        """A's chance if the opponent submits this, on average over what the bot submits."""
        return sum(part * self._chance(after) for part, after in self._following(state, mixture, answer))

    def _following(self, state: State, mixture: Mixture, answer: Move | None) -> Iterator[tuple[float, State]]:
        """The positions after a decision, with their probabilities."""
        theirs = {} if answer is None else {self._seat.other: answer}
        if not mixture:
            yield 1.0, rules.play(self._terms, state, theirs)
        for move, part in mixture:
            yield part, rules.play(self._terms, state, {self._seat: move, **theirs})

    def _mixture(self, state: State) -> Mixture:
        """What the bot plays; nothing if it is not asked."""
        if state.answering is self._seat.other:
            return ()
        if len(self._known) >= LARGEST:
            raise UnsolvableError(f"in one seat the bot would have to be asked in more than {LARGEST:,} positions; try fewer rounds")
        self._match.work.report(f"the bot's play on seat {self._seat}, position {len(self._known) + 1}", None)
        seen = self._view(state)
        return tuple([(move, part) for move, part in self._bot.mixture(seen, compose.decision(seen)) if part > 0])

    def _view(self, state: State) -> View:
        return view.of(state, self._seat, self._terms)

    def _moves(self, state: State) -> tuple[Move, ...]:
        """The opponent's."""
        return tuple(Answer) if state.answering is not None else self._solved.submissions(state, self._seat.other)

    # --- Forwards

    def _worst(self, start: State) -> WorstDecision | None:
        """The decision with the greatest part in the loss."""
        worst, cost = None, CRUMB
        waiting = {essence(self._terms, start): Reached(1.0, 1.0, ())}
        while waiting:
            state = min(waiting, key=lambda one: (one.round, one.answering is not None))
            here, found = waiting.pop(state), self._known.get(state)
            if found is None:
                continue  # it is over, or played perfectly from here on
            after = 0.0
            for (part, next_), move in zip(self._following(state, found.mixture, found.answer), self._played(found), strict=True):
                after += part * self._own(self._solved.chance(next_))
                submitted = {self._seat: move, self._seat.other: found.answer}
                events = tuple([(seat.value, self._terms.text(one)) for seat, one in sorted(submitted.items()) if one is not None])
                to = essence(self._terms, next_)
                waiting[to] = waiting.get(to, NEVER).or_by(here.chance * part, (*here.way, *events))
            value = self._own(self._solved.chance(state))
            if found.mixture and here.chance * (value - after) > cost:
                answer = "" if found.answer is None else self._terms.text(found.answer)
                worst = WorstDecision(here.way, self._written(found.mixture), answer, value, after, here.chance)
                cost = worst.cost
        return worst

    @staticmethod
    def _played(found: Answered) -> tuple[Move | None, ...]:
        """The bot's moves; None if it owes nothing."""
        return tuple([move for move, _ in found.mixture]) or (None,)

    def _written(self, mixture: Mixture) -> tuple[tuple[str, float], ...]:
        """A mixture in canonical form, the likeliest move first."""
        written: Mapping[str, float] = {self._terms.text(move): part for move, part in mixture}
        return tuple(sorted(written.items(), key=lambda pair: (-pair[1], pair[0])))
