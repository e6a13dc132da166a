"""Guidance Rite: the worth of choosing who begins, of more positions, of ways to claim, and of a better evaluation.

- `chooser`: whole matches of a bot against itself, or single bouts, for the seat that chooses who begins.
- `mover`: single bouts of a bot against itself, for the seat that begins.
- `thinking`: bouts in turn of `strong`, with several times the positions against one time.
- `claims`: drafts alone, played out alike on both sides.
- `weights`: single bouts at once of `strong` against itself with the evaluation as it was before.

`python -m research.guidance_matches --help` has the parts to choose.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from bench.machine import each, facts
from deathmatch.bots.budget import THINKING
from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.guidance_rite import GuidanceRite, bot, fast, fast_bouts, fast_search, rules
from deathmatch.games.guidance_rite.bot import BLUR, STRONG
from deathmatch.games.guidance_rite.drafting import Claiming, by_lot, dearest
from deathmatch.games.guidance_rite.rules import board
from deathmatch.games.guidance_rite.values import Board, Bout, Claim, Move, Terms, unclaimed
from deathmatch.games.guidance_rite.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch_lab import arena
from deathmatch_lab.arena import ArenaBout

VARIANTS = ("guardians", "final")
SEED = 2029
BOT = "level-5"
POSITIONS = 2_500  # one time
TIMES = (2, 4, 8)
IN_TURN = (("best_of", "1"), ("turns", "alternate"))  # claims, placing and one bout in turn
AT_ONCE = (("best_of", "1"), ("turns", "simultaneous"))
PLAYED = 4  # bouts of a draft with either seat to begin


def measure() -> dict[str, Any]:
    """All of them for both variants."""
    parts: dict[str, Callable[[str], dict[str, Any]]] = {"chooser": chooser, "thinking": thinking, "claims": claims}
    return {f"{part} {variant}": parts[part](variant) for variant in VARIANTS for part in each(parts)}


# --- Who begins


def chooser(
    variant: str, bot: str = BOT, games: int = 400, seed: int = SEED, *, single: bool = False, thinking: int = THINKING
) -> dict[str, Any]:
    """The share of whole matches, or of single bouts in turn, that the seat wins that says who begins (R19), of a bot against itself."""
    bout = ArenaBout(f"guidance-rite/{variant}", bot, bot, games, seed, IN_TURN if single else (), thinking)
    return {"bot": bot, "seed": seed, "single": single, "thinking": thinking, **_share(bout, _terms(variant).chooser)}


def mover(variant: str, bot: str = "steady", games: int = 400, seed: int = SEED, *, thinking: int = THINKING) -> dict[str, Any]:
    """The share of single bouts in turn that the seat wins that moves first, of a bot against itself."""
    bout = ArenaBout(f"guidance-rite/{variant}", bot, bot, games, seed, (*IN_TURN, ("first", "A")), thinking)
    return {"bot": bot, "seed": seed, "thinking": thinking, **_share(bout, Seat.A)}


def _share(bout: ArenaBout, seat: Seat) -> dict[str, Any]:
    """The share of the matches of a bout that a seat wins, whichever of the bots has it."""
    points = [0.0] * ((bout.games + 1) // 2)
    for match in arena.work(bout, range(bout.games)):
        side = "a" if (seat is Seat.A) == (match.number % 2 == 0) else "b"
        points[match.number // 2] += 0.5 if match.winner is None else float(match.winner == side)
    interval = [round(end, 4) for end in arena.interval(points, bout.games)]
    return {"matches": bout.games, "share": round(sum(points) / bout.games, 4), "interval": interval}


# --- More positions


def thinking(variant: str, times: tuple[int, ...] = TIMES, games: int = 100, seed: int = SEED) -> dict[str, Any]:
    """The share of bouts in turn that `strong` wins with more positions against `strong` with `POSITIONS`."""
    found = {}
    for more in each(times):
        sides = [replace(STRONG, limits=replace(STRONG.limits, positions=POSITIONS * by)) for by in (more, 1)]
        result = arena.run(ArenaBout(f"guidance-rite/{variant}", sides[0], sides[1], games, seed, IN_TURN), 1)
        found[f"{more} x"] = {"share": round(result.share, 4), "interval": [round(end, 4) for end in result.interval]}
    return {"positions": POSITIONS, "bouts": games, "seed": seed, **found}


# --- The evaluation

FORMER: Final = {
    "guardians": (
        *(51, 183, 143, 279, 258, 259, 100, 90, 56, 76, 107, 19, 29, 71, 25, 90, 29, 22),
        *(12, 12, 0, 12, 12, 12, 0, 67, 0, 1946, 0, 0, 200),
    ),
    "final": (
        *(153, 257, 125, 423, 364, 352, 100, 122, 170, 111, 88, 115, 46, 45, 0, 64, 43, 39),
        *(108, 101, 108, 29, 84, 56, 28, 382, 0, 1514, 0, 0, 400),
    ),
}
"""The weights before those of `fast.weights`: fitted to 600 bouts, and without the arrows to empty spaces and to pieces."""


class FormerlyStrong:
    """`strong` with the former weights of positions; it claims as `strong`."""

    def warm(self) -> None:
        """Compile the kernels."""
        STRONG.warm()

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A move."""
        former = FORMER["final" if view.terms.final else "guardians"]
        with patch.object(fast, "fitted", lambda _terms: former):
            return STRONG.choose(view, decision, budget, source)


def weights(variant: str, games: int = 400, seed: int = SEED) -> dict[str, Any]:
    """The share of single bouts at once that `strong` wins against itself with the former weights."""
    result = arena.run(ArenaBout(f"guidance-rite/{variant}", "strong", FormerlyStrong(), games, seed, AT_ONCE), 1)
    interval = [round(end, 4) for end in result.interval]
    return {"bouts": games, "seed": seed, "share": round(result.share, 4), "interval": interval}


# --- Claims


def any_pieces(_terms: Terms, bout: Bout, _seat: Seat, source: RandomSource) -> Claim:
    """Any two pieces."""
    return Claim(source.choice(list(combinations(unclaimed(bout.board), 2))))


def claims(variant: str, boards: int = 200, seed: int = SEED) -> dict[str, Any]:
    """What `strong`'s way to claim wins against others, and how many pieces nobody gets; the bouts are played out alike on both sides."""
    others: dict[str, Claiming] = {
        "dearest": dearest,
        "dearest, off as far": partial(dearest, blur=BLUR),
        "itself": STRONG.claims,
        "by lot": by_lot,
        "any": any_pieces,
    }
    return {
        "boards": boards,
        "seed": seed,
        **{name: drafted(variant, STRONG.claims, other, boards, seed) for name, other in others.items()},
    }


def drafted(variant: str, one: Claiming, other: Claiming, boards: int, seed: int) -> dict[str, Any]:
    """The share that one way to claim wins against another: each board is claimed twice, with the seats swapped."""
    terms = _terms(variant)
    scores, gone = [], 0
    for number in range(boards):
        source = HmacSource(f"claims {seed}".encode(), f"{variant} {number}")
        dealt, won = board(terms, source), 0.0
        for seat in SEATS:
            claimed = _claimed(terms, dealt, {seat: one, seat.other: other}, source)
            gone += sum(piece is None for piece in claimed)
            won += _won(terms, claimed, seat, number)
        scores.append(won / 2)
    mean, error = float(np.mean(scores)), float(np.std(scores, ddof=1)) / boards**0.5
    interval = [round(mean + sign * arena.SURE * error, 4) for sign in (-1, 1)]
    return {"share": round(mean, 4), "interval": interval, "gone": round(gone / boards / 2, 1)}


def _claimed(terms: Terms, dealt: Board, ways: dict[Seat, Claiming], source: RandomSource) -> Board:
    bout = Bout(1, False, dealt)
    while not rules.claims_end(bout):
        answers: dict[Seat, Move] = {seat: ways[seat](terms, bout, seat, source) for seat in SEATS}
        bout = rules.claimed(bout, answers)
    return rules.cleared(bout.board)


def _won(terms: Terms, claimed: Board, seat: Seat, number: int) -> float:
    """The part of the bouts of a draft that a seat wins."""
    ground, log, spare = fast.ground(terms), fast.new_log(fast_bouts.REACH), fast_search.new_spare(fast_bouts.REACH)
    won = 0.0
    for mover in SEATS:
        bout = rules.carried(terms, Bout(1, False, claimed, mover=mover), claimed, (), left=False)
        for again in range(PLAYED):
            end = fast_bouts.played(ground, fast.position(ground, bout), log, spare, PLAYED * number + again, bot.SPREAD)
            won += 0.5 if end == fast.NOBODY else float((end == fast.DECIDED) == (seat is Seat.A))
    return won / (2 * PLAYED)


def _terms(variant: str) -> Terms:
    game = find(f"guidance-rite/{variant}").bind({})[1]
    assert isinstance(game, GuidanceRite)
    return game.terms


def main() -> None:
    """Measure one of them."""
    parser = argparse.ArgumentParser(
        prog="python -m research.guidance_matches", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("part", choices=("chooser", "thinking", "claims", "mover", "weights"))
    parser.add_argument("variant", choices=VARIANTS)
    parser.add_argument("--games", type=int, default=400, help="matches, bouts or boards")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--bot", default=BOT, help="of `chooser` and `mover`")
    parser.add_argument("--single", action="store_true", help="single bouts in turn for `chooser`, not whole matches")
    parser.add_argument("--thinking", type=int, default=THINKING, help="units of work per decision for `chooser` and `mover`")
    parser.add_argument("--times", type=int, nargs="+", default=TIMES, help="the positions, as multiples")
    given = parser.parse_args()
    if given.part == "chooser":
        found = chooser(given.variant, given.bot, given.games, given.seed, single=given.single, thinking=given.thinking)
    elif given.part == "mover":
        found = mover(given.variant, given.bot, given.games, given.seed, thinking=given.thinking)
    elif given.part == "thinking":
        found = thinking(given.variant, tuple(given.times), given.games, given.seed)
    elif given.part == "weights":
        found = weights(given.variant, given.games, given.seed)
    else:
        found = claims(given.variant, given.games, given.seed)
    print(json.dumps({f"{given.part} {given.variant}": found, "machine": facts()}), flush=True)


if __name__ == "__main__":
    main()
