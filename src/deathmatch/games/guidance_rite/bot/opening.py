"""Before the battle: which pieces to claim (R10), where to place some (R14), who is to move first (R19)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from deathmatch.core.chance import Source
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.bot.search import exchange
from deathmatch.games.guidance_rite.bot.worth import BODY, value
from deathmatch.games.guidance_rite.rules.draft import placed, spaces
from deathmatch.games.guidance_rite.values.grid import unclaimed
from deathmatch.games.guidance_rite.values.moves import Bout, Claim, First, Place
from deathmatch.games.guidance_rite.values.terms import Terms

SHARP: Final = 3.0  # how much rather a claim names good pieces: the power of what they are worth beyond their body


def claim(terms: Terms, bout: Bout, source: Source) -> Claim:
    """Two pieces by lot, good ones the likelier: a claim that can be foreseen is met by the same one, and both pieces are lost (R11)."""
    free = unclaimed(bout.board)
    pairs = list(combinations(free, 2))
    good = {space: value(terms.grid, space, piece) - BODY for space in free if (piece := bout.board[space]) is not None}
    chosen = pairs[source.weighted([(0.1 + good[one] + good[other]) ** (2 * SHARP) for one, other in pairs])]
    return Claim(chosen)


def place(terms: Terms, bout: Bout, seat: Seat, source: Source) -> Place:
    """The placement after which the exchanges that can follow cost least, whoever begins; of several as good one by lot."""
    free, _ = spaces(terms, bout, seat)
    found = [Place(space, cross) for space in free for cross in (False, True)]
    source.shuffle(found)

    def after(move: Place) -> float:
        then = placed(bout, {seat: move})
        return -exchange(terms, then, seat.other)

    return max(found, key=after)


def first(terms: Terms, bout: Bout, seat: Seat) -> First:
    """Whoever gets the better of the captures that are there as the battle begins; the seat itself where it is all the same."""
    own = exchange(terms, bout, seat)
    other = -exchange(terms, bout, seat.other)
    return First(seat if own >= other else seat.other)
