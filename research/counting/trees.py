"""A game's tree through its real rules: counted whole if it is small, or estimated by random matches.

Here a node is a history of deals and whole turns, and a leaf is a match that is over. No clock runs out and nobody resigns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from math import log10, sqrt
from typing import Any, NamedTuple

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import AnyGame, Ask, Deals, Over
from deathmatch.core.seats import SEATS, BySeat, Seat

Moves = Callable[[AnyGame, Any, Seat], Iterable[Any]]
Dealt = Callable[[Any], Iterable[Any]]


def all_moves(game: AnyGame, state: Any, seat: Seat) -> Iterable[Any]:
    """The legal moves of a seat, of a decision that lists them."""
    moves = game.decision(game.view(state, seat)).moves()
    assert moves is not None
    return moves


def all_deals(chance: Any) -> Iterable[Any]:
    """The outcomes of a deal that lists them."""
    deals = chance.deals()
    assert deals is not None
    return deals  # type: ignore[no-any-return]


class Whole(NamedTuple):
    """The size of a whole tree.

    Attributes:
        matches: its leaves.
        decisions: the nodes at which each seat owes a submission.
        information: the information sets of each seat, with perfect recall: the views and moves that it has seen, in order.
        positions: the states that `essence` tells apart, without those that are over or wait for chance.
        choices: legal submissions of a decision at most.
        least, most: submissions of a match.
    """

    matches: int
    decisions: BySeat[int]
    information: BySeat[int]
    positions: int
    choices: int
    least: int
    most: int


def whole(
    game: AnyGame,
    *,
    start: Any = None,
    moves: Moves = all_moves,
    deals: Dealt = all_deals,
    essence: Callable[[Any], Any] = lambda state: state,
    over: Callable[[Any], bool] = lambda _: False,
) -> Whole:
    """The whole tree, node by node; a state that is `over` counts as a leaf."""
    matches = choices = most = 0
    least: int | None = None
    decisions = dict.fromkeys(SEATS, 0)
    known: dict[Seat, set[Any]] = {seat: set() for seat in SEATS}
    positions: set[Any] = set()
    first = game.start() if start is None else start
    stack: list[tuple[Any, BySeat[tuple[Any, ...]], int]] = [(first, BySeat((), ()), 0)]
    while stack:
        state, told, length = stack.pop()
        told = BySeat.of(lambda seat, told=told, state=state: (*told[seat], game.view(state, seat)))  # type: ignore[misc]
        pending = game.pending(state)
        if isinstance(pending, Over) or over(state):
            matches += 1
            least, most = length if least is None else min(least, length), max(most, length)
            continue
        if isinstance(pending, Deals):
            stack += [(game.deal(state, deal), told, length) for deal in deals(pending.chance)]
            continue
        positions.add(essence(state))
        some = {seat: list(moves(game, state, seat)) for seat in pending.seats}
        choices = max(choices, *map(len, some.values()))
        for seat in pending.seats:
            decisions[seat] += 1
            known[seat].add(told[seat])
        for turn in turns(some):
            after = BySeat.of(lambda seat, turn=turn, told=told: (*told[seat], turn.get(seat)))  # type: ignore[misc]
            stack.append((game.play(state, turn), after, length + len(turn)))
    assert least is not None
    return Whole(matches, BySeat.of(lambda s: decisions[s]), BySeat.of(lambda s: len(known[s])), len(positions), choices, least, most)


def turns(some: Mapping[Seat, list[Any]]) -> Iterator[dict[Seat, Any]]:
    """Every joint turn of the moves of each seat."""
    for chosen in product(*some.values()):
        yield dict(zip(some, chosen, strict=True))


# --- Random matches


class Walk(NamedTuple):
    """A random match.

    Attributes:
        weight: the log10 of one over the chance of its moves; the deals are given.
        decisions: of each submission asked, the seat and the weight before it.
        choices: legal submissions of a decision at most.
        state: the end.
    """

    weight: float
    decisions: list[tuple[Seat, float]]
    choices: int
    state: Any


def walk(game: AnyGame, source: RandomSource, *, uniform: bool = False) -> Walk:
    """A random match in which each legal submission has the same chance; `uniform` if the game's own `sample` keeps to that."""
    state, weight, choices = game.start(), 0.0, 0
    decisions: list[tuple[Seat, float]] = []
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        assert isinstance(pending, Ask)
        decisions += [(seat, weight) for seat in pending.seats]
        turn = {}
        for seat in pending.seats:
            decision = game.decision(game.view(state, seat))
            some = () if uniform else list(all_moves(game, state, seat))
            turn[seat] = decision.sample(source) if uniform else source.choice(some)
            number = decision.count() if uniform else len(some)
            assert number is not None
            weight += log10(number)
            choices = max(choices, number)
        state = game.play(state, turn)
    return Walk(weight, decisions, choices, state)


class Interval(NamedTuple):
    """An estimate with the ends of its interval of 95 %."""

    mean: float
    low: float
    high: float


def interval(values: list[float], quantile: float = 1.96) -> Interval:
    """The interval of a mean of independent values; for few of them give the quantile of Student's distribution."""
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return Interval(mean, mean - quantile * error, mean + quantile * error)
