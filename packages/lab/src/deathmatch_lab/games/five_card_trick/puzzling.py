"""The capability `puzzles`: last rounds in which a pair of cards wins the match whatever the other seat plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Over
from deathmatch.core.options import Value, complete
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick import rules, values
from deathmatch.games.five_card_trick.values import Variation
from deathmatch.games.five_card_trick.view import state_of
from deathmatch_lab.puzzling import PuzzleIdea, PuzzleWords, RightMove, wander

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick
    from deathmatch.games.five_card_trick.view import State, View

ROUNDS: Final = (4, 5, 6, 7, 8)
PAIRS: Final = 2  # pairs of cards that win, at most; what Block names does not matter any more


class LastRoundPuzzles:
    """Makes and proves them."""

    words = PuzzleWords(
        title="The last round",
        about="One round to go, and one pair of cards that wins against everything.",
        task="Find the two cards that win whatever your opponent plays.",
        other="There is an answer to this after which you do not win. A sure pair survives all of them.",
        hints=(
            "Look at the chips, the pot, the lights, and at the cards that your opponent may not play.",
            "A card that is barred or blocked on the other side cannot hurt a Claim.",
        ),
    )

    def __init__(self, make: type[FiveCardTrick], variation: Variation) -> None:
        self._make, self._variation = make, variation

    def ideas(self, source: RandomSource, /) -> Iterator[PuzzleIdea]:
        """Random matches up to their last round."""
        while True:
            rounds = source.choice(ROUNDS)
            given: dict[str, Value] = {"dmo": source.choice(("A", "B")), "rounds": rounds, "max_rounds": rounds}
            if self._variation is Variation.FINAL:
                given |= {item: source.choice(("A", "B")) for item in ("overload", "priority", "reset")}
            terms = values.terms(self._variation, complete(values.options(self._variation), given))

            def until(state: State, last: int = rounds) -> bool:
                return state.round == last

            found = wander(self._make(terms), source, until)
            if found is not None:
                state: State = found[0]
                mine, theirs = state.sides[Seat.A].chips, state.sides[Seat.B].chips
                tie = "you" if rules.last_tie(terms, state).winner is Seat.A else "Bob"
                yield PuzzleIdea(
                    given, found[1], Seat.A, f"The last round. You have {_chips(mine)}, Bob has {theirs}, and a tie goes to {tie}."
                )

    def right(self, view: View, /) -> tuple[RightMove, ...]:
        """The submissions that win against every submission of the other seat, in the last round."""
        terms, seat = view.terms, view.own
        if view.outcome is not None or view.answering is not None or view.round != terms.max_rounds:
            return ()
        state = state_of(view)
        theirs = rules.legal(terms, state.sides[seat.other])
        sure = [move for move in rules.legal(terms, state.sides[seat]) if all(_wins(view, state, seat, move, other) for other in theirs)]
        if len({move.cards for move in sure}) > PAIRS:
            return ()
        words = f"All {len(theirs)} submissions of the other side lose to it."
        return tuple(RightMove(terms.text(move), words) for move in sure)


def _chips(number: int) -> str:
    return f"{number} chip{'s' * (number != 1)}"


def _wins(view: View, state: State, seat: Seat, move: values.Submission, other: values.Submission) -> bool:
    after = rules.play(view.terms, state, {seat: move, seat.other: other})
    if after.answering is None:
        return _won(after, seat)
    answered = [_won(rules.play(view.terms, after, {after.answering: answer}), seat) for answer in values.Answer]
    return any(answered) if after.answering is seat else all(answered)


def _won(state: State, seat: Seat) -> bool:
    return isinstance(state.outcome, Over) and state.outcome.winner is seat


def puzzles(game: FiveCardTrick) -> LastRoundPuzzles:
    """The capability `puzzles`."""
    return LastRoundPuzzles(type(game), game.terms.variation)
