"""Before the battle: which pieces to claim (R10), where to place some (R14), who is to move first (R19)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.bot.drafting import Draft, Floats
from deathmatch.games.guidance_rite.fast import exchange, playing
from deathmatch.games.guidance_rite.fast.fixed import seat_number
from deathmatch.games.guidance_rite.rules.draft import placed, spaces
from deathmatch.games.guidance_rite.values.grid import Board, unclaimed
from deathmatch.games.guidance_rite.values.moves import Bout, Claim, First, Place
from deathmatch.games.guidance_rite.values.terms import Terms
from deathmatch.solve import matrix

SHARP: Final = 12  # how much rather a claim by lot names good pieces: the power of what they are worth
NAMED: Final = 7  # pieces among which a claim is chosen as a matrix game
BLUR: Final = 0.08  # how far what a piece is worth is made uncertain, a standard deviation
GRAIN: Final = 1000
CAPTURES: Final = 6  # in a row, looked at after a placement
SPREAD: Final = 200  # shares by which turns may differ and still be left to chance, if a bout is played out


# --- Claims


def random_claim(terms: Terms, bout: Bout, seat: Seat, source: RandomSource) -> Claim:
    """Two pieces by lot, good ones by far the likelier, whatever the other seat may claim."""
    prices = Draft(terms, bout.board, seat).prices()
    pairs = list(combinations(unclaimed(bout.board), 2))
    return Claim(pairs[source.weighted([max(0.01, prices[one] + prices[other]) ** SHARP for one, other in pairs])])


def claim(terms: Terms, bout: Bout, seat: Seat, source: RandomSource) -> Claim:
    """Two pieces by the matrix game of both seats' claims: the gain, the denial, and the loss if both name the same (R11).

    Two seats that see the same would for ever name the same, until nothing is left. So each sees what pieces are worth a little
    differently, by lot: nobody knows it exactly, and no claim can be foreseen.
    """
    draft = Draft(terms, bout.board, seat, blurred(len(bout.board), source))
    pairs, payoffs = claims(draft, bout.board)
    row = matrix.solve(payoffs).row
    return Claim(pairs[source.weighted(row.tolist())])


def claims(draft: Draft, board: Board, named: int = NAMED) -> tuple[list[tuple[int, int]], Floats]:
    """The claims that are worth a thought, and the odds after each pair of them, the draft's seat in rows."""
    prices = draft.prices()
    best = sorted(sorted(unclaimed(board), key=lambda space: -prices[space])[:named])
    pairs = list(combinations(best, 2))
    return pairs, draft.games(np.array(pairs))


def blurred(count: int, source: RandomSource) -> Floats:
    """As many numbers of a bell curve around 0."""
    lots = np.array([sum(source.below(GRAIN) for _ in range(4)) / GRAIN - 2 for _ in range(count)])
    noise: Floats = lots * (BLUR * 3**0.5)  # the sum of four lots has a variance of a third
    return noise


# --- Placing, and who begins


def place(terms: Terms, bout: Bout, seat: Seat, source: RandomSource) -> Place:
    """The placement after which the exchanges that can follow cost least if the other seat begins; of several as good one by lot."""
    free, _ = spaces(terms, bout, seat)
    places = [Place(space, cross) for space in free for cross in (False, True)]
    source.shuffle(places)
    ground, log, spare = fast.ground(terms), fast.new_log(CAPTURES + 1), exchange.new_spare(CAPTURES)
    other = seat_number(seat.other)

    def after(move: Place) -> int:
        here = fast.position(ground, placed(bout, {seat: move}))
        here[fast.SIDE] = other
        return -int(exchange.exchanged(ground, here, log, 0, spare, -exchange.FULL, exchange.FULL, CAPTURES))

    return max(places, key=after)


def first(terms: Terms, bout: Bout, seat: Seat, tries: int, budget: Budget) -> First:
    """The seat that wins more fast playouts of the bout, `tries` with either seat to begin; the seat itself if they are equal.

    In general it is worth much to begin (docs/bots.md): without time to try, the seat itself does.
    """
    ground, log, spare = fast.ground(terms), fast.new_log(playing.CAPTURES + 2), playing.new_spare()
    starts = {mover: fast.position(ground, replace(bout, mover=mover)) for mover in SEATS}
    lead = 0
    for number in range(tries):
        if budget.spent():
            break
        for mover, start in starts.items():
            end = int(playing.played(ground, start.copy(), log, spare, number, SPREAD))
            if end != fast.NOBODY:
                won = end - fast.DECIDED == seat_number(seat)
                lead += (1 if won else -1) * (1 if mover is seat else -1)
    return First(seat if lead >= 0 else seat.other)
