"""Chance and resampling of Tile Joust against every deal that a seat cannot rule out, gone through one by one with the plain rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from deathmatch.core.game import TIMEOUT, Chance, Deals, Over
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.games.tile_joust.values import SIZES, Deal, colours
from deathmatch.library.game import load_game
from deathmatch.match.dealer import HmacSource
from deathmatch_frameworks.encoding import load_encoding
from packages.frameworks.tests.posteriors import fits, posterior, sampled
from tests.conformance.cases import Step

STATES = 400  # sampled for a view
SAMPLES = 1500  # of a deal
LINES: dict[str, dict[str, Any]] = {"final": {"sets": 1, "chips": 3, "shown": "first"}, "gauntlet": {"sets": 1, "chips": 2, "opening": 0}}


class Played:
    """A match of random moves, and the deals that one of its seats cannot rule out once it has seen the colours and its own tiles."""

    def __init__(self, name: str, seed: str) -> None:
        self.encoding = load_encoding(load_game(f"tile-joust/{name}", LINES[name]))
        self.game = self.encoding.game.rules
        self.steps = list(self._steps(HmacSource(b"tiles", f"{name}{seed}")))
        self.deal = next(step.deal for step in self.steps if isinstance(step.deal, Deal))

    def _steps(self, source: HmacSource) -> Iterator[Step]:
        state = self.game.start()
        while not isinstance(pending := self.game.pending(state), Over):
            if isinstance(pending, Deals):
                deal = pending.chance.sample(source)
                yield Step(state, deal=deal)
                state = self.game.deal(state, deal)
            else:
                turn = {seat: self.game.decision(self.game.view(state, seat)).sample(source) for seat in pending.seats}
                assert TIMEOUT not in turn.values()
                yield Step(state, turn)
                state = self.game.play(state, turn)
        yield Step(state)

    def deals(self, seat: Seat, groups: int, end: int) -> Iterable[tuple[Any, Fraction]]:
        """Deals whose first groups have the right colours, and the seat's own tiles in them; the later groups are as they were."""
        state = self.steps[end - 1].state
        sold = [sale for sale in state.sales if sale.seat is seat]
        mine = {(sale.group - 1, SIZES.index(sale.size)): self.deal.number(sale.group, sale.size) for sale in sold}
        rest = [number for group in self.deal.groups[:groups] for number in group]
        free = sorted([*rest, *(self.deal.left if groups == len(self.deal.groups) else ())])
        yield from ((deal, Fraction(1)) for deal in self._filled((), free, groups, mine))

    def _filled(self, done: tuple[Any, ...], free: list[int], groups: int, mine: dict[tuple[int, int], int]) -> Iterator[Deal]:
        at = len(done)
        if at == groups:
            left = tuple(free) if groups == len(self.deal.groups) else self.deal.left
            yield Deal((*done, *self.deal.groups[groups:]), left)
            return
        for group in combinations(free, len(SIZES)):
            fixed = all(number == group[place] for (of, place), number in mine.items() if of == at)
            if fixed and colours(group) == colours(self.deal.groups[at]):
                yield from self._filled((*done, group), [number for number in free if number not in group], groups, mine)


@pytest.mark.parametrize(
    ("name", "seed", "phase", "part"),
    [
        ("gauntlet", 1, "choose", 2),
        ("gauntlet", 1, "first", 0),
        ("final", 5, "keep", 0),
        ("final", 1, "more", 2),
        pytest.param("gauntlet", 1, "more", 2, marks=pytest.mark.nightly),
        pytest.param("gauntlet", 5, "choose", 2, marks=pytest.mark.nightly),
        pytest.param("gauntlet", 5, "more", 2, marks=pytest.mark.nightly),
        pytest.param("final", 0, "choose", 2, marks=pytest.mark.nightly),
        pytest.param("final", 1, "first", 0, marks=pytest.mark.nightly),
        pytest.param("final", 2, "more", 2, marks=pytest.mark.nightly),
        pytest.param("final", 3, "first", 2, marks=pytest.mark.nightly),  # Conceal: only its owner knows where a spent tile came from
        pytest.param("final", 4, "more", 2, marks=pytest.mark.nightly),
        pytest.param("final", 5, "more", 2, marks=pytest.mark.nightly),
    ],
)
def test_resampled_states_come_as_often_as_the_deals_and_moves_that_make_them(name: str, seed: int, phase: str, part: int) -> None:
    match = Played(name, str(seed))
    ends = [at + 1 for at, step in enumerate(match.steps) if getattr(match.game.pending(step.state), "name", "") == phase]
    end = ends[part]
    seat = Seat.A if name == "gauntlet" else Seat.B
    state = match.steps[end - 1].state
    groups = state.block.group if state.block is not None else len(match.deal.groups)

    def possible(_chance: Chance[Any], _before: Step, _after: Step) -> Iterable[tuple[Any, Fraction]]:
        return match.deals(seat, groups, end)

    exact = posterior(match.game, match.steps[:end], seat, possible)
    assert len(exact) > 3
    view = match.game.view(state, seat)
    drawn = sampled(match.encoding, view, STATES)
    if state.block is None:
        assert fits(exact, drawn)
        return
    # groups to come are anything: the numbers that are shown, and what is bought, are compared

    def shown(one: Any) -> Any:
        return one.deal.groups[:groups], one.hands

    parts: dict[Any, Fraction] = {}
    for one, chance in exact.items():
        parts[shown(one)] = parts.get(shown(one), Fraction(0)) + chance
    among = [one for one in map(shown, drawn) if one in parts]
    assert among
    assert fits(parts, among)
    assert match.game.view(drawn[0], PUBLIC) == match.game.view(state, PUBLIC)


@pytest.mark.parametrize("name", ["gauntlet", "final"])
def test_the_first_tiles_come_as_often_as_their_factors_say(name: str) -> None:
    encoding, source = load_encoding(load_game(f"tile-joust/{name}")), HmacSource(b"tiles", name)
    match = encoding.start()
    if match.actors:  # the pick of an item comes first
        match = match.act(match.actors[0], match.legal_actions(match.actors[0])[0])
    pending = match.pending
    assert isinstance(pending, Deals)
    chance = pending.chance
    paths = [encoding.path(chance, chance.sample(source)) for _ in range(SAMPLES)]
    pairs = {
        (one, two): first * second
        for one, first in encoding.chance_outcomes(chance)
        for two, second in encoding.chance_outcomes(chance, (one,))
    }
    assert sum(pairs.values()) == 1
    assert fits(pairs, [path[:2] for path in paths])
    ends = {last: Fraction(0) for last in range(14)}
    start = paths[0][:9]  # three groups, then every fourth one
    for one, first in encoding.chance_outcomes(chance, start):
        for two, second in encoding.chance_outcomes(chance, (*start, one)):
            for three, third in encoding.chance_outcomes(chance, (*start, one, two)):
                ends[three] += first * second * third
                assert first * second * third == Fraction(1, {"gauntlet": 4, "final": 10}[name])
    assert sum(ends.values()) == 1
