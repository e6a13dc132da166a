"""The worth of a position after all captures are played out, and the same as a chance to win the bout."""

from __future__ import annotations

import math

import numpy as np

from deathmatch.games.guidance_rite.fast.fixed import STEEP, WEIGHTS, ZERO, Ints
from deathmatch.games.guidance_rite.fast.moving import movements
from deathmatch.games.guidance_rite.fast.play import DECIDED, NOBODY, ended, make, unmake, value
from deathmatch.games.guidance_rite.fast.search import worth
from deathmatch.games.guidance_rite.fast.words import CAPACITY, END, MOVEMENT, OWN, SIDE
from deathmatch.solve.kernel import kernel

FULL = 10_000  # the share of a seat that has everything, and a bout that is won
BEST, LOW, HIGH, NEXT, LEFT = range(CAPACITY - 5, CAPACITY)  # of a part of the spare room: places that no list of captures reaches


@kernel
def finished(end: int) -> int:
    """The worth of an ended bout to A, in shares; 0 if it is played again."""
    return 0 if end == NOBODY else FULL if end == DECIDED else -FULL


@kernel
def opened(ground: Ints, here: Ints, part: Ints, low: int, high: int, depth: int) -> None:
    """Begin to search a position: its captures into `part`, the dearest piece as the highest number, and the present bounds."""
    side = here[SIDE]
    end = ended(ground, here)
    estimate = worth(ground, here)
    if end:
        estimate = -finished(end) if side else finished(end)
    part[BEST], part[LOW], part[HIGH] = estimate, max(low, estimate), high
    part[NEXT] = part[LEFT] = 0
    if end or depth == 0 or estimate >= high:
        return
    part[LEFT] = movements(ground, here, int(here[OWN + side]), int(here[OWN + 1 - side]), part)
    for which in range(part[LEFT]):
        space = part[which] >> END & 63
        part[which] |= value(ground, int(here[space]), space) << 32


@kernel
def dearest(part: Ints) -> int:
    """The next capture to look at; 0 if there is none, or if none can matter."""
    first, last = part[NEXT], part[LEFT]
    if first == last or part[LOW] >= part[HIGH]:
        return 0
    best = first
    for other in range(first + 1, last):
        if part[other] >> 32 > part[best] >> 32:
            best = other
    turn = part[best] & MOVEMENT
    part[best] = part[first]
    part[NEXT] = first + 1
    return int(turn)


@kernel
def exchanged(ground: Ints, here: Ints, log: Ints, ply: int, spare: Ints, low: int, high: int, depth: int) -> int:
    """The worth of a position to the seat to move, which captures or stops; exact between `low` and `high`.

    Not written as a function that calls itself: numba does not load one from its cache.

    Args:
        ply: the first row of the log that is free; `depth` of them are needed.
        spare: room for CAPACITY turns for each row of the log, and one more.
        depth: captures in a row that are looked at.
    """
    now = ply
    part = spare[now * CAPACITY : now * CAPACITY + CAPACITY]
    opened(ground, here, part, low, high, depth)
    while True:
        turn = dearest(part)
        if turn:
            make(ground, here, log, now, turn)
            now += 1
            low, high = -part[HIGH], -part[LOW]
            part = spare[now * CAPACITY : now * CAPACITY + CAPACITY]
            opened(ground, here, part, low, high, depth - now + ply)
            continue
        best = part[BEST]
        if now == ply:
            return int(best)
        now -= 1
        unmake(here, log, now)
        part = spare[now * CAPACITY : now * CAPACITY + CAPACITY]
        part[BEST] = max(part[BEST], -best)
        part[LOW] = max(part[LOW], part[BEST])


@kernel
def chance(ground: Ints, here: Ints, log: Ints, ply: int, spare: Ints, depth: int) -> float:
    """A's chance to win less B's if both move at once, without looking ahead: the middle of what either makes of the captures."""
    side, total, most = here[SIDE], ground[ZERO], ground[ZERO] + FULL
    for seat in range(2):
        here[SIDE] = seat
        worth = exchanged(ground, here, log, ply, spare, -most, most, depth)
        total += -worth if seat else worth
    here[SIDE] = side
    return math.tanh(ground[WEIGHTS + STEEP] * total / (400 * FULL))


def new_spare(depth: int) -> Ints:
    """Room to look at so many captures in a row from the first row of a log on."""
    return np.zeros(CAPACITY * (depth + 1), dtype=np.int64)
