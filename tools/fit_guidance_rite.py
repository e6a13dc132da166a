"""Fits what pieces are worth in Guidance Rite to bouts in turn that the bots play, and writes `fast/weights.py`.

    python tools/fit_guidance_rite.py [BOUTS]        # 600 bouts a variant by default, some minutes on an idle core

Each bout begins on a generated board whose pieces go to either seat by lot, so that there is all kinds of material, and is played by a
quick `strong`, which now and then moves at random. In every position in which nothing is about to be captured, the chance to win is
taken to be

    1 / (1 + exp(-(k * share + turn + level + due)))

where share is (own - other) / (own + other) of what the pieces are worth, as in `fast.search.worth`. The weights that make what happened
likeliest are sought by gradient, drawn a little towards those there were before any were fitted.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deathmatch.bots.budget import Counted
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.bot import deep
from deathmatch.games.guidance_rite.fast import fixed, words
from deathmatch.games.guidance_rite.game import GuidanceRite
from deathmatch.games.guidance_rite.generator import board
from deathmatch.games.guidance_rite.rules import bouts
from deathmatch.games.guidance_rite.rules.resolution import resolve
from deathmatch.games.guidance_rite.values.moves import Bout, Turn
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.match.dealer import HmacSource

Floats = NDArray[np.float64]

BOUTS = 600
LIMITS = deep.SearchLimits(depth=6, positions=1_000, tried=1, kept=4, uses=4)
ASTRAY = 12  # one turn in so many is played at random
GONE = 12  # one piece in so many is nobody's
PIECES = fixed.LEVEL  # weights that belong to pieces
PULL = 2e-4  # towards the weights before any were fitted, for each position
STEPS = 4000
SCALE = 100  # the black arrow of a plain piece


def battle(terms: Terms, source: RandomSource) -> Bout:
    """A bout in turn as its battle begins."""
    dealt = board(terms, source)
    pieces = tuple([None if piece is None or not source.below(GONE) else piece.owned(source.choice(SEATS)) for piece in dealt])
    return bouts.carried(terms, Bout(1, False, pieces, mover=source.choice(SEATS)), pieces, (), left=False)


def features(ground: fast.Ints, here: fast.Ints) -> Floats:
    """The counts of A's and B's pieces, and A's figures beside the pieces: shape (2 * PIECES + 3,)."""
    counts = np.zeros(2 * PIECES + 3)
    for space in range(int(ground[fixed.SPACES])):
        piece = int(here[space])
        if not piece:
            continue
        base, kind = PIECES * (piece >> words.OWNER & 1), piece >> words.KIND & 7
        leads = words.ARROWS if kind == fixed.GUARDIAN else int(ground[fixed.LEADS + space])
        counts[base + fixed.BODY + kind] += 1
        counts[base + fixed.ARROW + kind] += (piece & leads).bit_count()
        counts[base + fixed.EDGE + kind] += (piece & words.ARROWS & ~leads).bit_count()
        counts[base + fixed.GREY + kind] += (piece >> words.GREYS & leads).bit_count()
        counts[base + fixed.MARK] += bool(piece & words.MARKED)
    a, b = (int(here[fast.OWN + seat]).bit_count() for seat in range(2))
    ahead = np.sign(a - b)
    if not ahead and here[words.LEADER] < 2:
        ahead = 1 if here[words.LEADER] == 0 else -1
        counts[-2] = ahead
    limit = int(ground[fixed.FEW_TURNS] if max(a, b) <= ground[fixed.FEW] else ground[fixed.QUIET_TURNS])
    quiet = min(int(here[words.QUIET]), int(here[words.QUIET + 1]), limit)
    counts[-3], counts[-1] = 1 - 2 * here[fast.SIDE], ahead * quiet**2 / limit**2
    return counts


def played(terms: Terms, source: RandomSource) -> list[Floats]:
    """The quiet positions of one bout, each followed by 1 if A won, else 0; none if nobody won."""
    ground, bout, rows = fast.ground(terms), battle(terms, source), list[Floats]()
    while (ended := bouts.ended(terms, bout)) is None:
        seat = bout.mover
        assert seat is not None
        turn = _chosen(terms, bout, seat, source)
        if turn.movement is None or bout.board[turn.movement.end] is None:
            rows.append(features(ground, fast.position(ground, bout)))
        done = resolve(terms, bout.board, {seat: turn})
        bout = bouts.carried(terms, bout, done.board, (seat,), left=done.left)
        bout = Bout(1, False, bout.board, mover=seat.other, quiet=bout.quiet, small=bout.small, ahead=bout.ahead)
    winner = ended[0]
    return [] if winner is None else [np.append(row, winner is Seat.A) for row in rows]


def _chosen(terms: Terms, bout: Bout, seat: Seat, source: RandomSource) -> Turn:
    search = deep.Search(terms, bout, LIMITS, Counted(1_000_000), replays=True)
    if not source.below(ASTRAY):
        return source.choice(search.movements(source)).turn
    return deep.choose(search, seat, (), source)


def fitted(rows: Floats) -> tuple[Floats, float]:
    """The weights, shape (fixed.COUNT,), in hundredths of a plain arrow and in shares; and how unlikely what happened is by them."""
    a, b, rest, won = rows[:, :PIECES], rows[:, PIECES : 2 * PIECES], rows[:, 2 * PIECES : -1], rows[:, -1]
    start = np.array(fixed.GUESSED[:PIECES], dtype=float) / SCALE
    theta, others, k = start.copy(), np.zeros(rest.shape[1]), 4.0
    mean, square = (np.zeros(PIECES + len(others) + 1) for _ in range(2))
    loss = 0.0
    for step in range(1, STEPS + 1):
        own, other = a @ theta, b @ theta
        total = own + other
        share = (own - other) / total
        chance = 1 / (1 + np.exp(-(k * share + rest @ others)))
        error = chance - won
        loss = float(-np.mean(won * np.log(chance + 1e-12) + (1 - won) * np.log(1 - chance + 1e-12)))
        of_share = 2 * (other[:, None] * a - own[:, None] * b) / (total**2)[:, None]
        gradient = np.concatenate(
            [k * (error[:, None] * of_share).mean(0) + PULL * (theta - start), (error[:, None] * rest).mean(0), [np.mean(error * share)]]
        )
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        move = 0.02 * (1 - step / (STEPS + 1)) * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        theta, others, k = np.maximum(theta - move[:PIECES], 0), others - move[PIECES:-1], k - move[-1]
    pieces = theta / theta[fixed.ARROW] * SCALE
    _, level, due = others / k * 10_000
    # Who is on the move and captures nothing has nothing good to capture: what the fit makes of that is no worth of being on the move.
    return np.concatenate([pieces, [level, 0, due]]), loss


def main() -> None:
    """Play, fit, and write the weights of both variants."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else BOUTS
    lines = []
    for name in ("guardians", "final"):
        game: Any = find(f"guidance-rite/{name}").bind({})[1]
        assert isinstance(game, GuidanceRite)
        rows = [row for number in range(count) for row in played(game.terms, HmacSource(b"fit", f"{name} {number}"))]
        weights, loss = fitted(np.array(rows))
        print(f"{name}: {len(rows)} positions, log loss {loss:.4f}", flush=True)
        parts = [weights[at : at + 6] for at in range(0, fixed.COUNT, 6)]
        lines += [f"OF_{name.upper()}: Final = ("]
        lines += [
            f"    *({', '.join(str(round(float(weight))) for weight in part)}),  # {what}" for part, what in zip(parts, WHAT, strict=True)
        ]
        lines += [")"]
        print("\n".join(lines), flush=True)
    path = Path(fixed.__file__).with_name("weights.py")
    path.write_text("\n".join([HEAD, *lines, ""]))


WHAT = ("BODY", "ARROW", "EDGE", "GREY", "MARK, LEVEL, TURN, DUE")
HEAD = '''"""What pieces are worth, fitted to bouts that the bots played, by `tools/fit_guidance_rite.py`; the places are those of `fixed`.

Characters in the order of `fixed.KINDS`.
"""

from __future__ import annotations

from typing import Final
'''


if __name__ == "__main__":
    main()
