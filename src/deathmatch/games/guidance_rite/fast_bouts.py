"""Kernels for whole bouts: the matrix of turns at once, and bouts that are played out."""

from __future__ import annotations

import numpy as np

from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.fast import Ints
from deathmatch.games.guidance_rite.fast_search import FULL, chance, exchanged, finished, make_both, worth
from deathmatch.solve.kernel import kernel, maker
from deathmatch.solve.matrix import Floats, Workspace, certified

CAPTURES = 3  # in a row, looked at if nothing else is
DEEPEST = 6  # turns of both that are looked at beyond the first
WIDEST = 16  # movements of each seat that are looked at in them
ROWS = DEEPEST + CAPTURES + 3  # of the log, and of the spare room
REACH = CAPTURES + 2  # captures in a row for which a bout that is played out needs room


@maker
def likely(ground: Ints, here: Ints, log: Ints, ply: int, spare: Ints, seat: int, out: Ints) -> int:
    """A seat's most promising movements, as many as `out` has room for: by turns one that is safe, and one that gains most.

    A safe movement is worth most after the best captures of the other seat; a gain counts as if the other did nothing.

    Returns: how many there are; the only one may be a pass.
    """
    side = here[fast.SIDE]
    here[fast.SIDE] = seat
    part = spare[ply * fast.CAPACITY : ply * fast.CAPACITY + fast.CAPACITY]
    number = fast.turns(ground, here, log, ply, seat, ground[fast.ZERO] != 0, part)
    if number <= out.size:
        for which in range(number):  # assigning the whole part at once takes seconds to compile
            out[which] = part[which]
        here[fast.SIDE] = side
        return int(number)
    most, captures = ground[fast.ZERO] + FULL, ground[fast.ZERO] + CAPTURES
    safe, gain = np.empty(number, dtype=np.int64), np.empty(number, dtype=np.int64)
    for which in range(number):
        fast.make(ground, here, log, ply, part[which] & fast.MOVEMENT)
        end = fast.ended(ground, here)
        gain[which] = -worth(ground, here)
        if end:
            gain[which] = -finished(end) if seat else finished(end)
        safe[which] = gain[which] if end else -exchanged(ground, here, log, ply + 1, spare, -most, most, captures - 1)
        fast.unmake(here, log, ply)
    for which in range(out.size):
        rating = gain if which & 1 else safe
        best = rating.argmax()
        out[which] = part[best]
        safe[best] = gain[best] = -2 * FULL
    here[fast.SIDE] = side
    return int(out.size)


@maker
def valued(ground: Ints, here: Ints, log: Ints, ply: int, spare: Ints, depth: int, wide: int, work: Workspace) -> float:
    """A's chance to win less B's, looked at `depth` turns of both deep, with `wide` movements of each.

    Args:
        ply: the first row of the log that is free.
        work: a workspace for games of this many movements.
    """
    zero, now = ground[fast.ZERO], ground[fast.ZERO]
    listed = np.empty((depth + 1, 2, wide), dtype=np.int64)
    counts = np.zeros((depth + 1, 3), dtype=np.int64)  # rows, columns, cells that are filled
    payoffs, row, column = np.empty((depth + 1, wide, wide)), np.empty(wide), np.empty(wide)
    while True:
        known = True
        worth = 0.0
        end = fast.ended(ground, here)
        free = spare[(ply + now) * fast.CAPACITY : (ply + now) * fast.CAPACITY + fast.CAPACITY]
        if counts[now, 0] == 0:  # a position that was not met before
            if not end and fast.stuck(ground, here, free):
                end = fast.tied(ground, here)
            if end:
                worth = finished(end) / FULL
            elif now == depth:
                worth = chance(ground, here, log, ply + now, spare, ground[fast.ZERO] + CAPTURES)
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
            fast.unmake(here, log, ply + now)
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
    zero = ground[fast.ZERO]
    for i in range(rows.size):
        for j in range(columns.size):
            make_both(ground, here, log, zero, rows[i], columns[j])
            payoffs[i, j] = valued(ground, here, log, zero + 1, spare, depth, wide, work)
            fast.unmake(here, log, zero)


# --- Bouts in turn played out fast, each turn the best by the captures that follow: this fits what drafts are worth, and says who begins


POWERS = 64  # of the best movement, of which the best is taken


@kernel
def best(ground: Ints, here: Ints, log: Ints, spare: Ints, first: int, number: int, lot: int, blur: int) -> int:
    """The best of `number` turns in `spare`, from place `first` on: by the worth after captures, give or take `blur` shares by chance."""
    choice, most = fast.PASS, -4 * FULL
    for which in range(first, first + number):
        turn = spare[which]
        fast.make(ground, here, log, ground[fast.ZERO], turn)
        low = -FULL if most < -FULL else most - blur
        zero = ground[fast.ZERO]
        worth = -exchanged(ground, here, log, zero + 1, spare, zero - FULL, -low, zero + CAPTURES)
        fast.unmake(here, log, ground[fast.ZERO])
        if blur:
            worth += (fast.mixed(turn ^ lot) >> 8) % (blur + 1)
        if worth > most:
            choice, most = turn, worth
    return int(choice)


@kernel
def played(ground: Ints, here: Ints, log: Ints, spare: Ints, seed: int, blur: int) -> int:
    """Play a bout in turn to its end; returns how it ended, as `fast.ended` does.

    Args:
        here: the position, which changes.
        log: room for CAPTURES + 2 turns.
        spare: for `REACH` captures in a row, see `new_spare`.
        seed: of all random choices; another seed plays another bout.
        blur: how far, in shares, turns may differ and still be left to chance.
    """
    zero, last = ground[fast.ZERO], spare.size - fast.CAPACITY
    end, ply = fast.ended(ground, here), zero
    while end == fast.GOES_ON:
        side, lot = here[fast.SIDE], fast.mixed(seed ^ here[fast.HASH] + ply)
        room = spare[last:]
        number = fast.turns(ground, here, log, zero, side, zero != 0, room)
        if room[0] == fast.PASS and fast.stuck(ground, here, spare[:last]):
            return int(fast.tied(ground, here))
        chosen = best(ground, here, log, spare, last, number, lot, blur)
        if chosen != fast.PASS:
            room[0] = chosen
            number = fast.powered(ground, here, log, zero, side, chosen, room[: POWERS + 1], zero + 1)
            chosen = best(ground, here, log, spare, last, min(number, POWERS + 1), zero, zero)
        fast.make(ground, here, log, zero, chosen)
        end = fast.ended(ground, here)
        ply += 1
    return int(end)
