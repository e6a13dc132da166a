"""Looking ahead in turn: alpha-beta with a table of positions, captures to their end, and powers if they clear the way for a capture.

The search keeps its own stack, so that it can stop after a number of positions and go on later as if it had not stopped: `advance` does.
Everything but the table lies in one array, `work`, by the places below.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from deathmatch.games.guidance_rite.fast.aiding import able, aided, helped
from deathmatch.games.guidance_rite.fast.fixed import (
    DUE,
    FEW,
    FEW_TURNS,
    FINAL,
    FREE,
    HIT,
    LEVEL,
    QUIET_TURNS,
    REACH,
    TURN,
    WAYS,
    WEIGHTS,
    ZERO,
    Ints,
)
from deathmatch.games.guidance_rite.fast.moving import movements, stuck
from deathmatch.games.guidance_rite.fast.play import DECIDED, NOBODY, bits, ended, make, mixed, tied, unmake, value
from deathmatch.games.guidance_rite.fast.words import (
    ARROWS,
    CAPACITY,
    END,
    GREYS,
    HASH,
    LEADER,
    OWN,
    OWNER,
    PASS,
    POWER,
    QUIET,
    SIDE,
    SMALL,
    WORTH,
)
from deathmatch.solve.kernel import kernel

WON: Final = 100_000  # less a turn for each turn that it takes; boards are worth less than SURE
SURE: Final = 90_000
NONE: Final = -1  # no turn
AID: Final = 1 << 27  # the hope of a turn with a power: after captures and turns that refuted others, before the rest

PLIES: Final = 64  # turns in a row that are looked at, at most
EXTRA: Final = 128  # turns with powers that are added to the movements of a position, at most

RECAPTURES: Final = -4  # from so many captures in a row on, only what has just captured is captured

# Places of `work`.
PLY: Final = 0  # where the search stands; 0 once it is done
DOWN: Final = 1  # whether a position is to be entered there
NODES: Final = 2  # positions looked at, ever
RESULT: Final = 3  # what the position looked at last is worth to its seat to move
CAREFUL: Final = 4  # 1: nothing is left out because it is unlikely to matter
AIDED: Final = 5  # 1: powers of all characters that make a capture safe are followed; 0: those of monsters
KILLERS: Final = 16  # + 2 * ply: turns that refuted others there
HISTORY: Final = KILLERS + 2 * PLIES  # + 36 * origin + end (+ 1296 for B): how good a movement was
FRAMES: Final = HISTORY + 2 * 36 * 36
FRAME: Final = 16  # places of a ply, as follows
LOW, HIGH, BEST, BEST_TURN, DEPTH, NUMBER, NEXT, STAGE, KEY, FIRST_LOW, STATIC, NOW = range(12)
LISTS: Final = FRAMES + FRAME * PLIES  # + WIDTH * ply: the turns of a position, and what is hoped of each
WIDTH: Final = 2 * (CAPACITY + EXTRA)
HOPES: Final = CAPACITY + EXTRA  # from where on in a list
WORK: Final = LISTS + WIDTH * PLIES

# The table: KEY, turn, and value, depth and bound in one.
ENTRY: Final = 3
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SHIFT: Final = 1 << 20  # makes values positive


def new_work() -> Ints:
    """Room for a search."""
    return np.zeros(WORK, dtype=np.int64)


def new_table(bits_: int) -> Ints:
    """A table of 2 ** bits_ positions."""
    return np.zeros(ENTRY << bits_, dtype=np.int64)


@kernel
def active(ground: Ints, here: Ints, seat: int) -> int:
    """The worth of the arrows of a seat that lead to empty spaces and to pieces of the other seat, in shares."""
    pieces, others = here[OWN + seat], here[OWN + 1 - seat]
    empty, grey = ~(pieces | others), ARROWS if ground[FINAL] else 0
    free, hits = ground[ZERO], ground[ZERO]
    while pieces:
        space = bits((pieces & -pieces) - 1)
        pieces &= pieces - 1
        arrows = here[space] & ARROWS | here[space] >> GREYS & grey
        reach = ground[REACH + (space << WAYS) + arrows]
        free += bits(reach & empty)
        hits += bits(reach & others)
    return int(free * ground[WEIGHTS + FREE] + hits * ground[WEIGHTS + HIT])


@kernel
def worth(ground: Ints, here: Ints) -> int:
    """The static worth of a position to the seat to move, in ten-thousandths of all pieces on the board."""
    side = int(here[SIDE])
    own, other = here[WORTH + side], here[WORTH + 1 - side]
    a, b = bits(here[OWN + side]), bits(here[OWN + 1 - side])
    score = (own - other) * 10_000 // max(1, own + other) + ground[WEIGHTS + TURN]
    score += active(ground, here, side) - active(ground, here, 1 - side)
    ahead = a - b
    if not ahead and here[LEADER] < 2:
        ahead = 1 if here[LEADER] == side else -1
        score += ahead * ground[WEIGHTS + LEVEL]
    if ahead:  # the more so, the nearer the bout is to being drawn (R52, R53)
        limit = ground[FEW_TURNS] if max(a, b) <= ground[FEW] else ground[QUIET_TURNS]
        due = min(here[QUIET], here[QUIET + 1], limit)
        bonus = ground[WEIGHTS + DUE] * due * due // (limit * limit)
        score += bonus if ahead > 0 else -bonus
    return int(score)


@kernel
def settled(side: int, end: int, ply: int) -> int:
    """The worth of an ended bout to a seat, `ply` turns after the root of the search."""
    if end == NOBODY:
        return 0
    return WON - ply if end == DECIDED + side else ply - WON


@kernel
def key_of(here: Ints) -> int:
    """A hash of a position with all that is counted in it."""
    counters = here[SIDE] | here[QUIET] << 1 | here[QUIET + 1] << 8 | (here[SMALL] + 1) << 15 | (here[SMALL + 1] + 1) << 22
    return mixed(here[HASH] ^ mixed(counters | here[LEADER] << 29))


@kernel
def hope(ground: Ints, here: Ints, work: Ints, ply: int, turn: int, known: int) -> int:
    """How early a turn is to be looked at."""
    if turn == known:
        return 1 << 40
    side = here[SIDE]
    origin, end = turn & 63, turn >> END & 63
    there = here[end]
    score = work[HISTORY + 1296 * side + 36 * origin + end]
    if there and there >> OWNER & 1 != side:
        score = (1 << 30) + 16 * value(ground, there, end) - value(ground, here[origin], origin)
    elif there:
        score -= 1 << 24
    elif turn == work[KILLERS + 2 * ply] or turn == work[KILLERS + 2 * ply + 1]:
        score += 1 << 28
    if turn >> POWER and work[AIDED]:
        return AID
    if turn >> POWER:
        score -= 100
    return int(score)


@kernel
def known_turn(table: Ints, work: Ints, frame: int, ply: int) -> int:
    """The turn that the table has for a position. Where its value suffices, it is left in RESULT, and the turn is NONE - 1."""
    key, depth, low, high = work[frame + KEY], work[frame + DEPTH], work[frame + LOW], work[frame + HIGH]
    slot = ENTRY * (key & table.size // ENTRY - 1)
    if table[slot] != key:
        return NONE
    meta = table[slot + 2]
    score, bound = (meta >> 10) - SHIFT, meta & 3
    if abs(score) > SURE:
        score += -ply if score > 0 else ply
    if work[CAREFUL] and meta >> 2 & 255 != depth:
        return int(table[slot + 1])
    if meta >> 2 & 255 >= depth and (bound == EXACT or (bound == AT_LEAST and score >= high) or (bound == AT_MOST and score <= low)):
        work[RESULT] = score
        return NONE - 1
    return int(table[slot + 1])


@kernel
def keep(table: Ints, work: Ints, frame: int, ply: int) -> None:
    """Put a position that has been looked at into the table."""
    key, best = work[frame + KEY], work[frame + BEST]
    slot = ENTRY * (key & table.size // ENTRY - 1)
    bound = AT_MOST if best <= work[frame + FIRST_LOW] else AT_LEAST if best >= work[frame + HIGH] else EXACT
    if abs(best) > SURE:
        best += ply if best > 0 else -ply
    table[slot], table[slot + 1] = key, work[frame + BEST_TURN]
    table[slot + 2] = (best + SHIFT) << 10 | min(255, work[frame + DEPTH]) << 2 | bound


@kernel
def widened(ground: Ints, here: Ints, work: Ints, out: Ints, number: int) -> int:
    """Add the powers that are followed to the movements of a position, `number` of them; returns how many turns there are then."""
    side, movable = int(here[SIDE]), number
    sources = able(here, side)
    if not sources:
        return number
    for which in range(movable):
        if work[AIDED]:
            number = aided(ground, here, side, out[which], sources, out, number)
        else:
            number = helped(ground, here, side, out[which], out, number)
    return number


@kernel
def enter(ground: Ints, here: Ints, work: Ints, table: Ints, ply: int) -> bool:
    """Begin with the position at a ply; whether there is nothing to look at, and its value in RESULT."""
    work[NODES] += 1
    frame = FRAMES + FRAME * ply
    depth, side = work[frame + DEPTH], int(here[SIDE])
    over = ended(ground, here)
    if over:
        work[RESULT] = settled(side, over, ply)
        return True
    static = work[frame + STATIC] = worth(ground, here)
    known = ground[ZERO] + NONE
    base = LISTS + WIDTH * ply
    hopes = work[base : base + HOPES]
    targets = ~ground[ZERO]
    best = -WON - PLIES
    work[frame + FIRST_LOW] = work[frame + LOW]
    if depth <= 0 or ply == PLIES - 1:
        work[RESULT] = static
        if static >= work[frame + HIGH] or ply == PLIES - 1:
            return True
        best, targets = static, here[OWN + 1 - side]
        if depth <= RECAPTURES and not work[CAREFUL]:
            last = work[LISTS + WIDTH * (ply - 1) + work[frame - FRAME + NEXT]]
            targets &= 1 << (last >> END & 63)
        work[frame + LOW] = max(work[frame + LOW], static)
    else:
        work[frame + KEY] = key_of(here)
        known = known_turn(table, work, frame, ply)
        if known < NONE:
            return True
    number = movements(ground, here, here[OWN + side], targets, hopes)
    if depth <= 0 and not number:
        return True
    if not number:
        if stuck(ground, here, hopes):
            work[RESULT] = settled(side, tied(ground, here), ply)
            return True
        hopes[0], number = PASS, 1
    if depth >= 1:
        number = widened(ground, here, work, hopes, number)
    for which in range(number):
        work[base + HOPES + which] = hope(ground, here, work, ply, hopes[which], known)
    work[frame + BEST], work[frame + BEST_TURN], work[frame + STAGE] = best, NONE, 0
    work[frame + NUMBER], work[frame + NEXT] = number, 0
    return False


@kernel
def vain(ground: Ints, here: Ints, work: Ints, frame: int, turn: int, quiet: bool) -> bool:
    """Whether neither this turn nor those after it in the list can be expected to gain enough."""
    static, low, other = work[frame + STATIC], work[frame + LOW], here[OWN + 1 - here[SIDE]]
    if work[frame + DEPTH] == 1:
        return bool(work[frame + NEXT] > 0 and quiet and work[frame + BEST] > -SURE and static + 600 <= low)
    if work[frame + DEPTH] > 0 or not other & (other - 1):
        return False
    end = turn >> END & 63
    return bool(static + 20_000 * value(ground, here[end], end) // (here[WORTH] + here[WORTH + 1]) + 400 <= low)


@kernel
def pick(ground: Ints, here: Ints, work: Ints, ply: int) -> int:
    """The turn to be looked at next, and how: the window and depth of the ply after. NONE if all have been."""
    frame, base = FRAMES + FRAME * ply, LISTS + WIDTH * ply
    at, number, depth = work[frame + NEXT], work[frame + NUMBER], work[frame + DEPTH]
    low, high = work[frame + LOW], work[frame + HIGH]
    if at == number:
        return NONE
    less = 0
    if work[frame + STAGE] == 0:
        top = at
        for which in range(at + 1, number):
            if work[base + HOPES + which] > work[base + HOPES + top]:
                top = which
        for part in range(0, HOPES + 1, HOPES):
            work[base + part + at], work[base + part + top] = work[base + part + top], work[base + part + at]
        turn, hoped = int(work[base + at]), int(work[base + HOPES + at])
        quiet = hoped < 1 << 27
        if not work[CAREFUL] and vain(ground, here, work, frame, turn, quiet):
            work[frame + NEXT] = number
            return NONE
        if depth > 0 and at:
            work[frame + STAGE] = 1
            high = low + 1
            if quiet and depth >= 3 and at >= 4 and not work[CAREFUL]:
                less = 1 + (at >= 12) + (depth >= 6 and at >= 8)
    else:
        turn = work[base + at]
    after = frame + FRAME
    work[after + LOW], work[after + HIGH], work[after + DEPTH] = -high, -low, depth - 1 - less if depth <= 0 else max(0, depth - 1 - less)
    return int(turn)


@kernel
def learn(here: Ints, work: Ints, ply: int, result: int) -> None:
    """What the turn that was looked at is worth to the seat at this ply, which it is taken back to."""
    frame, base = FRAMES + FRAME * ply, LISTS + WIDTH * ply
    low, high, depth = work[frame + LOW], work[frame + HIGH], work[frame + DEPTH]
    if work[frame + STAGE] == 1 and result > low:
        work[frame + STAGE] = 2  # better than thought: look at it again, in full
        return
    turn = work[base + work[frame + NEXT]]
    work[frame + STAGE] = 0
    work[frame + NEXT] += 1
    if result > work[frame + BEST]:
        work[frame + BEST], work[frame + BEST_TURN] = result, turn
        work[frame + LOW] = max(low, result)
    if result < high:
        return
    work[frame + NEXT] = work[frame + NUMBER]
    if depth > 0 and not here[turn >> END & 63]:
        work[HISTORY + 1296 * here[SIDE] + 36 * (turn & 63) + (turn >> END & 63)] += depth * depth
        if work[KILLERS + 2 * ply] != turn:
            work[KILLERS + 2 * ply + 1], work[KILLERS + 2 * ply] = work[KILLERS + 2 * ply], turn


@kernel
def advance(ground: Ints, here: Ints, log: Ints, work: Ints, table: Ints, limit: int) -> bool:
    """Go on with a search until it is done, or until so many positions have been looked at; whether it is done.

    Args:
        here: the position; it changes during the search and is restored at the end.
        log: room for PLIES turns.
        work: as `begin` left it or the last call.
        table: a power of two of entries.
        limit: of work[NODES].
    """
    ply = work[PLY]
    while ply > 0:
        frame = FRAMES + FRAME * ply
        if work[DOWN]:
            if work[NODES] >= limit:
                work[PLY] = ply
                return False
            work[DOWN] = 0
            if not enter(ground, here, work, table, ply):
                continue
        else:
            turn = pick(ground, here, work, ply)
            if turn != NONE:
                make(ground, here, log, ply, turn)
                ply += 1
                work[DOWN] = 1
                continue
            work[RESULT] = work[frame + BEST]
            if work[frame + DEPTH] > 0:
                keep(table, work, frame, ply)
        ply -= 1
        if ply > 0:
            unmake(here, log, ply)
            learn(here, work, ply, -work[RESULT])
    work[PLY] = 0
    return True


def begin(work: Ints, depth: int, low: int, high: int) -> None:
    """Make ready to look at the position at hand so deep: its value is exact between `low` and `high`, in work[RESULT] once it is done."""
    frame = FRAMES + FRAME
    work[frame + LOW], work[frame + HIGH], work[frame + DEPTH] = low, high, depth
    work[PLY], work[DOWN] = 1, 1
