"""Tile Joust: how long it takes to solve a joust phase, by the hands, and to find all that a seat may believe.

All are one core's own time, so that they hold on a machine that has other work besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any

from bench.machine import each
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Ask, Deals, Decision, Over
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust, belief, bidding, deduction, fast
from deathmatch.games.tile_joust.bot import Steady
from deathmatch.games.tile_joust.deduction import possible
from deathmatch.games.tile_joust.values import HIGHEST, SIZES, Move, Owed, Plain, Variation
from deathmatch.games.tile_joust.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.arena import quantile

HANDS = ((4, 4), (5, 5), (6, 6), (6, 7), (5, 8), (6, 8))
PHASES = 10  # of each pair of hands
MATCHES = 10


def measure() -> dict[str, Any]:
    """Milliseconds a phase, by the tiles of both seats; and those of a seat's beliefs: about a tile, about hands, as an aid."""
    return {
        "phases_ms": {f"{a}:{b}": _phases(a, b) for a, b in each(HANDS)},
        "beliefs": {name: _beliefs(name) for name in each(("gauntlet", "final"))},
    }


def _phases(a: int, b: int) -> dict[str, float]:
    source, spent = HmacSource(b"bench", f"{a} {b}"), []
    kept = bidding.fitted(Variation.GAUNTLET).stored
    for number in range(PHASES + 1):
        numbers = source.sample(range(HIGHEST + 1), a + b)
        began = process_time()
        sides = [fast.codes(sorted(hand), [kept[tile] for tile in sorted(hand)], whole=True) for hand in (numbers[:a], numbers[a:])]
        fast.solve(sides[0], sides[1], 1, whole=True)
        if number:  # the first one compiles
            spent.append(process_time() - began)
    return _figures(spent)


def _beliefs(variant: str) -> dict[str, Any]:
    """In matches of `steady` against itself, and of one against a seat that buys next to nothing, with nothing found before."""
    _, game = find(f"tile-joust/{variant}").bind({})
    assert isinstance(game, TileJoust)
    spent: dict[str, list[float]] = {"bids": [], "hands": [], "aid": []}
    for number in range(2 * MATCHES):
        source, state = HmacSource(b"bench", f"{variant} {number}"), game.start()
        bots = {seat: Frugal(game.terms) if seat is Seat.A and number % 2 else Steady(game.terms) for seat in SEATS}
        while not isinstance(pending := game.pending(state), Over):
            if isinstance(pending, Deals):
                state = game.deal(state, pending.chance.sample(source))
                continue
            assert isinstance(pending, Ask)
            turn = {}
            for seat in pending.seats:
                view = game.view(state, seat)
                _believed(view, spent)
                turn[seat] = bots[seat].choose(view, game.decision(view), Counted(0), source)
            state = game.play(state, turn)
    return {name: _figures(times) for name, times in spent.items()}


@dataclass(frozen=True, slots=True)
class Frugal(Steady):
    """Bids on one tile in ten and jousts like `steady`."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        if view.owed is Owed.BID and source.below(10):
            return Plain.FOLD
        return Steady.choose(self, view, decision, budget, source)


def _believed(view: View, spent: dict[str, list[float]]) -> None:
    """All that may be asked of a position."""
    block = view.block
    if block is not None and block.bid is None and block.tile is not None:
        place = SIZES.index(block.tile)
        spent["bids"].append(_timed(lambda: belief.number_chances(view, block.group, place)))
    if view.owed in (Owed.FIRST, Owed.MORE):
        spent["hands"].append(_timed(lambda: belief.hands(view)))
    if block is None or block.bid is None:
        spent["aid"].append(_timed(lambda: possible(view)))


def _timed(work: Callable[[], object]) -> float:
    deduction._numbers.cache_clear()
    possible.cache_clear()
    began = process_time()
    work()
    return process_time() - began


def _figures(spent: list[float]) -> dict[str, float]:
    spent.sort()
    return {name: round(1000 * quantile(spent, part), 2) for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))}
