"""What the house's `strong` gives away to `strong` with the laboratory's digest, in whole matches of a variant of Five-Card Trick.

Both play; before each round the mixture of the house's is held against that of the other one, by the chances of the search with the digest.
The parts that it gives away in all rounds of a match add up to its loss in that match. That needs far fewer matches than counting wins.

    python -m research.strong_alone gauntlet 20
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from statistics import fmean, stdev

from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules, solver
from deathmatch.games.five_card_trick.fast.search import DEPTH
from deathmatch.games.five_card_trick.solver import Estimator, SearchedRound, searched
from deathmatch.games.five_card_trick.values import Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch.match.dealer import HmacSource


def last(terms: Terms, state: State, *, alone: bool) -> SearchedRound:
    """A round as `strong` plays it without a clock, with the laboratory or alone."""
    thought = Estimator(terms) if alone else solver.estimator_of(terms)
    deepest = terms.max_rounds - state.round + 1
    efforts = list(solver.efforts(terms, state)) if deepest <= DEPTH else [solver.Effort(1), *thought.efforts(state)]
    return searched(terms, state, efforts[-1], thought)


def losses(terms: Terms, own: Seat, label: str) -> Iterator[float]:
    """What the house's `strong` gives away in each round of one match as this seat."""
    state, source = rules.start(terms), HmacSource(b"alone", label)
    while state.outcome is None:
        truth, mine = last(terms, state, alone=False), last(terms, state, alone=True).mixture(own)
        sign = 1 if own is Seat.A else -1
        yield sum(part * sign * (truth.value - truth.against(own, move)) for move, part in mine)
        mixtures = {own: mine, own.other: truth.mixture(own.other)}
        turn = {seat: mixtures[seat][source.weighted([part for _, part in mixtures[seat]])][0] for seat in SEATS}
        state = rules.play(terms, state, turn)


def main(variant: str, matches: int) -> None:
    """Play and print."""
    options = {"overload": "none", "priority": "none", "reset": "none"} if variant == "final" else {}
    game = find(f"five-card-trick/{variant}").bind(options)[1]
    assert isinstance(game, FiveCardTrick)
    terms = game.terms
    begun, sums = time.monotonic(), list[float]()
    for number in range(matches):
        sums.append(sum(losses(terms, SEATS[number % 2], str(number))))
        error = stdev(sums) / len(sums) ** 0.5 if number else float("nan")
        print(f"{number + 1} matches, {time.monotonic() - begun:.0f} s: {fmean(sums):.2%} given away, +- {error:.2%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
