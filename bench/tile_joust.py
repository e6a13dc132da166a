"""Tile Joust: how long it takes to solve a joust phase, by the hands, and to find all that a seat may believe in an auction.

All are one core's own time, so that they hold on a machine that has other work besides.
"""

from __future__ import annotations

from time import process_time
from typing import Any

from deathmatch.bots.arena import quantile
from deathmatch.bots.budget import Counted
from deathmatch.core.game import Deals, Over
from deathmatch.games import find
from deathmatch.games.tile_joust import belief, fast
from deathmatch.games.tile_joust.bot import worth
from deathmatch.games.tile_joust.bot.plain import Steady
from deathmatch.games.tile_joust.game import TileJoust
from deathmatch.games.tile_joust.values import HIGHEST, Owed
from deathmatch.match.dealer import HmacSource

HANDS = ((4, 4), (5, 5), (6, 6), (6, 7), (5, 8), (6, 8))
PHASES = 10  # of each pair of hands
MATCHES = 10


def measure() -> dict[str, Any]:
    """Milliseconds a phase, by the tiles of both seats; and of a belief, at the first bid on each tile."""
    return {"phases_ms": {f"{a}:{b}": _phases(a, b) for a, b in HANDS}, "beliefs": {name: _beliefs(name) for name in ("gauntlet", "final")}}


def _phases(a: int, b: int) -> dict[str, float]:
    source, spent = HmacSource(b"bench", f"{a} {b}"), []
    for number in range(PHASES + 1):
        numbers = source.sample(range(HIGHEST + 1), a + b)
        began = process_time()
        sides = [fast.codes(sorted(hand), [worth.KEPT[tile] for tile in sorted(hand)], whole=True) for hand in (numbers[:a], numbers[a:])]
        fast.solve(sides[0], sides[1], 1, whole=True)
        if number:  # the first one compiles
            spent.append(process_time() - began)
    return _figures(spent)


def _beliefs(variant: str) -> dict[str, Any]:
    """At the first bid on each tile, in matches of `steady` against itself."""
    _, game = find(f"tile-joust/{variant}").bind({})
    assert isinstance(game, TileJoust)
    bot, spent, ways = Steady(game.terms), list[float](), list[float]()
    for number in range(MATCHES):
        source, state = HmacSource(b"bench", f"{variant} {number}"), game.start()
        while not isinstance(pending := game.pending(state), Over):
            if isinstance(pending, Deals):
                state = game.deal(state, pending.chance.sample(source))
                continue
            turn = {}
            for seat in pending.seats:
                view = game.view(state, seat)
                if view.owed is Owed.BID and view.block is not None and view.block.bid is None:
                    began = process_time()
                    ways.append(len(belief.rows(view, view.set)))
                    spent.append(process_time() - began)
                turn[seat] = bot.choose(view, game.decision(view), Counted(0), source)
            state = game.play(state, turn)
    ways.sort()
    return {"ways_p50": int(quantile(ways, 0.5)), "ways_max": int(ways[-1]), "ms": _figures(spent)}


def _figures(spent: list[float]) -> dict[str, float]:
    spent.sort()
    return {name: round(1000 * quantile(spent, part), 2) for name, part in (("p50", 0.5), ("p90", 0.9), ("max", 1.0))}
