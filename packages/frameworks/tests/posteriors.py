"""The exact chances of the states that a seat may be in, by going through every deal and every hidden move with the plain rules.

It shares nothing with `resample` but the rules: a match is followed event by event, and of all ways in which chance and the other seat can
have gone on, those are kept that look the same to the seat at every event. Hidden moves are weighed by `1 / number of legal moves`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from deathmatch.core.game import AnyGame, Ask, Chance
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.encoding import Encoding
from tests.conformance.cases import Step

Deals = Callable[[Chance[Any], Step, Step], Iterable[tuple[Any, Fraction]]]
"""The deals that may have happened between two steps, with their chances; it may leave out deals that the seat would have seen."""

LISTED = 64  # legal moves of a decision that are gone through; of more, the one that everybody saw is taken


def every_deal(encoding: Encoding) -> Deals:
    """All deals, by their factors."""

    def paths(chance: Chance[Any], path: tuple[int, ...], weight: Fraction) -> Iterator[tuple[Any, Fraction]]:
        outcomes = encoding.chance_outcomes(chance, path)
        if not outcomes:
            yield encoding.deal(chance, path), weight
        for outcome, part in outcomes:
            yield from paths(chance, (*path, outcome), weight * part)

    return lambda chance, _before, _after: paths(chance, (), Fraction(1))


def posterior(game: AnyGame, steps: list[Step], seat: Seat, deals: Deals) -> dict[Any, Fraction]:
    """The states after the last of these steps that look like it to a seat, with their chances, which add up to 1."""
    weights: dict[Any, Fraction] = {steps[0].state: Fraction(1)}
    for step, after in pairwise(steps):
        view, now = game.view(after.state, seat), dict[Any, Fraction]()
        for state, weight in weights.items():
            for next_state, part in _next(game, state, step, after, seat, deals):
                if game.view(next_state, seat) == view:
                    now[next_state] = now.get(next_state, Fraction(0)) + weight * part
        weights = now
    total = sum(weights.values())
    return {state: weight / total for state, weight in weights.items()}


def _next(game: AnyGame, state: Any, step: Step, after: Step, seat: Seat, deals: Deals) -> Iterator[tuple[Any, Fraction]]:
    pending: Any = game.pending(state)
    if step.turn is None:
        for deal, weight in deals(pending.chance, step, after):
            yield game.deal(state, deal), weight
        return
    assert isinstance(pending, Ask)
    other = seat.other
    if other not in step.turn:
        yield game.play(state, step.turn), Fraction(1)
        return
    decision = game.decision(game.view(state, other))
    count = decision.count()
    moves = [step.turn[other]] if count is None or count > LISTED else list(decision.moves() or ())
    for move in moves:
        yield game.play(state, {**step.turn, other: move}), Fraction(1, len(moves))


def misfit(expected: dict[Hashable, Fraction], drawn: Iterable[Hashable]) -> tuple[float, int]:
    """Pearson's statistic of a sample and its degrees of freedom; outcomes that are expected fewer than five times go together."""
    counts = Counter(drawn)
    total = sum(counts.values())
    assert not counts.keys() - expected.keys(), "a state that cannot be"
    cells: list[tuple[float, int]] = []
    rare, seen = 0.0, 0
    for outcome, chance in expected.items():
        if chance * total < 5:
            rare, seen = rare + float(chance * total), seen + counts[outcome]
        else:
            cells.append((float(chance * total), counts[outcome]))
    if rare >= 1:
        cells.append((rare, seen))
    return sum((number - mean) ** 2 / mean for mean, number in cells), len(cells) - 1


def fits(expected: dict[Any, Fraction], drawn: Iterable[Any]) -> bool:
    """Whether a sample may come from these chances: one that does fails in fewer than one of 10,000 cases (Wilson and Hilferty, 1931)."""
    statistic, freedom = misfit(expected, drawn)
    if freedom < 1:
        return True
    spread = 2 / (9 * freedom)
    return bool((statistic / freedom) ** (1 / 3) < 1 - spread + 3.72 * spread**0.5)


def sampled(encoding: Encoding, view: Any, number: int) -> list[Any]:
    """So many states that fit a view."""
    source = HmacSource(b"posterior", "sampled")
    return [encoding.resample(view, source) for _ in range(number)]
