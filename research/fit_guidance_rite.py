"""Fits what positions are worth in Guidance Rite to bouts in turn that the bots play, and prints the weights of its kernels.

    python -m research.fit_guidance_rite [BOUTS]        # 10,000 bouts a variant by default, half an hour of a core

Each bout begins on a generated board whose pieces go to either seat by lot, so that there is all kinds of material, and is played by a
quick `strong`, which now and then moves at random. In every position in which nothing is about to be captured, the chance to win is
taken to be

    1 / (1 + exp(-(k * share + turn + level + due + free + hit)))

where share is (own - other) / (own + other) of what the pieces are worth, as in `fast.search.worth`. The weights that make what happened
likeliest are sought by L-BFGS, drawn a little towards those there were before any were fitted. A fifth of the bouts is held back first,
to see how well they are foretold.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from deathmatch.bots.budget import Counted
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.guidance_rite import GuidanceRite, bot, fast, rules
from deathmatch.games.guidance_rite.rules import board, resolve
from deathmatch.games.guidance_rite.values import Bout, Terms, Turn
from deathmatch.match.dealer import HmacSource

Floats = NDArray[np.float64]

BOUTS = 10_000
HELD_BACK = 5  # one bout in so many
STEPS = 1_500  # of L-BFGS, at most
LIMITS = bot.SearchLimits(depth=6, positions=1_000, tried=1, kept=4, uses=4)
ASTRAY = 12  # one turn in so many is played at random
GONE = 12  # one piece in so many is nobody's
PIECES = fast.LEVEL  # weights that belong to pieces
BESIDE = range(-5, 0)
TURN, LEVEL, DUE, FREE, HIT = BESIDE  # figures beside the pieces
PULL = 2e-4  # towards the weights before any were fitted, for each position
SCALE = 100  # the black arrow of a plain piece


def battle(terms: Terms, source: RandomSource) -> Bout:
    """A bout in turn as its battle begins."""
    dealt = board(terms, source)
    pieces = tuple([None if piece is None or not source.below(GONE) else piece.owned(source.choice(SEATS)) for piece in dealt])
    return rules.carried(terms, Bout(1, False, pieces, mover=source.choice(SEATS)), pieces, (), left=False)


def features(ground: fast.Ints, here: fast.Ints) -> Floats:
    """The counts of A's and B's pieces, and A's figures beside the pieces: shape (2 * PIECES + 5,)."""
    counts = np.zeros(2 * PIECES + len(BESIDE))
    for space in range(int(ground[fast.SPACES])):
        piece = int(here[space])
        if not piece:
            continue
        base, kind = PIECES * (piece >> fast.OWNER & 1), piece >> fast.KIND & 7
        leads = fast.ARROWS if kind == fast.GUARDIAN else int(ground[fast.LEADS + space])
        counts[base + fast.BODY + kind] += 1
        counts[base + fast.ARROW + kind] += (piece & leads).bit_count()
        counts[base + fast.EDGE + kind] += (piece & fast.ARROWS & ~leads).bit_count()
        counts[base + fast.GREY + kind] += (piece >> fast.GREYS & leads).bit_count()
        counts[base + fast.MARK] += bool(piece & fast.MARKED)
        owner = piece >> fast.OWNER & 1
        reach = _reach(ground, space, piece)
        counts[FREE] += (1 - 2 * owner) * (reach & ~int(here[fast.OWN] | here[fast.OWN + 1])).bit_count()
        counts[HIT] += (1 - 2 * owner) * (reach & int(here[fast.OWN + 1 - owner])).bit_count()
    a, b = (int(here[fast.OWN + seat]).bit_count() for seat in range(2))
    ahead = np.sign(a - b)
    if not ahead and here[fast.LEADER] < 2:
        ahead = 1 if here[fast.LEADER] == 0 else -1
        counts[LEVEL] = ahead
    limit = int(ground[fast.FEW_TURNS] if max(a, b) <= ground[fast.FEW] else ground[fast.QUIET_TURNS])
    quiet = min(int(here[fast.QUIET]), int(here[fast.QUIET + 1]), limit)
    counts[TURN], counts[DUE] = 1 - 2 * here[fast.SIDE], ahead * quiet**2 / limit**2
    return counts


def _reach(ground: fast.Ints, space: int, piece: int) -> int:
    """The spaces to which the arrows of a piece lead, as a mask."""
    arrows = piece & fast.ARROWS
    if ground[fast.FINAL]:
        arrows |= piece >> fast.GREYS & fast.ARROWS
    return int(ground[fast.REACH + (space << fast.WAYS) + arrows])


def played(terms: Terms, source: RandomSource) -> list[Floats]:
    """The quiet positions of one bout, each followed by 1 if A won, else 0; none if nobody won."""
    ground, bout, rows = fast.ground(terms), battle(terms, source), list[Floats]()
    while (ended := rules.ended(terms, bout)) is None:
        seat = bout.mover
        assert seat is not None
        turn = _chosen(terms, bout, seat, source)
        if turn.movement is None or bout.board[turn.movement.end] is None:
            rows.append(features(ground, fast.position(ground, bout)))
        done = resolve(terms, bout.board, {seat: turn})
        bout = rules.carried(terms, bout, done.board, (seat,), left=done.left)
        bout = Bout(1, False, bout.board, mover=seat.other, quiet=bout.quiet, small=bout.small, ahead=bout.ahead)
    winner = ended[0]
    return [] if winner is None else [np.append(row, winner is Seat.A) for row in rows]


def _chosen(terms: Terms, bout: Bout, seat: Seat, source: RandomSource) -> Turn:
    search = bot.Search(terms, bout, LIMITS, Counted(1_000_000), replays=True)
    if not source.below(ASTRAY):
        return source.choice(search.movements(source)).turn
    return bot.choose_in_turn(search, seat, (), source)


GUESSED: Final = (
    *(800, 860, 920, 920, 940, 900),
    *(100, 100, 100, 100, 100, 100),
    *(40, 40, 40, 40, 100, 40),
    *(40, 40, 40, 40, 40, 40),
    *(0, 300, 0, 3000),
    *(0, 0, 400),
)
"""Weights before any were fitted."""


def fitted(rows: Floats) -> Floats:
    """The weights, shape (fixed.COUNT,), in the units of `fixed`."""
    a, b, rest, won = _parts(rows)
    start = np.array(GUESSED[:PIECES], dtype=float) / SCALE

    def unlikely(weights: Floats) -> tuple[float, Floats]:
        """How unlikely what happened is by the weights of pieces, k, and the others; and the gradient."""
        theta, k = weights[:PIECES], weights[PIECES]
        own, other = a @ theta, b @ theta
        total, odds = own + other, _odds(rows, weights)
        error = (1 / (1 + np.exp(-odds)) - won) / len(won)
        of_share = 2 * k * error / total**2
        pull = PULL * (theta - start)
        gradient = [a.T @ (of_share * other) - b.T @ (of_share * own) + pull, [error @ ((own - other) / total)], rest.T @ error]
        return loss(rows, weights) + float(pull @ (theta - start)) / 2, np.concatenate(gradient)

    first = np.concatenate([start, [GUESSED[fast.STEEP] / SCALE], np.zeros(len(BESIDE))])
    bounds = [(0.0, None)] * PIECES + [(None, None)] * (1 + len(BESIDE))
    return np.asarray(minimize(unlikely, first, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": STEPS}).x)


def _parts(rows: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Counts of A's and of B's pieces, the figures beside the pieces, and whether A won."""
    return rows[:, :PIECES], rows[:, PIECES : 2 * PIECES], rows[:, 2 * PIECES : -1], rows[:, -1]


def _odds(rows: Floats, weights: Floats) -> Floats:
    """The log-odds of A."""
    a, b, rest, _ = _parts(rows)
    own, other = a @ weights[:PIECES], b @ weights[:PIECES]
    found: Floats = weights[PIECES] * (own - other) / (own + other) + rest @ weights[PIECES + 1 :]
    return found


def loss(rows: Floats, weights: Floats) -> float:
    """The log loss of some weights, as `fitted` finds them."""
    odds, won = _odds(rows, weights), rows[:, -1]
    return float(np.mean(np.logaddexp(0, odds) - won * odds))


def whole(weights: Floats) -> list[int]:
    """Weights as they are written: whole numbers, shape (fixed.COUNT,), in the units of `fixed`.

    A seat that is on the move and captures nothing has nothing good to capture. So the fit finds that it is bad to be on the move, which is
    no worth of being on the move; it counts nothing.
    """
    shares = weights[PIECES + 1 :] / weights[PIECES] * 10_000
    pieces = weights[:PIECES] / weights[fast.ARROW] * SCALE
    return [round(float(weight)) for weight in (*pieces, shares[LEVEL], 0, shares[DUE], shares[FREE], shares[HIT], weights[PIECES] * SCALE)]


def main() -> None:
    """Play, fit, and print the weights of both variants."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else BOUTS
    lines = []
    for name in ("guardians", "final"):
        game: Any = find(f"guidance-rite/{name}").bind({})[1]
        assert isinstance(game, GuidanceRite)
        rows = [played(game.terms, HmacSource(b"fit", f"{name} {number}")) for number in range(count)]
        kept, back = (
            np.array([row for number, bout in enumerate(rows) if (number % HELD_BACK == 0) == held for row in bout])
            for held in (False, True)
        )
        print(f"{name}: {len(kept)} positions, log loss of {len(back)} others {loss(back, fitted(kept)):.4f}", flush=True)
        weights = whole(fitted(np.concatenate([kept, back])))
        lines += [f"OF_{name.upper()}: Final = ("]
        lines += [
            f"    *({', '.join(map(str, weights[at:end]))}),  # {words_}" for (at, end), words_ in zip(pairwise(EDGES), WHAT, strict=True)
        ]
        lines += [")"]
        print("\n".join(lines), flush=True)


EDGES = (fast.BODY, fast.ARROW, fast.EDGE, fast.GREY, fast.MARK, fast.FREE, fast.COUNT)
WHAT = ("BODY", "ARROW", "EDGE", "GREY", "MARK, LEVEL, TURN, DUE", "FREE, HIT, STEEP")

if __name__ == "__main__":
    main()
