"""Fits what drafts of Guidance Rite are worth to bouts that are played out, and prints the figures of `drafting.py`.

    python research/fit_guidance_draft.py [BOARDS]        # 1500 boards a variant by default, some five minutes of one core

1. **The draft.** Each board is generated and claimed by lot a few times; each draft is played out in turn with either seat to begin
   (`fast.playing`). A logistic regression of the results on the features of the draft (`bot.drafting`) and on who began gives the weights,
   as logarithms of odds. The last quarter of the boards is left out of a first fit, which shows how well the rest foretells it.
2. **The slope.** Bouts at once between two `steady` are played, and the balance after captures at each turn (`fast.exchange.chance`) is
   compared with the winner: the slope says how fast the chance to win grows with the share of the board's worth.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.guidance_rite import GuidanceRite, bot, drafting, fast, fast_bouts, fast_search, rules
from deathmatch.games.guidance_rite.rules import board
from deathmatch.games.guidance_rite.values import Board, Bout, Claim, Move, Terms, unclaimed
from deathmatch.match.dealer import HmacSource

Floats = NDArray[np.float64]

BOARDS = 1500
DRAFTS = 4  # of each board
RIDGE = 0.01
STEPS = 30


def claimed(terms: Terms, dealt: Board, source: RandomSource) -> Board:
    """The board after a draft by lot."""
    bout = Bout(1, False, dealt)
    while not rules.claims_end(bout):
        free = unclaimed(bout.board)
        answers: dict[Seat, Move] = {seat: _named(source, free) for seat in SEATS}
        bout = rules.claimed(bout, answers)
    return rules.cleared(bout.board)


def _named(source: RandomSource, free: list[int]) -> Claim:
    one, other = sorted(source.sample(free, 2))
    return Claim((one, other))


def features(counts: drafting.BoardFeatures, holders: Floats) -> Floats:
    """A's features less B's, shape (13,); `holders` says who has which piece: 1 is A, -1 is B, and 0 nobody."""
    a, b = (holders == 1).astype(float), (holders == -1).astype(float)
    hit = a @ counts.onto @ b - b @ counts.onto @ a
    prey = a @ counts.onto @ (b * counts.arrows) - b @ counts.onto @ (a * counts.arrows)
    guard = a @ counts.onto @ a - b @ counts.onto @ b
    return np.array([*(holders @ counts.own), hit, prey, guard])


def holders(board: Board) -> Floats:
    """The owner of each piece, as `features` takes it."""
    return np.array([0.0 if piece is None or piece.owner is None else 1.0 if piece.owner is Seat.A else -1.0 for piece in board])


def played(terms: Terms, boards: int, source: RandomSource) -> Iterator[Floats]:
    """Bouts in turn: 1 or -1 for the seat that began, the features of the draft, and 1 if A won, else 0."""
    ground, log, spare = fast.ground(terms), fast.new_log(fast_bouts.REACH), fast_search.new_spare(fast_bouts.REACH)
    for number in range(boards):
        dealt = board(terms, source)
        for _ in range(DRAFTS):
            placed = claimed(terms, dealt, source)
            seen = features(drafting.counted(terms, placed), holders(placed))
            for mover in SEATS:
                bout = rules.carried(terms, Bout(1, False, placed, mover=mover), placed, (), left=False)
                end = fast_bouts.played(ground, fast.position(ground, bout), log, spare, number, bot.SPREAD)
                if end != fast.NOBODY:
                    yield np.array([1.0 if mover is Seat.A else -1.0, *seen, float(end == fast.DECIDED)])


def fitted(rows: Floats) -> tuple[Floats, Floats]:
    """The weights of a logistic regression, and their standard errors."""
    given, won = rows[:, :-1], rows[:, -1]
    weights = np.zeros(given.shape[1])
    curve = np.eye(len(weights))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-given @ weights))
        curve = (given * (chance * (1 - chance))[:, None]).T @ given + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, given.T @ (won - chance) - RIDGE * weights)
    return weights, np.sqrt(np.diag(np.linalg.inv(curve)))


def loss(rows: Floats, weights: Floats) -> float:
    """How unlikely what happened is by these weights: log loss."""
    return float(np.mean(np.log1p(np.exp(-(2 * rows[:, -1] - 1) * (rows[:, :-1] @ weights)))))


def main() -> None:
    """Play, fit, show, and print the weights of both variants."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else BOARDS
    lines = []
    for name in ("guardians", "final"):
        game: Any = find(f"guidance-rite/{name}").bind({})[1]
        assert isinstance(game, GuidanceRite)
        rows = np.array(list(played(game.terms, count, HmacSource(b"draft", name))))
        began = float(np.mean((rows[:, 0] > 0) == (rows[:, -1] > 0)))
        kept = len(rows) * 3 // 4
        unlikely = loss(rows[kept:], fitted(rows[:kept])[0])
        print(f"{name}: {len(rows)} bouts, who began won {began:.1%}, log loss of the last quarter {unlikely:.4f}", flush=True)
        weights, errors = fitted(rows)
        for feature, weight, error in zip(("begin", *drafting.FEATURES), weights, errors, strict=True):
            print(f"  {feature:10}{weight:7.3f} +- {min(error, 9):.3f}")
        lines += [f"{name.upper()}: Final = ({', '.join(f'{weight:.3f}' for weight in weights[1:])})"]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
