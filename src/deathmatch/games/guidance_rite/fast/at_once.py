"""Looking ahead if both seats move at once: matrix games of promising turns, and in each cell such a game again."""

from __future__ import annotations

import numpy as np

from deathmatch.games.guidance_rite.fast.exchange import FULL, chance, exchanged, finished
from deathmatch.games.guidance_rite.fast.fixed import ZERO, Ints
from deathmatch.games.guidance_rite.fast.moving import stuck, turns
from deathmatch.games.guidance_rite.fast.play import ended, make, tied, unmake
from deathmatch.games.guidance_rite.fast.search import worth
from deathmatch.games.guidance_rite.fast.together import make_both
from deathmatch.games.guidance_rite.fast.words import CAPACITY, MOVEMENT, SIDE
from deathmatch.solve.kernel import kernel, maker
from deathmatch.solve.matrix import Floats, Workspace, certified

CAPTURES = 3  # in a row, looked at if nothing else is
DEEPEST = 6  # turns of both that are looked at beyond the first
WIDEST = 16  # movements of each seat that are looked at in them
ROWS = DEEPEST + CAPTURES + 3  # of the log, and of the spare room


@maker
def likely(ground: Ints, here: Ints, log: Ints, ply: int, spare: Ints, seat: int, out: Ints) -> int:
    """A seat's most promising movements, as many as `out` has room for: by turns one that is safe, and one that gains most.

    A safe movement is worth most after the best captures of the other seat; a gain counts as if the other did nothing.

    Returns: how many there are; the only one may be a pass.
    """
    side = here[SIDE]
    here[SIDE] = seat
    part = spare[ply * CAPACITY : ply * CAPACITY + CAPACITY]
    number = turns(ground, here, log, ply, seat, ground[ZERO] != 0, part)
    if number <= out.size:
        for which in range(number):  # assigning the whole part at once takes seconds to compile
            out[which] = part[which]
        here[SIDE] = side
        return int(number)
    most, captures = ground[ZERO] + FULL, ground[ZERO] + CAPTURES
    safe, gain = np.empty(number, dtype=np.int64), np.empty(number, dtype=np.int64)
    for which in range(number):
        make(ground, here, log, ply, part[which] & MOVEMENT)
        end = ended(ground, here)
        gain[which] = -worth(ground, here)
        if end:
            gain[which] = -finished(end) if seat else finished(end)
        safe[which] = gain[which] if end else -exchanged(ground, here, log, ply + 1, spare, -most, most, captures - 1)
        unmake(here, log, ply)
    for which in range(out.size):
        rating = gain if which & 1 else safe
        best = rating.argmax()
        out[which] = part[best]
        safe[best] = gain[best] = -2 * FULL
    here[SIDE] = side
    return int(out.size)


@maker
def valued(ground: Ints, here: Ints, log: Ints, ply: int, spare: Ints, depth: int, wide: int, work: Workspace) -> float:
    """A's chance to win less B's, looked at `depth` turns of both deep, with `wide` movements of each.

    Args:
        ply: the first row of the log that is free.
        work: a workspace for games of this many movements.
    """
    zero, now = ground[ZERO], ground[ZERO]
    listed = np.empty((depth + 1, 2, wide), dtype=np.int64)
    counts = np.zeros((depth + 1, 3), dtype=np.int64)  # rows, columns, cells that are filled
    payoffs, row, column = np.empty((depth + 1, wide, wide)), np.empty(wide), np.empty(wide)
    while True:
        known = True
        worth = 0.0
        end = ended(ground, here)
        free = spare[(ply + now) * CAPACITY : (ply + now) * CAPACITY + CAPACITY]
        if counts[now, 0] == 0:  # a position that was not met before
            if not end and stuck(ground, here, free):
                end = tied(ground, here)
            if end:
                worth = finished(end) / FULL
            elif now == depth:
                worth = chance(ground, here, log, ply + now, spare, ground[ZERO] + CAPTURES)
            else:
                for seat in range(2):
                    counts[now, seat] = likely(ground, here, log, ply + now, spare, zero + seat, listed[now, seat])
                known = False
        else:
            m, n = counts[now, 0], counts[now, 1]
            if counts[now, 2] < m * n:
                known = False
            else:
                low, high, _ = certified(payoffs[now], m, n, row, column, work)
                worth = 0.5 * (low + high)
        if known:
            counts[now] = 0
            if now == 0:
                return worth
            now -= 1
            unmake(here, log, ply + now)
            cell, n = counts[now, 2], counts[now, 1]
            payoffs[now, cell // n, cell % n] = worth
            counts[now, 2] = cell + 1
        else:
            cell, n = counts[now, 2], counts[now, 1]
            make_both(ground, here, log, ply + now, listed[now, 0, cell // n], listed[now, 1, cell % n])
            now += 1


@kernel
def filled(
    ground: Ints, here: Ints, log: Ints, spare: Ints, rows: Ints, columns: Ints, depth: int, wide: int, work: Workspace, payoffs: Floats
) -> None:
    """What each pair of turns comes to for A, looked at `depth` turns of both deep beyond it.

    Args:
        log, spare: of `ROWS` rows.
        rows, columns: turns of A and of B.
        wide: movements of each seat that are looked at after these; `work` is a room for so many.
        payoffs: shape (rows, columns), receives them.
    """
    zero = ground[ZERO]
    for i in range(rows.size):
        for j in range(columns.size):
            make_both(ground, here, log, zero, rows[i], columns[j])
            payoffs[i, j] = valued(ground, here, log, zero + 1, spare, depth, wide, work)
            unmake(here, log, zero)


def new_spare() -> Ints:
    """Room for `filled` and `likely`."""
    return np.zeros(CAPACITY * ROWS, dtype=np.int64)
