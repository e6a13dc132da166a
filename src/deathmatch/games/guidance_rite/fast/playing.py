"""Bouts in turn played out fast, each turn the best by the captures that follow: this fits what drafts are worth, and says who begins."""

from __future__ import annotations

import numpy as np

from deathmatch.games.guidance_rite.fast.exchange import FULL, exchanged
from deathmatch.games.guidance_rite.fast.fixed import ZERO, Ints
from deathmatch.games.guidance_rite.fast.moving import powered, stuck, turns
from deathmatch.games.guidance_rite.fast.play import GOES_ON, ended, make, mixed, tied, unmake
from deathmatch.games.guidance_rite.fast.words import CAPACITY, HASH, PASS, SIDE
from deathmatch.solve.kernel import kernel

CAPTURES = 3  # in a row, looked at after each turn
POWERS = 64  # of the best movement, of which the best is taken


def new_spare() -> Ints:
    """Room for `played`."""
    return np.zeros(CAPACITY * (CAPTURES + 3), dtype=np.int64)


@kernel
def best(ground: Ints, here: Ints, log: Ints, spare: Ints, first: int, number: int, lot: int, blur: int) -> int:
    """The best of `number` turns in `spare`, from place `first` on: by the worth after captures, give or take `blur` shares by chance."""
    choice, most = PASS, -4 * FULL
    for which in range(first, first + number):
        turn = spare[which]
        make(ground, here, log, ground[ZERO], turn)
        low = -FULL if most < -FULL else most - blur
        zero = ground[ZERO]
        worth = -exchanged(ground, here, log, zero + 1, spare, zero - FULL, -low, zero + CAPTURES)
        unmake(here, log, ground[ZERO])
        if blur:
            worth += (mixed(turn ^ lot) >> 8) % (blur + 1)
        if worth > most:
            choice, most = turn, worth
    return int(choice)


@kernel
def played(ground: Ints, here: Ints, log: Ints, spare: Ints, seed: int, blur: int) -> int:
    """Play a bout in turn to its end; returns how it ended, as `play.ended` does.

    Args:
        here: the position, which changes.
        log: room for CAPTURES + 2 turns.
        spare: see `new_spare`.
        seed: of all random choices; another seed plays another bout.
        blur: how far, in shares, turns may differ and still be left to chance.
    """
    zero, last = ground[ZERO], spare.size - CAPACITY
    end, ply = ended(ground, here), zero
    while end == GOES_ON:
        side, lot = here[SIDE], mixed(seed ^ here[HASH] + ply)
        room = spare[last:]
        number = turns(ground, here, log, zero, side, zero != 0, room)
        if room[0] == PASS and stuck(ground, here, spare[:last]):
            return int(tied(ground, here))
        chosen = best(ground, here, log, spare, last, number, lot, blur)
        if chosen != PASS:
            room[0] = chosen
            number = powered(ground, here, log, zero, side, chosen, room[: POWERS + 1], zero + 1)
            chosen = best(ground, here, log, spare, last, min(number, POWERS + 1), zero, zero)
        make(ground, here, log, zero, chosen)
        end = ended(ground, here)
        ply += 1
    return int(end)
