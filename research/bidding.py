"""Tile Joust: what `strong` wins against its adversaries, which differ from it in bidding alone, and the chips that both leave unspent.

- `duels`: whole matches. Both seats joust with the likeliest hand of the other seat alone (`Strong.worlds`), which takes a quarter of the
  time and is the same for both.
- `auctions`: auctions alone, a tenth of a second a match. All tiles count at their fitted worth, by their true numbers.

`python -m research.bidding --help` has the parts to choose.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from statistics import fmean, stdev
from typing import Any

from bench.machine import each
from deathmatch.core.bots import UNLIMITED
from deathmatch.core.game import TIMEOUT, Ask, Deals, Over
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust, bidding
from deathmatch.games.tile_joust.bot import Strong
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import Owed
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from deathmatch_lab.arena import ArenaBout, ArenaMatch, quantile, run
from deathmatch_lab.games.tile_joust.adversaries import against

MATCHES = 400
SEED = 2026
WORLDS = 1
VARIANTS = ("gauntlet", "final")


def measure() -> dict[str, Any]:
    """For both variants and every adversary: its share of the matches, with the interval, and the chips that both leave unspent."""
    return {variant: duels(variant, None, MATCHES, SEED, WORLDS, 0) for variant in VARIANTS}


def duels(variant: str, names: Iterable[str] | None, games: int, seed: int, worlds: int, jobs: int) -> dict[str, Any]:
    """The same for some adversaries of one variant; None for all."""
    _, game = find(f"tile-joust/{variant}").bind({})
    assert isinstance(game, TileJoust)
    adversaries = against(game.terms, worlds)
    strong = Strong(game.terms, worlds=worlds)
    found = {}
    for name in each(names or adversaries):
        bout = ArenaBout(f"tile-joust/{variant}", adversaries[name], strong, games, seed)
        unspent: list[tuple[int, int]] = []
        result = run(bout, jobs, lambda match, bout=bout, unspent=unspent: unspent.append(chips_left(bout, match)))  # type: ignore[misc]
        found[name] = {
            "matches": games,
            "seed": seed,
            "share": round(result.share, 4),
            "interval": [round(end, 4) for end in result.interval],
            "chips_unspent": [round(sum(side) / games, 1) for side in zip(*unspent, strict=True)],
            "strong_ms": {f"p{part * 100:g}": round(1000 * quantile(result.seconds["b"], part), 2) for part in (0.5, 0.99, 1.0)},
        }
    return found


# --- Auctions alone


def auctions(variant: str, names: Iterable[str] | None, games: int, seed: int) -> dict[str, Any]:
    """For some adversaries their lead over `strong` in points a match, its standard error, and the chips that both leave unspent."""
    _, game = find(f"tile-joust/{variant}").bind({})
    assert isinstance(game, TileJoust)
    strong = Strong(game.terms)
    adversaries = against(game.terms, WORLDS)
    return {name: lead(game, adversaries[name], strong, games, seed) for name in each(names or adversaries)}


def lead(game: TileJoust, bot: Strong, other: Strong, games: int, seed: int) -> dict[str, Any]:
    """By how much a bot leads another after auctions alone, each deal with the seats swapped."""
    leads, unspent = [], []
    for pair in range(games // 2):
        both = 0.0
        for sides in ((bot, other), (other, bot)):
            state, ahead = auctioned(game, BySeat(*sides), f"{seed} {pair}")
            mine = SEATS[sides.index(bot)]
            both += ahead if mine is Seat.A else -ahead
            unspent.append((state.chips[mine], state.chips[mine.other]))
        leads.append(both / 2)
    return {
        "matches": 2 * len(leads),
        "seed": seed,
        "points_a_match": round(fmean(leads), 2),
        "standard_error": round(stdev(leads) / len(leads) ** 0.5, 2),
        "chips_unspent": [round(fmean(side), 1) for side in zip(*unspent, strict=True)],
    }


def auctioned(game: TileJoust, bots: BySeat[Strong], label: str) -> tuple[State, float]:
    """The end of a match in which all jousts are lost by the clock, and A's lead by the tiles bought and by their counts."""
    state, ahead = game.start(), 0.0
    deals, sources = HmacSource(b"bidding", f"{label} deal"), BySeat.of(lambda seat: HmacSource(b"bidding", f"{label} {seat}"))
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(deals))
            continue
        assert isinstance(pending, Ask)
        if state.owed in (Owed.ITEMS, Owed.FIRST, Owed.MORE):
            state = game.play(state, dict.fromkeys(pending.seats, TIMEOUT))
        else:
            (seat,) = pending.seats
            view, before = game.view(state, seat), state
            state = game.play(state, {seat: bots[seat].choose(view, game.decision(view), UNLIMITED.budget, sources[seat])})
            ahead += _gained(game, before, state)
    counts = [sum(sale.seat is Seat.A and sale.set == number for sale in state.sales) for number in range(1, game.terms.sets + 1)]
    return state, ahead + sum(bidding.counted(game.terms)[count] for count in counts)


def _gained(game: TileJoust, before: State, after: State) -> float:
    """A's gain by the tiles sold in between."""
    gained = 0.0
    for sale in after.sales[len(before.sales) :]:
        assert before.deal is not None
        half = bidding.of(game.terms)[before.deal.number(sale.group, sale.size)] / 2
        gained += half if sale.seat is Seat.A else -half
    return gained


# --- Whole matches


def chips_left(bout: ArenaBout, match: ArenaMatch) -> tuple[int, int]:
    """The chips of the adversary and of `strong` at the end."""
    variant = find(bout.variant)
    position = Position.start(variant, variant.bind(dict(bout.options))[1])
    for entry in match.entries:
        position = position.accept(entry.actor, entry.text)[0]
    first, second = SEATS if match.number % 2 == 0 else reversed(SEATS)
    return _chips(position, first), _chips(position, second)


def _chips(position: Position, seat: Seat) -> int:
    chips: int = position.state.chips[seat]
    return chips


def main() -> None:
    """Measure a part."""
    parser = argparse.ArgumentParser(prog="python -m research.bidding", description=__doc__)
    parser.add_argument("adversary", nargs="*", help="which; all if none is given")
    parser.add_argument("--variant", choices=VARIANTS, nargs="+", default=VARIANTS)
    parser.add_argument("--games", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--worlds", type=int, default=WORLDS, help="hands that both look at in a joust")
    parser.add_argument("--auctions", action="store_true", help="auctions alone, without jousts")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 for one a core")
    given = parser.parse_args()
    for variant in given.variant:
        for name in each(given.adversary or adversaries_of(variant)):
            if given.auctions:
                found = auctions(variant, [name], given.games, given.seed)
            else:
                found = duels(variant, [name], given.games, given.seed, given.worlds, given.jobs)
            print(json.dumps({variant: found}), flush=True)


def adversaries_of(variant: str) -> list[str]:
    """The adversaries of a variant."""
    _, game = find(f"tile-joust/{variant}").bind({})
    assert isinstance(game, TileJoust)
    return list(against(game.terms, WORLDS))


if __name__ == "__main__":
    main()
