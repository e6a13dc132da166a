"""Search for a best response to the bidding of `strong`: `python tools/search_tile_joust.py [VARIANT ...]`.

It looks among those who bid as `strong` does, but rate tiles otherwise (`Tilted`).
One multiplier after another is set to the value with the best result against `strong` in auctions alone (`bench/bidding.py`), over the same
deals; then the best is measured over other deals, because the best of many is partly luck. Its figures go into `TILTS` of
`bot/adversaries.py` by hand. It takes some two minutes of one core a variant.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from math import inf

from bench.bidding import lead
from deathmatch.games import variants
from deathmatch.games.tile_joust.bot.adversaries import Tilted
from deathmatch.games.tile_joust.bot.strong import Strong
from deathmatch.games.tile_joust.game import TileJoust

MATCHES = 60
PROOF = 200  # matches, for the best
STEPS = (0.85, 1.15)


def tried(best: Tilted) -> list[list[Tilted]]:
    """The changes of each multiplier of the best so far, in the order in which they are tried."""
    by_set = best.by_set
    return [
        [replace(best, shown=part, mostly=part) for part in (0.4, 0.7, 1.0)],
        [replace(best, by_set=(by_set[0] * step, by_set[1], by_set[2])) for step in STEPS],
        [replace(best, by_set=(by_set[0], by_set[1], by_set[2] * step)) for step in STEPS],
        [replace(best, low=best.low * step) for step in STEPS],
        [replace(best, high=best.high * step) for step in STEPS],
    ]


def points(game: TileJoust, tilted: Tilted, games: int, seed: int) -> float:
    """Points a match by which it leads `strong`."""
    figures = lead(game, Strong(game.terms, tilted), Strong(game.terms), games, seed)
    print(f"  {figures['points_a_match']:+.2f} ± {figures['standard_error']:.2f}  {tilted}", flush=True)
    return float(figures["points_a_match"])


def search(game: TileJoust) -> Tilted:
    """The best one found."""
    best, most = Tilted(), -inf  # the best of those that differ from `strong`
    for number in range(len(tried(best))):
        for one in tried(best)[number]:
            here = points(game, one, MATCHES, 1)
            if here > most:
                best, most = one, here
    return best


def main() -> None:
    """Search for the named variants, or all."""
    for variant in variants("tile-joust"):
        if len(sys.argv) > 1 and variant.name not in sys.argv[1:]:
            continue
        _, game = variant.bind({})
        assert isinstance(game, TileJoust)
        print(variant.name)
        best = search(game)
        print("over other deals:")
        points(game, best, PROOF, 2)


if __name__ == "__main__":
    main()
