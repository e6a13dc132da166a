"""Between the claims and the battle: where to place pieces (R14), who is to move first (R19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.fast import exchange, playing
from deathmatch.games.guidance_rite.fast.fixed import seat_number
from deathmatch.games.guidance_rite.rules.draft import placed, spaces
from deathmatch.games.guidance_rite.values.moves import Bout, First, Place
from deathmatch.games.guidance_rite.values.terms import Terms

CAPTURES: Final = 6  # in a row, looked at after a placement
SPREAD: Final = 200  # shares by which turns may differ and still be left to chance, if a bout is played out


def place(terms: Terms, bout: Bout, seat: Seat, source: RandomSource, captures: int = CAPTURES) -> Place:
    """The placement after which the exchanges that can follow cost least if the other seat begins; of several as good one by lot.

    `captures` is how many in a row are looked at; without any, only the worth of the piece on its space counts.
    """
    free, _ = spaces(terms, bout, seat)
    places = [Place(space, cross) for space in free for cross in (False, True)]
    source.shuffle(places)
    ground, log, spare = fast.ground(terms), fast.new_log(captures + 1), exchange.new_spare(captures)
    other = seat_number(seat.other)

    def after(move: Place) -> int:
        here = fast.position(ground, placed(bout, {seat: move}))
        here[fast.SIDE] = other
        return -int(exchange.exchanged(ground, here, log, 0, spare, -exchange.FULL, exchange.FULL, captures))

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
